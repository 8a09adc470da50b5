// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/megatron/layers.h"
#include "core/modules/megatron/writer.h"

namespace shardscope {

// models/common/embeddings/language_model_embedding.py. Megatron-DeepSpeed
// (model/language_model.py, EmbeddingPipe; mpu/layers.py, VocabParallelEmbedding) may have a norm
// behind the words, and drops out before it turns the axes.
Tape megatronEmbeddingTape(const LayerSettings &settings)
{
    TapeBuilder tape(false);
    MegatronWriter write(tape, settings);
    const MeshCut &cut = write.cut;
    const double whole = write.tokens() * write.hidden();
    tape.beginModule();
    const TensorId table = tape.parameter({.name = "word_embeddings",
        .elements = cut.vocabulary / cut.tensor * write.hidden(),
        .rows = cut.vocabulary / cut.tensor,
        .trainable = settings.trainsBase,
        .isShared = settings.spec.tiedEmbeddings && cut.stage.hasHead});
    TensorId x = tape.lookup("embedding", table, tape.outside(write.tokens(), Dtype::Wide), whole);
    // Ids of other ranks' words are masked.
    if (write.isSplit()) {
        tape.alsoMakes(write.tokens(), Dtype::Byte, true);
        tape.alsoMakes(write.tokens(), Dtype::Wide, true);
    }
    tape.endModule();
    const bool isPipeline = settings.isPipelineModule();
    if (isPipeline && settings.spec.embeddingNorm)
        x = write.norm("embedding_norm", x);
    const TensorId words = x;
    TensorId placed = NoTensor;
    if (settings.spec.positions > 0) {
        tape.beginModule();
        const TensorId positions = tape.parameter({.name = "position_embeddings",
            .elements = static_cast<double>(settings.spec.positions) * write.hidden(),
            .rows = static_cast<double>(settings.spec.positions),
            .trainable = settings.trainsBase});
        placed
            = tape.lookup("embedding", positions, tape.outside(write.tokens(), Dtype::Wide), whole);
        tape.endModule();
        x = tape.add(x, placed);
    }
    // Megatron-LM's have one share for both.
    const ModuleTraits &modules = settings.spec.modules;
    const double share = isPipeline ? modules.hiddenDropout : modules.embeddingDropout;
    const auto dropped = [&](TensorId id) { return share > 0 ? tape.dropout(id, true) : id; };
    if (isPipeline)
        x = dropped(x);
    // From [batch, sequence] to [sequence, batch].
    if (settings.batch > 1)
        x = tape.copy("contiguous", x, whole);
    tape.stillHeld({words, placed});
    if (write.isSplit() && cut.sequence)
        x = tape.op("scatter", {x}, write.streamElements(), Dtype::Half, {});
    return tape.finish(isPipeline ? x : dropped(x));
}

// models/gpt/gpt_model.py, tensor_parallel/cross_entropy.py: final norm, the rank's share of the
// logits, and a loss that is computed in place on their fp32 copy. As a pipeline of DeepSpeed's the
// axes are turned back first, and the last stage has the whole embedding once more, of which it
// uses the words.
Tape megatronHeadTape(const LayerSettings &settings)
{
    TapeBuilder tape(false);
    MegatronWriter write(tape, settings);
    const MeshCut &cut = write.cut;
    const auto counted = [&tape](TensorId id) {
        tape.countAs(id, Holding::Logits);
        return id;
    };
    const TensorId x = tape.input(write.streamElements(), Dtype::Half, true);
    const bool isPipeline = settings.isPipelineModule();
    const TensorId turned
        = isPipeline && settings.batch > 1 ? tape.copy("contiguous", x, write.streamElements()) : x;
    const TensorId hidden = write.norm("final_layernorm", turned);
    const TensorId logits
        = counted(write.column("output_layer", hidden, write.hidden(), cut.vocabulary, false));
    // --cross-entropy-fusion-impl te: the kernel of TransformerEngine up to 2.11 (pytorch/triton/
    // cross_entropy.py) writes the gradient over the 16-bit logits.
    const bool isEngines = settings.loss == Loss::InPlace && cut.hasEngine;
    const TensorId scored = isEngines ? logits : counted(tape.cast(logits, Dtype::Single));
    const TensorId losses
        = tape.op(isEngines ? "parallel_cross_entropy" : "vocab_parallel_cross_entropy", {scored},
            write.tokens(), Dtype::Single, {scored});
    tape.last().overwritesSaved = true;
    if (isPipeline) { // DeepSpeed's buffers have them, and their gradient in their place
        tape.countAs(scored, Holding::Outside);
        tape.last().gradients[0] = 0;
        tape.last().movedInPlace = 2 * tape.at(scored).bytes();
    }
    tape.alsoMakes(write.tokens(), Dtype::Byte, true);
    tape.alsoMakes(write.tokens(), Dtype::Wide, true);
    const TensorId loss = tape.op("sum", {losses}, 1, Dtype::Single, {});
    if (!isPipeline)
        tape.stillHeld({logits, hidden});
    else if (!cut.stage.hasEmbedding && settings.spec.positions > 0) {
        tape.beginModule();
        write.weight("position_embeddings", static_cast<double>(settings.spec.positions),
            write.hidden(), {});
        tape.leaveUnreached(1);
        tape.endModule();
    }
    return tape.finish(loss, false);
}

} // namespace shardscope
