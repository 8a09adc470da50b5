// SPDX-License-Identifier: GPL-3.0-or-later
// sentence-transformers 6.1.0.dev0 (cad21198): sentence_transformer/modules/pooling.py, base/
// modules/normalize.py, util/similarity.py, losses/multiple_negatives_ranking.py; ms-swift
// swift/model/patcher.py, patch_output_normalizer, and swift/loss/embedding.py, InfonceLoss.
#include "core/modules/contrasts.h"

#include "core/modules/loss.h"

namespace shardscope {

namespace {

class ContrastWriter
{
public:
    explicit ContrastWriter(ModuleWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_contrasts(*write.settings.contrasts)
        , m_rows(write.settings.batch)
    { }

    TensorId embeddings(TensorId hidden)
    {
        const TensorId read = handedOut(hidden);
        TensorId x = m_contrasts.areApart ? pooled(read) : picked(read);
        if (m_contrasts.areApart) // torch.cat of the one way to pool that there is
            x = m_tape.copy("cat", x, width());
        x = normed(x);
        m_tape.stillHeld({hidden, read});
        if (!m_contrasts.areApart || !m_write.settings.convertsOutputs)
            return x;
        const TensorId single = m_tape.cast(x, Dtype::Single);
        if (m_tape.at(hidden).dtype == Dtype::Half) // what is pooled is cast beside it
            m_tape.borrows({bytesOf(m_write.tokens() * m_write.hidden(), Dtype::Single)});
        return single;
    }

    /// Each anchor beside all other texts. Those of anchors, made before, come from outside.
    TensorId loss(TensorId texts)
    {
        const double anchors = m_contrasts.examples;
        const double others = (m_contrasts.texts - 1) * anchors * m_contrasts.gpus;
        const double scores = anchors * others;
        const Product product{.rows = anchors, .inner = m_write.hidden(), .columns = others};
        if (!m_contrasts.areApart) {
            const double all = m_rows * m_contrasts.gpus * m_write.hidden();
            const TensorId stacked = m_tape.copy("stack", texts, all);
            const TensorId products
                = m_tape.op("matmul", {stacked}, scores, m_tape.at(texts).dtype, {stacked});
            m_tape.multiplies(product);
            return crossEntropy(m_tape, m_tape.scale(products), m_tape.plain(anchors, Dtype::Wide));
        }
        const TensorId compared
            = normed(m_tape.cast(m_tape.copy("cat", texts, width()), Dtype::Single));
        const TensorId given = m_tape.plain(anchors * m_write.hidden(), Dtype::Single);
        const TensorId against = m_tape.plain(anchors * m_write.hidden(), Dtype::Single);
        const TensorId products = m_tape.op(
            "mm", {compared, against}, scores, Dtype::Single, {compared, against, given});
        m_tape.multiplies(product);
        const TensorId scaled = m_tape.scale(products);
        const TensorId joined = m_tape.copy("cat", scaled, scores);
        return m_tape.op("logsumexp", {joined}, anchors, Dtype::Single, {joined}, true);
    }

    /// base/losses/gradcache.py, _backward_hook: times the gradient that was kept.
    TensorId surrogate(TensorId embeddings)
    {
        const TensorId single = m_tape.cast(embeddings, Dtype::Single);
        const TensorId kept = m_tape.plain(width(), Dtype::Single);
        return m_tape.op("dot", {single, kept}, 1, Dtype::Single, {kept});
    }

private:
    double width() const { return m_rows * m_write.hidden(); }
    double all() const { return m_write.tokens() * m_write.hidden(); }

    /// A model with a head does to what that was given as it does to logits, and hands it out,
    /// which accelerate casts.
    TensorId handedOut(TensorId hidden)
    {
        if (m_contrasts.areApart)
            return hidden;
        TensorId x = m_write.traits.scalesLogits ? m_tape.scale(hidden) : hidden;
        if (m_write.traits.logitSoftcap > 0)
            x = m_tape.scale(m_tape.fromResult("tanh", m_tape.scale(x)));
        return m_write.settings.convertsOutputs ? m_tape.cast(x, Dtype::Single) : x;
    }

    TensorId pooled(TensorId hidden)
    {
        switch (m_contrasts.pooling) {
        case Pooling::Cls:
            return picked(hidden);
        case Pooling::LastToken:
            return picked(masked(hidden));
        case Pooling::Auto:
        case Pooling::Mean:
            break;
        }
        return meanOf(masked(hidden));
    }

    /// Times a mask of ones and zeros as large as that.
    TensorId masked(TensorId hidden)
    {
        return m_tape.mul(hidden, m_tape.plain(all(), m_tape.at(hidden).dtype));
    }
    TensorId meanOf(TensorId x)
    {
        const Dtype dtype = m_tape.at(x).dtype;
        const TensorId sums = m_tape.op("sum", {x}, width(), dtype, {});
        m_tape.last().gradients[0] = 0; // expanded
        const TensorId counts = m_tape.plain(width(), dtype);
        return m_tape.op("div", {sums, counts}, width(), dtype, {counts});
    }
    /// The backward pass puts a token's gradient into zeros; of fake tensors gather_backward makes
    /// a second copy for that.
    TensorId picked(TensorId x)
    {
        const TensorId places = m_tape.plain(m_rows, Dtype::Wide);
        const Dtype dtype = m_tape.at(x).dtype;
        const TensorId token = m_contrasts.areApart
            ? m_tape.op("gather", {x, places}, width(), dtype, {x, places})
            : m_tape.op("index", {x, places}, width(), dtype, {places});
        m_tape.last().kind = OpKind::Lookup;
        if (m_contrasts.areApart && !m_write.settings.fusedKernels)
            m_tape.borrowsBackward({m_tape.at(x).bytes()});
        return token;
    }
    TensorId normed(TensorId x)
    {
        const Dtype dtype = m_tape.at(x).dtype;
        const TensorId length = m_tape.op("norm", {x}, m_rows, dtype, {x}, true);
        const TensorId least = m_tape.op("clamp", {length}, m_rows, dtype, {length});
        return m_tape.op("div", {x, least}, width(), dtype, {x, least});
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const Contrasts &m_contrasts;
    double m_rows; ///< texts of the pass
};

} // namespace

TensorId writeContrasts(ModuleWriter &write, TensorId hidden)
{
    write.tape.give(hidden, Common::Returned, false);
    ContrastWriter writer(write);
    const TensorId embeddings = writer.embeddings(hidden);
    if (write.settings.contrasts->areCached())
        return writer.surrogate(embeddings);
    return write.settings.contrasts->areAnchors ? embeddings : writer.loss(embeddings);
}

} // namespace shardscope
