<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Examples</name>
    <message>
        <source>Llama 3 8B, all weights, on 8 GPUs</source>
        <translation>Llama 3 8B，全部权重，8 张 GPU</translation>
    </message>
    <message>
        <source>An ordinary run to start from: it fits, with headroom to use. Drag anything, and read below the chart what follows.</source>
        <translation>一个普通的起点：放得下，且有余量可用。拖动任意输入，在图下方查看结果。</translation>
    </message>
    <message>
        <source>Qwen2.5 7B with QLoRA on one GPU</source>
        <translation>Qwen2.5 7B，QLoRA，单张 GPU</translation>
    </message>
    <message>
        <source>A run at home: 4-bit weights and a small adapter on one card. Drag {training.sequence_length} until the verdict turns.</source>
        <translation>在家运行：4 位权重加一个小适配器，一张显卡。拖动{training.sequence_length}，直到结论改变。</translation>
    </message>
    <message>
        <source>Llama 2 70B, all weights, on 8 GPUs</source>
        <translation>Llama 2 70B，全部权重，8 张 GPU</translation>
    </message>
    <message>
        <source>A run that does not fit. Read below the chart what would make it fit, and apply it.</source>
        <translation>一个放不下的运行。在图表下方查看怎样才能放下，并应用它。</translation>
    </message>
    <message>
        <source>What ZeRO 1, 2 and 3 take away</source>
        <translation>ZeRO 1、2、3 各减去什么</translation>
    </message>
    <message>
        <source>How many GPUs 70 billion parameters take</source>
        <translation>700 亿参数需要多少张 GPU</translation>
    </message>
    <message>
        <source>17.5 GB on each of 8 GPUs are the weights alone: with gradients and optimizer they are 140 GB. Drag {parallel.gpus}: the curve goes below the line of 80 GB at 16 GPUs, where 76.4 GB leave little to spare.</source>
        <translation>8 张 GPU 时，每张仅权重就占 17.5 GB；加上梯度和优化器是 140 GB。拖动{parallel.gpus}：到 16 张 GPU 时曲线降到 80 GB 线以下，76.4 GB 所剩无几。</translation>
    </message>
    <message>
        <source>A rule of thumb, and what frameworks allocate</source>
        <translation>经验法则与框架的实际分配</translation>
    </message>
    <message>
        <source>The rule of thumb says 14 GiB for this run, the detailed estimate 24: no rule knows of the 5 GiB of temporaries in the optimizer step, nor of what allocator, CUDA and NCCL keep. Click a part of the bar to read why it is there.</source>
        <translation>经验法则给出 14 GiB，详细估算给出 24 GiB：没有法则知道优化器步骤中 5 GiB 的临时量，也不知道分配器、CUDA 和 NCCL 保留了什么。点击柱中的一部分，查看它为何存在。</translation>
    </message>
    <message>
        <source>LoRA does not shrink activations</source>
        <translation>LoRA 不会减少激活</translation>
    </message>
    <message>
        <source>LoRA frees the 11 GiB that master weights and optimizer take on each GPU, but more than 90 % of the 25 GiB of activations stay. Set {training.checkpointing} to {training.checkpointing=full}: that is what shrinks them, to 1 GiB.</source>
        <translation>LoRA 省下每张 GPU 上主权重和优化器的 11 GiB，但 25 GiB 激活中 90 % 以上仍在。把{training.checkpointing}设为{training.checkpointing=full}：这才会把它们减到 1 GiB。</translation>
    </message>
    <message>
        <source>When activation checkpointing helps</source>
        <translation>激活检查点何时有用</translation>
    </message>
    <message>
        <source>13 of the 34 GiB of this LoRA run are activations, and it does not fit. Set {training.checkpointing} to {training.checkpointing=full}: 21 GiB fit, for a longer step. With {training.method} at {training.method=full} it would be no help: the peak is in the optimizer step then.</source>
        <translation>这个 LoRA 运行的 34 GiB 中有 13 GiB 是激活，放不下。把{training.checkpointing}设为{training.checkpointing=full}：21 GiB 放得下，代价是步骤更长。若{training.method}为{training.method=full}则没有帮助：那时峰值在优化器步骤。</translation>
    </message>
    <message>
        <source>Where the logits dominate</source>
        <translation>logits 占主导之处</translation>
    </message>
    <message>
        <source>The logits of 8,192 tokens over a vocabulary of 128,256 take 12 GiB, more than twice as much as all the 4-bit weights. Set {training.loss} to {training.loss=fused}: the peak falls from 21 to 11 GiB.</source>
        <translation>8,192 个 token 在 128,256 词表上的 logits 占 12 GiB，是全部 4 位权重的两倍多。把{training.loss}设为{training.loss=fused}：峰值从 21 降到 11 GiB。</translation>
    </message>
    <message>
        <source>Where the sequence length bites</source>
        <translation>序列长度的代价</translation>
    </message>
    <message>
        <source>With FlashAttention memory follows the sequence: 20 GiB at 8,192 tokens, 25 at 16,384 and 36 at 32,768. Set {training.attention} to {training.attention=eager}: its scores follow the square, so that 8,192 tokens take 51 GiB and 16,384 no longer fit.</source>
        <translation>使用 FlashAttention 时显存随序列增长：8,192 个 token 为 20 GiB，16,384 个为 25 GiB，32,768 个为 36 GiB。把{training.attention}设为{training.attention=eager}：注意力分数按平方增长，8,192 个 token 需要 51 GiB，16,384 个就放不下了。</translation>
    </message>
    <message>
        <source>The last resort: offload</source>
        <translation>最后的办法：卸载</translation>
    </message>
    <message>
        <source>Without it each of the 8 GPUs would need 143 GiB of its 80 GB. With the optimizer in host memory it takes 27 GiB, but the host 1.3 TiB, and the step over three times as long. Set {parallel.offload} to {parallel.offload=none} to see the difference.</source>
        <translation>不卸载时，8 张 GPU 每张 80 GB 却需要 143 GiB。把优化器放到主机内存后只需 27 GiB，但主机需要 1.3 TiB，每步时间是三倍多。把{parallel.offload}设为{parallel.offload=none}查看差别。</translation>
    </message>
    <message>
        <source>What the ring carries</source>
        <translation>环上传输什么</translation>
    </message>
    <message>
        <source>Around a ring each of 2 GPUs sends 14 GB of gradients in a step, each of 8 sends 24.5 GB, and however many they are, never more than 28 GB. Set {parallel.strategy} to {parallel.strategy=zero3}: half as much again, since the weights are gathered twice.</source>
        <translation>在环上，2 张 GPU 时每张每步发送 14 GB 梯度，8 张时每张 24.5 GB；无论多少张，都不超过 28 GB。把{parallel.strategy}设为{parallel.strategy=zero3}：再多一半，因为权重要收集两次。</translation>
    </message>
    <message>
        <source>What gradient accumulation costs ZeRO-2</source>
        <translation>梯度累积对 ZeRO-2 的代价</translation>
    </message>
    <message>
        <source>With 4 micro-steps DDP sends 28 GB for each optimizer step, just as with 1. ZeRO-2 sends 126 GB rather than 42, since it reduces the gradients of every one of them. Drag {training.accumulation} to see which bars grow.</source>
        <translation>4 个微步时，DDP 每个优化器步骤发送 28 GB，与 1 个微步相同。ZeRO-2 发送 126 GB 而不是 42 GB，因为它对每个微步的梯度都做归约。拖动{training.accumulation}，看看哪些柱会变高。</translation>
    </message>
    <message>
        <source>Which link makes ZeRO-3 slow</source>
        <translation>哪条链路拖慢 ZeRO-3</translation>
    </message>
    <message>
        <source>Over NVLink this step takes 0.4 s and hardly waits; over PCI Express 5.0 it takes 1.5 s, most of it waiting. Drag {training.sequence_length} to 16,384: there is more to compute but no more to send, and little of the waiting is left.</source>
        <translation>通过 NVLink，这一步用时 0.4 秒，几乎无需等待；通过 PCI Express 5.0 用时 1.5 秒，大部分在等待。把{training.sequence_length}拖到 16,384：计算更多而传输不变，等待所剩无几。</translation>
    </message>
    <message>
        <source>Rule of thumb</source>
        <translation>经验法则</translation>
    </message>
    <message>
        <source>Full fine-tuning</source>
        <translation>全量微调</translation>
    </message>
    <message>
        <source>Without offload</source>
        <translation>不卸载</translation>
    </message>
    <message>
        <source>NVLink</source>
        <translation>NVLink</translation>
    </message>
    <message>
        <source>Of the 112 GB of model states that DDP keeps on every GPU, ZeRO-1, 2 and 3 leave 38.5, 26.25 and 14 GB on 8 GPUs; 1.3 GB of activations stand on top. Drag {parallel.gpus} to 4: they leave 49, 38.5 and 28 GB, and DDP has not moved.</source>
        <translation>DDP 在每块 GPU 上保留 112 GB 模型状态，在 8 块 GPU 上 ZeRO-1、2、3 分别剩下 38.5、26.25 和 14 GB；另有 1.3 GB 激活。将 {parallel.gpus} 拖到 4：剩下 49、38.5 和 28 GB，而 DDP 不变。</translation>
    </message>
    <message>
        <source>Why the first pipeline stage is the fullest</source>
        <translation>为什么流水线第一级最满</translation>
    </message>
    <message>
        <source>All 4 stages have as many layers, but the first one holds activations of 4 micro-batches in flight: 54 GiB, where the last one takes 39 GiB. Set {parallel.virtual_stages} to 2: the pipeline bubble shrinks from 1.3 to 0.8 s of each step, and the first stage takes 63 GiB.</source>
        <translation>4 级的层数相同，但第一级持有 4 个在途微批次的激活：54 GiB，而最后一级为 39 GiB。将 {parallel.virtual_stages} 设为 2：每步的流水线气泡从 1.3 秒缩短到 0.8 秒，第一级则需 63 GiB。</translation>
    </message>
    <message>
        <source>Qwen2.5-VL 7B on images, with QLoRA on one GPU</source>
        <translation>Qwen2.5-VL 7B 图像微调：单卡 QLoRA</translation>
    </message>
    <message>
        <source>Four images in each sequence, 1,280 pixels wide. With checkpointing the vision tower keeps 2.4 GiB, and the peak is 14 GiB: it fits. Set {training.checkpointing} to {training.checkpointing=none}: the tower alone keeps 46 GiB. Drag {vision.images} and see what one image more takes.</source>
        <translation>每个序列四张图像，宽 1,280 像素。启用检查点时，视觉塔保留 2.4 GiB，峰值为 14 GiB：放得下。把 {training.checkpointing} 设为 {training.checkpointing=none}：仅视觉塔就要保留 46 GiB。拖动 {vision.images}，看看每多一张图像要占多少。</translation>
    </message>
    <message>
        <source>GRPO of a 7B model on 8 GPUs</source>
        <translation>在 8 块 GPU 上对 7B 模型做 GRPO</translation>
    </message>
    <message>
        <source>vLLM and the trainer share each GPU. While answers are generated vLLM takes 40 % of it; then it sleeps, and the policy learns: the peak is 48 GiB. Set {rollout.sleep} to {rollout.sleep=off} and both add up to 78 GiB: at risk. Drag {rollout.share} and see what is left for training.</source>
        <translation>vLLM 与训练器共用每块 GPU。生成回答时 vLLM 占用 40 % 的显存；随后它休眠，模型进行学习：峰值为 48 GiB。把 {rollout.sleep} 设为 {rollout.sleep=off}，两者合计 78 GiB：有风险。拖动 {rollout.share}，看看还剩多少可用于训练。</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Scenarios (*.shardscope)</source>
        <translation>场景 (*.shardscope)</translation>
    </message>
    <message>
        <source>Model configurations (*.json)</source>
        <translation>模型配置 (*.json)</translation>
    </message>
    <message>
        <source>Exported pictures (*.png *.svg *.pdf)</source>
        <translation>导出的图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>保存场景</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>要保存对“%1”的更改吗？</translation>
    </message>
    <message>
        <source>What is not saved will be lost.</source>
        <translation>未保存的内容将会丢失。</translation>
    </message>
    <message>
        <source>Recover the unsaved changes to %1?</source>
        <translation>要恢复对“%1”未保存的更改吗？</translation>
    </message>
    <message>
        <source>The program ended unexpectedly last time. The changes were kept in a backup copy.</source>
        <translation>程序上次意外退出，更改已保留在备份副本中。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Ask Later</source>
        <translation>稍后询问</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <comment>PNG, png</comment>
        <translation>%1 文件 (*.%2)</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Markdown with a picture (*.md)</source>
        <translation>带图的 Markdown (*.md)</translation>
    </message>
    <message>
        <source>Replace %1?</source>
        <comment>names of files</comment>
        <translation>替换 %1？</translation>
    </message>
    <message>
        <source>Files of these names are there already.</source>
        <translation>同名文件已存在。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>打开课程</translation>
    </message>
    <message>
        <source>Lessons (*.shardlesson)</source>
        <translation>课程 (*.shardlesson)</translation>
    </message>
    <message>
        <source>Folder for the hand-outs</source>
        <translation>存放讲义的文件夹</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>保存课程</translation>
    </message>
    <message>
        <source>Everything that can be opened (*.shardscope *.shardlesson *.json *.yaml *.yml *.toml *.sh *.bash *.slurm *.sbatch *.py *.ipynb *.png *.svg *.pdf)</source>
        <translation>所有可打开的文件 (*.shardscope *.shardlesson *.json *.yaml *.yml *.toml *.sh *.bash *.slurm *.sbatch *.py *.ipynb *.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Files of a run (*.yaml *.yml *.toml *.json *.sh *.bash *.slurm *.sbatch *.py *.ipynb)</source>
        <translation>训练运行的文件 (*.yaml *.yml *.toml *.json *.sh *.bash *.slurm *.sbatch *.py *.ipynb)</translation>
    </message>
    <message>
        <source>Open a scenario, a model, the files of a run or a picture</source>
        <translation>打开场景、模型、训练运行的文件或图片</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>文件：%1</translation>
    </message>
    <message>
        <source>Last change: %1</source>
        <comment>date and time</comment>
        <translation>最后更改：%1</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>Somebody else has changed %1.</source>
        <translation>%1 已在别处被更改。</translation>
    </message>
    <message>
        <source>It was moved or deleted after it was opened here.</source>
        <translation>该文件在此处打开之后被移动或删除了。</translation>
    </message>
    <message>
        <source>Another program or another window has written the file after it was opened here. Saving replaces what stands there now, reloading gives up the changes made here.</source>
        <translation>该文件在此处打开之后，被另一个程序或另一个窗口写过。保存会替换文件现有的内容，重新加载会放弃此处所做的更改。</translation>
    </message>
    <message>
        <source>Save Anyway</source>
        <translation>仍然保存</translation>
    </message>
    <message>
        <source>Save As...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
</context>
<context>
    <name>Grooves</name>
    <message>
        <source>Not possible</source>
        <translation>不可能</translation>
    </message>
    <message>
        <source>every value</source>
        <translation>所有值</translation>
    </message>
    <message>
        <source>up to %1</source>
        <comment>values of an input</comment>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <comment>values of an input</comment>
        <translation>从 %1 起</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>values of an input</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>Fits: up to 4,096 tokens</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Inputs</name>
    <message>
        <source>Scaled Llama-like shape, not a real model</source>
        <translation>按比例缩放的类 Llama 结构，并非真实模型</translation>
    </message>
    <message>
        <source>Exact count; another size makes it a scaled Llama-like shape</source>
        <translation>精确参数量；改动后变为按比例缩放的类 Llama 结构</translation>
    </message>
    <message>
        <source>Global batch: %1 tokens in each step</source>
        <translation>全局批次：每步 %1 个 token</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Model si&amp;ze</source>
        <translation>模型规模(&amp;Z)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>&amp;GPU type</source>
        <translation>GPU 型号(&amp;G)</translation>
    </message>
    <message>
        <source>GP&amp;Us</source>
        <translation>GPU 数量(&amp;U)</translation>
    </message>
    <message>
        <source>GPUs per &amp;node</source>
        <translation>每节点 GPU 数(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Sharding</source>
        <translation>分片策略(&amp;S)</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Se&amp;quence length</source>
        <translation>序列长度(&amp;Q)</translation>
    </message>
    <message>
        <source>Micro-&amp;batch</source>
        <translation>微批次大小(&amp;B)</translation>
    </message>
    <message>
        <source>Gradient &amp;accumulation</source>
        <translation>梯度累积(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Precision</source>
        <translation>精度(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation>优化器(&amp;O)</translation>
    </message>
    <message>
        <source>Me&amp;thod</source>
        <translation>训练方法(&amp;X)</translation>
    </message>
    <message>
        <source>LoRA &amp;rank</source>
        <translation>LoRA 秩(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Dropout</source>
        <translation>Dropout(&amp;D)</translation>
    </message>
    <message>
        <source>Tra&amp;inable share</source>
        <translation>可训练比例(&amp;I)</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Esti&amp;mator</source>
        <translation>估算方法(&amp;W)</translation>
    </message>
    <message>
        <source>Framewor&amp;k</source>
        <translation>框架(&amp;K)</translation>
    </message>
    <message>
        <source>Attent&amp;ion</source>
        <translation>注意力实现(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>损失计算(&amp;L)</translation>
    </message>
    <message>
        <source>Memory to &amp;keep free</source>
        <translation>预留显存(&amp;K)</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>训练方法</translation>
    </message>
    <message>
        <source>Mixture of experts: each token passes through %1 of these parameters</source>
        <translation>混合专家模型：每个 token 经过其中 %1 个参数</translation>
    </message>
    <message>
        <source>&amp;Gradient precision</source>
        <translation>梯度精度(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Units</source>
        <translation>单元(&amp;U)</translation>
    </message>
    <message>
        <source>GPUs that &amp;shard</source>
        <translation>分片 GPU 数(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Offload</source>
        <translation>卸载(&amp;O)</translation>
    </message>
    <message>
        <source>O&amp;verlap</source>
        <translation>重叠(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Reduce bucket</source>
        <translation>Reduce bucket(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;All-gather bucket</source>
        <translation>All-Gather bucket(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Prefetch bucket</source>
        <translation>预取 bucket(&amp;P)</translation>
    </message>
    <message>
        <source>Persistence &amp;threshold</source>
        <translation>常驻阈值(&amp;T)</translation>
    </message>
    <message>
        <source>Su&amp;b-group</source>
        <translation>子组(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Allocator</source>
        <translation>分配器(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Fragmentation</source>
        <translation>碎片(&amp;F)</translation>
    </message>
    <message>
        <source>CUDA &amp;context</source>
        <translation>CUDA 上下文(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;NCCL buffers</source>
        <translation>NCCL 缓冲区(&amp;N)</translation>
    </message>
    <message>
        <source>cuBLAS &amp;workspace</source>
        <translation>cuBLAS 工作区(&amp;W)</translation>
    </message>
    <message>
        <source>Co&amp;rrection</source>
        <translation>修正(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Host memory</source>
        <translation>主机内存(&amp;H)</translation>
    </message>
    <message>
        <source>Adapter prec&amp;ision</source>
        <translation>适配器精度(&amp;I)</translation>
    </message>
    <message>
        <source>Ker&amp;nels</source>
        <translation>内核(&amp;N)</translation>
    </message>
    <message>
        <source>Framework settings</source>
        <translation>框架设置</translation>
    </message>
    <message>
        <source>Memory beside tensors</source>
        <translation>张量以外的显存</translation>
    </message>
    <message>
        <source>&amp;ZeRO++</source>
        <translation>&amp;ZeRO++</translation>
    </message>
    <message>
        <source>Data set, to&amp;kens</source>
        <translation>数据集 token 数(&amp;K)</translation>
    </message>
    <message>
        <source>Data set, e&amp;xamples</source>
        <translation>数据集样本数(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>训练轮数(&amp;E)</translation>
    </message>
    <message>
        <source>Price of a GPU-&amp;hour</source>
        <translation>每 GPU 小时价格(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Disk rate</source>
        <translation>磁盘速率(&amp;D)</translation>
    </message>
    <message>
        <source>Kno&amp;wn learning rate</source>
        <translation>已知学习率(&amp;W)</translation>
    </message>
    <message>
        <source>Its &amp;batch</source>
        <translation>其批大小(&amp;B)</translation>
    </message>
    <message>
        <source>4-bit stora&amp;ge</source>
        <translation>4 位存储(&amp;G)</translation>
    </message>
    <message>
        <source>Collective al&amp;gorithm</source>
        <translation>集合通信算法(&amp;G)</translation>
    </message>
    <message>
        <source>Librar&amp;y</source>
        <translation>库版本(&amp;Y)</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练过程</translation>
    </message>
    <message>
        <source>Model &amp;output</source>
        <translation>模型输出(&amp;O)</translation>
    </message>
    <message>
        <source>Gradients re&amp;duced</source>
        <translation>梯度归约(&amp;D)</translation>
    </message>
    <message>
        <source>Bucket &amp;views</source>
        <translation>桶视图(&amp;V)</translation>
    </message>
    <message>
        <source>Trained &amp;whole</source>
        <translation>完整训练(&amp;W)</translation>
    </message>
    <message>
        <source>F&amp;rozen layers</source>
        <translation>冻结层(&amp;R)</translation>
    </message>
    <message>
        <source>La&amp;bel smoothing</source>
        <translation>标签平滑(&amp;B)</translation>
    </message>
    <message>
        <source>Expert &amp;products</source>
        <translation>专家乘积(&amp;P)</translation>
    </message>
    <message>
        <source>Training loo&amp;p</source>
        <translation>训练循环(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Interconnect</source>
        <translation>互连(&amp;I)</translation>
    </message>
    <message>
        <source>Chec&amp;kpointing</source>
        <translation>激活检查点(&amp;K)</translation>
    </message>
    <message>
        <source>Checkpoint ever&amp;y</source>
        <translation>检查点间隔(&amp;Y)</translation>
    </message>
    <message>
        <source>Target modu&amp;les</source>
        <translation>目标模块(&amp;L)</translation>
    </message>
    <message>
        <source>k-bit &amp;preparation</source>
        <translation>k-bit 训练准备(&amp;P)</translation>
    </message>
    <message>
        <source>Double &amp;quantisation</source>
        <translation>双重量化(&amp;Q)</translation>
    </message>
    <message>
        <source>%1 GPUs hold the model once; data parallelism: %2</source>
        <translation>%1 个 GPU 持有一份模型；数据并行度：%2</translation>
    </message>
    <message>
        <source>&amp;Tensor parallel</source>
        <translation>张量并行(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Sequence parallel</source>
        <translation>序列并行(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Pipeline stages</source>
        <translation>流水线级数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Chunks of a stage</source>
        <translation>每级分块(&amp;C)</translation>
    </message>
    <message>
        <source>Conte&amp;xt parallel</source>
        <translation>上下文并行(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Expert parallel</source>
        <translation>专家并行(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;GPUs of an expert</source>
        <translation>每个专家的 GPU(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Vocabulary padding</source>
        <translation>词表填充(&amp;V)</translation>
    </message>
    <message>
        <source>Checkpointed &amp;layers</source>
        <translation>重算的层数(&amp;L)</translation>
    </message>
    <message>
        <source>Model parallelism</source>
        <translation>模型并行</translation>
    </message>
    <message>
        <source>Layers of the &amp;first stage</source>
        <translation>第一级的层数(&amp;F)</translation>
    </message>
    <message>
        <source>Layers of the last st&amp;age</source>
        <translation>最后一级的层数(&amp;A)</translation>
    </message>
    <message>
        <source>L&amp;oss parallel</source>
        <translation>损失并行(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Rotary embedding</source>
        <translation>旋转位置编码(&amp;R)</translation>
    </message>
    <message>
        <source>Sche&amp;dule</source>
        <translation>调度方式(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;How sequences are shared</source>
        <translation>序列的分摊方式(&amp;H)</translation>
    </message>
    <message>
        <source>Order of GP&amp;Us</source>
        <translation>GPU 的排列顺序(&amp;U)</translation>
    </message>
    <message>
        <source>Recompu&amp;ted parts</source>
        <translation>重新计算的部分(&amp;T)</translation>
    </message>
    <message>
        <source>Layers of a chec&amp;kpoint</source>
        <translation>每个检查点的层数(&amp;K)</translation>
    </message>
    <message>
        <source>L&amp;inear attention</source>
        <translation>线性注意力(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Objective</source>
        <translation>训练目标(&amp;O)</translation>
    </message>
    <message>
        <source>La&amp;bels</source>
        <translation>标签数(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Reference model</source>
        <translation>参考模型(&amp;R)</translation>
    </message>
    <message>
        <source>Tokens of an &amp;answer</source>
        <translation>每个回答的 token 数(&amp;A)</translation>
    </message>
    <message>
        <source>Answers &amp;from</source>
        <translation>回答来源(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;vLLM&apos;s share</source>
        <translation>vLLM 的份额(&amp;V)</translation>
    </message>
    <message>
        <source>vLLM while trainin&amp;g</source>
        <translation>训练时的 vLLM(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Still held asleep</source>
        <translation>休眠时占用(&amp;S)</translation>
    </message>
    <message>
        <source>GP&amp;Us of an engine</source>
        <translation>每个引擎的 GPU 数(&amp;U)</translation>
    </message>
    <message>
        <source>Ans&amp;wers to a prompt</source>
        <translation>每个提示的回答数(&amp;W)</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>训练目标</translation>
    </message>
    <message>
        <source>&amp;Images per sequence</source>
        <translation>每条序列的图像数(&amp;I)</translation>
    </message>
    <message>
        <source>Image &amp;width</source>
        <translation>图像宽度(&amp;W)</translation>
    </message>
    <message>
        <source>Image &amp;height</source>
        <translation>图像高度(&amp;H)</translation>
    </message>
    <message>
        <source>Vision &amp;tower</source>
        <translation>视觉塔(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>投影器(&amp;P)</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>A&amp;lso frozen</source>
        <translation>此外冻结(&amp;L)</translation>
    </message>
    <message>
        <source>Softma&amp;x of eager attention</source>
        <translation>eager 注意力的 Softma&amp;x</translation>
    </message>
    <message>
        <source>Ada&amp;pter kind</source>
        <translation>适配器类型(&amp;P)</translation>
    </message>
    <message>
        <source>Factors s&amp;tart from</source>
        <translation>因子初始值(&amp;T)</translation>
    </message>
    <message>
        <source>Virtual to&amp;kens</source>
        <translation>虚拟 token(&amp;K)</translation>
    </message>
    <message>
        <source>Scaled inp&amp;uts</source>
        <translation>缩放的输入(&amp;U)</translation>
    </message>
    <message>
        <source>E&amp;ncoder width</source>
        <translation>编码器宽度(&amp;N)</translation>
    </message>
    <message>
        <source>Toke&amp;n dispatcher</source>
        <translation>Token 分发方式(&amp;N)</translation>
    </message>
    <message>
        <source>Tokens of a &amp;target</source>
        <translation>每个目标的 token 数(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;8-bit products</source>
        <translation>8 位乘积(&amp;8)</translation>
    </message>
    <message>
        <source>Activation offloa&amp;ding</source>
        <translation>激活卸载(&amp;D)</translation>
    </message>
    <message>
        <source>Kronecker fac&amp;tor</source>
        <translation>克罗内克因子(&amp;T)</translation>
    </message>
    <message>
        <source>Rota&amp;ted together</source>
        <translation>一起旋转的维数(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Base stored in</source>
        <translation>基座存储为(&amp;B)</translation>
    </message>
    <message>
        <source>Outlier colu&amp;mns</source>
        <translation>离群列(&amp;M)</translation>
    </message>
    <message>
        <source>Load of the &amp;busiest experts</source>
        <translation>最忙专家的负载(&amp;B)</translation>
    </message>
    <message>
        <source>Capacit&amp;y of experts</source>
        <translation>专家容量(&amp;Y)</translation>
    </message>
    <message>
        <source>Ro&amp;ws that experts compute</source>
        <translation>专家计算的行数(&amp;W)</translation>
    </message>
    <message>
        <source>Teac&amp;her</source>
        <translation>教师模型(&amp;H)</translation>
    </message>
    <message>
        <source>Turned toget&amp;her</source>
        <translation>一起旋转的输入数(&amp;H)</translation>
    </message>
    <message>
        <source>Blocks turne&amp;d</source>
        <translation>旋转的块数(&amp;D)</translation>
    </message>
    <message>
        <source>Butterfly fa&amp;ctors</source>
        <translation>蝶形因子(&amp;C)</translation>
    </message>
    <message>
        <source>Trained toke&amp;ns</source>
        <translation>可训练的 token(&amp;N)</translation>
    </message>
    <message>
        <source>Weights ad&amp;justed</source>
        <translation>权重更新时机(&amp;J)</translation>
    </message>
    <message>
        <source>A&amp;utocast</source>
        <translation>自动混合精度(&amp;U)</translation>
    </message>
    <message>
        <source>8-bit wei&amp;ghts</source>
        <translation>8 位权重(&amp;G)</translation>
    </message>
    <message>
        <source>Proj&amp;ected rank</source>
        <translation>投影秩(&amp;E)</translation>
    </message>
    <message>
        <source>Prefix made b&amp;y</source>
        <translation>前缀由谁生成(&amp;Y)</translation>
    </message>
    <message>
        <source>Pre&amp;conditioned blocks</source>
        <translation>预条件块(&amp;C)</translation>
    </message>
    <message>
        <source>Answers at a ti&amp;me</source>
        <translation>一次处理的回答数(&amp;M)</translation>
    </message>
    <message>
        <source>Ste&amp;ps on the same answers</source>
        <translation>每次 rollout 的更新步数(&amp;P)</translation>
    </message>
    <message>
        <source>Checkpo&amp;int kind</source>
        <translation>检查点类型(&amp;I)</translation>
    </message>
    <message>
        <source>Answers s&amp;cored at a time</source>
        <translation>一次评分的回答数(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Kept on the host meanwhile</source>
        <translation>期间放在主机上(&amp;K)</translation>
    </message>
    <message>
        <source>Le&amp;ft in 16 bits</source>
        <translation>保留 16 位(&amp;F)</translation>
    </message>
    <message>
        <source>Te&amp;xts of an example</source>
        <translation>每个样本的文本数(&amp;X)</translation>
    </message>
    <message>
        <source>Passe&amp;s of texts</source>
        <translation>文本的前向方式(&amp;S)</translation>
    </message>
    <message>
        <source>Texts at a time (Grad&amp;Cache)</source>
        <translation>每次处理的文本数（Grad&amp;Cache）</translation>
    </message>
    <message>
        <source>&amp;Pooling</source>
        <translation>池化(&amp;P)</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>%1: %2</source>
        <comment>input, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>now</source>
        <comment>the present value</comment>
        <translation>当前</translation>
    </message>
    <message>
        <source>not used</source>
        <comment>an input that others rule out</comment>
        <translation>未使用</translation>
    </message>
    <message>
        <source>now %1</source>
        <comment>the present value</comment>
        <translation>当前 %1</translation>
    </message>
</context>
<context>
    <name>Quantities</name>
    <message>
        <source>Enter a whole number from %1 to %2.</source>
        <translation>请输入 %1 到 %2 之间的整数。</translation>
    </message>
    <message>
        <source>Enter a number from %1 to %2.</source>
        <translation>请输入 %1 到 %2 之间的数。</translation>
    </message>
    <message>
        <source>Enter a number such as %1.</source>
        <translation>请输入数字，例如 %1。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>number, unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1. From %2 to %3.</source>
        <comment>meaning of an input</comment>
        <translation>%1。范围 %2 到 %3。</translation>
    </message>
    <message>
        <source>%1. Unit: %2, from %3 to %4.</source>
        <comment>meaning of an input</comment>
        <translation>%1。单位：%2，范围 %3 到 %4。</translation>
    </message>
    <message>
        <source>= %1</source>
        <comment>how a text was understood</comment>
        <translation>= %1</translation>
    </message>
    <message>
        <source>auto</source>
        <comment>a number that the program finds out</comment>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>Sections</name>
    <message>
        <source>Used last</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Set to</source>
        <translation>设为</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入项</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>GPUs and links</source>
        <translation>GPU 与链路</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Worksheet: rules of thumb, decimal GB, nominal capacity. The detailed estimator says what is really allocated.</source>
        <translation>工作表：经验公式、十进制 GB、标称容量。详细估算给出实际分配的显存。</translation>
    </message>
    <message>
        <source>Detailed, as %1 allocates. Memory in GiB, traffic in GB.</source>
        <translation>详细估算，按 %1 的分配方式。显存以 GiB 计，通信量以 GB 计。</translation>
    </message>
</context>
<context>
    <name>advice</name>
    <message>
        <source>turn off activation checkpointing</source>
        <translation>关闭激活检查点</translation>
    </message>
    <message>
        <source>use selective activation checkpointing</source>
        <translation>使用选择性激活检查点</translation>
    </message>
    <message>
        <source>use full activation checkpointing</source>
        <translation>使用完整激活检查点</translation>
    </message>
    <message>
        <source>offload nothing</source>
        <translation>不卸载</translation>
    </message>
    <message>
        <source>offload the optimizer to the host</source>
        <translation>将优化器卸载到主机</translation>
    </message>
    <message>
        <source>offload optimizer and parameters to the host</source>
        <translation>将优化器和参数卸载到主机</translation>
    </message>
    <message>
        <source>offload to NVMe</source>
        <translation>卸载到 NVMe</translation>
    </message>
    <message>
        <source>train all weights</source>
        <translation>训练全部权重</translation>
    </message>
    <message>
        <source>train LoRA adapters on 16-bit weights</source>
        <translation>在 16 位权重上训练 LoRA 适配器</translation>
    </message>
    <message>
        <source>train LoRA adapters on 4-bit weights (QLoRA)</source>
        <translation>在 4 位权重上训练 LoRA 适配器（QLoRA）</translation>
    </message>
    <message>
        <source>use standard cross-entropy</source>
        <translation>使用标准交叉熵</translation>
    </message>
    <message>
        <source>use chunked cross-entropy</source>
        <translation>使用分块交叉熵</translation>
    </message>
    <message>
        <source>use fused linear cross-entropy</source>
        <translation>使用融合线性交叉熵</translation>
    </message>
    <message>
        <source>use in-place cross-entropy</source>
        <translation>使用原位交叉熵</translation>
    </message>
    <message>
        <source>computes with other number formats</source>
        <translation>使用其他数值格式计算</translation>
    </message>
    <message>
        <source>changes what is trained</source>
        <translation>改变训练的对象</translation>
    </message>
    <message>
        <source>changes what it is trained on</source>
        <translation>改变训练所用的数据</translation>
    </message>
    <message>
        <source>One step further it is no longer sure to fit.</source>
        <translation>再进一步就不能保证放得下。</translation>
    </message>
    <message>
        <source>It cannot go further.</source>
        <translation>无法再进一步。</translation>
    </message>
    <message>
        <source>The model was made for no more.</source>
        <translation>模型只支持到此。</translation>
    </message>
    <message>
        <source>The catalogue knows of nothing further.</source>
        <translation>目录中没有更进一步的项。</translation>
    </message>
    <message numerus="yes">
        <source>use %n GPU(s)</source>
        <translation>
            <numerusform>使用 %n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>use %1 instead</source>
        <comment>a GPU</comment>
        <translation>改用 %1</translation>
    </message>
    <message>
        <source>shorten sequences to %1 tokens</source>
        <translation>将序列缩短到 %1 个 token</translation>
    </message>
    <message>
        <source>train in %1</source>
        <comment>precision</comment>
        <translation>以 %1 训练</translation>
    </message>
    <message>
        <source>reduce gradients in 16 bit</source>
        <translation>以 16 位归约梯度</translation>
    </message>
    <message>
        <source>switch to %1</source>
        <comment>strategy</comment>
        <translation>切换到 %1</translation>
    </message>
    <message>
        <source>use an 8-bit optimizer</source>
        <translation>使用 8 位优化器</translation>
    </message>
    <message>
        <source>use %1</source>
        <comment>attention kernel</comment>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>set expandable_segments:True</source>
        <translation>设置 expandable_segments:True</translation>
    </message>
    <message>
        <source>turn off communication overlap</source>
        <translation>关闭通信重叠</translation>
    </message>
    <message>
        <source>%1 less</source>
        <comment>memory</comment>
        <translation>减少 %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>memory</comment>
        <translation>增加 %1</translation>
    </message>
    <message>
        <source>traffic unchanged</source>
        <translation>通信量不变</translation>
    </message>
    <message>
        <source>%1 more traffic</source>
        <translation>通信量增加 %1</translation>
    </message>
    <message>
        <source>%1 less traffic</source>
        <translation>通信量减少 %1</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>changes</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>as fast as now</source>
        <translation>与现在一样快</translation>
    </message>
    <message>
        <source>global batch %1x</source>
        <translation>全局批量 %1 倍</translation>
    </message>
    <message>
        <source>%1 of each host&apos;s memory</source>
        <translation>占用每台主机 %1 内存</translation>
    </message>
    <message>
        <source>the CPU&apos;s update estimated, not measured</source>
        <translation>CPU 更新时间为估计值</translation>
    </message>
    <message>
        <source>still at risk</source>
        <comment>it may not fit</comment>
        <translation>仍有风险</translation>
    </message>
    <message>
        <source>none</source>
        <comment>nothing fits</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Nothing fits while everything else stays as it is.</source>
        <translation>其他条件不变时，没有放得下的值。</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>最长序列</translation>
    </message>
    <message>
        <source>Largest micro-batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>最少 GPU</translation>
    </message>
    <message>
        <source>Smallest GPU</source>
        <translation>最小 GPU</translation>
    </message>
    <message>
        <source>Largest model</source>
        <translation>最大模型</translation>
    </message>
    <message>
        <source>No change makes it fit, nor do four together.</source>
        <translation>任何一项更改、甚至四项合并都不能使其放得下。</translation>
    </message>
    <message>
        <source>use micro-batch %1, no accumulation</source>
        <comment>sequences</comment>
        <translation>使用微批 %1，不累积</translation>
    </message>
    <message>
        <source>use micro-batch %1, accumulation %2</source>
        <comment>sequences, micro-steps</comment>
        <translation>使用微批 %1，累积 %2</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <comment>percent of the time</comment>
        <translation>快 %1</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <comment>percent of the time</comment>
        <translation>慢 %1</translation>
    </message>
    <message>
        <source>%1x as long</source>
        <comment>number</comment>
        <translation>用时 %1 倍</translation>
    </message>
    <message>
        <source>as many GPU-hours</source>
        <translation>GPU 小时不变</translation>
    </message>
    <message>
        <source>%1 fewer GPU-hours</source>
        <comment>percent</comment>
        <translation>GPU 小时少 %1</translation>
    </message>
    <message>
        <source>%1 more GPU-hours</source>
        <comment>percent</comment>
        <translation>GPU 小时多 %1</translation>
    </message>
    <message>
        <source>%1x the GPU-hours</source>
        <comment>number</comment>
        <translation>GPU 小时为 %1 倍</translation>
    </message>
    <message>
        <source>%1 (model&apos;s context: %2)</source>
        <comment>tokens</comment>
        <translation>%1（模型上下文：%2）</translation>
    </message>
    <message>
        <source>The model was made for a context of %1 tokens.</source>
        <comment>number</comment>
        <translation>该模型的上下文长度为 %1 个 token。</translation>
    </message>
    <message>
        <source>share matrices among %1 GPUs</source>
        <comment>tensor parallelism</comment>
        <translation>把矩阵分到 %1 张 GPU 上</translation>
    </message>
    <message>
        <source>cut the model into %1 pipeline stages</source>
        <translation>把模型切成 %1 级流水线</translation>
    </message>
    <message>
        <source>share sequences among %1 GPUs</source>
        <comment>context parallelism</comment>
        <translation>把序列分到 %1 张 GPU 上</translation>
    </message>
    <message>
        <source>deal experts out to %1 GPUs</source>
        <comment>expert parallelism</comment>
        <translation>把专家分到 %1 张 GPU 上</translation>
    </message>
    <message numerus="yes">
        <source>cut each pipeline stage into %n chunk(s)</source>
        <translation>
            <numerusform>把每级流水线切成 %n 块</numerusform>
        </translation>
    </message>
    <message>
        <source>set use_reentrant to false</source>
        <translation>将 use_reentrant 设为 false</translation>
    </message>
    <message numerus="yes">
        <source>embed %n text(s) at a time (GradCache)</source>
        <translation>
            <numerusform>每次嵌入 %n 个文本（GradCache）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>catalog</name>
    <message>
        <source>%1, data centre</source>
        <translation>%1，数据中心</translation>
    </message>
    <message>
        <source>%1, workstation</source>
        <translation>%1，工作站</translation>
    </message>
    <message>
        <source>%1, desktop</source>
        <translation>%1，台式机</translation>
    </message>
    <message>
        <source>%1, laptop</source>
        <translation>%1，笔记本</translation>
    </message>
    <message>
        <source>%1, unified memory</source>
        <translation>%1，统一内存</translation>
    </message>
    <message>
        <source>%1, other</source>
        <translation>%1，其他</translation>
    </message>
    <message>
        <source>Other GPUs</source>
        <translation>其他 GPU</translation>
    </message>
    <message>
        <source>%1 is taken for %2.</source>
        <translation>%1 被理解为 %2。</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>an ordinary file</source>
        <translation>普通文件</translation>
    </message>
    <message>
        <source>a name that ends in .png, .svg, .pdf, .csv or .md</source>
        <translation>以 .png、.svg、.pdf、.csv 或 .md 结尾的文件名</translation>
    </message>
    <message>
        <source>a parallel.offload that the strategy can do</source>
        <translation>该策略支持的 parallel.offload</translation>
    </message>
    <message>
        <source>a file or a folder</source>
        <translation>文件或文件夹</translation>
    </message>
    <message>
        <source>a scenario</source>
        <translation>一个场景</translation>
    </message>
    <message>
        <source>a Hugging Face config.json</source>
        <translation>Hugging Face 的 config.json</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 到 %2 之间的数</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>下列之一：%1</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>at most %1 values</source>
        <translation>最多 %1 个值</translation>
    </message>
    <message>
        <source>at most %1 levels of nesting</source>
        <translation>最多 %1 层嵌套</translation>
    </message>
    <message>
        <source>at most %1 MiB of text</source>
        <translation>最多 %1 MiB 文本</translation>
    </message>
    <message>
        <source>This is not valid JSON.</source>
        <translation>不是有效的 JSON。</translation>
    </message>
    <message>
        <source>This is too large.</source>
        <translation>内容过大。</translation>
    </message>
    <message>
        <source>The key stands here twice.</source>
        <translation>键重复出现。</translation>
    </message>
    <message>
        <source>A value is missing.</source>
        <translation>缺少值。</translation>
    </message>
    <message>
        <source>There is no such key.</source>
        <translation>没有这个键。</translation>
    </message>
    <message>
        <source>The value is of the wrong type.</source>
        <translation>值的类型不对。</translation>
    </message>
    <message>
        <source>The value is out of range.</source>
        <translation>值超出范围。</translation>
    </message>
    <message>
        <source>There is no such choice.</source>
        <translation>没有这个选项。</translation>
    </message>
    <message>
        <source>The catalogue has no such entry.</source>
        <translation>目录中没有该条目。</translation>
    </message>
    <message>
        <source>There are no formulas for this architecture.</source>
        <translation>没有适用于该架构的公式。</translation>
    </message>
    <message>
        <source>Two values contradict each other.</source>
        <translation>两个值互相矛盾。</translation>
    </message>
    <message>
        <source>This input changes nothing as things stand.</source>
        <translation>在当前情况下，此输入项不起作用。</translation>
    </message>
    <message>
        <source>The file was made by a newer version of the program.</source>
        <translation>该文件由更新版本的程序生成。</translation>
    </message>
    <message>
        <source>The picture carries no scenario.</source>
        <translation>图片中没有场景。</translation>
    </message>
    <message>
        <source>The file cannot be read or written.</source>
        <translation>无法读取或写入该文件。</translation>
    </message>
    <message>
        <source>This cannot be written.</source>
        <translation>无法写入。</translation>
    </message>
    <message>
        <source>Found: %1.</source>
        <translation>实际为：%1。</translation>
    </message>
    <message>
        <source>The system says: %1.</source>
        <translation>系统提示：%1。</translation>
    </message>
    <message>
        <source>Expected: %1.</source>
        <translation>应为：%1。</translation>
    </message>
    <message>
        <source>a figure with a value above 0</source>
        <translation>值大于 0 的数据项</translation>
    </message>
    <message>
        <source>a list of ids</source>
        <translation>ID 列表</translation>
    </message>
    <message>
        <source>an id of its own for each entry</source>
        <translation>每个条目各有自己的 ID</translation>
    </message>
    <message>
        <source>an object with gpus, links or models</source>
        <translation>含有 gpus、links 或 models 的对象</translation>
    </message>
    <message>
        <source>version %1 or older</source>
        <translation>版本 %1 或更早</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>one baseline among the pins</source>
        <translation>固定的场景中只有一个基线</translation>
    </message>
    <message>
        <source>an empty object</source>
        <translation>空对象</translation>
    </message>
    <message>
        <source>an object with %1</source>
        <translation>含有 %1 的对象</translation>
    </message>
    <message>
        <source>a whole PNG picture</source>
        <translation>完整的 PNG 图片</translation>
    </message>
    <message>
        <source>a correction that leaves something of the peak</source>
        <translation>使峰值仍有剩余的修正</translation>
    </message>
    <message>
        <source>sequences per optimizer step that the GPUs and a micro-batch divide</source>
        <translation>每个优化器步的序列数，可被 GPU 数和微批次整除</translation>
    </message>
    <message>
        <source>a key that `shardscope-cli keys` lists</source>
        <translation>`shardscope-cli keys` 列出的键</translation>
    </message>
    <message>
        <source>an input with numbers, choices or catalogue ids</source>
        <translation>数值、选项或目录标识类的输入项</translation>
    </message>
    <message>
        <source>a number without end</source>
        <translation>无穷大的数</translation>
    </message>
    <message>
        <source>finite numbers</source>
        <translation>有限的数</translation>
    </message>
    <message>
        <source>a range from %1 to %2</source>
        <translation>从 %1 到 %2 的范围</translation>
    </message>
    <message>
        <source>an end that is not below the start</source>
        <translation>不小于起点的终点</translation>
    </message>
    <message>
        <source>a step of %1</source>
        <translation>步长 %1</translation>
    </message>
    <message>
        <source>a step above 0</source>
        <translation>大于 0 的步长</translation>
    </message>
    <message>
        <source>a factor of %1</source>
        <translation>倍数 %1</translation>
    </message>
    <message>
        <source>a factor above 1</source>
        <translation>大于 1 的倍数</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>a whole number of values, 1 or more</source>
        <translation>整数个值，至少 1 个</translation>
    </message>
    <message>
        <source>a start of %1</source>
        <translation>起点 %1</translation>
    </message>
    <message>
        <source>a start above 0 for equal ratios</source>
        <translation>等比取值需要大于 0 的起点</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个点</translation>
    </message>
    <message>
        <source>at most %1 points</source>
        <translation>最多 %1 个点</translation>
    </message>
    <message>
        <source>a range</source>
        <translation>一个范围</translation>
    </message>
    <message>
        <source>a list of values</source>
        <translation>一组值</translation>
    </message>
    <message>
        <source>a range or a list of values</source>
        <translation>一个范围或一组值</translation>
    </message>
    <message>
        <source>a metric of speed or cost</source>
        <translation>速度或成本类指标</translation>
    </message>
    <message>
        <source>a number above 0 for the metric %1</source>
        <translation>指标 %1 需要大于 0 的数</translation>
    </message>
    <message>
        <source>the same input on both axes</source>
        <translation>两个轴为同一输入项</translation>
    </message>
    <message>
        <source>two different inputs</source>
        <translation>两个不同的输入项</translation>
    </message>
    <message>
        <source>attention in every layer: what other layers hold is not known here</source>
        <translation>每层都有注意力：其他层占用多少在此未知</translation>
    </message>
    <message>
        <source>0: routed experts of this family are not known here</source>
        <translation>0：此系列的路由专家在此未知</translation>
    </message>
    <message>
        <source>the hidden size %1; projected embeddings are not supported</source>
        <translation>隐藏维度 %1；不支持投影的嵌入</translation>
    </message>
    <message>
        <source>all-linear or some of %1</source>
        <translation>all-linear，或下列中的若干项：%1</translation>
    </message>
    <message>
        <source>%1 and %2 together</source>
        <comment>modules</comment>
        <translation>%1 和 %2 一起</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>an input that changes a figure of the sweep</source>
        <translation>能改变扫描结果的输入项</translation>
    </message>
    <message>
        <source>estimator detailed</source>
        <translation>estimator detailed</translation>
    </message>
    <message>
        <source>a scaled model in place of a real one</source>
        <translation>以缩放模型代替真实模型</translation>
    </message>
    <message>
        <source>training.method lora or qlora</source>
        <translation>training.method 为 lora 或 qlora</translation>
    </message>
    <message>
        <source>training.method full</source>
        <translation>training.method 为 full</translation>
    </message>
    <message>
        <source>training.checkpointing other than none</source>
        <translation>training.checkpointing 不为 none</translation>
    </message>
    <message>
        <source>training.checkpointing other than none with estimator detailed</source>
        <translation>training.checkpointing 不为 none，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.method lora or qlora with estimator detailed</source>
        <translation>training.method 为 lora 或 qlora，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.method lora or qlora, unsharded or under FSDP in pure 16 bit, with estimator detailed</source>
        <translation>training.method 为 lora 或 qlora，不分片或在纯 16 位的 FSDP 下，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.method lora or qlora, unsharded or under FSDP in pure 16 bit</source>
        <translation>training.method 为 lora 或 qlora，不分片或在纯 16 位的 FSDP 下</translation>
    </message>
    <message>
        <source>training.method qlora</source>
        <translation>training.method 为 qlora</translation>
    </message>
    <message>
        <source>training.method lora or qlora with estimator worksheet</source>
        <translation>training.method 为 lora 或 qlora，且 estimator 为 worksheet</translation>
    </message>
    <message>
        <source>parallel.strategy zero1, zero2 or zero3</source>
        <translation>parallel.strategy 为 zero1、zero2 或 zero3</translation>
    </message>
    <message>
        <source>parallel.strategy zero3</source>
        <translation>parallel.strategy 为 zero3</translation>
    </message>
    <message>
        <source>parallel.strategy zero1 or zero2</source>
        <translation>parallel.strategy 为 zero1 或 zero2</translation>
    </message>
    <message>
        <source>parallel.strategy fsdp, fsdp-grad-op or hsdp</source>
        <translation>parallel.strategy 为 fsdp、fsdp-grad-op 或 hsdp</translation>
    </message>
    <message>
        <source>parallel.strategy fsdp, fsdp-grad-op or hsdp with training.accumulation above 1</source>
        <translation>parallel.strategy 为 fsdp、fsdp-grad-op 或 hsdp，且 training.accumulation 大于 1</translation>
    </message>
    <message>
        <source>DDP or FSDP with training.accumulation above 1</source>
        <translation>DDP 或 FSDP，且 training.accumulation 大于 1</translation>
    </message>
    <message>
        <source>parallel.strategy ddp</source>
        <translation>parallel.strategy 为 ddp</translation>
    </message>
    <message>
        <source>parallel.strategy hsdp</source>
        <translation>parallel.strategy 为 hsdp</translation>
    </message>
    <message>
        <source>parallel.strategy other than ddp</source>
        <translation>parallel.strategy 不为 ddp</translation>
    </message>
    <message>
        <source>hardware.fragmentation_percent -1 with estimator detailed</source>
        <translation>hardware.fragmentation_percent 为 -1，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>hardware.fragmentation_percent -1</source>
        <translation>hardware.fragmentation_percent 为 -1</translation>
    </message>
    <message>
        <source>run.tokens 0</source>
        <translation>run.tokens 为 0</translation>
    </message>
    <message>
        <source>run.tokens or run.examples above 0</source>
        <translation>run.tokens 或 run.examples 大于 0</translation>
    </message>
    <message>
        <source>parallel.framework auto</source>
        <translation>parallel.framework 为 auto</translation>
    </message>
    <message>
        <source>an id that `shardscope-cli catalog %1` lists</source>
        <translation>`shardscope-cli catalog %1` 列出的 ID</translation>
    </message>
    <message>
        <source>at most the %1 layers of the model</source>
        <translation>不超过模型的 %1 层</translation>
    </message>
    <message>
        <source>some of %1</source>
        <translation>下列中的若干项：%1</translation>
    </message>
    <message>
        <source>a folder that holds a config.json</source>
        <translation>含有 config.json 的文件夹</translation>
    </message>
    <message>
        <source>at most %1 MiB</source>
        <translation>最多 %1 MiB</translation>
    </message>
    <message>
        <source>a file that exists</source>
        <translation>存在的文件</translation>
    </message>
    <message>
        <source>a file, not a folder</source>
        <translation>文件而不是文件夹</translation>
    </message>
    <message>
        <source>a file that may be read (%1)</source>
        <translation>有读取权限的文件（%1）</translation>
    </message>
    <message>
        <source>a file that can be read to its end</source>
        <translation>能完整读取的文件</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最大为 %1</translation>
    </message>
    <message>
        <source>training.modules transformers-5 with estimator detailed</source>
        <translation>training.modules transformers-5 且 estimator detailed</translation>
    </message>
    <message>
        <source>training.modules transformers-5</source>
        <translation>training.modules transformers-5</translation>
    </message>
    <message>
        <source>%1 (did you mean %2?)</source>
        <translation>%1（您是指 %2 吗？）</translation>
    </message>
    <message>
        <source>%1 (did you mean %2 or %3?)</source>
        <translation>%1（您是指 %2 或 %3 吗？）</translation>
    </message>
    <message>
        <source>%1 (did you mean %2, %3 or %4?)</source>
        <translation>%1（您是指 %2、%3 或 %4 吗？）</translation>
    </message>
    <message>
        <source>This code was cut short or mistyped.</source>
        <translation>此分享码不完整或有误。</translation>
    </message>
    <message>
        <source>all of the code</source>
        <translation>完整的分享码</translation>
    </message>
    <message>
        <source>all of the code: its end is missing</source>
        <translation>完整的分享码：缺少结尾</translation>
    </message>
    <message>
        <source>the code as it was made</source>
        <translation>与生成时一致的分享码</translation>
    </message>
    <message>
        <source>KEY=VALUE</source>
        <translation>键=值</translation>
    </message>
    <message>
        <source>text, or an object of languages</source>
        <translation>文本，或以语言为键的对象</translation>
    </message>
    <message>
        <source>at least %1 choices</source>
        <translation>至少 %1 个选项</translation>
    </message>
    <message>
        <source>a choice that is right</source>
        <translation>一个正确的选项</translation>
    </message>
    <message>
        <source>a live value</source>
        <translation>一个实时值</translation>
    </message>
    <message>
        <source>text, a number, or true or false</source>
        <translation>文本、数，或 true、false</translation>
    </message>
    <message>
        <source>the name of a file beside the lesson</source>
        <translation>与课程位于同一文件夹的文件名</translation>
    </message>
    <message>
        <source>a list of steps</source>
        <translation>步骤列表</translation>
    </message>
    <message>
        <source>a scenario that settings lead to from the first step: a model that was opened from a file can stand in the first step alone</source>
        <translation>可由第一步通过设置得到的场景：从文件打开的模型只能用于第一步</translation>
    </message>
    <message>
        <source>an output of a plan, a part of memory or a key</source>
        <translation>方案的输出、显存的一个部分或一个键</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>a scenario or its code, a Hugging Face config.json, the files of a run (recipe, DeepSpeed or accelerate config, launch script) or a picture that Shardscope exported</source>
        <translation>场景或其分享码、Hugging Face 的 config.json、训练运行的文件（配方、DeepSpeed 或 accelerate 配置、启动脚本），或 Shardscope 导出的图片</translation>
    </message>
    <message>
        <source>default, format, file, derived or user</source>
        <translation>default、format、file、derived 或 user</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>one recipe: name the files of one run</source>
        <translation>一个配方：请只给出一个运行的文件</translation>
    </message>
    <message>
        <source>a folder that holds a config.json or the files of a run</source>
        <translation>含有 config.json 或训练运行文件的文件夹</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>一个文件</translation>
    </message>
    <message>
        <source>training.checkpointing full with parallel.framework megatron</source>
        <translation>parallel.framework megatron 且 training.checkpointing 为 full</translation>
    </message>
    <message>
        <source>parallel.tensor above 1 with training.modules torchtitan</source>
        <translation>parallel.tensor 大于 1，且 training.modules torchtitan</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 where the framework cuts the model</source>
        <translation>parallel.pipeline 大于 1，且框架会切分模型</translation>
    </message>
    <message>
        <source>two or more stages in parallel.pipeline</source>
        <translation>parallel.pipeline 为两级或更多</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 with parallel.framework megatron or training.modules torchtitan</source>
        <translation>parallel.pipeline 大于 1，且 parallel.framework megatron 或 training.modules torchtitan</translation>
    </message>
    <message>
        <source>parallel.context above 1 where the framework cuts sequences</source>
        <translation>框架切分序列时 parallel.context 大于 1</translation>
    </message>
    <message>
        <source>parallel.tensor above 1 with parallel.framework megatron or nanotron or training.modules torchtitan</source>
        <translation>parallel.tensor 大于 1，且 parallel.framework 为 megatron 或 nanotron，或 training.modules 为 torchtitan</translation>
    </message>
    <message>
        <source>parallel.framework deepspeed or fsdp2, or megatron or training.modules torchtitan with training.method full</source>
        <translation>parallel.framework 为 deepspeed 或 fsdp2，或者 megatron 或 training.modules torchtitan 且 training.method 为 full</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 with parallel.framework megatron</source>
        <translation>parallel.pipeline 大于 1，且 parallel.framework megatron</translation>
    </message>
    <message>
        <source>training.checkpointing selective with parallel.framework megatron</source>
        <translation>training.checkpointing selective 且 parallel.framework megatron</translation>
    </message>
    <message>
        <source>training.checkpointing full with parallel.framework megatron and training.block_layers auto</source>
        <translation>parallel.framework megatron、training.checkpointing 为 full 且 training.block_layers 为 auto</translation>
    </message>
    <message>
        <source>others have changed the file since it was opened</source>
        <translation>文件打开之后已在别处被更改</translation>
    </message>
    <message>
        <source>%1... (%2 more bytes)</source>
        <translation>%1...（还有 %2 字节）</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 with parallel.framework megatron or deepspeed or training.modules torchtitan</source>
        <translation>parallel.pipeline 大于 1，且 parallel.framework megatron 或 deepspeed 或 training.modules torchtitan</translation>
    </message>
    <message>
        <source>a type for each of the %1 layers</source>
        <translation>为 %1 层中的每一层给出类型</translation>
    </message>
    <message>
        <source>fewer layers: each of them needs one of its kind before them</source>
        <translation>更少的层：其中每一层之前都需要有一层同类的层</translation>
    </message>
    <message>
        <source>attention to earlier tokens</source>
        <translation>只关注之前 token 的注意力</translation>
    </message>
    <message>
        <source>true: embeddings of layers beside a head of its own are not known</source>
        <translation>true：带独立输出头的逐层嵌入在这里未知</translation>
    </message>
    <message>
        <source>a multiple of the %1 key heads</source>
        <translation>%1 个键头的整数倍</translation>
    </message>
    <message>
        <source>layers of mamba (M), attention (*), mlp (-) or moe (E)</source>
        <translation>由 mamba（M）、attention（*）、mlp（-）或 moe（E）组成的层</translation>
    </message>
    <message>
        <source>%1, so that all heads are as wide as the mixer</source>
        <translation>%1，使所有头的总宽度等于混合器的宽度</translation>
    </message>
    <message>
        <source>a divisor of the %1 heads</source>
        <translation>%1 个头的约数</translation>
    </message>
    <message>
        <source>training.objective grpo with estimator detailed</source>
        <translation>training.objective 为 grpo，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.objective grpo</source>
        <translation>training.objective 为 grpo</translation>
    </message>
    <message>
        <source>training.objective grpo and rollout.engine vllm-colocate with estimator detailed</source>
        <translation>training.objective 为 grpo、rollout.engine 为 vllm-colocate，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.objective grpo and rollout.engine vllm-colocate</source>
        <translation>training.objective 为 grpo，且 rollout.engine 为 vllm-colocate</translation>
    </message>
    <message>
        <source>rollout.sleep on, with training.objective grpo and estimator detailed</source>
        <translation>rollout.sleep 为 on，且 training.objective 为 grpo、estimator 为 detailed</translation>
    </message>
    <message>
        <source>rollout.sleep on, with training.objective grpo</source>
        <translation>rollout.sleep 为 on，且 training.objective 为 grpo</translation>
    </message>
    <message>
        <source>vision.images above 0</source>
        <translation>vision.images 大于 0</translation>
    </message>
    <message>
        <source>a known one. Nearest is %1, which reads all that the file says of the shape. To plan it as that, add &quot;%2&quot;: &quot;%1&quot; to the file</source>
        <translation>已知的类型。最接近的是 %1，它能读取文件中关于结构的全部内容。若要按它规划，请在文件中加入 &quot;%2&quot;: &quot;%1&quot;</translation>
    </message>
    <message>
        <source>a known one. Nearest is %1, which does not read %3. To plan it as that nevertheless, add &quot;%2&quot;: &quot;%1&quot; to the file</source>
        <translation>已知的类型。最接近的是 %1，但它不读取 %3。若仍要按它规划，请在文件中加入 &quot;%2&quot;: &quot;%1&quot;</translation>
    </message>
    <message>
        <source>training.method full with transformers 5 under the Trainer or FSDP2</source>
        <translation>training.method 为 full，并在 Trainer 或 FSDP2 下使用 transformers 5</translation>
    </message>
    <message>
        <source>training.method lora or qlora with transformers 5 under the Trainer or FSDP2</source>
        <translation>training.method 为 lora 或 qlora，并在 Trainer 或 FSDP2 下使用 transformers 5</translation>
    </message>
    <message>
        <source>training.attention eager with parallel.framework megatron</source>
        <translation>parallel.framework megatron 下的 training.attention eager</translation>
    </message>
    <message>
        <source>true: an encoder&apos;s head beside its embedding is not known</source>
        <translation>true：编码器在词嵌入之外另有输出头的情形未知</translation>
    </message>
    <message>
        <source>training.objective classification or token-classification</source>
        <translation>training.objective 为 classification 或 token-classification</translation>
    </message>
    <message>
        <source>training.adapter lora or dora</source>
        <translation>training.adapter 为 lora 或 dora</translation>
    </message>
    <message>
        <source>training.adapter lora, dora or vera</source>
        <translation>training.adapter 为 lora、dora 或 vera</translation>
    </message>
    <message>
        <source>a training.adapter of named modules</source>
        <translation>按名称指定模块的 training.adapter</translation>
    </message>
    <message>
        <source>training.adapter ia3</source>
        <translation>training.adapter 为 ia3</translation>
    </message>
    <message>
        <source>%1, as in the other stack: unlike stacks are not known</source>
        <translation>%1，与另一个堆栈相同：两个堆栈不同的情形未知</translation>
    </message>
    <message>
        <source>parallel.framework megatron with parallel.strategy ddp or zero1, training.method full or lora and training.precision bf16-master or fp16-master</source>
        <translation>parallel.framework megatron，parallel.strategy 为 ddp 或 zero1，training.method 为 full 或 lora，training.precision 为 bf16-master 或 fp16-master</translation>
    </message>
    <message>
        <source>parallel.framework megatron, nanotron, fsdp2, or deepspeed with parallel.strategy ddp, zero1 or zero2, or training.modules torchtitan on single copies, with training.method full, or lora under megatron and fsdp2</source>
        <translation>parallel.framework 为 megatron、nanotron、fsdp2，或 deepspeed（parallel.strategy 为 ddp、zero1 或 zero2），或单副本上的 training.modules torchtitan，training.method 为 full，megatron 和 fsdp2 下也可为 lora</translation>
    </message>
    <message>
        <source>parallel.framework megatron or nanotron, or deepspeed with parallel.strategy ddp or zero1, or training.modules torchtitan under FSDP2 or on single copies, with training.method full, or lora under megatron</source>
        <translation>parallel.framework 为 megatron 或 nanotron，或 deepspeed（parallel.strategy 为 ddp 或 zero1），或 FSDP2 下或单副本上的 training.modules torchtitan，training.method 为 full，megatron 下也可为 lora</translation>
    </message>
    <message>
        <source>F or S for each of the %1 layers</source>
        <translation>%1 层中每层一个 F 或 S</translation>
    </message>
    <message>
        <source>more than the %1 of qk_rope_head_dim, which are rotated</source>
        <translation>大于 qk_rope_head_dim 的 %1（参与旋转的部分）</translation>
    </message>
    <message>
        <source>more than 0: the indexer reads the compressed query</source>
        <translation>大于 0：索引器读取压缩后的 query</translation>
    </message>
    <message>
        <source>an indexer in the first layer: there is none before it</source>
        <translation>第一层要有索引器：它前面没有其他层</translation>
    </message>
    <message>
        <source>%1, as many as num_experts makes</source>
        <translation>%1，与 num_experts 创建的数量一致</translation>
    </message>
    <message>
        <source>training.checkpointing full under DDP</source>
        <translation>DDP 下 training.checkpointing 为 full</translation>
    </message>
    <message>
        <source>training.adapter lora, dora, vera, loha or lokr</source>
        <translation>training.adapter 为 lora、dora、vera、loha 或 lokr</translation>
    </message>
    <message>
        <source>training.adapter lokr</source>
        <translation>training.adapter 为 lokr</translation>
    </message>
    <message>
        <source>training.adapter oft</source>
        <translation>training.adapter 为 oft</translation>
    </message>
    <message>
        <source>parallel.framework megatron with parallel.strategy ddp or zero1 and training.precision bf16-master or fp16-master, or fsdp2 with training.modules torchtitan and training.method full, or deepspeed with parallel.strategy ddp, zero1 or zero2 and training.method full</source>
        <translation>parallel.framework 为 megatron 且 parallel.strategy 为 ddp 或 zero1、training.precision 为 bf16-master 或 fp16-master，或 fsdp2 且 training.modules 为 torchtitan、training.method 为 full，或 deepspeed 且 parallel.strategy 为 ddp、zero1 或 zero2、training.method 为 full</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4 and estimator detailed</source>
        <translation>training.method 为 qlora，training.base 为 nf4，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4</source>
        <translation>training.method 为 qlora，且 training.base 为 nf4</translation>
    </message>
    <message>
        <source>training.method qlora with training.base llm-int8 and estimator detailed</source>
        <translation>training.method 为 qlora，training.base 为 llm-int8，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.method qlora with training.base llm-int8</source>
        <translation>training.method 为 qlora，且 training.base 为 llm-int8</translation>
    </message>
    <message>
        <source>a number for each of the %1 layers</source>
        <translation>%1 层中每层一个数字</translation>
    </message>
    <message>
        <source>one width for all of the %1 layers</source>
        <translation>全部 %1 层使用同一宽度</translation>
    </message>
    <message>
        <source>parallel.expert above 1</source>
        <translation>parallel.expert 大于 1</translation>
    </message>
    <message>
        <source>parallel.expert_capacity above 0</source>
        <translation>parallel.expert_capacity 大于 0</translation>
    </message>
    <message>
        <source>training.adapter boft</source>
        <translation>training.adapter boft</translation>
    </message>
    <message>
        <source>training.boft_block 0</source>
        <translation>training.boft_block 0</translation>
    </message>
    <message>
        <source>training.adapter trainable-tokens</source>
        <translation>training.adapter trainable-tokens</translation>
    </message>
    <message>
        <source>training.objective gkd with estimator detailed</source>
        <translation>training.objective gkd 且 estimator detailed</translation>
    </message>
    <message>
        <source>training.objective gkd</source>
        <translation>training.objective gkd</translation>
    </message>
    <message>
        <source>one GPU, training.accumulation 1 and no master copy of the weights</source>
        <translation>单块 GPU、training.accumulation 1 且没有权重主副本</translation>
    </message>
    <message>
        <source>training.method full with training.precision bf16 under DDP, or FSDP in 16 bits, with estimator detailed</source>
        <translation>estimator 为 detailed，且 DDP 下 training.method 为 full、training.precision 为 bf16，或 16 位的 FSDP</translation>
    </message>
    <message>
        <source>training.method full with training.precision bf16 under DDP, or FSDP in 16 bits</source>
        <translation>DDP 下 training.method 为 full 且 training.precision 为 bf16，或 16 位的 FSDP</translation>
    </message>
    <message>
        <source>training.method full under DDP, FSDP2 or Megatron-LM</source>
        <translation>DDP、FSDP2 或 Megatron-LM 下的 training.method full</translation>
    </message>
    <message>
        <source>training.fp8 of TransformerEngine (te-)</source>
        <translation>TransformerEngine 的 training.fp8（te-）</translation>
    </message>
    <message>
        <source>training.optimizer galore-adamw or apollo-adamw with training.method full</source>
        <translation>training.optimizer 为 galore-adamw 或 apollo-adamw，且 training.method 为 full</translation>
    </message>
    <message>
        <source>training.optimizer galore-adamw or apollo-adamw with training.method full and estimator detailed</source>
        <translation>training.optimizer 为 galore-adamw 或 apollo-adamw，training.method 为 full，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>a list of layer numbers</source>
        <translation>层编号列表</translation>
    </message>
    <message>
        <source>at most the %1 experts there are</source>
        <translation>不超过现有的 %1 个专家</translation>
    </message>
    <message>
        <source>training.checkpointing other than none under the Trainer or FSDP</source>
        <translation>在 Trainer 或 FSDP 下且 training.checkpointing 不为 none</translation>
    </message>
    <message>
        <source>less than the %1 layers of a period</source>
        <translation>小于一个周期的 %1 层</translation>
    </message>
    <message>
        <source>one number of experts for all layers</source>
        <translation>所有层的专家数相同</translation>
    </message>
    <message>
        <source>training.adapter prompt-tuning, p-tuning or prefix-tuning</source>
        <translation>training.adapter 为 prompt-tuning、p-tuning 或 prefix-tuning</translation>
    </message>
    <message>
        <source>training.adapter prefix-tuning</source>
        <translation>training.adapter 为 prefix-tuning</translation>
    </message>
    <message>
        <source>training.adapter p-tuning, or prefix-tuning with training.prefix_projection on</source>
        <translation>training.adapter 为 p-tuning，或为 prefix-tuning 且 training.prefix_projection 为 on</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4 or llm-int8 and estimator detailed</source>
        <translation>training.method 为 qlora，training.base 为 nf4 或 llm-int8，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4 or llm-int8</source>
        <translation>training.method 为 qlora，且 training.base 为 nf4 或 llm-int8</translation>
    </message>
    <message>
        <source>at most the %1 numbers of a head</source>
        <translation>不超过一个头的 %1 个数</translation>
    </message>
    <message>
        <source>2: its router draws as many, whatever the config says</source>
        <translation>2：无论配置怎么写，其路由器都抽取两个专家</translation>
    </message>
    <message>
        <source>training.optimizer shampoo</source>
        <translation>training.optimizer 为 shampoo</translation>
    </message>
    <message>
        <source>training.optimizer shampoo with estimator detailed</source>
        <translation>training.optimizer 为 shampoo，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>a list of numbers of heads</source>
        <translation>注意力头数的列表</translation>
    </message>
    <message>
        <source>training.objective dpo, kto, grpo or ppo with estimator detailed</source>
        <translation>training.objective 为 dpo、kto、grpo 或 ppo，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.objective dpo, kto, grpo or ppo</source>
        <translation>training.objective 为 dpo、kto、grpo 或 ppo</translation>
    </message>
    <message>
        <source>training.objective grpo or ppo with estimator detailed</source>
        <translation>training.objective 为 grpo 或 ppo，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.objective grpo or ppo</source>
        <translation>training.objective 为 grpo 或 ppo</translation>
    </message>
    <message>
        <source>training.objective ppo with estimator detailed</source>
        <translation>training.objective 为 ppo，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.objective ppo</source>
        <translation>training.objective 为 ppo</translation>
    </message>
    <message>
        <source>training.checkpointing full with transformers&apos; modules under the Trainer, FSDP or ZeRO</source>
        <translation>在 Trainer、FSDP 或 ZeRO 下使用 transformers 模块且 training.checkpointing 为 full</translation>
    </message>
    <message>
        <source>a file that describes a training run: axolotl, LLaMA-Factory, ms-swift, TRL, torchtune, torchtitan, LitGPT, LLM Foundry, nanotron, verl, DeepSpeed, accelerate, PEFT, or a launch script</source>
        <translation>描述训练运行的文件：axolotl、LLaMA-Factory、ms-swift、TRL、torchtune、torchtitan、LitGPT、LLM Foundry、nanotron、verl、DeepSpeed、accelerate、PEFT，或启动脚本</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl and FSDP1 with estimator detailed</source>
        <translation>training.objective 为 grpo、training.loop 为 verl、使用 FSDP1，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl and FSDP1</source>
        <translation>training.objective 为 grpo、training.loop 为 verl，且使用 FSDP1</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl, FSDP1 and rollout.engine vllm-colocate with estimator detailed</source>
        <translation>training.objective 为 grpo、training.loop 为 verl、使用 FSDP1、rollout.engine 为 vllm-colocate，且 estimator 为 detailed</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl, FSDP1 and rollout.engine vllm-colocate</source>
        <translation>training.objective 为 grpo、training.loop 为 verl、使用 FSDP1，且 rollout.engine 为 vllm-colocate</translation>
    </message>
    <message>
        <source>training.objective embedding</source>
        <translation>training.objective embedding</translation>
    </message>
</context>
<context>
    <name>export</name>
    <message>
        <source>DeepSpeed JSON</source>
        <translation>DeepSpeed JSON</translation>
    </message>
    <message>
        <source>accelerate YAML</source>
        <translation>accelerate YAML</translation>
    </message>
    <message>
        <source>axolotl recipe</source>
        <translation>axolotl 配方</translation>
    </message>
    <message>
        <source>LLaMA-Factory recipe</source>
        <translation>LLaMA-Factory 配方</translation>
    </message>
    <message>
        <source>TrainingArguments as JSON</source>
        <translation>JSON 形式的 TrainingArguments</translation>
    </message>
    <message>
        <source>TrainingArguments in Python</source>
        <translation>Python 形式的 TrainingArguments</translation>
    </message>
    <message>
        <source>torchtitan TOML</source>
        <translation>torchtitan TOML</translation>
    </message>
    <message>
        <source>Megatron-LM flags</source>
        <translation>Megatron-LM 参数</translation>
    </message>
    <message>
        <source>torchrun line</source>
        <translation>torchrun 命令行</translation>
    </message>
    <message>
        <source>accelerate launch line</source>
        <translation>accelerate launch 命令行</translation>
    </message>
    <message>
        <source>Slurm header</source>
        <translation>Slurm 头部</translation>
    </message>
    <message>
        <source>Goes with %1, the DeepSpeed JSON.</source>
        <translation>与 DeepSpeed JSON %1 配合使用。</translation>
    </message>
    <message>
        <source>Not said here, as this format or the plan of it has other values: %1</source>
        <translation>此处未写出，因为该格式或其规划取值不同：%1</translation>
    </message>
</context>
<context>
    <name>findings</name>
    <message>
        <source>Each GPU is short by %1.</source>
        <translation>每块 GPU 短缺 %1。</translation>
    </message>
    <message>
        <source>It may reach %1, more than the GPU has.</source>
        <translation>可能达到 %1，超过 GPU 的容量。</translation>
    </message>
    <message>
        <source>This GPU has no bf16 units: choose fp16 or fp32.</source>
        <translation>该 GPU 不支持 BF16：请选择 FP16 或 FP32。</translation>
    </message>
    <message>
        <source>A Llama-like shape of %1 parameters stands in for a real model.</source>
        <translation>以 %1 参数的类 Llama 结构代替真实模型。</translation>
    </message>
    <message>
        <source>The sequence is longer than the model was made for (%1 tokens).</source>
        <translation>序列超过模型支持的长度（%1 个 token）。</translation>
    </message>
    <message>
        <source>%1 is the bottleneck: %2 of each step are exposed communication; without it a step would be %3 times as fast.</source>
        <translation>%1 是瓶颈：每步有 %2 的未重叠通信；没有它，一步会快 %3 倍。</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s) do not fill whole nodes of %1.</source>
        <translation>
            <numerusform>%n 个 GPU 无法占满每节点 %1 个 GPU 的节点。</numerusform>
        </translation>
    </message>
    <message>
        <source>fp16 needs loss scaling to train stably; bf16 does not.</source>
        <translation>FP16 需要损失缩放才能稳定训练；BF16 不需要。</translation>
    </message>
    <message>
        <source>The worksheet&apos;s rules of thumb do not know one of these options.</source>
        <translation>工作表的经验公式不支持其中某个选项。</translation>
    </message>
    <message>
        <source>No measured run of this model family was compared: expect to be off.</source>
        <translation>该模型系列未与实测对比：结果可能有偏差。</translation>
    </message>
    <message>
        <source>Sharding 4-bit weights needs a 16-bit storage type for them.</source>
        <translation>对 4 位权重分片需要以 16 位类型存储。</translation>
    </message>
    <message>
        <source>FlashAttention needs an Ampere GPU or newer, 16-bit numbers and heads of at most 256: choose another attention.</source>
        <translation>FlashAttention 需要 Ampere 或更新的 GPU、16 位数值以及不超过 256 的注意力头：请选择其他注意力实现。</translation>
    </message>
    <message>
        <source>transformers has no such attention for this model and refuses to start: choose another.</source>
        <translation>transformers 对该模型没有这种注意力实现，拒绝启动：请选择其他实现。</translation>
    </message>
    <message>
        <source>This attention computes no gradient for the model&apos;s sinks: they stay as they are. Choose eager.</source>
        <translation>这种注意力实现不计算该模型 sink 的梯度：它们保持不变。请选择 eager。</translation>
    </message>
    <message>
        <source>SDPA leaves out the soft cap on this model&apos;s attention scores, without a word: what is trained is another model.</source>
        <translation>SDPA 会不加说明地略去该模型注意力分数的软上限：训练的将是另一个模型。</translation>
    </message>
    <message>
        <source>Autograd keeps views of gathered experts, so that ZeRO-3 frees nothing when it releases them: %1 stay on each GPU until the backward pass. Checkpointing ends that, and so does FSDP; leaf modules do not.</source>
        <translation>autograd 保留着已聚合专家的视图，因此 ZeRO-3 释放它们时什么也释放不了：反向传播之前，每块 GPU 上留有 %1。激活检查点可以消除它，FSDP 也可以；leaf 模块则不行。</translation>
    </message>
    <message>
        <source>DeepSpeed refuses an odd all-gather bucket in stages 1 and 2.</source>
        <translation>DeepSpeed 在阶段 1 和 2 中拒绝奇数大小的 all-gather 桶。</translation>
    </message>
    <message>
        <source>FSDP2 cuts parameters along their first dimension and pads it to the GPUs that shard them: %1 of each gather of a layer are padding, more with more GPUs.</source>
        <translation>FSDP2 沿第一维切分参数，并将其填充到分片的 GPU 数：每次聚合一层时有 %1 是填充，GPU 越多填充越多。</translation>
    </message>
    <message>
        <source>bitsandbytes passes over most weights of this model in this release of transformers: they stay in 16 bit.</source>
        <translation>在此版本的 transformers 中，bitsandbytes 会略过该模型的大部分权重：它们保持 16 位。</translation>
    </message>
    <message>
        <source>ZeRO-3 keeps %1 of all-gathered parameters at the peak: what its trace uses again within stage3_max_reuse_distance (1e9 elements) is not released. FSDP gathers layer by layer.</source>
        <translation>ZeRO-3 在峰值时仍保留 %1 已聚合的权重：其 trace 在 stage3_max_reuse_distance（1e9 个元素）内会再次用到的不会释放。FSDP 逐层聚合。</translation>
    </message>
    <message>
        <source>ZeRO-1 with offload hands over the gradients of its own partition alone: %1 of whole gradients stay on each GPU, more with more GPUs. ZeRO-2 frees them.</source>
        <translation>带卸载的 ZeRO-1 只移交自身分区的梯度：每块 GPU 上留有 %1 完整梯度，GPU 越多越多。ZeRO-2 会释放它们。</translation>
    </message>
    <message>
        <source>Expandable segments reserve %1 more here than segments of fixed size.</source>
        <translation>在这里，可扩展段比固定大小的段多预留 %1。</translation>
    </message>
    <message>
        <source>This checkpointing takes %1 more here than less of it would.</source>
        <translation>在这里，这种激活检查点比较少的检查点多占 %1。</translation>
    </message>
    <message>
        <source>Offloading takes %1 more of each GPU here than it frees.</source>
        <translation>在这里，卸载在每块 GPU 上占用的比释放的多 %1。</translation>
    </message>
    <message>
        <source>Shard groups of %1 do not divide %2 GPUs: choose a divisor.</source>
        <translation>大小为 %1 的分片组不能整除 %2 块 GPU：请选择一个约数。</translation>
    </message>
    <message>
        <source>These links cannot do the pinned algorithm: choose auto.</source>
        <translation>这些链路不支持所指定的算法：请选择 auto。</translation>
    </message>
    <message>
        <source>Nothing here is an all-reduce: NCCL gathers and scatters around rings, whatever is pinned.</source>
        <translation>这里没有 all-reduce：无论指定什么，NCCL 都沿环做 gather 与 scatter。</translation>
    </message>
    <message>
        <source>This GPU has no such link: choose another, or leave it open.</source>
        <translation>这款 GPU 没有这种链路：请另选，或留空。</translation>
    </message>
    <message>
        <source>Each host is short by %1 of memory for what is offloaded.</source>
        <translation>每台主机缺少 %1 内存来容纳卸载的内容。</translation>
    </message>
    <message>
        <source>Each host needs %1 for what is offloaded. Whether it has as much is not known: say so under “%2”.</source>
        <comment>amount, name of an input</comment>
        <translation>每台主机需要 %1 来容纳卸载的内容。主机是否有这么多内存未知：请在“%2”中说明。</translation>
    </message>
    <message>
        <source>PEFT cannot drop out inputs of experts that are one tensor: it stops before the first step.</source>
        <translation>PEFT 无法对合为一个张量的专家做 dropout：它会在第一步之前停止。</translation>
    </message>
    <message>
        <source>PEFT&apos;s adapter on this model&apos;s router makes the first step crash: leave the router out.</source>
        <translation>PEFT 在该模型路由器上的适配器会使第一步崩溃：请排除路由器。</translation>
    </message>
    <message>
        <source>This is the language model alone: its vision or audio part is left out of every number.</source>
        <translation>这里只有语言模型：其视觉或音频部分未计入任何数值。</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1, about %2). Planned is %3 of them, as they are trained.</source>
        <comment>method, amounts</comment>
        <translation>模型文件中的权重是量化的（%1，约 %2）。按训练时的形式计划为 %3。</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1). Planned is %2 of them, as they are trained.</source>
        <comment>method, amount</comment>
        <translation>模型文件中的权重是量化的（%1）。按训练时的形式计划为 %2。</translation>
    </message>
    <message>
        <source>The model&apos;s file is a %1. A head that predicts the next token is planned in its place: %2 with its logits.</source>
        <comment>class, amount</comment>
        <translation>模型文件是 %1。计划时以预测下一个词元的头代替：其 logits 为 %2。</translation>
    </message>
    <message>
        <source>Keys of the model&apos;s file change memory and are not counted: %1.</source>
        <translation>模型文件中有影响内存但未计入的键：%1。</translation>
    </message>
    <message>
        <source>Adapters on %1 are not counted: about %2 more on each GPU.</source>
        <comment>modules, amount</comment>
        <translation>%1 上的适配器未计入：每块 GPU 约多 %2。</translation>
    </message>
    <message>
        <source>%1 are to be trained whole, which is not counted: about %2 more on each GPU.</source>
        <comment>modules, amount</comment>
        <translation>%1 将完整训练，但未计入：每块 GPU 约多 %2。</translation>
    </message>
    <message>
        <source>One layer in %1 is checkpointed, and all are counted as if they were: about %2 more on each GPU.</source>
        <comment>number, amount</comment>
        <translation>每 %1 层中只有一层设检查点，但所有层都按设有检查点计算：每块 GPU 约多 %2。</translation>
    </message>
    <message>
        <source>With label smoothing the Trainer computes the loss from all logits, whatever loss is chosen.</source>
        <translation>使用标签平滑时，无论选择何种损失，Trainer 都由全部 logits 计算损失。</translation>
    </message>
    <message>
        <source>Copies between GPU and host make each step %1 times as long.</source>
        <translation>GPU 与主机之间的复制使每一步变为 %1 倍长。</translation>
    </message>
    <message>
        <source>This framework cannot offload exactly that: the plan counts what it does instead.</source>
        <translation>该框架无法恰好这样卸载：方案按其实际行为计算。</translation>
    </message>
    <message>
        <source>The optimizer runs on the CPU: about %1 of each step, by what its authors measured on one machine.</source>
        <translation>优化器在 CPU 上运行：按其作者在一台机器上的测量，约占每步的 %1。</translation>
    </message>
    <message>
        <source>With one GPU nothing is sharded and nothing is sent.</source>
        <translation>只有一个 GPU 时不分片，也不通信。</translation>
    </message>
    <message>
        <source>The attention heads do not divide what they share: frameworks refuse such a model.</source>
        <translation>注意力头数不能整除其共享的维度：框架会拒绝这样的模型。</translation>
    </message>
    <message>
        <source>Fewer GPUs, a power of two, take %1 less each: ZeRO-3 copies gradients that the ranks do not divide.</source>
        <translation>GPU 更少且为二的幂时，每个少占 %1：ZeRO-3 会复制无法被 rank 数整除的梯度。</translation>
    </message>
    <message>
        <source>ZeRO-3 keeps %1 more gathered beside adapters of this rank than of twice it.</source>
        <translation>在此秩的适配器旁，ZeRO-3 比两倍秩时多保留 %1 已收集的权重。</translation>
    </message>
    <message>
        <source>A loop over experts takes %1 more here than grouped products: each expert&apos;s gradient is as large as all of them.</source>
        <translation>此处逐个循环专家比分组乘积多占 %1：每个专家的梯度都与全部专家一样大。</translation>
    </message>
    <message>
        <source>%1 at the peak are transient buffers of the optimizer step: a fused optimizer, or one that updates tensor by tensor, holds next to none.</source>
        <translation>峰值中 %1 是优化器步的瞬时缓冲区：fused 优化器或逐张量更新的优化器几乎不需要。</translation>
    </message>
    <message>
        <source>%1 at the peak are transient buffers %2: shorter sequences or a smaller micro-batch shrink them.</source>
        <comment>amount, moment</comment>
        <translation>峰值中 %1 是瞬时缓冲区（%2）：缩短序列或减小微批可使其变小。</translation>
    </message>
    <message>
        <source>%1 at the peak are no tensors, %2 of them reserved but unallocated: expandable_segments:True, or a larger share of the GPU left free, keeps such gaps from ending a run.</source>
        <translation>峰值中 %1 不是张量，其中 %2 已保留但未分配：expandable_segments:True，或给 GPU 多留空闲，可避免这类空隙使运行中断。</translation>
    </message>
    <message>
        <source>The sequence is longer than the model&apos;s learned position table (%1 tokens): the first forward pass ends with an index error.</source>
        <translation>序列长于模型学习到的位置表（%1 个 token）：第一次前向传播会因索引越界而出错。</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads, %3 key-value heads and the MLP evenly.</source>
        <translation>%1 个 GPU 无法均分 %2 个注意力头、%3 个键值头和 MLP。</translation>
    </message>
    <message>
        <source>%1 layers cannot be cut into %2 equal stages.</source>
        <translation>%1 层无法均分为 %2 级。</translation>
    </message>
    <message>
        <source>%1 layers cannot be cut into %2 stages of %3 equal chunks.</source>
        <translation>%1 层无法均分为 %2 级、每级 %3 块。</translation>
    </message>
    <message>
        <source>Interleaved stages need micro-steps in multiples of the %2 stages: %1 are none.</source>
        <translation>交错的流水线要求微步数为级数 %2 的倍数：%1 不是。</translation>
    </message>
    <message>
        <source>A sequence of %1 tokens cannot be cut evenly: context parallelism takes two pieces for each of %2 GPUs, sequence parallelism one for each of %3.</source>
        <translation>%1 个词元的序列无法均分：上下文并行为 %2 个 GPU 各取两段，序列并行为 %3 个 GPU 各取一段。</translation>
    </message>
    <message>
        <source>%1 routed experts cannot be dealt out to %2 GPUs evenly.</source>
        <translation>%1 个路由专家无法均分到 %2 个 GPU。</translation>
    </message>
    <message>
        <source>%1 GPUs are no multiple of tensor × context × pipeline parallelism, %2.</source>
        <translation>%1 个 GPU 不是张量 × 上下文 × 流水线并行度 %2 的倍数。</translation>
    </message>
    <message>
        <source>The GPUs of a stage are no multiple of the %1 that one set of experts takes.</source>
        <translation>每级的 GPU 数不是一组专家所需 %1 个的倍数。</translation>
    </message>
    <message>
        <source>GPUs that share each expert have to divide its width.</source>
        <translation>共享每个专家的 GPU 数必须整除其宽度。</translation>
    </message>
    <message>
        <source>Tensor, pipeline, context and expert parallelism are planned for full training in bf16 or fp16 with fp32 masters, of models with pre-norm layers and plain attention: not for this one.</source>
        <translation>张量、流水线、上下文和专家并行仅针对带 fp32 主权重的 bf16 或 fp16 全量训练，以及采用前置归一化层和普通注意力的模型：此处不适用。</translation>
    </message>
    <message>
        <source>%1 GPUs share each matrix, %2 are in a node: what every layer sends and waits for goes over the network.</source>
        <translation>%1 个 GPU 共享每个矩阵，而每个节点只有 %2 个：每层的收发都要经过网络。</translation>
    </message>
    <message>
        <source>Megatron-LM computes its own loss, in place on each rank&apos;s share of the logits: no other is planned with it.</source>
        <translation>Megatron-LM 使用自己的损失，在每个 rank 的 logits 份额上就地计算：不支持其他损失。</translation>
    </message>
    <message>
        <source>torch&apos;s pipelines need as many micro-steps as stages at least, and whole rounds where stages interleave: %1 micro-steps, %2 stages.</source>
        <translation>torch 的流水线至少需要与级数一样多的微步，交错时还须为整轮：%1 个微步，%2 级。</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads, %3 key-value heads, the MLP and the vocabulary evenly.</source>
        <translation>%1 个 GPU 无法平分 %2 个注意力头、%3 个键值头、MLP 和词表。</translation>
    </message>
    <message>
        <source>nanotron&apos;s 1F1B needs no fewer micro-steps than stages behind the first: %1 micro-steps, %2 stages.</source>
        <translation>nanotron 的 1F1B 要求微步数不少于第一级之后的级数：%1 个微步，%2 级。</translation>
    </message>
    <message>
        <source>Ulysses cannot deal %1 attention heads, %2 key-value heads and the sequence out to %3 GPUs evenly.</source>
        <translation>Ulysses 无法把 %1 个注意力头、%2 个键值头和序列平均分给 %3 个 GPU。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s Ulysses is planned with flash attention, of models with plain attention: not for this one.</source>
        <translation>DeepSpeed 的 Ulysses 仅针对采用 flash attention 和普通注意力的模型：此模型不适用。</translation>
    </message>
    <message>
        <source>%1 is not planned here: DeepSpeed&apos;s context parallelism is Ulysses, torch&apos;s an all-gather; Megatron-LM has these two and a ring.</source>
        <translation>此处不支持%1：DeepSpeed 的上下文并行是 Ulysses，torch 的是 all-gather；Megatron-LM 有这两种以及环形。</translation>
    </message>
    <message>
        <source>nanotron computes its own loss from each rank&apos;s share of the logits: no other is planned with it.</source>
        <translation>nanotron 使用自己的损失，由每个 rank 的 logits 份额计算：不支持其他损失。</translation>
    </message>
    <message>
        <source>Where ranks share the head, the loss is torch&apos;s own cross-entropy: no other is planned with it.</source>
        <translation>当多个 rank 共享输出头时，损失为 torch 自带的交叉熵：不规划其他损失。</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads, %3 key-value heads and the MLP evenly. AutoTP would deal out uneven shares, which are not planned.</source>
        <translation>%1 个 GPU 无法均分 %2 个注意力头、%3 个键值头和 MLP。AutoTP 会分配不均等的份额，这种情况不在规划之内。</translation>
    </message>
    <message>
        <source>DeepSpeed 0.19.6 cannot start with AutoTP on a model with norms of single heads, such as Qwen3: summing up their gradients ends with an error.</source>
        <translation>对于带有单头归一化的模型（如 Qwen3），DeepSpeed 0.19.6 无法用 AutoTP 启动：对其梯度求和会报错。</translation>
    </message>
    <message>
        <source>Under ZeRO-3 transformers loads a model that is sharded already, in which AutoTP finds no matrix to cut: GPUs would repeat each other&apos;s work. Choose ZeRO-1 or ZeRO-2.</source>
        <translation>在 ZeRO-3 下，transformers 加载的模型已经分片，AutoTP 在其中找不到可切分的矩阵：GPU 会重复彼此的工作。请选择 ZeRO-1 或 ZeRO-2。</translation>
    </message>
    <message>
        <source>Where copies come last in the order of GPUs, Megatron-LM wants as many copies of the experts as of the rest: expert × expert tensor parallelism, %1, has to be tensor × context parallelism, %2, of models without experts as well.</source>
        <translation>GPU 排列顺序中副本排在最后时，Megatron-LM 要求专家的副本数与其余部分相同：专家并行 × 专家张量并行（%1）必须等于张量并行 × 上下文并行（%2），没有专家的模型也是如此。</translation>
    </message>
    <message>
        <source>%1 splits backward passes, which torch&apos;s pipelines do, with torchtitan&apos;s modules: Megatron-LM and nanotron have no such schedule.</source>
        <translation>%1 会拆分反向传播，只有使用 torchtitan 模块的 torch 流水线支持：Megatron-LM 和 nanotron 没有这种调度。</translation>
    </message>
    <message>
        <source>%1 with checkpointing computes a layer again for each of its weights, and keeps all of it: that takes more memory than no checkpointing, and its time is not planned. Selective checkpointing stops with an error.</source>
        <translation>%1 与检查点一起使用时，会为每个权重重新计算整层并全部保留：占用的显存比不用检查点更多，其耗时也不在规划之内。选择性检查点会报错停止。</translation>
    </message>
    <message>
        <source>%1 takes two chunks on a stage, not %2.</source>
        <translation>%1 每级需要两个分块，而不是 %2 个。</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads and the MLP evenly.</source>
        <translation>%1 个 GPU 无法均分 %2 个注意力头和 MLP。</translation>
    </message>
    <message>
        <source>%1 layers cannot be dealt out to %2 stages.</source>
        <translation>%1 层无法分配到 %2 级。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s pipeline engine refuses ZeRO-2 and ZeRO-3: choose ZeRO-1, or no ZeRO.</source>
        <translation>DeepSpeed 的流水线引擎拒绝 ZeRO-2 和 ZeRO-3：请选择 ZeRO-1 或不使用 ZeRO。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s pipelines are planned for full training in bf16 or fp16 with fp32 masters, without offload, context parallelism or selective checkpointing, of models that Megatron-DeepSpeed&apos;s GPTModelPipe can stand for: LayerNorm, GELU, biases, as many key heads as heads, learned positions or ALiBi, and a tied table, as GPT-2 and BLOOM have. Not for this one.</source>
        <translation>DeepSpeed 的流水线规划适用于以 fp32 主副本进行的 bf16 或 fp16 全量训练，不含卸载、上下文并行和选择性检查点，且模型须能由 Megatron-DeepSpeed 的 GPTModelPipe 代表：LayerNorm、GELU、带偏置、键头数与头数相同、学习的位置或 ALiBi，以及共享的词表，如 GPT-2 和 BLOOM。此模型不适用。</translation>
    </message>
    <message>
        <source>This pipeline does not run %1 with %2 chunks on a stage: interleaved 1F1B and zero bubble take several, 1F1B and GPipe one, and Megatron-LM and DeepSpeed have no GPipe.</source>
        <translation>此流水线不能以每级 %2 个分块运行 %1：交错 1F1B 和零气泡需要多个分块，1F1B 和 GPipe 只用一个，而 Megatron-LM 和 DeepSpeed 没有 GPipe。</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed computes its own loss, in place on each rank&apos;s share of the logits: no other is planned with it.</source>
        <translation>Megatron-DeepSpeed 使用自己的损失，在每个 rank 的 logits 份额上就地计算：不支持其他损失。</translation>
    </message>
    <message>
        <source>Of this accelerator the capacity alone is known: all else here is what CUDA&apos;s kernels, libraries and allocator would take, which it does not run.</source>
        <translation>对该加速器只知道其容量：此处其余数字都是 CUDA 的内核、库和分配器所需，而它不运行 CUDA。</translation>
    </message>
    <message>
        <source>This is the language model alone: its vision part, whose weights take %1 in 16 bit, is left out of every number.</source>
        <translation>这里只有语言模型：其视觉部分（16 位权重占 %1）不计入任何数字。</translation>
    </message>
    <message>
        <source>What these modules hold of such a model, trained so, is not derived here: it is planned as transformers 5 has it.</source>
        <translation>这样训练这类模型时，这些模块占用什么，这里没有推导：它按 transformers 5 中的样子规划。</translation>
    </message>
    <message>
        <source>PEFT refuses adapters on out_proj in this family, as its kernels read the weight past the adapter: it stops before the first step. Adapt the other matrices.</source>
        <translation>PEFT 在这一系列模型中拒绝为 out_proj 添加适配器，因为其内核会绕过适配器读取权重：第一步之前就会停止。请适配其他矩阵。</translation>
    </message>
    <message>
        <source>What %1 holds is not derived with %2 as it is: this is no plan of such a run.</source>
        <translation>%2 取当前值时，%1 占用多少显存尚未推导：这不是此类运行的方案。</translation>
    </message>
    <message>
        <source>The answers of a step are not a multiple of the %1 to each prompt: TRL does not start.</source>
        <translation>一步的回答数不是每个提示 %1 个回答的整数倍：TRL 不会启动。</translation>
    </message>
    <message>
        <source>vLLM&apos;s share of the GPU holds its weights and no KV cache for a whole answer: it does not start.</source>
        <translation>vLLM 占用的显存份额放下权重后，剩余的 KV 缓存容不下一个完整回答：它不会启动。</translation>
    </message>
    <message>
        <source>vLLM&apos;s KV cache takes at most %1 tokens, that of %2 whole answers at once; a step asks each engine for %3.</source>
        <translation>vLLM 的 KV 缓存最多容纳 %1 个 token，即同时 %2 个完整回答；每步要求每个引擎生成 %3 个。</translation>
    </message>
    <message>
        <source>How long answers take to generate is not planned: speeds are those of scoring and training.</source>
        <translation>生成回答所需的时间未作规划：所示速度仅为打分与训练的速度。</translation>
    </message>
    <message>
        <source>TRL adds the router&apos;s loss to models with experts (router_aux_loss_coef): what it makes, %1, is not counted.</source>
        <translation>对于带专家的模型，TRL 会加上路由器损失（router_aux_loss_coef）：其产生的 %1 未计入。</translation>
    </message>
    <message>
        <source>The images of a sequence take %1 tokens, more than its %2: some would be cut off, and the first forward pass ends with an error.</source>
        <translation>一条序列中的图像占 %1 个 token，超过其 %2 个：部分会被截断，第一次前向传播会报错。</translation>
    </message>
    <message>
        <source>How large the images are is not said: the vision tower is left out. Its processor takes them as they are from %1 to %2 pixels, one token for each %3 of them.</source>
        <translation>未说明图像大小：未计入视觉塔。其处理器对 %1 到 %2 像素的图像保持原样，每 %3 像素一个 token。</translation>
    </message>
    <message>
        <source>What is frozen (%1) is counted as if it were trained: up to %2 less on each GPU.</source>
        <comment>layers, amount</comment>
        <translation>冻结的部分（%1）按参与训练计算：每块 GPU 最多可少 %2。</translation>
    </message>
    <message>
        <source>An encoder has no next token to predict: what is planned is that it learns masked ones (masked-lm).</source>
        <translation>编码器没有下一个词元可预测：这里按学习被掩码的词元（masked-lm）来规划。</translation>
    </message>
    <message>
        <source>What adapters of this kind (%1) hold is not derived with %2 as it is: this is no plan of such a run.</source>
        <comment>kind, input</comment>
        <translation>在当前的 %2 设置下，此类适配器（%1）占用的内存尚未推导：这不是此类运行的规划。</translation>
    </message>
    <message>
        <source>The factors start from a decomposition of each matrix (%1), in fp32, before the first step. What that takes is not planned; the steps hold the same, whatever they start from.</source>
        <comment>how factors start</comment>
        <translation>因子由第一步之前对每个矩阵的 fp32 分解（%1）得到。其开销未纳入规划；无论如何初始化，各步占用都相同。</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share the factors of adapters: a LoRA rank of %2 is no multiple.</source>
        <translation>%1 个 GPU 无法均分适配器的因子矩阵：LoRA 秩 %2 不是其倍数。</translation>
    </message>
    <message>
        <source>Under Megatron-LM plain LoRA is planned as Megatron-Bridge puts it beside whole matrices (query, key and value together, gate and up together), in 16 bit, of dense models with pre-norm layers and plain attention: not for this one.</source>
        <translation>在 Megatron-LM 下，普通 LoRA 按 Megatron-Bridge 的做法规划：置于整个矩阵旁（query、key、value 一起，gate 与 up 一起），16 位，适用于前置归一化、普通注意力的稠密模型：此模型不在其列。</translation>
    </message>
    <message>
        <source>What models with an encoder hold is not derived with %1 as it is: this is no plan of such a run.</source>
        <translation>%1 取当前值时，带编码器的模型占用多少显存尚未推导：这不是此类运行的方案。</translation>
    </message>
    <message>
        <source>KTO compares the answers of a micro-batch, and this one has but one: TRL does not start.</source>
        <translation>KTO 比较一个微批次中的各个回答，而此微批次只有一个：TRL 不会启动。</translation>
    </message>
    <message>
        <source>Attention that sees what an indexer has picked is planned whole, under data parallelism: what GPUs hold of it that share matrices, sequences, layers or experts is not derived here.</source>
        <translation>只看索引器所选 token 的注意力按不切分、数据并行来规划：多张 GPU 分摊矩阵、序列、层或专家时各自占用多少，这里没有推导。</translation>
    </message>
    <message>
        <source>An indexer picks the tokens that this model&apos;s attention sees, and no gradient reaches it. What such a run holds with %1 as it is is not derived: it is for one GPU, DDP and FSDP2, and for LoRA beside other modules with ZeRO-1, ZeRO-2 and FSDP1.</source>
        <comment>input</comment>
        <translation>这个模型的注意力只看索引器选出的 token，而索引器得不到梯度。在 %1 的当前设置下，这样的训练占用多少没有推导；已推导的是单卡、DDP 和 FSDP2，以及 LoRA 加在其他模块上时的 ZeRO-1、ZeRO-2 和 FSDP1。</translation>
    </message>
    <message>
        <source>DistributedDataParallel waits for gradients that this model&apos;s indexer never gets, and under checkpointing the Trainer does not tell it to look for them: the second step ends with an error. FSDP2 does not wait.</source>
        <translation>DistributedDataParallel 会等待这个模型的索引器永远得不到的梯度，而启用检查点时 Trainer 不会让它去查找未用参数：第二步会报错。FSDP2 不会等待。</translation>
    </message>
    <message>
        <source>Where sequences are padded, SDPA in transformers 5.12.1 shows each token what this model&apos;s indexer has left out, later tokens among it, without a word. Planned are sequences without padding; with it, choose eager.</source>
        <translation>序列带填充时，transformers 5.12.1 的 SDPA 会不加提示地让每个 token 看到索引器本已排除的内容，其中包括后面的 token。这里按不带填充的序列规划；有填充时请选 eager。</translation>
    </message>
    <message>
        <source>PEFT refuses adapters on this model&apos;s experts, which are no linear modules although their matrices bear such names: it stops before the first step. “all-linear” leaves them out.</source>
        <translation>PEFT 拒绝在这个模型的专家上加适配器：它们的矩阵虽然叫这些名字，却不是线性模块，训练在第一步之前就会停止。“all-linear” 会跳过它们。</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1). transformers trains none of them so, nor adapters beside them: with dequantize=True in its quantization_config it makes 16-bit weights of them as it loads them, one tensor at a time, and %2 of these are planned.</source>
        <comment>method, amount</comment>
        <translation>模型文件中的权重已量化（%1）。transformers 不会直接训练这种权重，也不会在其旁训练适配器：在 quantization_config 中设置 dequantize=True 后，加载时会逐个张量还原成 16 位权重，这里规划的就是其中的 %2。</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1), and transformers refuses to load it with a BitsAndBytesConfig: QLoRA does not start. Load a 16-bit copy of the model, or train LoRA beside what is dequantised when it is loaded.</source>
        <comment>method</comment>
        <translation>模型文件中的权重已量化（%1），transformers 拒绝再用 BitsAndBytesConfig 加载：QLoRA 无法启动。请加载 16 位的模型副本，或在加载时反量化后训练 LoRA。</translation>
    </message>
    <message>
        <source>8-bit products are not derived with %1 as it is: this is no plan.</source>
        <translation>在 %1 保持现状时，8 位乘积尚未推导：这不是规划。</translation>
    </message>
    <message>
        <source>Activations on the host are not derived with %1 as it is: this is no plan.</source>
        <translation>在 %1 保持现状时，主机上的激活尚未推导：这不是规划。</translation>
    </message>
    <message>
        <source>Where more GPUs share a set of experts than it has, torchtitan cuts each of them: %1 GPUs do not divide a width of %2 and a hidden size of %3 evenly, and FSDP2 stops with an error.</source>
        <translation>共享一组专家的 GPU 数多于专家数时，torchtitan 会切分每个专家：%1 张 GPU 无法均分宽度 %2 和隐藏维度 %3，FSDP2 会报错退出。</translation>
    </message>
    <message>
        <source>torch&apos;s own tensor, pipeline, context and expert parallelism are planned for full training of models like Llama (RMSNorm, gated MLP, separate projections, a head of its own) that FSDP2 shards or that is there once; experts and norms of single heads without tensor parallelism, experts that are dealt out without hybrid sharding, offload, selective checkpointing and split backward passes: not for this one.</source>
        <translation>torch 自身的张量、流水线、上下文和专家并行，仅适用于全参数训练 Llama 一类的模型（RMSNorm、带门控的 MLP、分开的投影、独立的输出头），并由 FSDP2 分片或只有一份；专家和逐头归一化不能与张量并行同用，分配到各 GPU 的专家不能与混合分片、卸载、选择性检查点或拆分的反向传播同用：此模型不适用。</translation>
    </message>
    <message>
        <source>transformers&apos; Trainer and accelerate hand DeepSpeed the parameters as they were before AutoEP replaced the experts: it stops with an error. Call deepspeed.initialize without parameters, and name the optimizer in its config.</source>
        <translation>transformers 的 Trainer 和 accelerate 交给 DeepSpeed 的是 AutoEP 替换专家之前的参数：DeepSpeed 会报错停止。请调用 deepspeed.initialize 时不传参数，并在其配置中写明优化器。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP deals out experts beside data parallelism: beside AutoTP, Ulysses or stages it is not planned. Megatron-LM deals them out beside all of these.</source>
        <translation>DeepSpeed 的 AutoEP 在数据并行之外分配专家：与 AutoTP、Ulysses 或流水线级同时使用时不作规划。Megatron-LM 可与这些同时分配专家。</translation>
    </message>
    <message>
        <source>What ZeRO-3 gathers of experts that AutoEP has dealt out is not planned: choose ZeRO-1 or ZeRO-2, or torchtitan&apos;s experts, which FSDP2 shards further.</source>
        <translation>ZeRO-3 对 AutoEP 已分配的专家所做的聚集不作规划：请选择 ZeRO-1 或 ZeRO-2，或使用 torchtitan 的专家，FSDP2 会对其进一步分片。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP looks for experts by the names of their modules: under PEFT&apos;s it finds none, and stops with an error. Train all weights, or leave all experts on each GPU.</source>
        <translation>DeepSpeed 的 AutoEP 按模块名称查找专家：在 PEFT 的名称下找不到任何专家，会报错停止。请训练全部权重，或在每个 GPU 上保留全部专家。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP is planned for full training of Mixtral, Qwen2-MoE, Qwen3-MoE, DeepSeek-V2 and DeepSeek-V3 as transformers 5 writes them, in 16 bit with fp32 masters, to predict the next token, with AdamW, Lion or SGD, without offload and selective checkpointing: not for this one.</source>
        <translation>DeepSpeed 的 AutoEP 规划适用于 transformers 5 实现的 Mixtral、Qwen2-MoE、Qwen3-MoE、DeepSeek-V2 和 DeepSeek-V3 的全量训练，16 位加 fp32 主权重，预测下一个 token，使用 AdamW、Lion 或 SGD，不含卸载和选择性检查点：此情形不适用。</translation>
    </message>
    <message>
        <source>In fp32 SDPA has no fused kernel for queries that share keys and values: where a batch has no padding, it keeps the scores of all pairs of tokens, as eager attention does. Under autocast a fused kernel takes them in 16 bit.</source>
        <translation>在 fp32 下，SDPA 没有适用于共享键和值的查询的融合内核：批次中没有填充时，它会像 eager 注意力一样保留所有 token 对的分数。使用 autocast 时，由融合内核以 16 位计算。</translation>
    </message>
    <message>
        <source>bitsandbytes&apos; 8-bit weights cannot be sharded: each module holds its own beside the parameter. 4-bit weights in a 16-bit storage type can.</source>
        <translation>bitsandbytes 的 8 位权重无法分片：每个模块在参数之外自行持有权重。以 16 位类型存储的 4 位权重则可以。</translation>
    </message>
    <message>
        <source>LLM.int8&apos;s products hold on to what they are given until the backward pass is over, and checkpoints do not free it: %1 of the layers. A 4-bit base does not.</source>
        <translation>LLM.int8 的矩阵乘法会把输入一直保留到反向传播结束，激活检查点也释放不了：各层共 %1。4 位基座不会这样。</translation>
    </message>
    <message>
        <source>What such a base (%1) holds is not derived with %2 as it is: this is no plan of such a run.</source>
        <comment>base, input</comment>
        <translation>在当前的 %2 设置下，此类基座（%1）占用的内存尚未推导：这不是此类运行的规划。</translation>
    </message>
    <message>
        <source>This is the language model alone. The class with vision and audio parts, whose weights take %1 in 16 bit, also embeds every token as one of an image and as one of a sound, even where there is text alone: all of that is left out of every number.</source>
        <translation>这里只有语言模型。带视觉和音频部分的类（其 16 位权重占 %1）即使只有文本，也会把每个 token 另外作为图像 token 和声音 token 各嵌入一次：这些都不计入任何数字。</translation>
    </message>
    <message>
        <source>What torch.compile keeps was followed for dense decoders on one GPU, full and with LoRA. Of this run it is derived from what its partitioner does, or planned as without it.</source>
        <translation>torch.compile 保留什么，只在单 GPU 上的稠密解码器（全量与 LoRA）中逐张量核对过。对这次运行，则按其划分器的规则推导，或按不编译来规划。</translation>
    </message>
    <message>
        <source>How large the images are is not said: the vision tower is left out. Its processor cuts each into at most %1 tiles of %2 pixels a side, %3 tokens each.</source>
        <translation>未说明图像大小：未计入视觉塔。其处理器把每张图像切成最多 %1 块，每块边长 %2 像素，各 %3 个 token。</translation>
    </message>
    <message>
        <source>The model&apos;s audio part, whose weights take %1 in 16 bit, is left out of every number.</source>
        <translation>模型的音频部分（16 位权重占 %1）未计入任何数字。</translation>
    </message>
    <message>
        <source>Tokens are taken to come to the experts of every GPU alike. A GPU that gets half as many more holds about %1 more for each micro-batch that is under way, and the others wait for it (parallel.expert_load).</source>
        <translation>假定到达每块 GPU 的专家的 token 一样多。某块 GPU 若多得一半，每个在途微批次约多占 %1，其余 GPU 要等它（parallel.expert_load）。</translation>
    </message>
    <message>
        <source>PEFT refuses adapters on the matrices of this vision tower, which stand within modules of the same names as the decoder&apos;s: it stops before the first step. Exclude the tower (vision.tower frozen), or adapt “all-linear”.</source>
        <translation>PEFT 拒绝在此视觉塔的矩阵上加适配器：这些矩阵位于与解码器同名的模块之内，训练在第一步之前就会停止。请排除视觉塔（vision.tower frozen），或适配“all-linear”。</translation>
    </message>
    <message>
        <source>The teacher&apos;s vocabulary has %1 words, the model&apos;s %2: the loss compares the logits of each word with each other, and ends with an error.</source>
        <translation>教师模型的词表有 %1 个词，本模型有 %2 个：损失逐词比较 logits，会以错误告终。</translation>
    </message>
    <message>
        <source>Updates within the backward pass are not derived with %1 as it is: this is no plan.</source>
        <translation>在 %1 保持现状时，反向传播中的更新尚未推导：这不是规划。</translation>
    </message>
    <message>
        <source>This GPU has no units for such 8-bit products: choose 16 bits.</source>
        <translation>此 GPU 没有用于这类 8 位乘法的单元：请选择 16 位。</translation>
    </message>
    <message>
        <source>Planned is FlashAttention. SDPA, which transformers takes unless another is asked for, is given a mask where layers have a window, here of %1 tokens, and keys and values of all heads: about %2 more. Without flash-attn choose SDPA.</source>
        <comment>tokens, memory</comment>
        <translation>规划的是 FlashAttention。若未另行指定，transformers 使用 SDPA；当层带有窗口（此处为 %1 个 token）时，SDPA 会得到掩码以及所有头的键和值：约多占 %2。没有 flash-attn 时请选择 SDPA。</translation>
    </message>
    <message>
        <source>GaLore decomposes the gradient of each matrix anew every 200 steps, by an SVD in fp32. The copies of the largest moment are planned; cuSOLVER&apos;s workspace and the time that it takes are not.</source>
        <translation>GaLore 每 200 步用 fp32 的 SVD 重新分解每个矩阵的梯度。峰值时刻的副本已纳入规划；cuSOLVER 的工作空间及其耗时未纳入。</translation>
    </message>
    <message>
        <source>What an optimizer of projected gradients holds is not derived with %1 as it is: this is no plan.</source>
        <translation>在 %1 保持现状时，投影梯度的优化器所占内存尚未推导：这不是规划。</translation>
    </message>
    <message>
        <source>There are images, but no vision tower of this model is known here: those of Qwen2-VL to Qwen3.5, Gemma 3, Gemma 4, PaliGemma, InternVL, Mistral 3, Idefics 3, SmolVLM, LLaVA, Llama 3.2 and Llama 4 are. Every number is of text alone.</source>
        <translation>有图像，但此处没有该模型的视觉塔：已知的有 Qwen2-VL 到 Qwen3.5、Gemma 3、Gemma 4、PaliGemma、InternVL、Mistral 3、Idefics 3、SmolVLM、LLaVA、Llama 3.2 和 Llama 4 的视觉塔。所有数字仅针对文本。</translation>
    </message>
    <message>
        <source>mamba-ssm&apos;s kernel multiplies with the weights of %1 themselves: adapters beside them get no gradient, and learn nothing. transformers&apos; own statements call the modules, and take far more.</source>
        <comment>names of matrices</comment>
        <translation>mamba-ssm 的内核直接与 %1 的权重相乘：旁边的适配器得不到梯度，什么也学不到。transformers 自己的实现会调用这些模块，但占用多得多。</translation>
    </message>
    <message>
        <source>mamba-ssm&apos;s kernel multiplies with the weight of out_proj itself: not with what QLoRA packs into four bits, and that of Mamba 1 not with a bias. Where FSDP2 or autocast leave Falcon-H1&apos;s factors in FP32, and where sequences of Nemotron-H are padded, it does not run, or otherwise than is derived here. Under autocast Jamba&apos;s scan gets inputs in FP32 beside values of 16 bits, which it refuses. transformers&apos; own statements are planned.</source>
        <translation>mamba-ssm 的内核直接与 out_proj 的权重相乘，无法使用 QLoRA 打包成 4 比特的权重；Mamba 1 的内核也不能带偏置。若 FSDP2 或 autocast 让 Falcon-H1 的系数保持 FP32，或 Nemotron-H 的序列有填充，内核就无法运行，或其行为与这里推导的不同。在 autocast 下，Jamba 的扫描得到 FP32 的输入和 16 位的数值，内核会拒绝。transformers 自己的实现可以规划。</translation>
    </message>
    <message>
        <source>transformers has no gradient checkpointing for this model&apos;s class: the Trainer stops before the first step when it is asked for (transformers 5.12).</source>
        <translation>transformers 的这个模型类没有梯度检查点：如果要求使用，Trainer 会在第一步之前停止（transformers 5.12）。</translation>
    </message>
    <message>
        <source>FSDP2&apos;s mixed precision casts parameters alone: the decays of this model&apos;s lightning attention are buffers and stay in FP32, and torch refuses the product of what they scale with values of 16 bits. It stops in the first step. DeepSpeed and FSDP1 cast buffers, too; weights loaded in 16 bits bring such buffers.</source>
        <translation>FSDP2 的混合精度只转换参数：该模型 lightning attention 的衰减系数是缓冲区，仍为 FP32，而 torch 不接受由它们缩放的结果与 16 位数值相乘，第一步就会中断。DeepSpeed 和 FSDP1 也会转换缓冲区；以 16 位加载的权重则自带 16 位缓冲区。</translation>
    </message>
    <message>
        <source>GPTQ&apos;s products leave their matrices in 16 bits to autograd, which keeps each until its backward pass: %1, as much as a base that is not quantised. With checkpoints it is one layer&apos;s.</source>
        <translation>GPTQ 的乘积把 16 位矩阵留给 autograd，每个都保留到其反向传播为止：%1，与未量化的基座一样多。使用检查点时只有一层的。</translation>
    </message>
    <message>
        <source>PEFT&apos;s “all-linear” finds none of this base&apos;s modules, as they are no subclasses of nn.Linear, and stops: name the matrices. Programs that collect the names themselves start.</source>
        <translation>PEFT 的“all-linear”找不到该基座的任何模块，因为它们不是 nn.Linear 的子类，于是中止：请列出矩阵的名称。自行收集名称的程序可以启动。</translation>
    </message>
    <message>
        <source>This model&apos;s class for FlashAttention leaves out the windows of its local layers, without a word: what is trained is another model. Choose eager.</source>
        <translation>该模型用于 FlashAttention 的类会不声不响地忽略局部层的窗口：实际训练的是另一个模型。请选择 eager。</translation>
    </message>
    <message>
        <source>This model&apos;s class keeps the weights of its routers in FP32 beside 16-bit ones, and FSDP wants one dtype of all that it gathers at once: it stops before the first step. Weights in FP32, with mixed precision, are planned.</source>
        <translation>该模型的类将路由器的权重保留为 FP32，而其他权重为 16 位；FSDP 要求一次收集的所有参数是同一种数据类型，因此在第一步之前就会停止。使用 FP32 权重和混合精度则可以规划。</translation>
    </message>
    <message>
        <source>SOAP finds the eigenbases of each matrix anew every 10 steps, by a QR decomposition in fp32. The copies of the largest moment are planned; cuSOLVER&apos;s workspace and the time that all its products take are not.</source>
        <translation>SOAP 每 10 步用 fp32 的 QR 分解重新求每个矩阵的特征基。峰值时刻的副本已纳入规划；cuSOLVER 的工作空间及其全部乘积的耗时未纳入。</translation>
    </message>
    <message>
        <source>Shampoo finds the root of each preconditioner by an eigendecomposition in fp32, in each step unless precondition_frequency says otherwise. What that makes is planned; cuSOLVER&apos;s workspace and the time that all its products take are not.</source>
        <translation>Shampoo 用 fp32 的特征分解求每个预条件矩阵的根；除非 precondition_frequency 另有设定，每步都求。由此产生的张量已纳入规划；cuSOLVER 的工作空间及其全部乘积的耗时未纳入。</translation>
    </message>
    <message>
        <source>LLaMA-Factory runs BAdam&apos;s blocks on one GPU, or under DeepSpeed ZeRO-3: here it stops with an error.</source>
        <translation>LLaMA-Factory 只在单个 GPU 上或在 DeepSpeed ZeRO-3 下运行分块的 BAdam：此处会报错停止。</translation>
    </message>
    <message>
        <source>%1 keeps its preconditioners as plain tensors in fp32: with %2 as it is the first step stops with an error.</source>
        <comment>optimizer, input</comment>
        <translation>%1 的预条件矩阵是 fp32 的普通张量：%2 取当前值时，第一步就会报错停止。</translation>
    </message>
    <message>
        <source>Shards are flat here, and %1 takes each for a vector: it trains as Adam does, without preconditioners. This is no plan of such a run.</source>
        <comment>optimizer</comment>
        <translation>此处的分片是展平的，%1 把每个分片当作向量：它像 Adam 一样训练，没有预条件。这不是此类运行的方案。</translation>
    </message>
    <message>
        <source>A value model is trained beside the policy: its weights, gradients and optimizer state take %1 more. It is planned as large as the policy, and so is the reward model, which is not trained.</source>
        <translation>除策略模型外还训练一个价值模型：其权重、梯度和优化器状态另占 %1。规划时按与策略模型同样大小计算，不参与训练的奖励模型也是如此。</translation>
    </message>
    <message>
        <source>PPOTrainer refers to the fp32 logits of all answers of a step, %1, from one rollout to the next: they are there while both models are trained. Fewer sequences in a step, or shorter answers, make them smaller.</source>
        <translation>PPOTrainer 从一次 rollout 到下一次一直引用该步所有回答的 FP32 logits（%1）：训练两个模型期间它们始终占用显存。减少每步的序列数或缩短回答可减小占用。</translation>
    </message>
    <message>
        <source>PPOTrainer ignores gradient_checkpointing: planned is a script that calls gradient_checkpointing_enable() of the policy and of the value model itself.</source>
        <translation>PPOTrainer 会忽略 gradient_checkpointing：此处规划的是由脚本自行对策略模型和价值模型调用 gradient_checkpointing_enable() 的情形。</translation>
    </message>
    <message>
        <source>On several GPUs PPOTrainer looks for the policy&apos;s adapters in the wrapper of DistributedDataParallel, and ends with an error: it takes a reference model of its own.</source>
        <translation>在多块 GPU 上，PPOTrainer 会在 DistributedDataParallel 的包装层里查找策略模型的适配器并因此报错退出：需要单独提供参考模型。</translation>
    </message>
    <message>
        <source>What such a run holds of a vision tower is not derived here. It is for the Trainer, DDP, ZeRO (stage 3 but for Llama 3.2, Llama 4, Gemma 4 E2B and E4B) and, but for those of PaliGemma, Idefics 3, SmolVLM, LLaVA and Llama 4, FSDP2, with AdamW, on GPUs that each have sequences of their own, with the modules of transformers 5. Of other objectives than the next token it is for DPO and GRPO (under stage 3 GRPO is not for Qwen3-VL, Qwen3.5, LLaVA and Mistral 3).</source>
        <translation>此类运行的视觉塔占用在此没有推导。已推导的情形是：Trainer、DDP、ZeRO（阶段 3 不含 Llama 3.2、Llama 4、Gemma 4 E2B 和 E4B），以及 FSDP2（PaliGemma、Idefics 3、SmolVLM、LLaVA 和 Llama 4 除外），使用 AdamW，每块 GPU 各有自己的序列，并使用 transformers 5 的模块。除预测下一个词元以外，适用的目标只有 DPO 和 GRPO（在阶段 3 下，GRPO 不适用于 Qwen3-VL、Qwen3.5、LLaVA 和 Mistral 3）。</translation>
    </message>
    <message>
        <source>Beside FSDP2 transformers cuts matrices by a plan of the model&apos;s family. That is planned for full training of Llama, Mistral, Qwen, Gemma, Phi-3, OLMo, GLM-4, Mixtral, DeepSeek-V3 and others like them, and for plain LoRA of those without experts and biases; torch shares the sequences of models with plain attention, other than eager: not of this one.</source>
        <translation>在 FSDP2 之外，transformers 按模型家族的方案切分矩阵。已规划的是：对 Llama、Mistral、Qwen、Gemma、Phi-3、OLMo、GLM-4、Mixtral、DeepSeek-V3 及同类模型的全量训练，以及对其中没有专家和偏置的模型的普通 LoRA；torch 则切分采用普通注意力（eager 除外）的模型的序列：此模型不在其中。</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoTP is planned for full training of Llama, Mistral, Qwen2, Gemma 1 and 2, Cohere, Granite, OLMo and others that transformers 5 cuts without gathering in between, without Ulysses, and without a loss that reads a head of its own in chunks or in a kernel: not for this one.</source>
        <translation>DeepSpeed 的 AutoTP 规划适用于 Llama、Mistral、Qwen2、Gemma 1 和 2、Cohere、Granite、OLMo 以及 transformers 5 切分时中间不作收集的其他模型的全量训练，不含 Ulysses，也不含分块读取或用内核读取独立输出头的损失：此模型不适用。</translation>
    </message>
    <message>
        <source>Layers with a gated delta rule, a state space or a short convolution hand a state on from token to token: what GPUs hold of them that share sequences or layers, or matrices otherwise than by transformers&apos; plan for Qwen3-Next and Qwen3.5, is not derived here. They are planned under data parallelism.</source>
        <translation>带门控 delta 规则、状态空间（Mamba）或短卷积的层会把状态逐 token 传递：在共享序列或层的 GPU 上，或不按 transformers 针对 Qwen3-Next 和 Qwen3.5 的方案共享矩阵的 GPU 上，它们占用多少，这里没有推导。它们在数据并行下规划。</translation>
    </message>
    <message>
        <source>Layers of Gemma 3n and Gemma 4 share keys and values and have embeddings of their own: what GPUs hold of them that share sequences or layers, or matrices otherwise than by transformers&apos; plan, is not derived here. They are planned under data parallelism.</source>
        <translation>Gemma 3n 和 Gemma 4 的层共享键和值，并且有各自的嵌入：共享序列或层的 GPU，或不按 transformers 的方案共享矩阵的 GPU 为此持有什么，这里没有推导。这些层在数据并行下规划。</translation>
    </message>
    <message>
        <source>The kernels that transformers loads such a base with by default have no backward pass, and refuse to train: planned are those of backend=&quot;auto_trainable&quot; in its quantization config.</source>
        <translation>transformers 默认用来加载这种基座的内核没有反向传播，会拒绝训练：这里规划的是量化配置中 backend=&quot;auto_trainable&quot; 所选的内核。</translation>
    </message>
    <message>
        <source>Beside adapters under ZeRO-3 TRL makes checkpoints reentrant, and DeepSpeed 0.19 releases no frozen weights that these gather before the backward pass is over: each GPU comes to hold all layers&apos; (%1). FSDP releases them layer by layer.</source>
        <translation>在 ZeRO-3 下使用适配器时，TRL 会把检查点设为可重入（reentrant），DeepSpeed 0.19 在反向传播结束之前便不会释放由此聚合的冻结权重：每块 GPU 最终都会持有所有层的冻结权重（%1）。FSDP 会逐层释放它们。</translation>
    </message>
    <message>
        <source>A pass with adapters disabled comes between a forward pass and its backward pass: under ZeRO-3 hooks of DeepSpeed 0.19 that release weights behind the latter do not fire, and each GPU comes to hold all layers&apos; frozen ones (%1). FSDP releases them layer by layer; a separate reference model, or one that is computed before, avoids it.</source>
        <translation>前向传播与其反向传播之间插入了一次停用适配器的前向：在 ZeRO-3 下，DeepSpeed 0.19 在反向传播之后释放权重的钩子便不会触发，每块 GPU 最终都会持有所有层的冻结权重（%1）。FSDP 会逐层释放它们；使用单独的参考模型，或事先算好其结果，都可以避免。</translation>
    </message>
    <message>
        <source>Reentrant checkpoints are not derived with %1 as it is: this is no plan.</source>
        <translation>在 %1 保持现状时，可重入检查点尚未推导：这不是规划。</translation>
    </message>
    <message>
        <source>DeepSpeed 0.19 releases no frozen weights that reentrant checkpoints gather before the backward pass is over: each GPU comes to hold all layers&apos; (%1). With use_reentrant: false, or under FSDP, they are released layer by layer; TRL takes only the latter.</source>
        <translation>DeepSpeed 0.19 在反向传播结束之前不会释放由可重入（reentrant）检查点聚合的冻结权重：每块 GPU 最终都会持有所有层的冻结权重（%1）。设置 use_reentrant: false 或使用 FSDP 时会逐层释放；TRL 只支持后者。</translation>
    </message>
    <message>
        <source>The model has no module %1: nothing stays in 16 bits for it.</source>
        <comment>module name</comment>
        <translation>模型没有名为 %1 的模块：没有任何部分因此保留 16 位。</translation>
    </message>
    <message>
        <source>Gemma 4 gives pixels the dtype of the matrix that reads them: of one that QLoRA has packed, bytes, in which no picture is left (transformers 5.12). Leave the tower in 16 bits, or train LoRA beside a 16-bit base.</source>
        <translation>Gemma 4 会把像素转换为读取它们的矩阵的数据类型：若该矩阵已被 QLoRA 打包，则为字节，图像便荡然无存（transformers 5.12）。请让视觉塔保留 16 位，或在 16 位基座上训练 LoRA。</translation>
    </message>
    <message>
        <source>Gemma 3n clamps some of its weights in place in every training step, which torch refuses for the integers that a base in 4 or 8 bits holds: QLoRA stops in its first step (transformers 5.12). Leave prediction_coefs and correction_coefs in 16 bits, or train LoRA beside a 16-bit base.</source>
        <translation>Gemma 3n 在每个训练步都会就地截断部分权重，而对于 4 位或 8 位基座中的整数，torch 会拒绝这一操作：QLoRA 在第一步就会停止（transformers 5.12）。请让 prediction_coefs 和 correction_coefs 保留 16 位，或在 16 位基座上训练 LoRA。</translation>
    </message>
    <message>
        <source>sentence-transformers has two dense layers behind this model&apos;s pooling: they are left out of every number, and take %1 at least.</source>
        <translation>sentence-transformers 在该模型的池化之后还有两个全连接层：所有数字均未计入它们，至少需要 %1。</translation>
    </message>
</context>
<context>
    <name>format</name>
    <message>
        <source>%1 bytes</source>
        <comment>exact amount of memory</comment>
        <translation>%1 字节</translation>
    </message>
</context>
<context>
    <name>formats</name>
    <message>
        <source>Accelerate</source>
        <translation>Accelerate</translation>
    </message>
    <message>
        <source>accelerate launch</source>
        <translation>accelerate launch</translation>
    </message>
    <message>
        <source>PEFT adapter</source>
        <translation>PEFT 适配器</translation>
    </message>
    <message>
        <source>axolotl</source>
        <translation>axolotl</translation>
    </message>
    <message>
        <source>DeepSpeed</source>
        <translation>DeepSpeed</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s launcher</source>
        <translation>DeepSpeed 启动器</translation>
    </message>
    <message>
        <source>the environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>LLaMA-Factory</source>
        <translation>LLaMA-Factory</translation>
    </message>
    <message>
        <source>LLaMA-Factory v1</source>
        <translation>LLaMA-Factory v1</translation>
    </message>
    <message>
        <source>Megatron-LM</source>
        <translation>Megatron-LM</translation>
    </message>
    <message>
        <source>PEFT&apos;s method comparison</source>
        <translation>PEFT 方法对比</translation>
    </message>
    <message>
        <source>safetensors index</source>
        <translation>safetensors 索引</translation>
    </message>
    <message>
        <source>Slurm</source>
        <translation>Slurm</translation>
    </message>
    <message>
        <source>torchrun</source>
        <translation>torchrun</translation>
    </message>
    <message>
        <source>torchtitan</source>
        <translation>torchtitan</translation>
    </message>
    <message>
        <source>torchtune</source>
        <translation>torchtune</translation>
    </message>
    <message>
        <source>Hugging Face Trainer</source>
        <translation>Hugging Face Trainer</translation>
    </message>
    <message>
        <source>TRL</source>
        <translation>TRL</translation>
    </message>
    <message>
        <source>Unsloth</source>
        <translation>Unsloth</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed</source>
        <translation>Megatron-DeepSpeed</translation>
    </message>
    <message>
        <source>LitGPT</source>
        <translation>LitGPT</translation>
    </message>
    <message>
        <source>LLM Foundry</source>
        <translation>LLM Foundry</translation>
    </message>
    <message>
        <source>ms-swift</source>
        <translation>ms-swift</translation>
    </message>
    <message>
        <source>nanotron</source>
        <translation>nanotron</translation>
    </message>
    <message>
        <source>Megatron-SWIFT</source>
        <translation>Megatron-SWIFT</translation>
    </message>
    <message>
        <source>verl</source>
        <translation>verl</translation>
    </message>
    <message>
        <source>sentence-transformers</source>
        <translation>sentence-transformers</translation>
    </message>
    <message>
        <source>Unsloth&apos;s FastSentenceTransformer</source>
        <translation>Unsloth 的 FastSentenceTransformer</translation>
    </message>
</context>
<context>
    <name>formula</name>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>of 16-bit gradients</source>
        <translation>16 位梯度</translation>
    </message>
    <message>
        <source>of 16-bit shards</source>
        <translation>16 位分片</translation>
    </message>
    <message>
        <source>of 16-bit weight copies</source>
        <translation>16 位权重副本</translation>
    </message>
    <message>
        <source>of a gathered parameter</source>
        <translation>一个已收集的参数</translation>
    </message>
    <message>
        <source>of all-gather buffers</source>
        <translation>all-gather 缓冲区</translation>
    </message>
    <message>
        <source>of all-gathered parameters</source>
        <translation>all-gather 得到的参数</translation>
    </message>
    <message>
        <source>of cached 16-bit weights</source>
        <translation>缓存的 16 位权重</translation>
    </message>
    <message>
        <source>of checks</source>
        <translation>用于检查</translation>
    </message>
    <message>
        <source>of embedding and head</source>
        <translation>嵌入层与输出头</translation>
    </message>
    <message>
        <source>of flat gradients</source>
        <translation>展平梯度</translation>
    </message>
    <message>
        <source>of flattened gradients</source>
        <translation>被展平的梯度</translation>
    </message>
    <message>
        <source>of fp32 gradients</source>
        <translation>FP32 梯度</translation>
    </message>
    <message>
        <source>of frozen units&apos; inputs</source>
        <translation>冻结单元的输入</translation>
    </message>
    <message>
        <source>of gathered parameters</source>
        <translation>已收集的参数</translation>
    </message>
    <message>
        <source>of gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>of logits that were returned</source>
        <translation>返回的 logits</translation>
    </message>
    <message>
        <source>of looked-up rows</source>
        <translation>查得的行</translation>
    </message>
    <message>
        <source>of masks and positions</source>
        <translation>掩码与位置</translation>
    </message>
    <message>
        <source>of moments without a gradient</source>
        <translation>没有梯度的动量</translation>
    </message>
    <message>
        <source>of new own gradients</source>
        <translation>新的自有梯度</translation>
    </message>
    <message>
        <source>of norms</source>
        <translation>归一化层</translation>
    </message>
    <message>
        <source>of optimizer scratch</source>
        <translation>优化器的临时空间</translation>
    </message>
    <message>
        <source>of own gradients</source>
        <translation>自有梯度</translation>
    </message>
    <message>
        <source>of reduce buckets</source>
        <translation>reduce 桶</translation>
    </message>
    <message>
        <source>of reduced gradients</source>
        <translation>已归约的梯度</translation>
    </message>
    <message>
        <source>of rounding</source>
        <translation>取整</translation>
    </message>
    <message>
        <source>of scattered gradients</source>
        <translation>reduce-scatter 后的梯度</translation>
    </message>
    <message>
        <source>of step counters and rounding</source>
        <translation>步数计数器与取整</translation>
    </message>
    <message>
        <source>of tables and token ids</source>
        <translation>表与 token id</translation>
    </message>
    <message>
        <source>of the last gradient</source>
        <translation>最后一个梯度</translation>
    </message>
    <message>
        <source>of the layer at work</source>
        <translation>正在计算的层</translation>
    </message>
    <message>
        <source>of the operation at work</source>
        <translation>正在执行的操作</translation>
    </message>
    <message>
        <source>of the tied table&apos;s gradient</source>
        <translation>共享词表的梯度</translation>
    </message>
    <message>
        <source>of whole gradients</source>
        <translation>完整梯度</translation>
    </message>
    <message>
        <source>reserved but unallocated</source>
        <translation>已保留但未分配</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA 上下文</translation>
    </message>
    <message>
        <source>cuBLAS workspace</source>
        <translation>cuBLAS 工作区</translation>
    </message>
    <message>
        <source>a connection</source>
        <translation>每个连接</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>个缓冲区</translation>
    </message>
    <message>
        <source>communicators</source>
        <translation>个通信器</translation>
    </message>
    <message>
        <source>correction</source>
        <translation>校正</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>page-locked for</source>
        <translation>页锁定，用于</translation>
    </message>
    <message>
        <source>in all, each rounded up to a power of two</source>
        <translation>合计，各自向上取整为 2 的幂</translation>
    </message>
    <message>
        <source>products</source>
        <translation>个乘积</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>个 rank</translation>
    </message>
    <message>
        <source>rows and columns</source>
        <translation>行与列</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>shards</source>
        <translation>个分片</translation>
    </message>
    <message>
        <source>sub-groups</source>
        <translation>个子组</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>个梯度</translation>
    </message>
    <message>
        <source>of dummy gradients</source>
        <translation>占位梯度</translation>
    </message>
    <message>
        <source>of gathered inputs</source>
        <translation>聚合的输入</translation>
    </message>
    <message>
        <source>of inputs and gradients sent</source>
        <translation>收发的输入和梯度</translation>
    </message>
    <message>
        <source>of inputs of chunks</source>
        <translation>各块的输入</translation>
    </message>
    <message>
        <source>of micro-batches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>of fp32 logits</source>
        <translation>FP32 logits</translation>
    </message>
    <message>
        <source>of gathered gradients</source>
        <translation>聚合的梯度</translation>
    </message>
    <message>
        <source>of returned keys and values</source>
        <translation>返回的键和值</translation>
    </message>
    <message>
        <source>of kept tower activations</source>
        <translation>视觉塔保留的激活值</translation>
    </message>
    <message>
        <source>of pixels, tables and features</source>
        <translation>像素、表和特征</translation>
    </message>
    <message>
        <source>of gradients of that</source>
        <translation>其梯度</translation>
    </message>
    <message>
        <source>of inputs and gradients</source>
        <translation>输入和梯度</translation>
    </message>
    <message>
        <source>of logits that are referred to</source>
        <translation>仍被引用的 logits</translation>
    </message>
    <message>
        <source>of receive buffers</source>
        <translation>接收缓冲区</translation>
    </message>
    <message>
        <source>of rounding and padding</source>
        <translation>取整和填充</translation>
    </message>
    <message>
        <source>of the embedded stream</source>
        <translation>嵌入后的流</translation>
    </message>
    <message>
        <source>of the embedded stream and its gradient</source>
        <translation>嵌入后的流及其梯度</translation>
    </message>
    <message>
        <source>on their way between host and GPU</source>
        <translation>在主机与 GPU 之间传输</translation>
    </message>
    <message>
        <source>for inputs of layers</source>
        <translation>用于各层输入</translation>
    </message>
    <message>
        <source>saved tensors</source>
        <translation>已保存张量</translation>
    </message>
    <message>
        <source>of the engine, and for a weight that it is given</source>
        <translation>引擎以及交给它的一个权重</translation>
    </message>
    <message>
        <source>of the gathered reference</source>
        <translation>聚合后的参考模型</translation>
    </message>
    <message>
        <source>of the reference&apos;s weights</source>
        <translation>参考模型的权重</translation>
    </message>
    <message>
        <source>that layers have in common</source>
        <translation>各层共有</translation>
    </message>
    <message>
        <source>of a copy of experts</source>
        <translation>专家副本</translation>
    </message>
    <message>
        <source>that 8-bit products refer to</source>
        <translation>由 8 位乘法引用</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>of the shared table&apos;s gradient</source>
        <translation>共享表的梯度</translation>
    </message>
    <message>
        <source>for means of columns</source>
        <translation>用于各列均值</translation>
    </message>
    <message>
        <source>projected</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>preconditioners</source>
        <translation>预条件矩阵</translation>
    </message>
    <message>
        <source>of the policy&apos;s answers: logits, keys and values, scores</source>
        <translation>策略模型的回答：logits、键值、分数</translation>
    </message>
    <message>
        <source>of hidden states, keys and values that were returned</source>
        <translation>返回的隐藏状态、键和值</translation>
    </message>
    <message>
        <source>of probabilities for the log</source>
        <translation>用于日志的概率</translation>
    </message>
    <message>
        <source>of the value model</source>
        <translation>价值模型</translation>
    </message>
    <message>
        <source>of buffers of other models</source>
        <translation>其他模型的缓冲区</translation>
    </message>
    <message>
        <source>beside embedding, layers and head</source>
        <translation>嵌入、层和输出头之外</translation>
    </message>
    <message>
        <source>of the reference&apos;s tables and norm</source>
        <translation>参考模型的词表与归一化</translation>
    </message>
    <message>
        <source>of a gathered layer of the reference</source>
        <translation>参考模型的一个已聚合层</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>of the anchors</source>
        <translation>锚点</translation>
    </message>
    <message>
        <source>of gradients of the first pass</source>
        <translation>第一次前向的梯度</translation>
    </message>
</context>
<context>
    <name>import</name>
    <message>
        <source>Only the run itself would know: say it.</source>
        <translation>只有运行本身才知道：请自行给出。</translation>
    </message>
    <message>
        <source>Said twice: the last one counts.</source>
        <translation>写了两次：以最后一次为准。</translation>
    </message>
    <message>
        <source>Read as a decimal number.</source>
        <translation>按十进制数读取。</translation>
    </message>
    <message>
        <source>that file, named beside this one</source>
        <translation>该文件，与本文件一同给出</translation>
    </message>
    <message>
        <source>Llama-like, %1</source>
        <translation>类 Llama，%1</translation>
    </message>
    <message>
        <source>No file names a model: that of the plan stays.</source>
        <translation>没有文件指明模型：保留规划中的模型。</translation>
    </message>
    <message>
        <source>Not modelled: the plan is without it.</source>
        <translation>未建模：规划不含此项。</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>已采用</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>No effect on memory or traffic</source>
        <translation>不影响显存和通信量</translation>
    </message>
    <message>
        <source>Not understood</source>
        <translation>未能理解</translation>
    </message>
    <message>
        <source>Holds.</source>
        <translation>生效。</translation>
    </message>
    <message>
        <source>Given up.</source>
        <translation>未采用。</translation>
    </message>
    <message>
        <source>given up for %1</source>
        <translation>让位于 %1</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>未能理解</translation>
    </message>
    <message>
        <source>%1 inputs are not said by any file and were assumed: shardscope-cli import lists them</source>
        <translation>有 %1 个输入项未在任何文件中给出，已作假定：shardscope-cli import 会列出它们</translation>
    </message>
    <message>
        <source>Contradicting</source>
        <translation>相互矛盾</translation>
    </message>
    <message>
        <source>Its config.json was found: %1.</source>
        <translation>已找到其 config.json：%1。</translation>
    </message>
    <message>
        <source>By its name of the shape of %1.</source>
        <translation>按名称判断，其结构与 %1 相同。</translation>
    </message>
    <message>
        <source>a model of the catalogue, or its config.json beside the files of the run</source>
        <translation>目录中的模型，或与运行文件放在一起的 config.json</translation>
    </message>
    <message>
        <source>A model of the shape that the flags say.</source>
        <translation>结构由命令行参数给出的模型。</translation>
    </message>
    <message>
        <source>A model of the shape that the flags say; its vocabulary is not said: 50,304.</source>
        <translation>结构由命令行参数给出的模型；未给出词表大小：50,304。</translation>
    </message>
    <message>
        <source>Left open by this file, and no other says it.</source>
        <translation>本文件未定，其他文件也未给出。</translation>
    </message>
    <message>
        <source>Not said: what %1 takes.</source>
        <translation>未给出：采用 %1 的默认值。</translation>
    </message>
    <message>
        <source>No file says how many GPUs; sharding is for several: one node of 8.</source>
        <translation>没有文件给出 GPU 数量；分片需要多个：按一个 8 GPU 节点。</translation>
    </message>
    <message>
        <source>No file says how many GPUs: one.</source>
        <translation>没有文件给出 GPU 数量：按一个。</translation>
    </message>
    <message>
        <source>a ZeRO stage from 0 to 3</source>
        <translation>0 到 3 的 ZeRO 阶段</translation>
    </message>
    <message>
        <source>Planned as HYBRID_SHARD: weights are sharded again after the forward pass.</source>
        <translation>按 HYBRID_SHARD 规划：前向传播后权重重新分片。</translation>
    </message>
    <message>
        <source>Two of ZeRO++&apos;s three: planned with all.</source>
        <translation>ZeRO++ 三项中的两项：按全部启用规划。</translation>
    </message>
    <message>
        <source>These adapters are not modelled: planned as LoRA.</source>
        <translation>这类适配器未建模：按 LoRA 规划。</translation>
    </message>
    <message>
        <source>A base of %1 bits is not modelled: planned with 16, which takes more.</source>
        <translation>%1 位的基座未建模：按 16 位规划，占用更多。</translation>
    </message>
    <message>
        <source>A quantised base without adapters is not modelled: planned with 16 bits, which takes more.</source>
        <translation>不带适配器的量化基座未建模：按 16 位规划，占用更多。</translation>
    </message>
    <message>
        <source>FP8 is not modelled: planned as BF16.</source>
        <translation>FP8 未建模：按 BF16 规划。</translation>
    </message>
    <message>
        <source>PEFT makes adapters fp32.</source>
        <translation>PEFT 将适配器设为 FP32。</translation>
    </message>
    <message>
        <source>a multiple of micro-batch and %1 data-parallel GPUs</source>
        <translation>微批次与 %1 个数据并行 GPU 的倍数</translation>
    </message>
    <message>
        <source>micro-batch %1 x %2 micro-steps x %3 GPUs = %4</source>
        <translation>微批次 %1 x %2 个微步 x %3 个 GPU = %4</translation>
    </message>
    <message>
        <source>No GPU of the catalogue is called so: choose one.</source>
        <translation>目录中没有这个名称的 GPU：请选择一个。</translation>
    </message>
    <message>
        <source>tensor parallelism</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>pipeline parallelism</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>sequence parallelism (Ulysses)</source>
        <translation>序列并行 (Ulysses)</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，度为 %2</translation>
    </message>
    <message>
        <source>a script that launches no training</source>
        <translation>不启动训练的脚本</translation>
    </message>
    <message>
        <source>another launch line</source>
        <translation>另一条启动命令行</translation>
    </message>
    <message>
        <source>Python that configures no training</source>
        <translation>不配置训练的 Python</translation>
    </message>
    <message>
        <source>a pickle, which runs code when it is loaded</source>
        <translation>pickle 文件，加载时会运行代码</translation>
    </message>
    <message>
        <source>There are several of this name: the best known.</source>
        <translation>有多个同名模型：取最知名的一个。</translation>
    </message>
    <message>
        <source>Not said: the default, not the %1 of the plan before.</source>
        <translation>文件中未说明：采用默认值，而不是先前方案的 %1。</translation>
    </message>
    <message>
        <source>Weights of %1 parameters; the model planned has %2.</source>
        <translation>权重含 %1 个参数；所规划的模型有 %2 个。</translation>
    </message>
    <message>
        <source>%1 bytes for each of the %2 parameters planned: quantised, or the weights of another model.</source>
        <translation>所规划的 %2 个参数平均每个 %1 字节：已量化，或是另一个模型的权重。</translation>
    </message>
    <message>
        <source>A pipeline cuts each local batch into micro-batches.</source>
        <translation>流水线把每个本地批次切成微批次。</translation>
    </message>
    <message>
        <source>layers, width and heads of the model</source>
        <translation>模型的层数、宽度和注意力头数</translation>
    </message>
    <message>
        <source>a decoder whose layers are all attention: no other is planned</source>
        <translation>各层均为注意力的解码器：不规划其他模型</translation>
    </message>
    <message>
        <source>No file says how many GPUs: as many of a node as share the batch evenly.</source>
        <translation>没有文件给出 GPU 数量：按一个节点中能均分批次的数量。</translation>
    </message>
    <message>
        <source>context parallelism by ring-flash-attn</source>
        <translation>基于 ring-flash-attn 的上下文并行</translation>
    </message>
    <message>
        <source>Layers and two tables do not divide evenly by the stages: the first stages are planned with one layer more.</source>
        <translation>层与两个表无法均分到各级：前几级按多一层规划。</translation>
    </message>
    <message>
        <source>%1 more keys are not understood: shardscope-cli import lists them</source>
        <translation>还有 %1 个键无法理解：用 shardscope-cli import 列出</translation>
    </message>
    <message>
        <source>This program&apos;s own loop, which casts all logits to fp32, is not followed: planned as TRL&apos;s.</source>
        <translation>该程序自己的训练循环会把全部 logits 转为 fp32，未作跟踪：按 TRL 的循环规划。</translation>
    </message>
    <message>
        <source>What is not trained stays in 16 bits there: the plan counts it in fp32.</source>
        <translation>那里不训练的部分保持 16 位：计划按 fp32 计算。</translation>
    </message>
    <message>
        <source>AutoEP deals out nothing where expert_parallel is not enabled.</source>
        <translation>未启用 expert_parallel 时，AutoEP 不分配任何专家。</translation>
    </message>
    <message>
        <source>Of one GPU alone AutoEP&apos;s own layers are not planned, but transformers&apos;.</source>
        <translation>仅一个 GPU 时不规划 AutoEP 自己的层，而是规划 transformers 的层。</translation>
    </message>
    <message>
        <source>torch.compile beside kernels of Liger&apos;s or Unsloth&apos;s is not modelled: planned with these kernels alone.</source>
        <translation>torch.compile 与 Liger 或 Unsloth 的内核并用时没有建模：仅按这些内核规划。</translation>
    </message>
    <message>
        <source>torch.compile of the loss alone is not modelled: planned with whole logits in fp32, which takes more.</source>
        <translation>只编译损失的 torch.compile 未建模：按完整的 fp32 logits 规划，占用更多。</translation>
    </message>
    <message>
        <source>PPOTrainer has a loop of its own, which leaves gradient checkpointing off: gradient_checkpointing_enable() of both models switches it on.</source>
        <translation>PPOTrainer 使用自己的训练循环，不会开启梯度检查点：需对两个模型调用 gradient_checkpointing_enable()。</translation>
    </message>
    <message>
        <source>PPOTrainer hears of mixed precision from the launcher alone (accelerate launch --mixed_precision).</source>
        <translation>PPOTrainer 只从启动器得知混合精度设置（accelerate launch --mixed_precision）。</translation>
    </message>
    <message>
        <source>The linear modules that the pattern takes in.</source>
        <translation>该模式匹配到的线性模块。</translation>
    </message>
    <message>
        <source>The modules whose paths end so.</source>
        <translation>路径以此结尾的模块。</translation>
    </message>
    <message>
        <source>The model has no %1: PEFT passes over such names.</source>
        <comment>modules</comment>
        <translation>模型没有 %1：PEFT 会忽略这些名称。</translation>
    </message>
    <message>
        <source>Megatron-LM, nanotron&apos;s tensor parallelism and stages, torchtitan (experts with FSDP2), tensor or context parallelism beside accelerate&apos;s FSDP2, AutoTP, AutoEP, Ulysses or Megatron-DeepSpeed&apos;s stages under DeepSpeed, or data parallelism alone: no other is planned so far</source>
        <translation>Megatron-LM、nanotron 的张量并行与流水线级、torchtitan（专家并行需 FSDP2）、accelerate 的 FSDP2 之外的张量或上下文并行、DeepSpeed 下的 AutoTP、AutoEP、Ulysses 或 Megatron-DeepSpeed 的流水线级，或仅数据并行：目前不规划其他方式</translation>
    </message>
    <message>
        <source>Prompts and answers at their longest: shorter ones take less.</source>
        <translation>按提示和回答的最大长度计算：较短的占用更少。</translation>
    </message>
    <message>
        <source>a critic that learns beside the policy</source>
        <translation>与策略一同学习的 critic</translation>
    </message>
    <message>
        <source>an estimator of advantages without one, such as grpo or rloo</source>
        <translation>不需要它的优势估计器，例如 grpo 或 rloo</translation>
    </message>
    <message>
        <source>the model, which no file of this run names</source>
        <translation>模型：本次运行的任何文件都没有指明</translation>
    </message>
    <message>
        <source>The model&apos;s class has no SDPA, and nothing is asked for.</source>
        <translation>该模型的类不支持 SDPA，且未指定其他实现。</translation>
    </message>
    <message>
        <source>The linear modules: routed experts are tensors in transformers 5.</source>
        <translation>仅线性模块：在 transformers 5 中，路由专家是张量。</translation>
    </message>
    <message>
        <source>The encoder hears 30 seconds, whatever else is said.</source>
        <translation>无论另作何设定，编码器始终处理 30 秒音频。</translation>
    </message>
    <message>
        <source>Inputs of this model&apos;s layers on the host are not derived: the plan has them on the GPU, and takes more.</source>
        <translation>尚未推导该模型各层输入放在主机上的情形：规划将其留在 GPU 上，占用更多。</translation>
    </message>
    <message>
        <source>Unsloth raises the micro-batch to the answers of one prompt.</source>
        <translation>Unsloth 会将微批次提高到一个提示的全部回答数。</translation>
    </message>
    <message>
        <source>a model, and no optimizer</source>
        <translation>只有模型，没有优化器</translation>
    </message>
    <message>
        <source>the configuration of a training run</source>
        <translation>一次训练运行的配置</translation>
    </message>
    <message>
        <source>embeddings or scores of pairs, learned from contrasts</source>
        <translation>嵌入或成对评分（对比学习）</translation>
    </message>
    <message>
        <source>training on tokens, labels, preferences or rewards</source>
        <translation>基于词元、标签、偏好或奖励的训练</translation>
    </message>
    <message>
        <source>The modules that the list means.</source>
        <translation>列表所指的模块。</translation>
    </message>
    <message>
        <source>What the model&apos;s file leaves in 16 bits, and the program.</source>
        <translation>模型文件和程序保留 16 位的部分。</translation>
    </message>
    <message>
        <source>What the program leaves in 16 bits of such a model.</source>
        <translation>对于这类模型，程序保留 16 位的部分。</translation>
    </message>
    <message>
        <source>Taken for quantised: %1. The model has no such module, or the plan no such part.</source>
        <comment>module names</comment>
        <translation>按已量化处理：%1。模型没有这样的模块，或规划中没有这样的部分。</translation>
    </message>
    <message>
        <source>One in each sequence: how many there are the data say.</source>
        <translation>每个序列一张：实际数量由数据决定。</translation>
    </message>
    <message>
        <source>As large as the run lets images be, as wide as high.</source>
        <translation>取该训练允许的最大图像，宽高相等。</translation>
    </message>
    <message>
        <source>What Unsloth leaves in 16 bits. Its dynamic checkpoints leave more of single layers: with their config.json beside these files it is counted.</source>
        <translation>Unsloth 保留 16 位的部分。其动态检查点会在个别层保留更多：把它们的 config.json 放在这些文件旁边即可计入。</translation>
    </message>
    <message>
        <source>SDPA in all layers: beside it FlashAttention, in those with a window, takes less.</source>
        <translation>所有层都使用 SDPA：若带窗口的层改用 FlashAttention，占用会更少。</translation>
    </message>
    <message>
        <source>Unsloth leaves encoders as they are, and compiles them in runs of many max_steps: planned without that.</source>
        <translation>Unsloth 保持编码器不变，仅在 max_steps 较多的运行中编译它们：此处按不编译规划。</translation>
    </message>
    <message>
        <source>How long texts are, the model&apos;s own max_seq_length says: 512 at most.</source>
        <translation>文本长度由模型自身的 max_seq_length 决定：此处最多 512。</translation>
    </message>
    <message>
        <source>Rows: each query has a document and up to seven others (MAX_NEGATIVE_SAMPLES).</source>
        <translation>行数：每个查询对应一个文档以及最多七个其他文档（MAX_NEGATIVE_SAMPLES）。</translation>
    </message>
    <message>
        <source>An anchor and what belongs to it: negatives of the data set come on top, and no file says how many.</source>
        <translation>一个锚点及其正例：数据集中的负例另计，而没有文件说明其数量。</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>worksheet: rules of thumb of the articles; detailed: what the frameworks really allocate</source>
        <translation>worksheet：文章中的经验公式；detailed：各框架实际分配的显存</translation>
    </message>
    <message>
        <source>size of a Llama-like shape, when no real model is chosen: 7e9, 70B</source>
        <translation>未选择真实模型时类 Llama 结构的规模：7e9、70B</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>overrides the hidden size that model.parameters implies; 0: implied</source>
        <translation>覆盖由 model.parameters 推出的隐藏维度；0：自动推出</translation>
    </message>
    <message>
        <source>overrides the number of layers that model.parameters implies; 0: implied</source>
        <translation>覆盖由 model.parameters 推出的层数；0：自动推出</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>a model of the catalogue: meta-llama/Meta-Llama-3-8B</source>
        <translation>目录中的模型：meta-llama/Meta-Llama-3-8B</translation>
    </message>
    <message>
        <source>catalogue id</source>
        <translation>目录 ID</translation>
    </message>
    <message>
        <source>a Hugging Face config.json: a path on the command line, the object itself in files</source>
        <translation>Hugging Face 的 config.json：命令行中为路径，文件中为对象本身</translation>
    </message>
    <message>
        <source>config.json</source>
        <translation>config.json</translation>
    </message>
    <message>
        <source>what to call the model of model.config</source>
        <translation>model.config 中模型的名称</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA 秩</translation>
    </message>
    <message>
        <source>target modules: all-linear, or a list such as q_proj,v_proj</source>
        <translation>适配的模块：all-linear，或 q_proj,v_proj 这样的列表</translation>
    </message>
    <message>
        <source>module names</source>
        <translation>模块名</translation>
    </message>
    <message>
        <source>dropout before each adapter</source>
        <translation>每个适配器前的 dropout</translation>
    </message>
    <message>
        <source>trainable share of the parameters; worksheet only</source>
        <translation>可训练参数所占比例；仅用于工作表</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>bf16: all 2 bytes; -amp: fp32 weights under autocast; -master: 16-bit weights, fp32 master and moments</source>
        <translation>bf16：全部 2 字节；-amp：autocast 下的 fp32 权重；-master：16 位权重，主权重与动量为 fp32</translation>
    </message>
    <message>
        <source>what updates the weights</source>
        <translation>更新权重的算法</translation>
    </message>
    <message>
        <source>tokens per sequence</source>
        <translation>每条序列的 token 数</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>sequences per GPU and micro-step</source>
        <translation>每个 GPU 每个微步的序列数</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>条序列</translation>
    </message>
    <message>
        <source>gradient accumulation: micro-steps per optimizer step</source>
        <translation>梯度累积：每个优化器步的微步数</translation>
    </message>
    <message>
        <source>micro-steps</source>
        <translation>微步</translation>
    </message>
    <message>
        <source>activation checkpointing: what is computed again in the backward pass</source>
        <translation>激活检查点：反向传播中重新计算哪些内容</translation>
    </message>
    <message>
        <source>what is sharded over the data-parallel GPUs</source>
        <translation>在数据并行 GPU 之间分片的内容</translation>
    </message>
    <message>
        <source>whose conventions to follow; auto: what a user of that strategy would run</source>
        <translation>遵循哪个框架的约定；auto：该策略用户通常使用的框架</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs that share one machine</source>
        <translation>同一台机器上的 GPU 数</translation>
    </message>
    <message>
        <source>GPU type: h100-sxm, a100-sxm-80, ...</source>
        <translation>GPU 型号：h100-sxm、a100-sxm-80……</translation>
    </message>
    <message>
        <source>interconnect: the slowest link of the ring, between nodes or in the one node; empty: implied by GPU and node count</source>
        <translation>互连：环中最慢的链路，在节点之间或单个节点内；空：由 GPU 和节点数决定</translation>
    </message>
    <message>
        <source>memory to keep free on each GPU</source>
        <translation>每个 GPU 上预留的显存</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>DeepSpeed: reduce gradients beside the backward pass (overlap_comm)</source>
        <translation>DeepSpeed：与反向传播同时归约梯度（overlap_comm）</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator: default segments, or expandable_segments</source>
        <translation>PyTorch 的分配器：默认段，或 expandable_segments</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>个元素</translation>
    </message>
    <message>
        <source>hybrid sharding: GPUs that shard among themselves; 0: those of a node</source>
        <translation>混合分片：相互分片的 GPU 数；0：一个节点的 GPU</translation>
    </message>
    <message>
        <source>FSDP units beside the layers; root: all the rest; embed-head: embedding, norm with head</source>
        <translation>各层以外的 FSDP 单元；root：其余全部；embed-head：嵌入、归一化加输出头</translation>
    </message>
    <message>
        <source>dtype in which gradients are reduced and accumulated; auto: the framework&apos;s default</source>
        <translation>梯度归约和累积所用的 dtype；auto：框架默认值</translation>
    </message>
    <message>
        <source>what leaves the GPU: optimizer states and updates; parameters too; both to NVMe</source>
        <translation>离开 GPU 的内容：优化器状态与更新；连同参数；两者都放到 NVMe</translation>
    </message>
    <message>
        <source>memory of one node&apos;s host; 0: unknown</source>
        <translation>一个节点的主机内存；0：未知</translation>
    </message>
    <message>
        <source>CUDA context on each GPU; -1: as estimated</source>
        <translation>每个 GPU 的 CUDA 上下文；-1：按估算</translation>
    </message>
    <message>
        <source>NCCL buffers on each GPU; -1: as estimated</source>
        <translation>每个 GPU 的 NCCL 缓冲区；-1：按估算</translation>
    </message>
    <message>
        <source>cuBLAS workspace; -1: as estimated</source>
        <translation>cuBLAS 工作区；-1：按估算</translation>
    </message>
    <message>
        <source>reserved but unallocated memory, as a share of what is allocated; -1: as estimated</source>
        <translation>已保留但未分配的显存占已分配的比例；-1：按估算</translation>
    </message>
    <message>
        <source>dtype of the adapters; auto: fp32 on a 16-bit base, as PEFT makes them</source>
        <translation>适配器的 dtype；auto：16 位基座上为 fp32，与 PEFT 一致</translation>
    </message>
    <message>
        <source>dtype that 4-bit weights are stored as (bnb_4bit_quant_storage); 16-bit can be sharded</source>
        <translation>存储 4 位权重所用的数据类型(bnb_4bit_quant_storage);16 位可以分片</translation>
    </message>
    <message>
        <source>how cross-entropy treats the logits: whole, in chunks, fused with the head, or with the gradient written over them</source>
        <translation>交叉熵如何处理 logits：整体、分块、与输出层融合，或由梯度覆盖</translation>
    </message>
    <message>
        <source>qlora: what is upcast to fp32 before training: nothing, the norms, or all that is not quantised</source>
        <translation>qlora：训练前转换为 fp32 的内容：无、归一化层，或所有未量化的部分</translation>
    </message>
    <message>
        <source>ZeRO++: 8-bit weights (qwz), a second copy in each node (hpz), 4-bit gradients (qgz)</source>
        <translation>ZeRO++:8 位权重(qwz)、每个节点的第二份副本(hpz)、4 位梯度(qgz)</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>currency per hour</source>
        <translation>货币/小时</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>rate at which checkpoints are written</source>
        <translation>写入检查点的速率</translation>
    </message>
    <message>
        <source>until when the training loop refers to what the model returned, logits among it: dropped at once, the end of the step, or the next forward pass</source>
        <translation>训练循环对模型返回值（含 logits）的引用保留到何时：立即丢弃 (dropped)、步骤结束 (step) 或下一次前向传播 (next)</translation>
    </message>
    <message>
        <source>label_smoothing_factor of the Trainer, which then computes the loss from the logits; 0: off</source>
        <translation>Trainer 的 label_smoothing_factor，此时由 logits 计算损失；0：关</translation>
    </message>
    <message>
        <source>DDP: gradients are views of the buckets that are reduced (gradient_as_bucket_view)</source>
        <translation>DDP：梯度是所归约的桶的视图 (gradient_as_bucket_view)</translation>
    </message>
    <message>
        <source>which micro-steps reduce gradients; auto: as the training loop does</source>
        <translation>哪些微步归约梯度；auto：与训练循环一致</translation>
    </message>
    <message>
        <source>size of the data set; 0: given by run.examples</source>
        <translation>数据集大小；0：由 run.examples 给出</translation>
    </message>
    <message>
        <source>size of the data set, in sequences of full length</source>
        <translation>数据集大小，以完整长度的序列计</translation>
    </message>
    <message>
        <source>passes over the data set</source>
        <translation>遍历数据集的次数</translation>
    </message>
    <message>
        <source>price of one GPU for an hour; there is no default</source>
        <translation>一块 GPU 每小时的价格；没有默认值</translation>
    </message>
    <message>
        <source>learning rate tuned for run.reference_batch; scaled linearly</source>
        <translation>针对 run.reference_batch 调好的学习率；按线性缩放</translation>
    </message>
    <message>
        <source>sequences per optimizer step that run.learning_rate was tuned for</source>
        <translation>调好 run.learning_rate 时每个优化器步的序列数</translation>
    </message>
    <message>
        <source>DeepSpeed: gradients reduced in one call; 0: hidden size squared</source>
        <translation>DeepSpeed：一次调用归约的梯度数；0：隐藏维度的平方</translation>
    </message>
    <message>
        <source>DeepSpeed: must be even; all updated weights still go in one all-gather; 0: 5e8</source>
        <translation>DeepSpeed：必须为偶数；更新后的全部权重仍在一次 All-Gather 中完成；0：5e8</translation>
    </message>
    <message>
        <source>ZeRO-3: parameters gathered ahead of use; 0: 0.9 times the hidden size squared</source>
        <translation>ZeRO-3：提前收集的参数数；0：隐藏维度平方的 0.9 倍</translation>
    </message>
    <message>
        <source>ZeRO-3: smaller parameters are not sharded; 0: 10 times the hidden size</source>
        <translation>ZeRO-3：小于此值的参数不分片；0：隐藏维度的 10 倍</translation>
    </message>
    <message>
        <source>ZeRO-3: parameters that the optimizer updates at a time; 0: 1e9</source>
        <translation>ZeRO-3：优化器一次更新的参数数；0：1e9</translation>
    </message>
    <message>
        <source>algorithm of the collectives; auto: what NCCL would choose</source>
        <translation>集合通信的算法；auto：NCCL 会选择的算法</translation>
    </message>
    <message>
        <source>measured minus estimated peak; set by calibration</source>
        <translation>实测峰值减去估算峰值；由校准设置</translation>
    </message>
    <message>
        <source>whether the scales of 4-bit weights are quantised, too</source>
        <translation>4 位权重的缩放因子是否也量化</translation>
    </message>
    <message>
        <source>Megatron: layers of each pipeline chunk that full checkpointing computes again, the first ones (recompute-method block); 0: all</source>
        <translation>Megatron：完全重算时每个流水线块中重新计算的前若干层（recompute-method block）；0：全部</translation>
    </message>
    <message>
        <source>tensor parallelism: GPUs that share each matrix</source>
        <translation>张量并行：共享每个矩阵的 GPU 数</translation>
    </message>
    <message>
        <source>sequence parallelism beside tensor parallelism: norms and residual stream are cut along the sequence</source>
        <translation>张量并行之外的序列并行：归一化和残差流沿序列切分</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>级</translation>
    </message>
    <message>
        <source>pipeline parallelism: stages that the layers are cut into</source>
        <translation>流水线并行：层被切分成的级数</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>chunks of each pipeline stage that interleave; 1: plain 1F1B</source>
        <translation>每个流水线级中交错的块数；1：普通 1F1B</translation>
    </message>
    <message>
        <source>context parallelism: GPUs that share each sequence</source>
        <translation>上下文并行：共享每个序列的 GPU 数</translation>
    </message>
    <message>
        <source>expert parallelism: GPUs that routed experts are dealt out to</source>
        <translation>专家并行：分担路由专家的 GPU 数</translation>
    </message>
    <message>
        <source>GPUs that share each routed expert; 0: as parallel.tensor</source>
        <translation>共享每个路由专家的 GPU 数；0：同 parallel.tensor</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>the vocabulary is padded to a multiple of this times parallel.tensor (make-vocab-size-divisible-by)</source>
        <translation>词表填充到该值乘以 parallel.tensor 的倍数（make-vocab-size-divisible-by）</translation>
    </message>
    <message>
        <source>layers of the first pipeline stage; 0: as many as the others</source>
        <translation>流水线第一级的层数；0：与其他级相同</translation>
    </message>
    <message>
        <source>layers of the last pipeline stage; 0: as many as the others</source>
        <translation>流水线最后一级的层数；0：与其他级相同</translation>
    </message>
    <message>
        <source>whose modules the model is made of: torchtitan&apos;s, or those of a release of transformers; before 5 logits are copied for the loss and checkpoints are reentrant</source>
        <translation>模型由谁的模块组成：torchtitan，或某一版 transformers；5 之前会为计算损失复制 logits，且检查点是可重入的</translation>
    </message>
    <message>
        <source>torch&apos;s tensor parallelism: each GPU computes the loss from its share of the vocabulary, or gathers all logits</source>
        <translation>torch 的张量并行：每张 GPU 用自己那部分词表计算损失，或收集全部 logits</translation>
    </message>
    <message>
        <source>GPUs in all</source>
        <translation>GPU 总数</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s rotary embedding: one kernel (apply_rope_fusion), or torch&apos;s operators, which keep tables in each layer</source>
        <translation>Megatron-LM 的旋转位置编码：一个内核（apply_rope_fusion），或 torch 算子，后者在每层保留表</translation>
    </message>
    <message>
        <source>how context parallelism comes by keys and values; auto: as the framework does</source>
        <translation>上下文并行如何取得键和值；auto：按框架的做法</translation>
    </message>
    <message>
        <source>Megatron-LM: along which axes the GPUs are neighbours, the nearest first; tp-cp-ep-pp-dp: use-tp-pp-dp-mapping</source>
        <translation>Megatron-LM：GPU 沿哪些轴相邻，最近的在前；tp-cp-ep-pp-dp：use-tp-pp-dp-mapping</translation>
    </message>
    <message>
        <source>Megatron: what selective checkpointing computes again, such as core_attn,layernorm,moe_act</source>
        <translation>Megatron：选择性检查点重新计算哪些部分，如 core_attn,layernorm,moe_act</translation>
    </message>
    <message>
        <source>order in which pipeline stages take micro-batches; auto: 1F1B, interleaved with virtual stages; zero bubble and V are torchtitan&apos;s</source>
        <translation>流水线各级处理微批次的顺序；auto：1F1B，有虚拟级时为交错；零气泡和 V 形仅限 torchtitan</translation>
    </message>
    <message>
        <source>Megatron: layers under one checkpoint (recompute-method uniform), from the first of each pipeline chunk on</source>
        <translation>Megatron：同一检查点下的层数（recompute-method uniform），从每个流水线块的第一层起</translation>
    </message>
    <message>
        <source>layers that hand a state on (gated delta rule, Mamba 2, short convolution): kernels of flash-linear-attention, mamba-ssm and causal-conv1d, which transformers takes where they are installed, or its own statements over chunks</source>
        <translation>传递状态的层（门控 delta 规则、Mamba 2、短卷积）：flash-linear-attention、mamba-ssm 和 causal-conv1d 的内核（已安装时 transformers 会使用），或 transformers 自己按分块的逐语句实现</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>grpo: who generates answers: vLLM on the same GPUs, vLLM on others, or the trained model itself (transformers)</source>
        <translation>grpo：由谁生成回答：同一批 GPU 上的 vLLM、其他 GPU 上的 vLLM，或被训练的模型自身（transformers）</translation>
    </message>
    <message>
        <source>share of each GPU&apos;s memory that vLLM takes on the same GPUs (vllm_gpu_memory_utilization)</source>
        <translation>vLLM 在同一批 GPU 上占用的显存比例（vllm_gpu_memory_utilization）</translation>
    </message>
    <message>
        <source>whether vLLM gives its memory back while the model is trained (vllm_enable_sleep_mode)</source>
        <translation>训练模型时 vLLM 是否归还显存（vllm_enable_sleep_mode）</translation>
    </message>
    <message>
        <source>what vLLM still holds when it sleeps: CUDA graphs and workspaces</source>
        <translation>vLLM 休眠时仍占用的显存：CUDA 图与工作区</translation>
    </message>
    <message>
        <source>GPUs that share vLLM&apos;s copy of the model (vllm_tensor_parallel_size)</source>
        <translation>共享 vLLM 那份模型的 GPU 数（vllm_tensor_parallel_size）</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>个回答</translation>
    </message>
    <message>
        <source>answers to each prompt (num_generations)</source>
        <translation>每个提示的回答数（num_generations）</translation>
    </message>
    <message>
        <source>images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>images in each sequence, whose tokens count towards its length; 0: text alone, and the vision tower is left out</source>
        <translation>每条序列中的图像数，其 token 计入序列长度；0：仅文本，不计视觉塔</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>width of an image, as it comes to the processor; 0: not said</source>
        <translation>图像送入处理器时的宽度；0：未说明</translation>
    </message>
    <message>
        <source>height of an image; 0: as vision.image_width says</source>
        <translation>图像高度；0：与 vision.image_width 相同</translation>
    </message>
    <message>
        <source>whether the vision tower is trained: its weights, or adapters in it</source>
        <translation>是否训练视觉塔：其权重，或其中的适配器</translation>
    </message>
    <message>
        <source>the same of the projector between tower and language model</source>
        <translation>视觉塔与语言模型之间的投影器，同上</translation>
    </message>
    <message>
        <source>trained whole beside the adapters, as copies: embed_tokens, lm_head or both</source>
        <translation>除适配器外以副本形式完整训练的模块：embed_tokens、lm_head 或两者</translation>
    </message>
    <message>
        <source>full training: how many of the first layers are frozen; below 0: of the last ones</source>
        <translation>全量训练：冻结前多少层；小于 0 表示冻结最后多少层</translation>
    </message>
    <message>
        <source>full training: what else is frozen, some of embed_tokens, norm (the final one) and lm_head</source>
        <translation>全量训练：此外冻结的模块，可从 embed_tokens、norm（最后的归一化）和 lm_head 中选择</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s eager attention: whose softmax it calls; the kernels keep scores in 16 bit and take 17 to 4,096 keys (TransformerEngine&apos;s: to 16,383)</source>
        <translation>Megatron-LM 的 eager 注意力调用哪个 softmax；内核以 16 位保存得分，支持 17 到 4,096 个键（TransformerEngine：到 16,383）</translation>
    </message>
    <message>
        <source>classification: outputs of the head, over the last token of a decoder</source>
        <translation>分类：输出头的输出数；解码器取最后一个词元</translation>
    </message>
    <message>
        <source>lora or qlora: what PEFT trains beside the base</source>
        <translation>lora 或 qlora：PEFT 在基座之外训练什么</translation>
    </message>
    <message>
        <source>what LoRA&apos;s factors start from (PEFT&apos;s init_lora_weights); a step holds the same</source>
        <translation>LoRA 因子的初始值（PEFT 的 init_lora_weights）；每步占用相同</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>个数值</translation>
    </message>
    <message>
        <source>IA3: adapted modules whose input is scaled in place of the result: a list, none, or auto: what PEFT takes for the family</source>
        <translation>IA3：缩放输入而非结果的适配模块：一个列表，none，或 auto：PEFT 为该系列选用的模块</translation>
    </message>
    <message>
        <source>how transformers 5 (experts_implementation) or Megatron-LM (moe-grouped-gemm) computes routed experts: grouped products, or a loop over them</source>
        <translation>transformers 5（experts_implementation）或 Megatron-LM（moe-grouped-gemm）如何计算路由专家：分组矩阵乘，或逐个专家循环</translation>
    </message>
    <message>
        <source>Megatron-LM: how tokens come to their experts (moe-token-dispatcher-type)</source>
        <translation>Megatron-LM：token 如何到达其专家（moe-token-dispatcher-type）</translation>
    </message>
    <message>
        <source>encoder-decoders: tokens of each target, which the decoder learns to write; training.sequence_length counts those of the input</source>
        <translation>编码器-解码器：解码器学习写出的每个目标的 token 数；training.sequence_length 是输入的 token 数</translation>
    </message>
    <message>
        <source>where activations wait for the backward pass: on the GPU, or on the host: all that autograd saves (TRL, torchtune), or inputs of checkpointed layers (Unsloth)</source>
        <translation>激活在何处等待反向传播：GPU 上，或主机上：autograd 保存的全部内容（TRL、torchtune），或带检查点的层的输入（Unsloth）</translation>
    </message>
    <message>
        <source>LoKr: by what dimensions are divided (PEFT&apos;s decompose_factor); -1: near their square roots</source>
        <translation>LoKr：各维度的分解因子（PEFT 的 decompose_factor）；-1：接近其平方根</translation>
    </message>
    <message>
        <source>OFT: inputs that are turned together (PEFT&apos;s oft_block_size); 0: as many blocks as training.lora_rank says</source>
        <translation>OFT：一起旋转的输入数（PEFT 的 oft_block_size）；0：块数由 training.lora_rank 决定</translation>
    </message>
    <message>
        <source>full: every weight is trained; lora: adapters; qlora: adapters on a quantised base</source>
        <translation>full：训练所有权重；lora：适配器；qlora：量化基座上的适配器</translation>
    </message>
    <message>
        <source>llm-int8: columns of what a product is given with a number of 6.0 or more, which multiply in 16 bits; known from the data alone</source>
        <translation>llm-int8：乘法输入中含有绝对值不小于 6.0 的数的列，这些列以 16 位相乘；只能由数据得知</translation>
    </message>
    <message>
        <source>cuda: PyTorch&apos;s kernels with their scratch; reference: its plain operators, as dry runs see them; unsloth: its norm and rotary kernels; fused: norms, rotary embedding and gates in one kernel each (Liger); compiled, compiled-layers: what torch.compile makes of the whole model, or of each of its layers</source>
        <translation>cuda：PyTorch 的内核及其临时内存；reference：普通算子，如空跑所见；unsloth：其归一化与旋转位置内核；fused：归一化、旋转位置嵌入和门控各用一个内核（Liger）；compiled、compiled-layers：torch.compile 对整个模型或对每一层的编译结果</translation>
    </message>
    <message>
        <source>tokens that come to the experts of the GPU that gets most, as a multiple of the mean; 1: tokens are dealt out evenly; at most parallel.expert</source>
        <translation>得到最多 token 的 GPU 的专家收到的 token 数，以平均值的倍数计；1：token 均匀分配；至多为 parallel.expert</translation>
    </message>
    <message>
        <source>Megatron-LM: tokens that an expert takes at most, as a multiple of the mean (moe-expert-capacity-factor); the others are dropped; 0: it takes all</source>
        <translation>Megatron-LM：一个专家最多接受的 token 数，以平均值的倍数计（moe-expert-capacity-factor）；其余的被丢弃；0：全部接受</translation>
    </message>
    <message>
        <source>Megatron-LM: what an expert&apos;s tokens lack of its capacity is filled up (moe-pad-expert-input-to-capacity)</source>
        <translation>Megatron-LM：专家的 token 不足其容量的部分用填充补齐（moe-pad-expert-input-to-capacity）</translation>
    </message>
    <message>
        <source>BOFT: inputs that are turned together (PEFT&apos;s boft_block_size); 0: as many blocks as training.boft_blocks says</source>
        <translation>BOFT：一起旋转的输入数（PEFT 的 boft_block_size）；0：块数由 training.boft_blocks 决定</translation>
    </message>
    <message>
        <source>BOFT: blocks of each adapted matrix&apos;s input (PEFT&apos;s boft_block_num)</source>
        <translation>BOFT：每个适配矩阵输入的块数（PEFT 的 boft_block_num）</translation>
    </message>
    <message>
        <source>BOFT: sparse matrices whose product turns the input (PEFT&apos;s boft_n_butterfly_factor), which without its CUDA extension is 1</source>
        <translation>BOFT：其乘积旋转输入的稀疏矩阵数（PEFT 的 boft_n_butterfly_factor）；没有其 CUDA 扩展时为 1</translation>
    </message>
    <message>
        <source>trainable tokens: rows of the embedding that are trained alone (PEFT&apos;s token_indices)</source>
        <translation>trainable tokens：单独训练的嵌入行数（PEFT 的 token_indices）</translation>
    </message>
    <message>
        <source>when weights are updated; in-backward: each as soon as its gradient is there, which goes then (torchtune&apos;s optimizer_in_bwd)</source>
        <translation>何时更新权重；in-backward：梯度一就绪就更新并释放该梯度（torchtune 的 optimizer_in_bwd）</translation>
    </message>
    <message>
        <source>gkd: the model that is learned from; empty: a copy of the trained one</source>
        <translation>gkd：所学习的教师模型；空：被训练模型的副本</translation>
    </message>
    <message>
        <source>16-bit weights under torch&apos;s autocast, which computes norms with a mean in fp32; auto: as the training loop has it</source>
        <translation>16 位权重在 torch 的 autocast 下运行，它以 fp32 计算带均值的归一化；auto：与训练循环一致</translation>
    </message>
    <message>
        <source>products of the layers&apos; matrices in 8 bits: as torchao&apos;s float8 training computes them, one scale per tensor or per row, or as TransformerEngine does in Megatron-LM (te-)</source>
        <translation>各层矩阵乘法使用 8 位：按 torchao 的 float8 训练（每个张量或每行一个缩放因子），或按 Megatron-LM 中 TransformerEngine 的方式（te-）</translation>
    </message>
    <message>
        <source>TransformerEngine&apos;s products in 8 bits: whether weights are there in 16 bits, and copied, or in 8 bits alone</source>
        <translation>TransformerEngine 的 8 位乘法：权重以 16 位存在并被复制，还是仅以 8 位存在</translation>
    </message>
    <message>
        <source>attention kernel: flash takes no mask; sdpa has one in every layer, as padding asks for it; sdpa-unpadded has one where a layer has a window that is no longer than a sequence; eager keeps the score matrix</source>
        <translation>注意力内核：flash 不使用掩码；sdpa 因填充在每层都有掩码；sdpa-unpadded 仅在窗口不长于序列的层有掩码；eager 保留分数矩阵</translation>
    </message>
    <message>
        <source>dimensions that GaLore and APOLLO project the gradient of a matrix to</source>
        <translation>GaLore 和 APOLLO 将矩阵梯度投影到的维数</translation>
    </message>
    <message>
        <source>every n-th layer is checkpointed, the others keep all</source>
        <translation>每 n 层中有一层设检查点，其余各层全部保留</translation>
    </message>
    <message>
        <source>prompt tuning, p-tuning: trained tokens in front of each sequence; prefix tuning: keys and values in front of those of each layer</source>
        <translation>Prompt tuning、P-tuning：每个序列前面的可训练 token；Prefix tuning：每层键和值前面的键和值</translation>
    </message>
    <message>
        <source>prefix tuning: off: keys and values are trained themselves; on: a small network that makes them (PEFT&apos;s prefix_projection)</source>
        <translation>Prefix tuning：off：直接训练键和值；on：训练生成它们的小网络（PEFT 的 prefix_projection）</translation>
    </message>
    <message>
        <source>p-tuning, prefix tuning: width of the network that makes the tokens (PEFT&apos;s encoder_hidden_size); 0: as wide as what it makes them of</source>
        <translation>P-tuning、Prefix tuning：生成这些 token 的网络的宽度（PEFT 的 encoder_hidden_size）；0：与其输入同宽</translation>
    </message>
    <message>
        <source>qlora: what the frozen matrices are stored in: bitsandbytes&apos; NF4, its LLM.int8 (load_in_8bit), or 4-bit integers as GPTQ and HQQ find them</source>
        <translation>qlora：冻结矩阵的存储格式：bitsandbytes 的 NF4、其 LLM.int8（load_in_8bit），或 GPTQ 与 HQQ 得到的 4 位整数</translation>
    </message>
    <message>
        <source>Shampoo: rows and columns of the blocks of weights that have preconditioners of their own, at most (max_preconditioner_dim)</source>
        <translation>Shampoo：拥有各自预条件矩阵的权重块最多的行数和列数（max_preconditioner_dim）</translation>
    </message>
    <message>
        <source>dpo, kto, grpo and ppo: where log-probabilities of the model as it was come from: none (precomputed, or beta 0), the same model with adapters disabled, or a second one; auto: as TRL does</source>
        <translation>dpo、kto、grpo 和 ppo：原始模型的对数概率从何而来：无（预先计算，或 beta 为 0）、同一模型关闭适配器，或第二个模型；auto：按 TRL 的做法</translation>
    </message>
    <message>
        <source>ppo: answers that a GPU generates and scores at a time (local_rollout_forward_batch_size)</source>
        <translation>ppo：每块 GPU 一次生成并打分的回答数（local_rollout_forward_batch_size）</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>ppo: optimizer steps that learn from the same answers (num_ppo_epochs)</source>
        <translation>ppo：用同一批回答更新的优化器步数（num_ppo_epochs）</translation>
    </message>
    <message>
        <source>whether checkpoints are reentrant (use_reentrant=True); auto: as the trainer asks for them: transformers before 5, and TRL beside adapters under ZeRO-3</source>
        <translation>检查点是否可重入（use_reentrant=True）；auto：按训练器的要求：transformers 5 之前的版本，以及 ZeRO-3 下使用适配器的 TRL</translation>
    </message>
    <message>
        <source>whose training loop wraps modules and asks gradients to wait: the Trainer&apos;s (accelerate), torchtitan&apos;s, torchtune&apos;s, LitGPT&apos;s or, for grpo, verl&apos;s; auto: the Trainer&apos;s, unless embed-head units are set</source>
        <translation>由谁的训练循环包装模块并让梯度等待：Trainer（accelerate）、torchtitan、torchtune、LitGPT，或用于 grpo 的 verl；auto：Trainer，除非设置了 embed-head 单元</translation>
    </message>
    <message>
        <source>grpo and ppo: of each sequence, the tokens of the answer (grpo: of which alone there are logits, but in verl&apos;s loop); 0: all</source>
        <translation>grpo 和 ppo：每个序列中回答的 token 数（grpo：除 verl 的循环外，只有它们有 logits）；0：全部</translation>
    </message>
    <message>
        <source>verl: answers that a GPU scores at a time (log_prob_micro_batch_size_per_gpu); 0: as many as a micro-batch has</source>
        <translation>verl：每个 GPU 一次评分的回答数（log_prob_micro_batch_size_per_gpu）；0：与一个 micro-batch 相同</translation>
    </message>
    <message>
        <source>verl: what is on the host while answers are generated and scored: optimizer states (optimizer_offload), weights (param_offload; the GPU has them when it scores) or both</source>
        <translation>verl：生成和评分回答期间放在主机上的内容：优化器状态（optimizer_offload）、权重（param_offload；评分时在 GPU 上）或两者</translation>
    </message>
    <message>
        <source>qlora: modules that stay in 16 bits (llm_int8_skip_modules): names of linear modules, lm_head, vision_tower, multi_modal_projector, deepstack_merger_list, mamba; layers.3.mlp of one layer</source>
        <translation>qlora：保留 16 位的模块（llm_int8_skip_modules）：线性模块名、lm_head、vision_tower、multi_modal_projector、deepstack_merger_list、mamba；单层则为 layers.3.mlp</translation>
    </message>
    <message>
        <source>what is trained for: the next token (of encoders, masked ones; of encoder-decoders, of the target), labels of a sequence or of each token, rewards of the last token, preferences (dpo, orpo, cpo, simpo, kto), rewards for answers of its own (grpo; ppo: beside a value model), a teacher&apos;s logits (gkd), or embeddings of texts (embedding); from reward to ppo as TRL trains them</source>
        <translation>训练目标：下一个词元（编码器为被遮蔽的词元；编码器-解码器为目标序列的词元）、序列或各词元的标签、末词元上的奖励、偏好（dpo、orpo、cpo、simpo、kto）、对自身回答的奖励（grpo；ppo 另有价值模型）、教师的 logits（gkd），或文本的嵌入（embedding）；从 reward 到 ppo 均按 TRL 的方式训练</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>embedding: texts of an example, each of training.sequence_length tokens: an anchor, what belongs to it, and negatives</source>
        <translation>embedding：每个样本的文本数，每个文本为 training.sequence_length 个词元：一个锚点、其正例以及负例</translation>
    </message>
    <message>
        <source>embedding: how they go through the model: anchors in a pass of their own (sentence-transformers), or all in one batch (ms-swift); auto: of encoders the former, of decoders the latter</source>
        <translation>embedding：文本如何通过模型：锚点单独一次前向（sentence-transformers），或全部放在一个批次中（ms-swift）；auto：编码器用前者，解码器用后者</translation>
    </message>
    <message>
        <source>embedding, anchors apart: texts that are embedded at a time, twice each, so that the batch takes no more memory than they do (GradCache; mini_batch_size of sentence-transformers&apos; cached losses); 0: all at once</source>
        <translation>embedding、锚点单独前向时：每次嵌入的文本数，每个文本前向两次，使整个批次占用的显存不超过这一部分（GradCache；即 sentence-transformers 缓存损失的 mini_batch_size）；0：一次全部</translation>
    </message>
    <message>
        <source>embedding: what of a text&apos;s tokens makes its embedding: their mean, the first or the last one; auto: of encoders the mean, of decoders the last one</source>
        <translation>embedding：文本的哪些词元构成其嵌入：全部的均值、首词元或末词元；auto：编码器用均值，解码器用末词元</translation>
    </message>
</context>
<context>
    <name>lesson</name>
    <message>
        <source>Right: within %1.</source>
        <comment>percent</comment>
        <translation>正确：误差在 %1 以内。</translation>
    </message>
    <message>
        <source>Right, exactly.</source>
        <translation>完全正确。</translation>
    </message>
    <message>
        <source>Too high.</source>
        <translation>偏高。</translation>
    </message>
    <message>
        <source>Too low.</source>
        <translation>偏低。</translation>
    </message>
    <message>
        <source>%1 times too high.</source>
        <comment>number</comment>
        <translation>偏高，是实际值的 %1 倍。</translation>
    </message>
    <message>
        <source>%1 times too low.</source>
        <comment>number</comment>
        <translation>偏低，实际值是它的 %1 倍。</translation>
    </message>
    <message>
        <source>version of the format</source>
        <translation>格式版本</translation>
    </message>
    <message>
        <source>what the lesson is called</source>
        <translation>课程名称</translation>
    </message>
    <message>
        <source>what those who took part will know</source>
        <translation>参加者学完后会了解什么</translation>
    </message>
    <message>
        <source>what all steps start from, as in a scenario file</source>
        <translation>所有步骤的起点，写法同场景文件</translation>
    </message>
    <message>
        <source>what is shown, in order</source>
        <translation>按顺序展示的内容</translation>
    </message>
    <message>
        <source>what the step is called</source>
        <translation>步骤名称</translation>
    </message>
    <message>
        <source>one or two sentences of Markdown; {{peak}} is a live value</source>
        <translation>一两句 Markdown；{{peak}} 是实时值</translation>
    </message>
    <message>
        <source>for the teacher alone; Markdown, too</source>
        <translation>仅供讲师使用；同样是 Markdown</translation>
    </message>
    <message>
        <source>how long the teacher means to take; 0: not said</source>
        <translation>讲师计划的用时；0：未说明</translation>
    </message>
    <message>
        <source>inputs that differ from those of the lesson, as --set takes them</source>
        <translation>与课程不同的输入项，写法同 --set</translation>
    </message>
    <message>
        <source>the chart that is shown, as --chart calls it</source>
        <translation>所显示的图表，名称同 --chart</translation>
    </message>
    <message>
        <source>the part of memory that stands out</source>
        <translation>突出显示的显存部分</translation>
    </message>
    <message>
        <source>the inputs that the step needs</source>
        <translation>该步骤需要的输入项</translation>
    </message>
    <message>
        <source>what moves</source>
        <translation>动画内容</translation>
    </message>
    <message>
        <source>name of a file beside the lesson, shown in place of the chart</source>
        <translation>与课程位于同一文件夹的文件名，代替图表显示</translation>
    </message>
    <message>
        <source>asked before the step shows what is true</source>
        <translation>在步骤揭晓答案之前提问</translation>
    </message>
    <message>
        <source>whether the top of a bar is dragged, a number typed or a choice made</source>
        <translation>是拖动柱子顶端、输入数字，还是选择选项</translation>
    </message>
    <message>
        <source>what is asked</source>
        <translation>问题内容</translation>
    </message>
    <message>
        <source>the live value that is guessed: peak of zero2</source>
        <translation>要猜测的实时值：peak of zero2</translation>
    </message>
    <message>
        <source>how far a guess may be off to count, as a share of what is true</source>
        <translation>猜测的允许误差，以占真实值的比例计</translation>
    </message>
    <message>
        <source>what there is to choose from</source>
        <translation>供选择的选项</translation>
    </message>
    <message>
        <source>what the choice says</source>
        <translation>选项文字</translation>
    </message>
    <message>
        <source>whether the choice is right</source>
        <translation>该选项是否正确</translation>
    </message>
    <message>
        <source>why the answer is what it is; shown with it</source>
        <translation>答案的理由；随答案一起显示</translation>
    </message>
    <message>
        <source>the most memory that a GPU holds during a step</source>
        <translation>一块 GPU 在一步之内占用的最大显存</translation>
    </message>
    <message>
        <source>memory of a GPU that can be used</source>
        <translation>一块 GPU 的可用显存</translation>
    </message>
    <message>
        <source>memory that is left at the peak; 0 where it does not fit</source>
        <translation>峰值时剩余的显存；放不下时为 0</translation>
    </message>
    <message>
        <source>memory that is missing at the peak; 0 where it fits</source>
        <translation>峰值时缺少的显存；放得下时为 0</translation>
    </message>
    <message>
        <source>lower end of the range of the peak</source>
        <translation>峰值范围的下限</translation>
    </message>
    <message>
        <source>upper end of the range of the peak</source>
        <translation>峰值范围的上限</translation>
    </message>
    <message>
        <source>the phase of the step that holds most</source>
        <translation>一步中占用显存最多的阶段</translation>
    </message>
    <message>
        <source>whether the peak fits, in a word</source>
        <translation>峰值是否放得下，用一个词表示</translation>
    </message>
    <message>
        <source>weights, gradients, master weights and optimizer state at the peak</source>
        <translation>峰值时的权重、梯度、主权重和优化器状态</translation>
    </message>
    <message>
        <source>what tensors take at the peak, as torch counts it</source>
        <translation>峰值时张量占用的显存，按 torch 的统计</translation>
    </message>
    <message>
        <source>what torch&apos;s allocator holds at the peak</source>
        <translation>峰值时 torch 分配器持有的显存</translation>
    </message>
    <message>
        <source>what is reserved at the peak, but not allocated</source>
        <translation>峰值时已保留但未分配的显存</translation>
    </message>
    <message>
        <source>what offloading puts into the memory of each node&apos;s host</source>
        <translation>卸载到每个节点主机内存中的数据量</translation>
    </message>
    <message>
        <source>what a GPU sends in a step</source>
        <translation>一块 GPU 每步的发送量</translation>
    </message>
    <message>
        <source>what a GPU sends to other nodes in a step</source>
        <translation>一块 GPU 每步发往其他节点的量</translation>
    </message>
    <message>
        <source>how long a step takes</source>
        <translation>每步用时</translation>
    </message>
    <message>
        <source>of that, what the GPU computes in</source>
        <translation>其中 GPU 用于计算的时间</translation>
    </message>
    <message>
        <source>exposed communication in a step</source>
        <translation>每步中未重叠的通信</translation>
    </message>
    <message>
        <source>share of the step that is exposed communication</source>
        <translation>未重叠的通信占每步用时的比例</translation>
    </message>
    <message>
        <source>tokens per second of all GPUs</source>
        <translation>所有 GPU 合计每秒 token 数</translation>
    </message>
    <message>
        <source>tokens per second and GPU</source>
        <translation>每 GPU 每秒 token 数</translation>
    </message>
    <message>
        <source>model FLOPs as a share of the dense peak</source>
        <translation>模型 FLOPs 占稠密峰值算力的比例</translation>
    </message>
    <message>
        <source>the same with what is computed again</source>
        <translation>同上，计入重算的部分</translation>
    </message>
    <message>
        <source>what takes most of a step</source>
        <translation>一步中耗时最多的部分</translation>
    </message>
    <message>
        <source>name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>decoder layers of the model</source>
        <translation>模型的解码层数</translation>
    </message>
    <message>
        <source>parameters of the model</source>
        <translation>模型的参数量</translation>
    </message>
    <message>
        <source>parameters that each token passes through</source>
        <translation>每个 token 经过的参数量</translation>
    </message>
    <message>
        <source>parameters that are trained</source>
        <translation>参与训练的参数量</translation>
    </message>
    <message>
        <source>sequences in a step of all GPUs</source>
        <translation>所有 GPU 每步的序列数</translation>
    </message>
    <message>
        <source>tokens in a step of all GPUs</source>
        <translation>所有 GPU 每步的 token 数</translation>
    </message>
    <message>
        <source>size of a saved checkpoint</source>
        <translation>保存的检查点的大小</translation>
    </message>
    <message>
        <source>optimizer steps of the run</source>
        <translation>训练的优化器步数</translation>
    </message>
    <message>
        <source>GPU-hours of the run</source>
        <translation>训练的 GPU 小时</translation>
    </message>
    <message>
        <source>kWh of the run, of the GPUs alone</source>
        <translation>训练的耗电量 (kWh)，仅计 GPU</translation>
    </message>
    <message>
        <source>price of the run, in its currency</source>
        <translation>训练的费用，按其货币计</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>share of the step that the stages of a pipeline idle, on average</source>
        <translation>流水线各级平均空闲的时间占一步的份额</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
</context>
<context>
    <name>options</name>
    <message>
        <source>Worksheet</source>
        <translation>工作表</translation>
    </message>
    <message>
        <source>Detailed</source>
        <translation>详细</translation>
    </message>
    <message>
        <source>The rules of thumb of the articles, in decimal GB and nominal capacity.</source>
        <translation>采用文章中的经验公式，以十进制 GB 和标称容量计。</translation>
    </message>
    <message>
        <source>What the frameworks really allocate in each phase of a training step.</source>
        <translation>各框架在训练步每个阶段实际分配的显存。</translation>
    </message>
    <message>
        <source>Full fine-tuning</source>
        <translation>全参数微调</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>QLoRA</source>
        <translation>QLoRA</translation>
    </message>
    <message>
        <source>Every weight is trained.</source>
        <translation>训练全部权重。</translation>
    </message>
    <message>
        <source>Small adapters are trained; the base weights are frozen.</source>
        <translation>只训练小型适配器，基座权重冻结。</translation>
    </message>
    <message>
        <source>Adapters are trained on a frozen base in 4 bits.</source>
        <translation>在冻结的 4 位基座上训练适配器。</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>Pure BF16</source>
        <translation>纯 BF16</translation>
    </message>
    <message>
        <source>Pure FP16</source>
        <translation>纯 FP16</translation>
    </message>
    <message>
        <source>BF16 autocast</source>
        <translation>BF16 autocast</translation>
    </message>
    <message>
        <source>FP16 autocast</source>
        <translation>FP16 autocast</translation>
    </message>
    <message>
        <source>BF16 with FP32 master</source>
        <translation>BF16 + FP32 主权重</translation>
    </message>
    <message>
        <source>FP16 with FP32 master</source>
        <translation>FP16 + FP32 主权重</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 4, gradients 4, moments 8, no master copy.</source>
        <translation>每参数字节数：权重 4、梯度 4、动量 8，无主权重副本。</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 4, no master copy.</source>
        <translation>每参数字节数：权重 2、梯度 2、动量 4，无主权重副本。</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 4, no master copy. Needs loss scaling.</source>
        <translation>每参数字节数：权重 2、梯度 2、动量 4，无主权重副本。需要损失缩放（loss scaling）。</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. Computes in BF16.</source>
        <translation>每参数字节数：权重 4、梯度 4、动量 8，无主权重副本。以 BF16 计算。</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. Computes in FP16 with loss scaling.</source>
        <translation>每参数字节数：权重 4、梯度 4、动量 8，无主权重副本。以 FP16 计算并使用损失缩放。</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4.</source>
        <translation>每参数字节数：权重 2、梯度 2、动量 8、主权重副本 4。</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4. Needs loss scaling.</source>
        <translation>每参数字节数：权重 2、梯度 2、动量 8、主权重副本 4。需要损失缩放（loss scaling）。</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>AdamW (foreach)</source>
        <translation>AdamW（foreach）</translation>
    </message>
    <message>
        <source>AdamW (for loop)</source>
        <translation>AdamW（逐个循环）</translation>
    </message>
    <message>
        <source>AdamW 8-bit</source>
        <translation>8 位 AdamW</translation>
    </message>
    <message>
        <source>Paged AdamW 8-bit</source>
        <translation>分页 8 位 AdamW</translation>
    </message>
    <message>
        <source>Adafactor</source>
        <translation>Adafactor</translation>
    </message>
    <message>
        <source>Lion</source>
        <translation>Lion</translation>
    </message>
    <message>
        <source>Muon</source>
        <translation>Muon</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <source>Two moments for each trainable parameter.</source>
        <translation>每个可训练参数保存两个动量。</translation>
    </message>
    <message>
        <source>Two moments; updates all tensors at once, at the price of temporaries.</source>
        <translation>两个动量；一次更新所有张量，代价是临时缓冲。</translation>
    </message>
    <message>
        <source>Two moments; updates one tensor after the other.</source>
        <translation>两个动量；逐个张量更新。</translation>
    </message>
    <message>
        <source>Two moments of one byte each for each trainable parameter.</source>
        <translation>每个可训练参数保存两个各占一字节的动量。</translation>
    </message>
    <message>
        <source>Row and column statistics in place of a full second moment.</source>
        <translation>用行、列统计量代替完整的二阶动量。</translation>
    </message>
    <message>
        <source>One moment for each trainable parameter.</source>
        <translation>每个可训练参数保存一个动量。</translation>
    </message>
    <message>
        <source>One moment for matrices; the other parameters use AdamW.</source>
        <translation>矩阵只保存一个动量；其余参数使用 AdamW。</translation>
    </message>
    <message>
        <source>No state beside the weights.</source>
        <translation>除权重外没有其他状态。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>Every activation is kept: most memory, least computation.</source>
        <translation>保留全部激活值：显存最多，计算最少。</translation>
    </message>
    <message>
        <source>What is large and cheap to compute is computed again in the backward pass.</source>
        <translation>占用大而计算便宜的激活值在反向传播中重新计算。</translation>
    </message>
    <message>
        <source>Only the input of each layer is kept; the forward pass is computed twice.</source>
        <translation>只保留每层的输入；前向传播计算两次。</translation>
    </message>
    <message>
        <source>FlashAttention</source>
        <translation>FlashAttention</translation>
    </message>
    <message>
        <source>PyTorch SDPA</source>
        <translation>PyTorch SDPA</translation>
    </message>
    <message>
        <source>Eager</source>
        <translation>Eager</translation>
    </message>
    <message>
        <source>FlashAttention 1 in Triton</source>
        <translation>Triton 版 FlashAttention 1</translation>
    </message>
    <message>
        <source>Never holds the score matrix.</source>
        <translation>从不保存注意力分数矩阵。</translation>
    </message>
    <message>
        <source>Keeps the score matrix: memory grows with the square of the sequence length.</source>
        <translation>保存分数矩阵：显存随序列长度的平方增长。</translation>
    </message>
    <message>
        <source>LLM Foundry&apos;s kernel until March 2024, for MPT: never holds the score matrix; slower.</source>
        <translation>LLM Foundry 在 2024 年 3 月之前用于 MPT 的内核：不保存分数矩阵，但速度较慢。</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>In chunks</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Fused linear cross-entropy</source>
        <translation>融合线性交叉熵</translation>
    </message>
    <message>
        <source>In place</source>
        <translation>原地</translation>
    </message>
    <message>
        <source>The logits of all tokens are held at once.</source>
        <translation>同时保存所有 token 的 logits。</translation>
    </message>
    <message>
        <source>The logits are made and used up in chunks of tokens.</source>
        <translation>按 token 分块计算并用完 logits。</translation>
    </message>
    <message>
        <source>Head and cross-entropy are one kernel; the logits are never whole.</source>
        <translation>输出头与交叉熵合为一个内核；logits 从不完整存在。</translation>
    </message>
    <message>
        <source>The gradient is written over the logits, as Unsloth&apos;s kernel does.</source>
        <translation>梯度直接覆盖 logits，如 Unsloth 的内核所做。</translation>
    </message>
    <message>
        <source>DDP</source>
        <translation>DDP</translation>
    </message>
    <message>
        <source>ZeRO-1</source>
        <translation>ZeRO-1</translation>
    </message>
    <message>
        <source>ZeRO-2</source>
        <translation>ZeRO-2</translation>
    </message>
    <message>
        <source>ZeRO-3</source>
        <translation>ZeRO-3</translation>
    </message>
    <message>
        <source>FSDP grad-op</source>
        <translation>FSDP grad-op</translation>
    </message>
    <message>
        <source>FSDP</source>
        <translation>FSDP</translation>
    </message>
    <message>
        <source>HSDP</source>
        <translation>HSDP</translation>
    </message>
    <message>
        <source>Every GPU holds everything. FSDP name: NO_SHARD.</source>
        <translation>每个 GPU 保存全部内容。FSDP 名称：NO_SHARD。</translation>
    </message>
    <message>
        <source>Optimizer state is sharded. No FSDP counterpart.</source>
        <translation>优化器状态分片。FSDP 无对应项。</translation>
    </message>
    <message>
        <source>Optimizer state and gradients are sharded. FSDP name: SHARD_GRAD_OP.</source>
        <translation>优化器状态和梯度分片。FSDP 名称：SHARD_GRAD_OP。</translation>
    </message>
    <message>
        <source>Optimizer state, gradients and weights are sharded. FSDP name: FULL_SHARD.</source>
        <translation>优化器状态、梯度和权重全部分片。FSDP 名称：FULL_SHARD。</translation>
    </message>
    <message>
        <source>Optimizer state and gradients are sharded: SHARD_GRAD_OP, like ZeRO-2.</source>
        <translation>优化器状态和梯度分片：SHARD_GRAD_OP，相当于 ZeRO-2。</translation>
    </message>
    <message>
        <source>Optimizer state, gradients and weights are sharded: FULL_SHARD, like ZeRO-3.</source>
        <translation>优化器状态、梯度和权重全部分片：FULL_SHARD，相当于 ZeRO-3。</translation>
    </message>
    <message>
        <source>Sharded within a node, replicated between nodes: HYBRID_SHARD.</source>
        <translation>节点内分片，节点间复制：HYBRID_SHARD。</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Hugging Face Trainer</source>
        <translation>Hugging Face Trainer</translation>
    </message>
    <message>
        <source>DeepSpeed</source>
        <translation>DeepSpeed</translation>
    </message>
    <message>
        <source>PyTorch FSDP1</source>
        <translation>PyTorch FSDP1</translation>
    </message>
    <message>
        <source>PyTorch FSDP2</source>
        <translation>PyTorch FSDP2</translation>
    </message>
    <message>
        <source>Megatron-LM</source>
        <translation>Megatron-LM</translation>
    </message>
    <message>
        <source>nanotron</source>
        <translation>nanotron</translation>
    </message>
    <message>
        <source>What a user of the chosen strategy would run.</source>
        <translation>采用所选策略的用户通常使用的框架。</translation>
    </message>
    <message>
        <source>The conventions of the Hugging Face Trainer and accelerate.</source>
        <translation>遵循 Hugging Face Trainer 和 accelerate 的约定。</translation>
    </message>
    <message>
        <source>The conventions of DeepSpeed.</source>
        <translation>遵循 DeepSpeed 的约定。</translation>
    </message>
    <message>
        <source>FullyShardedDataParallel: flat parameters.</source>
        <translation>FullyShardedDataParallel：展平参数。</translation>
    </message>
    <message>
        <source>fully_shard: one sharded tensor for each parameter.</source>
        <translation>fully_shard：每个参数一个分片张量。</translation>
    </message>
    <message>
        <source>The conventions of Megatron-LM.</source>
        <translation>遵循 Megatron-LM 的约定。</translation>
    </message>
    <message>
        <source>The conventions of Hugging Face&apos;s nanotron.</source>
        <translation>Hugging Face nanotron 的约定。</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>4-bit weights lie in bytes; they cannot be sharded.</source>
        <translation>4 位权重以字节存储；无法分片。</translation>
    </message>
    <message>
        <source>4-bit weights lie in 16-bit numbers, which FSDP and ZeRO-3 can shard.</source>
        <translation>4 位权重以 16 位数存储，FSDP 和 ZeRO-3 可以分片。</translation>
    </message>
    <message>
        <source>FP32 adapters on a 16-bit base, as PEFT makes them.</source>
        <translation>16 位基座上的 FP32 适配器，与 PEFT 一致。</translation>
    </message>
    <message>
        <source>Adapters in 4 bytes.</source>
        <translation>适配器用 4 字节。</translation>
    </message>
    <message>
        <source>Adapters in 2 bytes.</source>
        <translation>适配器用 2 字节。</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考实现</translation>
    </message>
    <message>
        <source>Unsloth</source>
        <translation>Unsloth</translation>
    </message>
    <message>
        <source>Fused kernels, with the scratch memory that they need.</source>
        <translation>融合内核，含其所需的临时显存。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s plain operators, as a dry run without a GPU sees them.</source>
        <translation>PyTorch 的普通算子，即无 GPU 试运行所见。</translation>
    </message>
    <message>
        <source>Unsloth&apos;s RMSNorm and rotary kernels in place of PyTorch&apos;s.</source>
        <translation>用 Unsloth 的 RMSNorm 和旋转编码内核代替 PyTorch 的。</translation>
    </message>
    <message>
        <source>Norms in FP32</source>
        <translation>归一化层为 FP32</translation>
    </message>
    <message>
        <source>All in FP32</source>
        <translation>全部为 FP32</translation>
    </message>
    <message>
        <source>Everything keeps its dtype.</source>
        <translation>全部保持原有数据类型。</translation>
    </message>
    <message>
        <source>Norms, and with them the hidden states, are FP32, as in TRL.</source>
        <translation>归一化层以及隐藏状态为 FP32，与 TRL 相同。</translation>
    </message>
    <message>
        <source>Norms, embedding and head are FP32: prepare_model_for_kbit_training.</source>
        <translation>归一化层、嵌入和输出层为 FP32:prepare_model_for_kbit_training。</translation>
    </message>
    <message>
        <source>transformers 5</source>
        <translation>transformers 5</translation>
    </message>
    <message>
        <source>transformers before 4.46</source>
        <translation>transformers 4.46 之前</translation>
    </message>
    <message>
        <source>Labels are shifted, the logits are not copied.</source>
        <translation>移动标签，不复制 logits。</translation>
    </message>
    <message>
        <source>The loss makes a shifted copy of the logits; checkpoints are reentrant.</source>
        <translation>损失会生成移位的 logits 副本；检查点为可重入式。</translation>
    </message>
    <message>
        <source>FP32 logits replace the 16-bit ones before they are shifted.</source>
        <translation>移位之前用 FP32 logits 替换 16 位 logits。</translation>
    </message>
    <message>
        <source>Dropped at once</source>
        <translation>立即丢弃</translation>
    </message>
    <message>
        <source>Kept until the step ends</source>
        <translation>保留到步骤结束</translation>
    </message>
    <message>
        <source>Kept until the next forward pass</source>
        <translation>保留到下一次前向传播</translation>
    </message>
    <message>
        <source>The loop takes the loss alone, as the Trainer does.</source>
        <translation>循环只取损失，与 Trainer 一致。</translation>
    </message>
    <message>
        <source>The logits stay in memory beside the backward pass.</source>
        <translation>反向传播期间 logits 仍留在显存中。</translation>
    </message>
    <message>
        <source>The last logits are still there when the next ones are made.</source>
        <translation>生成下一批 logits 时，上一批仍在。</translation>
    </message>
    <message>
        <source>Layers and root</source>
        <translation>各层与根</translation>
    </message>
    <message>
        <source>Embedding and head apart</source>
        <translation>嵌入与输出头分开</translation>
    </message>
    <message>
        <source>As the framework wraps by default.</source>
        <translation>按框架的默认方式划分。</translation>
    </message>
    <message>
        <source>Each decoder layer is a unit, all the rest another, as accelerate wraps.</source>
        <translation>每个解码层为一个单元，其余为另一个单元，与 accelerate 相同。</translation>
    </message>
    <message>
        <source>The embedding, and norm with head, are units of their own, as torchtitan wraps.</source>
        <translation>嵌入、归一化加输出头各为独立单元，与 torchtitan 相同。</translation>
    </message>
    <message>
        <source>In every micro-step</source>
        <translation>每个微步</translation>
    </message>
    <message>
        <source>In the last micro-step</source>
        <translation>最后一个微步</translation>
    </message>
    <message>
        <source>Gradients are reduced and sharded at once, as torchtitan and torchtune do; sends more where gradients are accumulated.</source>
        <translation>梯度立即归约并分片，torchtitan 和 torchtune 即如此；累积梯度时发送量更大。</translation>
    </message>
    <message>
        <source>Whole gradients wait on each GPU for the last micro-step, as accelerate asks with no_sync.</source>
        <translation>完整的梯度留在每块 GPU 上，直到最后一个微步，accelerate 用 no_sync 即如此。</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Each gradient is there twice, by itself and in its bucket.</source>
        <translation>每个梯度存在两份：自身一份，桶中一份。</translation>
    </message>
    <message>
        <source>Gradients that are reduced lie in their buckets alone.</source>
        <translation>归约后的梯度只存放在桶中。</translation>
    </message>
    <message>
        <source>The default of the framework.</source>
        <translation>框架的默认值。</translation>
    </message>
    <message>
        <source>Gradients are reduced and accumulated in 2 bytes.</source>
        <translation>梯度以 2 字节归约和累积。</translation>
    </message>
    <message>
        <source>Gradients are reduced and accumulated in 4 bytes.</source>
        <translation>梯度以 4 字节归约和累积。</translation>
    </message>
    <message>
        <source>Gradients are reduced while the backward pass goes on; takes a second bucket.</source>
        <translation>反向传播进行时归约梯度；需要第二个 bucket。</translation>
    </message>
    <message>
        <source>The backward pass waits for each reduction.</source>
        <translation>反向传播等待每次归约。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Optimizer and parameters</source>
        <translation>优化器与参数</translation>
    </message>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>Everything stays on the GPU.</source>
        <translation>全部留在 GPU 上。</translation>
    </message>
    <message>
        <source>Optimizer states and updates are in the memory of the host.</source>
        <translation>优化器状态及其更新在主机内存中。</translation>
    </message>
    <message>
        <source>Sharded parameters are in the memory of the host too.</source>
        <translation>分片后的参数也在主机内存中。</translation>
    </message>
    <message>
        <source>Optimizer states and parameters are on disk: ZeRO-Infinity.</source>
        <translation>优化器状态和参数在磁盘上：ZeRO-Infinity。</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>expandable_segments:True</source>
        <translation>expandable_segments:True</translation>
    </message>
    <message>
        <source>Segments of fixed size; their gaps count as reserved.</source>
        <translation>固定大小的段；其空隙计入已保留显存。</translation>
    </message>
    <message>
        <source>Segments that grow: fewer gaps (expandable_segments).</source>
        <translation>可增长的段：空隙更少（expandable_segments）。</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>As NCCL chooses</source>
        <translation>由 NCCL 选择</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Hierarchical</source>
        <translation>分层</translation>
    </message>
    <message>
        <source>In the switch (NVLS)</source>
        <translation>交换机内(NVLS)</translation>
    </message>
    <message>
        <source>What NCCL&apos;s own model finds fastest.</source>
        <translation>NCCL 自身模型认为最快的算法。</translation>
    </message>
    <message>
        <source>Pieces go around from GPU to GPU: full bandwidth, many hops.</source>
        <translation>数据块在 GPU 之间依次传递：带宽充分，跳数多。</translation>
    </message>
    <message>
        <source>Two trees between the nodes: few hops, for all-reduces only.</source>
        <translation>节点间两棵树：跳数少，仅用于 all-reduce。</translation>
    </message>
    <message>
        <source>Inside each node first, then between the nodes.</source>
        <translation>先在各节点内部，再在节点之间。</translation>
    </message>
    <message>
        <source>The NVLink switch adds and copies; from Hopper on.</source>
        <translation>由 NVLink 交换机完成加和与复制；自 Hopper 起。</translation>
    </message>
    <message>
        <source>8-bit weights (qwZ)</source>
        <translation>8 位权重(qwZ)</translation>
    </message>
    <message>
        <source>Second copy (hpZ)</source>
        <translation>第二份副本(hpZ)</translation>
    </message>
    <message>
        <source>4-bit gradients (qgZ)</source>
        <translation>4 位梯度(qgZ)</translation>
    </message>
    <message>
        <source>All three</source>
        <translation>三者全部</translation>
    </message>
    <message>
        <source>Plain ZeRO-3.</source>
        <translation>普通 ZeRO-3。</translation>
    </message>
    <message>
        <source>Weights are gathered in 8 bits: half the bytes.</source>
        <translation>以 8 位收集权重：字节减半。</translation>
    </message>
    <message>
        <source>Each node keeps all weights: the backward pass gathers inside it.</source>
        <translation>每个节点保留全部权重：反向传播只在节点内收集。</translation>
    </message>
    <message>
        <source>Gradients are reduced in 4 bits, in two all-to-all steps.</source>
        <translation>梯度以 4 位归约，分两步 all-to-all。</translation>
    </message>
    <message>
        <source>Least traffic, most memory, least exact.</source>
        <translation>通信最少，显存最多，精度最低。</translation>
    </message>
    <message>
        <source>Grouped</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>One after the other</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>Trainer (accelerate)</source>
        <translation>Trainer（accelerate）</translation>
    </message>
    <message>
        <source>torchtitan</source>
        <translation>torchtitan</translation>
    </message>
    <message>
        <source>torchtune</source>
        <translation>torchtune</translation>
    </message>
    <message>
        <source>As the Trainer does, unless units are wrapped as torchtitan wraps them.</source>
        <translation>与 Trainer 一致，除非单元按 torchtitan 的方式包装。</translation>
    </message>
    <message>
        <source>Decoder layers are units, and the rest is one; gradients wait for the last micro-step.</source>
        <translation>每个解码层为一个单元，其余为另一个；梯度等到最后一个微步。</translation>
    </message>
    <message>
        <source>The embedding, and norm with head, are units of their own; each micro-step reduces.</source>
        <translation>嵌入层以及归一化与输出头各为单独的单元；每个微步都归约。</translation>
    </message>
    <message>
        <source>Decoder layers are units, and the rest is one; each micro-step reduces.</source>
        <translation>每个解码层为一个单元，其余为另一个；每个微步都归约。</translation>
    </message>
    <message>
        <source>As the training loop does.</source>
        <translation>与训练循环一致。</translation>
    </message>
    <message>
        <source>An fp32 scale for 64 weights: 1/16 byte each.</source>
        <translation>每 64 个权重一个 FP32 缩放因子：每个权重 1/16 字节。</translation>
    </message>
    <message>
        <source>An 8-bit scale for 64 weights, an fp32 one for 256 of those.</source>
        <translation>每 64 个权重一个 8 位缩放因子，每 256 个缩放因子一个 FP32 缩放因子。</translation>
    </message>
    <message>
        <source>Each rank holds norms and residual stream of the whole sequence.</source>
        <translation>每个 rank 持有整个序列的归一化和残差流。</translation>
    </message>
    <message>
        <source>Each rank of tensor parallelism holds its share of them.</source>
        <translation>张量并行的每个 rank 只持有其中一份。</translation>
    </message>
    <message>
        <source>torch&apos;s fused RMSNorm; the data loader shifts the labels.</source>
        <translation>torch 的融合 RMSNorm；由数据加载器移位标签。</translation>
    </message>
    <message>
        <source>Whole logits</source>
        <translation>完整 logits</translation>
    </message>
    <message>
        <source>Loss parallel</source>
        <translation>损失并行</translation>
    </message>
    <message>
        <source>Each GPU gathers the logits of the whole vocabulary.</source>
        <translation>每张 GPU 收集整个词表的 logits。</translation>
    </message>
    <message>
        <source>Each GPU computes the loss from its share of the vocabulary.</source>
        <translation>每张 GPU 用自己那部分词表计算损失。</translation>
    </message>
    <message>
        <source>Fused kernel</source>
        <translation>融合内核</translation>
    </message>
    <message>
        <source>Plain operators</source>
        <translation>普通算子</translation>
    </message>
    <message>
        <source>Rotary embedding in one kernel, which keeps nothing.</source>
        <translation>旋转位置编码用一个内核完成，不保留任何内容。</translation>
    </message>
    <message>
        <source>Each layer keeps tables of cosines and sines (--no-rope-fusion).</source>
        <translation>每层保留余弦和正弦表（--no-rope-fusion）。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Tensor, of experts</source>
        <translation>张量（专家）</translation>
    </message>
    <message>
        <source>Data, of experts</source>
        <translation>数据（专家）</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>交错 1F1B</translation>
    </message>
    <message>
        <source>Zero bubble</source>
        <translation>零气泡</translation>
    </message>
    <message>
        <source>1F1B, interleaved where a stage has more than one chunk.</source>
        <translation>1F1B；一级有多个分块时交错。</translation>
    </message>
    <message>
        <source>All micro-batches go forward, then all backward: each stage holds the activations of all of them.</source>
        <translation>所有微批次先全部前向，再全部反向：每一级都持有全部微批次的激活。</translation>
    </message>
    <message>
        <source>Once the pipeline is full, one forward and one backward in turn: a stage holds no more micro-batches than there are stages behind it, and its own.</source>
        <translation>流水线填满后，前向与反向交替进行：每一级持有的微批次不超过其后的级数再加自己的一个。</translation>
    </message>
    <message>
        <source>1F1B over several chunks of each stage: a smaller bubble, more sent.</source>
        <translation>每级分成多个分块的 1F1B：气泡更小，发送更多。</translation>
    </message>
    <message>
        <source>All-gather</source>
        <translation>All-gather</translation>
    </message>
    <message>
        <source>Ulysses</source>
        <translation>Ulysses</translation>
    </message>
    <message>
        <source>As the framework does: Megatron-LM a ring, torch an all-gather, DeepSpeed Ulysses.</source>
        <translation>按框架的做法：Megatron-LM 用环形，torch 用 all-gather，DeepSpeed 用 Ulysses。</translation>
    </message>
    <message>
        <source>Keys and values go from GPU to GPU, beside attention to those at hand.</source>
        <translation>键和值在 GPU 之间依次传递，同时对手头的部分计算注意力。</translation>
    </message>
    <message>
        <source>Each GPU gathers the keys and values of the whole sequence.</source>
        <translation>每个 GPU 收集整个序列的键和值。</translation>
    </message>
    <message>
        <source>All-to-all gives each GPU the whole sequence of a share of the heads, and back.</source>
        <translation>All-to-all 让每个 GPU 得到部分注意力头的整个序列，再换回来。</translation>
    </message>
    <message>
        <source>Stages last</source>
        <translation>流水线级在最后</translation>
    </message>
    <message>
        <source>Copies last</source>
        <translation>副本在最后</translation>
    </message>
    <message>
        <source>tp-cp-ep-dp-pp: the GPUs of a pipeline stage are neighbours. torchtitan and nanotron have no other order.</source>
        <translation>tp-cp-ep-dp-pp：同一流水线级的 GPU 相邻。torchtitan 和 nanotron 没有其他顺序。</translation>
    </message>
    <message>
        <source>tp-cp-ep-pp-dp (--use-tp-pp-dp-mapping): the stages of one copy are neighbours, and gradients are added up from farther away.</source>
        <translation>tp-cp-ep-pp-dp（--use-tp-pp-dp-mapping）：同一副本的各级相邻，梯度要从更远处累加。</translation>
    </message>
    <message>
        <source>Zero bubble, V</source>
        <translation>零气泡，V 形</translation>
    </message>
    <message>
        <source>DualPipeV</source>
        <translation>DualPipeV</translation>
    </message>
    <message>
        <source>Interleaved, with gradients of weights in passes of their own that fill the bubble; until then a stage holds activations and the gradients of all outputs. torchtitan&apos;s InterleavedZeroBubble.</source>
        <translation>交错，权重梯度在单独的传播中计算以填补气泡；在此之前，每级保留激活和所有输出的梯度。即 torchtitan 的 InterleavedZeroBubble。</translation>
    </message>
    <message>
        <source>The same over two chunks of each stage, down the stages and up again: the first stage has embedding and head. torchtitan&apos;s ZBVZeroBubble.</source>
        <translation>同上，但每级两个分块，沿各级向下再向上：第一级同时有嵌入和输出头。即 torchtitan 的 ZBVZeroBubble。</translation>
    </message>
    <message>
        <source>The same V with few passes for weights alone, when it fills and drains. torchtitan&apos;s DualPipeV; forward and backward passes are not laid over each other.</source>
        <translation>同样的 V 形，仅在填充和排空时有少量单独的权重传播。即 torchtitan 的 DualPipeV；前向与反向传播不重叠执行。</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed</source>
        <translation>Megatron-DeepSpeed</translation>
    </message>
    <message>
        <source>A pipeline of DeepSpeed&apos;s, of one stage or several; attention keeps its scores.</source>
        <translation>DeepSpeed 的流水线，可有一级或多级；注意力保留其分数。</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Kernels of flash-linear-attention, mamba-ssm and causal-conv1d, which transformers takes where they are installed.</source>
        <translation>flash-linear-attention、mamba-ssm 和 causal-conv1d 的内核；已安装时 transformers 会使用它们。</translation>
    </message>
    <message>
        <source>transformers&apos; own statements over chunks of tokens, in FP32, of which autograd keeps every one.</source>
        <translation>transformers 自己的逐语句实现，按 token 分块、以 FP32 计算，autograd 会保留每一步。</translation>
    </message>
    <message>
        <source>transformers 4.50 and later</source>
        <translation>transformers 4.50 及以后</translation>
    </message>
    <message>
        <source>transformers 4.46 to 4.49</source>
        <translation>transformers 4.46 至 4.49</translation>
    </message>
    <message>
        <source>As in later ones; GPT-2 and models of its time take the loss of logits that are not cast.</source>
        <translation>与之后的版本相同；GPT-2 及同时期的模型直接用未转换精度的 logits 计算损失。</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>下一个 token</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Reward model</source>
        <translation>奖励模型</translation>
    </message>
    <message>
        <source>DPO</source>
        <translation>DPO</translation>
    </message>
    <message>
        <source>GRPO</source>
        <translation>GRPO</translation>
    </message>
    <message>
        <source>Pre-training and supervised fine-tuning: cross-entropy of each token.</source>
        <translation>预训练与监督微调：每个 token 的交叉熵。</translation>
    </message>
    <message>
        <source>One output over the last token; pairs of answers go through together.</source>
        <translation>最后一个 token 上的单个输出；成对的回答一起通过模型。</translation>
    </message>
    <message>
        <source>Pairs of answers, compared with a reference model (TRL).</source>
        <translation>成对的回答，与参考模型比较（TRL）。</translation>
    </message>
    <message>
        <source>Answers are generated, rewarded, and learned from (TRL).</source>
        <translation>生成回答、给予奖励并从中学习（TRL）。</translation>
    </message>
    <message>
        <source>As TRL does</source>
        <translation>同 TRL</translation>
    </message>
    <message>
        <source>Adapters disabled</source>
        <translation>关闭适配器</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>第二个模型</translation>
    </message>
    <message>
        <source>Log-probabilities are computed before training, or not needed.</source>
        <translation>对数概率在训练前算好，或不需要。</translation>
    </message>
    <message>
        <source>The same weights without their adapters: nothing is held twice.</source>
        <translation>同一份权重去掉适配器：没有重复占用。</translation>
    </message>
    <message>
        <source>A copy of the model stays on the GPU beside the trained one.</source>
        <translation>模型的一份副本与被训练的模型一起留在 GPU 上。</translation>
    </message>
    <message>
        <source>vLLM on these GPUs</source>
        <translation>这些 GPU 上的 vLLM</translation>
    </message>
    <message>
        <source>vLLM on other GPUs</source>
        <translation>其他 GPU 上的 vLLM</translation>
    </message>
    <message>
        <source>The model itself</source>
        <translation>模型自身</translation>
    </message>
    <message>
        <source>A second engine with weights and KV cache of its own (colocate).</source>
        <translation>另一个引擎，有自己的权重和 KV 缓存（colocate）。</translation>
    </message>
    <message>
        <source>Answers come over the network; nothing of it is on these GPUs.</source>
        <translation>回答经网络传来；这些 GPU 上没有其任何内容。</translation>
    </message>
    <message>
        <source>transformers generates with the trained weights and a KV cache.</source>
        <translation>transformers 用被训练的权重和 KV 缓存生成。</translation>
    </message>
    <message>
        <source>Stays awake</source>
        <translation>保持唤醒</translation>
    </message>
    <message>
        <source>Sleeps while training</source>
        <translation>训练时休眠</translation>
    </message>
    <message>
        <source>vLLM keeps its share of the memory all the time.</source>
        <translation>vLLM 始终占用其显存份额。</translation>
    </message>
    <message>
        <source>Weights and KV cache are given back until answers are needed again.</source>
        <translation>归还权重与 KV 缓存，直到再次需要生成回答。</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>In full training with all its weights; with LoRA by adapters beside each of its matrices that the targets name, as PEFT&apos;s all-linear does.</source>
        <translation>全量训练时训练全部权重；LoRA 时在目标所指的每个矩阵旁加适配器，PEFT 的 all-linear 即如此。</translation>
    </message>
    <message>
        <source>Neither weights nor adapters: freeze_vision_tower, or exclude_modules for PEFT.</source>
        <translation>既无权重也无适配器：freeze_vision_tower，或 PEFT 的 exclude_modules。</translation>
    </message>
    <message>
        <source>Megatron&apos;s kernel</source>
        <translation>Megatron 的内核</translation>
    </message>
    <message>
        <source>TransformerEngine&apos;s kernel</source>
        <translation>TransformerEngine 的内核</translation>
    </message>
    <message>
        <source>Scores become fp32, and are masked in a copy (--no-masked-softmax-fusion).</source>
        <translation>得分转为 fp32，并在副本中加掩码（--no-masked-softmax-fusion）。</translation>
    </message>
    <message>
        <source>Masked and scaled in 16 bit, in one kernel (--transformer-impl local).</source>
        <translation>在一个内核中以 16 位完成掩码和缩放（--transformer-impl local）。</translation>
    </message>
    <message>
        <source>The same, of scores that each layer makes anew (--attention-backend unfused).</source>
        <translation>同上，但每层重新分配得分（--attention-backend unfused）。</translation>
    </message>
    <message>
        <source>Masked tokens</source>
        <translation>掩码词元</translation>
    </message>
    <message>
        <source>Token classification</source>
        <translation>词元分类</translation>
    </message>
    <message>
        <source>What encoders learn: tokens that were masked, by those around them.</source>
        <translation>编码器学习的内容：由上下文预测被掩码的词元。</translation>
    </message>
    <message>
        <source>An output for each label, over the last token of a decoder or the first of an encoder.</source>
        <translation>每个标签一个输出：解码器取最后一个词元，编码器取第一个词元。</translation>
    </message>
    <message>
        <source>A head with one output for each label over every token (encoders).</source>
        <translation>在每个词元上为每个标签各设一个输出（编码器）。</translation>
    </message>
    <message>
        <source>LoRA</source>
        <comment>adapter</comment>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>VeRA</source>
        <translation>VeRA</translation>
    </message>
    <message>
        <source>IA3</source>
        <translation>IA3</translation>
    </message>
    <message>
        <source>LN tuning</source>
        <translation>LN 微调</translation>
    </message>
    <message>
        <source>Prompt tuning</source>
        <translation>提示微调</translation>
    </message>
    <message>
        <source>Two narrow factors beside each adapted matrix.</source>
        <translation>每个被适配矩阵旁有两个窄因子。</translation>
    </message>
    <message>
        <source>LoRA, and a trained length of each row of an adapted matrix. Each forward pass makes the factors&apos; product and its sum with the matrix, to measure them.</source>
        <translation>LoRA 加上被适配矩阵每一行的可训练长度。每次前向都要计算因子之积及其与矩阵之和，以度量行长。</translation>
    </message>
    <message>
        <source>Two trained vectors beside each adapted matrix, around factors that all share and nobody trains.</source>
        <translation>每个被适配矩阵旁有两个可训练向量，围绕所有矩阵共享且不训练的因子。</translation>
    </message>
    <message>
        <source>A trained vector that scales what an adapted module makes or takes.</source>
        <translation>一个可训练向量，缩放被适配模块的输出或输入。</translation>
    </message>
    <message>
        <source>Trained copies of the norms.</source>
        <translation>归一化层的可训练副本。</translation>
    </message>
    <message>
        <source>Trained embeddings of tokens that are put in front of each sequence.</source>
        <translation>置于每个序列之前的 token 的可训练嵌入。</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>PiSSA</source>
        <translation>PiSSA</translation>
    </message>
    <message>
        <source>OLoRA</source>
        <translation>OLoRA</translation>
    </message>
    <message>
        <source>LoftQ</source>
        <translation>LoftQ</translation>
    </message>
    <message>
        <source>One factor random, the other zero.</source>
        <translation>一个因子随机，另一个为零。</translation>
    </message>
    <message>
        <source>The largest singular vectors of the matrix, which keeps the rest.</source>
        <translation>矩阵最大的奇异向量，矩阵保留其余部分。</translation>
    </message>
    <message>
        <source>A QR decomposition of the matrix, which keeps the rest.</source>
        <translation>矩阵的 QR 分解，矩阵保留其余部分。</translation>
    </message>
    <message>
        <source>What quantising the matrix loses, as far as the rank goes.</source>
        <translation>量化矩阵所损失的部分，以秩所及为限。</translation>
    </message>
    <message>
        <source>P-tuning</source>
        <translation>P-tuning</translation>
    </message>
    <message>
        <source>Tokens in front of each sequence, whose embeddings a small trained network makes.</source>
        <translation>每个序列前面的 token，其嵌入由一个可训练的小网络生成。</translation>
    </message>
    <message>
        <source>All-to-all</source>
        <translation>All-to-all</translation>
    </message>
    <message>
        <source>Each token goes to the GPUs of the experts that it chose, and back.</source>
        <translation>每个 token 发往其所选专家所在的 GPU，再返回。</translation>
    </message>
    <message>
        <source>Each GPU gathers the tokens of all that experts are dealt out to, picks those for its own experts, and what they make is summed up. Megatron-LM&apos;s default.</source>
        <translation>每个 GPU 收集分摊专家的所有 GPU 的 token，挑出属于自己专家的部分，再将结果求和。Megatron-LM 的默认方式。</translation>
    </message>
    <message>
        <source>All experts of a layer in grouped products (grouped_mm; Megatron-LM: moe-grouped-gemm).</source>
        <translation>一层的所有专家用分组矩阵乘计算（grouped_mm；Megatron-LM：moe-grouped-gemm）。</translation>
    </message>
    <message>
        <source>A loop over the experts (eager), each gradient as large as all of them; Megatron-LM&apos;s own default, where it is as large as one.</source>
        <translation>逐个专家循环（eager），每个梯度与全部专家一样大；Megatron-LM 的默认方式，其梯度只有一个专家大小。</translation>
    </message>
    <message>
        <source>ORPO</source>
        <translation>ORPO</translation>
    </message>
    <message>
        <source>CPO</source>
        <translation>CPO</translation>
    </message>
    <message>
        <source>SimPO</source>
        <translation>SimPO</translation>
    </message>
    <message>
        <source>KTO</source>
        <translation>KTO</translation>
    </message>
    <message>
        <source>Pairs of answers without a reference model; preferred ones are learned as well (TRL).</source>
        <translation>成对的回答，无参考模型；同时学习被偏好的回答（TRL）。</translation>
    </message>
    <message>
        <source>Pairs of answers without a reference model; preferred ones are learned as well (TRL; SimPO with a cpo_alpha).</source>
        <translation>成对的回答，无参考模型；同时学习被偏好的回答（TRL；带 cpo_alpha 的 SimPO）。</translation>
    </message>
    <message>
        <source>Pairs of answers without a reference model (TRL&apos;s CPO, cpo_alpha 0).</source>
        <translation>成对的回答，无参考模型（TRL 的 CPO，cpo_alpha 为 0）。</translation>
    </message>
    <message>
        <source>Single answers, liked or not, compared with a reference model and with answers to other prompts (TRL).</source>
        <translation>单个回答，喜欢或不喜欢，与参考模型以及对其他提示的回答比较（TRL）。</translation>
    </message>
    <message>
        <source>torchao, one scale per tensor</source>
        <translation>torchao，每个张量一个缩放因子</translation>
    </message>
    <message>
        <source>torchao, one scale per row</source>
        <translation>torchao，每行一个缩放因子</translation>
    </message>
    <message>
        <source>torchao, per row, weight gradients in 16 bit</source>
        <translation>torchao，按行，权重梯度为 16 位</translation>
    </message>
    <message>
        <source>Products of matrices compute in the precision of everything else.</source>
        <translation>矩阵乘积使用与其余部分相同的精度。</translation>
    </message>
    <message>
        <source>Operands are cast to 8 bits at each product of a layer&apos;s matrices; what the backward pass keeps stays in 16 bits.</source>
        <translation>每次与层矩阵相乘时操作数转换为 8 位；为反向传播保留的内容仍为 16 位。</translation>
    </message>
    <message>
        <source>The same with a scale for each row, which is more accurate and slower.</source>
        <translation>相同，但每行一个缩放因子，更精确也更慢。</translation>
    </message>
    <message>
        <source>The same, but gradients of weights are computed in 16 bits (rowwise_with_gw_hp).</source>
        <translation>相同，但权重梯度以 16 位计算（rowwise_with_gw_hp）。</translation>
    </message>
    <message>
        <source>LitGPT</source>
        <translation>LitGPT</translation>
    </message>
    <message>
        <source>Under FSDP1 adapters share flat parameters with frozen weights, which get gradients as well; in 4 bit the head is quantised, too, and inputs of products are kept.</source>
        <translation>在 FSDP1 下，适配器与冻结权重共用扁平参数，后者因此也产生梯度；4 位时输出头也被量化，并保留乘积的输入。</translation>
    </message>
    <message>
        <source>Everything saved</source>
        <translation>全部已保存张量</translation>
    </message>
    <message>
        <source>Inputs of layers</source>
        <translation>各层输入</translation>
    </message>
    <message>
        <source>Activations stay on the GPU.</source>
        <translation>激活留在 GPU 上。</translation>
    </message>
    <message>
        <source>What autograd saves is copied to the host, and back for the backward pass: TRL, torchtune.</source>
        <translation>autograd 保存的内容复制到主机，反向传播时再取回：TRL、torchtune。</translation>
    </message>
    <message>
        <source>Inputs of checkpointed layers wait on the host: Unsloth.</source>
        <translation>带检查点的层的输入在主机上等待：Unsloth。</translation>
    </message>
    <message>
        <source>LoHa</source>
        <translation>LoHa</translation>
    </message>
    <message>
        <source>LoKr</source>
        <translation>LoKr</translation>
    </message>
    <message>
        <source>OFT</source>
        <translation>OFT</translation>
    </message>
    <message>
        <source>Four factors, whose two products make a matrix as large as the adapted one, element by element.</source>
        <translation>四个因子，其两个乘积逐元素相乘，得到与被适配矩阵同样大小的矩阵。</translation>
    </message>
    <message>
        <source>Two small matrices, whose Kronecker product makes one as large as the adapted one.</source>
        <translation>两个小矩阵，其克罗内克积与被适配矩阵同样大小。</translation>
    </message>
    <message>
        <source>Trained rotations of what an adapted module is given, in blocks.</source>
        <translation>对被适配模块的输入分块施加可训练的旋转。</translation>
    </message>
    <message>
        <source>Paged AdamW</source>
        <translation>分页 AdamW</translation>
    </message>
    <message>
        <source>AdamW 8-bit (torchao)</source>
        <translation>8 位 AdamW（torchao）</translation>
    </message>
    <message>
        <source>AdamW 4-bit (torchao)</source>
        <translation>4 位 AdamW（torchao）</translation>
    </message>
    <message>
        <source>AdEMAMix</source>
        <translation>AdEMAMix</translation>
    </message>
    <message>
        <source>AdEMAMix 8-bit</source>
        <translation>8 位 AdEMAMix</translation>
    </message>
    <message>
        <source>Lion 8-bit</source>
        <translation>8 位 Lion</translation>
    </message>
    <message>
        <source>Paged Lion</source>
        <translation>分页 Lion</translation>
    </message>
    <message>
        <source>Two moments of one byte each, in memory that can move to the host; those of small tensors stay on the GPU.</source>
        <translation>两个动量各占一个字节，放在可移到主机的内存中；小张量的动量留在 GPU 上。</translation>
    </message>
    <message>
        <source>Two moments of four bytes each, in memory that can move to the host; those of small tensors stay on the GPU.</source>
        <translation>两个动量各占四个字节，放在可移到主机的内存中；小张量的动量留在 GPU 上。</translation>
    </message>
    <message>
        <source>Two moments of one byte each, those of embeddings among them.</source>
        <translation>两个动量各占一个字节，嵌入的也不例外。</translation>
    </message>
    <message>
        <source>Two moments of half a byte each, those of embeddings among them.</source>
        <translation>两个动量各占半个字节，嵌入的也不例外。</translation>
    </message>
    <message>
        <source>Three moments: a fast and a slow mean of gradients, and their squares.</source>
        <translation>三个动量：梯度的快、慢两个均值，以及梯度的平方。</translation>
    </message>
    <message>
        <source>The three moments of AdEMAMix in one byte each.</source>
        <translation>AdEMAMix 的三个动量，各占一个字节。</translation>
    </message>
    <message>
        <source>One moment of one byte for each trainable parameter.</source>
        <translation>每个可训练参数一个动量，占一个字节。</translation>
    </message>
    <message>
        <source>One moment, in memory that can move to the host.</source>
        <translation>一个动量，放在可移到主机的内存中。</translation>
    </message>
    <message>
        <source>NF4 (4 bits)</source>
        <translation>NF4（4 位）</translation>
    </message>
    <message>
        <source>LLM.int8 (8 bits)</source>
        <translation>LLM.int8（8 位）</translation>
    </message>
    <message>
        <source>GPTQ</source>
        <translation>GPTQ</translation>
    </message>
    <message>
        <source>AWQ</source>
        <translation>AWQ</translation>
    </message>
    <message>
        <source>HQQ</source>
        <translation>HQQ</translation>
    </message>
    <message>
        <source>bitsandbytes&apos; 4-bit numbers, with a scale for 64 of them.</source>
        <translation>bitsandbytes 的 4 位数，每 64 个一个缩放因子。</translation>
    </message>
    <message>
        <source>bitsandbytes&apos; 8-bit integers, with a scale for each row. Each product holds on to what it is given, and checkpoints do not free that.</source>
        <translation>bitsandbytes 的 8 位整数，每行一个缩放因子。每次乘法都保留其输入，激活检查点无法释放。</translation>
    </message>
    <message>
        <source>Integers of a few bits, in groups with a scale and a zero each, for weights scaled by what is fed to them.</source>
        <translation>位数很少的整数，分组存储，每组一个缩放因子和一个零点；权重先按其输入缩放。</translation>
    </message>
    <message>
        <source>BOFT</source>
        <translation>BOFT</translation>
    </message>
    <message>
        <source>Prefix tuning</source>
        <translation>Prefix tuning</translation>
    </message>
    <message>
        <source>Trainable tokens</source>
        <translation>可训练的 token</translation>
    </message>
    <message>
        <source>A trained rotation of all that an adapted module is given, made of blocks, and a trained scale of its results.</source>
        <translation>对被适配模块的整个输入施加由分块构成的可训练旋转，并对其输出施加可训练的缩放。</translation>
    </message>
    <message>
        <source>Trained keys and values that stand before each layer&apos;s own.</source>
        <translation>在每层自身的键和值之前加入可训练的键和值。</translation>
    </message>
    <message>
        <source>A few rows of the table of tokens are trained, the others stay.</source>
        <translation>只训练 token 嵌入表中的若干行，其余不变。</translation>
    </message>
    <message>
        <source>Compiled</source>
        <translation>已编译</translation>
    </message>
    <message>
        <source>Compiled layers</source>
        <translation>逐层编译</translation>
    </message>
    <message>
        <source>Norms, rotary embedding and gates in one kernel each, as Liger makes them.</source>
        <translation>归一化、旋转位置嵌入和门控各用一个内核，如 Liger 所做。</translation>
    </message>
    <message>
        <source>torch.compile of the whole model: it decides anew what is kept, and the loss makes no copy of the logits.</source>
        <translation>对整个模型使用 torch.compile：它重新决定保留什么，损失不再复制 logits。</translation>
    </message>
    <message>
        <source>torch.compile of each layer (regional compilation); head and loss run as they are.</source>
        <translation>对每一层使用 torch.compile（区域编译）；输出头和损失照常运行。</translation>
    </message>
    <message>
        <source>What comes</source>
        <translation>按到达的 token</translation>
    </message>
    <message>
        <source>Up to capacity</source>
        <translation>补齐到容量</translation>
    </message>
    <message>
        <source>Experts compute the tokens that come to them.</source>
        <translation>专家只计算分派给它们的 token。</translation>
    </message>
    <message>
        <source>Experts compute as many rows as they have capacity for, whatever comes: the sizes of a step are fixed.</source>
        <translation>无论来多少 token，专家都按其容量计算同样多的行：一步中的尺寸是固定的。</translation>
    </message>
    <message>
        <source>AdamW fp8 (torchao)</source>
        <translation>AdamW fp8 (torchao)</translation>
    </message>
    <message>
        <source>Two moments of one byte each as floating-point numbers, those of embeddings among them.</source>
        <translation>两个动量各占一个字节（浮点数），嵌入的也不例外。</translation>
    </message>
    <message>
        <source>After the backward pass</source>
        <translation>反向传播之后</translation>
    </message>
    <message>
        <source>Within it</source>
        <translation>反向传播之中</translation>
    </message>
    <message>
        <source>All weights at once, when all gradients are there.</source>
        <translation>所有梯度就绪后一次更新全部权重。</translation>
    </message>
    <message>
        <source>Each weight as soon as its gradient is there, which goes then. No accumulation, no clipping of gradients.</source>
        <translation>每个权重在其梯度就绪时立即更新并释放该梯度。没有累积，没有梯度裁剪。</translation>
    </message>
    <message>
        <source>Distillation (GKD)</source>
        <translation>蒸馏 (GKD)</translation>
    </message>
    <message>
        <source>What a larger model, the teacher, says of each token is learned (TRL).</source>
        <translation>学习更大的教师模型对每个词元的判断（TRL）。</translation>
    </message>
    <message>
        <source>Each operation computes in the dtype of its weights.</source>
        <translation>每个算子按其权重的数据类型计算。</translation>
    </message>
    <message>
        <source>As the training loop has it: on under accelerate with mixed precision.</source>
        <translation>与训练循环一致：在使用混合精度的 accelerate 下开启。</translation>
    </message>
    <message>
        <source>16-bit weights under torch&apos;s autocast: LayerNorm computes in FP32.</source>
        <translation>16 位权重在 torch 的 autocast 下运行：LayerNorm 以 FP32 计算。</translation>
    </message>
    <message>
        <source>PyTorch SDPA, no padding</source>
        <translation>PyTorch SDPA，无填充</translation>
    </message>
    <message>
        <source>The kernel that PyTorch picks where sequences are padded: no score matrix, but a mask in every layer, and keys and values of all heads.</source>
        <translation>序列有填充时 PyTorch 选择的内核：没有分数矩阵，但每层都有掩码，以及所有头的键和值。</translation>
    </message>
    <message>
        <source>The kernel that PyTorch picks where all sequences are as long: a mask in layers with a window only. Models that see images are planned with a mask in every layer.</source>
        <translation>所有序列等长时 PyTorch 选择的内核：仅带窗口的层有掩码。处理图像的模型按每层都有掩码规划。</translation>
    </message>
    <message>
        <source>Delayed scaling (TE)</source>
        <translation>延迟缩放（TE）</translation>
    </message>
    <message>
        <source>Current scaling (TE)</source>
        <translation>当前缩放（TE）</translation>
    </message>
    <message>
        <source>Scaled by block (TE)</source>
        <translation>按块缩放（TE）</translation>
    </message>
    <message>
        <source>MXFP8 (TE)</source>
        <translation>MXFP8（TE）</translation>
    </message>
    <message>
        <source>TransformerEngine in Megatron-LM: layers keep their inputs in 8 bits, and 8-bit copies of their weights beside those in 16; a tensor&apos;s scale is that of the steps before.</source>
        <translation>Megatron-LM 中的 TransformerEngine：层以 8 位保存其输入，并在 16 位权重之外保存 8 位副本；张量的缩放因子来自之前的步骤。</translation>
    </message>
    <message>
        <source>The same, with the scale of the tensor that is cast.</source>
        <translation>同上，使用被转换张量自身的缩放因子。</translation>
    </message>
    <message>
        <source>The same with a scale for each block of 128, as DeepSeek-V3 has it.</source>
        <translation>同上，每个 128 的块一个缩放因子，如 DeepSeek-V3。</translation>
    </message>
    <message>
        <source>The same with a scale for each 32 elements: Blackwell&apos;s own format.</source>
        <translation>同上，每 32 个元素一个缩放因子：Blackwell 的原生格式。</translation>
    </message>
    <message>
        <source>16 bits, and copies</source>
        <translation>16 位及其副本</translation>
    </message>
    <message>
        <source>8 bits alone</source>
        <translation>仅 8 位</translation>
    </message>
    <message>
        <source>Weights are there in 16 bits, and are cast once for each step.</source>
        <translation>权重以 16 位存在，每步转换一次。</translation>
    </message>
    <message>
        <source>What the optimizer updates is cast to 8 bits, and gathered so (fp8-param-gather).</source>
        <translation>优化器更新的结果被转换为 8 位并以此聚合（fp8-param-gather）。</translation>
    </message>
    <message>
        <source>GaLore (AdamW)</source>
        <translation>GaLore (AdamW)</translation>
    </message>
    <message>
        <source>APOLLO (AdamW)</source>
        <translation>APOLLO (AdamW)</translation>
    </message>
    <message>
        <source>Two moments of gradients in the few directions that matter most; an SVD of each matrix finds these anew every 200 steps.</source>
        <translation>梯度在最重要的少数方向上的两个矩；每 200 步对每个矩阵做一次 SVD，重新确定这些方向。</translation>
    </message>
    <message>
        <source>Two moments of gradients in a few random directions, which tell how to scale the whole gradient.</source>
        <translation>梯度在少数随机方向上的两个矩，由它们决定整个梯度如何缩放。</translation>
    </message>
    <message>
        <source>Itself</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>A network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Keys and values of each layer are what is trained.</source>
        <translation>直接训练每层的键和值。</translation>
    </message>
    <message>
        <source>Embeddings of a few tokens and two matrices, which make keys and values of all layers.</source>
        <translation>少量 token 的嵌入和两个矩阵，由它们生成所有层的键和值。</translation>
    </message>
    <message>
        <source>LOMO</source>
        <translation>LOMO</translation>
    </message>
    <message>
        <source>No state: each micro-step updates each weight within its backward pass, whose gradient goes then.</source>
        <translation>没有状态：每个微步都在反向传播中更新每个权重，其梯度随即释放。</translation>
    </message>
    <message>
        <source>Row and column statistics of each matrix; each micro-step updates each weight within its backward pass, whose gradient goes then.</source>
        <translation>每个矩阵的行、列统计量；每个微步都在反向传播中更新每个权重，其梯度随即释放。</translation>
    </message>
    <message>
        <source>AdaLomo</source>
        <translation>AdaLomo</translation>
    </message>
    <message>
        <source>4-bit integers, 128 with a scale and a zero, rounded so that the error of one makes up for that of others. Trains with GPTQModel&apos;s backend auto_trainable; autograd keeps the matrices in 16 bits, which checkpoints free.</source>
        <translation>4 位整数，每 128 个共用一个缩放因子和一个零点，取整时让一个数的误差抵消其他数的误差。用 GPTQModel 的 auto_trainable 后端训练；autograd 保留 16 位矩阵，检查点会将其释放。</translation>
    </message>
    <message>
        <source>4-bit integers, 64 with a scale and a zero, found without data. hqq&apos;s own quantize_model makes them: transformers 5 does not yet.</source>
        <translation>4 位整数，每 64 个共用一个缩放因子和一个零点，无需数据即可求得。由 hqq 自带的 quantize_model 生成：transformers 5 尚不支持。</translation>
    </message>
    <message>
        <source>BAdam</source>
        <translation>BAdam</translation>
    </message>
    <message>
        <source>SOAP</source>
        <translation>SOAP</translation>
    </message>
    <message>
        <source>Shampoo (AdamW)</source>
        <translation>Shampoo (AdamW)</translation>
    </message>
    <message>
        <source>AdamW of one layer at a time, with an fp32 copy of its weights; planned are the steps that train the first layer, whose backward pass is the longest.</source>
        <translation>每次只对一层使用 AdamW，并保存该层权重的 fp32 副本；规划的是训练第一层的那些步，其反向传播最长。</translation>
    </message>
    <message>
        <source>Two moments in the eigenbases of two square matrices for each weight matrix: sums of gradients&apos; products, and the bases themselves, which are found anew every 10 steps.</source>
        <translation>每个权重矩阵有两个方阵（梯度乘积之和）及其特征基，特征基每 10 步重新求出；两个动量位于这些基中。</translation>
    </message>
    <message>
        <source>Two moments, as AdamW&apos;s steps say how long Shampoo&apos;s are, and for each block of a matrix two square matrices of sums of gradients&apos; products, with their roots.</source>
        <translation>两个动量，因为 Shampoo 的步长由 AdamW 决定；矩阵的每个块还有两个由梯度乘积之和构成的方阵及其根。</translation>
    </message>
    <message>
        <source>PPO</source>
        <translation>PPO</translation>
    </message>
    <message>
        <source>Answers are generated, rewarded by a second model, and learned from, beside a value model that learns as well (TRL).</source>
        <translation>生成回答，由另一个模型给出奖励并据此学习，同时训练价值模型（TRL）。</translation>
    </message>
    <message>
        <source>DPO, KTO, PPO: a second model in full training, else disabled adapters; GRPO: none (beta 0).</source>
        <translation>DPO、KTO、PPO：全量训练用第二个模型，否则关闭适配器；GRPO：无（beta 为 0）。</translation>
    </message>
    <message>
        <source>Reentrant</source>
        <translation>可重入</translation>
    </message>
    <message>
        <source>Not reentrant</source>
        <translation>不可重入</translation>
    </message>
    <message>
        <source>As the trainer asks for them.</source>
        <translation>按训练器的要求。</translation>
    </message>
    <message>
        <source>Layers run without a graph, and once more with one in the backward pass: use_reentrant=True.</source>
        <translation>各层先不建计算图运行一次，在反向传播中再带计算图运行一次：use_reentrant=True。</translation>
    </message>
    <message>
        <source>Layers&apos; graphs drop what they keep, and make it again when it is asked for.</source>
        <translation>各层的计算图丢弃所保留的内容，需要时再重新计算。</translation>
    </message>
    <message>
        <source>verl</source>
        <translation>verl</translation>
    </message>
    <message>
        <source>GRPO: answers lie one behind the other without padding, all their tokens have logits, and the reference waits on the host.</source>
        <translation>GRPO：回答首尾相接、没有填充，所有 token 都有 logits，参考模型在主机上等待。</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights and optimizer states</source>
        <translation>权重和优化器状态</translation>
    </message>
    <message>
        <source>All that is trained stays on the GPU beside vLLM.</source>
        <translation>训练的内容都与 vLLM 一起留在 GPU 上。</translation>
    </message>
    <message>
        <source>They come back for the update alone (optimizer_offload).</source>
        <translation>仅在更新时取回（optimizer_offload）。</translation>
    </message>
    <message>
        <source>They come back to score and to learn (param_offload).</source>
        <translation>在评分和学习时取回（param_offload）。</translation>
    </message>
    <message>
        <source>Answers are generated with vLLM&apos;s copy of the model alone on the GPU.</source>
        <translation>生成回答时，GPU 上只有 vLLM 的模型副本。</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Texts that belong together, against all others of the batch (InfoNCE, multiple negatives ranking).</source>
        <translation>相关的文本与批次中所有其他文本对比（InfoNCE、多负例排序）。</translation>
    </message>
    <message>
        <source>Anchors apart</source>
        <translation>锚点单独前向</translation>
    </message>
    <message>
        <source>All in one batch</source>
        <translation>全部在一个批次</translation>
    </message>
    <message>
        <source>Of encoders anchors apart, of decoders all in one batch.</source>
        <translation>编码器：锚点单独前向；解码器：全部在一个批次。</translation>
    </message>
    <message>
        <source>Anchors in a pass of their own, all other texts in a second one (sentence-transformers).</source>
        <translation>锚点单独一次前向，其他文本在第二次前向（sentence-transformers）。</translation>
    </message>
    <message>
        <source>All texts are rows of one batch (ms-swift).</source>
        <translation>所有文本都是同一批次的行（ms-swift）。</translation>
    </message>
    <message>
        <source>Mean of all tokens</source>
        <translation>全部词元的均值</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首词元</translation>
    </message>
    <message>
        <source>Last token</source>
        <translation>末词元</translation>
    </message>
    <message>
        <source>Of encoders the mean, of decoders the last token.</source>
        <translation>编码器用均值，解码器用末词元。</translation>
    </message>
    <message>
        <source>A mask as large as the hidden states is kept for it.</source>
        <translation>为此会保留一个与隐藏状态同样大小的掩码。</translation>
    </message>
    <message>
        <source>As BGE&apos;s encoders do (CLS).</source>
        <translation>如 BGE 的编码器（CLS）。</translation>
    </message>
    <message>
        <source>As Qwen3-Embedding does.</source>
        <translation>如 Qwen3-Embedding。</translation>
    </message>
</context>
<context>
    <name>plan</name>
    <message>
        <source>allocated by PyTorch</source>
        <translation>PyTorch 已分配</translation>
    </message>
    <message>
        <source>reserved by PyTorch</source>
        <translation>PyTorch 已保留</translation>
    </message>
    <message>
        <source>in use as nvidia-smi shows it</source>
        <translation>nvidia-smi 显示的占用</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>主权重</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>Logits 与损失</translation>
    </message>
    <message>
        <source>All-gathered parameters</source>
        <translation>all-gather 得到的参数</translation>
    </message>
    <message>
        <source>Communication buffers</source>
        <translation>通信缓冲区</translation>
    </message>
    <message>
        <source>Transient buffers</source>
        <translation>瞬时缓冲区</translation>
    </message>
    <message>
        <source>CUDA context, NCCL, fragmentation</source>
        <translation>CUDA 上下文、NCCL、碎片</translation>
    </message>
    <message>
        <source>The model itself, or the share of it that this GPU keeps.</source>
        <translation>模型本身，或该 GPU 保存的那一份。</translation>
    </message>
    <message>
        <source>One number for each trained weight: which way to change it.</source>
        <translation>每个被训练的权重对应一个数：应朝哪个方向调整。</translation>
    </message>
    <message>
        <source>A full-precision copy of the weights that the optimizer changes.</source>
        <translation>由优化器更新的全精度权重副本。</translation>
    </message>
    <message>
        <source>What the optimizer remembers about each weight between steps.</source>
        <translation>优化器在各步之间为每个权重保存的信息。</translation>
    </message>
    <message>
        <source>The small matrices that LoRA trains beside the frozen model.</source>
        <translation>LoRA 在冻结模型之外训练的小矩阵。</translation>
    </message>
    <message>
        <source>Results of the forward pass that the backward pass needs again.</source>
        <translation>反向传播还要用到的前向传播结果。</translation>
    </message>
    <message>
        <source>A score for each word of the vocabulary and each token, and the loss.</source>
        <translation>每个 token 对词表中每个词的打分，以及损失。</translation>
    </message>
    <message>
        <source>Parameters of whole layers, all-gathered from all GPUs while they are in use.</source>
        <translation>整层的参数，使用期间从所有 GPU all-gather 而来。</translation>
    </message>
    <message>
        <source>Buckets in which gradients and weights travel between GPUs.</source>
        <translation>梯度和权重在 GPU 之间传输所用的 bucket。</translation>
    </message>
    <message>
        <source>Buffers that one operation allocates while it runs.</source>
        <translation>一个操作运行时分配的缓冲区。</translation>
    </message>
    <message>
        <source>The CUDA context, NCCL&apos;s buffers, and what the allocator has reserved but not allocated.</source>
        <translation>CUDA 上下文、NCCL 缓冲区，以及分配器已保留但未分配的显存。</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失计算</translation>
    </message>
    <message>
        <source>backward pass</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>At risk</source>
        <comment>it may not fit</comment>
        <translation>有风险</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>All-reduce</source>
        <translation>All-Reduce</translation>
    </message>
    <message>
        <source>Reduce-scatter</source>
        <translation>Reduce-Scatter</translation>
    </message>
    <message>
        <source>All-gather</source>
        <translation>All-Gather</translation>
    </message>
    <message>
        <source>Broadcast</source>
        <translation>Broadcast</translation>
    </message>
    <message>
        <source>All-to-all</source>
        <translation>All-to-all</translation>
    </message>
    <message>
        <source>Copy to the host</source>
        <translation>复制到主机</translation>
    </message>
    <message>
        <source>Copy from the host</source>
        <translation>从主机复制</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradient shards</source>
        <translation>梯度分片</translation>
    </message>
    <message>
        <source>matmuls</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>kernel launches</source>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未重叠的通信</translation>
    </message>
    <message>
        <source>the optimizer step on the CPU</source>
        <translation>CPU 上的优化器步</translation>
    </message>
    <message>
        <source>model family</source>
        <translation>模型系列</translation>
    </message>
    <message>
        <source>method</source>
        <translation>训练方法</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>sharding</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>model size</source>
        <translation>模型规模</translation>
    </message>
    <message>
        <source>tokens per micro-step</source>
        <translation>每个微步的 token 数</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>forward</source>
        <comment>short for forward pass</comment>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <comment>short for backward pass</comment>
        <translation>反向</translation>
    </message>
    <message>
        <source>update</source>
        <comment>short for optimizer step</comment>
        <translation>更新</translation>
    </message>
    <message>
        <source>save</source>
        <comment>short for saving</comment>
        <translation>保存</translation>
    </message>
    <message>
        <source>in the forward pass</source>
        <translation>出现在前向传播</translation>
    </message>
    <message>
        <source>while computing the loss</source>
        <translation>出现在损失计算</translation>
    </message>
    <message>
        <source>in the backward pass</source>
        <translation>出现在反向传播</translation>
    </message>
    <message>
        <source>at the optimizer step</source>
        <translation>出现在优化器更新</translation>
    </message>
    <message>
        <source>while saving</source>
        <translation>出现在保存时</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>all-reduce of gradients</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Sent per GPU and step</source>
        <translation>每 GPU 每步发送量</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器步</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未重叠的通信</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>expert products</source>
        <translation>专家乘积</translation>
    </message>
    <message>
        <source>model output</source>
        <translation>模型输出</translation>
    </message>
    <message>
        <source>target modules</source>
        <translation>目标模块</translation>
    </message>
    <message>
        <source>adapters&apos; dropout</source>
        <translation>适配器的 dropout</translation>
    </message>
    <message>
        <source>adapters&apos; precision</source>
        <translation>适配器的精度</translation>
    </message>
    <message>
        <source>k-bit training preparation</source>
        <translation>k-bit 训练准备</translation>
    </message>
    <message>
        <source>reduction of gradients</source>
        <translation>梯度归约</translation>
    </message>
    <message>
        <source>FSDP units</source>
        <translation>FSDP 单元</translation>
    </message>
    <message>
        <source>bucket views</source>
        <translation>bucket 视图</translation>
    </message>
    <message>
        <source>gradients&apos; precision</source>
        <translation>梯度的精度</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>分配器</translation>
    </message>
    <message>
        <source>GPU architecture</source>
        <translation>GPU 架构</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>每节点 GPU 数</translation>
    </message>
    <message>
        <source>shard group</source>
        <translation>分片组</translation>
    </message>
    <message>
        <source>size of the adapters</source>
        <translation>适配器大小</translation>
    </message>
    <message>
        <source>reduce bucket</source>
        <translation>reduce bucket</translation>
    </message>
    <message>
        <source>prefetch bucket</source>
        <translation>预取 bucket</translation>
    </message>
    <message>
        <source>persistence threshold</source>
        <translation>常驻阈值</translation>
    </message>
    <message>
        <source>sub-group</source>
        <translation>子组</translation>
    </message>
    <message>
        <source>%1 of %2 (forward)</source>
        <comment>all-gather of weights</comment>
        <translation>%1（%2，前向）</translation>
    </message>
    <message>
        <source>%1 of %2 (backward)</source>
        <comment>all-gather of weights</comment>
        <translation>%1（%2，反向）</translation>
    </message>
    <message>
        <source>%1 of %2 (update)</source>
        <comment>all-gather of weights</comment>
        <translation>%1（%2，更新）</translation>
    </message>
    <message>
        <source>Fits, but waits</source>
        <comment>for a link</comment>
        <translation>放得下，但在等待</translation>
    </message>
    <message>
        <source>Cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>scales of 4-bit weights</source>
        <translation>4 位权重的缩放因子</translation>
    </message>
    <message>
        <source>Send and receive</source>
        <translation>收发</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>键和值</translation>
    </message>
    <message>
        <source>tokens of experts</source>
        <translation>专家的词元</translation>
    </message>
    <message>
        <source>gradients of experts</source>
        <translation>专家的梯度</translation>
    </message>
    <message>
        <source>weights of experts</source>
        <translation>专家的权重</translation>
    </message>
    <message>
        <source>tensor parallelism</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>pipeline stages</source>
        <translation>流水线级数</translation>
    </message>
    <message>
        <source>interleaved chunks</source>
        <translation>交错块数</translation>
    </message>
    <message>
        <source>micro-batches in flight</source>
        <translation>在途微批次</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>GPUs of an expert</source>
        <translation>每个专家的 GPU</translation>
    </message>
    <message>
        <source>checkpointed layers</source>
        <translation>重算的层</translation>
    </message>
    <message>
        <source>padding of the vocabulary</source>
        <translation>词表填充</translation>
    </message>
    <message>
        <source>layers of the first stage</source>
        <translation>第一级的层数</translation>
    </message>
    <message>
        <source>layers of the last stage</source>
        <translation>最后一级的层数</translation>
    </message>
    <message>
        <source>order of GPUs</source>
        <translation>GPU 的排列顺序</translation>
    </message>
    <message>
        <source>layers of a checkpoint</source>
        <translation>每个检查点的层数</translation>
    </message>
    <message>
        <source>Reference model</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>scoring</source>
        <translation>打分</translation>
    </message>
    <message>
        <source>objective</source>
        <translation>训练目标</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>tokens of answers</source>
        <translation>回答的 token 数</translation>
    </message>
    <message>
        <source>while answers are generated</source>
        <translation>生成回答时</translation>
    </message>
    <message>
        <source>while answers are scored</source>
        <translation>为回答打分时</translation>
    </message>
    <message>
        <source>Vision tower</source>
        <translation>视觉塔</translation>
    </message>
    <message>
        <source>What images take: their pixels, what the vision tower keeps of them, and their features.</source>
        <translation>图像占用的部分：像素、视觉塔为其保留的内容以及图像特征。</translation>
    </message>
    <message>
        <source>training of the vision tower</source>
        <translation>视觉塔的训练方式</translation>
    </message>
    <message>
        <source>patches of images</source>
        <translation>图像块数</translation>
    </message>
    <message>
        <source>Not planned</source>
        <translation>未规划</translation>
    </message>
    <message>
        <source>what is trained</source>
        <translation>训练的部分</translation>
    </message>
    <message>
        <source>activation offloading</source>
        <translation>激活卸载</translation>
    </message>
    <message>
        <source>memory of the rollout engine or the teacher</source>
        <translation>rollout 引擎或教师模型的显存</translation>
    </message>
    <message>
        <source>layers between checkpoints</source>
        <translation>检查点之间的层数</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>Rollout</translation>
    </message>
    <message>
        <source>Weights of models that are not trained: the model as it was, which answers are compared with, a teacher, a reward model.</source>
        <translation>不参与训练的模型的权重：与回答比较的原始模型、教师模型、奖励模型。</translation>
    </message>
    <message>
        <source>What generates answers: a copy of the weights and the KV cache; with PPO the logits of all answers as well.</source>
        <translation>用于生成回答：一份权重副本和 KV 缓存；PPO 还包括所有回答的 logits。</translation>
    </message>
    <message>
        <source>tokens scored at a time</source>
        <translation>一次评分的 token</translation>
    </message>
    <message>
        <source>modules left in 16 bits</source>
        <translation>保留 16 位的模块</translation>
    </message>
</context>
<context>
    <name>recommend</name>
    <message>
        <source>no checkpointing</source>
        <comment>behind: With</comment>
        <translation>不使用检查点</translation>
    </message>
    <message>
        <source>selective checkpointing</source>
        <comment>behind: With</comment>
        <translation>选择性检查点</translation>
    </message>
    <message>
        <source>full checkpointing</source>
        <comment>behind: With</comment>
        <translation>完全检查点</translation>
    </message>
    <message>
        <source>nothing offloaded</source>
        <comment>behind: With</comment>
        <translation>不卸载</translation>
    </message>
    <message>
        <source>the optimizer offloaded</source>
        <comment>behind: With</comment>
        <translation>卸载优化器</translation>
    </message>
    <message>
        <source>optimizer and parameters offloaded</source>
        <comment>behind: With</comment>
        <translation>卸载优化器和参数</translation>
    </message>
    <message>
        <source>offloading to NVMe</source>
        <comment>behind: With</comment>
        <translation>卸载到 NVMe</translation>
    </message>
    <message>
        <source>the standard loss</source>
        <comment>behind: With</comment>
        <translation>标准损失</translation>
    </message>
    <message>
        <source>the loss in chunks</source>
        <comment>behind: With</comment>
        <translation>分块损失</translation>
    </message>
    <message>
        <source>fused linear cross-entropy</source>
        <comment>behind: With</comment>
        <translation>融合线性交叉熵</translation>
    </message>
    <message>
        <source>the loss in place</source>
        <comment>behind: With</comment>
        <translation>原地损失</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>a micro-batch of %1</source>
        <comment>behind: With</comment>
        <translation>大小为 %1 的微批次</translation>
    </message>
    <message>
        <source>eager attention</source>
        <comment>behind: With</comment>
        <translation>eager 注意力</translation>
    </message>
    <message>
        <source>A step would take %1 less time.</source>
        <translation>每步耗时会减少 %1。</translation>
    </message>
    <message>
        <source>A step would take %1 more time.</source>
        <translation>每步耗时会增加 %1。</translation>
    </message>
    <message>
        <source>It needs %1 less.</source>
        <translation>所需减少 %1。</translation>
    </message>
    <message>
        <source>It needs %1 more.</source>
        <translation>所需增加 %1。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>strategy, framework</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Trainer</source>
        <comment>of Hugging Face</comment>
        <translation>Trainer</translation>
    </message>
    <message>
        <source>FSDP1</source>
        <translation>FSDP1</translation>
    </message>
    <message>
        <source>FSDP2</source>
        <translation>FSDP2</translation>
    </message>
    <message>
        <source>Fused</source>
        <comment>loss, with the head</comment>
        <translation>融合</translation>
    </message>
    <message>
        <source>Parameters</source>
        <comment>offloaded, and the optimizer</comment>
        <translation>参数</translation>
    </message>
    <message>
        <source>With %1 nothing fits: here it would be short by %2.</source>
        <translation>用%1则都放不下：此处会缺 %2。</translation>
    </message>
    <message>
        <source>With %1 it would not fit: it needs %2 more.</source>
        <translation>用%1则放不下：需要再多 %2。</translation>
    </message>
    <message>
        <source>With %1 it might not fit: how much it needs is less certain.</source>
        <translation>用%1则可能放不下：所需量较不确定。</translation>
    </message>
    <message>
        <source>With %1 it might not fit: it needs %2 more.</source>
        <translation>用%1则可能放不下：需要再多 %2。</translation>
    </message>
    <message>
        <source>With %1 a step takes %2 more time.</source>
        <translation>用%1则每步多耗时 %2。</translation>
    </message>
    <message>
        <source>With %1 it needs %2 more.</source>
        <translation>用%1则需要再多 %2。</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1; %2, %3, %4; sequences of %5 tokens; on %6</source>
        <comment>model; method, precision, optimizer; sequence length; GPU</comment>
        <translation>%1；%2、%3、%4；序列长 %5 个 token；在 %6 上</translation>
    </message>
    <message>
        <source>%1 configurations tried: %2 fit, %3 are at risk. The search uses quick estimates; what is listed is allocator-simulated.</source>
        <translation>已尝试 %1 种配置：%2 种放得下，%3 种有风险。搜索使用快速估算；列出的配置均已模拟分配器。</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Most headroom, still fast</source>
        <translation>余量最大且仍快</translation>
    </message>
    <message>
        <source>Fewest GPU-hours</source>
        <translation>最少 GPU 小时</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>最少 GPU</translation>
    </message>
    <message>
        <source>Simplest</source>
        <translation>最简单</translation>
    </message>
    <message>
        <source>Faster, at risk</source>
        <comment>it may not fit</comment>
        <translation>更快，有风险</translation>
    </message>
    <message>
        <source>Of all that fit, the most tokens per second.</source>
        <translation>所有放得下的配置中，每秒 token 数最多。</translation>
    </message>
    <message>
        <source>The most headroom, at %1 of the fastest speed or more.</source>
        <translation>余量最大，且速度不低于最快的 %1。</translation>
    </message>
    <message>
        <source>The most tokens per second and GPU: the run costs least.</source>
        <translation>每 GPU 每秒 token 数最多：运行成本最低。</translation>
    </message>
    <message>
        <source>With fewer GPUs nothing fits.</source>
        <translation>GPU 再少就都放不下。</translation>
    </message>
    <message>
        <source>The fewest changes from the current configuration.</source>
        <translation>与当前配置相比改动最少。</translation>
    </message>
    <message>
        <source>Faster than all that fit, but it may not fit itself.</source>
        <translation>比所有放得下的配置都快，但自身可能放不下。</translation>
    </message>
    <message>
        <source>Current</source>
        <comment>the current configuration</comment>
        <translation>当前</translation>
    </message>
    <message>
        <source>%1 *</source>
        <comment>figure that leaves something out</comment>
        <translation>%1 *</translation>
    </message>
    <message>
        <source>Best as</source>
        <translation>最佳于</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Peak of %1</source>
        <translation>峰值（共 %1）</translation>
    </message>
    <message>
        <source>Tokens/s per GPU</source>
        <translation>每 GPU tokens/s</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation>前沿</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>micro-batch, accumulation</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Now it reaches %1 tokens/s per GPU, with a peak of %2.</source>
        <translation>当前每 GPU %1 tokens/s，峰值 %2。</translation>
    </message>
    <message>
        <source>* The optimizer runs on the CPU: how long that takes is estimated, not measured.</source>
        <translation>* 优化器在 CPU 上运行：所需时间为估算，未经实测。</translation>
    </message>
    <message>
        <source>Nothing can be run: %1</source>
        <comment>a sentence</comment>
        <translation>都无法运行：%1</translation>
    </message>
    <message>
        <source>Nothing fits. What comes nearest:</source>
        <translation>都放不下。最接近的：</translation>
    </message>
    <message>
        <source>tensor parallelism of %1</source>
        <comment>behind: With</comment>
        <translation>张量并行 %1</translation>
    </message>
    <message numerus="yes">
        <source>a pipeline of %n stage(s)</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>%n 级流水线</numerusform>
        </translation>
    </message>
    <message>
        <source>context parallelism of %1</source>
        <comment>behind: With</comment>
        <translation>上下文并行 %1</translation>
    </message>
    <message>
        <source>expert parallelism of %1, each expert on %2 of the GPUs</source>
        <comment>behind: With</comment>
        <translation>专家并行 %1、每个专家用其中 %2 张 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) in each stage</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>每级 %n 块</numerusform>
        </translation>
    </message>
    <message>
        <source>the schedule %1</source>
        <comment>behind: With</comment>
        <translation>调度方式 %1</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>pipeline %1</source>
        <comment>parallelism, stages</comment>
        <translation>流水线 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s)</source>
        <comment>of a pipeline stage</comment>
        <translation>
            <numerusform>%n 块</numerusform>
        </translation>
    </message>
    <message>
        <source>context %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>上下文 %1</translation>
    </message>
    <message>
        <source>experts %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>专家 %1</translation>
    </message>
    <message>
        <source>expert tensor %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>专家张量 %1</translation>
    </message>
    <message>
        <source>Fastest so far: %1, %2 tokens/s per GPU.</source>
        <comment>strategy with its axes, number</comment>
        <translation>目前最快：%1，每张 GPU %2 token/s。</translation>
    </message>
    <message>
        <source>context parallelism of the kind %1</source>
        <comment>behind: With</comment>
        <translation>%1 方式的上下文并行</translation>
    </message>
    <message>
        <source>the order of GPUs %1</source>
        <comment>behind: With</comment>
        <translation>GPU 排列顺序“%1”</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>Plan of a training run</source>
        <translation>训练运行计划</translation>
    </message>
    <message>
        <source>Comparison with %1</source>
        <comment>name of a pin</comment>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>role, sharding</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The rest of the frontier of memory and speed</source>
        <translation>显存与速度前沿的其余部分</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Recommended configurations</source>
        <translation>推荐配置</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>role, sharding</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>Sweep over %1 and %2</source>
        <comment>inputs</comment>
        <translation>%1 与 %2 的扫描</translation>
    </message>
    <message>
        <source>Sweep over %1</source>
        <comment>input</comment>
        <translation>%1 的扫描</translation>
    </message>
    <message>
        <source>%1 points: %2 fit, %3 are at risk, %4 do not fit, %5 cannot run.</source>
        <translation>%1 个点：%2 个放得下，%3 个有风险，%4 个放不下，%5 个无法运行。</translation>
    </message>
    <message>
        <source>Model %1: %2.</source>
        <comment>its name, source</comment>
        <translation>模型 %1：%2。</translation>
    </message>
    <message>
        <source>Memory of %1: %2.</source>
        <comment>GPU, source</comment>
        <translation>%1 的显存：%2。</translation>
    </message>
    <message>
        <source>Matrix products on %1: %2.</source>
        <comment>GPU, source</comment>
        <translation>%1 的矩阵乘：%2。</translation>
    </message>
    <message>
        <source>Bandwidth of %1: %2.</source>
        <comment>link, source</comment>
        <translation>%1 的带宽：%2。</translation>
    </message>
    <message>
        <source>Memory and communication follow the source code of %1.</source>
        <comment>frameworks</comment>
        <translation>显存与通信依据 %1 的源代码。</translation>
    </message>
    <message>
        <source>The range of the peak comes from %1 measured runs.</source>
        <translation>峰值范围来自 %1 个实测运行。</translation>
    </message>
    <message>
        <source>error</source>
        <comment>cannot be planned</comment>
        <translation>错误</translation>
    </message>
    <message>
        <source>down \ across</source>
        <translation>行 \ 列</translation>
    </message>
    <message>
        <source>%1; down: %2; across: %3</source>
        <comment>metric, input, input</comment>
        <translation>%1；行：%2；列：%3</translation>
    </message>
</context>
<context>
    <name>run</name>
    <message>
        <source>%1 hours</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>Effective batch</source>
        <translation>有效批大小</translation>
    </message>
    <message>
        <source>%1 sequences, %2 tokens</source>
        <translation>%1 个序列，%2 个 token</translation>
    </message>
    <message>
        <source>Micro-batch %1 × accumulation %2 × %3 GPUs</source>
        <translation>微批 %1 × 累积 %2 × %3 块 GPU</translation>
    </message>
    <message>
        <source>Learning rate, scaled linearly</source>
        <translation>学习率（线性缩放）</translation>
    </message>
    <message>
        <source>In proportion to the batch (Goyal et al., 2017): a hint, try it out</source>
        <translation>与批大小成正比（Goyal 等，2017）：仅供参考，请实测</translation>
    </message>
    <message>
        <source>Set a learning rate and the batch that it went well with</source>
        <translation>请设置学习率及与之搭配良好的批大小</translation>
    </message>
    <message>
        <source>Set the size of the data set</source>
        <translation>请设置数据集大小</translation>
    </message>
    <message>
        <source>Optimizer steps</source>
        <translation>优化器步数</translation>
    </message>
    <message>
        <source>%1 tokens of all epochs</source>
        <translation>所有轮次共 %1 个 token</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>%1 for each step; saving and evaluating come on top</source>
        <translation>每步 %1；保存和评估另计</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU 小时</translation>
    </message>
    <message>
        <source>Duration × %1 GPUs</source>
        <translation>时长 × %1 块 GPU</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>Of the GPUs alone, at the power that they may draw</source>
        <translation>仅 GPU，按其允许的功率计</translation>
    </message>
    <message>
        <source>Set the price of a GPU-hour: none is assumed</source>
        <translation>请设置每 GPU 小时价格：不作假设</translation>
    </message>
    <message>
        <source>GPU-hours × price, in its currency</source>
        <translation>GPU 小时 × 价格，按该货币计</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Writing a checkpoint</source>
        <translation>写入检查点</translation>
    </message>
    <message>
        <source>At the disk rate that is set</source>
        <translation>按所设磁盘速率</translation>
    </message>
    <message>
        <source>Set the disk rate</source>
        <translation>请设置磁盘速率</translation>
    </message>
    <message>
        <source>Tokens per unit of cost</source>
        <translation>每单位成本的 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU, for %2 an hour</source>
        <translation>每 GPU %1 tokens/s，每小时 %2</translation>
    </message>
    <message>
        <source>How much power this GPU may draw is not known</source>
        <translation>该 GPU 的功耗上限未知</translation>
    </message>
    <message>
        <source>Matmuls</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Matrix products of forward and backward passes</source>
        <translation>前向和反向传播中的矩阵乘</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>The products of scores and values in attention</source>
        <translation>注意力中计算分数和加权 value 的矩阵乘</translation>
    </message>
    <message>
        <source>Memory-bound</source>
        <translation>访存受限</translation>
    </message>
    <message>
        <source>Norms, activations, copies and the loss: bound by the GPU&apos;s memory bandwidth</source>
        <translation>归一化、激活函数、拷贝和损失：受 GPU 显存带宽限制</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>optimizer.step() on the GPU</source>
        <translation>GPU 上的 optimizer.step()</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>SM 争用</translation>
    </message>
    <message>
        <source>Computation takes longer while collectives occupy some of the multiprocessors</source>
        <translation>集合通信占用部分流式多处理器时，计算变慢</translation>
    </message>
    <message>
        <source>Exposed, %1</source>
        <comment>link</comment>
        <translation>未重叠，%1</translation>
    </message>
    <message>
        <source>Communication over %1 that nothing is computed beside</source>
        <comment>link</comment>
        <translation>经 %1 的通信，期间没有任何计算</translation>
    </message>
    <message>
        <source>Kernel launches</source>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>The GPU waits for the CPU to launch the next kernel</source>
        <translation>GPU 等待 CPU 启动下一个内核</translation>
    </message>
    <message>
        <source>Update on the CPU</source>
        <translation>CPU 上的更新</translation>
    </message>
    <message>
        <source>CPU update</source>
        <translation>CPU 更新</translation>
    </message>
    <message>
        <source>The optimizer step of what is offloaded, on the CPU of the host</source>
        <translation>已卸载部分的优化器更新，在主机 CPU 上进行</translation>
    </message>
</context>
<context>
    <name>shardscope::AboutDialog</name>
    <message>
        <source>%1 by %2 (%3)</source>
        <comment>library, maker, licence</comment>
        <translation>%1，%2 开发（%3）</translation>
    </message>
    <message>
        <source>The Qt Company and contributors</source>
        <translation>The Qt Company 及贡献者</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later (%1). It comes without any warranty.</source>
        <translation>依据 GNU 通用公共许可证第 3 版或更新版本（%1）发布的自由软件，不提供任何担保。</translation>
    </message>
    <message>
        <source>The charts and scenarios that you make with it are your own.</source>
        <translation>您用它制作的图表和场景归您所有。</translation>
    </message>
    <message>
        <source>It is built with:</source>
        <translation>使用了以下组件：</translation>
    </message>
    <message>
        <source>Will this training run fit on these GPUs, what will it send between them, and what should change?</source>
        <translation>这次训练能放进这些 GPU 吗？它们之间要传输多少数据？该怎么调整？</translation>
    </message>
    <message>
        <source>About %1</source>
        <translation>关于 %1</translation>
    </message>
    <message>
        <source>Copy &amp;Diagnostics</source>
        <translation>复制诊断信息(&amp;D)</translation>
    </message>
    <message>
        <source>Copy versions, system and screens, for reports of problems</source>
        <translation>复制版本、系统和屏幕信息，便于报告问题</translation>
    </message>
</context>
<context>
    <name>shardscope::AppearanceMenus</name>
    <message>
        <source>As the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>配色(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
</context>
<context>
    <name>shardscope::ApplyButton</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <comment>the change</comment>
        <translation>应用：%1</translation>
    </message>
    <message>
        <source>%1
Sets %2</source>
        <comment>the change, inputs</comment>
        <translation>%1
将设置 %2</translation>
    </message>
</context>
<context>
    <name>shardscope::Autosave</name>
    <message>
        <source>Unsaved changes are not backed up: %1</source>
        <translation>未保存的更改没有备份副本：%1</translation>
    </message>
    <message>
        <source>A backup copy of unsaved changes cannot be read. It was kept as %1.</source>
        <translation>未保存更改的一份备份副本无法读取，已保留为 %1。</translation>
    </message>
</context>
<context>
    <name>shardscope::AxisPicker</name>
    <message>
        <source>Round numbers</source>
        <translation>整齐数值</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>How many values</source>
        <translation>值的个数</translation>
    </message>
    <message>
        <source>Round numbers are the stops of the input&apos;s slider; others lie at equal distances, or at equal ratios where the range is wide</source>
        <translation>整齐数值是该输入项滑块的停靠点；其他值等距分布，范围较大时等比分布</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Nothing else</source>
        <translation>无</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>至</translation>
    </message>
</context>
<context>
    <name>shardscope::CalibrationDialog</name>
    <message>
        <source>An out-of-memory error: %1 could not be had any more on a GPU of %2. The run needed at least what stands below.</source>
        <translation>显存不足：在 %2 的 GPU 上已无法再分配 %1。该运行至少需要下面列出的量。</translation>
    </message>
    <message>
        <source>An out-of-memory error: %1 could not be had any more. The run needed at least what stands below.</source>
        <translation>显存不足：已无法再分配 %1。该运行至少需要下面列出的量。</translation>
    </message>
    <message>
        <source>Output of nvidia-smi: the fullest GPU holds %1.</source>
        <translation>nvidia-smi 的输出：占用最多的 GPU 为 %1。</translation>
    </message>
    <message>
        <source>A measured peak. Say below what was measured.</source>
        <translation>一个测得的峰值。请在下面说明测的是什么。</translation>
    </message>
    <message>
        <source>A measured peak.</source>
        <translation>一个测得的峰值。</translation>
    </message>
    <message>
        <source>The run broke off before it came to the peak that is estimated: this says nothing against the estimate.</source>
        <translation>该运行在达到估算的峰值之前就中断了：这并不否定估算。</translation>
    </message>
    <message>
        <source>The measurement agrees with the estimate.</source>
        <translation>测量与估算一致。</translation>
    </message>
    <message>
        <source>Less was measured. Sequences may have been shorter than assumed, or the peak was not in what was measured.</source>
        <translation>测得的较少。序列可能比假设的短，或者测量没有覆盖峰值。</translation>
    </message>
    <message>
        <source>More was allocated. Sequences may have been longer, an evaluation may have run, or tensors of the program&apos;s own are alive: batches, outputs that are kept, a second model.</source>
        <translation>分配的较多。序列可能更长，可能运行了评估，或者程序自身的张量仍然存活：批次、保留的输出、第二个模型。</translation>
    </message>
    <message>
        <source>More was reserved. Batches of changing length leave holes; expandable segments close most of them.</source>
        <translation>保留的较多。长度变化的批次会留下空洞；可扩展段能消除其中大部分。</translation>
    </message>
    <message>
        <source>More was in use. Other processes on the GPU, more communicators or libraries with memory of their own count here, and not for PyTorch.</source>
        <translation>占用的较多。GPU 上的其他进程、更多的通信器或自带显存的库都计入这里，而不计入 PyTorch。</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>&amp;Paste PyTorch&apos;s out-of-memory message, the output of nvidia-smi, or a measured peak such as 61.3 GiB:</source>
        <translation>粘贴 PyTorch 的显存不足信息、nvidia-smi 的输出或测得的峰值（例如 61.3 GiB）(&amp;P)：</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>What a run has shown, as text</source>
        <translation>一次运行所显示的内容，文本形式</translation>
    </message>
    <message>
        <source>Measured was</source>
        <translation>测量的是</translation>
    </message>
    <message>
        <source>&amp;Measured was:</source>
        <translation>测量的是(&amp;M)：</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测得</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Measured and estimated memory</source>
        <translation>测得与估算的显存</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Only the detailed estimator can be held against a measurement.</source>
        <translation>只有详细估算器可以与测量比较。</translation>
    </message>
    <message>
        <source>Nothing is pasted yet.</source>
        <translation>尚未粘贴任何内容。</translation>
    </message>
    <message>
        <source>No amount of memory was found in the text.</source>
        <translation>文本中没有找到显存数量。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <comment>amount</comment>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>Apply sets the correction to %1.</source>
        <translation>应用会把修正值设为 %1。</translation>
    </message>
    <message>
        <source>There is nothing to apply.</source>
        <translation>没有可应用的内容。</translation>
    </message>
    <message>
        <source>That GPU has %1, but %2 of the scenario has %3.</source>
        <translation>该 GPU 有 %1，而场景中的 %2 有 %3。</translation>
    </message>
</context>
<context>
    <name>shardscope::CellCopy</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>shardscope::ChartData</name>
    <message>
        <source>%1, %2: %3</source>
        <comment>bar, part: amount</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, amount</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>instant, lane</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1× oversubscribed</source>
        <comment>number</comment>
        <translation>超载 %1 倍</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>number</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>%1 (%2–%3)</source>
        <comment>amount, from, to: numbers</comment>
        <translation>%1（%2–%3）</translation>
    </message>
</context>
<context>
    <name>shardscope::ChartPage</name>
    <message>
        <source>Compare pins</source>
        <translation>比较固定项</translation>
    </message>
    <message>
        <source>The current configuration and the pinned ones, side by side</source>
        <translation>当前配置与固定的配置并排</translation>
    </message>
    <message>
        <source>Baseline, %1: %2</source>
        <comment>name, title of a chart</comment>
        <translation>基线，%1：%2</translation>
    </message>
</context>
<context>
    <name>shardscope::ChartView</name>
    <message>
        <source>The last result that could be worked out</source>
        <translation>最近一次可计算的结果</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>%1, %2 of the bar</source>
        <comment>exact bytes, percent</comment>
        <translation>%1，占该条 %2</translation>
    </message>
</context>
<context>
    <name>shardscope::CheckpointWords</name>
    <message numerus="yes">
        <source>Kept by each of %n layer(s)</source>
        <translation>
            <numerusform>%n 层各自保留的量</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Activations held: %2.</source>
        <translation>%1。显存中的激活值：%2。</translation>
    </message>
    <message>
        <source>%1, layer %2 of %3. Activations held: %4.</source>
        <translation>%1，第 %2 层，共 %3 层。显存中的激活值：%4。</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>Output layer and loss</source>
        <translation>输出层与损失</translation>
    </message>
    <message>
        <source>Recomputing what was dropped</source>
        <translation>重算已丢弃的部分</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>All activations: %1</source>
        <translation>全部激活值：%1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>From the plan: its activations over the first micro-step. What a layer keeps is what is there beyond the layers before it.</source>
        <translation>来自规划：第一个微步内的激活。某层保留的，是超出其前各层的部分。</translation>
    </message>
</context>
<context>
    <name>shardscope::ClusterChart</name>
    <message>
        <source>between nodes, %1</source>
        <comment>link</comment>
        <translation>节点之间，%1</translation>
    </message>
    <message>
        <source>inside the node, %1</source>
        <comment>link</comment>
        <translation>节点内，%1</translation>
    </message>
    <message>
        <source>One GPU, which sends nothing to others</source>
        <translation>一块 GPU，不向其他 GPU 发送任何内容</translation>
    </message>
    <message>
        <source>axis: %1, groups of %2 GPUs</source>
        <comment>of parallelism, number</comment>
        <translation>轴：%1，每组 %2 块 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs on one node; %2</source>
        <comment>number, which groups are shown</comment>
        <translation>一个节点上 %1 块 GPU；%2</translation>
    </message>
    <message>
        <source>%1 GPUs on %2 nodes; %3</source>
        <comment>numbers, which groups are shown</comment>
        <translation>%2 个节点上 %1 块 GPU；%3</translation>
    </message>
    <message>
        <source>%1: nothing is sent</source>
        <comment>axis</comment>
        <translation>%1：不发送</translation>
    </message>
    <message>
        <source>%1: %2 sent per step, %3, %4</source>
        <comment>axis, amount, link, duration</comment>
        <translation>%1：每步发送 %2，%3，%4</translation>
    </message>
    <message>
        <source>Node %1, stage %2</source>
        <translation>节点 %1，第 %2 级</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>GPUs with the same number and colour are a group; groups: %1.</source>
        <translation>编号和颜色相同的 GPU 为一组；组数：%1。</translation>
    </message>
    <message>
        <source>Nodes like these that are not drawn: %1.</source>
        <translation>未画出的同样节点：%1。</translation>
    </message>
    <message>
        <source>Layers %1 to %2, peak %3</source>
        <comment>numbers, amount</comment>
        <translation>第 %1 到 %2 层，峰值 %3</translation>
    </message>
    <message>
        <source>Weights %1, %2 of the model</source>
        <comment>amount, percent</comment>
        <translation>权重 %1，占模型的 %2</translation>
    </message>
    <message>
        <source>Weights %1</source>
        <comment>amount</comment>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>%1 (number %2 of %3)</source>
        <comment>what is sent along an axis, numbers</comment>
        <translation>%1（第 %2 个，共 %3 个）</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>未重叠</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>GPU %1 (%2): group %3 along %4</source>
        <comment>number, node, number, axis</comment>
        <translation>GPU %1（%2）：沿%4的第 %3 组</translation>
    </message>
    <message>
        <source>Sent per step</source>
        <translation>每步发送</translation>
    </message>
</context>
<context>
    <name>shardscope::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Type an action, an input or a value: seq 8k, gpus 64, zero 3</source>
        <translation>输入操作、输入项或数值：seq 8k、gpus 64、zero 3</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>Enter runs the chosen line, Tab takes its name.</source>
        <translation>按回车执行所选行，按 Tab 取其名称。</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>没有与“%1”匹配的内容。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a command and its keys or present value</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>shardscope::CompareMenu</name>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Pin This Scenario</source>
        <translation>固定此场景(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Show the Baseline</source>
        <translation>显示基线(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Remove All Pins</source>
        <translation>移除所有固定项(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;%1 %2 (Baseline)</source>
        <comment>number, name</comment>
        <translation>&amp;%1 %2（基线）</translation>
    </message>
    <message>
        <source>&amp;%1 %2</source>
        <comment>number, name</comment>
        <translation>&amp;%1 %2</translation>
    </message>
    <message>
        <source>&amp;Go to It</source>
        <translation>转到该项(&amp;G)</translation>
    </message>
    <message>
        <source>Make It the &amp;Baseline</source>
        <translation>设为基线(&amp;B)</translation>
    </message>
    <message>
        <source>Re&amp;name...</source>
        <translation>重命名(&amp;N)...</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <comment>name of a pin</comment>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Rename the Pin</source>
        <translation>重命名固定项</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Keep this scenario to compare others with</source>
        <translation>保留此场景，以便与其他场景比较</translation>
    </message>
    <message>
        <source>Pin this scenario</source>
        <translation>固定此场景</translation>
    </message>
    <message>
        <source>Pin a &amp;File...</source>
        <translation>固定文件(&amp;F)...</translation>
    </message>
</context>
<context>
    <name>shardscope::ComparedCharts</name>
    <message>
        <source>Baseline</source>
        <comment>the pin that others are compared with</comment>
        <translation>基线</translation>
    </message>
    <message>
        <source>%1 beside the baseline %2: %3.</source>
        <comment>bar, name, difference</comment>
        <translation>%1 与基线 %2 相比：%3。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU, capacity</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, now and as pinned</source>
        <translation>每个 GPU 的峰值显存：当前与固定项</translation>
    </message>
    <message>
        <source>Sent by each GPU in one optimizer step, now and as pinned</source>
        <translation>每个 GPU 在一个优化器步骤中的发送量：当前与固定项</translation>
    </message>
    <message>
        <source>%1 on the wire</source>
        <comment>duration</comment>
        <translation>传输 %1</translation>
    </message>
    <message>
        <source>Now</source>
        <comment>the current configuration</comment>
        <translation>当前</translation>
    </message>
</context>
<context>
    <name>shardscope::Documents</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Pasted scenario</source>
        <translation>粘贴的场景</translation>
    </message>
    <message>
        <source>Open Model %1</source>
        <translation>打开模型 %1</translation>
    </message>
</context>
<context>
    <name>shardscope::DropZones</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>It is pinned beside the plan, which stays.</source>
        <translation>它会固定在当前规划旁，规划保持不变。</translation>
    </message>
    <message>
        <source>It takes the place of the plan.</source>
        <translation>它将取代当前规划。</translation>
    </message>
</context>
<context>
    <name>shardscope::ExampleTexts</name>
    <message>
        <source>“%1”</source>
        <comment>name of a control</comment>
        <translation>“%1”</translation>
    </message>
</context>
<context>
    <name>shardscope::ExplainView</name>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Formula and source of the selected part, and what shrinks it</source>
        <translation>所选部分的公式、出处，以及如何减小它</translation>
    </message>
</context>
<context>
    <name>shardscope::Explanation</name>
    <message>
        <source>%1 · %2 of the total</source>
        <comment>amount, percent</comment>
        <translation>%1 · 占总量 %2</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>出处：%1</translation>
    </message>
    <message>
        <source>Made smaller by: %1</source>
        <comment>list of controls</comment>
        <translation>可通过以下设置减小：%1</translation>
    </message>
    <message>
        <source>In each phase: %1</source>
        <comment>list of phases and amounts</comment>
        <translation>各阶段：%1</translation>
    </message>
    <message numerus="yes">
        <source>Among %n GPU(s), %1 × per optimizer step, %2 in all.</source>
        <comment>number, duration</comment>
        <translation>
            <numerusform>%n 个 GPU 之间，每个优化器步 %1 次，共 %2。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::ExportDialog</name>
    <message>
        <source>PNG: picture for slides and chats</source>
        <translation>PNG：用于幻灯片和聊天的图片</translation>
    </message>
    <message>
        <source>SVG: drawing that can be edited</source>
        <translation>SVG：可编辑的矢量图</translation>
    </message>
    <message>
        <source>PDF: drawing for documents</source>
        <translation>PDF：用于文档的矢量图</translation>
    </message>
    <message>
        <source>CSV: table for spreadsheets</source>
        <translation>CSV：用于电子表格</translation>
    </message>
    <message>
        <source>Markdown: table for notes</source>
        <translation>Markdown：用于笔记的表格</translation>
    </message>
    <message>
        <source>Slide 16:9</source>
        <translation>幻灯片 16:9</translation>
    </message>
    <message>
        <source>Text width of an A4 page</source>
        <translation>A4 页面版心宽度</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>正方形</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Print: white, hatched</source>
        <translation>打印：白底、影线</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <comment>width, height</comment>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <comment>width, height</comment>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source> px</source>
        <comment>pixels</comment>
        <translation> px</translation>
    </message>
    <message>
        <source> ×</source>
        <comment>times</comment>
        <translation> ×</translation>
    </message>
    <message>
        <source>&amp;Include the scenario</source>
        <translation>嵌入场景(&amp;I)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>&amp;Save...</source>
        <translation>保存(&amp;S)...</translation>
    </message>
    <message>
        <source>In pixels of 1/96 inch</source>
        <translation>以 1/96 英寸的像素计</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>What the picture shows</source>
        <translation>图片显示的内容</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Width and height of the picture</source>
        <translation>图片的宽度和高度</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Image pixels for each pixel of the size: 2 for sharp slides</source>
        <translation>每个尺寸像素对应的图像像素：幻灯片清晰显示用 2</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>配色</translation>
    </message>
    <message>
        <source>Colours of the picture</source>
        <translation>图片的颜色</translation>
    </message>
    <message>
        <source>The file can then be opened here again, with every input. Leave it out where the inputs are confidential.</source>
        <translation>之后可在此处重新打开该文件并恢复全部输入。若输入内容需保密，请不要嵌入。</translation>
    </message>
    <message>
        <source>Include the scenario</source>
        <translation>嵌入场景</translation>
    </message>
    <message>
        <source>&amp;Chart:</source>
        <translation>图表(&amp;C)：</translation>
    </message>
    <message>
        <source>Si&amp;ze:</source>
        <translation>尺寸(&amp;Z)：</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>宽度(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>高度(&amp;H)：</translation>
    </message>
    <message>
        <source>Sca&amp;le:</source>
        <translation>缩放(&amp;L)：</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>配色(&amp;T)：</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>The table as it will stand in the file</source>
        <translation>文件中的表格内容</translation>
    </message>
    <message>
        <source>Markdown holds the table of the plan, whatever the chart.</source>
        <translation>无论哪种图表，Markdown 都保存方案的表格。</translation>
    </message>
    <message>
        <source>Only for pictures, not for tables.</source>
        <translation>仅用于图片，不用于表格。</translation>
    </message>
    <message>
        <source>Only for PNG: drawings have no pixels.</source>
        <translation>仅用于 PNG：矢量图没有像素。</translation>
    </message>
    <message>
        <source>Pin a scenario first (Ctrl+D).</source>
        <translation>请先固定一个场景 (Ctrl+D)。</translation>
    </message>
    <message>
        <source>Nothing is offloaded.</source>
        <translation>没有卸载任何内容。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>What stands above the chart; empty: its own title</source>
        <translation>图上方的文字；留空则用自身标题</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>What stands below the chart; empty: the verdict, what was planned, version and date</source>
        <translation>图下方的文字；留空则为结论、计划内容、版本与日期</translation>
    </message>
    <message>
        <source>Titl&amp;e:</source>
        <translation>标题(&amp;E)：</translation>
    </message>
    <message>
        <source>C&amp;aption:</source>
        <translation>说明(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Formats:</source>
        <translation>格式(&amp;F)：</translation>
    </message>
    <message>
        <source>A file for each format, all of one name</source>
        <translation>每种格式一个文件，同名</translation>
    </message>
    <message>
        <source>A CSV file holds numbers alone.</source>
        <translation>CSV 文件只含数字。</translation>
    </message>
    <message>
        <source>Choose a format.</source>
        <translation>请选择格式。</translation>
    </message>
    <message>
        <source>Memory by strategy</source>
        <translation>各策略的显存</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>每个 GPU 的显存</translation>
    </message>
    <message>
        <source>Memory by framework</source>
        <translation>按框架的显存</translation>
    </message>
    <message>
        <source>Host memory per node</source>
        <translation>每个节点的主机内存</translation>
    </message>
    <message>
        <source>Traffic by strategy</source>
        <translation>各策略的通信量</translation>
    </message>
    <message>
        <source>Traffic by link</source>
        <translation>按链路的通信量</translation>
    </message>
    <message>
        <source>Traffic over the number of GPUs</source>
        <translation>随 GPU 数量的通信量</translation>
    </message>
    <message>
        <source>Memory over one step</source>
        <translation>一步之内的显存</translation>
    </message>
    <message>
        <source>One step in seconds</source>
        <translation>以秒计的一步</translation>
    </message>
    <message>
        <source>Memory beside the pinned scenarios</source>
        <translation>与固定场景并列的显存</translation>
    </message>
    <message>
        <source>Traffic beside the pinned scenarios</source>
        <translation>与固定场景并列的通信量</translation>
    </message>
    <message>
        <source>Sweep over inputs</source>
        <translation>输入项扫描</translation>
    </message>
    <message>
        <source>What the run is spent on</source>
        <translation>训练的时间花在哪里</translation>
    </message>
    <message>
        <source>There is no pipeline.</source>
        <translation>没有流水线。</translation>
    </message>
    <message>
        <source>Pipeline stages over one step</source>
        <translation>一步内的各流水线级</translation>
    </message>
    <message>
        <source>Cluster by groups of GPUs</source>
        <translation>按 GPU 组显示的集群</translation>
    </message>
</context>
<context>
    <name>shardscope::FeedforwardField</name>
    <message>
        <source>Automatic</source>
        <comment>modules</comment>
        <translation>自动</translation>
    </message>
    <message>
        <source>Those that PEFT takes for the model&apos;s family.</source>
        <translation>PEFT 为该模型系列选用的模块。</translation>
    </message>
    <message>
        <source>None</source>
        <comment>modules</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Of all modules the result is scaled.</source>
        <translation>所有模块都缩放结果。</translation>
    </message>
    <message>
        <source>Enter auto, none, or module names with commas between them.</source>
        <translation>请输入 auto、none，或以逗号分隔的模块名。</translation>
    </message>
</context>
<context>
    <name>shardscope::FieldGroup</name>
    <message>
        <source>%1 (%2 changed)</source>
        <comment>group of inputs, number of inputs</comment>
        <translation>%1（已更改 %2 项）</translation>
    </message>
    <message>
        <source>Fold these inputs away</source>
        <translation>收起这些输入项</translation>
    </message>
    <message>
        <source>Unfold these inputs</source>
        <translation>展开这些输入项</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>Folded away</source>
        <translation>已收起</translation>
    </message>
    <message>
        <source>They make no difference at present. The tool tip of each says what it needs.</source>
        <translation>它们目前不起作用。各项的工具提示说明其所需条件。</translation>
    </message>
    <message numerus="yes">
        <source>%n input(s) without effect: hide</source>
        <translation>
            <numerusform>%n 个输入项不起作用：隐藏</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n input(s) without effect: show</source>
        <translation>
            <numerusform>%n 个输入项不起作用：显示</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::FieldRow</name>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>%1
Not used at present. It needs: %2.</source>
        <comment>meaning of an input, what it takes for it to count</comment>
        <translation>%1
目前不起作用。需要：%2。</translation>
    </message>
</context>
<context>
    <name>shardscope::FileActions</name>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>打开(&amp;O)...</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Downloaded Models</source>
        <translation>已下载的模型(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;As...</source>
        <translation>另存为(&amp;A)...</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Start from the default scenario</source>
        <translation>从默认场景开始</translation>
    </message>
    <message>
        <source>Save the scenario to its file</source>
        <translation>将场景保存到原文件</translation>
    </message>
    <message>
        <source>Save the scenario to another file</source>
        <translation>将场景保存到其他文件</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>暂无文件</translation>
    </message>
    <message>
        <source>%1 is not there any more</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>&amp;Clear the List</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>No models in the Hugging Face cache</source>
        <translation>Hugging Face 缓存中没有模型</translation>
    </message>
    <message>
        <source>E&amp;xamples</source>
        <translation>示例(&amp;X)</translation>
    </message>
    <message>
        <source>Open a scenario, a model&apos;s config.json, the files of a run or an exported picture</source>
        <translation>打开场景、模型的 config.json、训练运行的文件或导出的图片</translation>
    </message>
    <message>
        <source>Open what was copied: a scenario, a config.json, a recipe, a command, a file or a picture</source>
        <translation>打开已复制的内容：场景、config.json、配方、命令、文件或图片</translation>
    </message>
</context>
<context>
    <name>shardscope::FindingsList</name>
    <message>
        <source>Findings</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>What to know about this plan, most serious first</source>
        <translation>关于此方案的提示，最重要的在前</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing to note.</source>
        <translation>没有需要注意的问题。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>input, new value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>There is no advice on this scenario yet.</source>
        <translation>对此场景尚无建议。</translation>
    </message>
    <message>
        <source>No change that fits makes it faster.</source>
        <translation>没有放得下的改动能使其更快。</translation>
    </message>
</context>
<context>
    <name>shardscope::FoldingDock</name>
    <message>
        <source>Detach</source>
        <translation>分离</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Open: why this number, what to change, findings</source>
        <translation>展开：为何是这个数、如何更改、发现</translation>
    </message>
    <message>
        <source>Fold to this line</source>
        <translation>折叠为此行</translation>
    </message>
</context>
<context>
    <name>shardscope::FrameworkChart</name>
    <message>
        <source>Nearly the same as the chosen one.</source>
        <translation>与所选的几乎相同。</translation>
    </message>
    <message>
        <source>Beside the chosen one: %1.</source>
        <comment>list of parts and differences</comment>
        <translation>与所选的相比：%1。</translation>
    </message>
    <message>
        <source>HF Trainer</source>
        <comment>short for Hugging Face Trainer</comment>
        <translation>HF Trainer</translation>
    </message>
    <message>
        <source>It cannot shard the same; %1 is nearest.</source>
        <translation>它无法同样分片；最接近的是 %1。</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, by framework</source>
        <translation>每个 GPU 的峰值显存，按框架</translation>
    </message>
    <message>
        <source>Host memory per node</source>
        <translation>每个节点的主机内存</translation>
    </message>
    <message>
        <source>Host memory per node (%1)</source>
        <comment>unit</comment>
        <translation>每个节点的主机内存（%1）</translation>
    </message>
    <message>
        <source>Each node&apos;s host holds %1.</source>
        <translation>每个节点的主机占用 %1。</translation>
    </message>
    <message>
        <source>Nothing is offloaded.</source>
        <translation>没有卸载任何内容。</translation>
    </message>
    <message>
        <source>each node</source>
        <comment>name of a bar</comment>
        <translation>每个节点</translation>
    </message>
    <message>
        <source>What each host has: hardware.host_gib</source>
        <translation>每台主机拥有的内存：hardware.host_gib</translation>
    </message>
    <message>
        <source>%1, not %2</source>
        <comment>DDP, not ZeRO-3</comment>
        <translation>%1，而非 %2</translation>
    </message>
</context>
<context>
    <name>shardscope::FreedomForm</name>
    <message>
        <source>&amp;GPUs, up to:</source>
        <translation>GPU 数，最多(&amp;G)：</translation>
    </message>
    <message>
        <source>GPUs at most</source>
        <translation>最多 GPU 数</translation>
    </message>
    <message>
        <source>Tries powers of two within a node, then whole nodes.</source>
        <translation>节点内尝试 2 的幂，之后尝试整个节点。</translation>
    </message>
    <message>
        <source>Sequences in each optimizer step</source>
        <translation>每个优化器步骤的序列数</translation>
    </message>
    <message>
        <source>Micro-batch × accumulation × GPUs. It is held, so that training stays the same.</source>
        <translation>微批次 × 累积 × GPU 数。保持不变，使训练不变。</translation>
    </message>
    <message>
        <source>&amp;Strategy</source>
        <translation>策略(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Framework</source>
        <translation>框架(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Micro-batch</source>
        <translation>微批次(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Checkpointing</source>
        <translation>检查点(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Offloading</source>
        <translation>卸载(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>损失(&amp;L)</translation>
    </message>
    <message>
        <source>A&amp;ttention</source>
        <translation>注意力(&amp;T)</translation>
    </message>
    <message>
        <source>Held:</source>
        <translation>保持不变：</translation>
    </message>
    <message>
        <source>Se&amp;quences per step:</source>
        <translation>每步序列数(&amp;Q)：</translation>
    </message>
    <message>
        <source>May change:</source>
        <translation>可更改：</translation>
    </message>
    <message>
        <source>= %1 tokens</source>
        <translation>= %1 个 token</translation>
    </message>
    <message>
        <source>Check the box beside it, and their number may change.</source>
        <translation>勾选旁边的复选框，其数量即可改变。</translation>
    </message>
    <message>
        <source>The worksheet&apos;s rules of thumb know nothing of it.</source>
        <translation>工作表的经验法则不涉及此项。</translation>
    </message>
    <message>
        <source>Te&amp;nsor parallel</source>
        <translation>张量并行(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Pipeline</source>
        <translation>流水线(&amp;P)</translation>
    </message>
    <message>
        <source>Chun&amp;ks</source>
        <translation>分块(&amp;K)</translation>
    </message>
    <message>
        <source>Sche&amp;dule</source>
        <translation>调度方式(&amp;D)</translation>
    </message>
    <message>
        <source>Conte&amp;xt parallel</source>
        <translation>上下文并行(&amp;X)</translation>
    </message>
    <message>
        <source>Ro&amp;uted experts</source>
        <translation>路由专家(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Rank order</source>
        <translation>GPU 排列顺序(&amp;R)</translation>
    </message>
</context>
<context>
    <name>shardscope::FrontierView</name>
    <message>
        <source>%1 *</source>
        <comment>figure that leaves something out</comment>
        <translation>%1 *</translation>
    </message>
    <message>
        <source>Memory and speed</source>
        <translation>显存与速度</translation>
    </message>
</context>
<context>
    <name>shardscope::FrozenField</name>
    <message>
        <source>Only layers are frozen, if any.</source>
        <translation>仅冻结层（如有）。</translation>
    </message>
</context>
<context>
    <name>shardscope::GpuField</name>
    <message>
        <source>%1, %2 usable</source>
        <comment>GPU, its memory</comment>
        <translation>%1，可用 %2</translation>
    </message>
    <message>
        <source>%1, %2 by name</source>
        <comment>GPU, its memory</comment>
        <translation>%1，标称 %2</translation>
    </message>
</context>
<context>
    <name>shardscope::Handout</name>
    <message>
        <source>%1 minutes</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>Figures by %1, %2</source>
        <translation>数据由 %1 计算，%2</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>答案是 %1。</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportDesk</name>
    <message>
        <source>Import a Run</source>
        <translation>导入训练运行</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportPane</name>
    <message>
        <source>Plan it nevertheless</source>
        <translation>仍然规划</translation>
    </message>
    <message>
        <source>Why a plan of these files would not be true</source>
        <translation>为何这些文件的规划不属实</translation>
    </message>
    <message>
        <source>Takes in what the files say in spite of the problems</source>
        <translation>忽略问题，采用文件中的内容</translation>
    </message>
    <message>
        <source>Drop files of a run on this window, or open them: a recipe, a DeepSpeed or accelerate config, an adapter, a launch script or a notebook. Several together are read as one run.</source>
        <translation>将训练运行的文件拖到此窗口或打开它们：配方、DeepSpeed 或 accelerate 配置、适配器、启动脚本或笔记本。多个文件一起时按一次运行读取。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <comment>problems</comment>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
The model is missing: plan it nevertheless, and choose the model among the parameters.</source>
        <comment>what was looked for</comment>
        <translation>%1
缺少模型：请仍然规划，然后在参数中选择模型。</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportTree</name>
    <message>
        <source>What the files say</source>
        <translation>文件的内容</translation>
    </message>
    <message>
        <source>Each key with its place and the input that it reaches. Enter goes to the input.</source>
        <translation>每个键及其位置和对应的输入项。按回车键转到输入项。</translation>
    </message>
    <message>
        <source>Place</source>
        <comment>file and line</comment>
        <translation>位置</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入项</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>&amp;Copy the Report</source>
        <translation>复制报告(&amp;C)</translation>
    </message>
    <message>
        <source>%1 (%L2)</source>
        <comment>group of rows, how many</comment>
        <translation>%1 (%L2)</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <comment>rows</comment>
        <translation>
            <numerusform>还有 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>place in a file, what stands there</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Files contradict each other: take this one</source>
        <translation>文件相互矛盾：采用此项</translation>
    </message>
    <message>
        <source>Holds</source>
        <comment>what a file says</comment>
        <translation>生效</translation>
    </message>
    <message>
        <source>Given up</source>
        <comment>what a file says</comment>
        <translation>未采用</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportWords</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>files</comment>
        <translation>
            <numerusform>另外 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 taken, %L2 assumed, %L3 contradicting, %L4 not understood</source>
        <translation>采用 %L1 项，假定 %L2 项，矛盾 %L3 项，未理解 %L4 项</translation>
    </message>
    <message>
        <source>Read %1, and left the plan as it was: it would not be true</source>
        <comment>files</comment>
        <translation>已读取 %1，规划保持不变：否则规划不属实</translation>
    </message>
    <message>
        <source>Imported %1: %2</source>
        <comment>files, numbers of keys</comment>
        <translation>已导入 %1：%2</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>input, its value</comment>
        <translation>%1 = %2</translation>
    </message>
</context>
<context>
    <name>shardscope::InputText</name>
    <message>
        <source>as estimated</source>
        <comment>value of an input</comment>
        <translation>按估计</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n GPU(s)</source>
        <comment>strategy</comment>
        <translation>
            <numerusform>%1，%n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>input, its value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>not set</source>
        <comment>value of an input</comment>
        <translation>未设置</translation>
    </message>
    <message>
        <source>imported</source>
        <comment>value of an input: a model from a file</comment>
        <translation>已导入</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>value before, value after</comment>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonDesk</name>
    <message>
        <source>Untitled lesson</source>
        <translation>未命名课程</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonEditor</name>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>&amp;Language of the words:</source>
        <translation>文字语言(&amp;L)：</translation>
    </message>
    <message>
        <source>&amp;Add This View</source>
        <translation>添加当前视图(&amp;A)</translation>
    </message>
    <message>
        <source>The scenario and chart of the window as a new step</source>
        <translation>将窗口中的场景和图表作为新步骤</translation>
    </message>
    <message>
        <source>&amp;Update to This View</source>
        <translation>更新为当前视图(&amp;U)</translation>
    </message>
    <message>
        <source>The step gets the scenario and chart of the window</source>
        <translation>该步骤改用窗口中的场景和图表</translation>
    </message>
    <message>
        <source>Move &amp;Down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Presents the lesson from this step on</source>
        <translation>从此步骤开始演示课程</translation>
    </message>
    <message>
        <source>&amp;Save...</source>
        <translation>保存(&amp;S)...</translation>
    </message>
    <message>
        <source>Edit the title</source>
        <translation>编辑标题</translation>
    </message>
    <message>
        <source>Edit the step</source>
        <translation>编辑步骤</translation>
    </message>
    <message>
        <source>(without a title)</source>
        <translation>（无标题）</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <comment>a step that cannot be shown</comment>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>Add a step</source>
        <translation>添加步骤</translation>
    </message>
    <message>
        <source>Update the step</source>
        <translation>更新步骤</translation>
    </message>
    <message>
        <source>Remove the step</source>
        <translation>移除步骤</translation>
    </message>
    <message>
        <source>Move the step</source>
        <translation>移动步骤</translation>
    </message>
    <message>
        <source>L&amp;esson:</source>
        <translation>课程(&amp;E)：</translation>
    </message>
    <message>
        <source>Mo&amp;ve Up</source>
        <translation>上移(&amp;V)</translation>
    </message>
    <message>
        <source>Previe&amp;w</source>
        <translation>预览(&amp;W)</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonFiles</name>
    <message>
        <source>Untitled lesson</source>
        <translation>未命名课程</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonNames</name>
    <message>
        <source>ZeRO stage by stage</source>
        <translation>ZeRO：逐阶段</translation>
    </message>
    <message>
        <source>Ring all-reduce, step by step</source>
        <translation>环形 All-Reduce：逐步</translation>
    </message>
    <message>
        <source>One training step in slow motion</source>
        <translation>慢放一个训练步</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>激活检查点重算</translation>
    </message>
    <message>
        <source>Drag the bar’s top</source>
        <translation>拖动柱子顶端</translation>
    </message>
    <message>
        <source>Type a number</source>
        <translation>输入数字</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Pipeline and its bubble</source>
        <translation>流水线及其气泡</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonPane</name>
    <message>
        <source>Takes back what was tried out since the step was shown</source>
        <translation>撤销显示此步骤后所做的尝试</translation>
    </message>
    <message>
        <source>Step of a lesson</source>
        <translation>课程步骤</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>step, steps</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This step cannot be shown. %1</source>
        <translation>无法显示此步骤。%1</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Return to the Step</source>
        <translation>回到本步骤</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonScreen</name>
    <message>
        <source>%1 / %2</source>
        <comment>step, steps</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This step cannot be shown. %1</source>
        <translation>无法显示此步骤。%1</translation>
    </message>
    <message>
        <source>The picture %1 is not beside the lesson.</source>
        <translation>图片 %1 不在课程所在的文件夹中。</translation>
    </message>
    <message>
        <source>Your guess: %1</source>
        <translation>您的猜测：%1</translation>
    </message>
    <message>
        <source>Guess first</source>
        <translation>请先猜测</translation>
    </message>
    <message>
        <source>Space, Page Down, →: reveal, play, next step</source>
        <translation>空格、Page Down、→：揭晓、播放、下一步</translation>
    </message>
    <message>
        <source>Page Up, ←: step before</source>
        <translation>Page Up、←：上一步</translation>
    </message>
    <message>
        <source>1, 2, ...: that step</source>
        <translation>1、2……：转到该步骤</translation>
    </message>
    <message>
        <source>V: reveal</source>
        <translation>V：揭晓</translation>
    </message>
    <message>
        <source>P: play or pause what moves; M: chart in its place</source>
        <translation>P：播放或暂停动画；M：改为显示图表</translation>
    </message>
    <message>
        <source>R: the step as it was</source>
        <translation>R：恢复步骤原样</translation>
    </message>
    <message>
        <source>B: blank screen</source>
        <translation>B：空白屏幕</translation>
    </message>
    <message>
        <source>N: notes</source>
        <translation>N：备注</translation>
    </message>
    <message>
        <source>Q: code of this scenario</source>
        <translation>Q：此场景的分享码</translation>
    </message>
    <message>
        <source>Esc, F5: back to the window</source>
        <translation>Esc、F5：返回窗口</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>The picture would tell. It is shown with the answer.</source>
        <translation>图会泄露答案，将与答案一起显示。</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonWords</name>
    <message>
        <source>Derivation: %1</source>
        <translation>推导：%1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>出处：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::LimitsBar</name>
    <message>
        <source>%1: %2</source>
        <comment>limit, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>极限</translation>
    </message>
    <message>
        <source>Limits are being worked out.</source>
        <translation>正在计算极限。</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <comment>limit, value, why it ends there</comment>
        <translation>%1：%2。%3</translation>
    </message>
    <message>
        <source>Limits: %1</source>
        <comment>list of limits</comment>
        <translation>极限：%1</translation>
    </message>
    <message>
        <source>There are no limits of what is not planned.</source>
        <translation>未规划的运行没有上限可言。</translation>
    </message>
</context>
<context>
    <name>shardscope::LinkField</name>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>What the GPU type and the number of nodes imply.</source>
        <translation>由 GPU 型号和节点数推出。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>link, its bandwidth</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Large collectives reach %1 for each GPU.</source>
        <translation>大型集合通信每个 GPU 可达 %1。</translation>
    </message>
</context>
<context>
    <name>shardscope::MainWindow</name>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Why this number</source>
        <translation>数字来由</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Export...</source>
        <translation>导出(&amp;E)...</translation>
    </message>
    <message>
        <source>&amp;Print...</source>
        <translation>打印(&amp;P)...</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Copy Chart</source>
        <translation>复制图表(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Table as Markdown</source>
        <translation>复制表格为 Markdown(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Find Parameter</source>
        <translation>查找参数(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Shardscope</source>
        <translation>关于 Shardscope(&amp;A)</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>关于 Qt(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Next Pane</source>
        <translation>下一个区域(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious Pane</source>
        <translation>上一个区域(&amp;V)</translation>
    </message>
    <message>
        <source>Ca&amp;librate...</source>
        <translation>校准(&amp;L)...</translation>
    </message>
    <message>
        <source>Co&amp;mmand Palette...</source>
        <translation>命令面板(&amp;M)...</translation>
    </message>
    <message>
        <source>Recomme&amp;nd...</source>
        <translation>推荐(&amp;N)...</translation>
    </message>
    <message>
        <source>Timeline by &amp;Event or in Seconds</source>
        <translation>时间线：按事件或按秒(&amp;E)</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Imported files</source>
        <translation>导入的文件</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>&amp;Write a Run File...</source>
        <translation>写入运行文件(&amp;W)...</translation>
    </message>
    <message>
        <source>Save &amp;Back into the Files...</source>
        <translation>写回文件(&amp;B)...</translation>
    </message>
</context>
<context>
    <name>shardscope::MemoryChart</name>
    <message>
        <source>Memory per GPU (%1)</source>
        <comment>unit</comment>
        <translation>每个 GPU 的显存 (%1)</translation>
    </message>
    <message>
        <source>%1: %2 nominal, %3 usable by PyTorch</source>
        <comment>GPU, amounts</comment>
        <translation>%1：标称 %2，PyTorch 可用 %3</translation>
    </message>
    <message>
        <source>; %1 kept free</source>
        <translation>；预留 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU, capacity</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, by strategy</source>
        <translation>各策略下每个 GPU 的显存峰值</translation>
    </message>
    <message>
        <source>Peak memory of each GPU</source>
        <translation>每个 GPU 的显存峰值</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <comment>number</comment>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1–%2</source>
        <comment>first and last number</comment>
        <translation>GPU %1–%2</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <comment>of a pipeline</comment>
        <translation>第 %1 级</translation>
    </message>
    <message>
        <source>Layers %1 to %2
</source>
        <translation>第 %1 至 %2 层
</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, by pipeline stage</source>
        <translation>每个 GPU 的峰值内存，按流水线级</translation>
    </message>
    <message>
        <source>Generating answers</source>
        <translation>生成回答</translation>
    </message>
    <message>
        <source>Scoring and training</source>
        <translation>打分与训练</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, while it generates and while it trains</source>
        <translation>每块 GPU 在生成时与训练时的峰值显存</translation>
    </message>
</context>
<context>
    <name>shardscope::MemoryPage</name>
    <message>
        <source>Compare strategies</source>
        <translation>比较策略</translation>
    </message>
    <message>
        <source>One bar for each way of sharding, side by side</source>
        <translation>每种分片策略一条，并排显示</translation>
    </message>
    <message>
        <source>Per GPU</source>
        <translation>按 GPU</translation>
    </message>
    <message>
        <source>One bar for each GPU</source>
        <translation>每个 GPU 一条</translation>
    </message>
    <message>
        <source>Compare frameworks</source>
        <translation>比较框架</translation>
    </message>
    <message>
        <source>This run under each framework, with the nearest sharding that it has</source>
        <translation>在各框架下的此运行，采用其最接近的分片方式</translation>
    </message>
</context>
<context>
    <name>shardscope::MessageBar</name>
    <message>
        <source>%1: %2</source>
        <comment>word, sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Close this message (Esc)</source>
        <translation>关闭此消息 (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Closes this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Fold to one line</source>
        <translation>折叠为一行</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <comment>files</comment>
        <translation>已写入：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::Messages</name>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>place in a file: what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Unknown keys change nothing: %1</source>
        <translation>未知的键不起作用：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::ModelField</name>
    <message>
        <source>Llama-like shape of a size</source>
        <translation>指定规模的类 Llama 结构</translation>
    </message>
    <message>
        <source>No real model: the proportions of Llama, scaled to the model size.</source>
        <translation>并非真实模型：按模型规模缩放 Llama 的比例。</translation>
    </message>
    <message>
        <source>Imported model</source>
        <translation>导入的模型</translation>
    </message>
    <message>
        <source>Read from a config.json.</source>
        <translation>从 config.json 读取。</translation>
    </message>
</context>
<context>
    <name>shardscope::ModulesField</name>
    <message>
        <source>Nothing but the adapters is trained.</source>
        <translation>只训练适配器。</translation>
    </message>
</context>
<context>
    <name>shardscope::MotionView</name>
    <message>
        <source>Moment</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>speed</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>This scenario has nothing to show here.</source>
        <translation>此场景在这里没有可展示的内容。</translation>
    </message>
    <message>
        <source>Pause (P)</source>
        <translation>暂停 (P)</translation>
    </message>
    <message>
        <source>Play (P)</source>
        <translation>播放 (P)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
</context>
<context>
    <name>shardscope::MoveList</name>
    <message>
        <source>Use the headroom</source>
        <translation>利用余量</translation>
    </message>
    <message>
        <source>Make it fit</source>
        <translation>使其放得下</translation>
    </message>
    <message>
        <source>It fits, and no use of the headroom would make it faster.</source>
        <translation>放得下，且利用余量不会更快。</translation>
    </message>
    <message>
        <source>Nothing makes it fit for sure. These come nearest:</source>
        <translation>没有办法保证放得下。最接近的是：</translation>
    </message>
    <message>
        <source>Changes that make the run fit, the cheapest first, or, where it fits, that use the headroom, the largest gain first</source>
        <translation>使运行放得下的改动，代价最小的在前；若已放得下，则为利用余量的改动，收益最大的在前</translation>
    </message>
    <message>
        <source>Working out what to change...</source>
        <translation>正在计算可做的更改…</translation>
    </message>
    <message>
        <source>Nothing is known to fit where the run is not planned. The findings say what would be.</source>
        <translation>未规划的运行无从得知什么放得下。发现项会说明哪些可以规划。</translation>
    </message>
    <message>
        <source>There is advice when this can be worked out.</source>
        <translation>此设置可以计算后，将给出建议。</translation>
    </message>
</context>
<context>
    <name>shardscope::NamesField</name>
    <message>
        <source>None</source>
        <comment>modules</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>Enter module names with commas between them, or nothing.</source>
        <translation>请输入模块名称，以逗号分隔，或留空。</translation>
    </message>
</context>
<context>
    <name>shardscope::NarrationText</name>
    <message>
        <source>%1 to %2</source>
        <comment>amount before, amount after</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n input(s) changed</source>
        <translation>
            <numerusform>更改了 %n 个输入项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>part of memory, amounts</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>peak unchanged</source>
        <translation>峰值不变</translation>
    </message>
    <message>
        <source>peak %1</source>
        <comment>amounts</comment>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>now fits on %1</source>
        <comment>GPU</comment>
        <translation>现在 %1 放得下</translation>
    </message>
    <message>
        <source>now at risk on %1</source>
        <comment>GPU</comment>
        <translation>现在在 %1 上有风险</translation>
    </message>
    <message>
        <source>no longer fits on %1</source>
        <comment>GPU</comment>
        <translation>%1 不再放得下</translation>
    </message>
    <message>
        <source>traffic %1</source>
        <comment>amounts</comment>
        <translation>通信量 %1</translation>
    </message>
    <message>
        <source>traffic unchanged while there is one micro-step</source>
        <translation>只有一个微步骤时通信量不变</translation>
    </message>
    <message>
        <source>traffic unchanged</source>
        <translation>通信量不变</translation>
    </message>
    <message>
        <source>step time unchanged</source>
        <translation>步骤时间不变</translation>
    </message>
    <message>
        <source>step time %1</source>
        <comment>durations</comment>
        <translation>步骤时间 %1</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>what was changed, what that has done</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what was changed, what that has done</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>shardscope::OriginMark</name>
    <message>
        <source>Where %1 comes from</source>
        <comment>input</comment>
        <translation>“%1”的来源</translation>
    </message>
</context>
<context>
    <name>shardscope::OriginWords</name>
    <message>
        <source>%1, line %2</source>
        <comment>file</comment>
        <translation>%1 第 %2 行</translation>
    </message>
    <message>
        <source>From %1</source>
        <comment>place in a file</comment>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>From %1: %2</source>
        <comment>place in a file, what stands there</comment>
        <translation>来自 %1：%2</translation>
    </message>
    <message>
        <source>Follows from what files say</source>
        <translation>由文件内容推出</translation>
    </message>
    <message>
        <source>Follows from %1</source>
        <comment>keys of files</comment>
        <translation>由 %1 推出</translation>
    </message>
    <message>
        <source>Follows from %1 (%2)</source>
        <comment>keys of files, place of the first</comment>
        <translation>由 %1 推出（%2）</translation>
    </message>
    <message>
        <source>pasted text</source>
        <comment>in place of a file&apos;s name</comment>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>Not said by any file</source>
        <translation>没有文件给出</translation>
    </message>
    <message>
        <source>Not said by any file: what %1 takes</source>
        <comment>program</comment>
        <translation>没有文件给出：采用 %1 的默认值</translation>
    </message>
    <message>
        <source>Set by you</source>
        <translation>由您设置</translation>
    </message>
</context>
<context>
    <name>shardscope::Outlines</name>
    <message>
        <source>Baseline, %1: %2; the difference is %3.</source>
        <comment>name, amount, amount</comment>
        <translation>基线，%1：%2；差异为 %3。</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <comment>name</comment>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>difference, in percent</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>shardscope::ParameterPanel</name>
    <message>
        <source>Filter inputs</source>
        <translation>筛选输入项</translation>
    </message>
    <message>
        <source>Shows only inputs whose name or meaning has the text.</source>
        <translation>只显示名称或含义包含该文本的输入项。</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Show only inputs that differ from the default</source>
        <translation>只显示与默认值不同的输入项</translation>
    </message>
    <message>
        <source>Every input has its default.</source>
        <translation>所有输入项均为默认值。</translation>
    </message>
    <message>
        <source>No input matches “%1”.</source>
        <translation>没有与“%1”匹配的输入项。</translation>
    </message>
    <message>
        <source>“%1”</source>
        <comment>label of an input</comment>
        <translation>“%1”</translation>
    </message>
</context>
<context>
    <name>shardscope::PickerField</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1
Memory by name: %2
Shown by the driver: %3
Usable by PyTorch: %4
Memory bandwidth: %5</source>
        <translation>%1
标称显存：%2
驱动显示：%3
PyTorch 可用：%4
显存带宽：%5</translation>
    </message>
    <message>
        <source>%1 (unknown)</source>
        <translation>%1（未知）</translation>
    </message>
    <message>
        <source>The catalogue has no entry of this name.</source>
        <translation>目录中没有此名称的条目。</translation>
    </message>
    <message>
        <source>“%1” could be any of these: %2.</source>
        <translation>“%1”可能是以下任何一个：%2。</translation>
    </message>
    <message>
        <source>The catalogue has no model “%1”.</source>
        <translation>目录中没有模型“%1”。</translation>
    </message>
    <message>
        <source>The catalogue has no GPU “%1”.</source>
        <translation>目录中没有 GPU“%1”。</translation>
    </message>
</context>
<context>
    <name>shardscope::Pins</name>
    <message>
        <source>This scenario is pinned already: %1.</source>
        <translation>此场景已固定：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n scenarios are pinned already: remove one of them first.</source>
        <translation>
            <numerusform>已固定 %n 个场景：请先移除其中一个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pinned: %1. Hold the space bar to see the baseline.</source>
        <translation>已固定：%1。按住空格键可查看基线。</translation>
    </message>
    <message>
        <source>%1 cannot be shown beside others. %2</source>
        <comment>name of a pin, why</comment>
        <translation>%1 无法与其他场景并列显示。%2</translation>
    </message>
</context>
<context>
    <name>shardscope::PipelineChart</name>
    <message>
        <source>Stage %1</source>
        <comment>of a pipeline</comment>
        <translation>第 %1 级</translation>
    </message>
    <message>
        <source>Nothing is known about how fast this GPU computes</source>
        <translation>这款 GPU 的计算速度未知</translation>
    </message>
    <message>
        <source>These micro-batches cannot go through these stages in turn.</source>
        <translation>这些微批次无法依次通过这些流水线级。</translation>
    </message>
    <message>
        <source>One step of the pipeline, %1: %2 stages, %3 micro-batches</source>
        <comment>duration, number, number</comment>
        <translation>流水线的一步，%1：%2 级，%3 个微批次</translation>
    </message>
    <message numerus="yes">
        <source>Interleaved 1F1B, %n chunk(s) of each stage.</source>
        <translation>
            <numerusform>交错 1F1B，每级 %n 个分块。</numerusform>
        </translation>
    </message>
    <message>
        <source>1F1B: one micro-batch forward and one backward in turn.</source>
        <translation>1F1B：前向一个微批次，反向一个微批次，交替进行。</translation>
    </message>
    <message>
        <source>The bubble takes from %1 of the step (stage %2) to %3 (stage %4).</source>
        <comment>percent, number, percent, number</comment>
        <translation>气泡占一步的 %1（第 %2 级）到 %3（第 %4 级）。</translation>
    </message>
    <message>
        <source>%1, chunks 1 to %2</source>
        <comment>pass, number</comment>
        <translation>%1，第 1 到 %2 分块</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未重叠的通信</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>Stage %1, optimizer step</source>
        <translation>第 %1 级，优化器更新</translation>
    </message>
    <message>
        <source>Stage %1, chunk %2: forward of micro-batch %3</source>
        <translation>第 %1 级，第 %2 分块：微批次 %3 前向</translation>
    </message>
    <message>
        <source>Stage %1, chunk %2: backward of micro-batch %3</source>
        <translation>第 %1 级，第 %2 分块：微批次 %3 反向</translation>
    </message>
    <message>
        <source>Stage %1: forward of micro-batch %2</source>
        <translation>第 %1 级：微批次 %2 前向</translation>
    </message>
    <message>
        <source>Stage %1: backward of micro-batch %2</source>
        <translation>第 %1 级：微批次 %2 反向</translation>
    </message>
    <message>
        <source>Cut off where like micro-batches are left out</source>
        <translation>在省略相同微批次处截断</translation>
    </message>
    <message>
        <source>Begins at %1, takes %2</source>
        <comment>instant, duration</comment>
        <translation>开始于 %1，用时 %2</translation>
    </message>
    <message>
        <source>Exposed communication: %1</source>
        <comment>duration</comment>
        <translation>未重叠的通信：%1</translation>
    </message>
    <message>
        <source>The stage has layers %1 to %2; its bubble: %3 of each step</source>
        <comment>numbers, duration</comment>
        <translation>该级有第 %1 到 %2 层；其气泡：每步 %3</translation>
    </message>
    <message numerus="yes">
        <source>Steady phase (%n like micro-batch(es) left out)</source>
        <translation>
            <numerusform>稳定阶段（省略 %n 个相同的微批次）</numerusform>
        </translation>
    </message>
    <message>
        <source>Steady phase</source>
        <translation>稳定阶段</translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <comment>micro-batches</comment>
        <translation>
            <numerusform>省略 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Cool-down</source>
        <translation>收尾</translation>
    </message>
    <message>
        <source>There is no pipeline: two or more pipeline stages make one, under Megatron-LM or with torchtitan&apos;s modules.</source>
        <translation>没有流水线：在 Megatron-LM 下或使用 torchtitan 的模块时，两个或更多流水线级构成流水线。</translation>
    </message>
    <message>
        <source>GPipe: all micro-batches forward, then all of them backward.</source>
        <translation>GPipe：所有微批次先前向，再全部反向。</translation>
    </message>
    <message numerus="yes">
        <source>Interleaved zero bubble, %n chunk(s) of each stage: gradients of weights come in passes of their own.</source>
        <translation>
            <numerusform>交错零气泡，每级 %n 个分块：权重梯度在单独的传播中计算。</numerusform>
        </translation>
    </message>
    <message>
        <source>Zero bubble in a V: chunk 1 down the stages, chunk 2 up again; gradients of weights come in passes of their own.</source>
        <translation>V 形零气泡：分块 1 沿各级向下，分块 2 再向上；权重梯度在单独的传播中计算。</translation>
    </message>
    <message>
        <source>DualPipeV: chunk 1 down the stages, chunk 2 up again; few gradients of weights come in passes of their own.</source>
        <translation>DualPipeV：分块 1 沿各级向下，分块 2 再向上；少量权重梯度在单独的传播中计算。</translation>
    </message>
    <message>
        <source>Gradients of weights alone</source>
        <translation>仅权重梯度</translation>
    </message>
    <message>
        <source>Stage %1, chunk %2: gradients of weights alone of micro-batch %3</source>
        <translation>第 %1 级，分块 %2：微批次 %3 的权重梯度</translation>
    </message>
</context>
<context>
    <name>shardscope::PipelineWords</name>
    <message>
        <source>Done: the stages have idled %1 of the step.</source>
        <translation>完成：各级空闲了一步的 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n like micro-batch(es) later.</source>
        <translation>
            <numerusform>%n 个相同的微批次之后。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Bubble so far: %2.</source>
        <comment>what the stages do, percent</comment>
        <translation>%1。到目前为止的气泡：%2。</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <comment>of a pipeline</comment>
        <translation>第 %1 级</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>forward %1</source>
        <comment>number of a micro-batch</comment>
        <translation>前向 %1</translation>
    </message>
    <message>
        <source>backward %1</source>
        <comment>number of a micro-batch</comment>
        <translation>反向 %1</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>seconds</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Bubble so far: %1 of the time of all stages</source>
        <comment>percent</comment>
        <translation>到目前为止的气泡：占全部级时间的 %1</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <comment>number, what it does</comment>
        <translation>第 %1 级：%2</translation>
    </message>
    <message>
        <source>Stages going forward: %1, backward: %2, in the optimizer step: %3, in the bubble: %4. Bubble so far: %5.</source>
        <translation>前向的级：%1，反向：%2，优化器更新：%3，气泡：%4。到目前为止的气泡：%5。</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Steady phase</source>
        <translation>稳定阶段</translation>
    </message>
    <message>
        <source>Cool-down</source>
        <translation>收尾</translation>
    </message>
    <message>
        <source>If all stages were alike: %1 = %2 = %3</source>
        <comment>formula, the same with its numbers, percent</comment>
        <translation>若各级相同：%1 = %2 = %3</translation>
    </message>
    <message>
        <source>From the plan: the passes of each stage in the order of its schedule, as long as the plan says they take. The formula: Narayanan et al. 2021, section 2.2.</source>
        <translation>来自规划：各级按调度顺序执行的前向与反向，时长即规划给出的时长。公式：Narayanan 等，2021，第 2.2 节。</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未重叠的通信</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <comment>number of a micro-batch</comment>
        <translation>%1 的权重</translation>
    </message>
    <message>
        <source>Gradients of weights alone</source>
        <translation>仅权重梯度</translation>
    </message>
</context>
<context>
    <name>shardscope::PlanModel</name>
    <message>
        <source>Section</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>精确值</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>Against the baseline, %1</source>
        <comment>name of a pin</comment>
        <translation>与基线 %1 相比</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Percent</source>
        <comment>difference from the baseline</comment>
        <translation>百分比</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <comment>name of a pin</comment>
        <translation>%1（基线）</translation>
    </message>
</context>
<context>
    <name>shardscope::PlanTable</name>
    <message>
        <source>Memory at the peak</source>
        <translation>峰值时的显存</translation>
    </message>
    <message>
        <source>Peak of each phase</source>
        <translation>各阶段峰值</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>通信量</translation>
    </message>
    <message>
        <source>Time, at least</source>
        <translation>时间（下限）</translation>
    </message>
</context>
<context>
    <name>shardscope::Preview</name>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
</context>
<context>
    <name>shardscope::PrintedReport</name>
    <message>
        <source>Amount</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Print the report</source>
        <translation>打印报告</translation>
    </message>
    <message>
        <source>Difference from %1</source>
        <comment>name of a pin</comment>
        <translation>与 %1 的差异</translation>
    </message>
</context>
<context>
    <name>shardscope::QuantityEdit</name>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
</context>
<context>
    <name>shardscope::QuestionBox</name>
    <message>
        <source>Reveal (V, Space)</source>
        <translation>揭晓 (V、空格)</translation>
    </message>
    <message>
        <source>Hands raised for this</source>
        <translation>选此项的举手人数</translation>
    </message>
    <message>
        <source>Hands raised for: %1</source>
        <translation>举手人数：%1</translation>
    </message>
    <message>
        <source>Share of the hands</source>
        <translation>举手比例</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>您的猜测</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Not quite.</source>
        <translation>不太对。</translation>
    </message>
    <message>
        <source>%1 of the room had it right.</source>
        <translation>现场有 %1 的人答对。</translation>
    </message>
    <message>
        <source>This cannot be worked out.</source>
        <translation>无法计算。</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>答案是 %1。</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s) right so far.</source>
        <translation>
            <numerusform>到目前为止，%n 题中答对 %1 题。</numerusform>
        </translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>揭晓</translation>
    </message>
    <message>
        <source>Your guess:</source>
        <translation>你的猜测：</translation>
    </message>
</context>
<context>
    <name>shardscope::QuestionForm</name>
    <message>
        <source>As&amp;k before it is shown</source>
        <translation>显示之前先提问(&amp;K)</translation>
    </message>
    <message>
        <source>One a line; * before the right one</source>
        <translation>每行一个；正确选项前加 *</translation>
    </message>
    <message>
        <source>&amp;Question:</source>
        <translation>问题(&amp;Q)：</translation>
    </message>
    <message>
        <source>C&amp;hoices:</source>
        <translation>选项(&amp;H)：</translation>
    </message>
    <message>
        <source>Answered &amp;by:</source>
        <translation>作答方式(&amp;B)：</translation>
    </message>
    <message>
        <source>&amp;Guessed value:</source>
        <translation>要猜的值(&amp;G)：</translation>
    </message>
    <message>
        <source>Wh&amp;y:</source>
        <translation>原因(&amp;Y)：</translation>
    </message>
</context>
<context>
    <name>shardscope::RangeWords</name>
    <message>
        <source>Range: a tenth kept free, by rule of thumb</source>
        <translation>范围：按经验法则留出十分之一</translation>
    </message>
    <message>
        <source>Range: by the errors of measured runs</source>
        <translation>范围：按实测运行的误差</translation>
    </message>
    <message>
        <source>Ranges end at the memory of which a tenth would stay free, as the rule of thumb wants it; they rest on no measurement.</source>
        <translation>范围止于能留出十分之一的显存，依据经验法则，而非实测。</translation>
    </message>
    <message>
        <source>Ranges span how far estimates were off for the measured runs that are nearest, as many of each project; beyond validated ground, for all.</source>
        <translation>范围表示估算对最接近的实测运行的偏差（每个项目取同样多）；超出已验证范围时取全部运行。</translation>
    </message>
    <message>
        <source>Of %1 a tenth would stay free, as the rule of thumb wants it.</source>
        <translation>%1 的十分之一会留空，依据经验法则。</translation>
    </message>
    <message>
        <source>%1 to %2 by the errors of the %3 measured runs that are nearest.</source>
        <comment>amounts, number</comment>
        <translation>%1 到 %2，按最接近的 %3 个实测运行的误差。</translation>
    </message>
    <message>
        <source>%1 to %2 by the errors of all %3 measured runs.</source>
        <comment>amounts, number</comment>
        <translation>%1 到 %2，按全部 %3 个实测运行的误差。</translation>
    </message>
</context>
<context>
    <name>shardscope::ReasonsPane</name>
    <message>
        <source>Findings (%1)</source>
        <comment>number</comment>
        <translation>提示（%1）</translation>
    </message>
</context>
<context>
    <name>shardscope::RecommendDialog</name>
    <message>
        <source>Peak memory per GPU (GB)</source>
        <translation>每 GPU 峰值显存（GB）</translation>
    </message>
    <message>
        <source>Peak memory per GPU (GiB)</source>
        <translation>每 GPU 峰值显存（GiB）</translation>
    </message>
    <message>
        <source>Tokens/s per GPU</source>
        <translation>每 GPU token/秒</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>%1: %2, %3 tokens/s per GPU</source>
        <comment>configuration, memory, speed</comment>
        <translation>%1：%2，每 GPU %3 token/秒</translation>
    </message>
    <message>
        <source>This is the current configuration.</source>
        <translation>这是当前配置。</translation>
    </message>
    <message>
        <source>Apply changes: %1.</source>
        <comment>list of inputs</comment>
        <translation>应用后更改：%1。</translation>
    </message>
    <message>
        <source>Each host needs %1 for what is offloaded.</source>
        <translation>每台主机需要 %1 存放卸载内容。</translation>
    </message>
    <message>
        <source>Recommend</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>No micro-batch on so many GPUs makes %1 sequences in each step.</source>
        <translation>在这么多 GPU 上，没有微批次能凑成每步 %1 个序列。</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>搜索已取消。</translation>
    </message>
    <message>
        <source>Ca&amp;ncel Search</source>
        <translation>取消搜索(&amp;N)</translation>
    </message>
    <message>
        <source>S&amp;earch Again</source>
        <translation>重新搜索(&amp;E)</translation>
    </message>
    <message>
        <source>Trying every combination...</source>
        <translation>正在尝试所有组合...</translation>
    </message>
    <message>
        <source>None of the combinations can be run. %1</source>
        <comment>reason</comment>
        <translation>没有可运行的组合。%1</translation>
    </message>
    <message>
        <source>%1 Below is what comes nearest.</source>
        <comment>summary</comment>
        <translation>%1 以下是差距最小的配置。</translation>
    </message>
    <message>
        <source>Apply recommendation</source>
        <translation>应用推荐</translation>
    </message>
    <message>
        <source>* the CPU&apos;s time for the optimizer is estimated, not measured</source>
        <comment>footnote</comment>
        <translation>* CPU 运行优化器的时间为估计值，未经测量</translation>
    </message>
    <message>
        <source>Export &amp;Report...</source>
        <translation>导出报告(&amp;T)...</translation>
    </message>
    <message>
        <source>Write what was found to a PDF or Markdown file, with its chart</source>
        <translation>将结果连同图表写入 PDF 或 Markdown 文件</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::RecommendList</name>
    <message>
        <source>Configurations</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>role, verdict</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No other has more headroom and is as fast.</source>
        <translation>没有其他配置余量更大且同样快。</translation>
    </message>
</context>
<context>
    <name>shardscope::RecomputeField</name>
    <message>
        <source>Enter names such as %1, with commas between them.</source>
        <translation>请输入 %1 之类的名称，以逗号分隔。</translation>
    </message>
</context>
<context>
    <name>shardscope::ReportMenu</name>
    <message>
        <source>Expor&amp;t Report</source>
        <translation>导出报告(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Plan...</source>
        <translation>计划(&amp;P)...</translation>
    </message>
    <message>
        <source>&amp;Comparison with the Pins...</source>
        <translation>与固定项比较(&amp;C)...</translation>
    </message>
    <message>
        <source>&amp;Sweep...</source>
        <translation>扫描(&amp;S)...</translation>
    </message>
</context>
<context>
    <name>shardscope::ResetButton</name>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认值</translation>
    </message>
</context>
<context>
    <name>shardscope::RingWords</name>
    <message>
        <source>Done: every GPU has the sum of all, and has sent %1.</source>
        <translation>完成：每块 GPU 都有全部的总和，并已发送 %1。</translation>
    </message>
    <message>
        <source>Reduce-scatter, step %1 of %2: each GPU sends a chunk of %3 to the next one, which adds it to its own. Sent so far: %4.</source>
        <translation>Reduce-Scatter，第 %1 步，共 %2 步：每块 GPU 把 %3 的数据分段发给下一块 GPU，后者将其累加到自己的分段上。已发送：%4。</translation>
    </message>
    <message>
        <source>All-gather, step %1 of %2: each GPU passes on a finished sum of %3. Sent so far: %4.</source>
        <translation>All-Gather，第 %1 步，共 %2 步：每块 GPU 把 %3 的已完成总和传给下一块 GPU。已发送：%4。</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Gradients: %1</source>
        <translation>梯度：%1</translation>
    </message>
    <message>
        <source>Each GPU has sent</source>
        <translation>每块 GPU 已发送</translation>
    </message>
    <message>
        <source>The busiest GPU, in all:</source>
        <translation>最忙的 GPU，合计：</translation>
    </message>
    <message>
        <source>around a ring</source>
        <translation>沿环</translation>
    </message>
    <message>
        <source>over a binary tree</source>
        <translation>经二叉树</translation>
    </message>
    <message>
        <source>as parameter server</source>
        <translation>作为参数服务器</translation>
    </message>
    <message>
        <source>From the plan: the largest reduction of gradients in its traffic, passed on chunk by chunk (Patarasuk and Yuan, 2009). The tree is NCCL’s first one; a server takes all gradients and sends all sums.</source>
        <translation>来自规划：通信中最大的一次梯度归约，逐块传递（Patarasuk 和 Yuan，2009）。树是 NCCL 的第一棵树；服务器接收全部梯度并发回全部总和。</translation>
    </message>
</context>
<context>
    <name>shardscope::RunChart</name>
    <message>
        <source>%1: %2 of each step, %3 kWh of the run</source>
        <comment>meaning, duration, number</comment>
        <translation>%1：每步 %2，整个训练 %3 kWh</translation>
    </message>
    <message>
        <source>%1: %2 of each step</source>
        <comment>meaning, duration</comment>
        <translation>%1：每步 %2</translation>
    </message>
    <message>
        <source>cost %1</source>
        <comment>amount of money</comment>
        <translation>费用 %1</translation>
    </message>
    <message>
        <source>What a step of %1 spends its time on (no data set is given)</source>
        <comment>duration</comment>
        <translation>一步 %1 的时间花在哪里（未给出数据集）</translation>
    </message>
    <message>
        <source>What the %1 hours of the run are spent on</source>
        <comment>number</comment>
        <translation>训练的 %1 小时花在哪里</translation>
    </message>
    <message>
        <source>Nothing is known about how fast this GPU computes</source>
        <translation>这款 GPU 的计算速度未知</translation>
    </message>
    <message>
        <source>Time of the run (%1)</source>
        <comment>unit</comment>
        <translation>训练用时 (%1)</translation>
    </message>
    <message>
        <source>Time of a step (%1)</source>
        <comment>unit</comment>
        <translation>每步用时 (%1)</translation>
    </message>
    <message>
        <source>The GPU computes</source>
        <translation>GPU 在计算</translation>
    </message>
    <message>
        <source>The GPU waits</source>
        <translation>GPU 在等待</translation>
    </message>
</context>
<context>
    <name>shardscope::RunFileDialog</name>
    <message>
        <source>Write a Run File</source>
        <translation>写入运行文件</translation>
    </message>
    <message>
        <source>What the file would say</source>
        <translation>文件将包含的内容</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save As...</source>
        <translation>另存为(&amp;S)...</translation>
    </message>
    <message>
        <source>&amp;Kind of file:</source>
        <translation>文件类型(&amp;K)：</translation>
    </message>
    <message>
        <source>This file does not say: %1.</source>
        <comment>names of inputs</comment>
        <translation>此文件未给出：%1。</translation>
    </message>
</context>
<context>
    <name>shardscope::RunPage</name>
    <message>
        <source>The whole run</source>
        <translation>整个训练</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Derivation</source>
        <translation>推导</translation>
    </message>
    <message>
        <source>Layers over GPUs</source>
        <translation>各 GPU 上的层</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Of its memory</source>
        <translation>占其显存</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>存放</translation>
    </message>
    <message>
        <source>Time, energy and cost of the run</source>
        <translation>训练的时间、能耗和费用</translation>
    </message>
    <message>
        <source>Instead: device_map=&quot;balanced&quot; on the GPUs of a node</source>
        <translation>改用：节点内 GPU 上的 device_map=&quot;balanced&quot;</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>Folded away</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Duration, cost, energy and checkpoints of the run</source>
        <translation>训练的时长、费用、能耗和检查点</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>What the hours of the run are spent on, and what that costs</source>
        <translation>训练的时间花在哪里，以及相应的费用</translation>
    </message>
</context>
<context>
    <name>shardscope::RunTable</name>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>layers %1 to %2</source>
        <translation>第 %1 至 %2 层</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>末尾归一化</translation>
    </message>
    <message>
        <source>output layer</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Laid out by whole layers, as device_map=&quot;balanced&quot; does, one GPU computes while the others wait for its result: each is busy for at most %1 of the time, and this is why such a model trains slowly. Only weights are counted here.</source>
        <comment>percent</comment>
        <translation>若像 device_map=&quot;balanced&quot; 那样按整层分布，则一块 GPU 计算时其他 GPU 都在等待其结果：每块最多 %1 的时间在工作，因此这样的模型训练缓慢。此处只计算权重。</translation>
    </message>
    <message>
        <source>%1 find no room and go to the host.</source>
        <comment>amount</comment>
        <translation>%1 放不下，转到主机。</translation>
    </message>
</context>
<context>
    <name>shardscope::SaveBackDialog</name>
    <message>
        <source>Save Back into the Files</source>
        <translation>写回文件</translation>
    </message>
    <message>
        <source>Nothing that has changed can be said by these files.</source>
        <translation>这些文件无法表达任何更改。</translation>
    </message>
    <message>
        <source>These lines change; all else stays as it is, to the byte.</source>
        <translation>只更改这些行；其余内容逐字节保持不变。</translation>
    </message>
    <message>
        <source>Changed lines</source>
        <translation>更改的行</translation>
    </message>
    <message>
        <source>None of the files can say: %1.</source>
        <comment>names of inputs</comment>
        <translation>没有文件能够给出：%1。</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>写入(&amp;W)</translation>
    </message>
</context>
<context>
    <name>shardscope::ScreenChart</name>
    <message>
        <source>The bar of %1 is to be guessed.</source>
        <translation>请猜测“%1”的柱高。</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>您的猜测</translation>
    </message>
</context>
<context>
    <name>shardscope::ShareDialog</name>
    <message>
        <source>Share</source>
        <translation>分享</translation>
    </message>
    <message>
        <source>Whoever pastes this code into Shardscope, or opens it with “shardscope CODE”, has this scenario. It needs no network.</source>
        <translation>将此分享码粘贴到 Shardscope，或用“shardscope CODE”打开，即可得到此场景。无需联网。</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>分享码</translation>
    </message>
    <message>
        <source>This scenario brings a model of its own and is too long for a QR code. Share the text, or the file.</source>
        <translation>此场景自带模型，内容过长，无法生成二维码。请分享文本或文件。</translation>
    </message>
    <message>
        <source>QR code of the code above</source>
        <translation>上方分享码的二维码</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>shardscope::ShortcutsDialog</name>
    <message>
        <source>%1, %2</source>
        <comment>one key or the other</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Choose this bar, explain this part</source>
        <translation>选择该条并说明该部分</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Move a slider by a step</source>
        <translation>将滑块移动一步</translation>
    </message>
    <message>
        <source>Move a slider to the next mark</source>
        <translation>将滑块移到下一刻度</translation>
    </message>
    <message>
        <source>Move a slider to its smallest or largest value</source>
        <translation>将滑块移到最小或最大值</translation>
    </message>
    <message>
        <source>Set a slider back to the default</source>
        <translation>将滑块恢复默认值</translation>
    </message>
    <message>
        <source>Shift and drag</source>
        <translation>按住 Shift 拖动</translation>
    </message>
    <message>
        <source>Move a slider ten times finer</source>
        <translation>以十分之一的步幅移动滑块</translation>
    </message>
    <message>
        <source>Alt and drag</source>
        <translation>按住 Alt 拖动</translation>
    </message>
    <message>
        <source>Pass over the marks</source>
        <translation>忽略刻度</translation>
    </message>
    <message>
        <source>Take back what was typed into a box</source>
        <translation>撤销输入框中键入的内容</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>What can be done, and the keys that do it</source>
        <translation>可执行的操作及其按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入项</translation>
    </message>
    <message>
        <source>Go to another phase of the timeline</source>
        <translation>转到时间线的另一个阶段</translation>
    </message>
    <message>
        <source>See the baseline, while it is held</source>
        <translation>按住时查看基线</translation>
    </message>
    <message>
        <source>Move a slider to where it begins or ceases to fit</source>
        <translation>将滑块移到开始放得下或不再放得下之处</translation>
    </message>
    <message>
        <source>Go to another bar, pass of a pipeline stage, or GPU</source>
        <translation>切换到其他条、流水线级的其他传播或其他 GPU</translation>
    </message>
    <message>
        <source>Go to another part of the bar, pipeline stage, or row of GPUs</source>
        <translation>切换到该条的其他部分、其他流水线级或其他 GPU 行</translation>
    </message>
</context>
<context>
    <name>shardscope::SliderField</name>
    <message>
        <source>“%1” was not taken. %2</source>
        <comment>what was typed, what to type</comment>
        <translation>未采用“%1”。%2</translation>
    </message>
</context>
<context>
    <name>shardscope::SpeakerView</name>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>step, steps, title</comment>
        <translation>第 %1 步，共 %2 步：%3</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>接下来：%1</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>这是最后一步。</translation>
    </message>
    <message>
        <source>&amp;Reveal</source>
        <translation>揭晓(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s) right</source>
        <translation>
            <numerusform>%n 题中答对 %1 题</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 min; planned to here: %3 min</source>
        <translation>%1，共 %2 分钟；到此计划 %3 分钟</translation>
    </message>
</context>
<context>
    <name>shardscope::StepChart</name>
    <message>
        <source>%1 %2</source>
        <comment>phase, duration</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Compute %1, exposed communication %2</source>
        <comment>duration, duration</comment>
        <translation>计算 %1，未重叠的通信 %2</translation>
    </message>
    <message>
        <source>Compute %1</source>
        <comment>duration</comment>
        <translation>计算 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>collective, duration</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2 in each step, %3 of them exposed</source>
        <comment>collective, duration, duration</comment>
        <translation>%1：每步 %2，其中 %3 未重叠</translation>
    </message>
    <message>
        <source>One step of %1: memory, computation and communication</source>
        <comment>duration</comment>
        <translation>一步 %1：显存、计算与通信</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n like micro-step(s) left out)</source>
        <comment>title</comment>
        <translation>
            <numerusform>%1（省略 %n 个相同的微步）</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known about how fast this GPU computes</source>
        <translation>这款 GPU 的计算速度未知</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未重叠的通信</translation>
    </message>
</context>
<context>
    <name>shardscope::StepForm</name>
    <message>
        <source>T&amp;itle:</source>
        <translation>标题(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>正文(&amp;T)：</translation>
    </message>
    <message>
        <source>One or two sentences. {{peak}} becomes the number that the planner works out.</source>
        <translation>一两句话。{{peak}} 会变为规划器算出的数值。</translation>
    </message>
    <message>
        <source>&amp;Notes:</source>
        <translation>备注(&amp;N)：</translation>
    </message>
    <message>
        <source>What the teacher alone sees</source>
        <translation>仅讲师可见的内容</translation>
    </message>
    <message>
        <source>&amp;Minutes:</source>
        <translation>分钟数(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;Chart:</source>
        <translation>图表(&amp;C)：</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>M&amp;otion:</source>
        <translation>动画(&amp;O)：</translation>
    </message>
    <message>
        <source>In&amp;puts:</source>
        <translation>输入项(&amp;P)：</translation>
    </message>
</context>
<context>
    <name>shardscope::StepWords</name>
    <message>
        <source>%1, %2</source>
        <comment>collective, link</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>seconds</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Held: %1, at most %2</source>
        <translation>占用：%1，最多 %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>phase</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1, layer %2.</source>
        <comment>phase</comment>
        <translation>%1，第 %2 层。</translation>
    </message>
    <message>
        <source>The GPU waits.</source>
        <translation>GPU 在等待。</translation>
    </message>
    <message>
        <source>On the wire: %1.</source>
        <translation>正在传输：%1。</translation>
    </message>
    <message>
        <source>Held: %1.</source>
        <translation>占用：%1。</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>From the plan: its memory over the step, laid out in its seconds, and the calls of its traffic.</source>
        <translation>来自规划：一步之内的显存，按其秒数排开，以及其通信调用。</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepChart</name>
    <message>
        <source>%1 (%2)</source>
        <comment>input, unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU, memory</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>什么放得下</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <comment>metric, input</comment>
        <translation>%1，按 %2</translation>
    </message>
    <message>
        <source>%1, by %2 and %3</source>
        <comment>metric, input, input</comment>
        <translation>%1，按 %2 和 %3</translation>
    </message>
    <message>
        <source>%1. Of %2 points %3 fit, %4 are at risk and %5 do not fit. Arrow keys read points, Enter goes to one.</source>
        <comment>title, numbers</comment>
        <translation>%1。共 %2 个点：%3 个放得下，%4 个有风险，%5 个放不下。方向键读取各点，回车转到该点。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>metric, unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2 on each GPU; %3 a step; MFU %4</source>
        <comment>number, number, duration, percent</comment>
        <translation>%1 token/秒，每 GPU %2；每步 %3；MFU %4</translation>
    </message>
    <message>
        <source>%1 sent by each GPU in a step</source>
        <comment>amount</comment>
        <translation>每个 GPU 每步发送 %1</translation>
    </message>
    <message>
        <source>%1 GPU-hours, cost %2</source>
        <comment>number, number</comment>
        <translation>%1 GPU 小时，费用 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>input, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Fits, at risk or not, with the headroom or what is short</source>
        <translation>放得下、有风险或放不下，以及余量或短缺</translation>
    </message>
    <message>
        <source>Striped where it does not fit; the line is where it stops fitting</source>
        <translation>放不下处为条纹；线为放得下的边界</translation>
    </message>
    <message>
        <source>The line is where it stops fitting</source>
        <translation>线为放得下的边界</translation>
    </message>
    <message>
        <source>Not yet worked out</source>
        <translation>尚未计算</translation>
    </message>
    <message>
        <source>%1 (%2 to %3) of %4: %5</source>
        <comment>memory, range, capacity, verdict</comment>
        <translation>%1（%2 至 %3），共 %4：%5</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>memory, capacity, verdict</comment>
        <translation>%1，共 %2：%3</translation>
    </message>
    <message>
        <source>Headroom (+) or shortfall (−), %1</source>
        <comment>unit</comment>
        <translation>余量（+）或短缺（−），%1</translation>
    </message>
    <message>
        <source>%1, each host short by %2</source>
        <comment>verdict, amount</comment>
        <translation>%1，每台主机缺少 %2</translation>
    </message>
    <message>
        <source>nobody can run it as chosen</source>
        <comment>verdict</comment>
        <translation>如此选择谁也无法运行</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepLegend</name>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>at risk</source>
        <translation>有风险</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>where it stops fitting</source>
        <translation>放得下的边界</translation>
    </message>
    <message>
        <source>the current configuration</source>
        <translation>当前配置</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepPage</name>
    <message>
        <source>A&amp;cross:</source>
        <translation>横向(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Up:</source>
        <translation>纵向(&amp;U)：</translation>
    </message>
    <message>
        <source>Sh&amp;ow:</source>
        <translation>显示(&amp;O)：</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Points worked out</source>
        <translation>已计算的点</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Stop here: what has been worked out stays</source>
        <translation>在此停止：已计算的结果保留</translation>
    </message>
    <message>
        <source>Point at a cell or walk with the arrow keys to read it; click or Enter goes there.</source>
        <translation>指向单元格或用方向键读取；单击或回车转到该处。</translation>
    </message>
    <message>
        <source>Go to a point of the sweep</source>
        <translation>转到扫描中的一点</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepTable</name>
    <message>
        <source>%1 (%2)</source>
        <comment>name, unit</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepView</name>
    <message>
        <source>Map of the sweep</source>
        <translation>扫描图</translation>
    </message>
</context>
<context>
    <name>shardscope::TablePage</name>
    <message>
        <source>All numbers</source>
        <translation>全部数字</translation>
    </message>
    <message>
        <source>Memory, traffic and time of this plan, with formulas</source>
        <translation>此方案的显存、通信量和时间，附公式</translation>
    </message>
</context>
<context>
    <name>shardscope::TableText</name>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Difference from %1</source>
        <comment>name of a pin</comment>
        <translation>与 %1 的差异</translation>
    </message>
    <message>
        <source>Percent</source>
        <comment>difference from the baseline</comment>
        <translation>百分比</translation>
    </message>
</context>
<context>
    <name>shardscope::TargetsField</name>
    <message>
        <source>Enter all-linear, or module names with commas between them.</source>
        <translation>请输入 all-linear，或以逗号分隔的模块名。</translation>
    </message>
</context>
<context>
    <name>shardscope::TeacherField</name>
    <message>
        <source>A copy of the model</source>
        <translation>模型的副本</translation>
    </message>
    <message>
        <source>The model learns from what it was.</source>
        <translation>模型向原来的自己学习。</translation>
    </message>
</context>
<context>
    <name>shardscope::TierChart</name>
    <message>
        <source>Inside the node</source>
        <translation>节点内</translation>
    </message>
    <message>
        <source>Between nodes</source>
        <translation>节点间</translation>
    </message>
    <message>
        <source>To the host</source>
        <translation>到主机</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tier, link</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing is sent.</source>
        <translation>不发送任何数据。</translation>
    </message>
    <message>
        <source>Never more than %1</source>
        <comment>amount</comment>
        <translation>不超过 %1</translation>
    </message>
    <message>
        <source>Sent by each GPU in one step, by link</source>
        <translation>每块 GPU 每步发送量，按链路</translation>
    </message>
    <message>
        <source>Sent per GPU and step (GB)</source>
        <translation>每 GPU 每步发送量 (GB)</translation>
    </message>
    <message>
        <source>Sent by each GPU in one step, by the number of GPUs</source>
        <translation>每块 GPU 每步发送量，按 GPU 数量</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on the wire in each step</source>
        <comment>duration</comment>
        <translation>每步传输 %1</translation>
    </message>
    <message>
        <source>Each GPU sends (N - 1) / N of this, however many there are</source>
        <translation>无论有多少块，每块 GPU 发送其 (N − 1) / N</translation>
    </message>
    <message>
        <source>%1 of its capacity</source>
        <comment>percent</comment>
        <translation>其容量的 %1</translation>
    </message>
    <message>
        <source>%1 exposed</source>
        <comment>percent</comment>
        <translation>%1 未重叠</translation>
    </message>
    <message>
        <source>%1: at a bus bandwidth of %2 each GPU can send %3 in the %4 in which it computes</source>
        <comment>share, bandwidth, amount, duration</comment>
        <translation>%1：总线带宽 %2 时，每块 GPU 在计算的 %4 内可发送 %3</translation>
    </message>
    <message>
        <source>Capacity of each link</source>
        <translation>每条链路的容量</translation>
    </message>
    <message>
        <source>What each link can carry in the %1 in which the GPU computes. Above that, not even perfect overlap would hide it.</source>
        <comment>duration</comment>
        <translation>GPU 计算的 %1 内每条链路可承载的量。超过此值，即使完全重叠也无法隐藏。</translation>
    </message>
    <message>
        <source>Share of what each link can carry (%)</source>
        <translation>占每条链路承载能力的比例（%）</translation>
    </message>
    <message>
        <source>%1, exposed</source>
        <comment>collective</comment>
        <translation>%1，未重叠</translation>
    </message>
    <message>
        <source>%1 · %2 on the wire in each step, %3 of them exposed</source>
        <comment>formula, duration, duration</comment>
        <translation>%1 · 每步传输 %2，其中 %3 未重叠</translation>
    </message>
    <message>
        <source>%1, over %2, each GPU sends %3 per step.</source>
        <comment>tier, link, amount</comment>
        <translation>%1，经 %2，每块 GPU 每步发送 %3。</translation>
    </message>
    <message>
        <source>%1, over %2 at a bus bandwidth of %3, each GPU sends %4 per step, %5 times what the link can carry while the GPU computes; it waits for %6 of that.</source>
        <comment>tier, link, bandwidth, amount, number, percent</comment>
        <translation>%1，经总线带宽 %3 的 %2，每块 GPU 每步发送 %4，为 GPU 计算期间链路承载能力的 %5 倍；其中 %6 需等待。</translation>
    </message>
    <message>
        <source>%1, over %2 at a bus bandwidth of %3, each GPU sends %4 per step, %5 of what the link can carry while the GPU computes; it waits for %6 of that.</source>
        <comment>tier, link, bandwidth, amount, percent, percent</comment>
        <translation>%1，经总线带宽 %3 的 %2，每块 GPU 每步发送 %4，为 GPU 计算期间链路承载能力的 %5；其中 %6 需等待。</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>未重叠的通信</translation>
    </message>
</context>
<context>
    <name>shardscope::TimelineChart</name>
    <message>
        <source>micro-step %1</source>
        <translation>微步 %1</translation>
    </message>
    <message>
        <source>micro-steps %1–%2</source>
        <comment>first and last number</comment>
        <translation>微步 %1–%2</translation>
    </message>
    <message>
        <source>%1, layer %2 of %3</source>
        <comment>phase, number, count</comment>
        <translation>%1，第 %2 层，共 %3 层</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>moment, micro-step</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 up to %2</source>
        <comment>phase, amount</comment>
        <translation>%1 最高 %2</translation>
    </message>
    <message>
        <source>%1 In one step: %2.</source>
        <comment>verdict, list of phases</comment>
        <translation>%1 在一步之内：%2。</translation>
    </message>
    <message>
        <source>Memory of each GPU over one step</source>
        <translation>每个 GPU 在一步之内的显存</translation>
    </message>
    <message>
        <source>Peak %1: %2</source>
        <comment>amount, moment</comment>
        <translation>峰值 %1：%2</translation>
    </message>
</context>
<context>
    <name>shardscope::TimelinePage</name>
    <message>
        <source>By event</source>
        <translation>按事件</translation>
    </message>
    <message>
        <source>Memory at every event of the step, each of the same width</source>
        <translation>一步中每个事件处的显存，各事件等宽</translation>
    </message>
    <message>
        <source>In seconds</source>
        <translation>按秒</translation>
    </message>
    <message>
        <source>Memory, computation and communication over the time that the step takes</source>
        <translation>一步用时内的显存、计算与通信</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>What each pipeline stage does over the time that the step takes, and the bubble</source>
        <translation>每个流水线级在一步时间内做什么，以及气泡</translation>
    </message>
</context>
<context>
    <name>shardscope::TrafficChart</name>
    <message>
        <source>%1: %2 in 1 s</source>
        <comment>link, amount</comment>
        <translation>%1：1 秒内 %2</translation>
    </message>
    <message>
        <source>%1: %2 in large ring collectives</source>
        <comment>link, bandwidth</comment>
        <translation>%1：大型环形集合通信可达 %2</translation>
    </message>
    <message>
        <source>Nothing is sent.</source>
        <translation>无通信。</translation>
    </message>
    <message>
        <source>Each GPU sends %1 per optimizer step, which takes %2.</source>
        <translation>每个 GPU 每个优化器步发送 %1，耗时 %2。</translation>
    </message>
    <message>
        <source>Sent by each GPU in one optimizer step, by strategy</source>
        <translation>各策略下每个 GPU 每个优化器步的发送量</translation>
    </message>
    <message>
        <source>Sent per GPU and step (GB)</source>
        <translation>每 GPU 每步发送量 (GB)</translation>
    </message>
    <message>
        <source>%1 · %2 on the wire</source>
        <comment>formula, duration</comment>
        <translation>%1 · 传输 %2</translation>
    </message>
    <message>
        <source>As long as computing</source>
        <translation>与计算同长</translation>
    </message>
    <message>
        <source>The GPU computes for %1 in each step. Above that, not even perfect overlap would hide what is sent.</source>
        <comment>duration</comment>
        <translation>GPU 每步计算 %1。超过此值，即使完全重叠也无法隐藏通信。</translation>
    </message>
    <message>
        <source>%1 of compute time</source>
        <comment>percent</comment>
        <translation>计算时间的 %1</translation>
    </message>
    <message>
        <source>Time on the wire, of compute time (%)</source>
        <translation>传输时间占计算时间的比例（%）</translation>
    </message>
</context>
<context>
    <name>shardscope::TrafficPage</name>
    <message>
        <source>By link</source>
        <translation>按链路</translation>
    </message>
    <message>
        <source>What goes over each kind of link, against what it can carry meanwhile</source>
        <translation>每种链路的传输量与同期承载能力的对比</translation>
    </message>
    <message>
        <source>Compare strategies</source>
        <translation>比较策略</translation>
    </message>
    <message>
        <source>One bar for each way of sharding, side by side</source>
        <translation>每种分片策略一条，并排显示</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>What each GPU sends with more and fewer GPUs</source>
        <translation>GPU 更多或更少时每块 GPU 的发送量</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>算法</translation>
    </message>
    <message>
        <source>How an all-reduce is done; other operations are always rings</source>
        <translation>all-reduce 的方式；其他操作始终为环</translation>
    </message>
    <message>
        <source>Nothing here is an all-reduce: NCCL does gathers and scatters around rings</source>
        <translation>这里没有 all-reduce：NCCL 沿环做 gather 与 scatter</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Nodes and GPUs by the groups that send to each other</source>
        <translation>按相互发送的组显示节点和 GPU</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Whose groups have colours and numbers</source>
        <translation>其各组带有颜色和编号</translation>
    </message>
</context>
<context>
    <name>shardscope::UnquantizedField</name>
    <message>
        <source>All linear modules are quantised, the head too.</source>
        <translation>所有线性模块都会量化，包括输出头。</translation>
    </message>
</context>
<context>
    <name>shardscope::VerdictBar</name>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Cannot be worked out</source>
        <translation>无法计算</translation>
    </message>
    <message>
        <source>Calibrate...</source>
        <translation>校准...</translation>
    </message>
    <message>
        <source>Compare the estimate with what a run of yours has shown</source>
        <translation>将估算与您的一次运行所显示的结果比较</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <comment>name, or verdict</comment>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>%1: peak %2 of %3</source>
        <comment>name of a pin, amounts</comment>
        <translation>%1：峰值 %2，共 %3</translation>
    </message>
    <message>
        <source>Recommend...</source>
        <translation>推荐...</translation>
    </message>
    <message>
        <source>Try every configuration with the same batch, and choose among the best</source>
        <translation>以相同批次尝试每种配置，并从最佳者中选择</translation>
    </message>
    <message>
        <source>%1 The slider tracks assume the same share for similar configurations; going there simulates them.</source>
        <comment>sentences on what the allocator reserves</comment>
        <translation>%1 滑块轨道对相似配置假设同样的比例；移到那里时会进行模拟。</translation>
    </message>
    <message>
        <source>While inputs change, reserved but unallocated memory is a quick estimate: %1. Once nothing has changed for a moment, PyTorch&apos;s caching allocator is simulated.</source>
        <translation>更改输入时，已保留但未分配的显存为快速估算：%1。停止更改片刻后，将模拟 PyTorch 的缓存分配器。</translation>
    </message>
    <message>
        <source>Checking...</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>What gains most: %1.</source>
        <comment>change</comment>
        <translation>收益最大的更改：%1。</translation>
    </message>
</context>
<context>
    <name>shardscope::Workshop</name>
    <message>
        <source>Step of a lesson</source>
        <translation>课程步骤</translation>
    </message>
</context>
<context>
    <name>shardscope::WorkshopMenu</name>
    <message>
        <source>&amp;Workshop</source>
        <translation>工作坊(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Open Lesson...</source>
        <translation>打开课程(&amp;O)...</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Dark Room</source>
        <translation>暗场模式(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;New Lesson</source>
        <translation>新建课程(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Edit Lesson...</source>
        <translation>编辑课程(&amp;E)...</translation>
    </message>
    <message>
        <source>Add This &amp;View as a Step</source>
        <translation>将当前视图添加为步骤(&amp;V)</translation>
    </message>
    <message>
        <source>Save Lesson &amp;As...</source>
        <translation>课程另存为(&amp;A)...</translation>
    </message>
    <message>
        <source>&amp;Hand-outs...</source>
        <translation>讲义(&amp;H)...</translation>
    </message>
    <message>
        <source>&amp;Share This Scenario...</source>
        <translation>分享此场景(&amp;S)...</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
</context>
<context>
    <name>shardscope::Workspace</name>
    <message>
        <source>&amp;Memory</source>
        <translation>显存(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Traffic</source>
        <translation>通信量(&amp;T)</translation>
    </message>
    <message>
        <source>T&amp;imeline</source>
        <translation>时间线(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>训练(&amp;R)</translation>
    </message>
    <message>
        <source>Ta&amp;ble</source>
        <translation>表格(&amp;B)</translation>
    </message>
    <message>
        <source>S&amp;weep</source>
        <translation>扫描(&amp;W)</translation>
    </message>
    <message>
        <source>Opened: %1</source>
        <translation>已打开：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::ZeroWords</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>At work: the weights of a layer are all-gathered, used and dropped again. At the peak that is %1 on each GPU.</source>
        <translation>运行时：每层的权重经 All-Gather 收集，用完即丢弃。峰值时每块 GPU 上为 %1。</translation>
    </message>
    <message>
        <source>%1: every GPU keeps all of it, %2 of model states.</source>
        <translation>%1：每块 GPU 都保存全部模型状态，共 %2。</translation>
    </message>
    <message>
        <source>%1: each GPU keeps its slice of: %2. That leaves %3 of model states.</source>
        <translation>%1：每块 GPU 只保存自己那一份：%2。模型状态还剩 %3。</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n GPU(s)</source>
        <comment>strategy</comment>
        <translation>
            <numerusform>%1，%n 块 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>Model states</source>
        <translation>模型状态</translation>
    </message>
    <message>
        <source>From the plans of this scenario under each stage: what every GPU holds at its peak, divided as Rajbhandari et al. describe ZeRO (2020).</source>
        <translation>来自此场景在每个阶段下的规划：每块 GPU 在峰值时的占用，按 Rajbhandari 等（2020）所述的 ZeRO 切分。</translation>
    </message>
</context>
<context>
    <name>shardscope::Zoom</name>
    <message>
        <source>&amp;Zoom In</source>
        <translation>放大(&amp;Z)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Actual Size</source>
        <translation>实际大小(&amp;A)</translation>
    </message>
</context>
<context>
    <name>summary</name>
    <message>
        <source>Fits on %1</source>
        <translation>%1 放得下</translation>
    </message>
    <message>
        <source>Does not fit on %1</source>
        <translation>%1 放不下</translation>
    </message>
    <message>
        <source>peak %1 of %2, short by %3, %4</source>
        <comment>amounts, then the moment</comment>
        <translation>峰值 %1 / %2，还缺 %3，%4</translation>
    </message>
    <message>
        <source>peak %1 of %2, %3 headroom, %4</source>
        <comment>amounts, then the moment</comment>
        <translation>峰值 %1（共 %2），余量 %3，%4</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>Fits on H100: peak ...</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>All of the usual GPUs would hold it.</source>
        <translation>所有常见 GPU 都放得下。</translation>
    </message>
    <message>
        <source>%1 would be short by %2.</source>
        <translation>%1 会短缺 %2。</translation>
    </message>
    <message>
        <source>%1 would fit, with %2 of headroom.</source>
        <translation>%1 放得下，余量 %2。</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 参数</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <comment>method, precision, optimizer</comment>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>At risk on %1</source>
        <comment>it may not fit</comment>
        <translation>%1 有风险</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>amount, range</comment>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>Nearest measured run: %1.</source>
        <translation>最接近的实测运行：%1。</translation>
    </message>
    <message>
        <source>Outside the validated range.</source>
        <translation>超出已验证范围。</translation>
    </message>
    <message>
        <source>Outside the validated range: no measured run matches its %1.</source>
        <comment>list of what it differs in</comment>
        <translation>超出已验证范围：没有实测运行在以下方面与之相同：%1。</translation>
    </message>
    <message>
        <source>Allocator-simulated</source>
        <comment>what the allocator reserves</comment>
        <translation>已模拟分配器</translation>
    </message>
    <message>
        <source>The allocator has to free cached blocks and retry, which takes time.</source>
        <translation>分配器必须释放缓存块并重试，这会花费时间。</translation>
    </message>
    <message>
        <source>None of the usual GPUs would hold it for sure.</source>
        <translation>没有一款常见的 GPU 能确保放得下。</translation>
    </message>
    <message>
        <source>%1 would be at risk, with %2 of headroom.</source>
        <translation>%1 有风险，余量 %2。</translation>
    </message>
    <message>
        <source>Does not fit in host memory</source>
        <translation>主机内存放不下</translation>
    </message>
    <message>
        <source>each host is short by %1; on each GPU %2</source>
        <comment>amount, then: peak ... of ...</comment>
        <translation>每台主机缺少 %1；每个 GPU %2</translation>
    </message>
    <message>
        <source>Fits on %1 as far as it is counted</source>
        <translation>就已计入的部分而言，可放入 %1</translation>
    </message>
    <message>
        <source>Something of this run is not counted: the findings say what.</source>
        <translation>此次运行有一部分未计入：提示会说明是什么。</translation>
    </message>
    <message>
        <source>How long a step takes cannot be said for this GPU.</source>
        <translation>无法得知这款 GPU 上一步需要多久。</translation>
    </message>
    <message>
        <source>Simulated with PyTorch&apos;s caching allocator, it reserves %1, of which %2 is unallocated; nvidia-smi shows %3.</source>
        <translation>按 PyTorch 缓存分配器模拟：保留 %1，其中 %2 未分配；nvidia-smi 显示 %3。</translation>
    </message>
    <message>
        <source>%1 of it are parameters all-gathered ahead of computation; they are released where memory is short, and the peak leaves them out.</source>
        <translation>其中 %1 是提前 all-gather 的参数；显存不足时会被释放，峰值不计入。</translation>
    </message>
    <message>
        <source>It runs out of memory.</source>
        <translation>它会耗尽显存。</translation>
    </message>
    <message>
        <source>One step takes %1: %2 tokens/s per GPU, %3 in all, MFU %4, HFU %5. Bottleneck: %6.</source>
        <comment>duration, number, number, percent, percent, bottleneck</comment>
        <translation>每步 %1：每 GPU %2 tokens/s，共 %3，MFU %4，HFU %5。瓶颈：%6。</translation>
    </message>
    <message>
        <source>Compute: %1 per step, exposed communication: %2</source>
        <comment>duration, duration</comment>
        <translation>计算：每步 %1；未重叠的通信：%2</translation>
    </message>
    <message>
        <source>Fits, but %1 of each step waits for copies to and from the host</source>
        <comment>percent</comment>
        <translation>放得下，但每步有 %1 在等待与主机间的拷贝</translation>
    </message>
    <message>
        <source>Fits, but %1 of each step waits for %2</source>
        <comment>percent, link</comment>
        <translation>放得下，但每步有 %1 在等待 %2</translation>
    </message>
    <message>
        <source>Cannot run on %1</source>
        <translation>无法在 %1 上运行</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>Cannot run on T4: a whole sentence.</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Quick estimate</source>
        <comment>what the allocator reserves</comment>
        <translation>快速估算</translation>
    </message>
    <message>
        <source>An estimate made with %1.</source>
        <comment>program and version</comment>
        <translation>由 %1 估算。</translation>
    </message>
    <message>
        <source>An estimate made with %1, %2.</source>
        <comment>program and version, date</comment>
        <translation>由 %1 估算，%2。</translation>
    </message>
    <message>
        <source>%1 × %2 in one node</source>
        <comment>number, GPU</comment>
        <translation>%1 × %2，单节点</translation>
    </message>
    <message>
        <source>%1 × %2 in %3 nodes</source>
        <comment>number, GPU, number</comment>
        <translation>%1 × %2，%3 个节点</translation>
    </message>
    <message>
        <source>micro-batch %1, accumulation %2, sequence length %3</source>
        <comment>whole numbers</comment>
        <translation>微批 %1，累积 %2，序列长度 %3</translation>
    </message>
    <message>
        <source>%1; %2; %3; %4; %5; checkpointing: %6; estimator: %7.</source>
        <comment>model; method; GPUs; strategy and framework; batch</comment>
        <translation>%1；%2；%3；%4；%5；检查点：%6；估算器：%7。</translation>
    </message>
    <message>
        <source>Compute: %1 per step, exposed communication: %2, pipeline bubble: %3</source>
        <comment>durations</comment>
        <translation>计算：每步 %1，暴露的通信：%2，流水线气泡：%3</translation>
    </message>
    <message>
        <source>Not planned on %1</source>
        <translation>未对 %1 做规划</translation>
    </message>
</context>
<context>
    <name>sweep</name>
    <message>
        <source>Does it fit?</source>
        <translation>是否放得下？</translation>
    </message>
    <message>
        <source>Peak memory per GPU</source>
        <translation>每 GPU 峰值显存</translation>
    </message>
    <message>
        <source>Headroom per GPU</source>
        <translation>每 GPU 余量</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Tokens per second and GPU</source>
        <translation>每 GPU 每秒 token 数</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>模型 FLOPs 利用率</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Sent per GPU and step</source>
        <translation>每 GPU 每步发送量</translation>
    </message>
    <message>
        <source>GPU-hours of the run</source>
        <translation>运行的 GPU 小时</translation>
    </message>
    <message>
        <source>Cost of the run</source>
        <translation>运行费用</translation>
    </message>
</context>
</TS>
