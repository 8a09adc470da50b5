// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inputs.h"

#include "core/scenario/relevance.h"
#include "ui/fields/choicefield.h"
#include "ui/fields/modelsize.h"
#include "ui/fields/pickerfield.h"
#include "ui/fields/sliderfield.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

struct Inputs
{
    Q_DECLARE_TR_FUNCTIONS(Inputs)
};

using ScaleOf = Scale (*)(const Scenario &);

template <class Row>
FieldRow *makeRow(Session &session, const Field &field, QWidget *parent)
{
    return new Row(session, field, parent);
}

template <class E>
ChoiceTexts textsOf()
{
    return {.name = [](std::size_t i) { return displayName(static_cast<E>(i)); },
        .hint = [](std::size_t i) { return displayHint(static_cast<E>(i)); }};
}

Field number(std::string_view key, const QString &label, ScaleOf scale)
{
    return {.key = key, .label = label, .make = makeRow<SliderField>, .scale = scale};
}

Field slider(std::string_view key, const QString &label, ScaleOf scale)
{
    Field field = number(key, label, scale);
    field.hasSlider = true;
    return field;
}

template <class E>
Field choice(std::string_view key, const QString &label)
{
    return {.key = key, .label = label, .make = makeRow<ChoiceField>, .choices = textsOf<E>()};
}

/// A choice whose order means something.
template <class E>
Field steps(std::string_view key, const QString &label)
{
    Field field = choice<E>(key, label);
    field.hasSlider = true;
    return field;
}

template <class Row>
Field picker(std::string_view key, const QString &label)
{
    return {.key = key, .label = label, .make = makeRow<Row>};
}

Field withNote(QString (*note)(const Scenario &, const Catalog &), Field field)
{
    field.note = note;
    return field;
}

template <int Least, int Most, int Granule = 1>
Scale binary(const Scenario & /*scenario*/)
{
    return Scale::binary(Least, Most, Granule);
}

Scale sizes(const Scenario & /*scenario*/)
{
    return Scale::logarithmic(1e8, 2e12, 0,
        {5e8, 1e9, 1.5e9, 3e9, 4e9, 7e9, 8e9, 14e9, 32e9, 70e9, 123e9, 235e9, 405e9, 671e9, 1e12});
}

Scale gpuCounts(const Scenario &scenario)
{
    return Scale::gpuCounts(scenario.parallel.gpusPerNode);
}

template <int Most>
Scale doublings(const Scenario & /*scenario*/)
{
    std::vector<double> powers;
    for (int power = 1; power <= Most; power *= 2)
        powers.push_back(power);
    return Scale::values(powers, powers);
}

Scale dropouts(const Scenario & /*scenario*/)
{
    return Scale::linear(0, 1, 0.05);
}

Scale frozen(const Scenario & /*scenario*/)
{
    return Scale::linear(0, 1 << 14, 1);
}

Scale everyLayers(const Scenario & /*scenario*/)
{
    return Scale::linear(1, 1 << 14, 1);
}

Scale percents(const Scenario & /*scenario*/)
{
    return Scale::linear(0, 100, 0.1);
}

Scale reserves(const Scenario & /*scenario*/)
{
    return Scale::linear(0, 4096, 1);
}

Scale elements(const Scenario & /*scenario*/)
{
    return Scale::linear(0, 1e12, 1e6);
}

/// With -1 for "as estimated".
template <int Most>
Scale estimable(const Scenario & /*scenario*/)
{
    return Scale::linear(Hardware::asEstimated, Most, 1);
}

Scale corrections(const Scenario & /*scenario*/)
{
    return Scale::linear(-4096, 4096, 0.1);
}

Scale groups(const Scenario &scenario)
{
    return Scale::linear(0, scenario.parallel.gpus, 1);
}

Scale hosts(const Scenario & /*scenario*/)
{
    return Scale::linear(0, 16384, 64);
}

bool hasOtherSize(const Scenario &scenario)
{
    return scenario.model.isScaled() && scenario.model.parameters != Scenario{}.model.parameters;
}

bool hasRealModel(const Scenario &scenario)
{
    return !scenario.model.isScaled();
}

QString sizeNote(const Scenario &scenario, const Catalog &catalog)
{
    if (scenario.model.isScaled())
        return Inputs::tr("Scaled Llama-like shape, not a real model");
    QStringList sentences{
        Inputs::tr("Exact count; another size makes it a scaled Llama-like shape")};
    const std::optional<ParameterCount> count = exactCount(scenario, catalog);
    if (count && count->active < count->total)
        sentences.prepend(
            Inputs::tr("Mixture of experts: each token passes through %1 of these parameters")
                .arg(formatParameters(count->active)));
    return sentences.join(u'\n');
}

QString batchNote(const Scenario &scenario, const Catalog & /*catalog*/)
{
    const Training &training = scenario.training;
    const double sequences
        = 1.0 * training.microBatch * training.accumulation * scenario.parallel.gpus;
    return Inputs::tr("Global batch: %1 tokens in each step")
        .arg(formatWhole(sequences * training.sequenceLength));
}

Field modelPicker()
{
    Field field = picker<ModelField>("model.id", Inputs::tr("&Model"));
    field.isChanged = hasRealModel;
    return field;
}

Field modelSizeSlider()
{
    Field field = slider("model.parameters", Inputs::tr("Model si&ze"), sizes);
    field.shown = modelSize;
    field.note = sizeNote;
    field.isChanged = hasOtherSize;
    return field;
}

std::vector<Field> frameworkFields()
{
    return {
        choice<GradientPrecision>("parallel.gradient_precision", Inputs::tr("&Gradient precision")),
        choice<Wrap>("parallel.wrap", Inputs::tr("&Units")),
        choice<GradientSync>("parallel.gradient_sync", Inputs::tr("Gradients re&duced")),
        choice<BucketView>("parallel.bucket_view", Inputs::tr("Bucket &views")),
        number("parallel.shard_group", Inputs::tr("GPUs that &shard"), groups),
        choice<Offload>("parallel.offload", Inputs::tr("&Offload")),
        choice<ZeroPlusPlus>("parallel.zeropp", Inputs::tr("&ZeRO++")),
        choice<Overlap>("parallel.overlap", Inputs::tr("O&verlap")),
        number("parallel.reduce_bucket", Inputs::tr("&Reduce bucket"), elements),
        number("parallel.allgather_bucket", Inputs::tr("&All-gather bucket"), elements),
        number("parallel.prefetch_bucket", Inputs::tr("&Prefetch bucket"), elements),
        number("parallel.persistence_threshold", Inputs::tr("Persistence &threshold"), elements),
        number("parallel.sub_group", Inputs::tr("Su&b-group"), elements),
    };
}

/// Nothing is assumed of the run: what nobody has said stays empty.
Field open(std::string_view key, const QString &label, ScaleOf scale)
{
    Field field = number(key, label, scale);
    field.isOpenAtZero = true;
    return field;
}

template <class Step>
Scale amounts(const Scenario & /*scenario*/)
{
    return Scale::linear(0, Step::most, Step::size);
}

struct TokenStep
{
    static constexpr double most = 1e18;
    static constexpr double size = 1e9;
};
struct ExampleStep
{
    static constexpr double most = 1e15;
    static constexpr double size = 1000;
};
struct EpochStep
{
    static constexpr double most = 1e6;
    static constexpr double size = 1;
};
struct PriceStep
{
    static constexpr double most = 1e6;
    static constexpr double size = 0.1;
};
struct RateStep
{
    static constexpr double most = 1000;
    static constexpr double size = 1e-5;
};

std::vector<Field> runFields()
{
    return {
        open("run.tokens", Inputs::tr("Data set, to&kens"), amounts<TokenStep>),
        open("run.examples", Inputs::tr("Data set, e&xamples"), amounts<ExampleStep>),
        number("run.epochs", Inputs::tr("&Epochs"), amounts<EpochStep>),
        open("run.price_per_gpu_hour", Inputs::tr("Price of a GPU-&hour"), amounts<PriceStep>),
        open("run.disk_gb_s", Inputs::tr("&Disk rate"), amounts<PriceStep>),
        open("run.learning_rate", Inputs::tr("Kno&wn learning rate"), amounts<RateStep>),
        open("run.reference_batch", Inputs::tr("Its &batch"), amounts<EpochStep>),
    };
}

std::vector<Field> overheadFields()
{
    return {
        choice<Allocator>("hardware.allocator", Inputs::tr("&Allocator")),
        number("hardware.fragmentation_percent", Inputs::tr("&Fragmentation"), estimable<1000>),
        number("hardware.context_mib", Inputs::tr("CUDA &context"), estimable<65536>),
        number("hardware.nccl_mib", Inputs::tr("&NCCL buffers"), estimable<65536>),
        number("hardware.workspace_mib", Inputs::tr("cuBLAS &workspace"), estimable<65536>),
        number("hardware.correction_gib", Inputs::tr("Co&rrection"), corrections),
        number("hardware.host_gib", Inputs::tr("&Host memory"), hosts),
    };
}

} // namespace

std::vector<InputGroup> inputGroups()
{
    return {
        {Inputs::tr("Model"), true, {modelPicker(), modelSizeSlider()}},
        {Inputs::tr("Cluster"), true,
            {
                picker<GpuField>("hardware.gpu", Inputs::tr("&GPU type")),
                slider("parallel.gpus", Inputs::tr("GP&Us"), gpuCounts),
                number("parallel.gpus_per_node", Inputs::tr("GPUs per &node"), doublings<1024>),
                steps<Strategy>("parallel.strategy", Inputs::tr("&Sharding")),
                picker<LinkField>("hardware.link", Inputs::tr("Slowest &link")),
            }},
        {Inputs::tr("Training"), true,
            {
                slider("training.sequence_length", Inputs::tr("Se&quence length"),
                    binary<128, 1 << 20, 64>),
                slider("training.micro_batch", Inputs::tr("Micro-&batch"), binary<1, 64>),
                withNote(batchNote,
                    slider("training.accumulation", Inputs::tr("Gradient &accumulation"),
                        binary<1, 1024>)),
                steps<Precision>("training.precision", Inputs::tr("&Precision")),
                choice<Optimizer>("training.optimizer", Inputs::tr("&Optimizer")),
                choice<Checkpointing>("training.checkpointing", Inputs::tr("&Checkpointing")),
                number("training.checkpoint_every", Inputs::tr("Chec&kpoint every"), everyLayers),
            }},
        {Inputs::tr("Method"), true,
            {
                choice<Method>("training.method", Inputs::tr("Me&thod")),
                number("training.lora_rank", Inputs::tr("Adapter &rank"), doublings<1024>),
                picker<TargetsField>("training.lora_targets", Inputs::tr("Adapted la&yers")),
                number("training.lora_dropout", Inputs::tr("&Dropout"), dropouts),
                choice<LoraPrecision>("training.lora_precision", Inputs::tr("Adapter prec&ision")),
                choice<Dora>("training.use_dora", Inputs::tr("&DoRA")),
                picker<ModulesField>("training.modules_to_save", Inputs::tr("Trained &whole")),
                number("training.frozen_layers", Inputs::tr("&Frozen layers"), frozen),
                choice<KbitPreparation>("training.kbit_preparation", Inputs::tr("Pre&paration")),
                choice<QuantStorage>("training.quant_storage", Inputs::tr("4-bit stora&ge")),
                number("training.lora_percent", Inputs::tr("Tra&inable share"), percents),
            }},
        {Inputs::tr("Advanced"), false,
            {
                choice<EstimatorKind>("estimator", Inputs::tr("Esti&mator")),
                choice<Framework>("parallel.framework", Inputs::tr("Framewor&k")),
                choice<Attention>("training.attention", Inputs::tr("Attent&ion")),
                choice<Loss>("training.loss", Inputs::tr("&Loss")),
                number("training.label_smoothing", Inputs::tr("La&bel smoothing"), dropouts),
                choice<Kernels>("training.kernels", Inputs::tr("Ker&nels")),
                choice<Algorithm>("parallel.algorithm", Inputs::tr("Collective al&gorithm")),
                choice<ModuleLibrary>("training.modules", Inputs::tr("Librar&y")),
                choice<Loop>("training.loop", Inputs::tr("Training loo&p")),
                choice<ExpertCode>("training.experts", Inputs::tr("Expert &products")),
                choice<Outputs>("training.outputs", Inputs::tr("Model &output")),
                number("hardware.reserve_gib", Inputs::tr("Memory to &keep free"), reserves),
            }},
        {Inputs::tr("Run"), false, runFields()},
        {Inputs::tr("Framework settings"), false, frameworkFields()},
        {Inputs::tr("Memory beside tensors"), false, overheadFields()},
    };
}

std::optional<Text> missingFor(const Field &field, const Scenario &scenario)
{
    if (field.shown)
        return std::nullopt;
    return missingFor(field.key, scenario, Answer::Anything);
}

const Field *findField(const std::vector<InputGroup> &groups, std::string_view key)
{
    for (const InputGroup &group : groups) {
        for (const Field &field : group.fields) {
            if (field.key == key)
                return &field;
        }
    }
    return nullptr;
}

QString inputLabel(std::string_view key)
{
    if (key == "model.config") // it is chosen where those of the catalogue are
        key = "model.id";
    const std::vector<InputGroup> groups = inputGroups();
    const Field *field = findField(groups, key);
    return field ? withoutMnemonic(field->label) : toText(key);
}

} // namespace shardscope
