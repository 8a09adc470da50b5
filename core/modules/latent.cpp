// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/attention.h"
#include "core/modules/indexer.h"

namespace shardscope {

namespace {

struct LatentQuery
{
    TensorId states = NoTensor;
    TensorId narrow = NoTensor; ///< what they came from, where that is compressed
};

/// The query, through a narrow matrix where the model has one.
LatentQuery latentQuery(ModuleWriter &write, const LatentAttention &latent, TensorId x)
{
    const double h = write.hidden();
    const double width = write.heads() * static_cast<double>(latent.nopeDim + latent.ropeDim);
    if (latent.queryRank == 0)
        return {.states = write.linear("q_proj", x, h, width, false)};
    const auto rank = static_cast<double>(latent.queryRank);
    const TensorId down = write.linear("q_a_proj", x, h, rank, write.spec.queryKeyValueBias);
    const TensorId normed = write.norm("q_a_layernorm", down, rank, write.tokens());
    return {write.linear("q_b_proj", normed, rank, width, false), normed};
}

/// What keys and values come from, and the key that all heads have rotated. Ranks that share the
/// heads put both together anew, as the latter's gradient alone is summed up behind the matrix
/// (transformers 5.12.1 integrations/tensor_parallel.py, MlaKvAProjParallel).
std::array<TensorId, 3> narrowParts(
    ModuleWriter &write, TensorId compressed, double latent, double rotated)
{
    TapeBuilder &tape = write.tape;
    const auto parts = tape.split(compressed, {latent, rotated, 0});
    if (!write.settings.cut.plan || write.settings.cut.plan->heads != RankShare::Cut)
        return parts;
    const TensorId together = tape.concat({parts[0], parts[1]}, latent + rotated);
    tape.borrowsBackward({bytesOf(rotated, tape.at(together).dtype)});
    const auto again = tape.split(together, {latent, rotated, 0});
    tape.stillHeld(together);
    return again;
}

/// What the layer's own indexer has picked, or an earlier one's.
TensorId chosenTokens(ModuleWriter &write, TensorId x, TensorId narrow)
{
    return write.reusesChoice
        ? write.tape.outside(write.tokens() * write.chosenTokens(), Dtype::Single)
        : writeIndexer(write, x, narrow);
}

} // namespace

TensorId writeLatentAttention(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const LatentAttention &latent = *write.spec.latent;
    const double rows = write.tokens();
    const double n = write.heads();
    const auto rank = static_cast<double>(latent.kvRank);
    const auto rope = static_cast<double>(latent.ropeDim);
    const auto nope = static_cast<double>(latent.nopeDim);
    const auto valueDim = static_cast<double>(latent.valueDim);

    const LatentQuery made = latentQuery(write, latent, x);
    const TensorId states = made.states;
    const auto query = tape.split(states, {rows * n * nope, rows * n * rope, 0});
    const TensorId compressed = write.linear(
        "kv_a_proj_with_mqa", x, write.hidden(), rank + rope, write.spec.queryKeyValueBias);
    const auto narrow = narrowParts(write, compressed, rows * rank, rows * rope);
    const TensorId normed = write.norm("kv_a_layernorm", narrow[0], rank, rows);
    const TensorId wide = write.linear("kv_b_proj", normed, rank, n * (nope + valueDim), false);
    const auto keyValue = tape.split(wide, {rows * n * nope, rows * n * valueDim, 0});

    Heads rotating{.query = {query[1]}, .key = {narrow[1]}, .keyHeads = 1};
    writeRotary(write, rotating);
    // One rotated key for all heads: expand is a view, whose gradient is summed.
    const TensorId shared = tape.expanded(rotating.key.id, rows * n * rope);
    Heads heads{.keyHeads = n};
    const double whole = rows * n * (nope + rope);
    heads.query = {tape.concat({query[0], rotating.query.id}, whole), true};
    heads.key = {tape.concat({keyValue[0], shared}, whole), true};
    heads.value = {keyValue[1]};
    if (write.traits.scalesQuery)
        heads.query.id = writeScaledByPlace(write, heads.query.id);
    SparseMask mask;
    if (write.spec.indexer) {
        write.choice = chosenTokens(write, x, made.narrow);
        mask = writeSparseMask(write, x, write.choice);
        heads.mask = mask.added;
    }
    const TensorId context = writeAttentionProduct(write, heads);
    const TensorId result = write.linear(
        "o_proj", context, n * valueDim, write.hidden(), write.spec.attentionOutputBias);
    tape.stillHeld({heads.query.id, heads.key.id, rotating.query.id, rotating.key.id, wide, states,
        compressed, x});
    if (write.spec.indexer)
        tape.stillHeld({made.narrow, write.choice, mask.added, mask.hidden, mask.positions});
    return result;
}

} // namespace shardscope
