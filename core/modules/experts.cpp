// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/expertparts.h"
#include "core/modules/layers.h"
#include "core/modules/mlp.h"

namespace shardscope {

namespace {

/// DeepSeek's router, or one like it: what it reads and its weight are cast to fp32.
bool isDeepSeeks(const ModuleWriter &write)
{
    const Router router = write.traits.router;
    return router == Router::Sigmoid || router == Router::SigmoidByChoice
        || (write.spec.latent && router != Router::SoftmaxByGroups);
}

/// The best experts of each token, and which they are.
TensorId best(ModuleWriter &write, TensorId scores)
{
    const TensorId top
        = write.tape.op("topk", {scores}, write.chosenRows(), write.tape.at(scores).dtype, {});
    write.tape.alsoMakes(write.chosenRows(), Dtype::Wide, true);
    return top;
}

TensorId addingUpToOne(ModuleWriter &write, TensorId weights)
{
    const TensorId sum = write.tape.meanOfRows(weights, write.tokens());
    return write.tape.divideInPlace(weights, sum);
}

/// Scores with a bias for the choice alone, in fp32; of some families that is a parameter, which
/// never learns.
TensorId withBias(ModuleWriter &write, TensorId scores)
{
    TapeBuilder &tape = write.tape;
    const auto count = static_cast<double>(write.spec.experts->count);
    const bool hasParameter = write.spec.experts->hasIdleBias;
    if (hasParameter) {
        tape.beginModule();
        tape.parameter({.name = "expert_bias",
            .elements = count,
            .rows = count,
            .dtype = write.settings.weights,
            .trainable = false,
            .isUpdated = false});
    }
    const TensorId summed = tape.plain(tape.at(scores).elements, Dtype::Single);
    if (hasParameter)
        tape.endModule();
    return summed;
}

/// Lfm2MoeSparseMoeBlock.route_tokens_to_experts: chosen by scores with a bias, in fp32, which
/// nobody else reads; weighed by the scores themselves.
TensorId biased(ModuleWriter &write, TensorId scores)
{
    const TensorId summed = withBias(write, scores);
    const TensorId weights = writeChoice(write, scores).weights;
    write.tape.stillHeld({scores, summed});
    return weights;
}

TensorId routerLogits(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const double count = write.spec.experts->count;
    // DeepSeek's router works in fp32.
    const auto operand
        = [&](TensorId id) { return isDeepSeeks(write) ? tape.cast(id, Dtype::Single) : id; };
    TensorId delta = fusedTargets(write).router()
        ? writeDelta(write, {.in = write.hidden(), .out = count})
        : NoTensor;
    // DeepSeek-V2 reads the weight past the adapter, whose two matrices stay as they are.
    if (delta != NoTensor && write.spec.latent && write.traits.router == Router::Softmax) {
        tape.leaveUnreached(2);
        delta = NoTensor;
    }
    const std::string_view name = write.spec.experts->linearRouter;
    if (write.traits.router
        == Router::SparseMixer) // a class of its own, which quantisers pass over
        return write.wideLinear(name, x, write.hidden(), count, false);
    if (!name.empty() && delta == NoTensor)
        return write.linear(name, x, write.hidden(), count, false);
    tape.beginModule();
    const TensorId matrix = writeMerged(write, write.weight("gate", count, write.hidden()), delta);
    const TensorId bias = write.spec.experts->biases ? write.weight("bias", count, 1) : NoTensor;
    const TensorId logits = tape.linear(operand(x), operand(matrix), bias, write.tokens() * count);
    tape.endModule();
    tape.stillHeld(delta);
    return logits;
}

/// LagunaTopKRouter.forward, and LagunaSparseMoeBlock's name for what it casts.
Routing castBack(ModuleWriter &write, TensorId logits, Dtype dtype)
{
    TapeBuilder &tape = write.tape;
    TensorId single = tape.cast(logits, Dtype::Single);
    if (write.spec.modules.routerSoftcap > 0)
        single = tape.scale(tape.fromResult("tanh", tape.scale(single)));
    const TensorId scores = tape.fromResult("sigmoid", single);
    const TensorId summed = withBias(write, scores);
    const TensorId best = tape.plain(write.chosenRows(), Dtype::Single);
    const TensorId ids = tape.plain(write.chosenRows(), Dtype::Wide);
    const TensorId chosen
        = tape.op("gather", {scores, ids}, write.chosenRows(), Dtype::Single, {ids});
    const TensorId sum = tape.op("sum", {chosen}, write.tokens(), Dtype::Single, {});
    const TensorId weights = tape.cast(tape.mul(chosen, sum), dtype); // div keeps both
    tape.stillHeld({scores, summed, best, ids});
    return {weights, single};
}

Routing route(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    if (write.traits.router == Router::SoftmaxWithBias)
        return writeBiasedRouter(write, x);
    const TensorId logits = routerLogits(write, x);
    if (write.traits.attention == AttentionCode::GptOss)
        return {write.softmaxInOwnDtype(best(write, logits)), logits};
    if (write.traits.router == Router::SigmoidOfHalf)
        return {biased(write, tape.fromResult("sigmoid", logits)), logits};
    if (write.traits.router == Router::SigmoidOfSingle) {
        const TensorId single = tape.cast(logits, Dtype::Single);
        return {biased(write, tape.fromResult("sigmoid", single)), single};
    }
    if (write.traits.router == Router::SigmoidByChoice)
        return {biased(write, tape.fromResult("sigmoid", logits)), logits};
    if (write.traits.router == Router::SigmoidCastBack)
        return castBack(write, logits, tape.at(x).dtype);
    if (write.traits.router == Router::SparseMixer)
        return {writeSparseMixer(write, logits), logits};
    TensorId weights = NoTensor;
    if (write.traits.router == Router::Sigmoid) {
        weights = best(write, tape.fromResult("sigmoid", logits));
    } else if (write.traits.router == Router::SoftmaxByGroups) {
        weights = best(write, write.softmax(logits));
    } else if (write.traits.router == Router::SigmoidInSingle) {
        weights = best(write, tape.fromResult("sigmoid", tape.cast(logits, Dtype::Single)));
    } else {
        weights = best(write, write.softmaxInSingle(logits));
    }
    if (write.traits.normalizesRouter)
        weights = addingUpToOne(write, weights);
    if (isDeepSeeks(write) || write.traits.router == Router::SoftmaxByGroups)
        return {tape.scale(weights), logits};
    tape.stillHeld(logits);
    // Mixtral and its like leave them in fp32.
    const bool casts = write.traits.router == Router::Softmax;
    return {casts ? tape.cast(weights, tape.at(logits).dtype) : weights, logits};
}

/// The bias of each row's expert.
TensorId biasOf(ModuleWriter &write, TensorId bias, TensorId order, double elements)
{
    if (bias == NoTensor)
        return NoTensor;
    return write.tape.lookup("index", bias, order, elements);
}

TensorId grouped(ModuleWriter &write, TensorId x, TensorId matrix, TensorId offset, double elements)
{
    const TensorId product
        = write.tape.linearGrouped(x, matrix, elements, write.spec.experts->count);
    // gpt-oss has its experts as the product takes them; the others' are transposed first.
    if (write.traits.attention != AttentionCode::GptOss
        && write.tape.at(matrix).dtype == Dtype::Half)
        write.tape.keepsViewOf(matrix);
    return offset == NoTensor ? product : write.tape.addInPlace(product, offset);
}

/// grouped_mm_experts_forward: tokens sorted by expert, two grouped products, weighed, put back in
/// order and summed.
TensorId groupedExperts(ModuleWriter &write, TensorId x, TensorId weights)
{
    TapeBuilder &tape = write.tape;
    const double h = write.expertHidden();
    const double width = write.expertWidth();
    const double first = width * (write.spec.experts->isGated ? 2 : 1);
    const double rows = write.chosenRows();
    const ExpertDeltas deltas = writeExpertDeltas(write);
    const TensorId sorted = tape.plain(rows, Dtype::Wide);
    const TensorId order = tape.plain(rows, Dtype::Wide);
    const TensorId token = tape.plain(rows, Dtype::Wide);
    const TensorId selected = writeIndex(write, x, token, rows * h);
    const TensorId sample = writeIndex(write, weights, order, rows);
    const TensorId sentinel = tape.plain(rows, Dtype::Byte);

    tape.beginModule();
    const ExpertWeights matrices = writeExpertWeights(write);
    const TensorId merged = writeMerged(write, matrices.gateUp, deltas.gateUp);
    const TensorId firstOffset = biasOf(write, matrices.gateUpBias, sorted, rows * first);
    const TensorId both = grouped(write, selected, merged, firstOffset, rows * first);
    const TensorId product = writeGated(write, both, rows * width);
    const TensorId downMerged = writeMerged(write, matrices.down, deltas.down);
    const TensorId secondOffset = biasOf(write, matrices.downBias, sorted, rows * h);
    tape.stillHeld(firstOffset); // one name for both
    const TensorId down = grouped(write, product, downMerged, secondOffset, rows * h);
    const TensorId weighed = tape.mul(down, sample);
    const TensorId inverse = tape.plain(rows, Dtype::Wide);
    const TensorId back = writeIndex(write, weighed, inverse, rows * h);
    const TensorId sum = tape.op("sum", {back}, write.tokens() * h, tape.at(back).dtype, {});
    const TensorId result = tape.cast(sum, tape.at(x).dtype);
    tape.endModule();
    tape.stillHeld({sorted, order, selected, sample, sentinel, down, inverse, back, x, secondOffset,
        deltas.gateUp, deltas.down, merged, downMerged});
    return result;
}

TensorId routed(ModuleWriter &write, TensorId x, TensorId weights)
{
    // Mixtral before transformers 5; the other families' loops differ in details.
    const bool hasModules
        = precedesFive(write.settings.library) && write.traits.router == Router::SoftmaxInSingle;
    if (hasModules)
        return writeExpertModules(write, x, weights);
    return write.settings.experts == ExpertCode::Loop ? writeExpertLoop(write, x, weights)
                                                      : groupedExperts(write, x, weights);
}

/// Nemotron-H's experts may work on fewer numbers than the stream has.
TensorId throughLatent(ModuleWriter &write, TensorId x, TensorId weights)
{
    if (write.spec.experts->latent == 0)
        return routed(write, x, weights);
    const double h = write.hidden();
    const double latent = write.expertHidden();
    const bool bias = write.spec.mlpBias;
    const TensorId less = write.linear("fc1_latent_proj", x, h, latent, bias);
    const TensorId made = routed(write, less, weights);
    return write.linear("fc2_latent_proj", made, latent, h, bias);
}

/// What routed and shared experts give.
TensorId summed(ModuleWriter &write, TensorId routed, TensorId shared)
{
    TapeBuilder &tape = write.tape;
    if (!write.traits.addsExpertsInSingle)
        return tape.add(routed, shared);
    const Dtype dtype = tape.at(routed).dtype;
    const TensorId wide = tape.cast(routed, Dtype::Single);
    return tape.cast(tape.add(wide, tape.cast(shared, Dtype::Single)), dtype);
}

/// GraniteMoeSharedDecoderLayer.forward, which refers to what experts give until it returns.
TensorId splitAndShared(ModuleWriter &write, TensorId x, double sharedWidth)
{
    const TensorId routed = writeSplitExperts(write, x);
    if (write.traits.refersToExperts)
        write.heldToEnd.push_back(routed);
    if (sharedWidth <= 0)
        return routed;
    const TensorId sum = write.tape.add(routed, writeMlp(write, x, sharedWidth));
    write.tape.stillHeld(x);
    return sum;
}

} // namespace

TensorId writeSharedGate(ModuleWriter &write, TensorId x, TensorId shared)
{
    TapeBuilder &tape = write.tape;
    const TensorId gate = write.linear("shared_expert_gate", x, write.hidden(), 1, false);
    return tape.mul(tape.fromResult("sigmoid", gate), shared);
}

TensorId writeSharedExpert(ModuleWriter &write, TensorId x)
{
    const TensorId made = writeMlp(write, x, write.sharedExpertWidth());
    return write.spec.experts->sharedGate ? writeSharedGate(write, x, made) : made;
}

ChosenExperts writeChoice(ModuleWriter &write, TensorId scores)
{
    TapeBuilder &tape = write.tape;
    const double rows = write.chosenRows();
    const Dtype dtype = tape.at(scores).dtype;
    const TensorId best = tape.plain(rows, Dtype::Single);
    const TensorId ids = tape.plain(rows, Dtype::Wide);
    TensorId weights = tape.op("gather", {scores, ids}, rows, dtype, {ids});
    TensorId sum = NoTensor;
    if (write.traits.normalizesRouter) {
        sum = tape.scale(tape.op("sum", {weights}, write.tokens(), dtype, {}));
        weights = tape.mul(weights, sum); // div keeps both, as a product does
    }
    const TensorId result = tape.scale(weights);
    tape.stillHeld({best, sum, ids});
    return {.ids = ids, .weights = result};
}

TensorId writeRoutedExperts(ModuleWriter &write, TensorId x, TensorId weights)
{
    return routed(write, x, weights);
}

TensorId writeBest(ModuleWriter &write, TensorId scores)
{
    return best(write, scores);
}

TensorId writeExperts(ModuleWriter &write, TensorId x)
{
    if (write.traits.router == Router::EveryToken)
        return writeDenseExperts(write, x);
    const Experts &experts = *write.spec.experts;
    const double sharedWidth = write.sharedExpertWidth();
    if (write.settings.isTorchtitan() && hasTitanExperts(write.spec))
        return writeTitanExperts(write, x);
    if (write.settings.cut.isAutoEp)
        return writeAutoEpExperts(write, x);
    if (experts.isSplit)
        return splitAndShared(write, x, sharedWidth);
    TensorId shared = NoTensor;
    if (experts.isJittered)
        x = writeJitter(write, x);
    const bool isFirst = experts.sharedGate || experts.sharedTurn == SharedTurn::First;
    if (isFirst && sharedWidth > 0)
        shared = writeMlp(write, x, sharedWidth);
    const Routing routing = route(write, x);
    if (experts.sharedTurn == SharedTurn::BehindRouter && sharedWidth > 0)
        shared = writeMlp(write, x, sharedWidth);
    TensorId result = throughLatent(write, x, routing.weights);
    if (write.traits.router == Router::SigmoidCastBack)
        result = write.tape.scale(result);
    if (sharedWidth <= 0)
        return result;
    if (experts.sharedGate)
        shared = writeSharedGate(write, x, shared);
    else if (shared == NoTensor)
        shared = writeMlp(write, x, sharedWidth);
    const TensorId sum = summed(write, result, shared);
    write.tape.stillHeld({x, routing.logits, routing.weights});
    return sum;
}

} // namespace shardscope
