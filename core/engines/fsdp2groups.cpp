// SPDX-License-Identifier: GPL-3.0-or-later
// torch 2.14 fully_shard: _fsdp_param_group.py, _fsdp_collectives.py.
#include "core/engines/fsdp2groups.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view groupsGatherSource
    = "torch 2.14 fully_shard foreach_all_gather: the buffer of a gather lives until the next "
      "unit's copy-out (forward) or its own (backward)";
constexpr std::string_view unshardedSource
    = "torch 2.14 fully_shard: unsharded parameters of a unit, padded to the ranks";
constexpr std::string_view groupsGradientSource
    = "torch 2.14 fully_shard: a unit's gradients wait whole for its reduce-scatter";
constexpr std::string_view groupsReduceSource
    = "torch 2.14 fully_shard foreach_reduce: the input lives until the next unit's reduce-scatter "
      "(reduce_scatter_max_input_buffers = 1)";
constexpr std::string_view groupsShardSource
    = "torch 2.14 fully_shard: sharded gradients in the parameters' dtype";
constexpr std::string_view accumulationSource
    = "torch 2.14 fully_shard without gradient sync (transformers 5.12 Trainer between "
      "micro-steps): whole gradients in the dtype of the reduction";

/// SiglipVisionEmbeddings and Gemma4VisionPatchEmbedder are units (_no_split_modules).
bool wrapsEntry(TowerCode code)
{
    return code == TowerCode::Siglip || code == TowerCode::Gemma4;
}

double lastTrained(const Tape &tape)
{
    double elements = 0;
    for (const Parameter &parameter : tape.parameters)
        elements = parameter.trainable && parameter.isReached && !parameter.isShared
            ? parameter.elements
            : elements;
    return elements;
}

/// Of two stacks, a tied table comes first: what is last ends the decoder or, where nothing does,
/// embeds its target.
double lastBehindStacks(const ModelTapes &model, bool isTied)
{
    const auto isOwn = [isTied](const Parameter &parameter) {
        return parameter.trainable && !parameter.isShared
            && !(isTied && parameter.name == "lm_head");
    };
    for (const Tape *tape : {model.head, &model.ofLayer(model.between)}) {
        const auto last = std::find_if(tape->parameters.rbegin(), tape->parameters.rend(), isOwn);
        if (last != tape->parameters.rend())
            return last->elements;
    }
    return lastTrained(*model.head);
}

} // namespace

Fsdp2Groups::Fsdp2Groups(const Workload &work, const ModelTapes &model, Ledger &ledger)
    : m_work(work)
    , m_ranks(fsdpShards(work))
    , m_wrapsHead(habitsFor(work.scenario).wrap == Wrap::EmbedHead && !work.spec().tiedEmbeddings)
    , m_wrapsEmbedding(
          m_wrapsHead || (work.spec().encoder && isEmbeddingUnit(work.spec().encoder->code)))
    , m_wrapsEntry(work.spec().tower && wrapsEntry(work.spec().tower->code))
    , m_compute(gatheredBytes(work))
    , m_gradient(gatheredTrainedBytes(work))
    , m_reduce(fsdpReduceBytes(work))
    , m_shard(fsdpShardBytes(work))
    , m_between(model.between)
    , m_forms(model.forms)
    , m_groups(endCount + 2 * model.forms.count() + 2)
{
    use(model);
    findLastTrained(model);
    openStaging(ledger);
    for (Fsdp2Group &group : m_groups) {
        if (group.isUsed)
            open(group, ledger);
    }
}

Fsdp2Group *Fsdp2Groups::of(const Unit &unit)
{
    switch (unit.kind) {
    case Unit::Kind::Layer:
        return unit.index == m_between ? nullptr : &ofLayer(unit.index);
    case Unit::Kind::Tower:
        return ofTower(unit.part);
    case Unit::Kind::Embedding:
        return m_wrapsEmbedding ? &(*this)[Kind::Embedding] : nullptr;
    case Unit::Kind::Head:
        return m_wrapsHead ? &(*this)[Kind::Head] : nullptr;
    }
    return nullptr;
}

Fsdp2Group *Fsdp2Groups::ofTower(TowerPartKind part)
{
    if (part == TowerPartKind::Block)
        return &towerGroup(1);
    return part == TowerPartKind::Entry && m_wrapsEntry ? &towerGroup(0) : nullptr;
}

/// What is gathered together.
void Fsdp2Groups::use(const ModelTapes &model)
{
    const auto use = [this](Fsdp2Group &group, const FsdpShards &sizes, const Tape *unit) {
        group = {.isUsed = true, .sizes = sizes, .ranks = m_ranks, .unit = unit};
    };
    const FsdpShards embedding = fsdpShardsOf(*model.embedding, m_ranks);
    const FsdpShards head = fsdpShardsOf(*model.head, m_ranks);
    if (m_wrapsEmbedding)
        use((*this)[Kind::Embedding], embedding, model.embedding);
    if (m_wrapsHead) {
        for (std::size_t i = 1; i < model.embedding->parameters.size(); ++i)
            m_own
                += m_compute * m_ranks * fsdpShardElements(model.embedding->parameters[i], m_ranks);
        use((*this)[Kind::Head], head, model.head);
    } else {
        FsdpShards own = m_wrapsEmbedding ? head : embedding + head;
        for (const TowerTape &part : model.tower) {
            if (!ofTower(part.part))
                own = own + part.count * fsdpShardsOf(*part.tape, m_ranks);
        }
        if (m_between >= 0)
            own = own + fsdpShardsOf(model.ofLayer(m_between), m_ranks);
        use((*this)[Kind::Own], own, nullptr);
    }
    for (const TowerTape &part : model.tower) {
        if (Fsdp2Group *group = ofTower(part.part))
            use(*group, fsdpShardsOf(*part.tape, m_ranks), part.tape);
    }
    model.forEachForm([&](std::size_t form, const Tape &tape, int /*layers*/) {
        if (!model.isBetween(form))
            useLayer(form, tape);
    });
    const FsdpPart part = dealsOutExperts() ? FsdpPart::Dense : FsdpPart::All;
    m_whole = fsdpShardsOf(model, m_ranks, part);
    if (dealsOutExperts())
        m_wholeExperts = fsdpShardsOf(model, fsdpExpertShards(m_work), FsdpPart::Experts);
}

/// _fsdp_init.py, _init_param_group: parameters of one module that other ranks share are a group of
/// their own.
void Fsdp2Groups::useLayer(std::size_t form, const Tape &tape)
{
    Fsdp2Group &group = ofForm(form);
    const int sharers = fsdpExpertShards(m_work);
    const FsdpShards experts = fsdpShardsOf(tape, sharers, FsdpPart::Experts);
    if (!dealsOutExperts() || experts.all <= 0) {
        group = {
            .isUsed = true, .sizes = fsdpShardsOf(tape, m_ranks), .ranks = m_ranks, .unit = &tape};
        return cutInside(group, tape);
    }
    Fsdp2Group &apart = expertsOfForm(form);
    apart = {.isUsed = true, .sizes = experts, .ranks = sharers, .isOfExperts = true};
    group = {.isUsed = true,
        .sizes = fsdpShardsOf(tape, m_ranks, FsdpPart::Dense),
        .ranks = m_ranks,
        .experts = &apart};
    cutInside(apart, tape);
    // foreach_reduce: without anybody to reduce with there is no loop.
    if (sharers > 1) {
        for (const Parameter &parameter : tape.parameters)
            apart.lastTrained = parameter.isExpert ? parameter.elements : apart.lastTrained;
    } else {
        apart.staged = castOfOne(apart);
    }
}

/// foreach_all_gather_copy_out and foreach_reduce, of experts that are not cut along their first
/// dimension: a name refers to the last one's gradient until all is reduced.
void Fsdp2Groups::cutInside(Fsdp2Group &group, const Tape &tape) const
{
    const int sharers = group.ranks * m_work.mesh.expert;
    if (group.ranks <= 1 || !m_work.spec().experts || sharers <= m_work.spec().experts->count)
        return;
    for (const Parameter &parameter : tape.parameters) {
        if (!parameter.isExpert)
            continue;
        group.isRearranged = true;
        group.staged += m_compute * parameter.elements;
        group.lastTrained = parameter.elements;
    }
}

/// FSDPParamGroup.wait_for_unshard, for a single rank: of a parameter a copy in the dtype of
/// computation, which is copied once more.
double Fsdp2Groups::castOfOne(const Fsdp2Group &group) const
{
    constexpr double matrices = 3; // as large as each other
    return m_shard == m_compute ? 0 : m_compute * group.sizes.all / matrices;
}

void Fsdp2Groups::findLastTrained(const ModelTapes &model)
{
    // Modules list a tied table first, and the norms of a layer last.
    (*this)[Kind::Embedding].lastTrained = lastTrained(*model.embedding);
    for (const Parameter &parameter : model.embedding->parameters)
        (*this)[Kind::Embedding].lastParts = parameter.gradientParts;
    (*this)[Kind::Head].lastTrained = lastTrained(*model.head);
    // What belongs to embeddings of layers comes behind the final norm, and last what takes other
    // streams back to one (Gemma3nTextModel).
    const bool isTied = m_work.spec().tiedEmbeddings && m_work.isFull();
    const bool isNormLast = isTied && m_work.ends.norm;
    const ModelSpec &spec = m_work.spec();
    if (m_between >= 0)
        (*this)[Kind::Own].lastTrained = lastBehindStacks(model, spec.tiedEmbeddings);
    else if (spec.encoder)
        (*this)[Kind::Own].lastTrained = (*this)[Kind::Head].lastTrained;
    else if (spec.altUp)
        (*this)[Kind::Own].lastTrained = m_work.isFull()
            ? static_cast<double>(spec.hidden * spec.hidden)
            : (*this)[Kind::Head].lastTrained;
    else if (spec.layerEmbeddings || (isTied && !isNormLast)
        || (*this)[Kind::Head].lastTrained == 0)
        (*this)[Kind::Own].lastTrained = (*this)[Kind::Embedding].lastTrained;
    else
        (*this)[Kind::Own].lastTrained
            = isNormLast ? static_cast<double>(spec.hidden) : (*this)[Kind::Head].lastTrained;
    model.forEachForm([&](std::size_t form, const Tape &tape, int /*layers*/) {
        if (!m_work.isFull() || m_work.spec().normsPerLayer == 0)
            ofForm(form).lastTrained = lastTrained(tape);
    });
}

/// Accounts of what no more than one group has at a time. FSDPCommContext: copy-in and
/// reduce-scatter have streams of their own.
void Fsdp2Groups::openStaging(Ledger &ledger)
{
    const auto openEach = [&](Ledger::Account Fsdp2Group::*account, Stream stream,
                              std::string_view source, std::string_view what,
                              const auto &amountOf) {
        for (Fsdp2Group &group : m_groups) {
            if (!group.isUsed)
                continue;
            group.*account = ledger.open(PartId::Buffers, source, what, amountOf(group.sizes));
            ledger.setStream(group.*account, stream);
        }
    };
    openEach(&Fsdp2Group::casts, Stream::Gather, groupsGatherSource, "B of 16-bit shards",
        [this](const FsdpShards &sizes) { return castBytes(sizes); });
    openEach(&Fsdp2Group::reduced, Stream::Reduce, groupsReduceSource, "B of reduced gradients",
        [this](const FsdpShards &sizes) { return m_reduce * sizes.reached; });
}

void Fsdp2Groups::open(Fsdp2Group &group, Ledger &ledger) const
{
    const FsdpShards &sizes = group.sizes;
    const Term gathered = gatheredShards(m_work, group.ranks * sizes);
    const double reached = sizes.reached * group.ranks;
    using Elements = Ledger::Elements;
    group.gather = ledger.open(PartId::Gathered, groupsGatherSource, gathered);
    group.unsharded = ledger.open(PartId::Gathered, unshardedSource, gathered);
    group.gradients = ledger.open(
        PartId::Gradients, groupsGradientSource, Elements{m_gradient, sizes.reachedWhole});
    group.accumulated = ledger.open(PartId::Gradients, accumulationSource,
        Elements{m_reduce, group.lastParts * sizes.reachedWhole});
    group.reduceInput
        = ledger.open(PartId::Buffers, groupsReduceSource, Elements{m_reduce, reached});
    group.sharded
        = ledger.open(PartId::Gradients, groupsShardSource, Elements{m_shard, sizes.reached});
    ledger.setPieces(group.unsharded, group.unit);
    ledger.setStream(group.gather, Stream::Gather);
    ledger.setStream(group.sharded, Stream::Reduce);
}

/// Bytes of a group's shards, cast to the dtype of the gather where they are in another.
double Fsdp2Groups::castBytes(const FsdpShards &sizes) const
{
    // From the host one after the other, and then cast: more only for a moment.
    if (offloadFor(m_work.scenario.parallel) != Offload::None)
        return gatheredShards(m_work, sizes).value();
    const bool castsFrozen = m_work.training().method != Method::Qlora
        && recipe(m_work.training().precision).weight != m_compute;
    return m_compute
        * ((m_shard == m_gradient ? 0 : sizes.trained)
            + (castsFrozen ? sizes.all - sizes.trained : 0));
}

} // namespace shardscope
