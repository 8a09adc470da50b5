// SPDX-License-Identifier: GPL-3.0-or-later
// Qwen's vision towers: transformers 5.12.1 modeling_qwen2_vl.py, modeling_qwen2_5_vl.py and
// modeling_qwen3_vl.py, statement by statement. All images of a micro-batch are one sequence of
// patches.
#include "core/modules/towerparts.h"

#include <array>
#include <cmath>

namespace shardscope {

namespace {

class QwenPartWriter
{
public:
    QwenPartWriter(TapeBuilder &tape, const LayerSettings &settings, const LayerSettings &model)
        : m_tape(tape)
        , m_write(tape, settings)
        , m_model(model)
        , m_tower(*model.spec.tower)
        , m_image(model.tower->image)
        , m_images(model.tower->images)
    { }

    TensorId entry(bool isTouched)
    {
        const LayerSettings &settings = m_write.settings;
        const TensorId pixels = m_tape.outside(patches() * patchWidth(), Dtype::Single);
        const TensorId x = m_tape.cast(pixels, settings.tables);
        m_tape.beginModule();
        const TensorId matrix = parameter("patch_embed", width() * patchWidth(), width());
        const TensorId offset
            = m_tower.code == TowerCode::Qwen3Vl ? parameter("bias", width(), width()) : NoTensor;
        TensorId stream = m_tape.convolution(x, matrix, offset, patches() * width());
        m_tape.endModule();
        const bool isOutput = m_tower.positions == 0 && m_tower.window == 0;
        if (isTouched && isOutput) // which the first block keeps
            m_tape.requireGradient(stream);
        else if (isTouched)
            m_tape.makeLeaf(stream);
        if (m_tower.positions > 0)
            stream = placed(stream);
        if (m_tower.window > 0)
            stream = reordered(stream);
        m_tape.stillHeld(x);
        return m_tape.cast(stream, towerDtype(m_model));
    }

    TensorId block(TensorId x, bool isFull)
    {
        const TensorId first = norm("norm1", x);
        const TensorId middle = m_tape.add(x, attention(first, isFull));
        const TensorId result = m_tape.add(middle, mlp(norm("norm2", middle)));
        for (const TensorId argument : m_arguments)
            m_tape.stillHeld(argument);
        return result;
    }

    /// Features of the tower, in one tensor for all images.
    TensorId exit(TensorId x)
    {
        TensorId features = merged(x, norm("ln_q", x));
        if (m_tower.window > 0)
            features = reordered(features);
        // torch.split by images, torch.cat of them, and the language model's dtype.
        const TensorId joined = m_tape.copy("cat", features, m_tape.at(features).elements);
        return m_tape.cast(joined, m_model.stream());
    }

    /// Features for a layer, beside the stream; their gradient is there before the stream's.
    TensorId side(TensorId x)
    {
        const double wide = width() * real(m_tower.merged());
        const TensorId normed = m_write.norm("norm", x, wide, patches() / real(m_tower.merged()));
        const TensorId features = merged(x, normed);
        const TensorId stream
            = m_tape.op("hand_on", {x, features}, m_tape.at(x).elements, m_tape.at(x).dtype, {});
        m_tape.last().gradients[0] = 0;
        return stream;
    }

private:
    double patches() const { return m_model.tower->patches(); }
    double width() const { return real(m_tower.hidden); }
    double patchWidth() const { return real(m_tower.patchWidth()); }

    TensorId parameter(std::string_view name, double elements, double rows)
    {
        return m_tape.parameter({.name = name,
            .elements = elements,
            .rows = rows,
            .dtype = m_write.settings.tables,
            .trainable = m_write.settings.trainsBase});
    }
    TensorId norm(std::string_view name, TensorId x)
    {
        return m_write.norm(name, x, width(), patches());
    }

    /// x[index]: rows in another order.
    TensorId reordered(TensorId x) { return m_tape.copy("index", x, m_tape.at(x).elements); }

    /// Qwen3-VL: positions of the image between the rows of a table, which are weighed in fp32.
    TensorId placed(TensorId stream)
    {
        const Dtype dtype = m_tape.at(stream).dtype;
        const double corners = 4 * patches();
        m_tape.beginModule();
        const TensorId table
            = parameter("pos_embed", real(m_tower.positions) * width(), real(m_tower.positions));
        const TensorId ids = m_tape.outside(corners, Dtype::Wide);
        const TensorId rows = m_tape.lookup("embedding", table, ids, corners * width());
        m_tape.endModule();
        const TensorId weights = m_tape.outside(corners, Dtype::Single);
        const TensorId weighed = m_tape.mul(rows, weights);
        const TensorId sum
            = m_tape.op("sum", {weighed}, patches() * width(), m_tape.at(weighed).dtype, {});
        m_tape.last().gradients[0] = 0; // a view of the sum's
        const TensorId cast = m_tape.cast(sum, dtype);
        const TensorId result = m_tape.add(stream, cast);
        m_tape.stillHeld(sum);
        return result;
    }

    struct Tables
    {
        TensorId cos = NoTensor;
        TensorId sin = NoTensor;
    };

    /// FSDP2's mixed precision casts what a block is called with; the block casts it back.
    Tables tablesOf()
    {
        const double elements = patches() * real(m_tower.headDim());
        const auto table = [&] {
            if (!m_model.castsInputs)
                return m_tape.outside(elements, Dtype::Single);
            m_arguments.push_back(m_tape.plain(elements, Dtype::Half));
            return m_tape.cast(m_arguments.back(), Dtype::Single);
        };
        const TensorId cos = table();
        return {cos, table()};
    }

    TensorId attention(TensorId x, bool isFull)
    {
        const double each = patches() * width();
        const TensorId fused = m_write.linear("qkv", x, width(), 3 * width(), true);
        // Of query, key and value behind each other; their gradients are joined as such, and then
        // laid out as the product made them.
        const TensorId ordered = m_tape.part(fused, 3 * each);
        const auto parts = m_tape.split(ordered, {each, each, each});
        const Dtype dtype = m_tape.at(fused).dtype;
        const TensorId query = m_tape.cast(parts[0], Dtype::Single);
        const TensorId key = m_tape.cast(parts[1], Dtype::Single);
        const Tables tables = tablesOf();
        const TensorId turned = writeRotatedBy(m_tape, query, tables.cos, tables.sin);
        const TensorId turnedKey = writeRotatedBy(m_tape, key, tables.cos, tables.sin);
        const TensorId q = m_tape.cast(turned, dtype);
        const TensorId k = m_tape.cast(turnedKey, dtype);
        m_tape.stillHeld({query, key});
        const Contexts context = attended(q, k, parts[2], isFull);
        const TensorId joined = m_tape.concat({context[0], context[1], context[2]}, each);
        const TensorId result = m_write.linear("proj", joined, width(), width(), true);
        m_tape.stillHeld({q, k, fused});
        for (const TensorId piece : context) {
            if (piece != NoTensor)
                m_tape.stillHeld(piece);
        }
        m_tape.stillHeld(x);
        return result;
    }

    /// Pieces of a query, key or value, which are attended to one by one; their gradients are put
    /// together again.
    TensorId pieces(TensorId x) { return m_tape.part(x, m_tape.at(x).elements); }

    /// Images, or windows of them, that attention goes through one by one.
    double callsOf(bool isFull) const
    {
        return m_images * (isFull ? 1 : static_cast<double>(m_image.windows));
    }
    double pairsOf(bool isFull) const
    {
        return m_images * (isFull ? m_image.patches() * m_image.patches() : m_image.windowPairs);
    }

    /// What attention makes of the first call, of the second and of all others; as many as there
    /// are. Scores of the eager kind are there for one call at a time: of many calls a third of
    /// them all is an upper bound.
    using Contexts = std::array<TensorId, 3>;
    Contexts attended(TensorId query, TensorId key, TensorId value, bool isFull)
    {
        const double calls = callsOf(isFull);
        if (m_model.attention != Attention::Eager)
            return {flash(pieces(query), pieces(key), pieces(value), isFull), NoTensor, NoTensor};
        if (calls < 2)
            return {
                scored(pieces(query), pieces(key), pieces(value), isFull, 1), NoTensor, NoTensor};
        const double first = std::ceil(calls / 3) / calls;
        const double second = calls < 3 ? 1 - first : std::ceil((1 - first) * calls / 2) / calls;
        const std::array<double, 3> shares{first, second, calls < 3 ? 0 : 1 - first - second};
        const auto split = [&](TensorId whole) {
            const double elements = m_tape.at(whole).elements;
            return m_tape.split(
                whole, {shares[0] * elements, shares[1] * elements, shares[2] * elements});
        };
        const auto queries = split(query);
        const auto keys = split(key);
        const auto values = split(value);
        Contexts contexts{NoTensor, NoTensor, NoTensor};
        for (std::size_t i = 0; i < shares.size() && shares[i] > 0; ++i)
            contexts[i] = scored(queries[i], keys[i], values[i], isFull, shares[i]);
        return contexts;
    }

    /// scaled_dot_product_attention, image by image or window by window.
    TensorId flash(TensorId query, TensorId key, TensorId value, bool isFull)
    {
        const double pairs = pairsOf(isFull);
        const double calls = callsOf(isFull);
        const bool casts = m_tape.isAutocast() && m_write.settings.fusedKernels;
        const auto operand = [&](TensorId id) { return casts ? m_tape.cast(id, Dtype::Half) : id; };
        const TensorId q = operand(query);
        const TensorId k = operand(key);
        const TensorId v = operand(value);
        const TensorId context = m_tape.op(
            "flash_attention", {q, k, v}, patches() * width(), m_tape.at(q).dtype, {q, k, v}, true);
        m_tape.multiplies(
            {.rows = pairs, .inner = 2 * width(), .columns = 1}, OpKind::FusedAttention);
        m_tape.alsoMakes(patches() * real(m_tower.heads), Dtype::Single, true);
        m_tape.alsoMakes(2 * StorageGranule * calls, Dtype::Byte, true);
        if (m_write.settings.fusedKernels) {
            // flash_api.cpp, mha_bwd: of one call the query's gradient and sums in fp32.
            const double side = isFull ? m_image.patches() : std::sqrt(pairs / calls);
            const double rows = real(m_tower.heads) * std::ceil(side / 128) * 128;
            const double dim = std::ceil(real(m_tower.headDim()) / 32) * 32;
            m_tape.borrowsBackward(
                {bytesOf(rows, Dtype::Single), bytesOf(rows * dim, Dtype::Single)});
        }
        return context;
    }

    /// eager_attention_forward, of a share of all calls.
    TensorId scored(TensorId query, TensorId key, TensorId value, bool isFull, double share)
    {
        const double scores = share * real(m_tower.heads) * pairsOf(isFull);
        const double results = share * patches() * width();
        const Dtype dtype = m_tape.at(query).dtype;
        const auto operand
            = [&](TensorId id) { return m_tape.isAutocast() ? m_tape.cast(id, Dtype::Half) : id; };
        const auto product = [&](TensorId a, TensorId b, double elements) {
            const TensorId result = m_tape.matmul(
                operand(a), operand(b), elements, share * real(m_tower.heads) * m_images);
            m_tape.attends();
            return result;
        };
        const TensorId raw = m_tape.scale(product(query, key, scores));
        const TensorId soft = m_write.softmaxInSingle(raw);
        const TensorId weights = m_tape.cast(soft, dtype);
        const TensorId context = product(weights, value, results);
        const TensorId result = m_tape.copy("contiguous", context, results);
        m_tape.last().gradients[0] = 0;
        m_tape.stillHeld({context, weights});
        return result;
    }

    TensorId mlp(TensorId x)
    {
        if (m_tower.code == TowerCode::Qwen25Vl)
            return writeGatedMlp(m_write, x, true);
        const double inner = real(m_tower.intermediate);
        const bool isThird = m_tower.code == TowerCode::Qwen3Vl;
        const TensorId up = m_write.linear(isThird ? "linear_fc1" : "fc1", x, width(), inner, true);
        const TensorId result
            = m_write.linear(isThird ? "linear_fc2" : "fc2", active(up), inner, width(), true);
        m_tape.stillHeld(x);
        return result;
    }

    /// GELU in one kernel, or QuickGELU.
    TensorId active(TensorId x)
    {
        return m_tower.gelu ? m_tape.activation("gelu", x) : writeQuickGelu(m_tape, x);
    }

    /// Neighbours side by side, through two matrices.
    TensorId merged(TensorId x, TensorId normed)
    {
        const bool isThird = m_tower.code == TowerCode::Qwen3Vl;
        const double wide = width() * real(m_tower.merged());
        const TensorId up = m_write.linear(isThird ? "linear_fc1" : "0", normed, wide, wide, true);
        const TensorId result = m_write.linear(isThird ? "linear_fc2" : "2",
            m_tape.activation("gelu", up), wide, real(m_tower.out), true);
        if (isThird)
            m_tape.stillHeld(normed);
        m_tape.stillHeld(x);
        return result;
    }

    TapeBuilder &m_tape;
    ModuleWriter m_write;
    const LayerSettings &m_model;
    const TowerSpec &m_tower;
    const TowerImage &m_image;
    double m_images = 1;
    std::vector<TensorId> m_arguments; ///< that a block is called with, beside the stream
};

} // namespace

TensorId writeQwenPart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    QwenPartWriter write(tape, settings.own, settings.model);
    if (part.kind == TowerPartKind::Entry)
        return write.entry(settings.isTouched);
    const TensorId x = inputOf(tape, settings, part);
    if (part.kind == TowerPartKind::Side)
        return write.side(x);
    return part.kind == TowerPartKind::Exit ? write.exit(x) : write.block(x, part.isFull);
}

TowerBytes qwenBytes(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    const double patches = settings.tower->patches();
    const double angles = patches * real(tower.headDim());
    const double cast = castPixels(settings);
    TowerBytes bytes{
        .given = pixelBytes(settings), .tables = 2 * storageBytes(angles, Dtype::Single)};
    // Rows and columns of patches, their angles, those twice, and cosines and sines.
    bytes.locals = storageBytes(2 * patches, Dtype::Wide) + storageBytes(angles / 2, Dtype::Single)
        + storageBytes(angles, Dtype::Single) + bytes.tables;
    (settings.tower->isArgumentCast ? bytes.argument : bytes.locals) += cast;
    const double corners
        = storageBytes(4 * patches, Dtype::Wide) + storageBytes(4 * patches, Dtype::Single);
    if (tower.positions > 0)
        bytes.locals += corners + storageBytes(patches * real(tower.hidden), Dtype::Single);
    if (trainsTower(settings) && tower.code == TowerCode::Qwen3Vl)
        bytes.entryTables = corners;
    return bytes;
}

} // namespace shardscope
