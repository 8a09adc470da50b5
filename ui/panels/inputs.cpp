// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inputs.h"

#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/relevance.h"
#include "ui/fields/choicefield.h"
#include "ui/fields/modelsize.h"
#include "ui/fields/pickerfield.h"
#include "ui/fields/sliderfield.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <functional>

namespace shardscope {

namespace {

struct Inputs
{
    Q_DECLARE_TR_FUNCTIONS(Inputs)
};

using ScaleOf = std::function<Scale(const Scenario &)>;

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

/// A scale that hangs on nothing.
ScaleOf always(const Scale &scale)
{
    return [scale](const Scenario &) { return scale; };
}

Field number(std::string_view key, const QString &label, const ScaleOf &scale)
{
    return {.key = key, .label = label, .make = makeRow<SliderField>, .scale = scale};
}

Field number(std::string_view key, const QString &label, double least, double most, double step)
{
    return number(key, label, always(Scale::linear(least, most, step)));
}

Field slider(std::string_view key, const QString &label, const ScaleOf &scale)
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

Scale gpuCounts(const Scenario &scenario)
{
    return Scale::gpuCounts(scenario.parallel.gpusPerNode);
}

Scale groups(const Scenario &scenario)
{
    return Scale::linear(0, scenario.parallel.gpus, 1);
}

/// Powers of two, and nothing between them.
Scale doublings(int most)
{
    std::vector<double> powers;
    for (int power = 1; power <= most; power *= 2)
        powers.push_back(power);
    return Scale::values(powers, powers);
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

/// The degree of data parallelism follows from the others.
QString meshNote(const Scenario &scenario, const Catalog & /*catalog*/)
{
    const Mesh mesh = meshOf(scenario);
    return Inputs::tr("%1 GPUs hold the model once; data parallelism: %2")
        .arg(formatWhole(mesh.modelRanks()), formatWhole(mesh.data));
}

QString batchNote(const Scenario &scenario, const Catalog & /*catalog*/)
{
    const Training &training = scenario.training;
    const double sequences = sequencesOf(training) * training.accumulation * meshOf(scenario).data;
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
    Field field = slider("model.parameters", Inputs::tr("Model si&ze"),
        always(Scale::logarithmic(1e8, 2e12, 0,
            {5e8, 1e9, 1.5e9, 3e9, 4e9, 7e9, 8e9, 14e9, 32e9, 70e9, 123e9, 235e9, 405e9, 671e9,
                1e12})));
    field.shown = modelSize;
    field.note = sizeNote;
    field.isChanged = hasOtherSize;
    return field;
}

/// Megatron's axes beside data parallelism.
std::vector<Field> meshFields()
{
    return {
        withNote(meshNote,
            slider("parallel.tensor", Inputs::tr("&Tensor parallel"), always(doublings(64)))),
        choice<SequenceParallel>("parallel.sequence", Inputs::tr("&Sequence parallel")),
        choice<LossParallel>("parallel.loss_parallel", Inputs::tr("L&oss parallel")),
        slider(
            "parallel.pipeline", Inputs::tr("&Pipeline stages"), always(Scale::linear(1, 128, 1))),
        choice<PipelineKind>("parallel.schedule", Inputs::tr("Sche&dule")),
        number("parallel.layers_first_stage", Inputs::tr("Layers of the &first stage"), 0, 1024, 1),
        number("parallel.layers_last_stage", Inputs::tr("Layers of the last st&age"), 0, 1024, 1),
        number("parallel.virtual_stages", Inputs::tr("&Chunks of a stage"), 1, 64, 1),
        slider("parallel.context", Inputs::tr("Conte&xt parallel"), always(doublings(128))),
        choice<ContextKind>("parallel.context_kind", Inputs::tr("&How sequences are shared")),
        slider("parallel.expert", Inputs::tr("&Expert parallel"), always(doublings(512))),
        number("parallel.expert_tensor", Inputs::tr("&GPUs of an expert"), 0, 64, 1),
        number("parallel.expert_load", Inputs::tr("Load of the &busiest experts"), 1, 64, 0.1),
        number("parallel.expert_capacity", Inputs::tr("Capacit&y of experts"), 0, 64, 0.25),
        choice<ExpertPadding>("parallel.expert_padding", Inputs::tr("Ro&ws that experts compute")),
        choice<TokenDispatcher>("parallel.dispatcher", Inputs::tr("Toke&n dispatcher")),
        choice<RankOrder>("parallel.rank_order", Inputs::tr("Order of GP&Us")),
        number("parallel.vocabulary_padding", Inputs::tr("&Vocabulary padding"), 1, 1 << 20, 64),
        choice<RotaryKernel>("training.rotary", Inputs::tr("&Rotary embedding")),
        choice<SoftmaxKernel>("training.softmax", Inputs::tr("Softma&x of eager attention")),
        number("training.block_layers", Inputs::tr("Checkpointed &layers"), 0, 1024, 1),
        number("training.group_layers", Inputs::tr("Layers of a chec&kpoint"), 1, 1024, 1),
        picker<RecomputeField>("training.recompute_modules", Inputs::tr("Recompu&ted parts")),
    };
}

std::vector<Field> imageFields()
{
    return {
        number("vision.images", Inputs::tr("&Images per sequence"), 0, 64, 1),
        number("vision.image_width", Inputs::tr("Image &width"), 0, 8192, 28),
        number("vision.image_height", Inputs::tr("Image &height"), 0, 8192, 28),
        choice<TowerTraining>("vision.tower", Inputs::tr("Vision &tower")),
        choice<TowerTraining>("vision.projector", Inputs::tr("&Projector")),
    };
}

/// What is trained for, and how the answers come about that are rewarded.
std::vector<Field> objectiveFields()
{
    return {
        choice<Objective>("training.objective", Inputs::tr("&Objective")),
        number("training.num_labels", Inputs::tr("La&bels"), 1, 1 << 20, 1),
        number("training.texts", Inputs::tr("Te&xts of an example"), 2, 1024, 1),
        choice<TextPasses>("training.text_passes", Inputs::tr("Passe&s of texts")),
        number(
            "training.gradient_cache", Inputs::tr("Texts at a time (Grad&Cache)"), 0, 1 << 20, 1),
        choice<Pooling>("training.pooling", Inputs::tr("&Pooling")),
        choice<ReferenceModel>("training.reference_model", Inputs::tr("&Reference model")),
        picker<TeacherField>("training.teacher", Inputs::tr("Teac&her")),
        number("training.completion_tokens", Inputs::tr("Tokens of an &answer"), 0, 1 << 24, 64),
        number("training.target_length", Inputs::tr("Tokens of a &target"), 1, 1 << 24, 64),
        choice<RolloutEngine>("rollout.engine", Inputs::tr("Answers &from")),
        slider(
            "rollout.share", Inputs::tr("&vLLM's share"), always(Scale::linear(0.05, 0.95, 0.05))),
        choice<RolloutSleep>("rollout.sleep", Inputs::tr("vLLM while trainin&g")),
        number("rollout.asleep_gib", Inputs::tr("&Still held asleep"), 0, 1024, 0.5),
        number("rollout.tensor", Inputs::tr("GP&Us of an engine"), always(doublings(1024))),
        number("rollout.generations", Inputs::tr("Ans&wers to a prompt"), 2, 1024, 1),
        number("rollout.chunk", Inputs::tr("Answers at a ti&me"), 1, 1 << 20, 1),
        number("rollout.epochs", Inputs::tr("Ste&ps on the same answers"), 1, 1024, 1),
        number("rollout.scored", Inputs::tr("Answers s&cored at a time"), 0, 1 << 20, 1),
        choice<RolloutOffload>("rollout.offload", Inputs::tr("&Kept on the host meanwhile")),
    };
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
        number("parallel.reduce_bucket", Inputs::tr("&Reduce bucket"), 0, 1e12, 1e6),
        number("parallel.allgather_bucket", Inputs::tr("&All-gather bucket"), 0, 1e12, 1e6),
        number("parallel.prefetch_bucket", Inputs::tr("&Prefetch bucket"), 0, 1e12, 1e6),
        number(
            "parallel.persistence_threshold", Inputs::tr("Persistence &threshold"), 0, 1e12, 1e6),
        number("parallel.sub_group", Inputs::tr("Su&b-group"), 0, 1e12, 1e6),
    };
}

/// Nothing is assumed of the run: what nobody has said stays empty.
Field open(std::string_view key, const QString &label, double most, double step)
{
    Field field = number(key, label, 0, most, step);
    field.isOpenAtZero = true;
    return field;
}

std::vector<Field> runFields()
{
    return {
        open("run.tokens", Inputs::tr("Data set, to&kens"), 1e18, 1e9),
        open("run.examples", Inputs::tr("Data set, e&xamples"), 1e15, 1000),
        number("run.epochs", Inputs::tr("&Epochs"), 0, 1e6, 1),
        open("run.price_per_gpu_hour", Inputs::tr("Price of a GPU-&hour"), 1e6, 0.1),
        open("run.disk_gb_s", Inputs::tr("&Disk rate"), 1e6, 0.1),
        open("run.learning_rate", Inputs::tr("Kno&wn learning rate"), 1000, 1e-5),
        open("run.reference_batch", Inputs::tr("Its &batch"), 1e6, 1),
    };
}

std::vector<Field> overheadFields()
{
    return {
        choice<Allocator>("hardware.allocator", Inputs::tr("&Allocator")),
        number("hardware.fragmentation_percent", Inputs::tr("&Fragmentation"),
            Hardware::asEstimated, 1000, 1),
        number(
            "hardware.context_mib", Inputs::tr("CUDA &context"), Hardware::asEstimated, 65536, 1),
        number("hardware.nccl_mib", Inputs::tr("&NCCL buffers"), Hardware::asEstimated, 65536, 1),
        number("hardware.workspace_mib", Inputs::tr("cuBLAS &workspace"), Hardware::asEstimated,
            65536, 1),
        number("hardware.correction_gib", Inputs::tr("Co&rrection"), -4096, 4096, 0.1),
        number("hardware.host_gib", Inputs::tr("&Host memory"), 0, 16384, 64),
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
                number("parallel.gpus_per_node", Inputs::tr("GPUs per &node"),
                    always(doublings(1024))),
                steps<Strategy>("parallel.strategy", Inputs::tr("&Sharding")),
                picker<LinkField>("hardware.link", Inputs::tr("&Interconnect")),
            }},
        {Inputs::tr("Training"), true,
            {
                slider("training.sequence_length", Inputs::tr("Se&quence length"),
                    always(Scale::binary(128, 1 << 20, 64))),
                slider("training.micro_batch", Inputs::tr("Micro-&batch"),
                    always(Scale::binary(1, 64, 1))),
                withNote(batchNote,
                    slider("training.accumulation", Inputs::tr("Gradient &accumulation"),
                        always(Scale::binary(1, 1024, 1)))),
                steps<Precision>("training.precision", Inputs::tr("&Precision")),
                choice<Fp8>("training.fp8", Inputs::tr("&8-bit products")),
                choice<Fp8Weights>("training.fp8_weights", Inputs::tr("8-bit wei&ghts")),
                choice<Optimizer>("training.optimizer", Inputs::tr("&Optimizer")),
                number("training.projection_rank", Inputs::tr("Proj&ected rank"),
                    always(doublings(1024))),
                number("training.preconditioner_block", Inputs::tr("Pre&conditioned blocks"),
                    always(doublings(16384))),
                choice<UpdateTime>("training.update", Inputs::tr("Weights ad&justed")),
                choice<Checkpointing>("training.checkpointing", Inputs::tr("Chec&kpointing")),
                choice<ActivationOffload>(
                    "training.activation_offload", Inputs::tr("Activation offloa&ding")),
                number("training.checkpoint_every", Inputs::tr("Checkpoint ever&y"), 1, 1 << 14, 1),
            }},
        {Inputs::tr("Method"), true,
            {
                choice<Method>("training.method", Inputs::tr("Me&thod")),
                number("training.lora_rank", Inputs::tr("LoRA &rank"), always(doublings(1024))),
                picker<TargetsField>("training.lora_targets", Inputs::tr("Target modu&les")),
                number("training.lora_dropout", Inputs::tr("&Dropout"), 0, 1, 0.05),
                choice<LoraPrecision>("training.lora_precision", Inputs::tr("Adapter prec&ision")),
                choice<AdapterKind>("training.adapter", Inputs::tr("Ada&pter kind")),
                choice<LoraStart>("training.lora_init", Inputs::tr("Factors s&tart from")),
                picker<FeedforwardField>(
                    "training.feedforward_modules", Inputs::tr("Scaled inp&uts")),
                number("training.virtual_tokens", Inputs::tr("Virtual to&kens"), 1, 1 << 14, 1),
                choice<PrefixProjection>(
                    "training.prefix_projection", Inputs::tr("Prefix made b&y")),
                number("training.encoder_hidden", Inputs::tr("E&ncoder width"), 0, 1 << 20, 1),
                number("training.lokr_factor", Inputs::tr("Kronecker fac&tor"), -1, 1 << 16, 1),
                number("training.oft_block", Inputs::tr("Rota&ted together"), 0, 1 << 16, 1),
                number("training.boft_block", Inputs::tr("Turned toget&her"), 0, 1 << 16, 1),
                number("training.boft_blocks", Inputs::tr("Blocks turne&d"), 0, 1 << 20, 1),
                number("training.boft_factors", Inputs::tr("Butterfly fa&ctors"), 1, 64, 1),
                number("training.trained_tokens", Inputs::tr("Trained toke&ns"), 1, 1 << 20, 1),
                picker<ModulesField>("training.modules_to_save", Inputs::tr("Trained &whole")),
                number(
                    "training.frozen_layers", Inputs::tr("F&rozen layers"), -(1 << 14), 1 << 14, 1),
                picker<FrozenField>("training.frozen_modules", Inputs::tr("A&lso frozen")),
                choice<BaseStorage>("training.base", Inputs::tr("&Base stored in")),
                picker<UnquantizedField>("training.unquantized", Inputs::tr("Le&ft in 16 bits")),
                number("training.outlier_percent", Inputs::tr("Outlier colu&mns"), 0, 100, 0.1),
                choice<KbitPreparation>(
                    "training.kbit_preparation", Inputs::tr("k-bit &preparation")),
                choice<QuantStorage>("training.quant_storage", Inputs::tr("4-bit stora&ge")),
                choice<DoubleQuantization>(
                    "training.double_quantization", Inputs::tr("Double &quantisation")),
                number("training.lora_percent", Inputs::tr("Tra&inable share"), 0, 100, 0.1),
            }},
        {Inputs::tr("Objective"), false, objectiveFields()},
        {Inputs::tr("Advanced"), false,
            {
                choice<EstimatorKind>("estimator", Inputs::tr("Esti&mator")),
                choice<Framework>("parallel.framework", Inputs::tr("Framewor&k")),
                choice<Attention>("training.attention", Inputs::tr("Attent&ion")),
                choice<Loss>("training.loss", Inputs::tr("&Loss")),
                number("training.label_smoothing", Inputs::tr("La&bel smoothing"), 0, 1, 0.05),
                choice<Kernels>("training.kernels", Inputs::tr("Ker&nels")),
                choice<Algorithm>("parallel.algorithm", Inputs::tr("Collective al&gorithm")),
                choice<ModuleLibrary>("training.modules", Inputs::tr("Librar&y")),
                choice<Loop>("training.loop", Inputs::tr("Training loo&p")),
                choice<CheckpointKind>("training.checkpoint_kind", Inputs::tr("Checkpo&int kind")),
                choice<Autocast>("training.autocast", Inputs::tr("A&utocast")),
                choice<ExpertCode>("training.experts", Inputs::tr("Expert &products")),
                choice<LinearAttention>(
                    "training.linear_attention", Inputs::tr("L&inear attention")),
                choice<Outputs>("training.outputs", Inputs::tr("Model &output")),
                number("hardware.reserve_gib", Inputs::tr("Memory to &keep free"), 0, 4096, 1),
            }},
        {Inputs::tr("Images"), false, imageFields()},
        {Inputs::tr("Model parallelism"), false, meshFields()},
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

QString inputChoiceName(std::string_view key, const std::string &word)
{
    const std::vector<InputGroup> groups = inputGroups();
    const Field *field = findField(groups, key);
    return field ? choiceName(*field, toText(word)) : toText(word);
}

} // namespace shardscope
