// SPDX-License-Identifier: GPL-3.0-or-later
// Towers whose images come in one size, with a table of their positions: transformers 5.12.1
// modeling_siglip.py, SiglipVisionModel, modeling_internvl.py, InternVLVisionModel,
// modeling_idefics3.py, Idefics3VisionTransformer, and modeling_clip.py, CLIPVisionModel;
// projectors of modeling_gemma3.py, modeling_paligemma.py, modeling_internvl.py,
// modeling_idefics3.py and modeling_llava.py. Each image, or tile of one, is a sequence of a batch.
#include "core/modules/towerparts.h"

namespace shardscope {

namespace {

class SquarePartWriter : private TowerWriter
{
public:
    using TowerWriter::TowerWriter;

    TensorId entry()
    {
        const bool isClip = m_tower.code == TowerCode::Clip;
        const bool isIdefics = m_tower.code == TowerCode::Idefics3;
        const TensorId stream
            = writePatches(m_tape, m_settings, "patch_embedding", !isClip, !isIdefics);
        if (isClip) {
            m_tape.beginModule();
            const TensorId tokens = behindClass("class_embedding", stream);
            m_tape.endModule();
            return norm("pre_layrnorm", placed(tokens));
        }
        if (isIntern())
            return placedBehindClass(stream);
        const TensorId result = placed(stream);
        // Idefics3VisionTransformer calls all of this its input embeddings.
        if (isIdefics && m_settings.isTouched)
            m_tape.makeLeaf(result);
        return result;
    }

    TensorId block(TensorId x)
    {
        const TensorId attended = scaled("lambda_1", attention(norm("layer_norm1", x)));
        const TensorId middle = m_tape.add(x, attended);
        const TensorId added = scaled("lambda_2", mlp(norm("layer_norm2", middle)));
        const TensorId result = m_tape.add(middle, added);
        if (isIntern()) // a name of what was scaled
            m_tape.stillHeld(attended);
        m_tape.stillHeld(m_write.attentionWeights);
        return result;
    }

    /// A block of whose result nothing is made, and whose weights get no gradient.
    TensorId aside(TensorId x)
    {
        const std::size_t others = m_tape.parameters();
        const TensorId unread = block(x);
        m_tape.leaveUnreached(m_tape.parameters() - others);
        const TensorId stream = writeHandedOn(m_tape, x);
        m_tape.stillHeld(unread);
        return stream;
    }

    /// Features of the tower, of the patches of all images.
    TensorId exit(TensorId x)
    {
        if (m_tower.exit == TowerExit::TwoLayers)
            return projectedTwice(x);
        const TensorId last = m_tower.normsEnd ? closingNorm(x) : x;
        const TensorId features = projected(last);
        m_tape.stillHeld(last); // among what the tower returned
        return m_tape.cast(features, m_settings.model.stream());
    }

private:
    double patches() const { return m_work.patches(); }
    double rows() const { return m_work.tokens(); }
    bool isIntern() const { return m_tower.code == TowerCode::InternVit; }

    /// nn.Embedding of all positions, which every image has; Idefics 3 looks them up for each.
    TensorId placed(TensorId stream)
    {
        const double places = real(m_tower.positions);
        const bool isEach = m_tower.code == TowerCode::Idefics3;
        const double read = isEach ? rows() : places;
        m_tape.beginModule();
        const TensorId table = parameter("position_embedding", places * width(), places);
        const TensorId ids
            = isEach ? m_tape.plain(read, Dtype::Wide) : m_tape.outside(read, Dtype::Wide);
        const TensorId found = m_tape.lookup("embedding", table, ids, read * width());
        m_tape.endModule();
        const TensorId result = m_tape.add(stream, found);
        if (isEach)
            m_tape.stillHeld({stream, ids});
        return result;
    }

    /// A class token before the patches of each image.
    TensorId behindClass(std::string_view name, TensorId stream)
    {
        return m_tape.concat({classTokens(name, 1), stream}, rows() * width());
    }

    /// That, and positions. Both are parameters of one row, [1, n, h], which FSDP2 pads to as many
    /// rows as there are ranks.
    TensorId placedBehindClass(TensorId stream)
    {
        m_tape.beginModule();
        const TensorId tokens = behindClass("cls_token", stream);
        const TensorId table
            = parameter("position_embeddings", real(m_tower.positions) * width(), 1);
        const TensorId result = m_tape.add(tokens, table);
        m_tape.endModule();
        return result;
    }

    TensorId norm(std::string_view name, TensorId x)
    {
        return m_write.norm(name, x, width(), rows());
    }

    /// InternVL: a factor for each number.
    TensorId scaled(std::string_view name, TensorId x)
    {
        if (!isIntern())
            return x;
        m_tape.beginModule();
        const TensorId result = m_tape.mul(parameter(name, width()), x);
        m_tape.endModule();
        return result;
    }

    TensorId attention(TensorId x)
    {
        // Idefics 3 makes one of which patches there are.
        const bool hasMask
            = m_tower.code == TowerCode::Idefics3 && m_settings.own.attention == Attention::Eager;
        const Heads heads{
            .keyHeads = m_write.heads(), .isCausal = false, .hasMask = false, .meetsAll = !hasMask};
        return writeOpenAttention(
            m_write, x, heads, isIntern() ? "projection_layer" : "out_proj", true);
    }

    /// The tower's own, whatever is trained of the projector.
    TensorId closingNorm(TensorId x)
    {
        LayerSettings settings = m_settings.own;
        settings.trainsBase = m_settings.model.trainsBase && m_work.isTrained;
        settings.adapters.reset();
        return ModuleWriter(m_tape, settings).norm("post_layernorm", x, width(), rows());
    }

    TensorId projected(TensorId x)
    {
        switch (m_tower.exit) {
        case TowerExit::Averaged:
            return averaged(x);
        case TowerExit::Single:
            return m_write.linear("linear", x, width(), real(m_tower.out), true);
        case TowerExit::Joined:
            return joined(x);
        case TowerExit::Merged: // other towers have these
        case TowerExit::Unfolded:
        case TowerExit::Pooled:
        case TowerExit::Adapted:
        case TowerExit::Stacked:
        case TowerExit::TwoLayers:
        case TowerExit::Shuffled:
            break;
        }
        return shuffled(x);
    }

    /// Gemma3MultiModalProjector: averages are laid out channel by channel, and a product of
    /// several images wants them token by token.
    TensorId averaged(TensorId x)
    {
        const double tokens = patches() / real(m_tower.merged());
        const TensorId laid = shuffledOnce(x);
        const TensorId pooled
            = m_tape.op("avg_pool", {laid}, tokens * width(), m_tape.at(laid).dtype, {laid});
        LayerSettings settings = m_settings.own;
        settings.spec.norm = NormKind::GemmaRms;
        TensorId normed
            = ModuleWriter(m_tape, settings).norm("mm_soft_emb_norm", pooled, width(), tokens);
        if (m_work.images > 1) {
            normed = m_tape.copy("reshape", normed, tokens * width());
            m_tape.last().gradients[0] = 0;
        }
        m_tape.beginModule();
        const TensorId matrix
            = parameter("mm_input_projection_weight", width() * real(m_tower.out));
        const TensorId features = m_tape.matmul(normed, matrix, tokens * real(m_tower.out));
        m_tape.endModule();
        m_tape.stillHeld({laid, pooled, normed});
        return m_tape.cast(features, m_tape.at(x).dtype);
    }

    /// InternVLModel.pixel_shuffle: neighbours of a row are put side by side, then those of a
    /// column.
    TensorId shuffled(TensorId x)
    {
        const double tokens = patches() / real(m_tower.merged());
        const double wide = width() * real(m_tower.merged());
        const double out = real(m_tower.out);
        const TensorId kept = m_tower.hasClass() ? m_tape.part(x, patches() * width()) : x;
        const TensorId once = shuffledOnce(kept);
        const TensorId twice = shuffledOnce(once);
        const TensorId normed = m_write.norm("layer_norm", twice, wide, tokens);
        const TensorId up = m_write.linear("linear_1", normed, wide, out, true);
        const TensorId result
            = m_write.linear("linear_2", m_tape.activation("gelu", up), out, out, true);
        m_tape.stillHeld(twice);
        return result;
    }
    /// Idefics3Connector.
    TensorId joined(TensorId x)
    {
        const TensorId twice = shuffledOnce(shuffledOnce(x));
        const double wide = width() * real(m_tower.merged());
        const TensorId result = m_write.linear("proj", twice, wide, real(m_tower.out), false);
        m_tape.stillHeld(twice);
        return result;
    }

    /// LlavaModel.get_image_features: patches without the class token. What is no matrix in memory
    /// is copied for the product. The tower's own norm behind the last block is for the class token
    /// alone, of which nothing is made.
    TensorId projectedTwice(TensorId x)
    {
        const double out = real(m_tower.out);
        const double elements = patches() * width();
        unreadNorm();
        TensorId features = m_tape.part(x, elements);
        if (m_work.images > 1) {
            features = m_tape.copy("reshape", features, elements);
            m_tape.last().gradients[0] = 0;
        }
        const TensorId up = m_write.linear("linear_1", features, width(), out, true);
        const TensorId result
            = m_write.linear("linear_2", m_tape.activation("gelu", up), out, out, true);
        m_tape.stillHeld(x);
        const TensorId together = m_tape.concat({result}, patches() * out);
        return m_tape.cast(together, m_settings.model.stream());
    }
    void unreadNorm()
    {
        m_tape.beginModule();
        for (const std::string_view name : {"post_layernorm", "bias"})
            m_tape.parameter({.name = name,
                .elements = width(),
                .rows = width(),
                .dtype = m_settings.own.norms,
                .trainable = m_settings.model.trainsBase && m_work.isTrained});
        m_tape.endModule();
        m_tape.leaveUnreached(2);
    }

    TensorId shuffledOnce(TensorId x) { return contiguous(x, patches() * width()); }
};

} // namespace

TensorId writeSquarePart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    return writePartBy<SquarePartWriter>(tape, settings, part);
}

namespace {

/// Idefics3Model.get_image_features: pixels in the weights' dtype, those of images that are there,
/// and which of them and of their patches are there, by bytes.
TowerBytes ideficsBytes(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    const TowerWork &work = *settings.tower;
    const double pixels = pixelBytes(settings);
    const double places = work.images * real(tower.side * tower.side);
    const double narrow = pixels * bytesOf(settings.tables) / bytesOf(Dtype::Single);
    TowerBytes bytes{.given = pixels + storageBytes(places, Dtype::Wide),
        .refersToEntry = true,
        .returned = towerFeatures(settings, false)};
    // Where the patches' weights are trained the convolution keeps what it is given.
    const bool isKept = trainsTower(settings) && !settings.autocast;
    if (isKept && settings.tables == Dtype::Single)
        bytes.entryTables = narrow;
    bytes.locals = (isKept ? 0 : narrow) + storageBytes(places, Dtype::Wide)
        + storageBytes(work.tokens(), Dtype::Byte) + storageBytes(work.images, Dtype::Byte);
    if (settings.attention == Attention::Eager) {
        const double mask = storageBytes(work.tokens() * work.image.tokens(), towerDtype(settings));
        bytes.locals += mask;
        bytes.tables = settings.checkpoints() ? mask : 0;
    }
    if (tower.mergesByIndex) // places of rows, and where they come from
        bytes.entryTables += 4 * storageBytes(work.patches() / real(tower.merged()), Dtype::Wide);
    return bytes;
}

} // namespace

TowerBytes squareBytes(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    TowerBytes bytes{.given = pixelBytes(settings), .returned = towerFeatures(settings, false)};
    if (settings.tower->isArgumentCast)
        bytes.argument = castPixels(settings);
    if (tower.code == TowerCode::Idefics3)
        return ideficsBytes(settings);
    if (tower.code == TowerCode::Clip) {
        // CLIPVisionEmbeddings has a buffer of positions. LlavaModel asks for what every block
        // gives.
        bytes.buffers = storageBytes(real(tower.positions), Dtype::Wide);
        bytes.streams = real(tower.layers - tower.unread) * towerStream(settings);
        return bytes;
    }
    bytes.refersToEntry = true;
    if (tower.code == TowerCode::InternVit) { // get_image_features: pixels in the weights' dtype
        bytes.locals = castPixels(settings);
        return bytes;
    }
    // SiglipVisionEmbeddings has a buffer of positions; token_type_ids come with the batch.
    bytes.buffers = storageBytes(real(tower.positions), Dtype::Wide);
    bytes.given += storageBytes(settings.tokens(), Dtype::Wide) + lossMaskBytes(settings);
    return bytes;
}

} // namespace shardscope
