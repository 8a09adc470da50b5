// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/launchline.h"
#include "core/interchange/pythoncall.h"

#include <QTest>

using namespace shardscope;

namespace {

std::vector<LaunchLine> linesOf(const std::string &text)
{
    const auto script = readShell(text);
    return script ? launchLines(*script) : std::vector<LaunchLine>{};
}

/// Sections of the first line, without braces: "trainer:"lr":1;torchrun:..."
QString sectionsOf(const std::string &text)
{
    const std::vector<LaunchLine> lines = linesOf(text);
    QStringList result;
    for (const LaunchSection &section :
        lines.empty() ? LaunchLine{}.sections : lines.front().sections)
        result.append(QString::fromStdString(
            section.formatId + writeJson(section.flags, JsonStyle::Compact)));
    return result.join(';').remove('"');
}

} // namespace

class TestLaunchLine : public QObject
{
    Q_OBJECT

private slots:
    void sections_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *text, const char *expected) {
            QTest::newRow(name) << QByteArray(text) << QString(expected);
        };
        row("torchrun",
            "torchrun --nnodes=2 --nproc-per-node 8 --standalone train.py --lr 1e-5 --bf16",
            "trainer{lr:1e-05,bf16:true};torchrun{nnodes:2,nproc_per_node:8,standalone:true}");
        row("python -m torch.distributed.run",
            "python3 -m torch.distributed.run --nproc_per_node gpu -m pkg.train --x a b",
            "trainer{x:[a,b]};torchrun{nproc_per_node:gpu,module:true}");
        row("accelerate",
            "accelerate launch --num_processes 8 --use_fsdp --mixed_precision=no sft.py --packing "
            "True",
            "trainer{packing:true};accelerate-launch{num_processes:8,use_fsdp:true,mixed_precision:"
            "no}");
        row("DeepSpeed", "deepspeed --num_gpus 4 -i 'a:0,1' train.py --deepspeed ds.json",
            "trainer{deepspeed:ds.json};deepspeed-launch{num_gpus:4,include:a:0,1}");
        row("Slurm",
            "#SBATCH -N 2 --gres=gpu:h100:8\nsrun -n16 --exclusive --mpi pmix python train.py --x",
            "trainer{x:true};slurm{ntasks:16,exclusive:true,mpi:pmix};slurm{nodes:2,gres:gpu:h100:"
            "8}");
        row("Slurm's headers alone", "#SBATCH -N 2\n./run.sh", "slurm{nodes:2}");
        row("environment",
            "export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True HOME=x\n"
            "CUDA_VISIBLE_DEVICES=0,1,3 python train.py",
            "trainer{};environment{CUDA_VISIBLE_DEVICES:3,PYTORCH_CUDA_ALLOC_CONF:expandable_"
            "segments:True}");
        row("env",
            "env NNODES=2 NPROC_PER_NODE=8 FORCE_TORCHRUN=1 llamafactory-cli train x.yaml "
            "lora_rank=8",
            "llama-factory{lora_rank:8};environment{FORCE_TORCHRUN:1,NNODES:2,NPROC_PER_NODE:8}");
        row("variables that torchrun does not read", "NNODES=2 torchrun --nnodes 4 train.py",
            "trainer{};torchrun{nnodes:4}");
        row("LLaMA-Factory's script", "torchrun src/train.py --stage sft --cutoff_len 2048",
            "llama-factory{stage:sft,cutoff_len:2048};torchrun{}");
        row("axolotl", "axolotl train x.yaml --micro-batch-size 2 --num-processes 4 --no-bf16",
            "axolotl{micro_batch_size:2,no_bf16:true};accelerate-launch{num_processes:4}");
        row("axolotl by torchrun", "axolotl train x.yaml --launcher torchrun -- --nproc_per_node=8",
            "axolotl{launcher:torchrun};torchrun{nproc_per_node:8}");
        row("axolotl by accelerate", "accelerate launch -m axolotl.cli.train x.yaml --adapter lora",
            "axolotl{adapter:lora};accelerate-launch{module:true}");
        row("torchtune",
            "tune run --nproc_per_node 2 lora_finetune_distributed --config llama3/8B_lora "
            "batch_size=4 model.lora_rank=16",
            "torchtune{config:llama3/"
            "8B_lora,batch_size:4,model.lora_rank:16};torchrun{nproc_per_node:2}");
        row("torchtune on one GPU", "tune run x --config y.yaml", "torchtune{config:y.yaml}");
        row("torchtitan",
            "torchrun -m torchtitan.train --job.config_file x.toml --training.local-batch-size 2",
            "torchtitan{job.config_file:x.toml,training.local_batch_size:2};torchrun{module:true}");
        row("torchtitan's script",
            "NGPU=4 CONFIG_FILE=x.toml ./run_train.sh --training.seq_len 4096",
            "torchtitan{training.seq_len:4096};torchrun{nproc_per_node:4};"
            "environment{PYTORCH_ALLOC_CONF:expandable_segments:True}");
        row("TRL", "trl sft --config x.yaml --num_processes 4 --max_length 2048",
            "trainer{config:x.yaml,max_length:2048};accelerate-launch{num_processes:4}");
        row("Megatron",
            "A=(--tensor-model-parallel-size 2)\ntorchrun pretrain_gpt.py ${A[@]} --bf16",
            "megatron{tensor_model_parallel_size:2,bf16:true};torchrun{}");
        row("Megatron by its flags", "python run.py --num-layers 2 --hidden-size 64",
            "megatron{num_layers:2,hidden_size:64}");
        row("within bash -c", "srun -N 2 bash -c \"torchrun --nproc_per_node 8 train.py --x 1\"",
            "trainer{x:1};torchrun{nproc_per_node:8};slurm{nodes:2}");
        row("eval", "CMD='torchrun train.py --x 1'\neval $CMD", "trainer{x:1};torchrun{}");
        row("wrapped", "nohup numactl -m 0 uv run torchrun train.py", "trainer{};torchrun{}");
        row("notebook", "!torchrun train.py", "trainer{};torchrun{}");
        row("prompt", "$ torchrun train.py", "trainer{};torchrun{}");
        row("object", "torchrun train.py --kwargs '{\"a\": 1}' --x -1 --n null",
            "trainer{kwargs:{a:1},x:-1,n:null};torchrun{}");
        row("last one counts", "torchrun train.py --x 1 --x 2", "trainer{x:2};torchrun{}");
        row("installing is no training", "pip install deepspeed torchrun", "");
        row("no training",
            "python setup.py install\naxolotl preprocess x.yaml\ntune run generate --config x", "");
        row("a container's own line", "docker run img torchrun train.py", "");
    }
    void sections()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(sectionsOf(text.toStdString()), expected);
    }

    void filesThatItNames()
    {
        const auto line
            = linesOf("accelerate launch \\\n --config_file fsdp.yaml train.py x.json \\\n"
                      "  --deepspeed '{\"a\": 1}' --deepspeed_config $D/z.json")
                  .front();
        QCOMPARE(line.sections[0].script, std::string("train.py"));
        QCOMPARE(line.sections[0].files,
            (std::vector<LaunchFile>{{"x.json", "", 2}, {"$D/z.json", "deepspeed_config", 3}}));
        QCOMPARE(
            line.sections[1].files, (std::vector<LaunchFile>{{"fsdp.yaml", "config_file", 2}}));
    }

    void whatIsUnknown()
    {
        const auto line = linesOf(
            "MBS=4\ntorchrun --nproc_per_node $GPUS \\\n train.py --mbs $MBS --out $D/x $ARGS")
                              .front();
        QCOMPARE(line.unresolved,
            (std::vector<UnresolvedFlag>{{"GPUS", "torchrun", "nproc_per_node", 2},
                {"D", "trainer", "out", 3}, {"ARGS", "trainer", "", 3}}));
        QCOMPARE(line.sections[0].flags, Json(Json::Object{{"mbs", 4}}));
        QCOMPARE(line.sections[0].flags.find("mbs")->line(), 1);
    }

    void linesWithinWords()
    {
        const auto line = linesOf("a\nbash -c '\n  torchrun train.py \\\n --x 1'").front();
        QCOMPARE(line.line, 3);
        QCOMPARE(line.sections[0].flags.find("x")->line(), 4);
    }

    void programsThatTrainNothing()
    {
        for (const char *script : {"run_text_generation_server.py", "tools/run_inference.py",
                 "evaluate.py", "generate_samples_gpt.py"})
            QVERIFY2(linesOf("torchrun " + std::string(script) + " --micro-batch-size 1").empty(),
                script);
        QCOMPARE(
            linesOf("torchrun train_and_evaluate.py --micro-batch-size 1").size(), std::size_t{1});
    }

    void scalars()
    {
        QCOMPARE(typedScalar("1e-5"), Json(1e-5));
        QCOMPARE(typedScalar("500_000"), Json(500'000));
        QCOMPARE(typedScalar("True"), Json(true));
        QCOMPARE(typedScalar("~"), Json());
        for (const char *word :
            {"no", "70B", "1:2", "0,1", "e5", "-", ".", "1e", "8*2", "00:30:00", ""})
            QCOMPARE(typedScalar(word), Json(word));
    }

    void manyLinesEnd()
    {
        std::string text;
        for (int i = 0; i < 20'000; ++i)
            text += "nohup torchrun a.py --x " + std::to_string(i) + "\n";
        QCOMPARE(linesOf(text).size(), std::size_t{64});
        std::string flags = "torchrun a.py";
        for (int i = 0; i < 45'000; ++i)
            flags += " --x" + std::to_string(i) + " 1";
        QCOMPARE(linesOf(flags).size(), std::size_t{1});
        std::string pythons = "nohup";
        for (int i = 0; i < 45'000; ++i)
            pythons += " python a";
        QVERIFY(linesOf(pythons).empty());
    }

    void pythonCalls()
    {
        const auto python = readPython(R"(!pip install 'unsloth
max_seq_length = 2048 * 2
dtype: str = None # it's found
targets = ["q_proj",
    "v_proj"]
model, tokenizer = FastLanguageModel.from_pretrained(
    model_name = "unsloth/" "llama", max_seq_length = max_seq_length,
    dtype = dtype, load_in_4bit = True)
trainer = SFTTrainer(model, args = SFTConfig(
        per_device_train_batch_size = 2, bf16 = not is_bf16(), lr = 2e-4, d = {"a": [1, -2]}),
    peft_config = LoraConfig(r=16, target_modules=targets, torch_dtype=torch.bfloat16, **more))
class MyTrainer(Trainer): pass
tok = AutoTokenizer.from_pretrained("x")
)");
        QVERIFY(python.has_value());
        QStringList calls;
        for (const PythonCall &call : python->calls)
            calls.append(
                QString::fromStdString(call.callee + writeJson(call.arguments, JsonStyle::Compact))
                    .remove('"'));
        QCOMPARE(calls,
            (QStringList{"FastLanguageModel.from_pretrained{model_name:unsloth/llama,"
                         "max_seq_length:4096,dtype:null,load_in_4bit:true}",
                "SFTTrainer{}", "SFTConfig{per_device_train_batch_size:2,lr:0.0002,d:{a:[1,-2]}}",
                "LoraConfig{r:16,target_modules:[q_proj,v_proj],torch_dtype:bfloat16}"}));
        QCOMPARE(python->calls[2].arguments.find("lr")->line(), 10);
        QCOMPARE(python->unresolved.size(), std::size_t{5});
        QCOMPARE(
            python->unresolved[3], (UnresolvedArgument{"SFTConfig", "bf16", "not is_bf16()", 10}));
        QCOMPARE(python->unresolved[4], (UnresolvedArgument{"LoraConfig", "**", "**more", 11}));
    }

    void namesThatAreSetAgain()
    {
        const auto python = readPython("r = 8\nif x:\n  r = f(8)\nLoraConfig(r=r)\nr = 4; "
                                       "LoraConfig(r=r)\nr += 1\nLoraConfig(r=r)");
        QCOMPARE(python->unresolved.size(), std::size_t{2});
        QCOMPARE(python->calls[1].arguments, Json(Json::Object{{"r", 4}}));
    }

    void brokenPythonEnds_data()
    {
        QTest::addColumn<QByteArray>("unit");
        for (const char *unit : {"(", "[", "SFTConfig(a=[", "'", "\"\"\"", "a=[", "a.",
                 "SFTConfig(", "r'", "\\", "a=b=", "{", "a:", "a:b;", "x=[1]*9;C(x)", ")"})
            QTest::newRow(unit) << QByteArray(unit);
    }
    void brokenPythonEnds()
    {
        QFETCH(QByteArray, unit);
        (void)readPython(unit.repeated(int{1'000'000} / int(unit.size())).toStdString());
    }
};

QTEST_APPLESS_MAIN(TestLaunchLine)
#include "tst_launchline.moc"
