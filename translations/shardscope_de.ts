<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Examples</name>
    <message>
        <source>Llama 3 8B, all weights, on 8 GPUs</source>
        <translation>Llama 3 8B, alle Gewichte, auf 8 GPUs</translation>
    </message>
    <message>
        <source>An ordinary run to start from: it fits, with headroom to use. Drag anything, and read below the chart what follows.</source>
        <translation>Ein gewöhnlicher Lauf für den Anfang: Er passt und hat Reserve. Ziehen Sie an irgendetwas und lesen Sie unter dem Diagramm, was daraus folgt.</translation>
    </message>
    <message>
        <source>Qwen2.5 7B with QLoRA on one GPU</source>
        <translation>Qwen2.5 7B mit QLoRA auf einer GPU</translation>
    </message>
    <message>
        <source>A run at home: 4-bit weights and a small adapter on one card. Drag {training.sequence_length} until the verdict turns.</source>
        <translation>Ein Lauf zu Hause: 4-Bit-Gewichte und ein kleiner Adapter auf einer Karte. Ziehen Sie an {training.sequence_length}, bis das Urteil kippt.</translation>
    </message>
    <message>
        <source>Llama 2 70B, all weights, on 8 GPUs</source>
        <translation>Llama 2 70B, alle Gewichte, auf 8 GPUs</translation>
    </message>
    <message>
        <source>A run that does not fit. Read below the chart what would make it fit, and apply it.</source>
        <translation>Ein Lauf, der nicht passt. Lesen Sie unter dem Diagramm, womit er passen würde, und wenden Sie es an.</translation>
    </message>
    <message>
        <source>What ZeRO 1, 2 and 3 take away</source>
        <translation>Was ZeRO 1, 2 und 3 wegnehmen</translation>
    </message>
    <message>
        <source>How many GPUs 70 billion parameters take</source>
        <translation>Wie viele GPUs 70 Milliarden Parameter brauchen</translation>
    </message>
    <message>
        <source>17.5 GB on each of 8 GPUs are the weights alone: with gradients and optimizer they are 140 GB. Drag {parallel.gpus}: the curve goes below the line of 80 GB at 16 GPUs, where 76.4 GB leave little to spare.</source>
        <translation>17,5 GB auf jeder von 8 GPUs sind allein die Gewichte: Mit Gradienten und Optimizer sind es 140 GB. Ziehen Sie an {parallel.gpus}: Die Kurve sinkt bei 16 GPUs unter die Linie von 80 GB, wo 76,4 GB wenig übrig lassen.</translation>
    </message>
    <message>
        <source>A rule of thumb, and what frameworks allocate</source>
        <translation>Eine Faustregel, und was Frameworks belegen</translation>
    </message>
    <message>
        <source>The rule of thumb says 14 GiB for this run, the detailed estimate 24: no rule knows of the 5 GiB of temporaries in the optimizer step, nor of what allocator, CUDA and NCCL keep. Click a part of the bar to read why it is there.</source>
        <translation>Die Faustregel sagt 14 GiB für diesen Lauf, die genaue Schätzung 24: Keine Regel kennt die 5 GiB Zwischenwerte im Optimizer-Schritt, noch was Allocator, CUDA und NCCL behalten. Klicken Sie auf einen Teil des Balkens, um zu lesen, warum er da ist.</translation>
    </message>
    <message>
        <source>LoRA does not shrink activations</source>
        <translation>LoRA verkleinert die Aktivierungen nicht</translation>
    </message>
    <message>
        <source>LoRA frees the 11 GiB that master weights and optimizer take on each GPU, but more than 90 % of the 25 GiB of activations stay. Set {training.checkpointing} to {training.checkpointing=full}: that is what shrinks them, to 1 GiB.</source>
        <translation>LoRA spart die 11 GiB, die Master-Gewichte und Optimizer auf jeder GPU belegen, aber mehr als 90 % der 25 GiB Aktivierungen bleiben. Setzen Sie {training.checkpointing} auf {training.checkpointing=full}: Das verkleinert sie, auf 1 GiB.</translation>
    </message>
    <message>
        <source>When activation checkpointing helps</source>
        <translation>Wann Activation Checkpointing hilft</translation>
    </message>
    <message>
        <source>13 of the 34 GiB of this LoRA run are activations, and it does not fit. Set {training.checkpointing} to {training.checkpointing=full}: 21 GiB fit, for a longer step. With {training.method} at {training.method=full} it would be no help: the peak is in the optimizer step then.</source>
        <translation>13 der 34 GiB dieses LoRA-Laufs sind Aktivierungen, und er passt nicht. Setzen Sie {training.checkpointing} auf {training.checkpointing=full}: 21 GiB passen, um den Preis eines längeren Schritts. Mit {training.method} auf {training.method=full} hülfe es nichts: Dann liegt die Spitze im Optimizer-Schritt.</translation>
    </message>
    <message>
        <source>Where the logits dominate</source>
        <translation>Wo die Logits überwiegen</translation>
    </message>
    <message>
        <source>The logits of 8,192 tokens over a vocabulary of 128,256 take 12 GiB, more than twice as much as all the 4-bit weights. Set {training.loss} to {training.loss=fused}: the peak falls from 21 to 11 GiB.</source>
        <translation>Die Logits von 8.192 Token über ein Vokabular von 128.256 nehmen 12 GiB, mehr als doppelt so viel wie alle 4-Bit-Gewichte. Setzen Sie {training.loss} auf {training.loss=fused}: Die Spitze fällt von 21 auf 11 GiB.</translation>
    </message>
    <message>
        <source>Where the sequence length bites</source>
        <translation>Wo die Sequenzlänge zubeißt</translation>
    </message>
    <message>
        <source>With FlashAttention memory follows the sequence: 20 GiB at 8,192 tokens, 25 at 16,384 and 36 at 32,768. Set {training.attention} to {training.attention=eager}: its scores follow the square, so that 8,192 tokens take 51 GiB and 16,384 no longer fit.</source>
        <translation>Mit FlashAttention folgt der Speicher der Sequenz: 20 GiB bei 8.192 Token, 25 bei 16.384 und 36 bei 32.768. Setzen Sie {training.attention} auf {training.attention=eager}: Deren Scores folgen dem Quadrat, sodass 8.192 Token 51 GiB brauchen und 16.384 nicht mehr passen.</translation>
    </message>
    <message>
        <source>The last resort: offload</source>
        <translation>Der letzte Ausweg: Auslagern</translation>
    </message>
    <message>
        <source>Without it each of the 8 GPUs would need 143 GiB of its 80 GB. With the optimizer in host memory it takes 27 GiB, but the host 1.3 TiB, and the step over three times as long. Set {parallel.offload} to {parallel.offload=none} to see the difference.</source>
        <translation>Ohne brauchte jede der 8 GPUs 143 GiB von ihren 80 GB. Mit dem Optimizer im Speicher des Hosts nimmt sie 27 GiB, der Host aber 1,3 TiB, und der Schritt dauert über dreimal so lang. Setzen Sie {parallel.offload} auf {parallel.offload=none}, um den Unterschied zu sehen.</translation>
    </message>
    <message>
        <source>What the ring carries</source>
        <translation>Was der Ring trägt</translation>
    </message>
    <message>
        <source>Around a ring each of 2 GPUs sends 14 GB of gradients in a step, each of 8 sends 24.5 GB, and however many they are, never more than 28 GB. Set {parallel.strategy} to {parallel.strategy=zero3}: half as much again, since the weights are gathered twice.</source>
        <translation>Um einen Ring sendet jede von 2 GPUs 14 GB Gradienten je Schritt, jede von 8 sendet 24,5 GB, und wie viele es auch sind, nie mehr als 28 GB. Setzen Sie {parallel.strategy} auf {parallel.strategy=zero3}: noch einmal halb so viel, da die Gewichte zweimal eingesammelt werden.</translation>
    </message>
    <message>
        <source>What gradient accumulation costs ZeRO-2</source>
        <translation>Was Gradientenakkumulation ZeRO-2 kostet</translation>
    </message>
    <message>
        <source>With 4 micro-steps DDP sends 28 GB for each optimizer step, just as with 1. ZeRO-2 sends 126 GB rather than 42, since it reduces the gradients of every one of them. Drag {training.accumulation} to see which bars grow.</source>
        <translation>Mit 4 Micro-Schritten sendet DDP 28 GB je Optimizer-Schritt, genau wie mit einem. ZeRO-2 sendet 126 GB statt 42, da es die Gradienten jedes einzelnen reduziert. Ziehen Sie an {training.accumulation}, um zu sehen, welche Balken wachsen.</translation>
    </message>
    <message>
        <source>Which link makes ZeRO-3 slow</source>
        <translation>Welche Verbindung ZeRO-3 bremst</translation>
    </message>
    <message>
        <source>Over NVLink this step takes 0.4 s and hardly waits; over PCI Express 5.0 it takes 1.5 s, most of it waiting. Drag {training.sequence_length} to 16,384: there is more to compute but no more to send, and little of the waiting is left.</source>
        <translation>Über NVLink dauert dieser Schritt 0,4 s und wartet kaum; über PCI Express 5.0 dauert er 1,5 s, das meiste davon Warten. Ziehen Sie {training.sequence_length} auf 16.384: Es gibt mehr zu rechnen, aber nicht mehr zu senden, und vom Warten bleibt wenig.</translation>
    </message>
    <message>
        <source>Rule of thumb</source>
        <translation>Faustregel</translation>
    </message>
    <message>
        <source>Full fine-tuning</source>
        <translation>Volles Fine-Tuning</translation>
    </message>
    <message>
        <source>Without offload</source>
        <translation>Ohne Auslagern</translation>
    </message>
    <message>
        <source>NVLink</source>
        <translation>NVLink</translation>
    </message>
    <message>
        <source>Of the 112 GB of model states that DDP keeps on every GPU, ZeRO-1, 2 and 3 leave 38.5, 26.25 and 14 GB on 8 GPUs; 1.3 GB of activations stand on top. Drag {parallel.gpus} to 4: they leave 49, 38.5 and 28 GB, and DDP has not moved.</source>
        <translation>Von den 112 GB Modellzuständen, die DDP auf jeder GPU hält, lassen ZeRO-1, 2 und 3 auf 8 GPUs 38,5, 26,25 und 14 GB übrig; 1,3 GB Aktivierungen kommen obendrauf. Ziehen Sie {parallel.gpus} auf 4: Es bleiben 49, 38,5 und 28 GB, und DDP hat sich nicht bewegt.</translation>
    </message>
    <message>
        <source>Why the first pipeline stage is the fullest</source>
        <translation>Warum die erste Pipelinestufe die vollste ist</translation>
    </message>
    <message>
        <source>All 4 stages have as many layers, but the first one holds activations of 4 micro-batches in flight: 54 GiB, where the last one takes 39 GiB. Set {parallel.virtual_stages} to 2: the pipeline bubble shrinks from 1.3 to 0.8 s of each step, and the first stage takes 63 GiB.</source>
        <translation>Alle 4 Stufen haben gleich viele Schichten, aber die erste hält Aktivierungen von 4 Mikrobatches, die unterwegs sind: 54 GiB, wo die letzte 39 GiB braucht. {parallel.virtual_stages} auf 2: die Pipeline-Blase schrumpft von 1,3 auf 0,8 s jedes Schritts, und die erste Stufe braucht 63 GiB.</translation>
    </message>
    <message>
        <source>Qwen2.5-VL 7B on images, with QLoRA on one GPU</source>
        <translation>Qwen2.5-VL 7B auf Bildern, mit QLoRA auf einer GPU</translation>
    </message>
    <message>
        <source>Four images in each sequence, 1,280 pixels wide. With checkpointing the vision tower keeps 2.4 GiB, and the peak is 14 GiB: it fits. Set {training.checkpointing} to {training.checkpointing=none}: the tower alone keeps 46 GiB. Drag {vision.images} and see what one image more takes.</source>
        <translation>Vier Bilder in jeder Sequenz, 1.280 Pixel breit. Mit Checkpointing behält der Vision-Tower 2,4 GiB, und die Spitze ist 14 GiB: Es passt. Setzen Sie {training.checkpointing} auf {training.checkpointing=none}: Der Tower allein behält 46 GiB. Ziehen Sie {vision.images} und sehen Sie, was ein Bild mehr kostet.</translation>
    </message>
    <message>
        <source>GRPO of a 7B model on 8 GPUs</source>
        <translation>GRPO eines 7B-Modells auf 8 GPUs</translation>
    </message>
    <message>
        <source>vLLM and the trainer share each GPU. While answers are generated vLLM takes 40 % of it; then it sleeps, and the policy learns: the peak is 48 GiB. Set {rollout.sleep} to {rollout.sleep=off} and both add up to 78 GiB: at risk. Drag {rollout.share} and see what is left for training.</source>
        <translation>vLLM und der Trainer teilen sich jede GPU. Während Antworten generiert werden, belegt vLLM 40 % davon; dann schläft es, und das Modell lernt: Die Spitze ist 48 GiB. Setzen Sie {rollout.sleep} auf {rollout.sleep=off}, und beides ergibt zusammen 78 GiB: riskant. Ziehen Sie {rollout.share} und sehen Sie, was fürs Training bleibt.</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Scenarios (*.shardscope)</source>
        <translation>Szenarien (*.shardscope)</translation>
    </message>
    <message>
        <source>Model configurations (*.json)</source>
        <translation>Modellkonfigurationen (*.json)</translation>
    </message>
    <message>
        <source>Exported pictures (*.png *.svg *.pdf)</source>
        <translation>Exportierte Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>Szenario speichern</translation>
    </message>
    <message>
        <source>Save the changes to %1?</source>
        <translation>Änderungen an %1 speichern?</translation>
    </message>
    <message>
        <source>What is not saved will be lost.</source>
        <translation>Was nicht gespeichert wird, geht verloren.</translation>
    </message>
    <message>
        <source>Recover the unsaved changes to %1?</source>
        <translation>Nicht gespeicherte Änderungen an %1 wiederherstellen?</translation>
    </message>
    <message>
        <source>The program ended unexpectedly last time. The changes were kept in a backup copy.</source>
        <translation>Das Programm wurde beim letzten Mal unerwartet beendet. Die Änderungen sind in einer Sicherungskopie erhalten.</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Ask Later</source>
        <translation>Später fragen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>%1 files (*.%2)</source>
        <comment>PNG, png</comment>
        <translation>%1-Dateien (*.%2)</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF-Dokumente (*.pdf)</translation>
    </message>
    <message>
        <source>Markdown with a picture (*.md)</source>
        <translation>Markdown mit Bild (*.md)</translation>
    </message>
    <message>
        <source>Replace %1?</source>
        <comment>names of files</comment>
        <translation>%1 ersetzen?</translation>
    </message>
    <message>
        <source>Files of these names are there already.</source>
        <translation>Dateien dieses Namens gibt es schon.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Lektion öffnen</translation>
    </message>
    <message>
        <source>Lessons (*.shardlesson)</source>
        <translation>Lektionen (*.shardlesson)</translation>
    </message>
    <message>
        <source>Folder for the hand-outs</source>
        <translation>Ordner für die Handzettel</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>Lektion speichern</translation>
    </message>
    <message>
        <source>Everything that can be opened (*.shardscope *.shardlesson *.json *.yaml *.yml *.toml *.sh *.bash *.slurm *.sbatch *.py *.ipynb *.png *.svg *.pdf)</source>
        <translation>Alles, was sich öffnen lässt (*.shardscope *.shardlesson *.json *.yaml *.yml *.toml *.sh *.bash *.slurm *.sbatch *.py *.ipynb *.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Files of a run (*.yaml *.yml *.toml *.json *.sh *.bash *.slurm *.sbatch *.py *.ipynb)</source>
        <translation>Dateien eines Laufs (*.yaml *.yml *.toml *.json *.sh *.bash *.slurm *.sbatch *.py *.ipynb)</translation>
    </message>
    <message>
        <source>Open a scenario, a model, the files of a run or a picture</source>
        <translation>Szenario, Modell, Dateien eines Laufs oder Bild öffnen</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <source>Last change: %1</source>
        <comment>date and time</comment>
        <translation>Letzte Änderung: %1</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Somebody else has changed %1.</source>
        <translation>%1 wurde anderswo geändert.</translation>
    </message>
    <message>
        <source>It was moved or deleted after it was opened here.</source>
        <translation>Die Datei wurde verschoben oder gelöscht, nachdem sie hier geöffnet wurde.</translation>
    </message>
    <message>
        <source>Another program or another window has written the file after it was opened here. Saving replaces what stands there now, reloading gives up the changes made here.</source>
        <translation>Ein anderes Programm oder ein anderes Fenster hat die Datei geschrieben, nachdem sie hier geöffnet wurde. Speichern ersetzt, was jetzt dort steht; neu laden verwirft die Änderungen von hier.</translation>
    </message>
    <message>
        <source>Save Anyway</source>
        <translation>Trotzdem speichern</translation>
    </message>
    <message>
        <source>Save As...</source>
        <translation>Speichern unter...</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
</context>
<context>
    <name>Grooves</name>
    <message>
        <source>Not possible</source>
        <translation>Nicht möglich</translation>
    </message>
    <message>
        <source>every value</source>
        <translation>jeder Wert</translation>
    </message>
    <message>
        <source>up to %1</source>
        <comment>values of an input</comment>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <comment>values of an input</comment>
        <translation>ab %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>values of an input</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>Fits: up to 4,096 tokens</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Inputs</name>
    <message>
        <source>Scaled Llama-like shape, not a real model</source>
        <translation>Skalierte Llama-Form, kein echtes Modell</translation>
    </message>
    <message>
        <source>Exact count; another size makes it a scaled Llama-like shape</source>
        <translation>Genaue Zahl; eine andere Größe macht daraus eine skalierte Llama-Form</translation>
    </message>
    <message>
        <source>Global batch: %1 tokens in each step</source>
        <translation>Globaler Batch: %1 Token pro Schritt</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>Model si&amp;ze</source>
        <translation>M&amp;odellgröße</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>&amp;GPU type</source>
        <translation>&amp;GPU-Typ</translation>
    </message>
    <message>
        <source>GP&amp;Us</source>
        <translation>GP&amp;Us</translation>
    </message>
    <message>
        <source>GPUs per &amp;node</source>
        <translation>GPUs pro &amp;Knoten</translation>
    </message>
    <message>
        <source>&amp;Sharding</source>
        <translation>Shard&amp;ing</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Se&amp;quence length</source>
        <translation>Se&amp;quenzlänge</translation>
    </message>
    <message>
        <source>Micro-&amp;batch</source>
        <translation>Micro-Bat&amp;ch</translation>
    </message>
    <message>
        <source>Gradient &amp;accumulation</source>
        <translation>Gradie&amp;ntenakkumulation</translation>
    </message>
    <message>
        <source>&amp;Precision</source>
        <translation>&amp;Präzision</translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation>Op&amp;timizer</translation>
    </message>
    <message>
        <source>Me&amp;thod</source>
        <translation>Ver&amp;fahren</translation>
    </message>
    <message>
        <source>LoRA &amp;rank</source>
        <translation>LoRA-&amp;Rang</translation>
    </message>
    <message>
        <source>&amp;Dropout</source>
        <translation>Drop&amp;out</translation>
    </message>
    <message>
        <source>Tra&amp;inable share</source>
        <translation>Trainierbarer Antei&amp;l</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Esti&amp;mator</source>
        <translation>S&amp;chätzverfahren</translation>
    </message>
    <message>
        <source>Framewor&amp;k</source>
        <translation>Frame&amp;work</translation>
    </message>
    <message>
        <source>Attent&amp;ion</source>
        <translation>Attent&amp;ion</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>Lo&amp;ss</translation>
    </message>
    <message>
        <source>Memory to &amp;keep free</source>
        <translation>&amp;Freizuhaltender Speicher</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Mixture of experts: each token passes through %1 of these parameters</source>
        <translation>Mixture of Experts: jeder Token durchläuft %1 dieser Parameter</translation>
    </message>
    <message>
        <source>&amp;Gradient precision</source>
        <translation>&amp;Gradientenpräzision</translation>
    </message>
    <message>
        <source>&amp;Units</source>
        <translation>&amp;Einheiten</translation>
    </message>
    <message>
        <source>GPUs that &amp;shard</source>
        <translation>GPUs je &amp;Shard-Gruppe</translation>
    </message>
    <message>
        <source>&amp;Offload</source>
        <translation>&amp;Offload</translation>
    </message>
    <message>
        <source>O&amp;verlap</source>
        <translation>Ü&amp;berlappung</translation>
    </message>
    <message>
        <source>&amp;Reduce bucket</source>
        <translation>&amp;Reduce-Bucket</translation>
    </message>
    <message>
        <source>&amp;All-gather bucket</source>
        <translation>&amp;All-Gather-Bucket</translation>
    </message>
    <message>
        <source>&amp;Prefetch bucket</source>
        <translation>&amp;Prefetch-Bucket</translation>
    </message>
    <message>
        <source>Persistence &amp;threshold</source>
        <translation>Persistenz-Schwe&amp;lle</translation>
    </message>
    <message>
        <source>Su&amp;b-group</source>
        <translation>S&amp;ub-Group</translation>
    </message>
    <message>
        <source>&amp;Allocator</source>
        <translation>&amp;Allocator</translation>
    </message>
    <message>
        <source>&amp;Fragmentation</source>
        <translation>&amp;Fragmentierung</translation>
    </message>
    <message>
        <source>CUDA &amp;context</source>
        <translation>CUDA-&amp;Kontext</translation>
    </message>
    <message>
        <source>&amp;NCCL buffers</source>
        <translation>&amp;NCCL-Puffer</translation>
    </message>
    <message>
        <source>cuBLAS &amp;workspace</source>
        <translation>cuBLAS-&amp;Workspace</translation>
    </message>
    <message>
        <source>Co&amp;rrection</source>
        <translation>Ko&amp;rrektur</translation>
    </message>
    <message>
        <source>&amp;Host memory</source>
        <translation>&amp;Host-Speicher</translation>
    </message>
    <message>
        <source>Adapter prec&amp;ision</source>
        <translation>Adapter-Präz&amp;ision</translation>
    </message>
    <message>
        <source>Ker&amp;nels</source>
        <translation>Ker&amp;nels</translation>
    </message>
    <message>
        <source>Framework settings</source>
        <translation>Framework-Einstellungen</translation>
    </message>
    <message>
        <source>Memory beside tensors</source>
        <translation>Speicher neben Tensoren</translation>
    </message>
    <message>
        <source>&amp;ZeRO++</source>
        <translation>&amp;ZeRO++</translation>
    </message>
    <message>
        <source>Data set, to&amp;kens</source>
        <translation>Datensatz, To&amp;kens</translation>
    </message>
    <message>
        <source>Data set, e&amp;xamples</source>
        <translation>Datensatz, Be&amp;ispiele</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>&amp;Epochen</translation>
    </message>
    <message>
        <source>Price of a GPU-&amp;hour</source>
        <translation>Preis einer GPU-&amp;Stunde</translation>
    </message>
    <message>
        <source>&amp;Disk rate</source>
        <translation>Schreibr&amp;ate</translation>
    </message>
    <message>
        <source>Kno&amp;wn learning rate</source>
        <translation>Bekannte &amp;Lernrate</translation>
    </message>
    <message>
        <source>Its &amp;batch</source>
        <translation>Deren &amp;Batch</translation>
    </message>
    <message>
        <source>4-bit stora&amp;ge</source>
        <translation>4-Bit-Ab&amp;lage</translation>
    </message>
    <message>
        <source>Collective al&amp;gorithm</source>
        <translation>Collective-Al&amp;gorithmus</translation>
    </message>
    <message>
        <source>Librar&amp;y</source>
        <translation>Bibliothe&amp;k</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Model &amp;output</source>
        <translation>Ausga&amp;be des Modells</translation>
    </message>
    <message>
        <source>Gradients re&amp;duced</source>
        <translation>Gradienten re&amp;duzieren</translation>
    </message>
    <message>
        <source>Bucket &amp;views</source>
        <translation>Bucket-&amp;Sichten</translation>
    </message>
    <message>
        <source>Trained &amp;whole</source>
        <translation>Ganz &amp;trainiert</translation>
    </message>
    <message>
        <source>F&amp;rozen layers</source>
        <translation>Eingef&amp;rorene Schichten</translation>
    </message>
    <message>
        <source>La&amp;bel smoothing</source>
        <translation>La&amp;bel-Glättung</translation>
    </message>
    <message>
        <source>Expert &amp;products</source>
        <translation>Experten-&amp;Produkte</translation>
    </message>
    <message>
        <source>Training loo&amp;p</source>
        <translation>Trainingssch&amp;leife</translation>
    </message>
    <message>
        <source>&amp;Interconnect</source>
        <translation>Verbindungsnet&amp;z</translation>
    </message>
    <message>
        <source>Chec&amp;kpointing</source>
        <translation>Ch&amp;eckpointing</translation>
    </message>
    <message>
        <source>Checkpoint ever&amp;y</source>
        <translation>Checkpoint a&amp;lle</translation>
    </message>
    <message>
        <source>Target modu&amp;les</source>
        <translation>Zie&amp;lmodule</translation>
    </message>
    <message>
        <source>k-bit &amp;preparation</source>
        <translation>k-Bit-Trai&amp;ning</translation>
    </message>
    <message>
        <source>Double &amp;quantisation</source>
        <translation>Double-&amp;Quant</translation>
    </message>
    <message>
        <source>%1 GPUs hold the model once; data parallelism: %2</source>
        <translation>%1 GPUs halten das Modell einmal; Datenparallelität: %2</translation>
    </message>
    <message>
        <source>&amp;Tensor parallel</source>
        <translation>&amp;Tensorparallel</translation>
    </message>
    <message>
        <source>&amp;Sequence parallel</source>
        <translation>&amp;Sequenzparallel</translation>
    </message>
    <message>
        <source>&amp;Pipeline stages</source>
        <translation>&amp;Pipelinestufen</translation>
    </message>
    <message>
        <source>&amp;Chunks of a stage</source>
        <translation>Teile einer St&amp;ufe</translation>
    </message>
    <message>
        <source>Conte&amp;xt parallel</source>
        <translation>Konte&amp;xtparallel</translation>
    </message>
    <message>
        <source>&amp;Expert parallel</source>
        <translation>&amp;Expertenparallel</translation>
    </message>
    <message>
        <source>&amp;GPUs of an expert</source>
        <translation>&amp;GPUs eines Experten</translation>
    </message>
    <message>
        <source>&amp;Vocabulary padding</source>
        <translation>&amp;Vokabularauffüllung</translation>
    </message>
    <message>
        <source>Checkpointed &amp;layers</source>
        <translation>Schichten mit Check&amp;point</translation>
    </message>
    <message>
        <source>Model parallelism</source>
        <translation>Modellparallelität</translation>
    </message>
    <message>
        <source>Layers of the &amp;first stage</source>
        <translation>Schichten der &amp;ersten Stufe</translation>
    </message>
    <message>
        <source>Layers of the last st&amp;age</source>
        <translation>Schichten der let&amp;zten Stufe</translation>
    </message>
    <message>
        <source>L&amp;oss parallel</source>
        <translation>Verlustpara&amp;llel</translation>
    </message>
    <message>
        <source>&amp;Rotary embedding</source>
        <translation>&amp;Rotary-Embedding</translation>
    </message>
    <message>
        <source>Sche&amp;dule</source>
        <translation>Abl&amp;auf</translation>
    </message>
    <message>
        <source>&amp;How sequences are shared</source>
        <translation>W&amp;ie Sequenzen geteilt werden</translation>
    </message>
    <message>
        <source>Order of GP&amp;Us</source>
        <translation>Rei&amp;henfolge der GPUs</translation>
    </message>
    <message>
        <source>Recompu&amp;ted parts</source>
        <translation>Neu berechne&amp;te Teile</translation>
    </message>
    <message>
        <source>Layers of a chec&amp;kpoint</source>
        <translation>Schichten je Chec&amp;kpoint</translation>
    </message>
    <message>
        <source>L&amp;inear attention</source>
        <translation>L&amp;ineare Attention</translation>
    </message>
    <message>
        <source>&amp;Objective</source>
        <translation>Trainings&amp;ziel</translation>
    </message>
    <message>
        <source>La&amp;bels</source>
        <translation>La&amp;bels</translation>
    </message>
    <message>
        <source>&amp;Reference model</source>
        <translation>&amp;Referenzmodell</translation>
    </message>
    <message>
        <source>Tokens of an &amp;answer</source>
        <translation>Token einer &amp;Antwort</translation>
    </message>
    <message>
        <source>Answers &amp;from</source>
        <translation>Antworten &amp;von</translation>
    </message>
    <message>
        <source>&amp;vLLM&apos;s share</source>
        <translation>v&amp;LLMs Anteil</translation>
    </message>
    <message>
        <source>vLLM while trainin&amp;g</source>
        <translation>vLLM beim Trainin&amp;g</translation>
    </message>
    <message>
        <source>&amp;Still held asleep</source>
        <translation>Im &amp;Schlaf belegt</translation>
    </message>
    <message>
        <source>GP&amp;Us of an engine</source>
        <translation>GP&amp;Us einer Engine</translation>
    </message>
    <message>
        <source>Ans&amp;wers to a prompt</source>
        <translation>Ant&amp;worten je Prompt</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Trainingsziel</translation>
    </message>
    <message>
        <source>&amp;Images per sequence</source>
        <translation>&amp;Bilder je Sequenz</translation>
    </message>
    <message>
        <source>Image &amp;width</source>
        <translation>Bild&amp;breite</translation>
    </message>
    <message>
        <source>Image &amp;height</source>
        <translation>Bild&amp;höhe</translation>
    </message>
    <message>
        <source>Vision &amp;tower</source>
        <translation>Vision-&amp;Tower</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>&amp;Projektor</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>A&amp;lso frozen</source>
        <translation>&amp;Sonst eingefroren</translation>
    </message>
    <message>
        <source>Softma&amp;x of eager attention</source>
        <translation>Softma&amp;x der Eager-Attention</translation>
    </message>
    <message>
        <source>Ada&amp;pter kind</source>
        <translation>Art der Ada&amp;pter</translation>
    </message>
    <message>
        <source>Factors s&amp;tart from</source>
        <translation>Faktoren s&amp;tarten mit</translation>
    </message>
    <message>
        <source>Virtual to&amp;kens</source>
        <translation>Virtuelle To&amp;ken</translation>
    </message>
    <message>
        <source>Scaled inp&amp;uts</source>
        <translation>Skalierte Ei&amp;ngaben</translation>
    </message>
    <message>
        <source>E&amp;ncoder width</source>
        <translation>Encoder-&amp;Breite</translation>
    </message>
    <message>
        <source>Toke&amp;n dispatcher</source>
        <translation>Toke&amp;n-Verteilung</translation>
    </message>
    <message>
        <source>Tokens of a &amp;target</source>
        <translation>Token eines &amp;Ziels</translation>
    </message>
    <message>
        <source>&amp;8-bit products</source>
        <translation>Produkte in &amp;8 Bit</translation>
    </message>
    <message>
        <source>Activation offloa&amp;ding</source>
        <translation>E&amp;xterne Aktiv.</translation>
    </message>
    <message>
        <source>Kronecker fac&amp;tor</source>
        <translation>Kronecker-Fak&amp;tor</translation>
    </message>
    <message>
        <source>Rota&amp;ted together</source>
        <translation>Gemeinsam ge&amp;dreht</translation>
    </message>
    <message>
        <source>&amp;Base stored in</source>
        <translation>&amp;Basis gespeichert in</translation>
    </message>
    <message>
        <source>Outlier colu&amp;mns</source>
        <translation>Ausreißer-Spal&amp;ten</translation>
    </message>
    <message>
        <source>Load of the &amp;busiest experts</source>
        <translation>Last der am stärksten &amp;belegten Experten</translation>
    </message>
    <message>
        <source>Capacit&amp;y of experts</source>
        <translation>&amp;Kapazität der Experten</translation>
    </message>
    <message>
        <source>Ro&amp;ws that experts compute</source>
        <translation>&amp;Zeilen, die Experten rechnen</translation>
    </message>
    <message>
        <source>Teac&amp;her</source>
        <translation>Leh&amp;rmodell</translation>
    </message>
    <message>
        <source>Turned toget&amp;her</source>
        <translation>Gemeinsam dre&amp;hen</translation>
    </message>
    <message>
        <source>Blocks turne&amp;d</source>
        <translation>Ge&amp;drehte Blöcke</translation>
    </message>
    <message>
        <source>Butterfly fa&amp;ctors</source>
        <translation>Butterfly-Fa&amp;ktoren</translation>
    </message>
    <message>
        <source>Trained toke&amp;ns</source>
        <translation>Trainierte Toke&amp;n</translation>
    </message>
    <message>
        <source>Weights ad&amp;justed</source>
        <translation>Gewichte &amp;justiert</translation>
    </message>
    <message>
        <source>A&amp;utocast</source>
        <translation>A&amp;utocast</translation>
    </message>
    <message>
        <source>8-bit wei&amp;ghts</source>
        <translation>8-Bit-&amp;Gewichte</translation>
    </message>
    <message>
        <source>Proj&amp;ected rank</source>
        <translation>Pro&amp;jizierter Rang</translation>
    </message>
    <message>
        <source>Prefix made b&amp;y</source>
        <translation>Präfix erzeu&amp;gt durch</translation>
    </message>
    <message>
        <source>Pre&amp;conditioned blocks</source>
        <translation>&amp;Vorkonditionierte Blöcke</translation>
    </message>
    <message>
        <source>Answers at a ti&amp;me</source>
        <translation>Antworten auf ein&amp;mal</translation>
    </message>
    <message>
        <source>Ste&amp;ps on the same answers</source>
        <translation>Schritte &amp;pro Rollout</translation>
    </message>
    <message>
        <source>Checkpo&amp;int kind</source>
        <translation>Checkpo&amp;int-Art</translation>
    </message>
    <message>
        <source>Answers s&amp;cored at a time</source>
        <translation>Auf &amp;einmal bewertet</translation>
    </message>
    <message>
        <source>&amp;Kept on the host meanwhile</source>
        <translation>Sola&amp;nge auf dem Host</translation>
    </message>
    <message>
        <source>Le&amp;ft in 16 bits</source>
        <translation>Bleibt in &amp;16 Bit</translation>
    </message>
    <message>
        <source>Te&amp;xts of an example</source>
        <translation>Te&amp;xte eines Beispiels</translation>
    </message>
    <message>
        <source>Passe&amp;s of texts</source>
        <translation>Durch&amp;läufe der Texte</translation>
    </message>
    <message>
        <source>Texts at a time (Grad&amp;Cache)</source>
        <translation>Texte auf einmal (Grad&amp;Cache)</translation>
    </message>
    <message>
        <source>&amp;Pooling</source>
        <translation>&amp;Pooling</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>%1: %2</source>
        <comment>input, value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>now</source>
        <comment>the present value</comment>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>not used</source>
        <comment>an input that others rule out</comment>
        <translation>nicht benutzt</translation>
    </message>
    <message>
        <source>now %1</source>
        <comment>the present value</comment>
        <translation>jetzt %1</translation>
    </message>
</context>
<context>
    <name>Quantities</name>
    <message>
        <source>Enter a whole number from %1 to %2.</source>
        <translation>Geben Sie eine ganze Zahl von %1 bis %2 ein.</translation>
    </message>
    <message>
        <source>Enter a number from %1 to %2.</source>
        <translation>Geben Sie eine Zahl von %1 bis %2 ein.</translation>
    </message>
    <message>
        <source>Enter a number such as %1.</source>
        <translation>Geben Sie eine Zahl wie %1 ein.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>number, unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1. From %2 to %3.</source>
        <comment>meaning of an input</comment>
        <translation>%1. Von %2 bis %3.</translation>
    </message>
    <message>
        <source>%1. Unit: %2, from %3 to %4.</source>
        <comment>meaning of an input</comment>
        <translation>%1. Einheit: %2, von %3 bis %4.</translation>
    </message>
    <message>
        <source>= %1</source>
        <comment>how a text was understood</comment>
        <translation>= %1</translation>
    </message>
    <message>
        <source>auto</source>
        <comment>a number that the program finds out</comment>
        <translation>auto</translation>
    </message>
</context>
<context>
    <name>Sections</name>
    <message>
        <source>Used last</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <source>Set to</source>
        <translation>Setzen auf</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>GPUs and links</source>
        <translation>GPUs und Verbindungen</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Worksheet: rules of thumb, decimal GB, nominal capacity. The detailed estimator says what is really allocated.</source>
        <translation>Faustformeln: dezimale GB, nominelle Kapazität. Das detaillierte Verfahren sagt, was wirklich alloziert wird.</translation>
    </message>
    <message>
        <source>Detailed, as %1 allocates. Memory in GiB, traffic in GB.</source>
        <translation>Detailliert, wie %1 alloziert. Speicher in GiB, Datenverkehr in GB.</translation>
    </message>
</context>
<context>
    <name>advice</name>
    <message>
        <source>turn off activation checkpointing</source>
        <translation>Aktivierungs-Checkpointing ausschalten</translation>
    </message>
    <message>
        <source>use selective activation checkpointing</source>
        <translation>selektives Aktivierungs-Checkpointing verwenden</translation>
    </message>
    <message>
        <source>use full activation checkpointing</source>
        <translation>volles Aktivierungs-Checkpointing verwenden</translation>
    </message>
    <message>
        <source>offload nothing</source>
        <translation>nichts auslagern</translation>
    </message>
    <message>
        <source>offload the optimizer to the host</source>
        <translation>den Optimizer zum Host auslagern</translation>
    </message>
    <message>
        <source>offload optimizer and parameters to the host</source>
        <translation>Optimizer und Parameter zum Host auslagern</translation>
    </message>
    <message>
        <source>offload to NVMe</source>
        <translation>auf NVMe auslagern</translation>
    </message>
    <message>
        <source>train all weights</source>
        <translation>alle Gewichte trainieren</translation>
    </message>
    <message>
        <source>train LoRA adapters on 16-bit weights</source>
        <translation>LoRA-Adapter auf 16-Bit-Gewichten trainieren</translation>
    </message>
    <message>
        <source>train LoRA adapters on 4-bit weights (QLoRA)</source>
        <translation>LoRA-Adapter auf 4-Bit-Gewichten trainieren (QLoRA)</translation>
    </message>
    <message>
        <source>use standard cross-entropy</source>
        <translation>gewöhnliche Cross-Entropy verwenden</translation>
    </message>
    <message>
        <source>use chunked cross-entropy</source>
        <translation>Cross-Entropy in Stücken berechnen</translation>
    </message>
    <message>
        <source>use fused linear cross-entropy</source>
        <translation>Fused Linear Cross-Entropy verwenden</translation>
    </message>
    <message>
        <source>use in-place cross-entropy</source>
        <translation>Cross-Entropy an Ort und Stelle berechnen</translation>
    </message>
    <message>
        <source>computes with other number formats</source>
        <translation>rechnet mit anderen Zahlenformaten</translation>
    </message>
    <message>
        <source>changes what is trained</source>
        <translation>ändert, was trainiert wird</translation>
    </message>
    <message>
        <source>changes what it is trained on</source>
        <translation>ändert, womit trainiert wird</translation>
    </message>
    <message>
        <source>One step further it is no longer sure to fit.</source>
        <translation>Einen Schritt weiter passt es nicht mehr sicher.</translation>
    </message>
    <message>
        <source>It cannot go further.</source>
        <translation>Weiter geht es nicht.</translation>
    </message>
    <message>
        <source>The model was made for no more.</source>
        <translation>Für mehr ist das Modell nicht gemacht.</translation>
    </message>
    <message>
        <source>The catalogue knows of nothing further.</source>
        <translation>Der Katalog kennt nichts darüber hinaus.</translation>
    </message>
    <message numerus="yes">
        <source>use %n GPU(s)</source>
        <translation>
            <numerusform>%n GPU nehmen</numerusform>
            <numerusform>%n GPUs nehmen</numerusform>
        </translation>
    </message>
    <message>
        <source>use %1 instead</source>
        <comment>a GPU</comment>
        <translation>stattdessen %1 nehmen</translation>
    </message>
    <message>
        <source>shorten sequences to %1 tokens</source>
        <translation>Sequenzen auf %1 Token kürzen</translation>
    </message>
    <message>
        <source>train in %1</source>
        <comment>precision</comment>
        <translation>in %1 trainieren</translation>
    </message>
    <message>
        <source>reduce gradients in 16 bit</source>
        <translation>Gradienten in 16 Bit reduzieren</translation>
    </message>
    <message>
        <source>switch to %1</source>
        <comment>strategy</comment>
        <translation>zu %1 wechseln</translation>
    </message>
    <message>
        <source>use an 8-bit optimizer</source>
        <translation>8-Bit-Optimizer verwenden</translation>
    </message>
    <message>
        <source>use %1</source>
        <comment>attention kernel</comment>
        <translation>%1 nehmen</translation>
    </message>
    <message>
        <source>set expandable_segments:True</source>
        <translation>expandable_segments:True setzen</translation>
    </message>
    <message>
        <source>turn off communication overlap</source>
        <translation>Überlappung der Kommunikation ausschalten</translation>
    </message>
    <message>
        <source>%1 less</source>
        <comment>memory</comment>
        <translation>%1 weniger</translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>memory</comment>
        <translation>%1 mehr</translation>
    </message>
    <message>
        <source>traffic unchanged</source>
        <translation>Datenverkehr unverändert</translation>
    </message>
    <message>
        <source>%1 more traffic</source>
        <translation>%1 mehr Datenverkehr</translation>
    </message>
    <message>
        <source>%1 less traffic</source>
        <translation>%1 weniger Datenverkehr</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>changes</comment>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>as fast as now</source>
        <translation>so schnell wie jetzt</translation>
    </message>
    <message>
        <source>global batch %1x</source>
        <translation>globaler Batch %1-fach</translation>
    </message>
    <message>
        <source>%1 of each host&apos;s memory</source>
        <translation>%1 vom Speicher jedes Hosts</translation>
    </message>
    <message>
        <source>the CPU&apos;s update estimated, not measured</source>
        <translation>die Aktualisierung auf der CPU geschätzt, nicht gemessen</translation>
    </message>
    <message>
        <source>still at risk</source>
        <comment>it may not fit</comment>
        <translation>noch auf der Kippe</translation>
    </message>
    <message>
        <source>none</source>
        <comment>nothing fits</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>Nothing fits while everything else stays as it is.</source>
        <translation>Nichts passt, solange alles andere so bleibt.</translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation>Längste Sequenz</translation>
    </message>
    <message>
        <source>Largest micro-batch</source>
        <translation>Größter Micro-Batch</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>Wenigste GPUs</translation>
    </message>
    <message>
        <source>Smallest GPU</source>
        <translation>Kleinste GPU</translation>
    </message>
    <message>
        <source>Largest model</source>
        <translation>Größtes Modell</translation>
    </message>
    <message>
        <source>No change makes it fit, nor do four together.</source>
        <translation>Keine Änderung macht es passend, auch vier zusammen nicht.</translation>
    </message>
    <message>
        <source>use micro-batch %1, no accumulation</source>
        <comment>sequences</comment>
        <translation>Micro-Batch %1 ohne Akkumulation verwenden</translation>
    </message>
    <message>
        <source>use micro-batch %1, accumulation %2</source>
        <comment>sequences, micro-steps</comment>
        <translation>Micro-Batch %1 mit Akkumulation %2 verwenden</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <comment>percent of the time</comment>
        <translation>%1 schneller</translation>
    </message>
    <message>
        <source>%1 slower</source>
        <comment>percent of the time</comment>
        <translation>%1 langsamer</translation>
    </message>
    <message>
        <source>%1x as long</source>
        <comment>number</comment>
        <translation>%1-mal so lang</translation>
    </message>
    <message>
        <source>as many GPU-hours</source>
        <translation>gleich viele GPU-Stunden</translation>
    </message>
    <message>
        <source>%1 fewer GPU-hours</source>
        <comment>percent</comment>
        <translation>%1 weniger GPU-Stunden</translation>
    </message>
    <message>
        <source>%1 more GPU-hours</source>
        <comment>percent</comment>
        <translation>%1 mehr GPU-Stunden</translation>
    </message>
    <message>
        <source>%1x the GPU-hours</source>
        <comment>number</comment>
        <translation>%1-mal so viele GPU-Stunden</translation>
    </message>
    <message>
        <source>%1 (model&apos;s context: %2)</source>
        <comment>tokens</comment>
        <translation>%1 (Kontext des Modells: %2)</translation>
    </message>
    <message>
        <source>The model was made for a context of %1 tokens.</source>
        <comment>number</comment>
        <translation>Das Modell ist für einen Kontext von %1 Token gemacht.</translation>
    </message>
    <message>
        <source>share matrices among %1 GPUs</source>
        <comment>tensor parallelism</comment>
        <translation>Matrizen auf %1 GPUs verteilen</translation>
    </message>
    <message>
        <source>cut the model into %1 pipeline stages</source>
        <translation>das Modell in %1 Pipelinestufen zerlegen</translation>
    </message>
    <message>
        <source>share sequences among %1 GPUs</source>
        <comment>context parallelism</comment>
        <translation>Sequenzen auf %1 GPUs verteilen</translation>
    </message>
    <message>
        <source>deal experts out to %1 GPUs</source>
        <comment>expert parallelism</comment>
        <translation>Experten auf %1 GPUs verteilen</translation>
    </message>
    <message numerus="yes">
        <source>cut each pipeline stage into %n chunk(s)</source>
        <translation>
            <numerusform>jede Pipelinestufe als %n Teil belassen</numerusform>
            <numerusform>jede Pipelinestufe in %n Teile zerlegen</numerusform>
        </translation>
    </message>
    <message>
        <source>set use_reentrant to false</source>
        <translation>use_reentrant auf false setzen</translation>
    </message>
    <message numerus="yes">
        <source>embed %n text(s) at a time (GradCache)</source>
        <translation>
            <numerusform>%n Text auf einmal einbetten (GradCache)</numerusform>
            <numerusform>%n Texte auf einmal einbetten (GradCache)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>catalog</name>
    <message>
        <source>%1, data centre</source>
        <translation>%1, Rechenzentrum</translation>
    </message>
    <message>
        <source>%1, workstation</source>
        <translation>%1, Workstation</translation>
    </message>
    <message>
        <source>%1, desktop</source>
        <translation>%1, Desktop</translation>
    </message>
    <message>
        <source>%1, laptop</source>
        <translation>%1, Laptop</translation>
    </message>
    <message>
        <source>%1, unified memory</source>
        <translation>%1, gemeinsamer Speicher</translation>
    </message>
    <message>
        <source>%1, other</source>
        <translation>%1, andere</translation>
    </message>
    <message>
        <source>Other GPUs</source>
        <translation>Andere GPUs</translation>
    </message>
    <message>
        <source>%1 is taken for %2.</source>
        <translation>%1 wird als %2 verstanden.</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>an ordinary file</source>
        <translation>eine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>a name that ends in .png, .svg, .pdf, .csv or .md</source>
        <translation>ein Name, der auf .png, .svg, .pdf, .csv oder .md endet</translation>
    </message>
    <message>
        <source>a parallel.offload that the strategy can do</source>
        <translation>ein parallel.offload, das die Strategie kann</translation>
    </message>
    <message>
        <source>a file or a folder</source>
        <translation>eine Datei oder ein Ordner</translation>
    </message>
    <message>
        <source>a scenario</source>
        <translation>ein Szenario</translation>
    </message>
    <message>
        <source>a Hugging Face config.json</source>
        <translation>eine config.json von Hugging Face</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>at most %1 values</source>
        <translation>höchstens %1 Werte</translation>
    </message>
    <message>
        <source>at most %1 levels of nesting</source>
        <translation>höchstens %1 Verschachtelungsebenen</translation>
    </message>
    <message>
        <source>at most %1 MiB of text</source>
        <translation>höchstens %1 MiB Text</translation>
    </message>
    <message>
        <source>This is not valid JSON.</source>
        <translation>Das ist kein gültiges JSON.</translation>
    </message>
    <message>
        <source>This is too large.</source>
        <translation>Das ist zu groß.</translation>
    </message>
    <message>
        <source>The key stands here twice.</source>
        <translation>Der Schlüssel steht hier zweimal.</translation>
    </message>
    <message>
        <source>A value is missing.</source>
        <translation>Ein Wert fehlt.</translation>
    </message>
    <message>
        <source>There is no such key.</source>
        <translation>Diesen Schlüssel gibt es nicht.</translation>
    </message>
    <message>
        <source>The value is of the wrong type.</source>
        <translation>Der Wert hat den falschen Typ.</translation>
    </message>
    <message>
        <source>The value is out of range.</source>
        <translation>Der Wert liegt außerhalb des Bereichs.</translation>
    </message>
    <message>
        <source>There is no such choice.</source>
        <translation>Diese Auswahl gibt es nicht.</translation>
    </message>
    <message>
        <source>The catalogue has no such entry.</source>
        <translation>Der Katalog hat keinen solchen Eintrag.</translation>
    </message>
    <message>
        <source>There are no formulas for this architecture.</source>
        <translation>Für diese Architektur gibt es keine Formeln.</translation>
    </message>
    <message>
        <source>Two values contradict each other.</source>
        <translation>Zwei Werte widersprechen sich.</translation>
    </message>
    <message>
        <source>This input changes nothing as things stand.</source>
        <translation>So, wie es steht, ändert diese Eingabe nichts.</translation>
    </message>
    <message>
        <source>The file was made by a newer version of the program.</source>
        <translation>Die Datei stammt von einer neueren Version des Programms.</translation>
    </message>
    <message>
        <source>The picture carries no scenario.</source>
        <translation>Das Bild enthält kein Szenario.</translation>
    </message>
    <message>
        <source>The file cannot be read or written.</source>
        <translation>Die Datei lässt sich nicht lesen oder schreiben.</translation>
    </message>
    <message>
        <source>This cannot be written.</source>
        <translation>Das lässt sich nicht schreiben.</translation>
    </message>
    <message>
        <source>Found: %1.</source>
        <translation>Gefunden: %1.</translation>
    </message>
    <message>
        <source>The system says: %1.</source>
        <translation>Das System meldet: %1.</translation>
    </message>
    <message>
        <source>Expected: %1.</source>
        <translation>Erwartet: %1.</translation>
    </message>
    <message>
        <source>a figure with a value above 0</source>
        <translation>eine Angabe mit einem Wert über 0</translation>
    </message>
    <message>
        <source>a list of ids</source>
        <translation>eine Liste von IDs</translation>
    </message>
    <message>
        <source>an id of its own for each entry</source>
        <translation>eine eigene ID für jeden Eintrag</translation>
    </message>
    <message>
        <source>an object with gpus, links or models</source>
        <translation>ein Objekt mit gpus, links oder models</translation>
    </message>
    <message>
        <source>version %1 or older</source>
        <translation>Version %1 oder älter</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>one baseline among the pins</source>
        <translation>eine Vergleichsbasis unter den Pins</translation>
    </message>
    <message>
        <source>an empty object</source>
        <translation>ein leeres Objekt</translation>
    </message>
    <message>
        <source>an object with %1</source>
        <translation>ein Objekt mit %1</translation>
    </message>
    <message>
        <source>a whole PNG picture</source>
        <translation>ein vollständiges PNG-Bild</translation>
    </message>
    <message>
        <source>a correction that leaves something of the peak</source>
        <translation>eine Korrektur, die etwas vom Spitzenbedarf übrig lässt</translation>
    </message>
    <message>
        <source>sequences per optimizer step that the GPUs and a micro-batch divide</source>
        <translation>Sequenzen je Optimizer-Schritt, die sich durch die GPUs und einen Micro-Batch teilen lassen</translation>
    </message>
    <message>
        <source>a key that `shardscope-cli keys` lists</source>
        <translation>ein Schlüssel, den `shardscope-cli keys` auflistet</translation>
    </message>
    <message>
        <source>an input with numbers, choices or catalogue ids</source>
        <translation>eine Eingabe mit Zahlen, Auswahl oder Katalogkennungen</translation>
    </message>
    <message>
        <source>a number without end</source>
        <translation>eine unendliche Zahl</translation>
    </message>
    <message>
        <source>finite numbers</source>
        <translation>endliche Zahlen</translation>
    </message>
    <message>
        <source>a range from %1 to %2</source>
        <translation>einen Bereich von %1 bis %2</translation>
    </message>
    <message>
        <source>an end that is not below the start</source>
        <translation>ein Ende, das nicht unter dem Anfang liegt</translation>
    </message>
    <message>
        <source>a step of %1</source>
        <translation>eine Schrittweite von %1</translation>
    </message>
    <message>
        <source>a step above 0</source>
        <translation>eine Schrittweite über 0</translation>
    </message>
    <message>
        <source>a factor of %1</source>
        <translation>ein Faktor von %1</translation>
    </message>
    <message>
        <source>a factor above 1</source>
        <translation>einen Faktor über 1</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>a whole number of values, 1 or more</source>
        <translation>eine ganze Zahl von Werten, mindestens 1</translation>
    </message>
    <message>
        <source>a start of %1</source>
        <translation>ein Anfang bei %1</translation>
    </message>
    <message>
        <source>a start above 0 for equal ratios</source>
        <translation>einen Anfang über 0 für gleiche Verhältnisse</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>at most %1 points</source>
        <translation>höchstens %1 Punkte</translation>
    </message>
    <message>
        <source>a range</source>
        <translation>einen Bereich</translation>
    </message>
    <message>
        <source>a list of values</source>
        <translation>eine Liste von Werten</translation>
    </message>
    <message>
        <source>a range or a list of values</source>
        <translation>einen Bereich oder eine Liste von Werten</translation>
    </message>
    <message>
        <source>a metric of speed or cost</source>
        <translation>eine Größe der Geschwindigkeit oder der Kosten</translation>
    </message>
    <message>
        <source>a number above 0 for the metric %1</source>
        <translation>eine Zahl über 0 für die Größe %1</translation>
    </message>
    <message>
        <source>the same input on both axes</source>
        <translation>dieselbe Eingabe auf beiden Achsen</translation>
    </message>
    <message>
        <source>two different inputs</source>
        <translation>zwei verschiedene Eingaben</translation>
    </message>
    <message>
        <source>attention in every layer: what other layers hold is not known here</source>
        <translation>Attention in jeder Schicht: Was andere Schichten belegen, ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>0: routed experts of this family are not known here</source>
        <translation>0: Geroutete Experten dieser Familie sind hier nicht bekannt</translation>
    </message>
    <message>
        <source>the hidden size %1; projected embeddings are not supported</source>
        <translation>die Hidden Size %1; projizierte Embeddings werden nicht unterstützt</translation>
    </message>
    <message>
        <source>all-linear or some of %1</source>
        <translation>all-linear oder einige von %1</translation>
    </message>
    <message>
        <source>%1 and %2 together</source>
        <comment>modules</comment>
        <translation>%1 und %2 zusammen</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>an input that changes a figure of the sweep</source>
        <translation>eine Eingabe, die eine Zahl der Reihe ändert</translation>
    </message>
    <message>
        <source>estimator detailed</source>
        <translation>estimator detailed</translation>
    </message>
    <message>
        <source>a scaled model in place of a real one</source>
        <translation>ein skaliertes Modell anstelle eines echten</translation>
    </message>
    <message>
        <source>training.method lora or qlora</source>
        <translation>training.method lora oder qlora</translation>
    </message>
    <message>
        <source>training.method full</source>
        <translation>training.method full</translation>
    </message>
    <message>
        <source>training.checkpointing other than none</source>
        <translation>training.checkpointing außer none</translation>
    </message>
    <message>
        <source>training.checkpointing other than none with estimator detailed</source>
        <translation>training.checkpointing außer none mit estimator detailed</translation>
    </message>
    <message>
        <source>training.method lora or qlora with estimator detailed</source>
        <translation>training.method lora oder qlora mit estimator detailed</translation>
    </message>
    <message>
        <source>training.method lora or qlora, unsharded or under FSDP in pure 16 bit, with estimator detailed</source>
        <translation>training.method lora oder qlora, nicht aufgeteilt oder unter FSDP in reinen 16 Bit, mit estimator detailed</translation>
    </message>
    <message>
        <source>training.method lora or qlora, unsharded or under FSDP in pure 16 bit</source>
        <translation>training.method lora oder qlora, nicht aufgeteilt oder unter FSDP in reinen 16 Bit</translation>
    </message>
    <message>
        <source>training.method qlora</source>
        <translation>training.method qlora</translation>
    </message>
    <message>
        <source>training.method lora or qlora with estimator worksheet</source>
        <translation>training.method lora oder qlora mit estimator worksheet</translation>
    </message>
    <message>
        <source>parallel.strategy zero1, zero2 or zero3</source>
        <translation>parallel.strategy zero1, zero2 oder zero3</translation>
    </message>
    <message>
        <source>parallel.strategy zero3</source>
        <translation>parallel.strategy zero3</translation>
    </message>
    <message>
        <source>parallel.strategy zero1 or zero2</source>
        <translation>parallel.strategy zero1 oder zero2</translation>
    </message>
    <message>
        <source>parallel.strategy fsdp, fsdp-grad-op or hsdp</source>
        <translation>parallel.strategy fsdp, fsdp-grad-op oder hsdp</translation>
    </message>
    <message>
        <source>parallel.strategy fsdp, fsdp-grad-op or hsdp with training.accumulation above 1</source>
        <translation>parallel.strategy fsdp, fsdp-grad-op oder hsdp mit training.accumulation über 1</translation>
    </message>
    <message>
        <source>DDP or FSDP with training.accumulation above 1</source>
        <translation>DDP oder FSDP mit training.accumulation über 1</translation>
    </message>
    <message>
        <source>parallel.strategy ddp</source>
        <translation>parallel.strategy ddp</translation>
    </message>
    <message>
        <source>parallel.strategy hsdp</source>
        <translation>parallel.strategy hsdp</translation>
    </message>
    <message>
        <source>parallel.strategy other than ddp</source>
        <translation>parallel.strategy außer ddp</translation>
    </message>
    <message>
        <source>hardware.fragmentation_percent -1 with estimator detailed</source>
        <translation>hardware.fragmentation_percent -1 mit estimator detailed</translation>
    </message>
    <message>
        <source>hardware.fragmentation_percent -1</source>
        <translation>hardware.fragmentation_percent -1</translation>
    </message>
    <message>
        <source>run.tokens 0</source>
        <translation>run.tokens 0</translation>
    </message>
    <message>
        <source>run.tokens or run.examples above 0</source>
        <translation>run.tokens oder run.examples über 0</translation>
    </message>
    <message>
        <source>parallel.framework auto</source>
        <translation>parallel.framework auto</translation>
    </message>
    <message>
        <source>an id that `shardscope-cli catalog %1` lists</source>
        <translation>eine ID, die `shardscope-cli catalog %1` auflistet</translation>
    </message>
    <message>
        <source>at most the %1 layers of the model</source>
        <translation>höchstens die %1 Schichten des Modells</translation>
    </message>
    <message>
        <source>some of %1</source>
        <translation>einige von %1</translation>
    </message>
    <message>
        <source>a folder that holds a config.json</source>
        <translation>ein Ordner, der eine config.json enthält</translation>
    </message>
    <message>
        <source>at most %1 MiB</source>
        <translation>höchstens %1 MiB</translation>
    </message>
    <message>
        <source>a file that exists</source>
        <translation>eine Datei, die es gibt</translation>
    </message>
    <message>
        <source>a file, not a folder</source>
        <translation>eine Datei, kein Ordner</translation>
    </message>
    <message>
        <source>a file that may be read (%1)</source>
        <translation>eine Datei, die gelesen werden darf (%1)</translation>
    </message>
    <message>
        <source>a file that can be read to its end</source>
        <translation>eine Datei, die sich bis zum Ende lesen lässt</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>training.modules transformers-5 with estimator detailed</source>
        <translation>training.modules transformers-5 mit estimator detailed</translation>
    </message>
    <message>
        <source>training.modules transformers-5</source>
        <translation>training.modules transformers-5</translation>
    </message>
    <message>
        <source>%1 (did you mean %2?)</source>
        <translation>%1 (meinten Sie %2?)</translation>
    </message>
    <message>
        <source>%1 (did you mean %2 or %3?)</source>
        <translation>%1 (meinten Sie %2 oder %3?)</translation>
    </message>
    <message>
        <source>%1 (did you mean %2, %3 or %4?)</source>
        <translation>%1 (meinten Sie %2, %3 oder %4?)</translation>
    </message>
    <message>
        <source>This code was cut short or mistyped.</source>
        <translation>Dieser Code wurde abgeschnitten oder falsch abgetippt.</translation>
    </message>
    <message>
        <source>all of the code</source>
        <translation>der ganze Code</translation>
    </message>
    <message>
        <source>all of the code: its end is missing</source>
        <translation>der ganze Code: Sein Ende fehlt</translation>
    </message>
    <message>
        <source>the code as it was made</source>
        <translation>der Code, wie er erzeugt wurde</translation>
    </message>
    <message>
        <source>KEY=VALUE</source>
        <translation>SCHLÜSSEL=WERT</translation>
    </message>
    <message>
        <source>text, or an object of languages</source>
        <translation>Text oder ein Objekt mit Sprachen</translation>
    </message>
    <message>
        <source>at least %1 choices</source>
        <translation>mindestens %1 Antworten</translation>
    </message>
    <message>
        <source>a choice that is right</source>
        <translation>eine richtige Antwort</translation>
    </message>
    <message>
        <source>a live value</source>
        <translation>ein Live-Wert</translation>
    </message>
    <message>
        <source>text, a number, or true or false</source>
        <translation>Text, eine Zahl oder true oder false</translation>
    </message>
    <message>
        <source>the name of a file beside the lesson</source>
        <translation>der Name einer Datei neben der Lektion</translation>
    </message>
    <message>
        <source>a list of steps</source>
        <translation>eine Liste von Schritten</translation>
    </message>
    <message>
        <source>a scenario that settings lead to from the first step: a model that was opened from a file can stand in the first step alone</source>
        <translation>ein Szenario, zu dem Einstellungen vom ersten Schritt aus führen: Ein aus einer Datei geöffnetes Modell kann nur im ersten Schritt stehen</translation>
    </message>
    <message>
        <source>an output of a plan, a part of memory or a key</source>
        <translation>eine Ausgabe eines Plans, ein Teil des Speichers oder ein Schlüssel</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>a scenario or its code, a Hugging Face config.json, the files of a run (recipe, DeepSpeed or accelerate config, launch script) or a picture that Shardscope exported</source>
        <translation>ein Szenario oder dessen Code, eine config.json von Hugging Face, die Dateien eines Laufs (Rezept, DeepSpeed- oder accelerate-Konfiguration, Startskript) oder ein Bild, das Shardscope exportiert hat</translation>
    </message>
    <message>
        <source>default, format, file, derived or user</source>
        <translation>default, format, file, derived oder user</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>one recipe: name the files of one run</source>
        <translation>ein Rezept: Nennen Sie die Dateien eines einzigen Laufs</translation>
    </message>
    <message>
        <source>a folder that holds a config.json or the files of a run</source>
        <translation>ein Ordner, der eine config.json oder die Dateien eines Laufs enthält</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source>training.checkpointing full with parallel.framework megatron</source>
        <translation>training.checkpointing full mit parallel.framework megatron</translation>
    </message>
    <message>
        <source>parallel.tensor above 1 with training.modules torchtitan</source>
        <translation>parallel.tensor über 1 mit training.modules torchtitan</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 where the framework cuts the model</source>
        <translation>parallel.pipeline über 1, wo das Framework das Modell zerteilt</translation>
    </message>
    <message>
        <source>two or more stages in parallel.pipeline</source>
        <translation>zwei oder mehr Stufen in parallel.pipeline</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 with parallel.framework megatron or training.modules torchtitan</source>
        <translation>parallel.pipeline über 1 mit parallel.framework megatron oder training.modules torchtitan</translation>
    </message>
    <message>
        <source>parallel.context above 1 where the framework cuts sequences</source>
        <translation>parallel.context über 1, wo das Framework Sequenzen teilt</translation>
    </message>
    <message>
        <source>parallel.tensor above 1 with parallel.framework megatron or nanotron or training.modules torchtitan</source>
        <translation>parallel.tensor über 1 mit parallel.framework megatron oder nanotron oder training.modules torchtitan</translation>
    </message>
    <message>
        <source>parallel.framework deepspeed or fsdp2, or megatron or training.modules torchtitan with training.method full</source>
        <translation>parallel.framework deepspeed oder fsdp2, oder megatron oder training.modules torchtitan mit training.method full</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 with parallel.framework megatron</source>
        <translation>parallel.pipeline über 1 mit parallel.framework megatron</translation>
    </message>
    <message>
        <source>training.checkpointing selective with parallel.framework megatron</source>
        <translation>training.checkpointing selective mit parallel.framework megatron</translation>
    </message>
    <message>
        <source>training.checkpointing full with parallel.framework megatron and training.block_layers auto</source>
        <translation>training.checkpointing full mit parallel.framework megatron und training.block_layers auto</translation>
    </message>
    <message>
        <source>others have changed the file since it was opened</source>
        <translation>die Datei wurde anderswo geändert, seit sie geöffnet wurde</translation>
    </message>
    <message>
        <source>%1... (%2 more bytes)</source>
        <translation>%1... (%2 Byte mehr)</translation>
    </message>
    <message>
        <source>parallel.pipeline above 1 with parallel.framework megatron or deepspeed or training.modules torchtitan</source>
        <translation>parallel.pipeline über 1 mit parallel.framework megatron oder deepspeed oder training.modules torchtitan</translation>
    </message>
    <message>
        <source>a type for each of the %1 layers</source>
        <translation>eine Art für jede der %1 Schichten</translation>
    </message>
    <message>
        <source>fewer layers: each of them needs one of its kind before them</source>
        <translation>weniger Schichten: Jede von ihnen braucht vor ihnen eine ihrer Art</translation>
    </message>
    <message>
        <source>attention to earlier tokens</source>
        <translation>Attention auf frühere Token</translation>
    </message>
    <message>
        <source>true: embeddings of layers beside a head of its own are not known</source>
        <translation>true: Embeddings der Schichten neben einem eigenen Head sind hier nicht bekannt</translation>
    </message>
    <message>
        <source>a multiple of the %1 key heads</source>
        <translation>ein Vielfaches der %1 Key-Köpfe</translation>
    </message>
    <message>
        <source>layers of mamba (M), attention (*), mlp (-) or moe (E)</source>
        <translation>Schichten mit mamba (M), attention (*), mlp (-) oder moe (E)</translation>
    </message>
    <message>
        <source>%1, so that all heads are as wide as the mixer</source>
        <translation>%1, damit alle Köpfe zusammen so breit sind wie der Mixer</translation>
    </message>
    <message>
        <source>a divisor of the %1 heads</source>
        <translation>ein Teiler der %1 Köpfe</translation>
    </message>
    <message>
        <source>training.objective grpo with estimator detailed</source>
        <translation>training.objective grpo mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective grpo</source>
        <translation>training.objective grpo</translation>
    </message>
    <message>
        <source>training.objective grpo and rollout.engine vllm-colocate with estimator detailed</source>
        <translation>training.objective grpo und rollout.engine vllm-colocate mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective grpo and rollout.engine vllm-colocate</source>
        <translation>training.objective grpo und rollout.engine vllm-colocate</translation>
    </message>
    <message>
        <source>rollout.sleep on, with training.objective grpo and estimator detailed</source>
        <translation>rollout.sleep on, mit training.objective grpo und estimator detailed</translation>
    </message>
    <message>
        <source>rollout.sleep on, with training.objective grpo</source>
        <translation>rollout.sleep on, mit training.objective grpo</translation>
    </message>
    <message>
        <source>vision.images above 0</source>
        <translation>vision.images über 0</translation>
    </message>
    <message>
        <source>a known one. Nearest is %1, which reads all that the file says of the shape. To plan it as that, add &quot;%2&quot;: &quot;%1&quot; to the file</source>
        <translation>einer, der bekannt ist. Am nächsten kommt %1, das alles liest, was die Datei über die Form sagt. Um es so zu planen, ergänzen Sie die Datei um &quot;%2&quot;: &quot;%1&quot;</translation>
    </message>
    <message>
        <source>a known one. Nearest is %1, which does not read %3. To plan it as that nevertheless, add &quot;%2&quot;: &quot;%1&quot; to the file</source>
        <translation>einer, der bekannt ist. Am nächsten kommt %1, das %3 nicht liest. Um es trotzdem so zu planen, ergänzen Sie die Datei um &quot;%2&quot;: &quot;%1&quot;</translation>
    </message>
    <message>
        <source>training.method full with transformers 5 under the Trainer or FSDP2</source>
        <translation>training.method full mit transformers 5 unter Trainer oder FSDP2</translation>
    </message>
    <message>
        <source>training.method lora or qlora with transformers 5 under the Trainer or FSDP2</source>
        <translation>training.method lora oder qlora mit transformers 5 unter Trainer oder FSDP2</translation>
    </message>
    <message>
        <source>training.attention eager with parallel.framework megatron</source>
        <translation>training.attention eager mit parallel.framework megatron</translation>
    </message>
    <message>
        <source>true: an encoder&apos;s head beside its embedding is not known</source>
        <translation>true: Ein Kopf eines Encoders neben seinem Embedding ist nicht bekannt</translation>
    </message>
    <message>
        <source>training.objective classification or token-classification</source>
        <translation>training.objective classification oder token-classification</translation>
    </message>
    <message>
        <source>training.adapter lora or dora</source>
        <translation>training.adapter lora oder dora</translation>
    </message>
    <message>
        <source>training.adapter lora, dora or vera</source>
        <translation>training.adapter lora, dora oder vera</translation>
    </message>
    <message>
        <source>a training.adapter of named modules</source>
        <translation>ein training.adapter, dessen Module genannt werden</translation>
    </message>
    <message>
        <source>training.adapter ia3</source>
        <translation>training.adapter ia3</translation>
    </message>
    <message>
        <source>%1, as in the other stack: unlike stacks are not known</source>
        <translation>%1 wie im anderen Stapel: Ungleiche Stapel sind nicht bekannt</translation>
    </message>
    <message>
        <source>parallel.framework megatron with parallel.strategy ddp or zero1, training.method full or lora and training.precision bf16-master or fp16-master</source>
        <translation>parallel.framework megatron mit parallel.strategy ddp oder zero1, training.method full oder lora und training.precision bf16-master oder fp16-master</translation>
    </message>
    <message>
        <source>parallel.framework megatron, nanotron, fsdp2, or deepspeed with parallel.strategy ddp, zero1 or zero2, or training.modules torchtitan on single copies, with training.method full, or lora under megatron and fsdp2</source>
        <translation>parallel.framework megatron, nanotron, fsdp2, oder deepspeed mit parallel.strategy ddp, zero1 oder zero2, oder training.modules torchtitan auf einzelnen Kopien, mit training.method full, oder lora unter megatron und fsdp2</translation>
    </message>
    <message>
        <source>parallel.framework megatron or nanotron, or deepspeed with parallel.strategy ddp or zero1, or training.modules torchtitan under FSDP2 or on single copies, with training.method full, or lora under megatron</source>
        <translation>parallel.framework megatron oder nanotron, oder deepspeed mit parallel.strategy ddp oder zero1, oder training.modules torchtitan unter FSDP2 oder auf einzelnen Kopien, mit training.method full, oder lora unter megatron</translation>
    </message>
    <message>
        <source>F or S for each of the %1 layers</source>
        <translation>F oder S für jede der %1 Schichten</translation>
    </message>
    <message>
        <source>more than the %1 of qk_rope_head_dim, which are rotated</source>
        <translation>mehr als die %1 von qk_rope_head_dim, die gedreht werden</translation>
    </message>
    <message>
        <source>more than 0: the indexer reads the compressed query</source>
        <translation>mehr als 0: der Indexer liest die komprimierte Query</translation>
    </message>
    <message>
        <source>an indexer in the first layer: there is none before it</source>
        <translation>ein Indexer in der ersten Schicht: vor ihr gibt es keinen</translation>
    </message>
    <message>
        <source>%1, as many as num_experts makes</source>
        <translation>%1, so viele, wie num_experts anlegt</translation>
    </message>
    <message>
        <source>training.checkpointing full under DDP</source>
        <translation>training.checkpointing full unter DDP</translation>
    </message>
    <message>
        <source>training.adapter lora, dora, vera, loha or lokr</source>
        <translation>training.adapter lora, dora, vera, loha oder lokr</translation>
    </message>
    <message>
        <source>training.adapter lokr</source>
        <translation>training.adapter lokr</translation>
    </message>
    <message>
        <source>training.adapter oft</source>
        <translation>training.adapter oft</translation>
    </message>
    <message>
        <source>parallel.framework megatron with parallel.strategy ddp or zero1 and training.precision bf16-master or fp16-master, or fsdp2 with training.modules torchtitan and training.method full, or deepspeed with parallel.strategy ddp, zero1 or zero2 and training.method full</source>
        <translation>parallel.framework megatron mit parallel.strategy ddp oder zero1 und training.precision bf16-master oder fp16-master, oder fsdp2 mit training.modules torchtitan und training.method full, oder deepspeed mit parallel.strategy ddp, zero1 oder zero2 und training.method full</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4 and estimator detailed</source>
        <translation>training.method qlora mit training.base nf4 und estimator detailed</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4</source>
        <translation>training.method qlora mit training.base nf4</translation>
    </message>
    <message>
        <source>training.method qlora with training.base llm-int8 and estimator detailed</source>
        <translation>training.method qlora mit training.base llm-int8 und estimator detailed</translation>
    </message>
    <message>
        <source>training.method qlora with training.base llm-int8</source>
        <translation>training.method qlora mit training.base llm-int8</translation>
    </message>
    <message>
        <source>a number for each of the %1 layers</source>
        <translation>eine Zahl für jede der %1 Schichten</translation>
    </message>
    <message>
        <source>one width for all of the %1 layers</source>
        <translation>eine Breite für alle %1 Schichten</translation>
    </message>
    <message>
        <source>parallel.expert above 1</source>
        <translation>parallel.expert über 1</translation>
    </message>
    <message>
        <source>parallel.expert_capacity above 0</source>
        <translation>parallel.expert_capacity über 0</translation>
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
        <translation>training.objective gkd mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective gkd</source>
        <translation>training.objective gkd</translation>
    </message>
    <message>
        <source>one GPU, training.accumulation 1 and no master copy of the weights</source>
        <translation>eine GPU, training.accumulation 1 und keine Masterkopie der Gewichte</translation>
    </message>
    <message>
        <source>training.method full with training.precision bf16 under DDP, or FSDP in 16 bits, with estimator detailed</source>
        <translation>training.method full mit training.precision bf16 unter DDP, oder FSDP in 16 Bit, mit estimator detailed</translation>
    </message>
    <message>
        <source>training.method full with training.precision bf16 under DDP, or FSDP in 16 bits</source>
        <translation>training.method full mit training.precision bf16 unter DDP, oder FSDP in 16 Bit</translation>
    </message>
    <message>
        <source>training.method full under DDP, FSDP2 or Megatron-LM</source>
        <translation>training.method full mit DDP, FSDP2 oder Megatron-LM</translation>
    </message>
    <message>
        <source>training.fp8 of TransformerEngine (te-)</source>
        <translation>training.fp8 der TransformerEngine (te-)</translation>
    </message>
    <message>
        <source>training.optimizer galore-adamw or apollo-adamw with training.method full</source>
        <translation>training.optimizer galore-adamw oder apollo-adamw mit training.method full</translation>
    </message>
    <message>
        <source>training.optimizer galore-adamw or apollo-adamw with training.method full and estimator detailed</source>
        <translation>training.optimizer galore-adamw oder apollo-adamw mit training.method full und estimator detailed</translation>
    </message>
    <message>
        <source>a list of layer numbers</source>
        <translation>eine Liste von Layer-Nummern</translation>
    </message>
    <message>
        <source>at most the %1 experts there are</source>
        <translation>höchstens die %1 vorhandenen Experten</translation>
    </message>
    <message>
        <source>training.checkpointing other than none under the Trainer or FSDP</source>
        <translation>training.checkpointing außer none unter dem Trainer oder FSDP</translation>
    </message>
    <message>
        <source>less than the %1 layers of a period</source>
        <translation>weniger als die %1 Schichten einer Periode</translation>
    </message>
    <message>
        <source>one number of experts for all layers</source>
        <translation>eine Zahl von Experten für alle Schichten</translation>
    </message>
    <message>
        <source>training.adapter prompt-tuning, p-tuning or prefix-tuning</source>
        <translation>training.adapter prompt-tuning, p-tuning oder prefix-tuning</translation>
    </message>
    <message>
        <source>training.adapter prefix-tuning</source>
        <translation>training.adapter prefix-tuning</translation>
    </message>
    <message>
        <source>training.adapter p-tuning, or prefix-tuning with training.prefix_projection on</source>
        <translation>training.adapter p-tuning, oder prefix-tuning mit training.prefix_projection on</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4 or llm-int8 and estimator detailed</source>
        <translation>training.method qlora mit training.base nf4 oder llm-int8 und estimator detailed</translation>
    </message>
    <message>
        <source>training.method qlora with training.base nf4 or llm-int8</source>
        <translation>training.method qlora mit training.base nf4 oder llm-int8</translation>
    </message>
    <message>
        <source>at most the %1 numbers of a head</source>
        <translation>höchstens die %1 Zahlen eines Kopfes</translation>
    </message>
    <message>
        <source>2: its router draws as many, whatever the config says</source>
        <translation>2: So viele zieht sein Router, was immer die Konfiguration sagt</translation>
    </message>
    <message>
        <source>training.optimizer shampoo</source>
        <translation>training.optimizer shampoo</translation>
    </message>
    <message>
        <source>training.optimizer shampoo with estimator detailed</source>
        <translation>training.optimizer shampoo mit estimator detailed</translation>
    </message>
    <message>
        <source>a list of numbers of heads</source>
        <translation>eine Liste von Kopfzahlen</translation>
    </message>
    <message>
        <source>training.objective dpo, kto, grpo or ppo with estimator detailed</source>
        <translation>training.objective dpo, kto, grpo oder ppo mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective dpo, kto, grpo or ppo</source>
        <translation>training.objective dpo, kto, grpo oder ppo</translation>
    </message>
    <message>
        <source>training.objective grpo or ppo with estimator detailed</source>
        <translation>training.objective grpo oder ppo mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective grpo or ppo</source>
        <translation>training.objective grpo oder ppo</translation>
    </message>
    <message>
        <source>training.objective ppo with estimator detailed</source>
        <translation>training.objective ppo mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective ppo</source>
        <translation>training.objective ppo</translation>
    </message>
    <message>
        <source>training.checkpointing full with transformers&apos; modules under the Trainer, FSDP or ZeRO</source>
        <translation>training.checkpointing full mit Modulen von transformers unter dem Trainer, FSDP oder ZeRO</translation>
    </message>
    <message>
        <source>a file that describes a training run: axolotl, LLaMA-Factory, ms-swift, TRL, torchtune, torchtitan, LitGPT, LLM Foundry, nanotron, verl, DeepSpeed, accelerate, PEFT, or a launch script</source>
        <translation>eine Datei, die einen Trainingslauf beschreibt: axolotl, LLaMA-Factory, ms-swift, TRL, torchtune, torchtitan, LitGPT, LLM Foundry, nanotron, verl, DeepSpeed, accelerate, PEFT oder ein Startskript</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl and FSDP1 with estimator detailed</source>
        <translation>training.objective grpo, training.loop verl und FSDP1 mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl and FSDP1</source>
        <translation>training.objective grpo, training.loop verl und FSDP1</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl, FSDP1 and rollout.engine vllm-colocate with estimator detailed</source>
        <translation>training.objective grpo, training.loop verl, FSDP1 und rollout.engine vllm-colocate mit estimator detailed</translation>
    </message>
    <message>
        <source>training.objective grpo, training.loop verl, FSDP1 and rollout.engine vllm-colocate</source>
        <translation>training.objective grpo, training.loop verl, FSDP1 und rollout.engine vllm-colocate</translation>
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
        <translation>DeepSpeed-JSON</translation>
    </message>
    <message>
        <source>accelerate YAML</source>
        <translation>accelerate-YAML</translation>
    </message>
    <message>
        <source>axolotl recipe</source>
        <translation>axolotl-Rezept</translation>
    </message>
    <message>
        <source>LLaMA-Factory recipe</source>
        <translation>LLaMA-Factory-Rezept</translation>
    </message>
    <message>
        <source>TrainingArguments as JSON</source>
        <translation>TrainingArguments als JSON</translation>
    </message>
    <message>
        <source>TrainingArguments in Python</source>
        <translation>TrainingArguments in Python</translation>
    </message>
    <message>
        <source>torchtitan TOML</source>
        <translation>torchtitan-TOML</translation>
    </message>
    <message>
        <source>Megatron-LM flags</source>
        <translation>Megatron-LM-Optionen</translation>
    </message>
    <message>
        <source>torchrun line</source>
        <translation>torchrun-Zeile</translation>
    </message>
    <message>
        <source>accelerate launch line</source>
        <translation>accelerate-launch-Zeile</translation>
    </message>
    <message>
        <source>Slurm header</source>
        <translation>Slurm-Kopf</translation>
    </message>
    <message>
        <source>Goes with %1, the DeepSpeed JSON.</source>
        <translation>Gehört zu %1, dem DeepSpeed-JSON.</translation>
    </message>
    <message>
        <source>Not said here, as this format or the plan of it has other values: %1</source>
        <translation>Steht hier nicht, da dieses Format oder sein Plan andere Werte hat: %1</translation>
    </message>
</context>
<context>
    <name>findings</name>
    <message>
        <source>Each GPU is short by %1.</source>
        <translation>Jeder GPU fehlen %1.</translation>
    </message>
    <message>
        <source>It may reach %1, more than the GPU has.</source>
        <translation>Es können %1 werden, mehr als die GPU hat.</translation>
    </message>
    <message>
        <source>This GPU has no bf16 units: choose fp16 or fp32.</source>
        <translation>Diese GPU hat keine BF16-Einheiten: Wählen Sie FP16 oder FP32.</translation>
    </message>
    <message>
        <source>A Llama-like shape of %1 parameters stands in for a real model.</source>
        <translation>Eine Llama-Form mit %1 Parametern steht für ein echtes Modell.</translation>
    </message>
    <message>
        <source>The sequence is longer than the model was made for (%1 tokens).</source>
        <translation>Die Sequenz ist länger, als das Modell vorsieht (%1 Token).</translation>
    </message>
    <message>
        <source>%1 is the bottleneck: %2 of each step are exposed communication; without it a step would be %3 times as fast.</source>
        <translation>%1 ist der Engpass: %2 jedes Schritts sind nicht überlappte Kommunikation; ohne sie wäre ein Schritt %3-mal so schnell.</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s) do not fill whole nodes of %1.</source>
        <translation>
            <numerusform>%n GPU füllt keine ganzen Knoten zu %1.</numerusform>
            <numerusform>%n GPUs füllen keine ganzen Knoten zu %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>fp16 needs loss scaling to train stably; bf16 does not.</source>
        <translation>FP16 braucht Loss Scaling, um stabil zu trainieren; BF16 nicht.</translation>
    </message>
    <message>
        <source>The worksheet&apos;s rules of thumb do not know one of these options.</source>
        <translation>Die Faustformeln kennen eine dieser Optionen nicht.</translation>
    </message>
    <message>
        <source>No measured run of this model family was compared: expect to be off.</source>
        <translation>Kein gemessener Lauf dieser Modellfamilie wurde verglichen: Mit Abweichungen ist zu rechnen.</translation>
    </message>
    <message>
        <source>Sharding 4-bit weights needs a 16-bit storage type for them.</source>
        <translation>4-Bit-Gewichte zu sharden erfordert für sie einen 16-Bit-Speichertyp.</translation>
    </message>
    <message>
        <source>FlashAttention needs an Ampere GPU or newer, 16-bit numbers and heads of at most 256: choose another attention.</source>
        <translation>FlashAttention braucht eine GPU ab Ampere, 16-Bit-Zahlen und Köpfe von höchstens 256: Wählen Sie eine andere Attention.</translation>
    </message>
    <message>
        <source>transformers has no such attention for this model and refuses to start: choose another.</source>
        <translation>transformers hat für dieses Modell keine solche Attention und startet nicht: Wählen Sie eine andere.</translation>
    </message>
    <message>
        <source>This attention computes no gradient for the model&apos;s sinks: they stay as they are. Choose eager.</source>
        <translation>Diese Attention berechnet keinen Gradienten für die Sinks des Modells: Sie bleiben, wie sie sind. Wählen Sie eager.</translation>
    </message>
    <message>
        <source>SDPA leaves out the soft cap on this model&apos;s attention scores, without a word: what is trained is another model.</source>
        <translation>SDPA lässt die weiche Begrenzung der Attention-Werte dieses Modells wortlos weg: Trainiert wird ein anderes Modell.</translation>
    </message>
    <message>
        <source>Autograd keeps views of gathered experts, so that ZeRO-3 frees nothing when it releases them: %1 stay on each GPU until the backward pass. Checkpointing ends that, and so does FSDP; leaf modules do not.</source>
        <translation>Autograd behält Sichten auf gesammelte Experten, sodass ZeRO-3 nichts freigibt, wenn es sie loslässt: %1 bleiben bis zum Rückwärtslauf auf jeder GPU. Checkpointing beendet das, FSDP ebenso; Leaf-Module nicht.</translation>
    </message>
    <message>
        <source>DeepSpeed refuses an odd all-gather bucket in stages 1 and 2.</source>
        <translation>DeepSpeed lehnt in den Stufen 1 und 2 einen ungeraden All-Gather-Bucket ab.</translation>
    </message>
    <message>
        <source>FSDP2 cuts parameters along their first dimension and pads it to the GPUs that shard them: %1 of each gather of a layer are padding, more with more GPUs.</source>
        <translation>FSDP2 teilt Parameter entlang ihrer ersten Dimension und füllt sie auf die GPUs auf, die sie sich teilen: %1 jedes Sammelns einer Schicht sind Auffüllung, mehr mit mehr GPUs.</translation>
    </message>
    <message>
        <source>bitsandbytes passes over most weights of this model in this release of transformers: they stay in 16 bit.</source>
        <translation>bitsandbytes übergeht in dieser Version von transformers die meisten Gewichte dieses Modells: Sie bleiben in 16 Bit.</translation>
    </message>
    <message>
        <source>ZeRO-3 keeps %1 of all-gathered parameters at the peak: what its trace uses again within stage3_max_reuse_distance (1e9 elements) is not released. FSDP gathers layer by layer.</source>
        <translation>ZeRO-3 hält an der Spitze %1 Gewichte gesammelt: Was sein Trace innerhalb von stage3_max_reuse_distance (1e9 Elemente) wieder braucht, wird nicht freigegeben. FSDP sammelt Schicht für Schicht.</translation>
    </message>
    <message>
        <source>ZeRO-1 with offload hands over the gradients of its own partition alone: %1 of whole gradients stay on each GPU, more with more GPUs. ZeRO-2 frees them.</source>
        <translation>ZeRO-1 mit Auslagern übergibt nur die Gradienten der eigenen Partition: %1 ganze Gradienten bleiben auf jeder GPU, mit mehr GPUs mehr. ZeRO-2 gibt sie frei.</translation>
    </message>
    <message>
        <source>Expandable segments reserve %1 more here than segments of fixed size.</source>
        <translation>Erweiterbare Segmente reservieren hier %1 mehr als Segmente fester Größe.</translation>
    </message>
    <message>
        <source>This checkpointing takes %1 more here than less of it would.</source>
        <translation>Dieses Checkpointing braucht hier %1 mehr, als weniger davon bräuchte.</translation>
    </message>
    <message>
        <source>Offloading takes %1 more of each GPU here than it frees.</source>
        <translation>Das Auslagern braucht hier %1 mehr auf jeder GPU, als es freigibt.</translation>
    </message>
    <message>
        <source>Shard groups of %1 do not divide %2 GPUs: choose a divisor.</source>
        <translation>Sharding-Gruppen von %1 teilen %2 GPUs nicht: Wählen Sie einen Teiler.</translation>
    </message>
    <message>
        <source>These links cannot do the pinned algorithm: choose auto.</source>
        <translation>Diese Verbindungen beherrschen den festgelegten Algorithmus nicht: Wählen Sie „auto“.</translation>
    </message>
    <message>
        <source>Nothing here is an all-reduce: NCCL gathers and scatters around rings, whatever is pinned.</source>
        <translation>Nichts hier ist ein All-Reduce: NCCL sammelt und verteilt im Ring, was auch immer festgelegt ist.</translation>
    </message>
    <message>
        <source>This GPU has no such link: choose another, or leave it open.</source>
        <translation>Diese GPU hat keine solche Verbindung: Wählen Sie eine andere oder lassen Sie sie offen.</translation>
    </message>
    <message>
        <source>Each host is short by %1 of memory for what is offloaded.</source>
        <translation>Jedem Host fehlen %1 Speicher für das Ausgelagerte.</translation>
    </message>
    <message>
        <source>Each host needs %1 for what is offloaded. Whether it has as much is not known: say so under “%2”.</source>
        <comment>amount, name of an input</comment>
        <translation>Jeder Host braucht %1 für das Ausgelagerte. Ob er so viel hat, ist nicht bekannt: Geben Sie es unter „%2“ an.</translation>
    </message>
    <message>
        <source>PEFT cannot drop out inputs of experts that are one tensor: it stops before the first step.</source>
        <translation>PEFT kann kein Dropout auf Experten anwenden, die ein einziger Tensor sind: Es bricht vor dem ersten Schritt ab.</translation>
    </message>
    <message>
        <source>PEFT&apos;s adapter on this model&apos;s router makes the first step crash: leave the router out.</source>
        <translation>Der Adapter von PEFT auf dem Router dieses Modells lässt den ersten Schritt abstürzen: Lassen Sie den Router aus.</translation>
    </message>
    <message>
        <source>This is the language model alone: its vision or audio part is left out of every number.</source>
        <translation>Dies ist das Sprachmodell allein: Sein Bild- oder Audioteil fehlt in allen Zahlen.</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1, about %2). Planned is %3 of them, as they are trained.</source>
        <comment>method, amounts</comment>
        <translation>Die Datei des Modells hält seine Gewichte quantisiert (%1, etwa %2). Geplant sind %3 davon, wie sie trainiert werden.</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1). Planned is %2 of them, as they are trained.</source>
        <comment>method, amount</comment>
        <translation>Die Datei des Modells hält seine Gewichte quantisiert (%1). Geplant sind %2 davon, wie sie trainiert werden.</translation>
    </message>
    <message>
        <source>The model&apos;s file is a %1. A head that predicts the next token is planned in its place: %2 with its logits.</source>
        <comment>class, amount</comment>
        <translation>Die Datei des Modells ist ein %1. Geplant ist stattdessen ein Kopf, der das nächste Token vorhersagt: %2 mit seinen Logits.</translation>
    </message>
    <message>
        <source>Keys of the model&apos;s file change memory and are not counted: %1.</source>
        <translation>Schlüssel der Modelldatei ändern den Speicher und sind nicht mitgezählt: %1.</translation>
    </message>
    <message>
        <source>Adapters on %1 are not counted: about %2 more on each GPU.</source>
        <comment>modules, amount</comment>
        <translation>Adapter an %1 sind nicht mitgezählt: etwa %2 mehr auf jeder GPU.</translation>
    </message>
    <message>
        <source>%1 are to be trained whole, which is not counted: about %2 more on each GPU.</source>
        <comment>modules, amount</comment>
        <translation>%1 sollen ganz trainiert werden, was nicht mitgezählt ist: etwa %2 mehr auf jeder GPU.</translation>
    </message>
    <message>
        <source>One layer in %1 is checkpointed, and all are counted as if they were: about %2 more on each GPU.</source>
        <comment>number, amount</comment>
        <translation>Eine von %1 Schichten hat einen Checkpoint, gezählt sind alle, als hätten sie einen: etwa %2 mehr auf jeder GPU.</translation>
    </message>
    <message>
        <source>With label smoothing the Trainer computes the loss from all logits, whatever loss is chosen.</source>
        <translation>Mit Label-Glättung berechnet der Trainer den Verlust aus allen Logits, welcher Verlust auch gewählt ist.</translation>
    </message>
    <message>
        <source>Copies between GPU and host make each step %1 times as long.</source>
        <translation>Kopien zwischen GPU und Host machen jeden Schritt %1-mal so lang.</translation>
    </message>
    <message>
        <source>This framework cannot offload exactly that: the plan counts what it does instead.</source>
        <translation>Dieses Framework kann genau das nicht auslagern: Der Plan rechnet mit dem, was es stattdessen tut.</translation>
    </message>
    <message>
        <source>The optimizer runs on the CPU: about %1 of each step, by what its authors measured on one machine.</source>
        <translation>Der Optimizer läuft auf der CPU: etwa %1 jedes Schrittes, nach dem, was seine Autoren auf einer Maschine gemessen haben.</translation>
    </message>
    <message>
        <source>With one GPU nothing is sharded and nothing is sent.</source>
        <translation>Mit einer einzigen GPU wird nichts geshardet und nichts gesendet.</translation>
    </message>
    <message>
        <source>The attention heads do not divide what they share: frameworks refuse such a model.</source>
        <translation>Die Attention-Köpfe teilen nicht, was sie sich teilen sollen: Frameworks lehnen ein solches Modell ab.</translation>
    </message>
    <message>
        <source>Fewer GPUs, a power of two, take %1 less each: ZeRO-3 copies gradients that the ranks do not divide.</source>
        <translation>Weniger GPUs, eine Zweierpotenz, brauchen je %1 weniger: ZeRO-3 kopiert Gradienten, die sich nicht auf die Ranks aufteilen lassen.</translation>
    </message>
    <message>
        <source>ZeRO-3 keeps %1 more gathered beside adapters of this rank than of twice it.</source>
        <translation>ZeRO-3 hält neben Adaptern dieses Rangs %1 mehr zusammengetragen als neben solchen des doppelten.</translation>
    </message>
    <message>
        <source>A loop over experts takes %1 more here than grouped products: each expert&apos;s gradient is as large as all of them.</source>
        <translation>Eine Schleife über Experten braucht hier %1 mehr als gruppierte Produkte: Der Gradient jedes Experten ist so groß wie alle zusammen.</translation>
    </message>
    <message>
        <source>%1 at the peak are transient buffers of the optimizer step: a fused optimizer, or one that updates tensor by tensor, holds next to none.</source>
        <translation>%1 an der Spitze sind flüchtige Puffer des Optimizer-Schritts: Ein fused Optimizer, oder einer, der Tensor für Tensor vorgeht, hält fast keine.</translation>
    </message>
    <message>
        <source>%1 at the peak are transient buffers %2: shorter sequences or a smaller micro-batch shrink them.</source>
        <comment>amount, moment</comment>
        <translation>%1 an der Spitze sind flüchtige Puffer %2: Kürzere Sequenzen oder ein kleinerer Micro-Batch verkleinern sie.</translation>
    </message>
    <message>
        <source>%1 at the peak are no tensors, %2 of them reserved but unallocated: expandable_segments:True, or a larger share of the GPU left free, keeps such gaps from ending a run.</source>
        <translation>%1 an der Spitze sind keine Tensoren, %2 davon reserviert, aber nicht belegt: expandable_segments:True, oder mehr freier Speicher auf der GPU, verhindert, dass solche Lücken einen Lauf beenden.</translation>
    </message>
    <message>
        <source>The sequence is longer than the model&apos;s learned position table (%1 tokens): the first forward pass ends with an index error.</source>
        <translation>Die Sequenz ist länger als die gelernte Positionstabelle des Modells (%1 Token): Der erste Forward-Pass endet mit einem Indexfehler.</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads, %3 key-value heads and the MLP evenly.</source>
        <translation>%1 GPUs können %2 Attention-Köpfe, %3 Key-Value-Köpfe und das MLP nicht gleichmäßig teilen.</translation>
    </message>
    <message>
        <source>%1 layers cannot be cut into %2 equal stages.</source>
        <translation>%1 Schichten lassen sich nicht in %2 gleiche Stufen teilen.</translation>
    </message>
    <message>
        <source>%1 layers cannot be cut into %2 stages of %3 equal chunks.</source>
        <translation>%1 Schichten lassen sich nicht in %2 Stufen aus %3 gleichen Teilen teilen.</translation>
    </message>
    <message>
        <source>Interleaved stages need micro-steps in multiples of the %2 stages: %1 are none.</source>
        <translation>Verschränkte Stufen brauchen Mikroschritte in Vielfachen der %2 Stufen: %1 ist keines.</translation>
    </message>
    <message>
        <source>A sequence of %1 tokens cannot be cut evenly: context parallelism takes two pieces for each of %2 GPUs, sequence parallelism one for each of %3.</source>
        <translation>Eine Sequenz von %1 Tokens lässt sich nicht gleichmäßig teilen: Kontextparallelität nimmt zwei Stücke für jede von %2 GPUs, Sequenzparallelität eines für jede von %3.</translation>
    </message>
    <message>
        <source>%1 routed experts cannot be dealt out to %2 GPUs evenly.</source>
        <translation>%1 geroutete Experten lassen sich nicht gleichmäßig auf %2 GPUs verteilen.</translation>
    </message>
    <message>
        <source>%1 GPUs are no multiple of tensor × context × pipeline parallelism, %2.</source>
        <translation>%1 GPUs sind kein Vielfaches von Tensor- × Kontext- × Pipelineparallelität, %2.</translation>
    </message>
    <message>
        <source>The GPUs of a stage are no multiple of the %1 that one set of experts takes.</source>
        <translation>Die GPUs einer Stufe sind kein Vielfaches der %1, die ein Satz Experten braucht.</translation>
    </message>
    <message>
        <source>GPUs that share each expert have to divide its width.</source>
        <translation>GPUs, die sich jeden Experten teilen, müssen seine Breite teilen.</translation>
    </message>
    <message>
        <source>Tensor, pipeline, context and expert parallelism are planned for full training in bf16 or fp16 with fp32 masters, of models with pre-norm layers and plain attention: not for this one.</source>
        <translation>Tensor-, Pipeline-, Kontext- und Expertenparallelität werden für volles Training in bf16 oder fp16 mit fp32-Masterkopie geplant, von Modellen mit Pre-Norm-Schichten und einfacher Attention: nicht für dieses.</translation>
    </message>
    <message>
        <source>%1 GPUs share each matrix, %2 are in a node: what every layer sends and waits for goes over the network.</source>
        <translation>%1 GPUs teilen sich jede Matrix, %2 sind in einem Knoten: was jede Schicht sendet und worauf sie wartet, geht über das Netzwerk.</translation>
    </message>
    <message>
        <source>Megatron-LM computes its own loss, in place on each rank&apos;s share of the logits: no other is planned with it.</source>
        <translation>Megatron-LM berechnet seinen eigenen Loss, an Ort und Stelle auf dem Anteil jedes Rangs an den Logits: kein anderer wird damit geplant.</translation>
    </message>
    <message>
        <source>torch&apos;s pipelines need as many micro-steps as stages at least, and whole rounds where stages interleave: %1 micro-steps, %2 stages.</source>
        <translation>Pipelines von torch brauchen mindestens so viele Mikroschritte wie Stufen und, wo Stufen sich verschränken, ganze Runden: %1 Mikroschritte, %2 Stufen.</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads, %3 key-value heads, the MLP and the vocabulary evenly.</source>
        <translation>%1 GPUs können %2 Attention-Heads, %3 Key-Value-Heads, das MLP und das Vokabular nicht gleichmäßig teilen.</translation>
    </message>
    <message>
        <source>nanotron&apos;s 1F1B needs no fewer micro-steps than stages behind the first: %1 micro-steps, %2 stages.</source>
        <translation>Das 1F1B von nanotron braucht mindestens so viele Mikroschritte wie Stufen hinter der ersten: %1 Mikroschritte, %2 Stufen.</translation>
    </message>
    <message>
        <source>Ulysses cannot deal %1 attention heads, %2 key-value heads and the sequence out to %3 GPUs evenly.</source>
        <translation>Ulysses kann %1 Attention-Heads, %2 Key-Value-Heads und die Sequenz nicht gleichmäßig auf %3 GPUs verteilen.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s Ulysses is planned with flash attention, of models with plain attention: not for this one.</source>
        <translation>Ulysses von DeepSpeed ist mit Flash-Attention geplant, für Modelle mit gewöhnlicher Attention: nicht für dieses.</translation>
    </message>
    <message>
        <source>%1 is not planned here: DeepSpeed&apos;s context parallelism is Ulysses, torch&apos;s an all-gather; Megatron-LM has these two and a ring.</source>
        <translation>%1 ist hier nicht geplant: Kontextparallelität ist bei DeepSpeed Ulysses, bei torch ein All-Gather; Megatron-LM hat diese beiden und einen Ring.</translation>
    </message>
    <message>
        <source>nanotron computes its own loss from each rank&apos;s share of the logits: no other is planned with it.</source>
        <translation>nanotron berechnet einen eigenen Verlust aus dem Anteil jedes Ranks an den Logits: Ein anderer ist damit nicht geplant.</translation>
    </message>
    <message>
        <source>Where ranks share the head, the loss is torch&apos;s own cross-entropy: no other is planned with it.</source>
        <translation>Wo sich Ranks den Kopf teilen, ist der Loss torchs eigene Kreuzentropie: Ein anderer wird damit nicht geplant.</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads, %3 key-value heads and the MLP evenly. AutoTP would deal out uneven shares, which are not planned.</source>
        <translation>%1 GPUs können %2 Attention-Köpfe, %3 Key-Value-Köpfe und das MLP nicht gleichmäßig teilen. AutoTP würde ungleiche Anteile verteilen, die nicht geplant werden.</translation>
    </message>
    <message>
        <source>DeepSpeed 0.19.6 cannot start with AutoTP on a model with norms of single heads, such as Qwen3: summing up their gradients ends with an error.</source>
        <translation>DeepSpeed 0.19.6 kann mit AutoTP bei einem Modell mit Normen einzelner Köpfe, etwa Qwen3, nicht starten: Das Aufsummieren ihrer Gradienten endet mit einem Fehler.</translation>
    </message>
    <message>
        <source>Under ZeRO-3 transformers loads a model that is sharded already, in which AutoTP finds no matrix to cut: GPUs would repeat each other&apos;s work. Choose ZeRO-1 or ZeRO-2.</source>
        <translation>Unter ZeRO-3 lädt transformers ein Modell, das schon geshardet ist und in dem AutoTP keine Matrix zum Zerteilen findet: GPUs würden dieselbe Arbeit mehrfach tun. Wählen Sie ZeRO-1 oder ZeRO-2.</translation>
    </message>
    <message>
        <source>Where copies come last in the order of GPUs, Megatron-LM wants as many copies of the experts as of the rest: expert × expert tensor parallelism, %1, has to be tensor × context parallelism, %2, of models without experts as well.</source>
        <translation>Wo Kopien in der Reihenfolge der GPUs zuletzt kommen, verlangt Megatron-LM so viele Kopien der Experten wie vom Rest: Experten- × Tensorparallelität der Experten, %1, muss Tensor- × Kontextparallelität, %2, sein, auch bei Modellen ohne Experten.</translation>
    </message>
    <message>
        <source>%1 splits backward passes, which torch&apos;s pipelines do, with torchtitan&apos;s modules: Megatron-LM and nanotron have no such schedule.</source>
        <translation>%1 teilt Rückwärtsdurchläufe, was torchs Pipelines mit den Modulen von torchtitan tun: Megatron-LM und nanotron haben keinen solchen Ablauf.</translation>
    </message>
    <message>
        <source>%1 with checkpointing computes a layer again for each of its weights, and keeps all of it: that takes more memory than no checkpointing, and its time is not planned. Selective checkpointing stops with an error.</source>
        <translation>%1 mit Checkpointing berechnet eine Schicht für jedes ihrer Gewichte neu und behält alles davon: Das braucht mehr Speicher als ohne Checkpointing, und die Zeit dafür wird nicht geplant. Selektives Checkpointing endet mit einem Fehler.</translation>
    </message>
    <message>
        <source>%1 takes two chunks on a stage, not %2.</source>
        <translation>%1 nimmt zwei Teile auf einer Stufe, nicht %2.</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share %2 attention heads and the MLP evenly.</source>
        <translation>%1 GPUs können %2 Attention-Köpfe und das MLP nicht gleichmäßig teilen.</translation>
    </message>
    <message>
        <source>%1 layers cannot be dealt out to %2 stages.</source>
        <translation>%1 Schichten lassen sich nicht auf %2 Stufen verteilen.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s pipeline engine refuses ZeRO-2 and ZeRO-3: choose ZeRO-1, or no ZeRO.</source>
        <translation>Die Pipeline von DeepSpeed lehnt ZeRO-2 und ZeRO-3 ab: ZeRO-1 oder kein ZeRO wählen.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s pipelines are planned for full training in bf16 or fp16 with fp32 masters, without offload, context parallelism or selective checkpointing, of models that Megatron-DeepSpeed&apos;s GPTModelPipe can stand for: LayerNorm, GELU, biases, as many key heads as heads, learned positions or ALiBi, and a tied table, as GPT-2 and BLOOM have. Not for this one.</source>
        <translation>Pipelines von DeepSpeed werden für volles Training in bf16 oder fp16 mit fp32-Masterkopien geplant, ohne Auslagern, Kontextparallelität oder selektives Checkpointing, von Modellen, für die GPTModelPipe aus Megatron-DeepSpeed stehen kann: LayerNorm, GELU, Biases, so viele Key-Köpfe wie Köpfe, gelernte Positionen oder ALiBi und eine gemeinsame Tabelle, wie GPT-2 und BLOOM sie haben. Hier nicht.</translation>
    </message>
    <message>
        <source>This pipeline does not run %1 with %2 chunks on a stage: interleaved 1F1B and zero bubble take several, 1F1B and GPipe one, and Megatron-LM and DeepSpeed have no GPipe.</source>
        <translation>Diese Pipeline führt %1 nicht mit %2 Teilen auf einer Stufe aus: Verschachteltes 1F1B und Abläufe ohne Blase nehmen mehrere, 1F1B und GPipe einen, und Megatron-LM und DeepSpeed haben kein GPipe.</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed computes its own loss, in place on each rank&apos;s share of the logits: no other is planned with it.</source>
        <translation>Megatron-DeepSpeed berechnet einen eigenen Verlust, an Ort und Stelle auf dem Anteil jedes Ranks an den Logits: Ein anderer ist damit nicht geplant.</translation>
    </message>
    <message>
        <source>Of this accelerator the capacity alone is known: all else here is what CUDA&apos;s kernels, libraries and allocator would take, which it does not run.</source>
        <translation>Von diesem Beschleuniger ist nur die Kapazität bekannt: Alles andere hier ist, was Kernel, Bibliotheken und Allokator von CUDA brauchen würden, und CUDA läuft darauf nicht.</translation>
    </message>
    <message>
        <source>This is the language model alone: its vision part, whose weights take %1 in 16 bit, is left out of every number.</source>
        <translation>Das ist nur das Sprachmodell: Sein Bildteil, dessen Gewichte in 16 Bit %1 belegen, fehlt in allen Zahlen.</translation>
    </message>
    <message>
        <source>What these modules hold of such a model, trained so, is not derived here: it is planned as transformers 5 has it.</source>
        <translation>Was diese Module von einem solchen Modell halten, das so trainiert wird, ist hier nicht hergeleitet: Es wird so geplant, wie transformers 5 es hat.</translation>
    </message>
    <message>
        <source>PEFT refuses adapters on out_proj in this family, as its kernels read the weight past the adapter: it stops before the first step. Adapt the other matrices.</source>
        <translation>PEFT verweigert in dieser Familie Adapter auf out_proj, da ihre Kernel das Gewicht am Adapter vorbei lesen: Es hält vor dem ersten Schritt an. Adaptieren Sie die anderen Matrizen.</translation>
    </message>
    <message>
        <source>What %1 holds is not derived with %2 as it is: this is no plan of such a run.</source>
        <translation>Was %1 belegt, ist mit dieser Einstellung von %2 nicht hergeleitet: Dies ist kein Plan eines solchen Laufs.</translation>
    </message>
    <message>
        <source>The answers of a step are not a multiple of the %1 to each prompt: TRL does not start.</source>
        <translation>Die Antworten eines Schritts sind kein Vielfaches der %1 je Prompt: TRL startet nicht.</translation>
    </message>
    <message>
        <source>vLLM&apos;s share of the GPU holds its weights and no KV cache for a whole answer: it does not start.</source>
        <translation>vLLMs Anteil der GPU fasst die Gewichte, aber keinen KV-Cache für eine ganze Antwort: Es startet nicht.</translation>
    </message>
    <message>
        <source>vLLM&apos;s KV cache takes at most %1 tokens, that of %2 whole answers at once; a step asks each engine for %3.</source>
        <translation>vLLMs KV-Cache fasst höchstens %1 Token, also %2 ganze Antworten zugleich; ein Schritt verlangt von jeder Engine %3.</translation>
    </message>
    <message>
        <source>How long answers take to generate is not planned: speeds are those of scoring and training.</source>
        <translation>Wie lange das Generieren der Antworten dauert, wird nicht geplant: Die Geschwindigkeiten gelten für Bewertung und Training.</translation>
    </message>
    <message>
        <source>TRL adds the router&apos;s loss to models with experts (router_aux_loss_coef): what it makes, %1, is not counted.</source>
        <translation>TRL fügt bei Modellen mit Experten den Loss des Routers hinzu (router_aux_loss_coef): Was dabei entsteht, %1, ist nicht eingerechnet.</translation>
    </message>
    <message>
        <source>The images of a sequence take %1 tokens, more than its %2: some would be cut off, and the first forward pass ends with an error.</source>
        <translation>Die Bilder einer Sequenz brauchen %1 Tokens, mehr als ihre %2: einige würden abgeschnitten, und der erste Forward-Pass endet mit einem Fehler.</translation>
    </message>
    <message>
        <source>How large the images are is not said: the vision tower is left out. Its processor takes them as they are from %1 to %2 pixels, one token for each %3 of them.</source>
        <translation>Wie groß die Bilder sind, ist nicht angegeben: Der Vision-Tower fehlt in den Zahlen. Sein Prozessor nimmt sie von %1 bis %2 Pixel, wie sie sind, mit einem Token je %3 Pixel.</translation>
    </message>
    <message>
        <source>What is frozen (%1) is counted as if it were trained: up to %2 less on each GPU.</source>
        <comment>layers, amount</comment>
        <translation>Was eingefroren ist (%1), wird gezählt, als würde es trainiert: bis zu %2 weniger auf jeder GPU.</translation>
    </message>
    <message>
        <source>An encoder has no next token to predict: what is planned is that it learns masked ones (masked-lm).</source>
        <translation>Ein Encoder hat kein nächstes Token vorherzusagen: Geplant wird, dass er maskierte lernt (masked-lm).</translation>
    </message>
    <message>
        <source>What adapters of this kind (%1) hold is not derived with %2 as it is: this is no plan of such a run.</source>
        <comment>kind, input</comment>
        <translation>Was Adapter dieser Art (%1) mit %2, wie es eingestellt ist, belegen, ist nicht hergeleitet: das ist kein Plan eines solchen Laufs.</translation>
    </message>
    <message>
        <source>The factors start from a decomposition of each matrix (%1), in fp32, before the first step. What that takes is not planned; the steps hold the same, whatever they start from.</source>
        <comment>how factors start</comment>
        <translation>Die Faktoren gehen von einer Zerlegung jeder Matrix aus (%1), in FP32 und vor dem ersten Schritt. Was das braucht, ist nicht geplant; die Schritte selbst belegen in jedem Fall dasselbe.</translation>
    </message>
    <message>
        <source>%1 GPUs cannot share the factors of adapters: a LoRA rank of %2 is no multiple.</source>
        <translation>%1 GPUs können sich die Faktoren der Adapter nicht teilen: Ein LoRA-Rang von %2 ist kein Vielfaches.</translation>
    </message>
    <message>
        <source>Under Megatron-LM plain LoRA is planned as Megatron-Bridge puts it beside whole matrices (query, key and value together, gate and up together), in 16 bit, of dense models with pre-norm layers and plain attention: not for this one.</source>
        <translation>Unter Megatron-LM wird einfaches LoRA so geplant, wie Megatron-Bridge es neben ganze Matrizen setzt (Query, Key und Value zusammen, Gate und Up zusammen), in 16 Bit, für dichte Modelle mit Norm vor jedem Block und gewöhnlicher Attention: nicht für dieses.</translation>
    </message>
    <message>
        <source>What models with an encoder hold is not derived with %1 as it is: this is no plan of such a run.</source>
        <translation>Was Modelle mit einem Encoder belegen, ist mit dieser Einstellung von %1 nicht hergeleitet: Dies ist kein Plan eines solchen Laufs.</translation>
    </message>
    <message>
        <source>KTO compares the answers of a micro-batch, and this one has but one: TRL does not start.</source>
        <translation>KTO vergleicht die Antworten eines Micro-Batches, und dieser hat nur eine: TRL startet nicht.</translation>
    </message>
    <message>
        <source>Attention that sees what an indexer has picked is planned whole, under data parallelism: what GPUs hold of it that share matrices, sequences, layers or experts is not derived here.</source>
        <translation>Attention, die sieht, was ein Indexer ausgewählt hat, wird ungeteilt geplant, unter Datenparallelität: Was GPUs davon halten, die sich Matrizen, Sequenzen, Schichten oder Experten teilen, ist hier nicht hergeleitet.</translation>
    </message>
    <message>
        <source>An indexer picks the tokens that this model&apos;s attention sees, and no gradient reaches it. What such a run holds with %1 as it is is not derived: it is for one GPU, DDP and FSDP2, and for LoRA beside other modules with ZeRO-1, ZeRO-2 and FSDP1.</source>
        <comment>input</comment>
        <translation>Ein Indexer wählt die Token aus, die die Attention dieses Modells sieht, und kein Gradient erreicht ihn. Was ein solcher Lauf mit %1 in dieser Einstellung hält, ist nicht hergeleitet: wohl aber für eine GPU, DDP und FSDP2, und mit LoRA neben anderen Modulen auch für ZeRO-1, ZeRO-2 und FSDP1.</translation>
    </message>
    <message>
        <source>DistributedDataParallel waits for gradients that this model&apos;s indexer never gets, and under checkpointing the Trainer does not tell it to look for them: the second step ends with an error. FSDP2 does not wait.</source>
        <translation>DistributedDataParallel wartet auf Gradienten, die der Indexer dieses Modells nie bekommt, und mit Checkpointing sagt der Trainer ihm nicht, dass er nach ihnen suchen soll: Der zweite Schritt endet mit einem Fehler. FSDP2 wartet nicht.</translation>
    </message>
    <message>
        <source>Where sequences are padded, SDPA in transformers 5.12.1 shows each token what this model&apos;s indexer has left out, later tokens among it, without a word. Planned are sequences without padding; with it, choose eager.</source>
        <translation>Wo Sequenzen aufgefüllt sind, zeigt SDPA in transformers 5.12.1 jedem Token, was der Indexer dieses Modells weggelassen hat, darunter spätere Token, und sagt es nicht. Geplant sind Sequenzen ohne Padding; mit Padding: eager wählen.</translation>
    </message>
    <message>
        <source>PEFT refuses adapters on this model&apos;s experts, which are no linear modules although their matrices bear such names: it stops before the first step. “all-linear” leaves them out.</source>
        <translation>PEFT lehnt Adapter an den Experten dieses Modells ab, die keine linearen Module sind, obwohl ihre Matrizen solche Namen tragen: Es bricht vor dem ersten Schritt ab. „all-linear“ lässt sie aus.</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1). transformers trains none of them so, nor adapters beside them: with dequantize=True in its quantization_config it makes 16-bit weights of them as it loads them, one tensor at a time, and %2 of these are planned.</source>
        <comment>method, amount</comment>
        <translation>Die Datei des Modells enthält quantisierte Gewichte (%1). transformers trainiert sie so nicht, auch keine Adapter neben ihnen: Mit dequantize=True in der quantization_config macht es beim Laden 16-Bit-Gewichte daraus, einen Tensor nach dem anderen, und %2 davon sind geplant.</translation>
    </message>
    <message>
        <source>The model&apos;s file holds its weights quantised (%1), and transformers refuses to load it with a BitsAndBytesConfig: QLoRA does not start. Load a 16-bit copy of the model, or train LoRA beside what is dequantised when it is loaded.</source>
        <comment>method</comment>
        <translation>Die Datei des Modells enthält quantisierte Gewichte (%1), und transformers weigert sich, sie mit einer BitsAndBytesConfig zu laden: QLoRA startet nicht. Eine 16-Bit-Kopie des Modells laden, oder LoRA neben dem trainieren, was beim Laden dequantisiert wird.</translation>
    </message>
    <message>
        <source>8-bit products are not derived with %1 as it is: this is no plan.</source>
        <translation>8-Bit-Produkte sind mit %1, wie es steht, nicht hergeleitet: Dies ist kein Plan.</translation>
    </message>
    <message>
        <source>Activations on the host are not derived with %1 as it is: this is no plan.</source>
        <translation>Was Aktivierungen auf dem Host halten, ist bei %1 in dieser Einstellung nicht hergeleitet: Das ist kein Plan.</translation>
    </message>
    <message>
        <source>Where more GPUs share a set of experts than it has, torchtitan cuts each of them: %1 GPUs do not divide a width of %2 and a hidden size of %3 evenly, and FSDP2 stops with an error.</source>
        <translation>Teilen sich mehr GPUs einen Satz Experten, als er enthält, zerschneidet torchtitan jeden von ihnen: %1 GPUs teilen eine Breite von %2 und eine Hidden Size von %3 nicht gleichmäßig auf, und FSDP2 bricht mit einem Fehler ab.</translation>
    </message>
    <message>
        <source>torch&apos;s own tensor, pipeline, context and expert parallelism are planned for full training of models like Llama (RMSNorm, gated MLP, separate projections, a head of its own) that FSDP2 shards or that is there once; experts and norms of single heads without tensor parallelism, experts that are dealt out without hybrid sharding, offload, selective checkpointing and split backward passes: not for this one.</source>
        <translation>Tensor-, Pipeline-, Kontext- und Expertenparallelität von torch selbst werden geplant, wenn alle Gewichte von Modellen wie Llama trainiert werden (RMSNorm, MLP mit Gate, getrennte Projektionen, eigener Kopf), die FSDP2 aufteilt oder die es einmal gibt; Experten und Normen einzelner Heads ohne Tensorparallelität, verteilte Experten ohne Hybrid Sharding, Offload, selektives Checkpointing und geteilte Rückwärtsläufe: für dieses nicht.</translation>
    </message>
    <message>
        <source>transformers&apos; Trainer and accelerate hand DeepSpeed the parameters as they were before AutoEP replaced the experts: it stops with an error. Call deepspeed.initialize without parameters, and name the optimizer in its config.</source>
        <translation>Der Trainer von transformers und accelerate übergeben DeepSpeed die Parameter, wie sie waren, bevor AutoEP die Experten ersetzt hat: Es bricht mit einem Fehler ab. Rufen Sie deepspeed.initialize ohne Parameter auf und nennen Sie den Optimierer in dessen Konfiguration.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP deals out experts beside data parallelism: beside AutoTP, Ulysses or stages it is not planned. Megatron-LM deals them out beside all of these.</source>
        <translation>AutoEP von DeepSpeed verteilt Experten neben Datenparallelität: Neben AutoTP, Ulysses oder Stufen wird es nicht geplant. Megatron-LM verteilt sie neben all diesen.</translation>
    </message>
    <message>
        <source>What ZeRO-3 gathers of experts that AutoEP has dealt out is not planned: choose ZeRO-1 or ZeRO-2, or torchtitan&apos;s experts, which FSDP2 shards further.</source>
        <translation>Was ZeRO-3 von Experten einsammelt, die AutoEP verteilt hat, wird nicht geplant: Wählen Sie ZeRO-1 oder ZeRO-2, oder die Experten von torchtitan, die FSDP2 weiter shardet.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP looks for experts by the names of their modules: under PEFT&apos;s it finds none, and stops with an error. Train all weights, or leave all experts on each GPU.</source>
        <translation>AutoEP von DeepSpeed sucht Experten nach den Namen ihrer Module: Unter denen von PEFT findet es keine und bricht mit einem Fehler ab. Trainieren Sie alle Gewichte, oder lassen Sie alle Experten auf jeder GPU.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoEP is planned for full training of Mixtral, Qwen2-MoE, Qwen3-MoE, DeepSeek-V2 and DeepSeek-V3 as transformers 5 writes them, in 16 bit with fp32 masters, to predict the next token, with AdamW, Lion or SGD, without offload and selective checkpointing: not for this one.</source>
        <translation>AutoEP von DeepSpeed wird für volles Training von Mixtral, Qwen2-MoE, Qwen3-MoE, DeepSeek-V2 und DeepSeek-V3 geplant, wie transformers 5 sie schreibt, in 16 Bit mit fp32-Mastern, zur Vorhersage des nächsten Tokens, mit AdamW, Lion oder SGD, ohne Offload und selektives Checkpointing: hier nicht.</translation>
    </message>
    <message>
        <source>In fp32 SDPA has no fused kernel for queries that share keys and values: where a batch has no padding, it keeps the scores of all pairs of tokens, as eager attention does. Under autocast a fused kernel takes them in 16 bit.</source>
        <translation>In fp32 hat SDPA keinen fusionierten Kernel für Queries, die sich Keys und Values teilen: Wo ein Batch kein Padding hat, behält es wie Eager-Attention die Werte aller Tokenpaare. Unter Autocast rechnet ein fusionierter Kernel mit 16 Bit.</translation>
    </message>
    <message>
        <source>bitsandbytes&apos; 8-bit weights cannot be sharded: each module holds its own beside the parameter. 4-bit weights in a 16-bit storage type can.</source>
        <translation>Die 8-Bit-Gewichte von bitsandbytes lassen sich nicht sharden: Jedes Modul hält die seinen neben dem Parameter. 4-Bit-Gewichte in einem 16-Bit-Speichertyp schon.</translation>
    </message>
    <message>
        <source>LLM.int8&apos;s products hold on to what they are given until the backward pass is over, and checkpoints do not free it: %1 of the layers. A 4-bit base does not.</source>
        <translation>Die Produkte von LLM.int8 halten ihre Eingaben bis zum Ende des Rückwärtslaufs fest, und Checkpoints geben sie nicht frei: %1 in den Schichten. Eine 4-Bit-Basis tut das nicht.</translation>
    </message>
    <message>
        <source>What such a base (%1) holds is not derived with %2 as it is: this is no plan of such a run.</source>
        <comment>base, input</comment>
        <translation>Was eine solche Basis (%1) mit %2, wie es eingestellt ist, belegt, ist nicht hergeleitet: das ist kein Plan eines solchen Laufs.</translation>
    </message>
    <message>
        <source>This is the language model alone. The class with vision and audio parts, whose weights take %1 in 16 bit, also embeds every token as one of an image and as one of a sound, even where there is text alone: all of that is left out of every number.</source>
        <translation>Das ist nur das Sprachmodell. Die Klasse mit Bild- und Audioteil, deren Gewichte in 16 Bit %1 belegen, bettet jedes Token außerdem als eines eines Bildes und als eines eines Klanges ein, auch wo es nur Text gibt: All das fehlt in allen Zahlen.</translation>
    </message>
    <message>
        <source>What torch.compile keeps was followed for dense decoders on one GPU, full and with LoRA. Of this run it is derived from what its partitioner does, or planned as without it.</source>
        <translation>Was torch.compile behält, wurde für dichte Decoder auf einer GPU verfolgt, voll und mit LoRA. Für diesen Lauf ist es aus dem abgeleitet, was sein Partitioner tut, oder so geplant wie ohne.</translation>
    </message>
    <message>
        <source>How large the images are is not said: the vision tower is left out. Its processor cuts each into at most %1 tiles of %2 pixels a side, %3 tokens each.</source>
        <translation>Wie groß die Bilder sind, ist nicht angegeben: Der Vision-Tower fehlt in den Zahlen. Sein Prozessor zerlegt jedes in höchstens %1 Kacheln von %2 Pixeln Seitenlänge mit je %3 Token.</translation>
    </message>
    <message>
        <source>The model&apos;s audio part, whose weights take %1 in 16 bit, is left out of every number.</source>
        <translation>Der Audio-Teil des Modells, dessen Gewichte in 16 Bit %1 belegen, fehlt in jeder Zahl.</translation>
    </message>
    <message>
        <source>Tokens are taken to come to the experts of every GPU alike. A GPU that gets half as many more holds about %1 more for each micro-batch that is under way, and the others wait for it (parallel.expert_load).</source>
        <translation>Angenommen wird, dass zu den Experten jeder GPU gleich viele Tokens kommen. Eine GPU, die anderthalbmal so viele bekommt, hält je Micro-Batch, der unterwegs ist, etwa %1 mehr, und die anderen warten auf sie (parallel.expert_load).</translation>
    </message>
    <message>
        <source>PEFT refuses adapters on the matrices of this vision tower, which stand within modules of the same names as the decoder&apos;s: it stops before the first step. Exclude the tower (vision.tower frozen), or adapt “all-linear”.</source>
        <translation>PEFT lehnt Adapter an den Matrizen dieses Vision-Towers ab, die in Modulen mit denselben Namen wie die des Decoders stehen: Es bricht vor dem ersten Schritt ab. Nehmen Sie den Tower aus (vision.tower frozen) oder adaptieren Sie „all-linear“.</translation>
    </message>
    <message>
        <source>The teacher&apos;s vocabulary has %1 words, the model&apos;s %2: the loss compares the logits of each word with each other, and ends with an error.</source>
        <translation>Das Vokabular des Lehrmodells hat %1 Wörter, das des Modells %2: Der Loss vergleicht die Logits Wort für Wort und endet mit einem Fehler.</translation>
    </message>
    <message>
        <source>Updates within the backward pass are not derived with %1 as it is: this is no plan.</source>
        <translation>Was Aktualisierungen im Backward-Pass halten, ist bei %1 in dieser Einstellung nicht hergeleitet: Das ist kein Plan.</translation>
    </message>
    <message>
        <source>This GPU has no units for such 8-bit products: choose 16 bits.</source>
        <translation>Diese GPU hat keine Einheiten für solche 8-Bit-Produkte: 16 Bit wählen.</translation>
    </message>
    <message>
        <source>Planned is FlashAttention. SDPA, which transformers takes unless another is asked for, is given a mask where layers have a window, here of %1 tokens, and keys and values of all heads: about %2 more. Without flash-attn choose SDPA.</source>
        <comment>tokens, memory</comment>
        <translation>Geplant ist FlashAttention. SDPA, das transformers nimmt, solange nichts anderes verlangt ist, bekommt eine Maske, wo Schichten ein Fenster haben, hier von %1 Token, und Schlüssel und Werte aller Köpfe: etwa %2 mehr. Ohne flash-attn SDPA wählen.</translation>
    </message>
    <message>
        <source>GaLore decomposes the gradient of each matrix anew every 200 steps, by an SVD in fp32. The copies of the largest moment are planned; cuSOLVER&apos;s workspace and the time that it takes are not.</source>
        <translation>GaLore zerlegt den Gradienten jeder Matrix alle 200 Schritte neu, durch eine SVD in FP32. Die Kopien des größten Moments sind geplant; der Arbeitsspeicher von cuSOLVER und die Zeit dafür sind es nicht.</translation>
    </message>
    <message>
        <source>What an optimizer of projected gradients holds is not derived with %1 as it is: this is no plan.</source>
        <translation>Was ein Optimierer mit projizierten Gradienten hält, ist bei %1 in dieser Einstellung nicht hergeleitet: Das ist kein Plan.</translation>
    </message>
    <message>
        <source>There are images, but no vision tower of this model is known here: those of Qwen2-VL to Qwen3.5, Gemma 3, Gemma 4, PaliGemma, InternVL, Mistral 3, Idefics 3, SmolVLM, LLaVA, Llama 3.2 and Llama 4 are. Every number is of text alone.</source>
        <translation>Es gibt Bilder, aber kein Vision-Tower dieses Modells ist hier bekannt: Die von Qwen2-VL bis Qwen3.5, Gemma 3, Gemma 4, PaliGemma, InternVL, Mistral 3, Idefics 3, SmolVLM, LLaVA, Llama 3.2 und Llama 4 sind es. Alle Zahlen gelten für Text allein.</translation>
    </message>
    <message>
        <source>mamba-ssm&apos;s kernel multiplies with the weights of %1 themselves: adapters beside them get no gradient, and learn nothing. transformers&apos; own statements call the modules, and take far more.</source>
        <comment>names of matrices</comment>
        <translation>Der Kernel von mamba-ssm multipliziert mit den Gewichten von %1 selbst: Adapter daneben bekommen keinen Gradienten und lernen nichts. Die eigenen Anweisungen von transformers rufen die Module auf und brauchen weit mehr.</translation>
    </message>
    <message>
        <source>mamba-ssm&apos;s kernel multiplies with the weight of out_proj itself: not with what QLoRA packs into four bits, and that of Mamba 1 not with a bias. Where FSDP2 or autocast leave Falcon-H1&apos;s factors in FP32, and where sequences of Nemotron-H are padded, it does not run, or otherwise than is derived here. Under autocast Jamba&apos;s scan gets inputs in FP32 beside values of 16 bits, which it refuses. transformers&apos; own statements are planned.</source>
        <translation>Der Kernel von mamba-ssm multipliziert mit dem Gewicht von out_proj selbst: nicht mit dem, was QLoRA in vier Bit packt, und der von Mamba 1 nicht mit einem Bias. Wo FSDP2 oder Autocast die Faktoren von Falcon-H1 in FP32 belassen und wo Sequenzen von Nemotron-H aufgefüllt sind, läuft er nicht oder anders, als hier hergeleitet ist. Unter Autocast bekommt der Scan von Jamba Eingaben in FP32 neben Werten von 16 Bit, was er ablehnt. Die eigenen Anweisungen von transformers werden geplant.</translation>
    </message>
    <message>
        <source>transformers has no gradient checkpointing for this model&apos;s class: the Trainer stops before the first step when it is asked for (transformers 5.12).</source>
        <translation>transformers kennt für die Klasse dieses Modells kein Gradient-Checkpointing: Wird es verlangt, hält der Trainer vor dem ersten Schritt an (transformers 5.12).</translation>
    </message>
    <message>
        <source>FSDP2&apos;s mixed precision casts parameters alone: the decays of this model&apos;s lightning attention are buffers and stay in FP32, and torch refuses the product of what they scale with values of 16 bits. It stops in the first step. DeepSpeed and FSDP1 cast buffers, too; weights loaded in 16 bits bring such buffers.</source>
        <translation>Die gemischte Genauigkeit von FSDP2 wandelt nur Parameter um: die Abklingfaktoren der Lightning Attention dieses Modells sind Puffer und bleiben in FP32, und torch lehnt das Produkt dessen, was sie skalieren, mit Werten von 16 Bit ab. Der erste Schritt bricht ab. DeepSpeed und FSDP1 wandeln auch Puffer um; in 16 Bit geladene Gewichte bringen solche Puffer mit.</translation>
    </message>
    <message>
        <source>GPTQ&apos;s products leave their matrices in 16 bits to autograd, which keeps each until its backward pass: %1, as much as a base that is not quantised. With checkpoints it is one layer&apos;s.</source>
        <translation>Die Produkte von GPTQ überlassen Autograd ihre Matrizen in 16 Bit, und es behält jede bis zu ihrem Rückwärtslauf: %1, so viel wie eine Basis, die nicht quantisiert ist. Mit Checkpoints sind es die einer Schicht.</translation>
    </message>
    <message>
        <source>PEFT&apos;s “all-linear” finds none of this base&apos;s modules, as they are no subclasses of nn.Linear, and stops: name the matrices. Programs that collect the names themselves start.</source>
        <translation>„all-linear“ von PEFT findet keines der Module dieser Basis, da sie keine Unterklassen von nn.Linear sind, und bricht ab: Nennen Sie die Matrizen. Programme, die die Namen selbst sammeln, starten.</translation>
    </message>
    <message>
        <source>This model&apos;s class for FlashAttention leaves out the windows of its local layers, without a word: what is trained is another model. Choose eager.</source>
        <translation>Die Klasse dieses Modells für FlashAttention lässt die Fenster seiner lokalen Schichten ohne ein Wort weg: Trainiert wird ein anderes Modell. eager wählen.</translation>
    </message>
    <message>
        <source>This model&apos;s class keeps the weights of its routers in FP32 beside 16-bit ones, and FSDP wants one dtype of all that it gathers at once: it stops before the first step. Weights in FP32, with mixed precision, are planned.</source>
        <translation>Die Klasse dieses Modells behält die Gewichte seiner Router in FP32, neben solchen in 16 Bit, und FSDP will für alles, was es auf einmal sammelt, einen Datentyp: Der Lauf endet vor dem ersten Schritt. Gewichte in FP32 mit gemischter Genauigkeit werden geplant.</translation>
    </message>
    <message>
        <source>SOAP finds the eigenbases of each matrix anew every 10 steps, by a QR decomposition in fp32. The copies of the largest moment are planned; cuSOLVER&apos;s workspace and the time that all its products take are not.</source>
        <translation>SOAP findet die Eigenbasen jeder Matrix alle 10 Schritte neu, durch eine QR-Zerlegung in FP32. Die Kopien des größten Moments sind geplant; der Arbeitsspeicher von cuSOLVER und die Zeit für alle seine Produkte sind es nicht.</translation>
    </message>
    <message>
        <source>Shampoo finds the root of each preconditioner by an eigendecomposition in fp32, in each step unless precondition_frequency says otherwise. What that makes is planned; cuSOLVER&apos;s workspace and the time that all its products take are not.</source>
        <translation>Shampoo findet die Wurzel jedes Vorkonditionierers durch eine Eigenzerlegung in FP32, in jedem Schritt, wenn precondition_frequency nichts anderes sagt. Was dabei entsteht, ist geplant; der Arbeitsspeicher von cuSOLVER und die Zeit für alle seine Produkte sind es nicht.</translation>
    </message>
    <message>
        <source>LLaMA-Factory runs BAdam&apos;s blocks on one GPU, or under DeepSpeed ZeRO-3: here it stops with an error.</source>
        <translation>LLaMA-Factory führt BAdam mit Blöcken auf einer GPU aus, oder unter DeepSpeed ZeRO-3: Hier hält es mit einem Fehler an.</translation>
    </message>
    <message>
        <source>%1 keeps its preconditioners as plain tensors in fp32: with %2 as it is the first step stops with an error.</source>
        <comment>optimizer, input</comment>
        <translation>%1 hält seine Vorkonditionierer als gewöhnliche Tensoren in FP32: Mit dieser Einstellung von %2 hält der erste Schritt mit einem Fehler an.</translation>
    </message>
    <message>
        <source>Shards are flat here, and %1 takes each for a vector: it trains as Adam does, without preconditioners. This is no plan of such a run.</source>
        <comment>optimizer</comment>
        <translation>Shards sind hier flach, und %1 nimmt jeden für einen Vektor: Es trainiert wie Adam, ohne Vorkonditionierer. Das ist kein Plan eines solchen Laufs.</translation>
    </message>
    <message>
        <source>A value model is trained beside the policy: its weights, gradients and optimizer state take %1 more. It is planned as large as the policy, and so is the reward model, which is not trained.</source>
        <translation>Neben der Policy wird ein Value-Modell trainiert: Seine Gewichte, Gradienten und Optimizer-Zustände belegen weitere %1. Geplant ist es so groß wie die Policy, ebenso das Reward-Modell, das nicht trainiert wird.</translation>
    </message>
    <message>
        <source>PPOTrainer refers to the fp32 logits of all answers of a step, %1, from one rollout to the next: they are there while both models are trained. Fewer sequences in a step, or shorter answers, make them smaller.</source>
        <translation>PPOTrainer hält die FP32-Logits aller Antworten eines Schritts, %1, von einem Rollout bis zum nächsten fest: Sie sind da, während beide Modelle trainiert werden. Weniger Sequenzen je Schritt oder kürzere Antworten machen sie kleiner.</translation>
    </message>
    <message>
        <source>PPOTrainer ignores gradient_checkpointing: planned is a script that calls gradient_checkpointing_enable() of the policy and of the value model itself.</source>
        <translation>PPOTrainer beachtet gradient_checkpointing nicht: Geplant ist ein Skript, das gradient_checkpointing_enable() der Policy und des Value-Modells selbst aufruft.</translation>
    </message>
    <message>
        <source>On several GPUs PPOTrainer looks for the policy&apos;s adapters in the wrapper of DistributedDataParallel, and ends with an error: it takes a reference model of its own.</source>
        <translation>Auf mehreren GPUs sucht PPOTrainer die Adapter der Policy in der Hülle von DistributedDataParallel und endet mit einem Fehler: Er braucht ein eigenes Referenzmodell.</translation>
    </message>
    <message>
        <source>What such a run holds of a vision tower is not derived here. It is for the Trainer, DDP, ZeRO (stage 3 but for Llama 3.2, Llama 4, Gemma 4 E2B and E4B) and, but for those of PaliGemma, Idefics 3, SmolVLM, LLaVA and Llama 4, FSDP2, with AdamW, on GPUs that each have sequences of their own, with the modules of transformers 5. Of other objectives than the next token it is for DPO and GRPO (under stage 3 GRPO is not for Qwen3-VL, Qwen3.5, LLaVA and Mistral 3).</source>
        <translation>Was ein solcher Lauf von einem Vision-Tower hält, ist hier nicht hergeleitet. Hergeleitet ist es für den Trainer, DDP, ZeRO (Stufe 3 außer bei Llama 3.2, Llama 4, Gemma 4 E2B und E4B) und, außer bei PaliGemma, Idefics 3, SmolVLM, LLaVA und Llama 4, FSDP2, mit AdamW, auf GPUs mit je eigenen Sequenzen und den Modulen von transformers 5. Von anderen Zielen als dem nächsten Token gilt das für DPO und GRPO (unter Stufe 3 bei GRPO nicht für Qwen3-VL, Qwen3.5, LLaVA und Mistral 3).</translation>
    </message>
    <message>
        <source>Beside FSDP2 transformers cuts matrices by a plan of the model&apos;s family. That is planned for full training of Llama, Mistral, Qwen, Gemma, Phi-3, OLMo, GLM-4, Mixtral, DeepSeek-V3 and others like them, and for plain LoRA of those without experts and biases; torch shares the sequences of models with plain attention, other than eager: not of this one.</source>
        <translation>Neben FSDP2 zerschneidet transformers Matrizen nach einem Plan der Modellfamilie. Geplant ist das für volles Training von Llama, Mistral, Qwen, Gemma, Phi-3, OLMo, GLM-4, Mixtral, DeepSeek-V3 und ihresgleichen sowie für einfaches LoRA bei denen ohne Experten und Biases; torch teilt die Sequenzen von Modellen mit gewöhnlicher Attention auf, außer mit eager: hier nicht.</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s AutoTP is planned for full training of Llama, Mistral, Qwen2, Gemma 1 and 2, Cohere, Granite, OLMo and others that transformers 5 cuts without gathering in between, without Ulysses, and without a loss that reads a head of its own in chunks or in a kernel: not for this one.</source>
        <translation>AutoTP von DeepSpeed wird für volles Training von Llama, Mistral, Qwen2, Gemma 1 und 2, Cohere, Granite, OLMo und anderen geplant, die transformers 5 zerschneidet, ohne dazwischen einzusammeln, ohne Ulysses und ohne einen Loss, der einen eigenen Kopf stückweise oder in einem Kernel liest: hier nicht.</translation>
    </message>
    <message>
        <source>Layers with a gated delta rule, a state space or a short convolution hand a state on from token to token: what GPUs hold of them that share sequences or layers, or matrices otherwise than by transformers&apos; plan for Qwen3-Next and Qwen3.5, is not derived here. They are planned under data parallelism.</source>
        <translation>Schichten mit Gated Delta Rule, Zustandsraum (Mamba) oder kurzer Faltung geben einen Zustand von Token zu Token weiter: Was GPUs davon halten, die Sequenzen oder Schichten teilen oder Matrizen anders als nach dem Plan von transformers für Qwen3-Next und Qwen3.5, ist hier nicht hergeleitet. Geplant werden sie unter Datenparallelität.</translation>
    </message>
    <message>
        <source>Layers of Gemma 3n and Gemma 4 share keys and values and have embeddings of their own: what GPUs hold of them that share sequences or layers, or matrices otherwise than by transformers&apos; plan, is not derived here. They are planned under data parallelism.</source>
        <translation>Schichten von Gemma 3n und Gemma 4 teilen sich Keys und Values und haben eigene Embeddings: Was GPUs davon halten, die sich Sequenzen oder Schichten teilen oder Matrizen anders als nach dem Plan von transformers, ist hier nicht hergeleitet. Geplant werden sie unter Datenparallelität.</translation>
    </message>
    <message>
        <source>The kernels that transformers loads such a base with by default have no backward pass, and refuse to train: planned are those of backend=&quot;auto_trainable&quot; in its quantization config.</source>
        <translation>Die Kernels, mit denen transformers eine solche Basis von sich aus lädt, haben keinen Rückwärtslauf und verweigern das Training: Geplant wird mit denen von backend=&quot;auto_trainable&quot; in der Quantisierungskonfiguration.</translation>
    </message>
    <message>
        <source>Beside adapters under ZeRO-3 TRL makes checkpoints reentrant, and DeepSpeed 0.19 releases no frozen weights that these gather before the backward pass is over: each GPU comes to hold all layers&apos; (%1). FSDP releases them layer by layer.</source>
        <translation>Neben Adaptern unter ZeRO-3 macht TRL die Checkpoints reentrant, und DeepSpeed 0.19 gibt dann eingefrorene Gewichte, die sie sammeln, nicht vor dem Ende des Rückwärtslaufs frei: Jede GPU hält am Ende die aller Schichten (%1). FSDP gibt sie Schicht für Schicht frei.</translation>
    </message>
    <message>
        <source>A pass with adapters disabled comes between a forward pass and its backward pass: under ZeRO-3 hooks of DeepSpeed 0.19 that release weights behind the latter do not fire, and each GPU comes to hold all layers&apos; frozen ones (%1). FSDP releases them layer by layer; a separate reference model, or one that is computed before, avoids it.</source>
        <translation>Zwischen einem Vorwärtslauf und seinem Rückwärtslauf liegt ein Lauf mit abgeschalteten Adaptern: Unter ZeRO-3 feuern dann die Hooks von DeepSpeed 0.19 nicht, die nach dem Rückwärtslauf Gewichte freigeben, und jede GPU hält am Ende die eingefrorenen aller Schichten (%1). FSDP gibt sie Schicht für Schicht frei; ein eigenes Referenzmodell oder eine vorab berechnete Referenz vermeidet es.</translation>
    </message>
    <message>
        <source>Reentrant checkpoints are not derived with %1 as it is: this is no plan.</source>
        <translation>Was reentrante Checkpoints halten, ist bei %1 in dieser Einstellung nicht hergeleitet: Das ist kein Plan.</translation>
    </message>
    <message>
        <source>DeepSpeed 0.19 releases no frozen weights that reentrant checkpoints gather before the backward pass is over: each GPU comes to hold all layers&apos; (%1). With use_reentrant: false, or under FSDP, they are released layer by layer; TRL takes only the latter.</source>
        <translation>DeepSpeed 0.19 gibt eingefrorene Gewichte, die reentrante Checkpoints sammeln, nicht vor dem Ende des Rückwärtslaufs frei: Jede GPU hält am Ende die aller Schichten (%1). Mit use_reentrant: false oder unter FSDP werden sie Schicht für Schicht freigegeben; TRL lässt nur Letzteres zu.</translation>
    </message>
    <message>
        <source>The model has no module %1: nothing stays in 16 bits for it.</source>
        <comment>module name</comment>
        <translation>Das Modell hat kein Modul %1: Dafür bleibt nichts in 16 Bit.</translation>
    </message>
    <message>
        <source>Gemma 4 gives pixels the dtype of the matrix that reads them: of one that QLoRA has packed, bytes, in which no picture is left (transformers 5.12). Leave the tower in 16 bits, or train LoRA beside a 16-bit base.</source>
        <translation>Gemma 4 gibt Pixeln den Datentyp der Matrix, die sie liest: Hat QLoRA sie gepackt, sind das Bytes, in denen kein Bild übrig bleibt (transformers 5.12). Lassen Sie den Turm in 16 Bit, oder trainieren Sie LoRA neben einer Basis in 16 Bit.</translation>
    </message>
    <message>
        <source>Gemma 3n clamps some of its weights in place in every training step, which torch refuses for the integers that a base in 4 or 8 bits holds: QLoRA stops in its first step (transformers 5.12). Leave prediction_coefs and correction_coefs in 16 bits, or train LoRA beside a 16-bit base.</source>
        <translation>Gemma 3n begrenzt einige seiner Gewichte in jedem Trainingsschritt an Ort und Stelle, was torch für die ganzen Zahlen einer Basis in 4 oder 8 Bit verweigert: QLoRA hält im ersten Schritt an (transformers 5.12). Lassen Sie prediction_coefs und correction_coefs in 16 Bit, oder trainieren Sie LoRA neben einer Basis in 16 Bit.</translation>
    </message>
    <message>
        <source>sentence-transformers has two dense layers behind this model&apos;s pooling: they are left out of every number, and take %1 at least.</source>
        <translation>sentence-transformers hat hinter dem Pooling dieses Modells zwei Dense-Layer: Sie fehlen in jeder Zahl und brauchen mindestens %1.</translation>
    </message>
</context>
<context>
    <name>format</name>
    <message>
        <source>%1 bytes</source>
        <comment>exact amount of memory</comment>
        <translation>%1 Bytes</translation>
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
        <translation>PEFT-Adapter</translation>
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
        <translation>der Starter von DeepSpeed</translation>
    </message>
    <message>
        <source>the environment</source>
        <translation>die Umgebung</translation>
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
        <translation>der Methodenvergleich von PEFT</translation>
    </message>
    <message>
        <source>safetensors index</source>
        <translation>safetensors-Index</translation>
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
        <translation>FastSentenceTransformer von Unsloth</translation>
    </message>
</context>
<context>
    <name>formula</name>
    <message>
        <source>allocated</source>
        <translation>allokiert</translation>
    </message>
    <message>
        <source>of 16-bit gradients</source>
        <translation>16-Bit-Gradienten</translation>
    </message>
    <message>
        <source>of 16-bit shards</source>
        <translation>16-Bit-Shards</translation>
    </message>
    <message>
        <source>of 16-bit weight copies</source>
        <translation>16-Bit-Kopien der Gewichte</translation>
    </message>
    <message>
        <source>of a gathered parameter</source>
        <translation>eines gesammelten Parameters</translation>
    </message>
    <message>
        <source>of all-gather buffers</source>
        <translation>All-Gather-Puffer</translation>
    </message>
    <message>
        <source>of all-gathered parameters</source>
        <translation>per All-Gather gesammelter Parameter</translation>
    </message>
    <message>
        <source>of cached 16-bit weights</source>
        <translation>zwischengespeicherter 16-Bit-Gewichte</translation>
    </message>
    <message>
        <source>of checks</source>
        <translation>für Prüfungen</translation>
    </message>
    <message>
        <source>of embedding and head</source>
        <translation>von Embedding und Head</translation>
    </message>
    <message>
        <source>of flat gradients</source>
        <translation>flacher Gradienten</translation>
    </message>
    <message>
        <source>of flattened gradients</source>
        <translation>flach gemachter Gradienten</translation>
    </message>
    <message>
        <source>of fp32 gradients</source>
        <translation>FP32-Gradienten</translation>
    </message>
    <message>
        <source>of frozen units&apos; inputs</source>
        <translation>Eingaben eingefrorener Einheiten</translation>
    </message>
    <message>
        <source>of gathered parameters</source>
        <translation>gesammelter Parameter</translation>
    </message>
    <message>
        <source>of gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>of logits that were returned</source>
        <translation>zurückgegebener Logits</translation>
    </message>
    <message>
        <source>of looked-up rows</source>
        <translation>nachgeschlagener Zeilen</translation>
    </message>
    <message>
        <source>of masks and positions</source>
        <translation>Masken und Positionen</translation>
    </message>
    <message>
        <source>of moments without a gradient</source>
        <translation>Momente ohne Gradienten</translation>
    </message>
    <message>
        <source>of new own gradients</source>
        <translation>neuer eigener Gradienten</translation>
    </message>
    <message>
        <source>of norms</source>
        <translation>von Norms</translation>
    </message>
    <message>
        <source>of optimizer scratch</source>
        <translation>Arbeitsspeicher des Optimizers</translation>
    </message>
    <message>
        <source>of own gradients</source>
        <translation>eigener Gradienten</translation>
    </message>
    <message>
        <source>of reduce buckets</source>
        <translation>Reduce-Buckets</translation>
    </message>
    <message>
        <source>of reduced gradients</source>
        <translation>reduzierter Gradienten</translation>
    </message>
    <message>
        <source>of rounding</source>
        <translation>durch Rundung</translation>
    </message>
    <message>
        <source>of scattered gradients</source>
        <translation>per Reduce-Scatter verteilter Gradienten</translation>
    </message>
    <message>
        <source>of step counters and rounding</source>
        <translation>Schrittzähler und Rundung</translation>
    </message>
    <message>
        <source>of tables and token ids</source>
        <translation>Tabellen und Token-Ids</translation>
    </message>
    <message>
        <source>of the last gradient</source>
        <translation>des letzten Gradienten</translation>
    </message>
    <message>
        <source>of the layer at work</source>
        <translation>der laufenden Schicht</translation>
    </message>
    <message>
        <source>of the operation at work</source>
        <translation>der laufenden Operation</translation>
    </message>
    <message>
        <source>of the tied table&apos;s gradient</source>
        <translation>des Gradienten der geteilten Tabelle</translation>
    </message>
    <message>
        <source>of whole gradients</source>
        <translation>ganzer Gradienten</translation>
    </message>
    <message>
        <source>reserved but unallocated</source>
        <translation>reserviert, aber nicht allokiert</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA-Kontext</translation>
    </message>
    <message>
        <source>cuBLAS workspace</source>
        <translation>cuBLAS-Workspace</translation>
    </message>
    <message>
        <source>a connection</source>
        <translation>je Verbindung</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>communicators</source>
        <translation>Communicators</translation>
    </message>
    <message>
        <source>correction</source>
        <translation>Korrektur</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>Hidden</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>page-locked for</source>
        <translation>page-locked für</translation>
    </message>
    <message>
        <source>in all, each rounded up to a power of two</source>
        <translation>insgesamt, jeweils auf eine Zweierpotenz gerundet</translation>
    </message>
    <message>
        <source>products</source>
        <translation>Produkte</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>rows and columns</source>
        <translation>Zeilen und Spalten</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>shards</source>
        <translation>Shards</translation>
    </message>
    <message>
        <source>sub-groups</source>
        <translation>Untergruppen</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>of dummy gradients</source>
        <translation>Platzhalter-Gradienten</translation>
    </message>
    <message>
        <source>of gathered inputs</source>
        <translation>gesammelter Eingaben</translation>
    </message>
    <message>
        <source>of inputs and gradients sent</source>
        <translation>gesendeter Eingaben und Gradienten</translation>
    </message>
    <message>
        <source>of inputs of chunks</source>
        <translation>Eingaben der Teile</translation>
    </message>
    <message>
        <source>of micro-batches in flight</source>
        <translation>Mikrobatches unterwegs</translation>
    </message>
    <message>
        <source>of fp32 logits</source>
        <translation>FP32-Logits</translation>
    </message>
    <message>
        <source>of gathered gradients</source>
        <translation>gesammelter Gradienten</translation>
    </message>
    <message>
        <source>of returned keys and values</source>
        <translation>zurückgegebener Schlüssel und Werte</translation>
    </message>
    <message>
        <source>of kept tower activations</source>
        <translation>gehaltene Aktivierungen des Towers</translation>
    </message>
    <message>
        <source>of pixels, tables and features</source>
        <translation>Pixel, Tabellen und Features</translation>
    </message>
    <message>
        <source>of gradients of that</source>
        <translation>der Gradienten davon</translation>
    </message>
    <message>
        <source>of inputs and gradients</source>
        <translation>von Eingaben und Gradienten</translation>
    </message>
    <message>
        <source>of logits that are referred to</source>
        <translation>von Logits, auf die noch verwiesen wird</translation>
    </message>
    <message>
        <source>of receive buffers</source>
        <translation>der Empfangspuffer</translation>
    </message>
    <message>
        <source>of rounding and padding</source>
        <translation>durch Aufrunden und Auffüllen</translation>
    </message>
    <message>
        <source>of the embedded stream</source>
        <translation>des eingebetteten Stroms</translation>
    </message>
    <message>
        <source>of the embedded stream and its gradient</source>
        <translation>des eingebetteten Stroms und seines Gradienten</translation>
    </message>
    <message>
        <source>on their way between host and GPU</source>
        <translation>unterwegs zwischen Host und GPU</translation>
    </message>
    <message>
        <source>for inputs of layers</source>
        <translation>für Eingaben von Schichten</translation>
    </message>
    <message>
        <source>saved tensors</source>
        <translation>aufgehobene Tensoren</translation>
    </message>
    <message>
        <source>of the engine, and for a weight that it is given</source>
        <translation>der Engine und für ein Gewicht, das ihr übergeben wird</translation>
    </message>
    <message>
        <source>of the gathered reference</source>
        <translation>der gesammelten Referenz</translation>
    </message>
    <message>
        <source>of the reference&apos;s weights</source>
        <translation>der Gewichte der Referenz</translation>
    </message>
    <message>
        <source>that layers have in common</source>
        <translation>die Schichten gemeinsam haben</translation>
    </message>
    <message>
        <source>of a copy of experts</source>
        <translation>einer Kopie der Experten</translation>
    </message>
    <message>
        <source>that 8-bit products refer to</source>
        <translation>an denen 8-Bit-Produkte festhalten</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>of the shared table&apos;s gradient</source>
        <translation>des Gradienten der gemeinsamen Tabelle</translation>
    </message>
    <message>
        <source>for means of columns</source>
        <translation>für Spaltenmittel</translation>
    </message>
    <message>
        <source>projected</source>
        <translation>projiziert</translation>
    </message>
    <message>
        <source>preconditioners</source>
        <translation>Vorkonditionierer</translation>
    </message>
    <message>
        <source>of the policy&apos;s answers: logits, keys and values, scores</source>
        <translation>der Antworten der Policy: Logits, Keys und Values, Scores</translation>
    </message>
    <message>
        <source>of hidden states, keys and values that were returned</source>
        <translation>von zurückgegebenen Hidden States, Keys und Values</translation>
    </message>
    <message>
        <source>of probabilities for the log</source>
        <translation>von Wahrscheinlichkeiten für das Protokoll</translation>
    </message>
    <message>
        <source>of the value model</source>
        <translation>des Value-Modells</translation>
    </message>
    <message>
        <source>of buffers of other models</source>
        <translation>der Puffer weiterer Modelle</translation>
    </message>
    <message>
        <source>beside embedding, layers and head</source>
        <translation>neben Embedding, Schichten und Kopf</translation>
    </message>
    <message>
        <source>of the reference&apos;s tables and norm</source>
        <translation>der Tabellen und der Norm der Referenz</translation>
    </message>
    <message>
        <source>of a gathered layer of the reference</source>
        <translation>einer gesammelten Schicht der Referenz</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>of the anchors</source>
        <translation>der Anker</translation>
    </message>
    <message>
        <source>of gradients of the first pass</source>
        <translation>an Gradienten des ersten Durchlaufs</translation>
    </message>
</context>
<context>
    <name>import</name>
    <message>
        <source>Only the run itself would know: say it.</source>
        <translation>Das wüsste nur der Lauf selbst: Geben Sie es an.</translation>
    </message>
    <message>
        <source>Said twice: the last one counts.</source>
        <translation>Steht zweimal da: Das letzte zählt.</translation>
    </message>
    <message>
        <source>Read as a decimal number.</source>
        <translation>Als Dezimalzahl gelesen.</translation>
    </message>
    <message>
        <source>that file, named beside this one</source>
        <translation>diese Datei, zusammen mit dieser hier angegeben</translation>
    </message>
    <message>
        <source>Llama-like, %1</source>
        <translation>Llama-artig, %1</translation>
    </message>
    <message>
        <source>No file names a model: that of the plan stays.</source>
        <translation>Keine Datei nennt ein Modell: Das des Plans bleibt.</translation>
    </message>
    <message>
        <source>Not modelled: the plan is without it.</source>
        <translation>Nicht modelliert: Der Plan ist ohne das.</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>No effect on memory or traffic</source>
        <translation>Ohne Wirkung auf Speicher oder Datenverkehr</translation>
    </message>
    <message>
        <source>Not understood</source>
        <translation>Nicht verstanden</translation>
    </message>
    <message>
        <source>Holds.</source>
        <translation>Gilt.</translation>
    </message>
    <message>
        <source>Given up.</source>
        <translation>Gilt nicht.</translation>
    </message>
    <message>
        <source>given up for %1</source>
        <translation>aufgegeben für %1</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>nicht verstanden</translation>
    </message>
    <message>
        <source>%1 inputs are not said by any file and were assumed: shardscope-cli import lists them</source>
        <translation>%1 Eingaben nennt keine Datei, sie wurden angenommen: shardscope-cli import listet sie auf</translation>
    </message>
    <message>
        <source>Contradicting</source>
        <translation>Widersprüchlich</translation>
    </message>
    <message>
        <source>Its config.json was found: %1.</source>
        <translation>Seine config.json wurde gefunden: %1.</translation>
    </message>
    <message>
        <source>By its name of the shape of %1.</source>
        <translation>Dem Namen nach von der Form von %1.</translation>
    </message>
    <message>
        <source>a model of the catalogue, or its config.json beside the files of the run</source>
        <translation>ein Modell des Katalogs oder seine config.json neben den Dateien des Laufs</translation>
    </message>
    <message>
        <source>A model of the shape that the flags say.</source>
        <translation>Ein Modell der Form, die die Optionen nennen.</translation>
    </message>
    <message>
        <source>A model of the shape that the flags say; its vocabulary is not said: 50,304.</source>
        <translation>Ein Modell der Form, die die Optionen nennen; sein Vokabular fehlt: 50.304.</translation>
    </message>
    <message>
        <source>Left open by this file, and no other says it.</source>
        <translation>Diese Datei lässt es offen, und keine andere nennt es.</translation>
    </message>
    <message>
        <source>Not said: what %1 takes.</source>
        <translation>Nicht angegeben: was %1 nimmt.</translation>
    </message>
    <message>
        <source>No file says how many GPUs; sharding is for several: one node of 8.</source>
        <translation>Keine Datei nennt die Zahl der GPUs; Sharding braucht mehrere: ein Knoten mit 8.</translation>
    </message>
    <message>
        <source>No file says how many GPUs: one.</source>
        <translation>Keine Datei nennt die Zahl der GPUs: eine.</translation>
    </message>
    <message>
        <source>a ZeRO stage from 0 to 3</source>
        <translation>eine ZeRO-Stufe von 0 bis 3</translation>
    </message>
    <message>
        <source>Planned as HYBRID_SHARD: weights are sharded again after the forward pass.</source>
        <translation>Als HYBRID_SHARD geplant: Gewichte werden nach dem Forward-Pass wieder geshardet.</translation>
    </message>
    <message>
        <source>Two of ZeRO++&apos;s three: planned with all.</source>
        <translation>Zwei der drei Teile von ZeRO++: mit allen geplant.</translation>
    </message>
    <message>
        <source>These adapters are not modelled: planned as LoRA.</source>
        <translation>Diese Adapter sind nicht modelliert: als LoRA geplant.</translation>
    </message>
    <message>
        <source>A base of %1 bits is not modelled: planned with 16, which takes more.</source>
        <translation>Eine Basis mit %1 Bit ist nicht modelliert: mit 16 geplant, was mehr braucht.</translation>
    </message>
    <message>
        <source>A quantised base without adapters is not modelled: planned with 16 bits, which takes more.</source>
        <translation>Eine quantisierte Basis ohne Adapter ist nicht modelliert: mit 16 Bit geplant, was mehr braucht.</translation>
    </message>
    <message>
        <source>FP8 is not modelled: planned as BF16.</source>
        <translation>FP8 ist nicht modelliert: als BF16 geplant.</translation>
    </message>
    <message>
        <source>PEFT makes adapters fp32.</source>
        <translation>PEFT macht Adapter zu FP32.</translation>
    </message>
    <message>
        <source>a multiple of micro-batch and %1 data-parallel GPUs</source>
        <translation>ein Vielfaches von Micro-Batch und %1 datenparallelen GPUs</translation>
    </message>
    <message>
        <source>micro-batch %1 x %2 micro-steps x %3 GPUs = %4</source>
        <translation>Micro-Batch %1 x %2 Micro-Steps x %3 GPUs = %4</translation>
    </message>
    <message>
        <source>No GPU of the catalogue is called so: choose one.</source>
        <translation>So heißt keine GPU des Katalogs: Wählen Sie eine.</translation>
    </message>
    <message>
        <source>tensor parallelism</source>
        <translation>Tensorparallelität</translation>
    </message>
    <message>
        <source>pipeline parallelism</source>
        <translation>Pipelineparallelität</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>Kontextparallelität</translation>
    </message>
    <message>
        <source>sequence parallelism (Ulysses)</source>
        <translation>Sequenzparallelität (Ulysses)</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>Expertenparallelität</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>a script that launches no training</source>
        <translation>ein Skript, das kein Training startet</translation>
    </message>
    <message>
        <source>another launch line</source>
        <translation>eine weitere Startzeile</translation>
    </message>
    <message>
        <source>Python that configures no training</source>
        <translation>Python, das kein Training konfiguriert</translation>
    </message>
    <message>
        <source>a pickle, which runs code when it is loaded</source>
        <translation>ein Pickle, das beim Laden Code ausführt</translation>
    </message>
    <message>
        <source>There are several of this name: the best known.</source>
        <translation>Es gibt mehrere dieses Namens: das bekannteste.</translation>
    </message>
    <message>
        <source>Not said: the default, not the %1 of the plan before.</source>
        <translation>Nicht gesagt: der Vorgabewert, nicht mehr %1 des vorigen Plans.</translation>
    </message>
    <message>
        <source>Weights of %1 parameters; the model planned has %2.</source>
        <translation>Gewichte mit %1 Parametern; das geplante Modell hat %2.</translation>
    </message>
    <message>
        <source>%1 bytes for each of the %2 parameters planned: quantised, or the weights of another model.</source>
        <translation>%1 Byte für jeden der %2 geplanten Parameter: quantisiert, oder die Gewichte eines anderen Modells.</translation>
    </message>
    <message>
        <source>A pipeline cuts each local batch into micro-batches.</source>
        <translation>Eine Pipeline zerlegt jeden lokalen Batch in Mikrobatches.</translation>
    </message>
    <message>
        <source>layers, width and heads of the model</source>
        <translation>Schichten, Breite und Köpfe des Modells</translation>
    </message>
    <message>
        <source>a decoder whose layers are all attention: no other is planned</source>
        <translation>ein Decoder, dessen Schichten alle Attention haben: andere werden nicht geplant</translation>
    </message>
    <message>
        <source>No file says how many GPUs: as many of a node as share the batch evenly.</source>
        <translation>Keine Datei sagt, wie viele GPUs: so viele eines Knotens, wie den Batch gleichmäßig teilen.</translation>
    </message>
    <message>
        <source>context parallelism by ring-flash-attn</source>
        <translation>Kontextparallelität mit ring-flash-attn</translation>
    </message>
    <message>
        <source>Layers and two tables do not divide evenly by the stages: the first stages are planned with one layer more.</source>
        <translation>Schichten und zwei Tabellen lassen sich nicht gleichmäßig auf die Stufen verteilen: Die ersten Stufen werden mit einer Schicht mehr geplant.</translation>
    </message>
    <message>
        <source>%1 more keys are not understood: shardscope-cli import lists them</source>
        <translation>%1 weitere Schlüssel werden nicht verstanden: shardscope-cli import listet sie auf</translation>
    </message>
    <message>
        <source>This program&apos;s own loop, which casts all logits to fp32, is not followed: planned as TRL&apos;s.</source>
        <translation>Die eigene Schleife dieses Programms, die alle Logits nach fp32 umwandelt, wird nicht nachvollzogen: geplant wie die von TRL.</translation>
    </message>
    <message>
        <source>What is not trained stays in 16 bits there: the plan counts it in fp32.</source>
        <translation>Was nicht trainiert wird, bleibt dort in 16 Bit: Der Plan zählt es in fp32.</translation>
    </message>
    <message>
        <source>AutoEP deals out nothing where expert_parallel is not enabled.</source>
        <translation>AutoEP verteilt nichts, wo expert_parallel nicht eingeschaltet ist.</translation>
    </message>
    <message>
        <source>Of one GPU alone AutoEP&apos;s own layers are not planned, but transformers&apos;.</source>
        <translation>Für eine GPU allein werden nicht die eigenen Schichten von AutoEP geplant, sondern die von transformers.</translation>
    </message>
    <message>
        <source>torch.compile beside kernels of Liger&apos;s or Unsloth&apos;s is not modelled: planned with these kernels alone.</source>
        <translation>torch.compile neben Kerneln von Liger oder Unsloth ist nicht modelliert: nur mit diesen Kerneln geplant.</translation>
    </message>
    <message>
        <source>torch.compile of the loss alone is not modelled: planned with whole logits in fp32, which takes more.</source>
        <translation>torch.compile des Loss allein ist nicht modelliert: mit ganzen Logits in fp32 geplant, was mehr braucht.</translation>
    </message>
    <message>
        <source>PPOTrainer has a loop of its own, which leaves gradient checkpointing off: gradient_checkpointing_enable() of both models switches it on.</source>
        <translation>PPOTrainer hat eine eigene Schleife, die Gradient Checkpointing ausgeschaltet lässt: gradient_checkpointing_enable() beider Modelle schaltet es ein.</translation>
    </message>
    <message>
        <source>PPOTrainer hears of mixed precision from the launcher alone (accelerate launch --mixed_precision).</source>
        <translation>Von gemischter Präzision erfährt PPOTrainer allein durch den Starter (accelerate launch --mixed_precision).</translation>
    </message>
    <message>
        <source>The linear modules that the pattern takes in.</source>
        <translation>Die linearen Module, auf die das Muster passt.</translation>
    </message>
    <message>
        <source>The modules whose paths end so.</source>
        <translation>Die Module, deren Pfade so enden.</translation>
    </message>
    <message>
        <source>The model has no %1: PEFT passes over such names.</source>
        <comment>modules</comment>
        <translation>Das Modell hat kein %1: PEFT übergeht solche Namen.</translation>
    </message>
    <message>
        <source>Megatron-LM, nanotron&apos;s tensor parallelism and stages, torchtitan (experts with FSDP2), tensor or context parallelism beside accelerate&apos;s FSDP2, AutoTP, AutoEP, Ulysses or Megatron-DeepSpeed&apos;s stages under DeepSpeed, or data parallelism alone: no other is planned so far</source>
        <translation>Megatron-LM, Tensorparallelität und Stufen von nanotron, torchtitan (Experten mit FSDP2), Tensor- oder Kontextparallelität neben FSDP2 von accelerate, AutoTP, AutoEP, Ulysses oder die Stufen von Megatron-DeepSpeed unter DeepSpeed oder nur Datenparallelität: Anderes ist bisher nicht geplant</translation>
    </message>
    <message>
        <source>Prompts and answers at their longest: shorter ones take less.</source>
        <translation>Prompts und Antworten in voller Länge: kürzere brauchen weniger.</translation>
    </message>
    <message>
        <source>a critic that learns beside the policy</source>
        <translation>ein Critic, der neben der Policy lernt</translation>
    </message>
    <message>
        <source>an estimator of advantages without one, such as grpo or rloo</source>
        <translation>ein Schätzer der Vorteile ohne ihn, etwa grpo oder rloo</translation>
    </message>
    <message>
        <source>the model, which no file of this run names</source>
        <translation>das Modell, das keine Datei dieses Laufs nennt</translation>
    </message>
    <message>
        <source>The model&apos;s class has no SDPA, and nothing is asked for.</source>
        <translation>Die Klasse des Modells kennt kein SDPA, und verlangt wird nichts.</translation>
    </message>
    <message>
        <source>The linear modules: routed experts are tensors in transformers 5.</source>
        <translation>Die linearen Module: geroutete Experten sind in transformers 5 Tensoren.</translation>
    </message>
    <message>
        <source>The encoder hears 30 seconds, whatever else is said.</source>
        <translation>Der Encoder hört 30 Sekunden, was immer sonst angegeben ist.</translation>
    </message>
    <message>
        <source>Inputs of this model&apos;s layers on the host are not derived: the plan has them on the GPU, and takes more.</source>
        <translation>Eingaben der Schichten dieses Modells auf dem Host sind nicht hergeleitet: Der Plan hält sie auf der GPU und braucht mehr.</translation>
    </message>
    <message>
        <source>Unsloth raises the micro-batch to the answers of one prompt.</source>
        <translation>Unsloth erhöht den Micro-Batch auf die Antworten zu einem Prompt.</translation>
    </message>
    <message>
        <source>a model, and no optimizer</source>
        <translation>ein Modell und kein Optimizer</translation>
    </message>
    <message>
        <source>the configuration of a training run</source>
        <translation>die Konfiguration eines Trainingslaufs</translation>
    </message>
    <message>
        <source>embeddings or scores of pairs, learned from contrasts</source>
        <translation>Embeddings oder Bewertungen von Paaren, die aus Gegensätzen gelernt werden</translation>
    </message>
    <message>
        <source>training on tokens, labels, preferences or rewards</source>
        <translation>Training mit Tokens, Labels, Präferenzen oder Belohnungen</translation>
    </message>
    <message>
        <source>The modules that the list means.</source>
        <translation>Die Module, die die Liste meint.</translation>
    </message>
    <message>
        <source>What the model&apos;s file leaves in 16 bits, and the program.</source>
        <translation>Was die Datei des Modells in 16 Bit lässt, und das Programm.</translation>
    </message>
    <message>
        <source>What the program leaves in 16 bits of such a model.</source>
        <translation>Was das Programm von einem solchen Modell in 16 Bit lässt.</translation>
    </message>
    <message>
        <source>Taken for quantised: %1. The model has no such module, or the plan no such part.</source>
        <comment>module names</comment>
        <translation>Als quantisiert angenommen: %1. Das Modell hat kein solches Modul, oder der Plan keinen solchen Teil.</translation>
    </message>
    <message>
        <source>One in each sequence: how many there are the data say.</source>
        <translation>Eines je Sequenz: Wie viele es sind, sagen die Daten.</translation>
    </message>
    <message>
        <source>As large as the run lets images be, as wide as high.</source>
        <translation>So groß, wie der Lauf Bilder sein lässt, so breit wie hoch.</translation>
    </message>
    <message>
        <source>What Unsloth leaves in 16 bits. Its dynamic checkpoints leave more of single layers: with their config.json beside these files it is counted.</source>
        <translation>Was Unsloth in 16 Bit lässt. Seine dynamischen Checkpoints lassen von einzelnen Schichten mehr: Mit deren config.json neben diesen Dateien wird es gezählt.</translation>
    </message>
    <message>
        <source>SDPA in all layers: beside it FlashAttention, in those with a window, takes less.</source>
        <translation>SDPA in allen Schichten: FlashAttention daneben, in denen mit Fenster, braucht weniger.</translation>
    </message>
    <message>
        <source>Unsloth leaves encoders as they are, and compiles them in runs of many max_steps: planned without that.</source>
        <translation>Unsloth lässt Encoder, wie sie sind, und kompiliert sie in Läufen mit vielen max_steps: ohne das geplant.</translation>
    </message>
    <message>
        <source>How long texts are, the model&apos;s own max_seq_length says: 512 at most.</source>
        <translation>Wie lang Texte sind, sagt das max_seq_length des Modells selbst: hier höchstens 512.</translation>
    </message>
    <message>
        <source>Rows: each query has a document and up to seven others (MAX_NEGATIVE_SAMPLES).</source>
        <translation>Zeilen: zu jeder Anfrage gehören ein Dokument und bis zu sieben andere (MAX_NEGATIVE_SAMPLES).</translation>
    </message>
    <message>
        <source>An anchor and what belongs to it: negatives of the data set come on top, and no file says how many.</source>
        <translation>Ein Anker und was zu ihm gehört: Negative des Datensatzes kommen hinzu, und keine Datei sagt, wie viele.</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>worksheet: rules of thumb of the articles; detailed: what the frameworks really allocate</source>
        <translation>worksheet: Faustformeln der Artikel; detailed: was die Frameworks wirklich allozieren</translation>
    </message>
    <message>
        <source>size of a Llama-like shape, when no real model is chosen: 7e9, 70B</source>
        <translation>Größe einer Llama-Form, wenn kein echtes Modell gewählt ist: 7e9, 70B</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>overrides the hidden size that model.parameters implies; 0: implied</source>
        <translation>ersetzt die Hidden Size, die aus model.parameters folgt; 0: wie abgeleitet</translation>
    </message>
    <message>
        <source>overrides the number of layers that model.parameters implies; 0: implied</source>
        <translation>ersetzt die Zahl der Layer, die aus model.parameters folgt; 0: wie abgeleitet</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Layer</translation>
    </message>
    <message>
        <source>a model of the catalogue: meta-llama/Meta-Llama-3-8B</source>
        <translation>ein Modell des Katalogs: meta-llama/Meta-Llama-3-8B</translation>
    </message>
    <message>
        <source>catalogue id</source>
        <translation>Katalog-ID</translation>
    </message>
    <message>
        <source>a Hugging Face config.json: a path on the command line, the object itself in files</source>
        <translation>eine config.json von Hugging Face: auf der Befehlszeile ein Pfad, in Dateien das Objekt selbst</translation>
    </message>
    <message>
        <source>config.json</source>
        <translation>config.json</translation>
    </message>
    <message>
        <source>what to call the model of model.config</source>
        <translation>wie das Modell aus model.config heißen soll</translation>
    </message>
    <message>
        <source>LoRA rank</source>
        <translation>LoRA-Rang</translation>
    </message>
    <message>
        <source>target modules: all-linear, or a list such as q_proj,v_proj</source>
        <translation>adaptierte Module: all-linear oder eine Liste wie q_proj,v_proj</translation>
    </message>
    <message>
        <source>module names</source>
        <translation>Modulnamen</translation>
    </message>
    <message>
        <source>dropout before each adapter</source>
        <translation>Dropout vor jedem Adapter</translation>
    </message>
    <message>
        <source>trainable share of the parameters; worksheet only</source>
        <translation>trainierbarer Anteil der Parameter; nur Faustformeln</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>bf16: all 2 bytes; -amp: fp32 weights under autocast; -master: 16-bit weights, fp32 master and moments</source>
        <translation>bf16: alles 2 Byte; -amp: FP32-Gewichte unter Autocast; -master: 16-Bit-Gewichte, Master und Momente in FP32</translation>
    </message>
    <message>
        <source>what updates the weights</source>
        <translation>was die Gewichte aktualisiert</translation>
    </message>
    <message>
        <source>tokens per sequence</source>
        <translation>Token pro Sequenz</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>sequences per GPU and micro-step</source>
        <translation>Sequenzen pro GPU und Micro-Step</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>gradient accumulation: micro-steps per optimizer step</source>
        <translation>Gradientenakkumulation: Micro-Steps pro Optimizer-Schritt</translation>
    </message>
    <message>
        <source>micro-steps</source>
        <translation>Micro-Steps</translation>
    </message>
    <message>
        <source>activation checkpointing: what is computed again in the backward pass</source>
        <translation>Activation Checkpointing: was im Backward-Pass neu berechnet wird</translation>
    </message>
    <message>
        <source>what is sharded over the data-parallel GPUs</source>
        <translation>was über die datenparallelen GPUs geshardet wird</translation>
    </message>
    <message>
        <source>whose conventions to follow; auto: what a user of that strategy would run</source>
        <translation>wessen Konventionen gelten; auto: was man mit dieser Strategie üblicherweise einsetzt</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>GPUs that share one machine</source>
        <translation>GPUs, die sich eine Maschine teilen</translation>
    </message>
    <message>
        <source>GPU type: h100-sxm, a100-sxm-80, ...</source>
        <translation>GPU-Typ: h100-sxm, a100-sxm-80, ...</translation>
    </message>
    <message>
        <source>interconnect: the slowest link of the ring, between nodes or in the one node; empty: implied by GPU and node count</source>
        <translation>Verbindungsnetz: die langsamste Verbindung des Rings, zwischen Knoten oder in dem einen Knoten; leer: folgt aus GPU und Zahl der Knoten</translation>
    </message>
    <message>
        <source>memory to keep free on each GPU</source>
        <translation>Speicher, der auf jeder GPU frei bleiben soll</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>DeepSpeed: reduce gradients beside the backward pass (overlap_comm)</source>
        <translation>DeepSpeed: Gradienten neben dem Backward-Pass reduzieren (overlap_comm)</translation>
    </message>
    <message>
        <source>PyTorch&apos;s allocator: default segments, or expandable_segments</source>
        <translation>Allocator von PyTorch: übliche Segmente oder expandable_segments</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>Elemente</translation>
    </message>
    <message>
        <source>hybrid sharding: GPUs that shard among themselves; 0: those of a node</source>
        <translation>hybrides Sharding: GPUs, die untereinander sharden; 0: die eines Knotens</translation>
    </message>
    <message>
        <source>FSDP units beside the layers; root: all the rest; embed-head: embedding, norm with head</source>
        <translation>FSDP-Einheiten neben den Schichten; root: alles Übrige; embed-head: Embedding, Norm mit Head</translation>
    </message>
    <message>
        <source>dtype in which gradients are reduced and accumulated; auto: the framework&apos;s default</source>
        <translation>dtype, in dem Gradienten reduziert und akkumuliert werden; auto: Voreinstellung des Frameworks</translation>
    </message>
    <message>
        <source>what leaves the GPU: optimizer states and updates; parameters too; both to NVMe</source>
        <translation>was die GPU verlässt: Optimizer-Zustände und Aktualisierung; auch Parameter; beides auf NVMe</translation>
    </message>
    <message>
        <source>memory of one node&apos;s host; 0: unknown</source>
        <translation>Speicher des Hosts eines Knotens; 0: unbekannt</translation>
    </message>
    <message>
        <source>CUDA context on each GPU; -1: as estimated</source>
        <translation>CUDA-Kontext auf jeder GPU; -1: wie geschätzt</translation>
    </message>
    <message>
        <source>NCCL buffers on each GPU; -1: as estimated</source>
        <translation>NCCL-Puffer auf jeder GPU; -1: wie geschätzt</translation>
    </message>
    <message>
        <source>cuBLAS workspace; -1: as estimated</source>
        <translation>cuBLAS-Workspace; -1: wie geschätzt</translation>
    </message>
    <message>
        <source>reserved but unallocated memory, as a share of what is allocated; -1: as estimated</source>
        <translation>reservierter, aber nicht belegter Speicher, als Anteil des belegten; -1: wie geschätzt</translation>
    </message>
    <message>
        <source>dtype of the adapters; auto: fp32 on a 16-bit base, as PEFT makes them</source>
        <translation>dtype der Adapter; auto: fp32 auf einer 16-Bit-Basis, wie PEFT sie anlegt</translation>
    </message>
    <message>
        <source>dtype that 4-bit weights are stored as (bnb_4bit_quant_storage); 16-bit can be sharded</source>
        <translation>Datentyp, als der 4-Bit-Gewichte abgelegt werden (bnb_4bit_quant_storage); 16 Bit lässt sich aufteilen</translation>
    </message>
    <message>
        <source>how cross-entropy treats the logits: whole, in chunks, fused with the head, or with the gradient written over them</source>
        <translation>wie die Kreuzentropie mit den Logits umgeht: ganz, stückweise, mit der Ausgabeschicht verschmolzen oder vom Gradienten überschrieben</translation>
    </message>
    <message>
        <source>qlora: what is upcast to fp32 before training: nothing, the norms, or all that is not quantised</source>
        <translation>qlora: was vor dem Training zu fp32 wird: nichts, die Normen oder alles, was nicht quantisiert ist</translation>
    </message>
    <message>
        <source>ZeRO++: 8-bit weights (qwz), a second copy in each node (hpz), 4-bit gradients (qgz)</source>
        <translation>ZeRO++: 8-Bit-Gewichte (qwz), eine zweite Kopie in jedem Knoten (hpz), 4-Bit-Gradienten (qgz)</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>currency per hour</source>
        <translation>Währung pro Stunde</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>rate at which checkpoints are written</source>
        <translation>Rate, mit der Checkpoints geschrieben werden</translation>
    </message>
    <message>
        <source>until when the training loop refers to what the model returned, logits among it: dropped at once, the end of the step, or the next forward pass</source>
        <translation>wie lange die Trainingsschleife behält, was das Modell zurückgab, darunter die Logits: sofort verworfen (dropped), bis zum Ende des Schritts (step) oder bis zum nächsten Forward-Pass (next)</translation>
    </message>
    <message>
        <source>label_smoothing_factor of the Trainer, which then computes the loss from the logits; 0: off</source>
        <translation>label_smoothing_factor des Trainers, der den Verlust dann aus den Logits berechnet; 0: aus</translation>
    </message>
    <message>
        <source>DDP: gradients are views of the buckets that are reduced (gradient_as_bucket_view)</source>
        <translation>DDP: Gradienten sind Sichten auf die Buckets, die reduziert werden (gradient_as_bucket_view)</translation>
    </message>
    <message>
        <source>which micro-steps reduce gradients; auto: as the training loop does</source>
        <translation>welche Micro-Steps Gradienten reduzieren; auto: wie die Trainingsschleife es tut</translation>
    </message>
    <message>
        <source>size of the data set; 0: given by run.examples</source>
        <translation>Größe des Datensatzes; 0: folgt aus run.examples</translation>
    </message>
    <message>
        <source>size of the data set, in sequences of full length</source>
        <translation>Größe des Datensatzes, in Sequenzen voller Länge</translation>
    </message>
    <message>
        <source>passes over the data set</source>
        <translation>Durchläufe durch den Datensatz</translation>
    </message>
    <message>
        <source>price of one GPU for an hour; there is no default</source>
        <translation>Preis einer GPU für eine Stunde; es gibt keine Voreinstellung</translation>
    </message>
    <message>
        <source>learning rate tuned for run.reference_batch; scaled linearly</source>
        <translation>auf run.reference_batch abgestimmte Lernrate; wird linear skaliert</translation>
    </message>
    <message>
        <source>sequences per optimizer step that run.learning_rate was tuned for</source>
        <translation>Sequenzen je Optimizer-Schritt, auf die run.learning_rate abgestimmt wurde</translation>
    </message>
    <message>
        <source>DeepSpeed: gradients reduced in one call; 0: hidden size squared</source>
        <translation>DeepSpeed: Gradienten, die in einem Aufruf reduziert werden; 0: Quadrat der Hidden Size</translation>
    </message>
    <message>
        <source>DeepSpeed: must be even; all updated weights still go in one all-gather; 0: 5e8</source>
        <translation>DeepSpeed: muss gerade sein; alle aktualisierten Gewichte gehen dennoch in einem All-Gather; 0: 5e8</translation>
    </message>
    <message>
        <source>ZeRO-3: parameters gathered ahead of use; 0: 0.9 times the hidden size squared</source>
        <translation>ZeRO-3: Parameter, die im Voraus gesammelt werden; 0: das 0,9-Fache des Quadrats der Hidden Size</translation>
    </message>
    <message>
        <source>ZeRO-3: smaller parameters are not sharded; 0: 10 times the hidden size</source>
        <translation>ZeRO-3: kleinere Parameter werden nicht geshardet; 0: das 10-Fache der Hidden Size</translation>
    </message>
    <message>
        <source>ZeRO-3: parameters that the optimizer updates at a time; 0: 1e9</source>
        <translation>ZeRO-3: Parameter, die der Optimizer auf einmal aktualisiert; 0: 1e9</translation>
    </message>
    <message>
        <source>algorithm of the collectives; auto: what NCCL would choose</source>
        <translation>Algorithmus der Collectives; auto: was NCCL wählen würde</translation>
    </message>
    <message>
        <source>measured minus estimated peak; set by calibration</source>
        <translation>gemessene minus geschätzte Spitze; wird vom Kalibrieren gesetzt</translation>
    </message>
    <message>
        <source>whether the scales of 4-bit weights are quantised, too</source>
        <translation>ob auch die Skalen von 4-Bit-Gewichten quantisiert sind</translation>
    </message>
    <message>
        <source>Megatron: layers of each pipeline chunk that full checkpointing computes again, the first ones (recompute-method block); 0: all</source>
        <translation>Megatron: Schichten jedes Pipelineteils, die volles Checkpointing neu berechnet, die ersten (recompute-method block); 0: alle</translation>
    </message>
    <message>
        <source>tensor parallelism: GPUs that share each matrix</source>
        <translation>Tensorparallelität: GPUs, die sich jede Matrix teilen</translation>
    </message>
    <message>
        <source>sequence parallelism beside tensor parallelism: norms and residual stream are cut along the sequence</source>
        <translation>Sequenzparallelität neben Tensorparallelität: Normen und Residualstrom werden entlang der Sequenz geteilt</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>pipeline parallelism: stages that the layers are cut into</source>
        <translation>Pipelineparallelität: Stufen, in die die Schichten geteilt werden</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>chunks of each pipeline stage that interleave; 1: plain 1F1B</source>
        <translation>Teile jeder Pipelinestufe, die sich verschränken; 1: einfaches 1F1B</translation>
    </message>
    <message>
        <source>context parallelism: GPUs that share each sequence</source>
        <translation>Kontextparallelität: GPUs, die sich jede Sequenz teilen</translation>
    </message>
    <message>
        <source>expert parallelism: GPUs that routed experts are dealt out to</source>
        <translation>Expertenparallelität: GPUs, auf die geroutete Experten verteilt werden</translation>
    </message>
    <message>
        <source>GPUs that share each routed expert; 0: as parallel.tensor</source>
        <translation>GPUs, die sich jeden gerouteten Experten teilen; 0: wie parallel.tensor</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>the vocabulary is padded to a multiple of this times parallel.tensor (make-vocab-size-divisible-by)</source>
        <translation>das Vokabular wird auf ein Vielfaches davon mal parallel.tensor aufgefüllt (make-vocab-size-divisible-by)</translation>
    </message>
    <message>
        <source>layers of the first pipeline stage; 0: as many as the others</source>
        <translation>Schichten der ersten Pipelinestufe; 0: so viele wie die anderen</translation>
    </message>
    <message>
        <source>layers of the last pipeline stage; 0: as many as the others</source>
        <translation>Schichten der letzten Pipelinestufe; 0: so viele wie die anderen</translation>
    </message>
    <message>
        <source>whose modules the model is made of: torchtitan&apos;s, or those of a release of transformers; before 5 logits are copied for the loss and checkpoints are reentrant</source>
        <translation>wessen Module das Modell bilden: die von torchtitan oder einer Version von transformers; vor 5 werden Logits für den Verlust kopiert und Checkpoints sind reentrant</translation>
    </message>
    <message>
        <source>torch&apos;s tensor parallelism: each GPU computes the loss from its share of the vocabulary, or gathers all logits</source>
        <translation>Tensorparallelität von torch: Jede GPU berechnet den Verlust aus ihrem Anteil am Vokabular oder sammelt alle Logits</translation>
    </message>
    <message>
        <source>GPUs in all</source>
        <translation>GPUs insgesamt</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s rotary embedding: one kernel (apply_rope_fusion), or torch&apos;s operators, which keep tables in each layer</source>
        <translation>Rotary-Embedding von Megatron-LM: ein Kernel (apply_rope_fusion) oder die Operatoren von torch, die in jeder Schicht Tabellen behalten</translation>
    </message>
    <message>
        <source>how context parallelism comes by keys and values; auto: as the framework does</source>
        <translation>wie Kontextparallelität an Keys und Values kommt; auto: wie das Framework es tut</translation>
    </message>
    <message>
        <source>Megatron-LM: along which axes the GPUs are neighbours, the nearest first; tp-cp-ep-pp-dp: use-tp-pp-dp-mapping</source>
        <translation>Megatron-LM: entlang welcher Achsen die GPUs Nachbarn sind, die nächsten zuerst; tp-cp-ep-pp-dp: use-tp-pp-dp-mapping</translation>
    </message>
    <message>
        <source>Megatron: what selective checkpointing computes again, such as core_attn,layernorm,moe_act</source>
        <translation>Megatron: was selektives Checkpointing neu berechnet, etwa core_attn,layernorm,moe_act</translation>
    </message>
    <message>
        <source>order in which pipeline stages take micro-batches; auto: 1F1B, interleaved with virtual stages; zero bubble and V are torchtitan&apos;s</source>
        <translation>Reihenfolge, in der Pipeline-Stufen Mikrobatches nehmen; auto: 1F1B, verschachtelt bei virtuellen Stufen; ohne Blase und V nur torchtitan</translation>
    </message>
    <message>
        <source>Megatron: layers under one checkpoint (recompute-method uniform), from the first of each pipeline chunk on</source>
        <translation>Megatron: Schichten unter einem Checkpoint (recompute-method uniform), von der ersten jedes Pipelineteils an</translation>
    </message>
    <message>
        <source>layers that hand a state on (gated delta rule, Mamba 2, short convolution): kernels of flash-linear-attention, mamba-ssm and causal-conv1d, which transformers takes where they are installed, or its own statements over chunks</source>
        <translation>Schichten, die einen Zustand weitergeben (Gated Delta Rule, Mamba 2, kurze Faltung): Kernel von flash-linear-attention, mamba-ssm und causal-conv1d, die transformers nimmt, wo sie installiert sind, oder seine eigenen Anweisungen über Chunks</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>grpo: who generates answers: vLLM on the same GPUs, vLLM on others, or the trained model itself (transformers)</source>
        <translation>grpo: wer Antworten generiert: vLLM auf denselben GPUs, vLLM auf anderen oder das trainierte Modell selbst (transformers)</translation>
    </message>
    <message>
        <source>share of each GPU&apos;s memory that vLLM takes on the same GPUs (vllm_gpu_memory_utilization)</source>
        <translation>Anteil des Speichers jeder GPU, den vLLM auf denselben GPUs belegt (vllm_gpu_memory_utilization)</translation>
    </message>
    <message>
        <source>whether vLLM gives its memory back while the model is trained (vllm_enable_sleep_mode)</source>
        <translation>ob vLLM seinen Speicher zurückgibt, während das Modell trainiert wird (vllm_enable_sleep_mode)</translation>
    </message>
    <message>
        <source>what vLLM still holds when it sleeps: CUDA graphs and workspaces</source>
        <translation>was vLLM im Schlaf noch belegt: CUDA-Graphen und Arbeitsbereiche</translation>
    </message>
    <message>
        <source>GPUs that share vLLM&apos;s copy of the model (vllm_tensor_parallel_size)</source>
        <translation>GPUs, die sich vLLMs Kopie des Modells teilen (vllm_tensor_parallel_size)</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>answers to each prompt (num_generations)</source>
        <translation>Antworten je Prompt (num_generations)</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>images in each sequence, whose tokens count towards its length; 0: text alone, and the vision tower is left out</source>
        <translation>Bilder in jeder Sequenz, deren Tokens zu ihrer Länge zählen; 0: nur Text, ohne den Vision-Tower</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>width of an image, as it comes to the processor; 0: not said</source>
        <translation>Breite eines Bildes, wie es zum Prozessor kommt; 0: nicht angegeben</translation>
    </message>
    <message>
        <source>height of an image; 0: as vision.image_width says</source>
        <translation>Höhe eines Bildes; 0: wie vision.image_width</translation>
    </message>
    <message>
        <source>whether the vision tower is trained: its weights, or adapters in it</source>
        <translation>ob der Vision-Tower trainiert wird: seine Gewichte oder Adapter darin</translation>
    </message>
    <message>
        <source>the same of the projector between tower and language model</source>
        <translation>dasselbe für den Projektor zwischen Tower und Sprachmodell</translation>
    </message>
    <message>
        <source>trained whole beside the adapters, as copies: embed_tokens, lm_head or both</source>
        <translation>neben den Adaptern ganz trainiert, als Kopien: embed_tokens, lm_head oder beide</translation>
    </message>
    <message>
        <source>full training: how many of the first layers are frozen; below 0: of the last ones</source>
        <translation>volles Training: wie viele der ersten Schichten eingefroren sind; unter 0: der letzten</translation>
    </message>
    <message>
        <source>full training: what else is frozen, some of embed_tokens, norm (the final one) and lm_head</source>
        <translation>volles Training: was außerdem eingefroren ist, aus embed_tokens, norm (der letzten) und lm_head</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s eager attention: whose softmax it calls; the kernels keep scores in 16 bit and take 17 to 4,096 keys (TransformerEngine&apos;s: to 16,383)</source>
        <translation>Eager-Attention von Megatron-LM: wessen Softmax sie aufruft; die Kernel behalten Scores in 16 Bit und nehmen 17 bis 4.096 Schlüssel (der von TransformerEngine: bis 16.383)</translation>
    </message>
    <message>
        <source>classification: outputs of the head, over the last token of a decoder</source>
        <translation>Klassifikation: Ausgänge des Kopfs, bei einem Decoder über dem letzten Token</translation>
    </message>
    <message>
        <source>lora or qlora: what PEFT trains beside the base</source>
        <translation>lora oder qlora: was PEFT neben der Basis trainiert</translation>
    </message>
    <message>
        <source>what LoRA&apos;s factors start from (PEFT&apos;s init_lora_weights); a step holds the same</source>
        <translation>womit LoRAs Faktoren starten (init_lora_weights von PEFT); ein Schritt belegt dasselbe</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>IA3: adapted modules whose input is scaled in place of the result: a list, none, or auto: what PEFT takes for the family</source>
        <translation>IA3: angepasste Module, deren Eingabe statt des Ergebnisses skaliert wird: eine Liste, none, oder auto: was PEFT für die Familie nimmt</translation>
    </message>
    <message>
        <source>how transformers 5 (experts_implementation) or Megatron-LM (moe-grouped-gemm) computes routed experts: grouped products, or a loop over them</source>
        <translation>wie transformers 5 (experts_implementation) oder Megatron-LM (moe-grouped-gemm) geroutete Experten berechnet: gruppierte Produkte oder eine Schleife über sie</translation>
    </message>
    <message>
        <source>Megatron-LM: how tokens come to their experts (moe-token-dispatcher-type)</source>
        <translation>Megatron-LM: wie Tokens zu ihren Experten kommen (moe-token-dispatcher-type)</translation>
    </message>
    <message>
        <source>encoder-decoders: tokens of each target, which the decoder learns to write; training.sequence_length counts those of the input</source>
        <translation>Encoder-Decoder: Token jedes Ziels, das der Decoder zu schreiben lernt; training.sequence_length zählt die der Eingabe</translation>
    </message>
    <message>
        <source>where activations wait for the backward pass: on the GPU, or on the host: all that autograd saves (TRL, torchtune), or inputs of checkpointed layers (Unsloth)</source>
        <translation>wo Aktivierungen auf den Rückwärtsdurchlauf warten: auf der GPU oder auf dem Host: alles, was Autograd aufhebt (TRL, torchtune), oder Eingaben der Schichten mit Checkpoint (Unsloth)</translation>
    </message>
    <message>
        <source>LoKr: by what dimensions are divided (PEFT&apos;s decompose_factor); -1: near their square roots</source>
        <translation>LoKr: wodurch Dimensionen geteilt werden (decompose_factor von PEFT); -1: nahe ihrer Quadratwurzel</translation>
    </message>
    <message>
        <source>OFT: inputs that are turned together (PEFT&apos;s oft_block_size); 0: as many blocks as training.lora_rank says</source>
        <translation>OFT: Eingaben, die gemeinsam gedreht werden (oft_block_size von PEFT); 0: so viele Blöcke, wie training.lora_rank sagt</translation>
    </message>
    <message>
        <source>full: every weight is trained; lora: adapters; qlora: adapters on a quantised base</source>
        <translation>full: alle Gewichte werden trainiert; lora: Adapter; qlora: Adapter auf einer quantisierten Basis</translation>
    </message>
    <message>
        <source>llm-int8: columns of what a product is given with a number of 6.0 or more, which multiply in 16 bits; known from the data alone</source>
        <translation>llm-int8: Spalten der Eingabe eines Produkts mit einer Zahl ab 6,0, die in 16 Bit multipliziert werden; nur aus den Daten bekannt</translation>
    </message>
    <message>
        <source>cuda: PyTorch&apos;s kernels with their scratch; reference: its plain operators, as dry runs see them; unsloth: its norm and rotary kernels; fused: norms, rotary embedding and gates in one kernel each (Liger); compiled, compiled-layers: what torch.compile makes of the whole model, or of each of its layers</source>
        <translation>cuda: PyTorchs Kernel mit ihrem Arbeitsspeicher; reference: einfache PyTorch-Operatoren, wie Probeläufe sie sehen; unsloth: dessen Norm- und Rotary-Kernel; fused: Normen, Rotary-Embedding und Gates in je einem Kernel (Liger); compiled, compiled-layers: was torch.compile aus dem ganzen Modell oder aus jeder seiner Schichten macht</translation>
    </message>
    <message>
        <source>tokens that come to the experts of the GPU that gets most, as a multiple of the mean; 1: tokens are dealt out evenly; at most parallel.expert</source>
        <translation>Tokens, die zu den Experten der GPU mit den meisten kommen, als Vielfaches des Mittels; 1: Tokens sind gleichmäßig verteilt; höchstens parallel.expert</translation>
    </message>
    <message>
        <source>Megatron-LM: tokens that an expert takes at most, as a multiple of the mean (moe-expert-capacity-factor); the others are dropped; 0: it takes all</source>
        <translation>Megatron-LM: Token, die ein Experte höchstens nimmt, als Vielfaches des Mittels (moe-expert-capacity-factor); die übrigen werden verworfen; 0: er nimmt alle</translation>
    </message>
    <message>
        <source>Megatron-LM: what an expert&apos;s tokens lack of its capacity is filled up (moe-pad-expert-input-to-capacity)</source>
        <translation>Megatron-LM: Was den Token eines Experten an seiner Kapazität fehlt, wird aufgefüllt (moe-pad-expert-input-to-capacity)</translation>
    </message>
    <message>
        <source>BOFT: inputs that are turned together (PEFT&apos;s boft_block_size); 0: as many blocks as training.boft_blocks says</source>
        <translation>BOFT: Eingaben, die gemeinsam gedreht werden (boft_block_size von PEFT); 0: so viele Blöcke, wie training.boft_blocks sagt</translation>
    </message>
    <message>
        <source>BOFT: blocks of each adapted matrix&apos;s input (PEFT&apos;s boft_block_num)</source>
        <translation>BOFT: Blöcke der Eingabe jeder adaptierten Matrix (boft_block_num von PEFT)</translation>
    </message>
    <message>
        <source>BOFT: sparse matrices whose product turns the input (PEFT&apos;s boft_n_butterfly_factor), which without its CUDA extension is 1</source>
        <translation>BOFT: dünn besetzte Matrizen, deren Produkt die Eingabe dreht (boft_n_butterfly_factor von PEFT); ohne dessen CUDA-Erweiterung 1</translation>
    </message>
    <message>
        <source>trainable tokens: rows of the embedding that are trained alone (PEFT&apos;s token_indices)</source>
        <translation>Trainable Tokens: Zeilen des Embeddings, die allein trainiert werden (token_indices von PEFT)</translation>
    </message>
    <message>
        <source>when weights are updated; in-backward: each as soon as its gradient is there, which goes then (torchtune&apos;s optimizer_in_bwd)</source>
        <translation>wann Gewichte aktualisiert werden; in-backward: jedes, sobald sein Gradient da ist, der dann geht (optimizer_in_bwd von torchtune)</translation>
    </message>
    <message>
        <source>gkd: the model that is learned from; empty: a copy of the trained one</source>
        <translation>gkd: das Modell, von dem gelernt wird; leer: eine Kopie des trainierten</translation>
    </message>
    <message>
        <source>16-bit weights under torch&apos;s autocast, which computes norms with a mean in fp32; auto: as the training loop has it</source>
        <translation>16-Bit-Gewichte unter torchs Autocast, der Norms mit Mittelwert in fp32 rechnet; auto: wie die Trainingsschleife es hält</translation>
    </message>
    <message>
        <source>products of the layers&apos; matrices in 8 bits: as torchao&apos;s float8 training computes them, one scale per tensor or per row, or as TransformerEngine does in Megatron-LM (te-)</source>
        <translation>Produkte der Matrizen der Schichten in 8 Bit: wie das float8-Training von torchao sie berechnet, mit einer Skala je Tensor oder je Zeile, oder wie die TransformerEngine in Megatron-LM (te-)</translation>
    </message>
    <message>
        <source>TransformerEngine&apos;s products in 8 bits: whether weights are there in 16 bits, and copied, or in 8 bits alone</source>
        <translation>8-Bit-Produkte der TransformerEngine: ob Gewichte in 16 Bit da sind und kopiert werden, oder nur in 8 Bit</translation>
    </message>
    <message>
        <source>attention kernel: flash takes no mask; sdpa has one in every layer, as padding asks for it; sdpa-unpadded has one where a layer has a window that is no longer than a sequence; eager keeps the score matrix</source>
        <translation>Attention-Kernel: flash nimmt keine Maske; sdpa hat in jeder Schicht eine, wie Auffüllen sie verlangt; sdpa-unpadded hat eine, wo eine Schicht ein Fenster hat, das nicht länger als eine Sequenz ist; eager hält die Score-Matrix</translation>
    </message>
    <message>
        <source>dimensions that GaLore and APOLLO project the gradient of a matrix to</source>
        <translation>Dimensionen, auf die GaLore und APOLLO den Gradienten einer Matrix projizieren</translation>
    </message>
    <message>
        <source>every n-th layer is checkpointed, the others keep all</source>
        <translation>jede n-te Schicht hat einen Checkpoint, die anderen behalten alles</translation>
    </message>
    <message>
        <source>prompt tuning, p-tuning: trained tokens in front of each sequence; prefix tuning: keys and values in front of those of each layer</source>
        <translation>Prompt-Tuning, P-Tuning: trainierte Token vor jeder Sequenz; Prefix-Tuning: Keys und Values vor denen jeder Schicht</translation>
    </message>
    <message>
        <source>prefix tuning: off: keys and values are trained themselves; on: a small network that makes them (PEFT&apos;s prefix_projection)</source>
        <translation>Prefix-Tuning: off: Keys und Values werden selbst trainiert; on: ein kleines Netz, das sie erzeugt (prefix_projection in PEFT)</translation>
    </message>
    <message>
        <source>p-tuning, prefix tuning: width of the network that makes the tokens (PEFT&apos;s encoder_hidden_size); 0: as wide as what it makes them of</source>
        <translation>P-Tuning, Prefix-Tuning: Breite des Netzes, das die Token erzeugt (encoder_hidden_size in PEFT); 0: so breit wie das, woraus es sie erzeugt</translation>
    </message>
    <message>
        <source>qlora: what the frozen matrices are stored in: bitsandbytes&apos; NF4, its LLM.int8 (load_in_8bit), or 4-bit integers as GPTQ and HQQ find them</source>
        <translation>qlora: worin die eingefrorenen Matrizen gespeichert sind: NF4 von bitsandbytes, dessen LLM.int8 (load_in_8bit) oder 4-Bit-Ganzzahlen, wie GPTQ und HQQ sie finden</translation>
    </message>
    <message>
        <source>Shampoo: rows and columns of the blocks of weights that have preconditioners of their own, at most (max_preconditioner_dim)</source>
        <translation>Shampoo: Zeilen und Spalten der Blöcke von Gewichten mit eigenen Vorkonditionierern, höchstens (max_preconditioner_dim)</translation>
    </message>
    <message>
        <source>dpo, kto, grpo and ppo: where log-probabilities of the model as it was come from: none (precomputed, or beta 0), the same model with adapters disabled, or a second one; auto: as TRL does</source>
        <translation>dpo, kto, grpo und ppo: woher Log-Wahrscheinlichkeiten des ursprünglichen Modells kommen: keine (vorberechnet, oder beta 0), dasselbe Modell mit abgeschalteten Adaptern oder ein zweites; auto: wie TRL es tut</translation>
    </message>
    <message>
        <source>ppo: answers that a GPU generates and scores at a time (local_rollout_forward_batch_size)</source>
        <translation>ppo: Antworten, die eine GPU auf einmal generiert und bewertet (local_rollout_forward_batch_size)</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>ppo: optimizer steps that learn from the same answers (num_ppo_epochs)</source>
        <translation>ppo: Optimizer-Schritte, die aus denselben Antworten lernen (num_ppo_epochs)</translation>
    </message>
    <message>
        <source>whether checkpoints are reentrant (use_reentrant=True); auto: as the trainer asks for them: transformers before 5, and TRL beside adapters under ZeRO-3</source>
        <translation>ob Checkpoints reentrant sind (use_reentrant=True); auto: wie der Trainer sie verlangt: reentrant bei transformers vor 5 und bei TRL neben Adaptern unter ZeRO-3</translation>
    </message>
    <message>
        <source>whose training loop wraps modules and asks gradients to wait: the Trainer&apos;s (accelerate), torchtitan&apos;s, torchtune&apos;s, LitGPT&apos;s or, for grpo, verl&apos;s; auto: the Trainer&apos;s, unless embed-head units are set</source>
        <translation>wessen Trainingsschleife Module einpackt und Gradienten warten lässt: die des Trainers (accelerate), von torchtitan, torchtune, LitGPT oder, für grpo, von verl; auto: die des Trainers, außer mit Einheiten embed-head</translation>
    </message>
    <message>
        <source>grpo and ppo: of each sequence, the tokens of the answer (grpo: of which alone there are logits, but in verl&apos;s loop); 0: all</source>
        <translation>grpo und ppo: von jeder Sequenz die Token der Antwort (grpo: außer in der Schleife von verl gibt es nur von diesen Logits); 0: alle</translation>
    </message>
    <message>
        <source>verl: answers that a GPU scores at a time (log_prob_micro_batch_size_per_gpu); 0: as many as a micro-batch has</source>
        <translation>verl: Antworten, die eine GPU auf einmal bewertet (log_prob_micro_batch_size_per_gpu); 0: so viele wie ein Micro-Batch hat</translation>
    </message>
    <message>
        <source>verl: what is on the host while answers are generated and scored: optimizer states (optimizer_offload), weights (param_offload; the GPU has them when it scores) or both</source>
        <translation>verl: was auf dem Host liegt, während Antworten erzeugt und bewertet werden: Optimizer-Zustände (optimizer_offload), Gewichte (param_offload; beim Bewerten hat sie die GPU) oder beides</translation>
    </message>
    <message>
        <source>qlora: modules that stay in 16 bits (llm_int8_skip_modules): names of linear modules, lm_head, vision_tower, multi_modal_projector, deepstack_merger_list, mamba; layers.3.mlp of one layer</source>
        <translation>qlora: Module, die in 16 Bit bleiben (llm_int8_skip_modules): Namen linearer Module, lm_head, vision_tower, multi_modal_projector, deepstack_merger_list, mamba; layers.3.mlp einer Schicht</translation>
    </message>
    <message>
        <source>what is trained for: the next token (of encoders, masked ones; of encoder-decoders, of the target), labels of a sequence or of each token, rewards of the last token, preferences (dpo, orpo, cpo, simpo, kto), rewards for answers of its own (grpo; ppo: beside a value model), a teacher&apos;s logits (gkd), or embeddings of texts (embedding); from reward to ppo as TRL trains them</source>
        <translation>wofür trainiert wird: das nächste Token (bei Encodern maskierte; bei Encoder-Decodern das des Ziels), Labels einer Sequenz oder jedes Tokens, Belohnungen am letzten Token, Präferenzen (dpo, orpo, cpo, simpo, kto), Belohnungen für eigene Antworten (grpo; ppo: neben einem Value-Modell), die Logits eines Lehrers (gkd) oder Embeddings von Texten (embedding); von reward bis ppo, wie TRL sie trainiert</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>embedding: texts of an example, each of training.sequence_length tokens: an anchor, what belongs to it, and negatives</source>
        <translation>embedding: Texte eines Beispiels, jeder mit training.sequence_length Token: ein Anker, was zu ihm gehört, und Negative</translation>
    </message>
    <message>
        <source>embedding: how they go through the model: anchors in a pass of their own (sentence-transformers), or all in one batch (ms-swift); auto: of encoders the former, of decoders the latter</source>
        <translation>embedding: wie sie durch das Modell gehen: Anker in einem eigenen Durchlauf (sentence-transformers) oder alle in einem Batch (ms-swift); auto: bei Encodern das erste, bei Decodern das zweite</translation>
    </message>
    <message>
        <source>embedding, anchors apart: texts that are embedded at a time, twice each, so that the batch takes no more memory than they do (GradCache; mini_batch_size of sentence-transformers&apos; cached losses); 0: all at once</source>
        <translation>embedding, Anker für sich: Texte, die auf einmal eingebettet werden, jeder zweimal, sodass der Batch nicht mehr Speicher braucht als sie (GradCache; mini_batch_size der Cached-Losses von sentence-transformers); 0: alle auf einmal</translation>
    </message>
    <message>
        <source>embedding: what of a text&apos;s tokens makes its embedding: their mean, the first or the last one; auto: of encoders the mean, of decoders the last one</source>
        <translation>embedding: was von den Token eines Textes sein Embedding wird: ihr Mittel, das erste oder das letzte; auto: bei Encodern das Mittel, bei Decodern das letzte</translation>
    </message>
</context>
<context>
    <name>lesson</name>
    <message>
        <source>Right: within %1.</source>
        <comment>percent</comment>
        <translation>Richtig: höchstens %1 daneben.</translation>
    </message>
    <message>
        <source>Right, exactly.</source>
        <translation>Genau richtig.</translation>
    </message>
    <message>
        <source>Too high.</source>
        <translation>Zu hoch.</translation>
    </message>
    <message>
        <source>Too low.</source>
        <translation>Zu niedrig.</translation>
    </message>
    <message>
        <source>%1 times too high.</source>
        <comment>number</comment>
        <translation>Um den Faktor %1 zu hoch.</translation>
    </message>
    <message>
        <source>%1 times too low.</source>
        <comment>number</comment>
        <translation>Um den Faktor %1 zu niedrig.</translation>
    </message>
    <message>
        <source>version of the format</source>
        <translation>Version des Formats</translation>
    </message>
    <message>
        <source>what the lesson is called</source>
        <translation>wie die Lektion heißt</translation>
    </message>
    <message>
        <source>what those who took part will know</source>
        <translation>was danach weiß, wer teilgenommen hat</translation>
    </message>
    <message>
        <source>what all steps start from, as in a scenario file</source>
        <translation>wovon alle Schritte ausgehen, wie in einer Szenariodatei</translation>
    </message>
    <message>
        <source>what is shown, in order</source>
        <translation>was gezeigt wird, der Reihe nach</translation>
    </message>
    <message>
        <source>what the step is called</source>
        <translation>wie der Schritt heißt</translation>
    </message>
    <message>
        <source>one or two sentences of Markdown; {{peak}} is a live value</source>
        <translation>ein oder zwei Sätze Markdown; {{peak}} ist ein Live-Wert</translation>
    </message>
    <message>
        <source>for the teacher alone; Markdown, too</source>
        <translation>nur für Vortragende; ebenfalls Markdown</translation>
    </message>
    <message>
        <source>how long the teacher means to take; 0: not said</source>
        <translation>wie viel Zeit Vortragende dafür vorsehen; 0: keine Angabe</translation>
    </message>
    <message>
        <source>inputs that differ from those of the lesson, as --set takes them</source>
        <translation>Eingaben, die von denen der Lektion abweichen, wie --set sie nimmt</translation>
    </message>
    <message>
        <source>the chart that is shown, as --chart calls it</source>
        <translation>das gezeigte Diagramm, wie --chart es nennt</translation>
    </message>
    <message>
        <source>the part of memory that stands out</source>
        <translation>der Teil des Speichers, der hervorgehoben ist</translation>
    </message>
    <message>
        <source>the inputs that the step needs</source>
        <translation>die Eingaben, die der Schritt braucht</translation>
    </message>
    <message>
        <source>what moves</source>
        <translation>was sich bewegt</translation>
    </message>
    <message>
        <source>name of a file beside the lesson, shown in place of the chart</source>
        <translation>Name einer Datei neben der Lektion, die anstelle des Diagramms gezeigt wird</translation>
    </message>
    <message>
        <source>asked before the step shows what is true</source>
        <translation>gefragt, bevor der Schritt zeigt, was stimmt</translation>
    </message>
    <message>
        <source>whether the top of a bar is dragged, a number typed or a choice made</source>
        <translation>ob die Oberkante eines Balkens gezogen, eine Zahl eingegeben oder eine Antwort ausgewählt wird</translation>
    </message>
    <message>
        <source>what is asked</source>
        <translation>was gefragt wird</translation>
    </message>
    <message>
        <source>the live value that is guessed: peak of zero2</source>
        <translation>der Live-Wert, der geraten wird: peak of zero2</translation>
    </message>
    <message>
        <source>how far a guess may be off to count, as a share of what is true</source>
        <translation>wie weit ein Tipp danebenliegen darf, um zu zählen, als Anteil des wahren Werts</translation>
    </message>
    <message>
        <source>what there is to choose from</source>
        <translation>was zur Auswahl steht</translation>
    </message>
    <message>
        <source>what the choice says</source>
        <translation>was die Antwort sagt</translation>
    </message>
    <message>
        <source>whether the choice is right</source>
        <translation>ob die Antwort richtig ist</translation>
    </message>
    <message>
        <source>why the answer is what it is; shown with it</source>
        <translation>warum die Lösung so lautet; wird mit ihr gezeigt</translation>
    </message>
    <message>
        <source>the most memory that a GPU holds during a step</source>
        <translation>der meiste Speicher, den eine GPU während eines Schritts belegt</translation>
    </message>
    <message>
        <source>memory of a GPU that can be used</source>
        <translation>nutzbarer Speicher einer GPU</translation>
    </message>
    <message>
        <source>memory that is left at the peak; 0 where it does not fit</source>
        <translation>Speicher, der an der Spitze übrig ist; 0, wo es nicht passt</translation>
    </message>
    <message>
        <source>memory that is missing at the peak; 0 where it fits</source>
        <translation>Speicher, der an der Spitze fehlt; 0, wo es passt</translation>
    </message>
    <message>
        <source>lower end of the range of the peak</source>
        <translation>unteres Ende der Spanne der Spitze</translation>
    </message>
    <message>
        <source>upper end of the range of the peak</source>
        <translation>oberes Ende der Spanne der Spitze</translation>
    </message>
    <message>
        <source>the phase of the step that holds most</source>
        <translation>die Phase des Schritts, die am meisten belegt</translation>
    </message>
    <message>
        <source>whether the peak fits, in a word</source>
        <translation>ob die Spitze passt, in einem Wort</translation>
    </message>
    <message>
        <source>weights, gradients, master weights and optimizer state at the peak</source>
        <translation>Gewichte, Gradienten, Master-Gewichte und Optimizer-Zustand an der Spitze</translation>
    </message>
    <message>
        <source>what tensors take at the peak, as torch counts it</source>
        <translation>was Tensoren an der Spitze belegen, wie torch es zählt</translation>
    </message>
    <message>
        <source>what torch&apos;s allocator holds at the peak</source>
        <translation>was der Allocator von torch an der Spitze hält</translation>
    </message>
    <message>
        <source>what is reserved at the peak, but not allocated</source>
        <translation>was an der Spitze reserviert, aber nicht belegt ist</translation>
    </message>
    <message>
        <source>what offloading puts into the memory of each node&apos;s host</source>
        <translation>was das Auslagern in den Speicher des Hosts jedes Knotens legt</translation>
    </message>
    <message>
        <source>what a GPU sends in a step</source>
        <translation>was eine GPU in einem Schritt sendet</translation>
    </message>
    <message>
        <source>what a GPU sends to other nodes in a step</source>
        <translation>was eine GPU in einem Schritt an andere Knoten sendet</translation>
    </message>
    <message>
        <source>how long a step takes</source>
        <translation>wie lange ein Schritt dauert</translation>
    </message>
    <message>
        <source>of that, what the GPU computes in</source>
        <translation>davon die Zeit, in der die GPU rechnet</translation>
    </message>
    <message>
        <source>exposed communication in a step</source>
        <translation>nicht überlappte Kommunikation in einem Schritt</translation>
    </message>
    <message>
        <source>share of the step that is exposed communication</source>
        <translation>Anteil des Schritts, der nicht überlappte Kommunikation ist</translation>
    </message>
    <message>
        <source>tokens per second of all GPUs</source>
        <translation>Token pro Sekunde aller GPUs</translation>
    </message>
    <message>
        <source>tokens per second and GPU</source>
        <translation>Token pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>model FLOPs as a share of the dense peak</source>
        <translation>Model-FLOPs als Anteil der dichten Spitzenleistung</translation>
    </message>
    <message>
        <source>the same with what is computed again</source>
        <translation>dasselbe einschließlich dessen, was neu berechnet wird</translation>
    </message>
    <message>
        <source>what takes most of a step</source>
        <translation>was den größten Teil eines Schritts braucht</translation>
    </message>
    <message>
        <source>name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>decoder layers of the model</source>
        <translation>Decoder-Schichten des Modells</translation>
    </message>
    <message>
        <source>parameters of the model</source>
        <translation>Parameter des Modells</translation>
    </message>
    <message>
        <source>parameters that each token passes through</source>
        <translation>Parameter, durch die jedes Token läuft</translation>
    </message>
    <message>
        <source>parameters that are trained</source>
        <translation>Parameter, die trainiert werden</translation>
    </message>
    <message>
        <source>sequences in a step of all GPUs</source>
        <translation>Sequenzen in einem Schritt aller GPUs</translation>
    </message>
    <message>
        <source>tokens in a step of all GPUs</source>
        <translation>Token in einem Schritt aller GPUs</translation>
    </message>
    <message>
        <source>size of a saved checkpoint</source>
        <translation>Größe eines gespeicherten Checkpoints</translation>
    </message>
    <message>
        <source>optimizer steps of the run</source>
        <translation>Optimizer-Schritte des Laufs</translation>
    </message>
    <message>
        <source>GPU-hours of the run</source>
        <translation>GPU-Stunden des Laufs</translation>
    </message>
    <message>
        <source>kWh of the run, of the GPUs alone</source>
        <translation>kWh des Laufs, nur die GPUs</translation>
    </message>
    <message>
        <source>price of the run, in its currency</source>
        <translation>Preis des Laufs, in dessen Währung</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>share of the step that the stages of a pipeline idle, on average</source>
        <translation>Anteil des Schritts, den die Stufen einer Pipeline im Mittel ruhen</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Command line</source>
        <translation>Befehlszeile</translation>
    </message>
</context>
<context>
    <name>options</name>
    <message>
        <source>Worksheet</source>
        <translation>Faustformeln</translation>
    </message>
    <message>
        <source>Detailed</source>
        <translation>Detailliert</translation>
    </message>
    <message>
        <source>The rules of thumb of the articles, in decimal GB and nominal capacity.</source>
        <translation>Die Faustformeln der Artikel, in dezimalen GB und mit nomineller Kapazität.</translation>
    </message>
    <message>
        <source>What the frameworks really allocate in each phase of a training step.</source>
        <translation>Was die Frameworks in jeder Phase eines Trainingsschritts wirklich allozieren.</translation>
    </message>
    <message>
        <source>Full fine-tuning</source>
        <translation>Full Fine-Tuning</translation>
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
        <translation>Alle Gewichte werden trainiert.</translation>
    </message>
    <message>
        <source>Small adapters are trained; the base weights are frozen.</source>
        <translation>Kleine Adapter werden trainiert; die Basisgewichte sind eingefroren.</translation>
    </message>
    <message>
        <source>Adapters are trained on a frozen base in 4 bits.</source>
        <translation>Adapter werden auf einer eingefrorenen 4-Bit-Basis trainiert.</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>Pure BF16</source>
        <translation>Reines BF16</translation>
    </message>
    <message>
        <source>Pure FP16</source>
        <translation>Reines FP16</translation>
    </message>
    <message>
        <source>BF16 autocast</source>
        <translation>BF16-Autocast</translation>
    </message>
    <message>
        <source>FP16 autocast</source>
        <translation>FP16-Autocast</translation>
    </message>
    <message>
        <source>BF16 with FP32 master</source>
        <translation>BF16 mit FP32-Master</translation>
    </message>
    <message>
        <source>FP16 with FP32 master</source>
        <translation>FP16 mit FP32-Master</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 4, gradients 4, moments 8, no master copy.</source>
        <translation>Bytes pro Parameter: Gewichte 4, Gradienten 4, Momente 8, keine Master-Kopie.</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 4, no master copy.</source>
        <translation>Bytes pro Parameter: Gewichte 2, Gradienten 2, Momente 4, keine Master-Kopie.</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 4, no master copy. Needs loss scaling.</source>
        <translation>Bytes pro Parameter: Gewichte 2, Gradienten 2, Momente 4, keine Master-Kopie. Braucht Loss Scaling.</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. Computes in BF16.</source>
        <translation>Bytes pro Parameter: Gewichte 4, Gradienten 4, Momente 8, keine Master-Kopie. Rechnet in BF16.</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. Computes in FP16 with loss scaling.</source>
        <translation>Bytes pro Parameter: Gewichte 4, Gradienten 4, Momente 8, keine Master-Kopie. Rechnet in FP16 mit Loss Scaling.</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4.</source>
        <translation>Bytes pro Parameter: Gewichte 2, Gradienten 2, Momente 8, Master-Kopie 4.</translation>
    </message>
    <message>
        <source>Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4. Needs loss scaling.</source>
        <translation>Bytes pro Parameter: Gewichte 2, Gradienten 2, Momente 8, Master-Kopie 4. Braucht Loss Scaling.</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>AdamW (foreach)</source>
        <translation>AdamW (foreach)</translation>
    </message>
    <message>
        <source>AdamW (for loop)</source>
        <translation>AdamW (For-Schleife)</translation>
    </message>
    <message>
        <source>AdamW 8-bit</source>
        <translation>AdamW 8-Bit</translation>
    </message>
    <message>
        <source>Paged AdamW 8-bit</source>
        <translation>Paged AdamW 8-Bit</translation>
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
        <translation>SGD mit Momentum</translation>
    </message>
    <message>
        <source>Two moments for each trainable parameter.</source>
        <translation>Zwei Momente für jeden trainierbaren Parameter.</translation>
    </message>
    <message>
        <source>Two moments; updates all tensors at once, at the price of temporaries.</source>
        <translation>Zwei Momente; aktualisiert alle Tensoren auf einmal, um den Preis temporärer Puffer.</translation>
    </message>
    <message>
        <source>Two moments; updates one tensor after the other.</source>
        <translation>Zwei Momente; ein Tensor nach dem anderen wird aktualisiert.</translation>
    </message>
    <message>
        <source>Two moments of one byte each for each trainable parameter.</source>
        <translation>Zwei Momente zu je einem Byte für jeden trainierbaren Parameter.</translation>
    </message>
    <message>
        <source>Row and column statistics in place of a full second moment.</source>
        <translation>Zeilen- und Spaltenstatistiken statt eines vollen zweiten Moments.</translation>
    </message>
    <message>
        <source>One moment for each trainable parameter.</source>
        <translation>Ein Moment für jeden trainierbaren Parameter.</translation>
    </message>
    <message>
        <source>One moment for matrices; the other parameters use AdamW.</source>
        <translation>Ein Moment für Matrizen; die übrigen Parameter nutzen AdamW.</translation>
    </message>
    <message>
        <source>No state beside the weights.</source>
        <translation>Kein Zustand außer den Gewichten.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Selective</source>
        <translation>Selektiv</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>Every activation is kept: most memory, least computation.</source>
        <translation>Alle Aktivierungen bleiben erhalten: am meisten Speicher, am wenigsten Rechenaufwand.</translation>
    </message>
    <message>
        <source>What is large and cheap to compute is computed again in the backward pass.</source>
        <translation>Was groß und billig zu berechnen ist, wird im Backward-Pass neu berechnet.</translation>
    </message>
    <message>
        <source>Only the input of each layer is kept; the forward pass is computed twice.</source>
        <translation>Nur der Input jedes Layers bleibt erhalten; der Forward-Pass wird zweimal berechnet.</translation>
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
        <translation>FlashAttention 1 in Triton</translation>
    </message>
    <message>
        <source>Never holds the score matrix.</source>
        <translation>Hält die Score-Matrix nie im Speicher.</translation>
    </message>
    <message>
        <source>Keeps the score matrix: memory grows with the square of the sequence length.</source>
        <translation>Behält die Score-Matrix: Der Speicher wächst quadratisch mit der Sequenzlänge.</translation>
    </message>
    <message>
        <source>LLM Foundry&apos;s kernel until March 2024, for MPT: never holds the score matrix; slower.</source>
        <translation>LLM Foundrys Kernel für MPT bis März 2024: ohne Score-Matrix, aber langsamer.</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>In chunks</source>
        <translation>In Chunks</translation>
    </message>
    <message>
        <source>Fused linear cross-entropy</source>
        <translation>Fused Linear Cross-Entropy</translation>
    </message>
    <message>
        <source>In place</source>
        <translation>An Ort und Stelle</translation>
    </message>
    <message>
        <source>The logits of all tokens are held at once.</source>
        <translation>Die Logits aller Token werden gleichzeitig gehalten.</translation>
    </message>
    <message>
        <source>The logits are made and used up in chunks of tokens.</source>
        <translation>Die Logits werden in Token-Chunks berechnet und verbraucht.</translation>
    </message>
    <message>
        <source>Head and cross-entropy are one kernel; the logits are never whole.</source>
        <translation>Head und Cross-Entropy sind ein Kernel; die Logits liegen nie vollständig vor.</translation>
    </message>
    <message>
        <source>The gradient is written over the logits, as Unsloth&apos;s kernel does.</source>
        <translation>Der Gradient überschreibt die Logits, wie im Kernel von Unsloth.</translation>
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
        <translation>Jede GPU hält alles. FSDP-Name: NO_SHARD.</translation>
    </message>
    <message>
        <source>Optimizer state is sharded. No FSDP counterpart.</source>
        <translation>Der Optimizer-Zustand ist geshardet. Kein FSDP-Gegenstück.</translation>
    </message>
    <message>
        <source>Optimizer state and gradients are sharded. FSDP name: SHARD_GRAD_OP.</source>
        <translation>Optimizer-Zustand und Gradienten sind geshardet. FSDP-Name: SHARD_GRAD_OP.</translation>
    </message>
    <message>
        <source>Optimizer state, gradients and weights are sharded. FSDP name: FULL_SHARD.</source>
        <translation>Optimizer-Zustand, Gradienten und Gewichte sind geshardet. FSDP-Name: FULL_SHARD.</translation>
    </message>
    <message>
        <source>Optimizer state and gradients are sharded: SHARD_GRAD_OP, like ZeRO-2.</source>
        <translation>Optimizer-Zustand und Gradienten sind geshardet: SHARD_GRAD_OP, wie ZeRO-2.</translation>
    </message>
    <message>
        <source>Optimizer state, gradients and weights are sharded: FULL_SHARD, like ZeRO-3.</source>
        <translation>Optimizer-Zustand, Gradienten und Gewichte sind geshardet: FULL_SHARD, wie ZeRO-3.</translation>
    </message>
    <message>
        <source>Sharded within a node, replicated between nodes: HYBRID_SHARD.</source>
        <translation>Innerhalb eines Knotens geshardet, zwischen den Knoten repliziert: HYBRID_SHARD.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
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
        <translation>Was man mit der gewählten Strategie üblicherweise einsetzt.</translation>
    </message>
    <message>
        <source>The conventions of the Hugging Face Trainer and accelerate.</source>
        <translation>Die Konventionen des Hugging Face Trainer und von accelerate.</translation>
    </message>
    <message>
        <source>The conventions of DeepSpeed.</source>
        <translation>Die Konventionen von DeepSpeed.</translation>
    </message>
    <message>
        <source>FullyShardedDataParallel: flat parameters.</source>
        <translation>FullyShardedDataParallel: flache Parameter.</translation>
    </message>
    <message>
        <source>fully_shard: one sharded tensor for each parameter.</source>
        <translation>fully_shard: ein geshardeter Tensor für jeden Parameter.</translation>
    </message>
    <message>
        <source>The conventions of Megatron-LM.</source>
        <translation>Die Konventionen von Megatron-LM.</translation>
    </message>
    <message>
        <source>The conventions of Hugging Face&apos;s nanotron.</source>
        <translation>Die Konventionen von nanotron (Hugging Face).</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>4-bit weights lie in bytes; they cannot be sharded.</source>
        <translation>4-Bit-Gewichte liegen in Bytes; sie lassen sich nicht aufteilen.</translation>
    </message>
    <message>
        <source>4-bit weights lie in 16-bit numbers, which FSDP and ZeRO-3 can shard.</source>
        <translation>4-Bit-Gewichte liegen in 16-Bit-Zahlen, die FSDP und ZeRO-3 aufteilen können.</translation>
    </message>
    <message>
        <source>FP32 adapters on a 16-bit base, as PEFT makes them.</source>
        <translation>FP32-Adapter auf einer 16-Bit-Basis, wie PEFT sie anlegt.</translation>
    </message>
    <message>
        <source>Adapters in 4 bytes.</source>
        <translation>Adapter in 4 Byte.</translation>
    </message>
    <message>
        <source>Adapters in 2 bytes.</source>
        <translation>Adapter in 2 Byte.</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Unsloth</source>
        <translation>Unsloth</translation>
    </message>
    <message>
        <source>Fused kernels, with the scratch memory that they need.</source>
        <translation>Fusionierte Kernel mit dem Arbeitsspeicher, den sie brauchen.</translation>
    </message>
    <message>
        <source>PyTorch&apos;s plain operators, as a dry run without a GPU sees them.</source>
        <translation>Die einfachen Operatoren von PyTorch, wie ein Probelauf ohne GPU sie sieht.</translation>
    </message>
    <message>
        <source>Unsloth&apos;s RMSNorm and rotary kernels in place of PyTorch&apos;s.</source>
        <translation>RMSNorm- und Rotary-Kernel von Unsloth statt denen von PyTorch.</translation>
    </message>
    <message>
        <source>Norms in FP32</source>
        <translation>Normen in FP32</translation>
    </message>
    <message>
        <source>All in FP32</source>
        <translation>Alles in FP32</translation>
    </message>
    <message>
        <source>Everything keeps its dtype.</source>
        <translation>Alles behält seinen Datentyp.</translation>
    </message>
    <message>
        <source>Norms, and with them the hidden states, are FP32, as in TRL.</source>
        <translation>Normen, und mit ihnen die verborgenen Zustände, sind FP32, wie in TRL.</translation>
    </message>
    <message>
        <source>Norms, embedding and head are FP32: prepare_model_for_kbit_training.</source>
        <translation>Normen, Embedding und Ausgabeschicht sind FP32: prepare_model_for_kbit_training.</translation>
    </message>
    <message>
        <source>transformers 5</source>
        <translation>transformers 5</translation>
    </message>
    <message>
        <source>transformers before 4.46</source>
        <translation>transformers vor 4.46</translation>
    </message>
    <message>
        <source>Labels are shifted, the logits are not copied.</source>
        <translation>Die Labels werden verschoben, die Logits nicht kopiert.</translation>
    </message>
    <message>
        <source>The loss makes a shifted copy of the logits; checkpoints are reentrant.</source>
        <translation>Der Loss kopiert die Logits verschoben; Checkpoints sind reentrant.</translation>
    </message>
    <message>
        <source>FP32 logits replace the 16-bit ones before they are shifted.</source>
        <translation>FP32-Logits ersetzen die 16-Bit-Logits, bevor sie verschoben werden.</translation>
    </message>
    <message>
        <source>Dropped at once</source>
        <translation>Sofort verworfen</translation>
    </message>
    <message>
        <source>Kept until the step ends</source>
        <translation>Bis zum Ende des Schritts behalten</translation>
    </message>
    <message>
        <source>Kept until the next forward pass</source>
        <translation>Bis zum nächsten Forward-Pass behalten</translation>
    </message>
    <message>
        <source>The loop takes the loss alone, as the Trainer does.</source>
        <translation>Die Schleife nimmt nur den Loss, wie der Trainer es tut.</translation>
    </message>
    <message>
        <source>The logits stay in memory beside the backward pass.</source>
        <translation>Die Logits bleiben während des Backward-Passes im Speicher.</translation>
    </message>
    <message>
        <source>The last logits are still there when the next ones are made.</source>
        <translation>Die letzten Logits sind noch da, wenn die nächsten entstehen.</translation>
    </message>
    <message>
        <source>Layers and root</source>
        <translation>Schichten und Wurzel</translation>
    </message>
    <message>
        <source>Embedding and head apart</source>
        <translation>Embedding und Head getrennt</translation>
    </message>
    <message>
        <source>As the framework wraps by default.</source>
        <translation>Wie das Framework von sich aus aufteilt.</translation>
    </message>
    <message>
        <source>Each decoder layer is a unit, all the rest another, as accelerate wraps.</source>
        <translation>Jede Decoder-Schicht ist eine Einheit, alles Übrige eine weitere, wie bei accelerate.</translation>
    </message>
    <message>
        <source>The embedding, and norm with head, are units of their own, as torchtitan wraps.</source>
        <translation>Embedding sowie Norm mit Head sind eigene Einheiten, wie bei torchtitan.</translation>
    </message>
    <message>
        <source>In every micro-step</source>
        <translation>In jedem Mikroschritt</translation>
    </message>
    <message>
        <source>In the last micro-step</source>
        <translation>Im letzten Mikroschritt</translation>
    </message>
    <message>
        <source>Gradients are reduced and sharded at once, as torchtitan and torchtune do; sends more where gradients are accumulated.</source>
        <translation>Gradienten werden sofort reduziert und aufgeteilt, wie torchtitan und torchtune es tun; sendet mehr, wo Gradienten akkumuliert werden.</translation>
    </message>
    <message>
        <source>Whole gradients wait on each GPU for the last micro-step, as accelerate asks with no_sync.</source>
        <translation>Ganze Gradienten warten auf jeder GPU auf den letzten Mikroschritt, wie accelerate es mit no_sync verlangt.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Ein</translation>
    </message>
    <message>
        <source>Each gradient is there twice, by itself and in its bucket.</source>
        <translation>Jeder Gradient ist zweimal da, für sich und in seinem Bucket.</translation>
    </message>
    <message>
        <source>Gradients that are reduced lie in their buckets alone.</source>
        <translation>Reduzierte Gradienten liegen allein in ihren Buckets.</translation>
    </message>
    <message>
        <source>The default of the framework.</source>
        <translation>Die Voreinstellung des Frameworks.</translation>
    </message>
    <message>
        <source>Gradients are reduced and accumulated in 2 bytes.</source>
        <translation>Gradienten werden in 2 Byte reduziert und akkumuliert.</translation>
    </message>
    <message>
        <source>Gradients are reduced and accumulated in 4 bytes.</source>
        <translation>Gradienten werden in 4 Byte reduziert und akkumuliert.</translation>
    </message>
    <message>
        <source>Gradients are reduced while the backward pass goes on; takes a second bucket.</source>
        <translation>Gradienten werden reduziert, während der Backward-Pass weiterläuft; braucht einen zweiten Bucket.</translation>
    </message>
    <message>
        <source>The backward pass waits for each reduction.</source>
        <translation>Der Backward-Pass wartet auf jede Reduktion.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Optimizer and parameters</source>
        <translation>Optimizer und Parameter</translation>
    </message>
    <message>
        <source>NVMe</source>
        <translation>NVMe</translation>
    </message>
    <message>
        <source>Everything stays on the GPU.</source>
        <translation>Alles bleibt auf der GPU.</translation>
    </message>
    <message>
        <source>Optimizer states and updates are in the memory of the host.</source>
        <translation>Optimizer-Zustände und Aktualisierung liegen im Speicher des Hosts.</translation>
    </message>
    <message>
        <source>Sharded parameters are in the memory of the host too.</source>
        <translation>Auch die geshardeten Parameter liegen im Speicher des Hosts.</translation>
    </message>
    <message>
        <source>Optimizer states and parameters are on disk: ZeRO-Infinity.</source>
        <translation>Optimizer-Zustände und Parameter liegen auf Platte: ZeRO-Infinity.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>expandable_segments:True</source>
        <translation>expandable_segments:True</translation>
    </message>
    <message>
        <source>Segments of fixed size; their gaps count as reserved.</source>
        <translation>Segmente fester Größe; ihre Lücken gelten als reserviert.</translation>
    </message>
    <message>
        <source>Segments that grow: fewer gaps (expandable_segments).</source>
        <translation>Wachsende Segmente: weniger Lücken (expandable_segments).</translation>
    </message>
    <message>
        <source>Fused</source>
        <translation>Zusammengefasst</translation>
    </message>
    <message>
        <source>As NCCL chooses</source>
        <translation>Wie NCCL wählt</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Hierarchical</source>
        <translation>Hierarchisch</translation>
    </message>
    <message>
        <source>In the switch (NVLS)</source>
        <translation>Im Switch (NVLS)</translation>
    </message>
    <message>
        <source>What NCCL&apos;s own model finds fastest.</source>
        <translation>Was NCCLs eigenes Modell am schnellsten findet.</translation>
    </message>
    <message>
        <source>Pieces go around from GPU to GPU: full bandwidth, many hops.</source>
        <translation>Stücke wandern von GPU zu GPU: volle Bandbreite, viele Schritte.</translation>
    </message>
    <message>
        <source>Two trees between the nodes: few hops, for all-reduces only.</source>
        <translation>Zwei Bäume zwischen den Knoten: wenige Schritte, nur für All-Reduce.</translation>
    </message>
    <message>
        <source>Inside each node first, then between the nodes.</source>
        <translation>Erst innerhalb jedes Knotens, dann zwischen den Knoten.</translation>
    </message>
    <message>
        <source>The NVLink switch adds and copies; from Hopper on.</source>
        <translation>Der NVLink-Switch addiert und kopiert; ab Hopper.</translation>
    </message>
    <message>
        <source>8-bit weights (qwZ)</source>
        <translation>8-Bit-Gewichte (qwZ)</translation>
    </message>
    <message>
        <source>Second copy (hpZ)</source>
        <translation>Zweite Kopie (hpZ)</translation>
    </message>
    <message>
        <source>4-bit gradients (qgZ)</source>
        <translation>4-Bit-Gradienten (qgZ)</translation>
    </message>
    <message>
        <source>All three</source>
        <translation>Alle drei</translation>
    </message>
    <message>
        <source>Plain ZeRO-3.</source>
        <translation>ZeRO-3 ohne Zusätze.</translation>
    </message>
    <message>
        <source>Weights are gathered in 8 bits: half the bytes.</source>
        <translation>Gewichte werden in 8 Bit gesammelt: halb so viele Bytes.</translation>
    </message>
    <message>
        <source>Each node keeps all weights: the backward pass gathers inside it.</source>
        <translation>Jeder Knoten behält alle Gewichte: Der Backward-Pass sammelt nur in ihm.</translation>
    </message>
    <message>
        <source>Gradients are reduced in 4 bits, in two all-to-all steps.</source>
        <translation>Gradienten werden in 4 Bit reduziert, in zwei All-to-All-Schritten.</translation>
    </message>
    <message>
        <source>Least traffic, most memory, least exact.</source>
        <translation>Am wenigsten Datenverkehr, am meisten Speicher, am ungenauesten.</translation>
    </message>
    <message>
        <source>Grouped</source>
        <translation>Gruppiert</translation>
    </message>
    <message>
        <source>One after the other</source>
        <translation>Nacheinander</translation>
    </message>
    <message>
        <source>Trainer (accelerate)</source>
        <translation>Trainer (accelerate)</translation>
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
        <translation>Wie der Trainer, außer wenn Einheiten gebildet werden wie in torchtitan.</translation>
    </message>
    <message>
        <source>Decoder layers are units, and the rest is one; gradients wait for the last micro-step.</source>
        <translation>Jede Decoder-Schicht ist eine Einheit, der Rest eine weitere; Gradienten warten auf den letzten Micro-Step.</translation>
    </message>
    <message>
        <source>The embedding, and norm with head, are units of their own; each micro-step reduces.</source>
        <translation>Embedding sowie Norm mit Kopf sind eigene Einheiten; jeder Micro-Step reduziert.</translation>
    </message>
    <message>
        <source>Decoder layers are units, and the rest is one; each micro-step reduces.</source>
        <translation>Jede Decoder-Schicht ist eine Einheit, der Rest eine weitere; jeder Micro-Step reduziert.</translation>
    </message>
    <message>
        <source>As the training loop does.</source>
        <translation>Wie die Trainingsschleife es tut.</translation>
    </message>
    <message>
        <source>An fp32 scale for 64 weights: 1/16 byte each.</source>
        <translation>Eine FP32-Skala für 64 Gewichte: je 1/16 Byte.</translation>
    </message>
    <message>
        <source>An 8-bit scale for 64 weights, an fp32 one for 256 of those.</source>
        <translation>Eine 8-Bit-Skala für 64 Gewichte, eine FP32-Skala für 256 von diesen.</translation>
    </message>
    <message>
        <source>Each rank holds norms and residual stream of the whole sequence.</source>
        <translation>Jeder Rang hält Normen und Residualstrom der ganzen Sequenz.</translation>
    </message>
    <message>
        <source>Each rank of tensor parallelism holds its share of them.</source>
        <translation>Jeder Rang der Tensorparallelität hält seinen Anteil davon.</translation>
    </message>
    <message>
        <source>torch&apos;s fused RMSNorm; the data loader shifts the labels.</source>
        <translation>Das fusionierte RMSNorm von torch; der Data Loader verschiebt die Labels.</translation>
    </message>
    <message>
        <source>Whole logits</source>
        <translation>Ganze Logits</translation>
    </message>
    <message>
        <source>Loss parallel</source>
        <translation>Verlustparallel</translation>
    </message>
    <message>
        <source>Each GPU gathers the logits of the whole vocabulary.</source>
        <translation>Jede GPU sammelt die Logits des ganzen Vokabulars.</translation>
    </message>
    <message>
        <source>Each GPU computes the loss from its share of the vocabulary.</source>
        <translation>Jede GPU berechnet den Verlust aus ihrem Anteil am Vokabular.</translation>
    </message>
    <message>
        <source>Fused kernel</source>
        <translation>Fusionierter Kernel</translation>
    </message>
    <message>
        <source>Plain operators</source>
        <translation>Einfache Operatoren</translation>
    </message>
    <message>
        <source>Rotary embedding in one kernel, which keeps nothing.</source>
        <translation>Rotary-Embedding in einem Kernel, der nichts behält.</translation>
    </message>
    <message>
        <source>Each layer keeps tables of cosines and sines (--no-rope-fusion).</source>
        <translation>Jede Schicht behält Tabellen von Kosinus und Sinus (--no-rope-fusion).</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Tensor, of experts</source>
        <translation>Tensor, der Experten</translation>
    </message>
    <message>
        <source>Data, of experts</source>
        <translation>Daten, der Experten</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>Shards</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>Replikate</translation>
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
        <translation>Verschränktes 1F1B</translation>
    </message>
    <message>
        <source>Zero bubble</source>
        <translation>Ohne Blase</translation>
    </message>
    <message>
        <source>1F1B, interleaved where a stage has more than one chunk.</source>
        <translation>1F1B, verschränkt, wo eine Stufe mehr als einen Teil hat.</translation>
    </message>
    <message>
        <source>All micro-batches go forward, then all backward: each stage holds the activations of all of them.</source>
        <translation>Alle Mikrobatches gehen vorwärts, dann alle rückwärts: Jede Stufe hält die Aktivierungen von allen.</translation>
    </message>
    <message>
        <source>Once the pipeline is full, one forward and one backward in turn: a stage holds no more micro-batches than there are stages behind it, and its own.</source>
        <translation>Ist die Pipeline voll, wechseln sich ein Vorwärts- und ein Rückwärtsdurchgang ab: Eine Stufe hält nicht mehr Mikrobatches, als Stufen hinter ihr kommen, und ihren eigenen.</translation>
    </message>
    <message>
        <source>1F1B over several chunks of each stage: a smaller bubble, more sent.</source>
        <translation>1F1B über mehrere Teile jeder Stufe: eine kleinere Blase, mehr wird gesendet.</translation>
    </message>
    <message>
        <source>All-gather</source>
        <translation>All-Gather</translation>
    </message>
    <message>
        <source>Ulysses</source>
        <translation>Ulysses</translation>
    </message>
    <message>
        <source>As the framework does: Megatron-LM a ring, torch an all-gather, DeepSpeed Ulysses.</source>
        <translation>Wie das Framework es tut: Megatron-LM ein Ring, torch ein All-Gather, DeepSpeed Ulysses.</translation>
    </message>
    <message>
        <source>Keys and values go from GPU to GPU, beside attention to those at hand.</source>
        <translation>Keys und Values gehen von GPU zu GPU, neben der Attention auf die vorhandenen.</translation>
    </message>
    <message>
        <source>Each GPU gathers the keys and values of the whole sequence.</source>
        <translation>Jede GPU sammelt Keys und Values der ganzen Sequenz.</translation>
    </message>
    <message>
        <source>All-to-all gives each GPU the whole sequence of a share of the heads, and back.</source>
        <translation>All-to-All gibt jeder GPU die ganze Sequenz für einen Teil der Heads, und wieder zurück.</translation>
    </message>
    <message>
        <source>Stages last</source>
        <translation>Stufen zuletzt</translation>
    </message>
    <message>
        <source>Copies last</source>
        <translation>Kopien zuletzt</translation>
    </message>
    <message>
        <source>tp-cp-ep-dp-pp: the GPUs of a pipeline stage are neighbours. torchtitan and nanotron have no other order.</source>
        <translation>tp-cp-ep-dp-pp: Die GPUs einer Pipelinestufe sind Nachbarn. torchtitan und nanotron haben keine andere Reihenfolge.</translation>
    </message>
    <message>
        <source>tp-cp-ep-pp-dp (--use-tp-pp-dp-mapping): the stages of one copy are neighbours, and gradients are added up from farther away.</source>
        <translation>tp-cp-ep-pp-dp (--use-tp-pp-dp-mapping): Die Stufen einer Kopie sind Nachbarn, und Gradienten werden von weiter her addiert.</translation>
    </message>
    <message>
        <source>Zero bubble, V</source>
        <translation>Ohne Blase, V</translation>
    </message>
    <message>
        <source>DualPipeV</source>
        <translation>DualPipeV</translation>
    </message>
    <message>
        <source>Interleaved, with gradients of weights in passes of their own that fill the bubble; until then a stage holds activations and the gradients of all outputs. torchtitan&apos;s InterleavedZeroBubble.</source>
        <translation>Verschachtelt, mit Gradienten der Gewichte in eigenen Durchläufen, die die Blase füllen; bis dahin hält eine Stufe Aktivierungen und die Gradienten aller Ausgaben. InterleavedZeroBubble von torchtitan.</translation>
    </message>
    <message>
        <source>The same over two chunks of each stage, down the stages and up again: the first stage has embedding and head. torchtitan&apos;s ZBVZeroBubble.</source>
        <translation>Dasselbe über zwei Teile jeder Stufe, die Stufen hinunter und wieder hinauf: Die erste Stufe hat Embedding und Kopf. ZBVZeroBubble von torchtitan.</translation>
    </message>
    <message>
        <source>The same V with few passes for weights alone, when it fills and drains. torchtitan&apos;s DualPipeV; forward and backward passes are not laid over each other.</source>
        <translation>Dasselbe V mit wenigen Durchläufen für Gewichte allein, wenn es sich füllt und leert. DualPipeV von torchtitan; Vorwärts- und Rückwärtsdurchläufe werden nicht übereinandergelegt.</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed</source>
        <translation>Megatron-DeepSpeed</translation>
    </message>
    <message>
        <source>A pipeline of DeepSpeed&apos;s, of one stage or several; attention keeps its scores.</source>
        <translation>Eine Pipeline von DeepSpeed mit einer oder mehreren Stufen; die Attention behält ihre Scores.</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>Einfach</translation>
    </message>
    <message>
        <source>Kernels of flash-linear-attention, mamba-ssm and causal-conv1d, which transformers takes where they are installed.</source>
        <translation>Kernel von flash-linear-attention, mamba-ssm und causal-conv1d, die transformers nimmt, wo sie installiert sind.</translation>
    </message>
    <message>
        <source>transformers&apos; own statements over chunks of tokens, in FP32, of which autograd keeps every one.</source>
        <translation>Die eigenen Anweisungen von transformers über Chunks von Token, in FP32, von denen Autograd jede behält.</translation>
    </message>
    <message>
        <source>transformers 4.50 and later</source>
        <translation>transformers ab 4.50</translation>
    </message>
    <message>
        <source>transformers 4.46 to 4.49</source>
        <translation>transformers 4.46 bis 4.49</translation>
    </message>
    <message>
        <source>As in later ones; GPT-2 and models of its time take the loss of logits that are not cast.</source>
        <translation>Wie in späteren; GPT-2 und Modelle seiner Zeit berechnen den Loss aus Logits, die nicht umgewandelt werden.</translation>
    </message>
    <message>
        <source>Next token</source>
        <translation>Nächstes Token</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>Klassifikation</translation>
    </message>
    <message>
        <source>Reward model</source>
        <translation>Reward-Modell</translation>
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
        <translation>Vortraining und überwachtes Fine-Tuning: Kreuzentropie jedes Tokens.</translation>
    </message>
    <message>
        <source>One output over the last token; pairs of answers go through together.</source>
        <translation>Ein Ausgang über dem letzten Token; Paare von Antworten laufen zusammen durch.</translation>
    </message>
    <message>
        <source>Pairs of answers, compared with a reference model (TRL).</source>
        <translation>Paare von Antworten, verglichen mit einem Referenzmodell (TRL).</translation>
    </message>
    <message>
        <source>Answers are generated, rewarded, and learned from (TRL).</source>
        <translation>Antworten werden generiert, bewertet, und aus ihnen wird gelernt (TRL).</translation>
    </message>
    <message>
        <source>As TRL does</source>
        <translation>Wie TRL</translation>
    </message>
    <message>
        <source>Adapters disabled</source>
        <translation>Adapter abgeschaltet</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>Zweites Modell</translation>
    </message>
    <message>
        <source>Log-probabilities are computed before training, or not needed.</source>
        <translation>Log-Wahrscheinlichkeiten werden vor dem Training berechnet oder nicht gebraucht.</translation>
    </message>
    <message>
        <source>The same weights without their adapters: nothing is held twice.</source>
        <translation>Dieselben Gewichte ohne ihre Adapter: Nichts liegt doppelt vor.</translation>
    </message>
    <message>
        <source>A copy of the model stays on the GPU beside the trained one.</source>
        <translation>Eine Kopie des Modells bleibt neben dem trainierten auf der GPU.</translation>
    </message>
    <message>
        <source>vLLM on these GPUs</source>
        <translation>vLLM auf diesen GPUs</translation>
    </message>
    <message>
        <source>vLLM on other GPUs</source>
        <translation>vLLM auf anderen GPUs</translation>
    </message>
    <message>
        <source>The model itself</source>
        <translation>Das Modell selbst</translation>
    </message>
    <message>
        <source>A second engine with weights and KV cache of its own (colocate).</source>
        <translation>Eine zweite Engine mit eigenen Gewichten und eigenem KV-Cache (colocate).</translation>
    </message>
    <message>
        <source>Answers come over the network; nothing of it is on these GPUs.</source>
        <translation>Antworten kommen über das Netz; auf diesen GPUs liegt nichts davon.</translation>
    </message>
    <message>
        <source>transformers generates with the trained weights and a KV cache.</source>
        <translation>transformers generiert mit den trainierten Gewichten und einem KV-Cache.</translation>
    </message>
    <message>
        <source>Stays awake</source>
        <translation>Bleibt wach</translation>
    </message>
    <message>
        <source>Sleeps while training</source>
        <translation>Schläft beim Training</translation>
    </message>
    <message>
        <source>vLLM keeps its share of the memory all the time.</source>
        <translation>vLLM behält seinen Anteil am Speicher die ganze Zeit.</translation>
    </message>
    <message>
        <source>Weights and KV cache are given back until answers are needed again.</source>
        <translation>Gewichte und KV-Cache werden zurückgegeben, bis wieder Antworten gebraucht werden.</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>Trainiert</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>Eingefroren</translation>
    </message>
    <message>
        <source>In full training with all its weights; with LoRA by adapters beside each of its matrices that the targets name, as PEFT&apos;s all-linear does.</source>
        <translation>Beim vollen Training mit allen Gewichten; mit LoRA durch Adapter neben jeder seiner Matrizen, die die Ziele nennen, wie es PEFTs all-linear tut.</translation>
    </message>
    <message>
        <source>Neither weights nor adapters: freeze_vision_tower, or exclude_modules for PEFT.</source>
        <translation>Weder Gewichte noch Adapter: freeze_vision_tower, oder exclude_modules für PEFT.</translation>
    </message>
    <message>
        <source>Megatron&apos;s kernel</source>
        <translation>Kernel von Megatron</translation>
    </message>
    <message>
        <source>TransformerEngine&apos;s kernel</source>
        <translation>Kernel von TransformerEngine</translation>
    </message>
    <message>
        <source>Scores become fp32, and are masked in a copy (--no-masked-softmax-fusion).</source>
        <translation>Scores werden fp32 und in einer Kopie maskiert (--no-masked-softmax-fusion).</translation>
    </message>
    <message>
        <source>Masked and scaled in 16 bit, in one kernel (--transformer-impl local).</source>
        <translation>In 16 Bit maskiert und skaliert, in einem Kernel (--transformer-impl local).</translation>
    </message>
    <message>
        <source>The same, of scores that each layer makes anew (--attention-backend unfused).</source>
        <translation>Dasselbe, mit Scores, die jede Schicht neu anlegt (--attention-backend unfused).</translation>
    </message>
    <message>
        <source>Masked tokens</source>
        <translation>Maskierte Token</translation>
    </message>
    <message>
        <source>Token classification</source>
        <translation>Token-Klassifikation</translation>
    </message>
    <message>
        <source>What encoders learn: tokens that were masked, by those around them.</source>
        <translation>Was Encoder lernen: maskierte Token aus denen ringsum.</translation>
    </message>
    <message>
        <source>An output for each label, over the last token of a decoder or the first of an encoder.</source>
        <translation>Ein Ausgang je Label, über dem letzten Token eines Decoders oder dem ersten eines Encoders.</translation>
    </message>
    <message>
        <source>A head with one output for each label over every token (encoders).</source>
        <translation>Ein Kopf mit einem Ausgang je Label über jedem Token (Encoder).</translation>
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
        <translation>LN-Tuning</translation>
    </message>
    <message>
        <source>Prompt tuning</source>
        <translation>Prompt-Tuning</translation>
    </message>
    <message>
        <source>Two narrow factors beside each adapted matrix.</source>
        <translation>Zwei schmale Faktoren neben jeder angepassten Matrix.</translation>
    </message>
    <message>
        <source>LoRA, and a trained length of each row of an adapted matrix. Each forward pass makes the factors&apos; product and its sum with the matrix, to measure them.</source>
        <translation>LoRA und eine trainierte Länge jeder Zeile einer angepassten Matrix. Jeder Vorwärtsdurchlauf bildet das Produkt der Faktoren und seine Summe mit der Matrix, um sie zu messen.</translation>
    </message>
    <message>
        <source>Two trained vectors beside each adapted matrix, around factors that all share and nobody trains.</source>
        <translation>Zwei trainierte Vektoren neben jeder angepassten Matrix, um Faktoren, die alle teilen und niemand trainiert.</translation>
    </message>
    <message>
        <source>A trained vector that scales what an adapted module makes or takes.</source>
        <translation>Ein trainierter Vektor, der skaliert, was ein angepasstes Modul ausgibt oder annimmt.</translation>
    </message>
    <message>
        <source>Trained copies of the norms.</source>
        <translation>Trainierte Kopien der Norms.</translation>
    </message>
    <message>
        <source>Trained embeddings of tokens that are put in front of each sequence.</source>
        <translation>Trainierte Embeddings von Token, die vor jede Sequenz gesetzt werden.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufällig</translation>
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
        <translation>Ein Faktor zufällig, der andere null.</translation>
    </message>
    <message>
        <source>The largest singular vectors of the matrix, which keeps the rest.</source>
        <translation>Die größten Singulärvektoren der Matrix, die den Rest behält.</translation>
    </message>
    <message>
        <source>A QR decomposition of the matrix, which keeps the rest.</source>
        <translation>Eine QR-Zerlegung der Matrix, die den Rest behält.</translation>
    </message>
    <message>
        <source>What quantising the matrix loses, as far as the rank goes.</source>
        <translation>Was die Quantisierung der Matrix verliert, so weit der Rang reicht.</translation>
    </message>
    <message>
        <source>P-tuning</source>
        <translation>P-Tuning</translation>
    </message>
    <message>
        <source>Tokens in front of each sequence, whose embeddings a small trained network makes.</source>
        <translation>Token vor jeder Sequenz, deren Embeddings ein kleines trainiertes Netz erzeugt.</translation>
    </message>
    <message>
        <source>All-to-all</source>
        <translation>All-to-all</translation>
    </message>
    <message>
        <source>Each token goes to the GPUs of the experts that it chose, and back.</source>
        <translation>Jedes Token geht zu den GPUs der Experten, die es gewählt hat, und zurück.</translation>
    </message>
    <message>
        <source>Each GPU gathers the tokens of all that experts are dealt out to, picks those for its own experts, and what they make is summed up. Megatron-LM&apos;s default.</source>
        <translation>Jede GPU sammelt die Tokens aller, auf die Experten verteilt sind, wählt die für ihre eigenen Experten aus, und deren Ergebnisse werden summiert. Vorgabe von Megatron-LM.</translation>
    </message>
    <message>
        <source>All experts of a layer in grouped products (grouped_mm; Megatron-LM: moe-grouped-gemm).</source>
        <translation>Alle Experten einer Schicht in gruppierten Produkten (grouped_mm; Megatron-LM: moe-grouped-gemm).</translation>
    </message>
    <message>
        <source>A loop over the experts (eager), each gradient as large as all of them; Megatron-LM&apos;s own default, where it is as large as one.</source>
        <translation>Eine Schleife über die Experten (eager), jeder Gradient so groß wie alle zusammen; in Megatron-LM die Vorgabe, dort so groß wie einer.</translation>
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
        <translation>Paare von Antworten ohne Referenzmodell; bevorzugte werden auch gelernt (TRL).</translation>
    </message>
    <message>
        <source>Pairs of answers without a reference model; preferred ones are learned as well (TRL; SimPO with a cpo_alpha).</source>
        <translation>Paare von Antworten ohne Referenzmodell; bevorzugte werden auch gelernt (TRL; SimPO mit einem cpo_alpha).</translation>
    </message>
    <message>
        <source>Pairs of answers without a reference model (TRL&apos;s CPO, cpo_alpha 0).</source>
        <translation>Paare von Antworten ohne Referenzmodell (CPO von TRL, cpo_alpha 0).</translation>
    </message>
    <message>
        <source>Single answers, liked or not, compared with a reference model and with answers to other prompts (TRL).</source>
        <translation>Einzelne Antworten, erwünscht oder nicht, verglichen mit einem Referenzmodell und mit Antworten auf andere Prompts (TRL).</translation>
    </message>
    <message>
        <source>torchao, one scale per tensor</source>
        <translation>torchao, eine Skala je Tensor</translation>
    </message>
    <message>
        <source>torchao, one scale per row</source>
        <translation>torchao, eine Skala je Zeile</translation>
    </message>
    <message>
        <source>torchao, per row, weight gradients in 16 bit</source>
        <translation>torchao, je Zeile, Gewichtsgradienten in 16 Bit</translation>
    </message>
    <message>
        <source>Products of matrices compute in the precision of everything else.</source>
        <translation>Matrixprodukte rechnen in der Genauigkeit von allem anderen.</translation>
    </message>
    <message>
        <source>Operands are cast to 8 bits at each product of a layer&apos;s matrices; what the backward pass keeps stays in 16 bits.</source>
        <translation>Operanden werden bei jedem Produkt mit einer Matrix der Schichten in 8 Bit umgewandelt; was der Rückwärtslauf aufhebt, bleibt in 16 Bit.</translation>
    </message>
    <message>
        <source>The same with a scale for each row, which is more accurate and slower.</source>
        <translation>Dasselbe mit einer Skala für jede Zeile, was genauer und langsamer ist.</translation>
    </message>
    <message>
        <source>The same, but gradients of weights are computed in 16 bits (rowwise_with_gw_hp).</source>
        <translation>Dasselbe, aber Gradienten der Gewichte werden in 16 Bit gerechnet (rowwise_with_gw_hp).</translation>
    </message>
    <message>
        <source>LitGPT</source>
        <translation>LitGPT</translation>
    </message>
    <message>
        <source>Under FSDP1 adapters share flat parameters with frozen weights, which get gradients as well; in 4 bit the head is quantised, too, and inputs of products are kept.</source>
        <translation>Unter FSDP1 teilen sich Adapter flache Parameter mit eingefrorenen Gewichten, die dann auch Gradienten bekommen; in 4 Bit ist auch der Kopf quantisiert, und Eingaben von Produkten werden aufgehoben.</translation>
    </message>
    <message>
        <source>Everything saved</source>
        <translation>Alles Aufgehobene</translation>
    </message>
    <message>
        <source>Inputs of layers</source>
        <translation>Schichteingaben</translation>
    </message>
    <message>
        <source>Activations stay on the GPU.</source>
        <translation>Aktivierungen bleiben auf der GPU.</translation>
    </message>
    <message>
        <source>What autograd saves is copied to the host, and back for the backward pass: TRL, torchtune.</source>
        <translation>Was Autograd aufhebt, wird zum Host kopiert und für den Rückwärtsdurchlauf zurück: TRL, torchtune.</translation>
    </message>
    <message>
        <source>Inputs of checkpointed layers wait on the host: Unsloth.</source>
        <translation>Eingaben der Schichten mit Checkpoint warten auf dem Host: Unsloth.</translation>
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
        <translation>Vier Faktoren, aus deren beiden Produkten elementweise eine Matrix so groß wie die angepasste wird.</translation>
    </message>
    <message>
        <source>Two small matrices, whose Kronecker product makes one as large as the adapted one.</source>
        <translation>Zwei kleine Matrizen, deren Kronecker-Produkt so groß wie die angepasste Matrix ist.</translation>
    </message>
    <message>
        <source>Trained rotations of what an adapted module is given, in blocks.</source>
        <translation>Trainierte Drehungen dessen, was ein angepasstes Modul bekommt, in Blöcken.</translation>
    </message>
    <message>
        <source>Paged AdamW</source>
        <translation>Paged AdamW</translation>
    </message>
    <message>
        <source>AdamW 8-bit (torchao)</source>
        <translation>AdamW 8-Bit (torchao)</translation>
    </message>
    <message>
        <source>AdamW 4-bit (torchao)</source>
        <translation>AdamW 4-Bit (torchao)</translation>
    </message>
    <message>
        <source>AdEMAMix</source>
        <translation>AdEMAMix</translation>
    </message>
    <message>
        <source>AdEMAMix 8-bit</source>
        <translation>AdEMAMix 8-Bit</translation>
    </message>
    <message>
        <source>Lion 8-bit</source>
        <translation>Lion 8-Bit</translation>
    </message>
    <message>
        <source>Paged Lion</source>
        <translation>Paged Lion</translation>
    </message>
    <message>
        <source>Two moments of one byte each, in memory that can move to the host; those of small tensors stay on the GPU.</source>
        <translation>Zwei Momente von je einem Byte in Speicher, der auf den Host ausweichen kann; die kleiner Tensoren bleiben auf der GPU.</translation>
    </message>
    <message>
        <source>Two moments of four bytes each, in memory that can move to the host; those of small tensors stay on the GPU.</source>
        <translation>Zwei Momente von je vier Byte in Speicher, der auf den Host ausweichen kann; die kleiner Tensoren bleiben auf der GPU.</translation>
    </message>
    <message>
        <source>Two moments of one byte each, those of embeddings among them.</source>
        <translation>Zwei Momente von je einem Byte, auch die der Embeddings.</translation>
    </message>
    <message>
        <source>Two moments of half a byte each, those of embeddings among them.</source>
        <translation>Zwei Momente von je einem halben Byte, auch die der Embeddings.</translation>
    </message>
    <message>
        <source>Three moments: a fast and a slow mean of gradients, and their squares.</source>
        <translation>Drei Momente: ein schneller und ein langsamer Mittelwert der Gradienten und ihre Quadrate.</translation>
    </message>
    <message>
        <source>The three moments of AdEMAMix in one byte each.</source>
        <translation>Die drei Momente von AdEMAMix in je einem Byte.</translation>
    </message>
    <message>
        <source>One moment of one byte for each trainable parameter.</source>
        <translation>Ein Moment von einem Byte für jeden trainierbaren Parameter.</translation>
    </message>
    <message>
        <source>One moment, in memory that can move to the host.</source>
        <translation>Ein Moment in Speicher, der auf den Host ausweichen kann.</translation>
    </message>
    <message>
        <source>NF4 (4 bits)</source>
        <translation>NF4 (4 Bit)</translation>
    </message>
    <message>
        <source>LLM.int8 (8 bits)</source>
        <translation>LLM.int8 (8 Bit)</translation>
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
        <translation>4-Bit-Zahlen von bitsandbytes, mit einer Skala für je 64.</translation>
    </message>
    <message>
        <source>bitsandbytes&apos; 8-bit integers, with a scale for each row. Each product holds on to what it is given, and checkpoints do not free that.</source>
        <translation>8-Bit-Ganzzahlen von bitsandbytes, mit einer Skala für jede Zeile. Jedes Produkt hält seine Eingabe fest, und Checkpoints geben sie nicht frei.</translation>
    </message>
    <message>
        <source>Integers of a few bits, in groups with a scale and a zero each, for weights scaled by what is fed to them.</source>
        <translation>Ganzzahlen aus wenigen Bits, in Gruppen mit je einer Skala und einem Nullpunkt, für Gewichte, die nach ihren Eingaben skaliert sind.</translation>
    </message>
    <message>
        <source>BOFT</source>
        <translation>BOFT</translation>
    </message>
    <message>
        <source>Prefix tuning</source>
        <translation>Prefix-Tuning</translation>
    </message>
    <message>
        <source>Trainable tokens</source>
        <translation>Trainierbare Token</translation>
    </message>
    <message>
        <source>A trained rotation of all that an adapted module is given, made of blocks, and a trained scale of its results.</source>
        <translation>Eine trainierte Drehung der ganzen Eingabe eines angepassten Moduls, aus Blöcken, und eine trainierte Skala seiner Ergebnisse.</translation>
    </message>
    <message>
        <source>Trained keys and values that stand before each layer&apos;s own.</source>
        <translation>Trainierte Keys und Values, die vor denen jeder Schicht stehen.</translation>
    </message>
    <message>
        <source>A few rows of the table of tokens are trained, the others stay.</source>
        <translation>Einige Zeilen der Token-Tabelle werden trainiert, die anderen bleiben.</translation>
    </message>
    <message>
        <source>Compiled</source>
        <translation>Kompiliert</translation>
    </message>
    <message>
        <source>Compiled layers</source>
        <translation>Kompilierte Schichten</translation>
    </message>
    <message>
        <source>Norms, rotary embedding and gates in one kernel each, as Liger makes them.</source>
        <translation>Normen, Rotary-Embedding und Gates in je einem Kernel, wie Liger sie macht.</translation>
    </message>
    <message>
        <source>torch.compile of the whole model: it decides anew what is kept, and the loss makes no copy of the logits.</source>
        <translation>torch.compile des ganzen Modells: Es entscheidet neu, was behalten wird, und der Loss macht keine Kopie der Logits.</translation>
    </message>
    <message>
        <source>torch.compile of each layer (regional compilation); head and loss run as they are.</source>
        <translation>torch.compile jeder Schicht (regionale Kompilierung); Kopf und Loss laufen, wie sie sind.</translation>
    </message>
    <message>
        <source>What comes</source>
        <translation>Was kommt</translation>
    </message>
    <message>
        <source>Up to capacity</source>
        <translation>Bis zur Kapazität</translation>
    </message>
    <message>
        <source>Experts compute the tokens that come to them.</source>
        <translation>Experten rechnen die Token, die zu ihnen kommen.</translation>
    </message>
    <message>
        <source>Experts compute as many rows as they have capacity for, whatever comes: the sizes of a step are fixed.</source>
        <translation>Experten rechnen so viele Zeilen, wie ihre Kapazität fasst, was auch kommt: Die Größen eines Schritts stehen fest.</translation>
    </message>
    <message>
        <source>AdamW fp8 (torchao)</source>
        <translation>AdamW fp8 (torchao)</translation>
    </message>
    <message>
        <source>Two moments of one byte each as floating-point numbers, those of embeddings among them.</source>
        <translation>Zwei Momente von je einem Byte als Gleitkommazahlen, auch die der Embeddings.</translation>
    </message>
    <message>
        <source>After the backward pass</source>
        <translation>Nach dem Backward-Pass</translation>
    </message>
    <message>
        <source>Within it</source>
        <translation>Während des Backward-Passes</translation>
    </message>
    <message>
        <source>All weights at once, when all gradients are there.</source>
        <translation>Alle Gewichte auf einmal, wenn alle Gradienten da sind.</translation>
    </message>
    <message>
        <source>Each weight as soon as its gradient is there, which goes then. No accumulation, no clipping of gradients.</source>
        <translation>Jedes Gewicht, sobald sein Gradient da ist, der dann geht. Ohne Akkumulation, ohne Begrenzung der Gradienten.</translation>
    </message>
    <message>
        <source>Distillation (GKD)</source>
        <translation>Destillation (GKD)</translation>
    </message>
    <message>
        <source>What a larger model, the teacher, says of each token is learned (TRL).</source>
        <translation>Gelernt wird, was ein größeres Modell, das Lehrmodell, zu jedem Token sagt (TRL).</translation>
    </message>
    <message>
        <source>Each operation computes in the dtype of its weights.</source>
        <translation>Jede Operation rechnet im Datentyp ihrer Gewichte.</translation>
    </message>
    <message>
        <source>As the training loop has it: on under accelerate with mixed precision.</source>
        <translation>Wie die Trainingsschleife es hält: an unter accelerate mit gemischter Genauigkeit.</translation>
    </message>
    <message>
        <source>16-bit weights under torch&apos;s autocast: LayerNorm computes in FP32.</source>
        <translation>16-Bit-Gewichte unter torchs Autocast: LayerNorm rechnet in FP32.</translation>
    </message>
    <message>
        <source>PyTorch SDPA, no padding</source>
        <translation>PyTorch SDPA, ohne Auffüllen</translation>
    </message>
    <message>
        <source>The kernel that PyTorch picks where sequences are padded: no score matrix, but a mask in every layer, and keys and values of all heads.</source>
        <translation>Der Kernel, den PyTorch wählt, wenn Sequenzen aufgefüllt sind: keine Score-Matrix, aber eine Maske in jeder Schicht, und Schlüssel und Werte aller Köpfe.</translation>
    </message>
    <message>
        <source>The kernel that PyTorch picks where all sequences are as long: a mask in layers with a window only. Models that see images are planned with a mask in every layer.</source>
        <translation>Der Kernel, den PyTorch wählt, wenn alle Sequenzen gleich lang sind: eine Maske nur in Schichten mit Fenster. Modelle, die Bilder sehen, werden mit einer Maske in jeder Schicht geplant.</translation>
    </message>
    <message>
        <source>Delayed scaling (TE)</source>
        <translation>Verzögerte Skalierung (TE)</translation>
    </message>
    <message>
        <source>Current scaling (TE)</source>
        <translation>Aktuelle Skalierung (TE)</translation>
    </message>
    <message>
        <source>Scaled by block (TE)</source>
        <translation>Je Block skaliert (TE)</translation>
    </message>
    <message>
        <source>MXFP8 (TE)</source>
        <translation>MXFP8 (TE)</translation>
    </message>
    <message>
        <source>TransformerEngine in Megatron-LM: layers keep their inputs in 8 bits, and 8-bit copies of their weights beside those in 16; a tensor&apos;s scale is that of the steps before.</source>
        <translation>TransformerEngine in Megatron-LM: Schichten halten ihre Eingaben in 8 Bit, und 8-Bit-Kopien ihrer Gewichte neben denen in 16; die Skala eines Tensors ist die der Schritte davor.</translation>
    </message>
    <message>
        <source>The same, with the scale of the tensor that is cast.</source>
        <translation>Das Gleiche mit der Skala des Tensors, der umgewandelt wird.</translation>
    </message>
    <message>
        <source>The same with a scale for each block of 128, as DeepSeek-V3 has it.</source>
        <translation>Das Gleiche mit einer Skala für jeden Block von 128, wie DeepSeek-V3 es hat.</translation>
    </message>
    <message>
        <source>The same with a scale for each 32 elements: Blackwell&apos;s own format.</source>
        <translation>Das Gleiche mit einer Skala für je 32 Elemente: das eigene Format von Blackwell.</translation>
    </message>
    <message>
        <source>16 bits, and copies</source>
        <translation>16 Bit, und Kopien</translation>
    </message>
    <message>
        <source>8 bits alone</source>
        <translation>Nur 8 Bit</translation>
    </message>
    <message>
        <source>Weights are there in 16 bits, and are cast once for each step.</source>
        <translation>Gewichte sind in 16 Bit da und werden einmal je Schritt umgewandelt.</translation>
    </message>
    <message>
        <source>What the optimizer updates is cast to 8 bits, and gathered so (fp8-param-gather).</source>
        <translation>Was der Optimizer aktualisiert, wird in 8 Bit umgewandelt und so gesammelt (fp8-param-gather).</translation>
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
        <translation>Zwei Momente der Gradienten in den wenigen Richtungen, die am meisten zählen; eine SVD jeder Matrix bestimmt sie alle 200 Schritte neu.</translation>
    </message>
    <message>
        <source>Two moments of gradients in a few random directions, which tell how to scale the whole gradient.</source>
        <translation>Zwei Momente der Gradienten in wenigen zufälligen Richtungen; sie sagen, wie der ganze Gradient zu skalieren ist.</translation>
    </message>
    <message>
        <source>Itself</source>
        <translation>Selbst</translation>
    </message>
    <message>
        <source>A network</source>
        <translation>Ein Netz</translation>
    </message>
    <message>
        <source>Keys and values of each layer are what is trained.</source>
        <translation>Trainiert werden die Keys und Values jeder Schicht selbst.</translation>
    </message>
    <message>
        <source>Embeddings of a few tokens and two matrices, which make keys and values of all layers.</source>
        <translation>Embeddings weniger Token und zwei Matrizen, die Keys und Values aller Schichten erzeugen.</translation>
    </message>
    <message>
        <source>LOMO</source>
        <translation>LOMO</translation>
    </message>
    <message>
        <source>No state: each micro-step updates each weight within its backward pass, whose gradient goes then.</source>
        <translation>Kein Zustand: Jeder Mikroschritt aktualisiert jedes Gewicht in seinem Rückwärtslauf; dessen Gradient geht dann.</translation>
    </message>
    <message>
        <source>Row and column statistics of each matrix; each micro-step updates each weight within its backward pass, whose gradient goes then.</source>
        <translation>Zeilen- und Spaltenstatistiken jeder Matrix; jeder Mikroschritt aktualisiert jedes Gewicht in seinem Rückwärtslauf; dessen Gradient geht dann.</translation>
    </message>
    <message>
        <source>AdaLomo</source>
        <translation>AdaLomo</translation>
    </message>
    <message>
        <source>4-bit integers, 128 with a scale and a zero, rounded so that the error of one makes up for that of others. Trains with GPTQModel&apos;s backend auto_trainable; autograd keeps the matrices in 16 bits, which checkpoints free.</source>
        <translation>4-Bit-Ganzzahlen, je 128 mit Skala und Nullpunkt, so gerundet, dass der Fehler der einen den anderer ausgleicht. Trainiert mit dem Backend auto_trainable von GPTQModel; Autograd behält die Matrizen in 16 Bit, Checkpoints geben sie frei.</translation>
    </message>
    <message>
        <source>4-bit integers, 64 with a scale and a zero, found without data. hqq&apos;s own quantize_model makes them: transformers 5 does not yet.</source>
        <translation>4-Bit-Ganzzahlen, je 64 mit Skala und Nullpunkt, ohne Daten gefunden. quantize_model von hqq selbst erzeugt sie: transformers 5 noch nicht.</translation>
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
        <translation>AdamW für jeweils eine Schicht, mit einer Kopie ihrer Gewichte in FP32; geplant sind die Schritte, die die erste Schicht trainieren, deren Rückwärtslauf der längste ist.</translation>
    </message>
    <message>
        <source>Two moments in the eigenbases of two square matrices for each weight matrix: sums of gradients&apos; products, and the bases themselves, which are found anew every 10 steps.</source>
        <translation>Zwei Momente in den Eigenbasen zweier quadratischer Matrizen je Gewichtsmatrix: Summen von Produkten der Gradienten, und die Basen selbst, die alle 10 Schritte neu gefunden werden.</translation>
    </message>
    <message>
        <source>Two moments, as AdamW&apos;s steps say how long Shampoo&apos;s are, and for each block of a matrix two square matrices of sums of gradients&apos; products, with their roots.</source>
        <translation>Zwei Momente, da AdamWs Schritte sagen, wie lang die von Shampoo sind, und für jeden Block einer Matrix zwei quadratische Matrizen aus Summen von Produkten der Gradienten, mit ihren Wurzeln.</translation>
    </message>
    <message>
        <source>PPO</source>
        <translation>PPO</translation>
    </message>
    <message>
        <source>Answers are generated, rewarded by a second model, and learned from, beside a value model that learns as well (TRL).</source>
        <translation>Antworten werden generiert, von einem zweiten Modell bewertet und gelernt, neben einem Value-Modell, das mitlernt (TRL).</translation>
    </message>
    <message>
        <source>DPO, KTO, PPO: a second model in full training, else disabled adapters; GRPO: none (beta 0).</source>
        <translation>DPO, KTO, PPO: ein zweites Modell bei vollem Training, sonst abgeschaltete Adapter; GRPO: keines (beta 0).</translation>
    </message>
    <message>
        <source>Reentrant</source>
        <translation>Reentrant</translation>
    </message>
    <message>
        <source>Not reentrant</source>
        <translation>Nicht reentrant</translation>
    </message>
    <message>
        <source>As the trainer asks for them.</source>
        <translation>Wie der Trainer sie verlangt.</translation>
    </message>
    <message>
        <source>Layers run without a graph, and once more with one in the backward pass: use_reentrant=True.</source>
        <translation>Schichten laufen ohne Graph und im Rückwärtslauf noch einmal mit einem: use_reentrant=True.</translation>
    </message>
    <message>
        <source>Layers&apos; graphs drop what they keep, and make it again when it is asked for.</source>
        <translation>Die Graphen der Schichten verwerfen, was sie behalten, und erzeugen es neu, wenn es gebraucht wird.</translation>
    </message>
    <message>
        <source>verl</source>
        <translation>verl</translation>
    </message>
    <message>
        <source>GRPO: answers lie one behind the other without padding, all their tokens have logits, and the reference waits on the host.</source>
        <translation>GRPO: Antworten liegen ohne Padding hintereinander, alle ihre Token haben Logits, und die Referenz wartet auf dem Host.</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>Optimizer-Zustände</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Weights and optimizer states</source>
        <translation>Gewichte und Optimizer-Zustände</translation>
    </message>
    <message>
        <source>All that is trained stays on the GPU beside vLLM.</source>
        <translation>Alles Trainierte bleibt neben vLLM auf der GPU.</translation>
    </message>
    <message>
        <source>They come back for the update alone (optimizer_offload).</source>
        <translation>Sie kommen nur für die Aktualisierung zurück (optimizer_offload).</translation>
    </message>
    <message>
        <source>They come back to score and to learn (param_offload).</source>
        <translation>Sie kommen zum Bewerten und Lernen zurück (param_offload).</translation>
    </message>
    <message>
        <source>Answers are generated with vLLM&apos;s copy of the model alone on the GPU.</source>
        <translation>Beim Erzeugen der Antworten ist nur die Kopie von vLLM auf der GPU.</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>Texts that belong together, against all others of the batch (InfoNCE, multiple negatives ranking).</source>
        <translation>Texte, die zusammengehören, gegen alle anderen des Batches (InfoNCE, Multiple Negatives Ranking).</translation>
    </message>
    <message>
        <source>Anchors apart</source>
        <translation>Anker für sich</translation>
    </message>
    <message>
        <source>All in one batch</source>
        <translation>Alle in einem Batch</translation>
    </message>
    <message>
        <source>Of encoders anchors apart, of decoders all in one batch.</source>
        <translation>Bei Encodern Anker für sich, bei Decodern alle in einem Batch.</translation>
    </message>
    <message>
        <source>Anchors in a pass of their own, all other texts in a second one (sentence-transformers).</source>
        <translation>Anker in einem eigenen Durchlauf, alle anderen Texte in einem zweiten (sentence-transformers).</translation>
    </message>
    <message>
        <source>All texts are rows of one batch (ms-swift).</source>
        <translation>Alle Texte sind Zeilen eines Batches (ms-swift).</translation>
    </message>
    <message>
        <source>Mean of all tokens</source>
        <translation>Mittel aller Token</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>Erstes Token</translation>
    </message>
    <message>
        <source>Last token</source>
        <translation>Letztes Token</translation>
    </message>
    <message>
        <source>Of encoders the mean, of decoders the last token.</source>
        <translation>Bei Encodern das Mittel, bei Decodern das letzte Token.</translation>
    </message>
    <message>
        <source>A mask as large as the hidden states is kept for it.</source>
        <translation>Dafür bleibt eine Maske, so groß wie die Hidden States, im Speicher.</translation>
    </message>
    <message>
        <source>As BGE&apos;s encoders do (CLS).</source>
        <translation>Wie die Encoder von BGE (CLS).</translation>
    </message>
    <message>
        <source>As Qwen3-Embedding does.</source>
        <translation>Wie Qwen3-Embedding.</translation>
    </message>
</context>
<context>
    <name>plan</name>
    <message>
        <source>allocated by PyTorch</source>
        <translation>von PyTorch belegt</translation>
    </message>
    <message>
        <source>reserved by PyTorch</source>
        <translation>von PyTorch reserviert</translation>
    </message>
    <message>
        <source>in use as nvidia-smi shows it</source>
        <translation>benutzt laut nvidia-smi</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Master weights</source>
        <translation>Master-Gewichte</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>Optimizer-Zustand</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>Logits und Loss</translation>
    </message>
    <message>
        <source>All-gathered parameters</source>
        <translation>Gesammelte Parameter (all-gather)</translation>
    </message>
    <message>
        <source>Communication buffers</source>
        <translation>Kommunikationspuffer</translation>
    </message>
    <message>
        <source>Transient buffers</source>
        <translation>Flüchtige Puffer</translation>
    </message>
    <message>
        <source>CUDA context, NCCL, fragmentation</source>
        <translation>CUDA-Kontext, NCCL, Fragmentierung</translation>
    </message>
    <message>
        <source>The model itself, or the share of it that this GPU keeps.</source>
        <translation>Das Modell selbst oder der Anteil, den diese GPU davon behält.</translation>
    </message>
    <message>
        <source>One number for each trained weight: which way to change it.</source>
        <translation>Eine Zahl je trainiertem Gewicht: in welche Richtung es sich ändern soll.</translation>
    </message>
    <message>
        <source>A full-precision copy of the weights that the optimizer changes.</source>
        <translation>Eine Kopie der Gewichte in voller Präzision, die der Optimizer verändert.</translation>
    </message>
    <message>
        <source>What the optimizer remembers about each weight between steps.</source>
        <translation>Was sich der Optimizer zwischen den Schritten zu jedem Gewicht merkt.</translation>
    </message>
    <message>
        <source>The small matrices that LoRA trains beside the frozen model.</source>
        <translation>Die kleinen Matrizen, die LoRA neben dem eingefrorenen Modell trainiert.</translation>
    </message>
    <message>
        <source>Results of the forward pass that the backward pass needs again.</source>
        <translation>Ergebnisse des Forward-Pass, die der Backward-Pass wieder braucht.</translation>
    </message>
    <message>
        <source>A score for each word of the vocabulary and each token, and the loss.</source>
        <translation>Ein Score für jedes Wort des Vokabulars und jedes Token, sowie der Loss.</translation>
    </message>
    <message>
        <source>Parameters of whole layers, all-gathered from all GPUs while they are in use.</source>
        <translation>Parameter ganzer Schichten, von allen GPUs gesammelt (all-gather), solange sie gebraucht werden.</translation>
    </message>
    <message>
        <source>Buckets in which gradients and weights travel between GPUs.</source>
        <translation>Buckets, in denen Gradienten und Gewichte zwischen GPUs unterwegs sind.</translation>
    </message>
    <message>
        <source>Buffers that one operation allocates while it runs.</source>
        <translation>Puffer, die eine Operation belegt, während sie läuft.</translation>
    </message>
    <message>
        <source>The CUDA context, NCCL&apos;s buffers, and what the allocator has reserved but not allocated.</source>
        <translation>CUDA-Kontext, Puffer von NCCL und was der Allocator reserviert, aber nicht belegt hat.</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>Forward-Pass</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>backward pass</source>
        <translation>Backward-Pass</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>At risk</source>
        <comment>it may not fit</comment>
        <translation>Auf der Kippe</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
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
        <translation>Kopie zum Host</translation>
    </message>
    <message>
        <source>Copy from the host</source>
        <translation>Kopie vom Host</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>gradient shards</source>
        <translation>Gradienten-Shards</translation>
    </message>
    <message>
        <source>matmuls</source>
        <translation>Matrixmultiplikationen</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation>Speicherbandbreite</translation>
    </message>
    <message>
        <source>kernel launches</source>
        <translation>Kernel-Starts</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>nicht überlappte Kommunikation</translation>
    </message>
    <message>
        <source>the optimizer step on the CPU</source>
        <translation>Optimizer-Schritt auf der CPU</translation>
    </message>
    <message>
        <source>model family</source>
        <translation>Modellfamilie</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>Framework</translation>
    </message>
    <message>
        <source>sharding</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>offload</source>
        <translation>Auslagerung</translation>
    </message>
    <message>
        <source>model size</source>
        <translation>Modellgröße</translation>
    </message>
    <message>
        <source>tokens per micro-step</source>
        <translation>Token je Mikroschritt</translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation>Anzahl der GPUs</translation>
    </message>
    <message>
        <source>forward</source>
        <comment>short for forward pass</comment>
        <translation>Forward</translation>
    </message>
    <message>
        <source>backward</source>
        <comment>short for backward pass</comment>
        <translation>Backward</translation>
    </message>
    <message>
        <source>update</source>
        <comment>short for optimizer step</comment>
        <translation>Update</translation>
    </message>
    <message>
        <source>save</source>
        <comment>short for saving</comment>
        <translation>Sichern</translation>
    </message>
    <message>
        <source>in the forward pass</source>
        <translation>im Forward-Pass</translation>
    </message>
    <message>
        <source>while computing the loss</source>
        <translation>beim Loss</translation>
    </message>
    <message>
        <source>in the backward pass</source>
        <translation>im Backward-Pass</translation>
    </message>
    <message>
        <source>at the optimizer step</source>
        <translation>im Optimizer-Schritt</translation>
    </message>
    <message>
        <source>while saving</source>
        <translation>beim Speichern</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>all-reduce of gradients</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Spitze</translation>
    </message>
    <message>
        <source>Sent per GPU and step</source>
        <translation>Gesendet pro GPU und Schritt</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Nicht überlappte Kommunikation</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Token pro Sekunde</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>expert products</source>
        <translation>Experten-Produkte</translation>
    </message>
    <message>
        <source>model output</source>
        <translation>Modellausgabe</translation>
    </message>
    <message>
        <source>target modules</source>
        <translation>Zielmodule</translation>
    </message>
    <message>
        <source>adapters&apos; dropout</source>
        <translation>Dropout der Adapter</translation>
    </message>
    <message>
        <source>adapters&apos; precision</source>
        <translation>Genauigkeit der Adapter</translation>
    </message>
    <message>
        <source>k-bit training preparation</source>
        <translation>k-Bit-Vorbereitung</translation>
    </message>
    <message>
        <source>reduction of gradients</source>
        <translation>Reduktion der Gradienten</translation>
    </message>
    <message>
        <source>FSDP units</source>
        <translation>FSDP-Einheiten</translation>
    </message>
    <message>
        <source>bucket views</source>
        <translation>Bucket-Sichten</translation>
    </message>
    <message>
        <source>gradients&apos; precision</source>
        <translation>Genauigkeit der Gradienten</translation>
    </message>
    <message>
        <source>overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>Allocator</translation>
    </message>
    <message>
        <source>GPU architecture</source>
        <translation>GPU-Architektur</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>GPUs je Knoten</translation>
    </message>
    <message>
        <source>shard group</source>
        <translation>Sharding-Gruppe</translation>
    </message>
    <message>
        <source>size of the adapters</source>
        <translation>Größe der Adapter</translation>
    </message>
    <message>
        <source>reduce bucket</source>
        <translation>Reduce-Bucket</translation>
    </message>
    <message>
        <source>prefetch bucket</source>
        <translation>Prefetch-Bucket</translation>
    </message>
    <message>
        <source>persistence threshold</source>
        <translation>Persistenz-Schwelle</translation>
    </message>
    <message>
        <source>sub-group</source>
        <translation>Untergruppe</translation>
    </message>
    <message>
        <source>%1 of %2 (forward)</source>
        <comment>all-gather of weights</comment>
        <translation>%1: %2 (Forward)</translation>
    </message>
    <message>
        <source>%1 of %2 (backward)</source>
        <comment>all-gather of weights</comment>
        <translation>%1: %2 (Backward)</translation>
    </message>
    <message>
        <source>%1 of %2 (update)</source>
        <comment>all-gather of weights</comment>
        <translation>%1: %2 (Update)</translation>
    </message>
    <message>
        <source>Fits, but waits</source>
        <comment>for a link</comment>
        <translation>Passt, wartet aber</translation>
    </message>
    <message>
        <source>Cannot run</source>
        <translation>Nicht lauffähig</translation>
    </message>
    <message>
        <source>scales of 4-bit weights</source>
        <translation>Skalen von 4-Bit-Gewichten</translation>
    </message>
    <message>
        <source>Send and receive</source>
        <translation>Senden und Empfangen</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>Keys und Values</translation>
    </message>
    <message>
        <source>tokens of experts</source>
        <translation>Tokens der Experten</translation>
    </message>
    <message>
        <source>gradients of experts</source>
        <translation>Gradienten der Experten</translation>
    </message>
    <message>
        <source>weights of experts</source>
        <translation>Gewichte der Experten</translation>
    </message>
    <message>
        <source>tensor parallelism</source>
        <translation>Tensorparallelität</translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation>Sequenzparallelität</translation>
    </message>
    <message>
        <source>pipeline stages</source>
        <translation>Pipelinestufen</translation>
    </message>
    <message>
        <source>interleaved chunks</source>
        <translation>verschränkte Teile</translation>
    </message>
    <message>
        <source>micro-batches in flight</source>
        <translation>Mikrobatches unterwegs</translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation>Kontextparallelität</translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation>Expertenparallelität</translation>
    </message>
    <message>
        <source>GPUs of an expert</source>
        <translation>GPUs eines Experten</translation>
    </message>
    <message>
        <source>checkpointed layers</source>
        <translation>Schichten mit Checkpoint</translation>
    </message>
    <message>
        <source>padding of the vocabulary</source>
        <translation>Auffüllung des Vokabulars</translation>
    </message>
    <message>
        <source>layers of the first stage</source>
        <translation>Schichten der ersten Stufe</translation>
    </message>
    <message>
        <source>layers of the last stage</source>
        <translation>Schichten der letzten Stufe</translation>
    </message>
    <message>
        <source>order of GPUs</source>
        <translation>Reihenfolge der GPUs</translation>
    </message>
    <message>
        <source>layers of a checkpoint</source>
        <translation>Schichten je Checkpoint</translation>
    </message>
    <message>
        <source>Reference model</source>
        <translation>Referenzmodell</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>Generierung</translation>
    </message>
    <message>
        <source>scoring</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>objective</source>
        <translation>Trainingsziel</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>tokens of answers</source>
        <translation>Token der Antworten</translation>
    </message>
    <message>
        <source>while answers are generated</source>
        <translation>während Antworten generiert werden</translation>
    </message>
    <message>
        <source>while answers are scored</source>
        <translation>während Antworten bewertet werden</translation>
    </message>
    <message>
        <source>Vision tower</source>
        <translation>Vision-Tower</translation>
    </message>
    <message>
        <source>What images take: their pixels, what the vision tower keeps of them, and their features.</source>
        <translation>Was Bilder brauchen: ihre Pixel, was der Vision-Tower davon behält, und ihre Features.</translation>
    </message>
    <message>
        <source>training of the vision tower</source>
        <translation>Training des Vision-Towers</translation>
    </message>
    <message>
        <source>patches of images</source>
        <translation>Patches der Bilder</translation>
    </message>
    <message>
        <source>Not planned</source>
        <translation>Nicht geplant</translation>
    </message>
    <message>
        <source>what is trained</source>
        <translation>was trainiert wird</translation>
    </message>
    <message>
        <source>activation offloading</source>
        <translation>Auslagerung von Aktivierungen</translation>
    </message>
    <message>
        <source>memory of the rollout engine or the teacher</source>
        <translation>Speicher der Rollout-Engine oder des Lehrmodells</translation>
    </message>
    <message>
        <source>layers between checkpoints</source>
        <translation>Schichten zwischen Checkpoints</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>Rollout</translation>
    </message>
    <message>
        <source>Weights of models that are not trained: the model as it was, which answers are compared with, a teacher, a reward model.</source>
        <translation>Gewichte von Modellen, die nicht trainiert werden: das ursprüngliche Modell, mit dem Antworten verglichen werden, ein Lehrmodell, ein Reward-Modell.</translation>
    </message>
    <message>
        <source>What generates answers: a copy of the weights and the KV cache; with PPO the logits of all answers as well.</source>
        <translation>Was Antworten generiert: eine Kopie der Gewichte und der KV-Cache; bei PPO auch die Logits aller Antworten.</translation>
    </message>
    <message>
        <source>tokens scored at a time</source>
        <translation>auf einmal bewertete Token</translation>
    </message>
    <message>
        <source>modules left in 16 bits</source>
        <translation>Module in 16 Bit</translation>
    </message>
</context>
<context>
    <name>recommend</name>
    <message>
        <source>no checkpointing</source>
        <comment>behind: With</comment>
        <translation>kein Checkpointing</translation>
    </message>
    <message>
        <source>selective checkpointing</source>
        <comment>behind: With</comment>
        <translation>teilweises Checkpointing</translation>
    </message>
    <message>
        <source>full checkpointing</source>
        <comment>behind: With</comment>
        <translation>volles Checkpointing</translation>
    </message>
    <message>
        <source>nothing offloaded</source>
        <comment>behind: With</comment>
        <translation>nichts ausgelagert</translation>
    </message>
    <message>
        <source>the optimizer offloaded</source>
        <comment>behind: With</comment>
        <translation>ausgelagerter Optimizer</translation>
    </message>
    <message>
        <source>optimizer and parameters offloaded</source>
        <comment>behind: With</comment>
        <translation>Optimizer und Parameter ausgelagert</translation>
    </message>
    <message>
        <source>offloading to NVMe</source>
        <comment>behind: With</comment>
        <translation>Auslagern auf NVMe</translation>
    </message>
    <message>
        <source>the standard loss</source>
        <comment>behind: With</comment>
        <translation>Loss auf einmal</translation>
    </message>
    <message>
        <source>the loss in chunks</source>
        <comment>behind: With</comment>
        <translation>Loss in Stücken</translation>
    </message>
    <message>
        <source>fused linear cross-entropy</source>
        <comment>behind: With</comment>
        <translation>Fused Linear Cross-Entropy</translation>
    </message>
    <message>
        <source>the loss in place</source>
        <comment>behind: With</comment>
        <translation>Loss an Ort und Stelle</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>a micro-batch of %1</source>
        <comment>behind: With</comment>
        <translation>Micro-Batch %1</translation>
    </message>
    <message>
        <source>eager attention</source>
        <comment>behind: With</comment>
        <translation>Attention ohne Kernel (eager)</translation>
    </message>
    <message>
        <source>A step would take %1 less time.</source>
        <translation>Ein Schritt würde %1 weniger Zeit brauchen.</translation>
    </message>
    <message>
        <source>A step would take %1 more time.</source>
        <translation>Ein Schritt würde %1 mehr Zeit brauchen.</translation>
    </message>
    <message>
        <source>It needs %1 less.</source>
        <translation>Sie braucht %1 weniger.</translation>
    </message>
    <message>
        <source>It needs %1 more.</source>
        <translation>Sie braucht %1 mehr.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>strategy, framework</comment>
        <translation>%1 (%2)</translation>
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
        <translation>Verschmolzen</translation>
    </message>
    <message>
        <source>Parameters</source>
        <comment>offloaded, and the optimizer</comment>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>With %1 nothing fits: here it would be short by %2.</source>
        <translation>So passt nichts (%1): hier würden %2 fehlen.</translation>
    </message>
    <message>
        <source>With %1 it would not fit: it needs %2 more.</source>
        <translation>So würde es nicht passen (%1): es braucht %2 mehr.</translation>
    </message>
    <message>
        <source>With %1 it might not fit: how much it needs is less certain.</source>
        <translation>So würde es vielleicht nicht passen (%1): der Bedarf ist weniger sicher.</translation>
    </message>
    <message>
        <source>With %1 it might not fit: it needs %2 more.</source>
        <translation>So würde es vielleicht nicht passen (%1): es braucht %2 mehr.</translation>
    </message>
    <message>
        <source>With %1 a step takes %2 more time.</source>
        <translation>So dauert ein Schritt %2 länger (%1).</translation>
    </message>
    <message>
        <source>With %1 it needs %2 more.</source>
        <translation>So braucht es %2 mehr (%1).</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1; %2, %3, %4; sequences of %5 tokens; on %6</source>
        <comment>model; method, precision, optimizer; sequence length; GPU</comment>
        <translation>%1; %2, %3, %4; Sequenzen von %5 Token; auf %6</translation>
    </message>
    <message>
        <source>%1 configurations tried: %2 fit, %3 are at risk. The search uses quick estimates; what is listed is allocator-simulated.</source>
        <translation>%1 Konfigurationen versucht: %2 passen, %3 sind knapp. Die Suche schätzt schnell; was hier steht, ist mit dem Allocator simuliert.</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Schnellste</translation>
    </message>
    <message>
        <source>Most headroom, still fast</source>
        <translation>Am meisten Reserve, noch schnell</translation>
    </message>
    <message>
        <source>Fewest GPU-hours</source>
        <translation>Wenigste GPU-Stunden</translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation>Wenigste GPUs</translation>
    </message>
    <message>
        <source>Simplest</source>
        <translation>Einfachste</translation>
    </message>
    <message>
        <source>Faster, at risk</source>
        <comment>it may not fit</comment>
        <translation>Schneller, auf der Kippe</translation>
    </message>
    <message>
        <source>Of all that fit, the most tokens per second.</source>
        <translation>Von allen, die passen, die meisten Token pro Sekunde.</translation>
    </message>
    <message>
        <source>The most headroom, at %1 of the fastest speed or more.</source>
        <translation>Die größte Reserve, bei %1 des höchsten Tempos oder mehr.</translation>
    </message>
    <message>
        <source>The most tokens per second and GPU: the run costs least.</source>
        <translation>Die meisten Token pro Sekunde und GPU: der Lauf kostet am wenigsten.</translation>
    </message>
    <message>
        <source>With fewer GPUs nothing fits.</source>
        <translation>Mit weniger GPUs passt nichts.</translation>
    </message>
    <message>
        <source>The fewest changes from the current configuration.</source>
        <translation>Die wenigsten Änderungen gegenüber der aktuellen Konfiguration.</translation>
    </message>
    <message>
        <source>Faster than all that fit, but it may not fit itself.</source>
        <translation>Schneller als alle, die passen, passt aber vielleicht selbst nicht.</translation>
    </message>
    <message>
        <source>Current</source>
        <comment>the current configuration</comment>
        <translation>Aktuell</translation>
    </message>
    <message>
        <source>%1 *</source>
        <comment>figure that leaves something out</comment>
        <translation>%1 *</translation>
    </message>
    <message>
        <source>Best as</source>
        <translation>Beste als</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>Sharding</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>Auslagern</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Peak of %1</source>
        <translation>Spitze von %1</translation>
    </message>
    <message>
        <source>Tokens/s per GPU</source>
        <translation>Token/s pro GPU</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation>Frontier</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>micro-batch, accumulation</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Now it reaches %1 tokens/s per GPU, with a peak of %2.</source>
        <translation>Jetzt sind es %1 Token/s pro GPU bei einer Spitze von %2.</translation>
    </message>
    <message>
        <source>* The optimizer runs on the CPU: how long that takes is estimated, not measured.</source>
        <translation>* Der Optimizer läuft auf der CPU: Wie lange das dauert, ist geschätzt, nicht gemessen.</translation>
    </message>
    <message>
        <source>Nothing can be run: %1</source>
        <comment>a sentence</comment>
        <translation>Nichts ist lauffähig: %1</translation>
    </message>
    <message>
        <source>Nothing fits. What comes nearest:</source>
        <translation>Nichts passt. Was am nächsten kommt:</translation>
    </message>
    <message>
        <source>tensor parallelism of %1</source>
        <comment>behind: With</comment>
        <translation>Tensorparallelität %1</translation>
    </message>
    <message numerus="yes">
        <source>a pipeline of %n stage(s)</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>einer Pipeline mit %n Stufe</numerusform>
            <numerusform>einer Pipeline mit %n Stufen</numerusform>
        </translation>
    </message>
    <message>
        <source>context parallelism of %1</source>
        <comment>behind: With</comment>
        <translation>Kontextparallelität %1</translation>
    </message>
    <message>
        <source>expert parallelism of %1, each expert on %2 of the GPUs</source>
        <comment>behind: With</comment>
        <translation>Expertenparallelität %1, jeder Experte auf %2 der GPUs</translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) in each stage</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>%n Teil in jeder Stufe</numerusform>
            <numerusform>%n Teilen in jeder Stufe</numerusform>
        </translation>
    </message>
    <message>
        <source>the schedule %1</source>
        <comment>behind: With</comment>
        <translation>dem Ablauf %1</translation>
    </message>
    <message>
        <source>tensor %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>Tensor %1</translation>
    </message>
    <message>
        <source>pipeline %1</source>
        <comment>parallelism, stages</comment>
        <translation>Pipeline %1</translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s)</source>
        <comment>of a pipeline stage</comment>
        <translation>
            <numerusform>%n Teil</numerusform>
            <numerusform>%n Teile</numerusform>
        </translation>
    </message>
    <message>
        <source>context %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>Kontext %1</translation>
    </message>
    <message>
        <source>experts %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>Experten %1</translation>
    </message>
    <message>
        <source>expert tensor %1</source>
        <comment>parallelism, GPUs</comment>
        <translation>Tensor der Experten %1</translation>
    </message>
    <message>
        <source>Fastest so far: %1, %2 tokens/s per GPU.</source>
        <comment>strategy with its axes, number</comment>
        <translation>Bisher am schnellsten: %1, %2 Tokens/s pro GPU.</translation>
    </message>
    <message>
        <source>context parallelism of the kind %1</source>
        <comment>behind: With</comment>
        <translation>Kontextparallelität der Art %1</translation>
    </message>
    <message>
        <source>the order of GPUs %1</source>
        <comment>behind: With</comment>
        <translation>der Reihenfolge der GPUs %1</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>Plan of a training run</source>
        <translation>Plan eines Trainingslaufs</translation>
    </message>
    <message>
        <source>Comparison with %1</source>
        <comment>name of a pin</comment>
        <translation>Vergleich mit %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>role, sharding</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The rest of the frontier of memory and speed</source>
        <translation>Der Rest der Frontier aus Speicher und Tempo</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Quellen</translation>
    </message>
    <message>
        <source>Recommended configurations</source>
        <translation>Empfohlene Konfigurationen</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>role, sharding</comment>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>Sweep over %1 and %2</source>
        <comment>inputs</comment>
        <translation>Reihe über %1 und %2</translation>
    </message>
    <message>
        <source>Sweep over %1</source>
        <comment>input</comment>
        <translation>Reihe über %1</translation>
    </message>
    <message>
        <source>%1 points: %2 fit, %3 are at risk, %4 do not fit, %5 cannot run.</source>
        <translation>%1 Punkte: %2 passen, %3 sind knapp, %4 passen nicht, %5 laufen nicht.</translation>
    </message>
    <message>
        <source>Model %1: %2.</source>
        <comment>its name, source</comment>
        <translation>Modell %1: %2.</translation>
    </message>
    <message>
        <source>Memory of %1: %2.</source>
        <comment>GPU, source</comment>
        <translation>Speicher von %1: %2.</translation>
    </message>
    <message>
        <source>Matrix products on %1: %2.</source>
        <comment>GPU, source</comment>
        <translation>Matrixprodukte auf %1: %2.</translation>
    </message>
    <message>
        <source>Bandwidth of %1: %2.</source>
        <comment>link, source</comment>
        <translation>Bandbreite von %1: %2.</translation>
    </message>
    <message>
        <source>Memory and communication follow the source code of %1.</source>
        <comment>frameworks</comment>
        <translation>Speicher und Kommunikation folgen dem Quelltext von %1.</translation>
    </message>
    <message>
        <source>The range of the peak comes from %1 measured runs.</source>
        <translation>Die Spanne der Spitze stammt aus %1 gemessenen Läufen.</translation>
    </message>
    <message>
        <source>error</source>
        <comment>cannot be planned</comment>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>down \ across</source>
        <translation>Zeilen \ Spalten</translation>
    </message>
    <message>
        <source>%1; down: %2; across: %3</source>
        <comment>metric, input, input</comment>
        <translation>%1; Zeilen: %2; Spalten: %3</translation>
    </message>
</context>
<context>
    <name>run</name>
    <message>
        <source>%1 hours</source>
        <translation>%1 Stunden</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>Effective batch</source>
        <translation>Effektiver Batch</translation>
    </message>
    <message>
        <source>%1 sequences, %2 tokens</source>
        <translation>%1 Sequenzen, %2 Tokens</translation>
    </message>
    <message>
        <source>Micro-batch %1 × accumulation %2 × %3 GPUs</source>
        <translation>Micro-Batch %1 × Akkumulation %2 × %3 GPUs</translation>
    </message>
    <message>
        <source>Learning rate, scaled linearly</source>
        <translation>Lernrate, linear skaliert</translation>
    </message>
    <message>
        <source>In proportion to the batch (Goyal et al., 2017): a hint, try it out</source>
        <translation>Proportional zum Batch (Goyal et al., 2017): ein Hinweis, probieren Sie es aus</translation>
    </message>
    <message>
        <source>Set a learning rate and the batch that it went well with</source>
        <translation>Setzen Sie eine Lernrate und den Batch, mit dem sie gut ging</translation>
    </message>
    <message>
        <source>Set the size of the data set</source>
        <translation>Setzen Sie die Größe des Datensatzes</translation>
    </message>
    <message>
        <source>Optimizer steps</source>
        <translation>Optimizer-Schritte</translation>
    </message>
    <message>
        <source>%1 tokens of all epochs</source>
        <translation>%1 Tokens aller Epochen</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>%1 for each step; saving and evaluating come on top</source>
        <translation>%1 je Schritt; Speichern und Auswerten kommen hinzu</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU-Stunden</translation>
    </message>
    <message>
        <source>Duration × %1 GPUs</source>
        <translation>Dauer × %1 GPUs</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>Of the GPUs alone, at the power that they may draw</source>
        <translation>Nur der GPUs, bei der Leistung, die sie aufnehmen dürfen</translation>
    </message>
    <message>
        <source>Set the price of a GPU-hour: none is assumed</source>
        <translation>Setzen Sie den Preis einer GPU-Stunde: Keiner wird angenommen</translation>
    </message>
    <message>
        <source>GPU-hours × price, in its currency</source>
        <translation>GPU-Stunden × Preis, in dessen Währung</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Writing a checkpoint</source>
        <translation>Schreiben eines Checkpoints</translation>
    </message>
    <message>
        <source>At the disk rate that is set</source>
        <translation>Bei der gesetzten Schreibrate</translation>
    </message>
    <message>
        <source>Set the disk rate</source>
        <translation>Setzen Sie die Schreibrate</translation>
    </message>
    <message>
        <source>Tokens per unit of cost</source>
        <translation>Token je Kosteneinheit</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU, for %2 an hour</source>
        <translation>%1 Token/s pro GPU, für %2 die Stunde</translation>
    </message>
    <message>
        <source>How much power this GPU may draw is not known</source>
        <translation>Wie viel Leistung diese GPU aufnehmen darf, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Matmuls</source>
        <translation>Matmuls</translation>
    </message>
    <message>
        <source>Matrix products of forward and backward passes</source>
        <translation>Matrixprodukte von Forward- und Backward-Pass</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>The products of scores and values in attention</source>
        <translation>Die Produkte für Scores und Values in der Attention</translation>
    </message>
    <message>
        <source>Memory-bound</source>
        <translation>Bandbreitenlimitiert</translation>
    </message>
    <message>
        <source>Norms, activations, copies and the loss: bound by the GPU&apos;s memory bandwidth</source>
        <translation>Normen, Aktivierungsfunktionen, Kopien und Loss: begrenzt durch die Speicherbandbreite der GPU</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>optimizer.step() on the GPU</source>
        <translation>optimizer.step() auf der GPU</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>Konkurrenz um SMs</translation>
    </message>
    <message>
        <source>Computation takes longer while collectives occupy some of the multiprocessors</source>
        <translation>Das Rechnen dauert länger, solange Collectives einige der Multiprozessoren belegen</translation>
    </message>
    <message>
        <source>Exposed, %1</source>
        <comment>link</comment>
        <translation>Nicht überlappt, %1</translation>
    </message>
    <message>
        <source>Communication over %1 that nothing is computed beside</source>
        <comment>link</comment>
        <translation>Kommunikation über %1, neben der nichts gerechnet wird</translation>
    </message>
    <message>
        <source>Kernel launches</source>
        <translation>Kernel-Starts</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>Starts</translation>
    </message>
    <message>
        <source>The GPU waits for the CPU to launch the next kernel</source>
        <translation>Die GPU wartet darauf, dass die CPU den nächsten Kernel startet</translation>
    </message>
    <message>
        <source>Update on the CPU</source>
        <translation>Update auf der CPU</translation>
    </message>
    <message>
        <source>CPU update</source>
        <translation>CPU-Update</translation>
    </message>
    <message>
        <source>The optimizer step of what is offloaded, on the CPU of the host</source>
        <translation>Der Optimizer-Schritt des Ausgelagerten, auf der CPU des Hosts</translation>
    </message>
</context>
<context>
    <name>shardscope::AboutDialog</name>
    <message>
        <source>%1 by %2 (%3)</source>
        <comment>library, maker, licence</comment>
        <translation>%1 von %2 (%3)</translation>
    </message>
    <message>
        <source>The Qt Company and contributors</source>
        <translation>The Qt Company und Mitwirkende</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later (%1). It comes without any warranty.</source>
        <translation>Freie Software unter der GNU General Public License, Version 3 oder neuer (%1). Ohne jede Gewährleistung.</translation>
    </message>
    <message>
        <source>The charts and scenarios that you make with it are your own.</source>
        <translation>Die Diagramme und Szenarien, die Sie damit erstellen, gehören Ihnen.</translation>
    </message>
    <message>
        <source>It is built with:</source>
        <translation>Es verwendet:</translation>
    </message>
    <message>
        <source>Will this training run fit on these GPUs, what will it send between them, and what should change?</source>
        <translation>Passt dieses Training auf diese GPUs, was wird zwischen ihnen übertragen, und was sollte sich ändern?</translation>
    </message>
    <message>
        <source>About %1</source>
        <translation>Über %1</translation>
    </message>
    <message>
        <source>Copy &amp;Diagnostics</source>
        <translation>&amp;Diagnose kopieren</translation>
    </message>
    <message>
        <source>Copy versions, system and screens, for reports of problems</source>
        <translation>Versionen, System und Bildschirme kopieren, für Fehlerberichte</translation>
    </message>
</context>
<context>
    <name>shardscope::AppearanceMenus</name>
    <message>
        <source>As the &amp;System</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>S&amp;prache</translation>
    </message>
</context>
<context>
    <name>shardscope::ApplyButton</name>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <comment>the change</comment>
        <translation>Anwenden: %1</translation>
    </message>
    <message>
        <source>%1
Sets %2</source>
        <comment>the change, inputs</comment>
        <translation>%1
Setzt %2</translation>
    </message>
</context>
<context>
    <name>shardscope::Autosave</name>
    <message>
        <source>Unsaved changes are not backed up: %1</source>
        <translation>Nicht gespeicherte Änderungen werden nicht gesichert: %1</translation>
    </message>
    <message>
        <source>A backup copy of unsaved changes cannot be read. It was kept as %1.</source>
        <translation>Eine Sicherungskopie nicht gespeicherter Änderungen ist nicht lesbar. Sie liegt noch da als %1.</translation>
    </message>
</context>
<context>
    <name>shardscope::AxisPicker</name>
    <message>
        <source>Round numbers</source>
        <translation>Runde Zahlen</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>How many values</source>
        <translation>Wie viele Werte</translation>
    </message>
    <message>
        <source>Round numbers are the stops of the input&apos;s slider; others lie at equal distances, or at equal ratios where the range is wide</source>
        <translation>Runde Zahlen sind die Rasten des Reglers der Eingabe; andere liegen in gleichen Abständen oder, wo der Bereich weit ist, in gleichen Verhältnissen</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Nothing else</source>
        <translation>Nichts weiter</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
</context>
<context>
    <name>shardscope::CalibrationDialog</name>
    <message>
        <source>An out-of-memory error: %1 could not be had any more on a GPU of %2. The run needed at least what stands below.</source>
        <translation>Ein Speichermangel: %1 waren auf einer GPU mit %2 nicht mehr zu haben. Der Lauf brauchte mindestens, was unten steht.</translation>
    </message>
    <message>
        <source>An out-of-memory error: %1 could not be had any more. The run needed at least what stands below.</source>
        <translation>Ein Speichermangel: %1 waren nicht mehr zu haben. Der Lauf brauchte mindestens, was unten steht.</translation>
    </message>
    <message>
        <source>Output of nvidia-smi: the fullest GPU holds %1.</source>
        <translation>Ausgabe von nvidia-smi: Die vollste GPU hält %1.</translation>
    </message>
    <message>
        <source>A measured peak. Say below what was measured.</source>
        <translation>Ein gemessener Spitzenbedarf. Geben Sie unten an, was gemessen wurde.</translation>
    </message>
    <message>
        <source>A measured peak.</source>
        <translation>Ein gemessener Spitzenbedarf.</translation>
    </message>
    <message>
        <source>The run broke off before it came to the peak that is estimated: this says nothing against the estimate.</source>
        <translation>Der Lauf brach ab, bevor er die geschätzte Spitze erreichte: Das spricht nicht gegen die Schätzung.</translation>
    </message>
    <message>
        <source>The measurement agrees with the estimate.</source>
        <translation>Die Messung stimmt mit der Schätzung überein.</translation>
    </message>
    <message>
        <source>Less was measured. Sequences may have been shorter than assumed, or the peak was not in what was measured.</source>
        <translation>Gemessen wurde weniger. Vielleicht waren die Sequenzen kürzer als angenommen, oder die Spitze lag außerhalb der Messung.</translation>
    </message>
    <message>
        <source>More was allocated. Sequences may have been longer, an evaluation may have run, or tensors of the program&apos;s own are alive: batches, outputs that are kept, a second model.</source>
        <translation>Belegt wurde mehr. Vielleicht waren Sequenzen länger, lief eine Auswertung, oder das Programm hält eigene Tensoren: Batches, aufgehobene Ausgaben, ein zweites Modell.</translation>
    </message>
    <message>
        <source>More was reserved. Batches of changing length leave holes; expandable segments close most of them.</source>
        <translation>Reserviert wurde mehr. Batches wechselnder Länge hinterlassen Lücken; erweiterbare Segmente schließen die meisten.</translation>
    </message>
    <message>
        <source>More was in use. Other processes on the GPU, more communicators or libraries with memory of their own count here, and not for PyTorch.</source>
        <translation>Benutzt wurde mehr. Andere Prozesse auf der GPU, weitere Kommunikatoren oder Bibliotheken mit eigenem Speicher zählen hier mit, bei PyTorch nicht.</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>&amp;Paste PyTorch&apos;s out-of-memory message, the output of nvidia-smi, or a measured peak such as 61.3 GiB:</source>
        <translation>&amp;Fügen Sie PyTorchs Meldung über Speichermangel, die Ausgabe von nvidia-smi oder einen gemessenen Spitzenbedarf wie 61.3 GiB ein:</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>Messung</translation>
    </message>
    <message>
        <source>What a run has shown, as text</source>
        <translation>Was ein Lauf gezeigt hat, als Text</translation>
    </message>
    <message>
        <source>Measured was</source>
        <translation>Gemessen wurde</translation>
    </message>
    <message>
        <source>&amp;Measured was:</source>
        <translation>&amp;Gemessen wurde:</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>Geschätzt</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Measured and estimated memory</source>
        <translation>Gemessener und geschätzter Speicher</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>Ü&amp;bernehmen</translation>
    </message>
    <message>
        <source>Only the detailed estimator can be held against a measurement.</source>
        <translation>Nur der detaillierte Schätzer lässt sich an einer Messung prüfen.</translation>
    </message>
    <message>
        <source>Nothing is pasted yet.</source>
        <translation>Noch ist nichts eingefügt.</translation>
    </message>
    <message>
        <source>No amount of memory was found in the text.</source>
        <translation>Im Text wurde keine Speichermenge gefunden.</translation>
    </message>
    <message>
        <source>at least %1</source>
        <comment>amount</comment>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>Apply sets the correction to %1.</source>
        <translation>Übernehmen setzt die Korrektur auf %1.</translation>
    </message>
    <message>
        <source>There is nothing to apply.</source>
        <translation>Es gibt nichts zu übernehmen.</translation>
    </message>
    <message>
        <source>That GPU has %1, but %2 of the scenario has %3.</source>
        <translation>Diese GPU hat %1, aber %2 des Szenarios hat %3.</translation>
    </message>
</context>
<context>
    <name>shardscope::CellCopy</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>shardscope::ChartData</name>
    <message>
        <source>%1, %2: %3</source>
        <comment>bar, part: amount</comment>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name, amount</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>instant, lane</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1× oversubscribed</source>
        <comment>number</comment>
        <translation>%1-fach überbucht</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>number</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>%1 (%2–%3)</source>
        <comment>amount, from, to: numbers</comment>
        <translation>%1 (%2–%3)</translation>
    </message>
</context>
<context>
    <name>shardscope::ChartPage</name>
    <message>
        <source>Compare pins</source>
        <translation>Angeheftete vergleichen</translation>
    </message>
    <message>
        <source>The current configuration and the pinned ones, side by side</source>
        <translation>Die aktuelle Konfiguration und die angehefteten nebeneinander</translation>
    </message>
    <message>
        <source>Baseline, %1: %2</source>
        <comment>name, title of a chart</comment>
        <translation>Vergleichsbasis, %1: %2</translation>
    </message>
</context>
<context>
    <name>shardscope::ChartView</name>
    <message>
        <source>The last result that could be worked out</source>
        <translation>Das letzte Ergebnis, das sich berechnen ließ</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>%1, %2 of the bar</source>
        <comment>exact bytes, percent</comment>
        <translation>%1, %2 des Balkens</translation>
    </message>
</context>
<context>
    <name>shardscope::CheckpointWords</name>
    <message numerus="yes">
        <source>Kept by each of %n layer(s)</source>
        <translation>
            <numerusform>Von %n Schicht behalten</numerusform>
            <numerusform>Von jeder der %n Schichten behalten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Activations held: %2.</source>
        <translation>%1. Aktivierungen im Speicher: %2.</translation>
    </message>
    <message>
        <source>%1, layer %2 of %3. Activations held: %4.</source>
        <translation>%1, Schicht %2 von %3. Aktivierungen im Speicher: %4.</translation>
    </message>
    <message>
        <source>Forward pass</source>
        <translation>Forward-Pass</translation>
    </message>
    <message>
        <source>Output layer and loss</source>
        <translation>Ausgabeschicht und Loss</translation>
    </message>
    <message>
        <source>Recomputing what was dropped</source>
        <translation>Neuberechnung des Verworfenen</translation>
    </message>
    <message>
        <source>Backward pass</source>
        <translation>Backward-Pass</translation>
    </message>
    <message>
        <source>All activations: %1</source>
        <translation>Alle Aktivierungen: %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>From the plan: its activations over the first micro-step. What a layer keeps is what is there beyond the layers before it.</source>
        <translation>Aus dem Plan: seine Aktivierungen über den ersten Micro-Step. Was eine Schicht behält, ist das, was über die Schichten vor ihr hinaus da ist.</translation>
    </message>
</context>
<context>
    <name>shardscope::ClusterChart</name>
    <message>
        <source>between nodes, %1</source>
        <comment>link</comment>
        <translation>zwischen Knoten, %1</translation>
    </message>
    <message>
        <source>inside the node, %1</source>
        <comment>link</comment>
        <translation>im Knoten, %1</translation>
    </message>
    <message>
        <source>One GPU, which sends nothing to others</source>
        <translation>Eine GPU, die anderen nichts sendet</translation>
    </message>
    <message>
        <source>axis: %1, groups of %2 GPUs</source>
        <comment>of parallelism, number</comment>
        <translation>Achse: %1, Gruppen von %2 GPUs</translation>
    </message>
    <message>
        <source>%1 GPUs on one node; %2</source>
        <comment>number, which groups are shown</comment>
        <translation>%1 GPUs in einem Knoten; %2</translation>
    </message>
    <message>
        <source>%1 GPUs on %2 nodes; %3</source>
        <comment>numbers, which groups are shown</comment>
        <translation>%1 GPUs in %2 Knoten; %3</translation>
    </message>
    <message>
        <source>%1: nothing is sent</source>
        <comment>axis</comment>
        <translation>%1: nichts wird gesendet</translation>
    </message>
    <message>
        <source>%1: %2 sent per step, %3, %4</source>
        <comment>axis, amount, link, duration</comment>
        <translation>%1: %2 je Schritt gesendet, %3, %4</translation>
    </message>
    <message>
        <source>Node %1, stage %2</source>
        <translation>Knoten %1, Stufe %2</translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation>Knoten %1</translation>
    </message>
    <message>
        <source>GPUs with the same number and colour are a group; groups: %1.</source>
        <translation>GPUs mit gleicher Zahl und Farbe sind eine Gruppe; Gruppen: %1.</translation>
    </message>
    <message>
        <source>Nodes like these that are not drawn: %1.</source>
        <translation>Gleiche Knoten, die nicht gezeichnet sind: %1.</translation>
    </message>
    <message>
        <source>Layers %1 to %2, peak %3</source>
        <comment>numbers, amount</comment>
        <translation>Schichten %1 bis %2, Spitze %3</translation>
    </message>
    <message>
        <source>Weights %1, %2 of the model</source>
        <comment>amount, percent</comment>
        <translation>Gewichte %1, %2 des Modells</translation>
    </message>
    <message>
        <source>Weights %1</source>
        <comment>amount</comment>
        <translation>Gewichte %1</translation>
    </message>
    <message>
        <source>%1 (number %2 of %3)</source>
        <comment>what is sent along an axis, numbers</comment>
        <translation>%1 (Nummer %2 von %3)</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>Nicht überlappt</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>GPU %1 (%2): group %3 along %4</source>
        <comment>number, node, number, axis</comment>
        <translation>GPU %1 (%2): Gruppe %3 entlang %4</translation>
    </message>
    <message>
        <source>Sent per step</source>
        <translation>Je Schritt gesendet</translation>
    </message>
</context>
<context>
    <name>shardscope::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Type an action, an input or a value: seq 8k, gpus 64, zero 3</source>
        <translation>Befehl, Eingabe oder Wert tippen: seq 8k, gpus 64, zero 3</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Enter runs the chosen line, Tab takes its name.</source>
        <translation>Die Eingabetaste führt die gewählte Zeile aus, Tab übernimmt ihren Namen.</translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation>Nichts passt zu „%1“.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a command and its keys or present value</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>shardscope::CompareMenu</name>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Pin This Scenario</source>
        <translation>Dieses Szenario an&amp;heften</translation>
    </message>
    <message>
        <source>&amp;Show the Baseline</source>
        <translation>Vergleichsbasis &amp;zeigen</translation>
    </message>
    <message>
        <source>&amp;Remove All Pins</source>
        <translation>Alle &amp;entfernen</translation>
    </message>
    <message>
        <source>&amp;%1 %2 (Baseline)</source>
        <comment>number, name</comment>
        <translation>&amp;%1 %2 (Vergleichsbasis)</translation>
    </message>
    <message>
        <source>&amp;%1 %2</source>
        <comment>number, name</comment>
        <translation>&amp;%1 %2</translation>
    </message>
    <message>
        <source>&amp;Go to It</source>
        <translation>Dorthin &amp;wechseln</translation>
    </message>
    <message>
        <source>Make It the &amp;Baseline</source>
        <translation>Zur Vergleichs&amp;basis machen</translation>
    </message>
    <message>
        <source>Re&amp;name...</source>
        <translation>&amp;Umbenennen...</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <comment>name of a pin</comment>
        <translation>Zu %1 wechseln</translation>
    </message>
    <message>
        <source>Rename the Pin</source>
        <translation>Angeheftetes umbenennen</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Keep this scenario to compare others with</source>
        <translation>Dieses Szenario behalten, um andere damit zu vergleichen</translation>
    </message>
    <message>
        <source>Pin this scenario</source>
        <translation>Dieses Szenario anheften</translation>
    </message>
    <message>
        <source>Pin a &amp;File...</source>
        <translation>D&amp;atei anheften...</translation>
    </message>
</context>
<context>
    <name>shardscope::ComparedCharts</name>
    <message>
        <source>Baseline</source>
        <comment>the pin that others are compared with</comment>
        <translation>Vergleichsbasis</translation>
    </message>
    <message>
        <source>%1 beside the baseline %2: %3.</source>
        <comment>bar, name, difference</comment>
        <translation>%1 neben der Vergleichsbasis %2: %3.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU, capacity</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, now and as pinned</source>
        <translation>Spitzenspeicher jeder GPU, jetzt und wie angeheftet</translation>
    </message>
    <message>
        <source>Sent by each GPU in one optimizer step, now and as pinned</source>
        <translation>Von jeder GPU in einem Optimizer-Schritt gesendet, jetzt und wie angeheftet</translation>
    </message>
    <message>
        <source>%1 on the wire</source>
        <comment>duration</comment>
        <translation>%1 auf der Leitung</translation>
    </message>
    <message>
        <source>Now</source>
        <comment>the current configuration</comment>
        <translation>Jetzt</translation>
    </message>
</context>
<context>
    <name>shardscope::Documents</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>Pasted scenario</source>
        <translation>Eingefügtes Szenario</translation>
    </message>
    <message>
        <source>Open Model %1</source>
        <translation>Modell %1 öffnen</translation>
    </message>
</context>
<context>
    <name>shardscope::DropZones</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>It is pinned beside the plan, which stays.</source>
        <translation>Es wird neben dem Plan angeheftet, der bleibt.</translation>
    </message>
    <message>
        <source>It takes the place of the plan.</source>
        <translation>Es tritt an die Stelle des Plans.</translation>
    </message>
</context>
<context>
    <name>shardscope::ExampleTexts</name>
    <message>
        <source>“%1”</source>
        <comment>name of a control</comment>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>shardscope::ExplainView</name>
    <message>
        <source>Explanation</source>
        <translation>Erklärung</translation>
    </message>
    <message>
        <source>Formula and source of the selected part, and what shrinks it</source>
        <translation>Formel und Quelle des gewählten Teils, und was ihn kleiner macht</translation>
    </message>
</context>
<context>
    <name>shardscope::Explanation</name>
    <message>
        <source>%1 · %2 of the total</source>
        <comment>amount, percent</comment>
        <translation>%1 · %2 der Summe</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Made smaller by: %1</source>
        <comment>list of controls</comment>
        <translation>Wird kleiner durch: %1</translation>
    </message>
    <message>
        <source>In each phase: %1</source>
        <comment>list of phases and amounts</comment>
        <translation>In jeder Phase: %1</translation>
    </message>
    <message numerus="yes">
        <source>Among %n GPU(s), %1 × per optimizer step, %2 in all.</source>
        <comment>number, duration</comment>
        <translation>
            <numerusform>Auf %n GPU, %1-mal pro Optimizer-Schritt, insgesamt %2.</numerusform>
            <numerusform>Zwischen %n GPUs, %1-mal pro Optimizer-Schritt, insgesamt %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::ExportDialog</name>
    <message>
        <source>PNG: picture for slides and chats</source>
        <translation>PNG: Bild für Folien und Chats</translation>
    </message>
    <message>
        <source>SVG: drawing that can be edited</source>
        <translation>SVG: bearbeitbare Zeichnung</translation>
    </message>
    <message>
        <source>PDF: drawing for documents</source>
        <translation>PDF: Zeichnung für Dokumente</translation>
    </message>
    <message>
        <source>CSV: table for spreadsheets</source>
        <translation>CSV: Tabelle für Tabellenkalkulationen</translation>
    </message>
    <message>
        <source>Markdown: table for notes</source>
        <translation>Markdown: Tabelle für Notizen</translation>
    </message>
    <message>
        <source>Slide 16:9</source>
        <translation>Folie 16:9</translation>
    </message>
    <message>
        <source>Text width of an A4 page</source>
        <translation>Satzbreite einer A4-Seite</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>Quadrat</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Print: white, hatched</source>
        <translation>Druck: weiß, schraffiert</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <comment>width, height</comment>
        <translation>%1 × %2 Pixel</translation>
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
        <translation>Szenario &amp;einbetten</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>&amp;Save...</source>
        <translation>&amp;Speichern...</translation>
    </message>
    <message>
        <source>In pixels of 1/96 inch</source>
        <translation>In Pixeln zu 1/96 Zoll</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>What the picture shows</source>
        <translation>Was das Bild zeigt</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Width and height of the picture</source>
        <translation>Breite und Höhe des Bildes</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Skalierung</translation>
    </message>
    <message>
        <source>Image pixels for each pixel of the size: 2 for sharp slides</source>
        <translation>Bildpixel je Pixel der Größe: 2 für scharfe Folien</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Colours of the picture</source>
        <translation>Farben des Bildes</translation>
    </message>
    <message>
        <source>The file can then be opened here again, with every input. Leave it out where the inputs are confidential.</source>
        <translation>Die Datei lässt sich dann hier wieder öffnen, mit allen Eingaben. Lassen Sie es weg, wenn die Eingaben vertraulich sind.</translation>
    </message>
    <message>
        <source>Include the scenario</source>
        <translation>Szenario einbetten</translation>
    </message>
    <message>
        <source>&amp;Chart:</source>
        <translation>&amp;Diagramm:</translation>
    </message>
    <message>
        <source>Si&amp;ze:</source>
        <translation>&amp;Größe:</translation>
    </message>
    <message>
        <source>&amp;Width:</source>
        <translation>&amp;Breite:</translation>
    </message>
    <message>
        <source>&amp;Height:</source>
        <translation>&amp;Höhe:</translation>
    </message>
    <message>
        <source>Sca&amp;le:</source>
        <translation>S&amp;kalierung:</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>Farbsche&amp;ma:</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>The table as it will stand in the file</source>
        <translation>Die Tabelle, wie sie in der Datei stehen wird</translation>
    </message>
    <message>
        <source>Markdown holds the table of the plan, whatever the chart.</source>
        <translation>Markdown enthält die Tabelle des Plans, gleich welches Diagramm.</translation>
    </message>
    <message>
        <source>Only for pictures, not for tables.</source>
        <translation>Nur für Bilder, nicht für Tabellen.</translation>
    </message>
    <message>
        <source>Only for PNG: drawings have no pixels.</source>
        <translation>Nur für PNG: Zeichnungen haben keine Pixel.</translation>
    </message>
    <message>
        <source>Pin a scenario first (Ctrl+D).</source>
        <translation>Heften Sie zuerst ein Szenario an (Strg+D).</translation>
    </message>
    <message>
        <source>Nothing is offloaded.</source>
        <translation>Nichts ist ausgelagert.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>What stands above the chart; empty: its own title</source>
        <translation>Was über dem Diagramm steht; leer: sein eigener Titel</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Bildunterschrift</translation>
    </message>
    <message>
        <source>What stands below the chart; empty: the verdict, what was planned, version and date</source>
        <translation>Was unter dem Diagramm steht; leer: Ergebnis, was geplant wurde, Version und Datum</translation>
    </message>
    <message>
        <source>Titl&amp;e:</source>
        <translation>Tit&amp;el:</translation>
    </message>
    <message>
        <source>C&amp;aption:</source>
        <translation>&amp;Bildunterschrift:</translation>
    </message>
    <message>
        <source>&amp;Formats:</source>
        <translation>&amp;Formate:</translation>
    </message>
    <message>
        <source>A file for each format, all of one name</source>
        <translation>Eine Datei je Format, alle gleichen Namens</translation>
    </message>
    <message>
        <source>A CSV file holds numbers alone.</source>
        <translation>Eine CSV-Datei enthält nur Zahlen.</translation>
    </message>
    <message>
        <source>Choose a format.</source>
        <translation>Wählen Sie ein Format.</translation>
    </message>
    <message>
        <source>Memory by strategy</source>
        <translation>Speicher nach Strategie</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>Speicher pro GPU</translation>
    </message>
    <message>
        <source>Memory by framework</source>
        <translation>Speicher nach Framework</translation>
    </message>
    <message>
        <source>Host memory per node</source>
        <translation>Hauptspeicher je Knoten</translation>
    </message>
    <message>
        <source>Traffic by strategy</source>
        <translation>Datenverkehr nach Strategie</translation>
    </message>
    <message>
        <source>Traffic by link</source>
        <translation>Datenverkehr nach Verbindung</translation>
    </message>
    <message>
        <source>Traffic over the number of GPUs</source>
        <translation>Datenverkehr nach Zahl der GPUs</translation>
    </message>
    <message>
        <source>Memory over one step</source>
        <translation>Speicher im Verlauf eines Schritts</translation>
    </message>
    <message>
        <source>One step in seconds</source>
        <translation>Ein Schritt in Sekunden</translation>
    </message>
    <message>
        <source>Memory beside the pinned scenarios</source>
        <translation>Speicher neben den angehefteten Szenarien</translation>
    </message>
    <message>
        <source>Traffic beside the pinned scenarios</source>
        <translation>Datenverkehr neben den angehefteten Szenarien</translation>
    </message>
    <message>
        <source>Sweep over inputs</source>
        <translation>Reihe über Eingaben</translation>
    </message>
    <message>
        <source>What the run is spent on</source>
        <translation>Wofür der Lauf seine Zeit braucht</translation>
    </message>
    <message>
        <source>There is no pipeline.</source>
        <translation>Es gibt keine Pipeline.</translation>
    </message>
    <message>
        <source>Pipeline stages over one step</source>
        <translation>Pipeline-Stufen über einen Schritt</translation>
    </message>
    <message>
        <source>Cluster by groups of GPUs</source>
        <translation>Cluster nach Gruppen von GPUs</translation>
    </message>
</context>
<context>
    <name>shardscope::FeedforwardField</name>
    <message>
        <source>Automatic</source>
        <comment>modules</comment>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Those that PEFT takes for the model&apos;s family.</source>
        <translation>Die, die PEFT für die Familie des Modells nimmt.</translation>
    </message>
    <message>
        <source>None</source>
        <comment>modules</comment>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Of all modules the result is scaled.</source>
        <translation>Von allen Modulen wird das Ergebnis skaliert.</translation>
    </message>
    <message>
        <source>Enter auto, none, or module names with commas between them.</source>
        <translation>Geben Sie auto, none oder Modulnamen mit Kommas dazwischen ein.</translation>
    </message>
</context>
<context>
    <name>shardscope::FieldGroup</name>
    <message>
        <source>%1 (%2 changed)</source>
        <comment>group of inputs, number of inputs</comment>
        <translation>%1 (%2 geändert)</translation>
    </message>
    <message>
        <source>Fold these inputs away</source>
        <translation>Diese Eingaben einklappen</translation>
    </message>
    <message>
        <source>Unfold these inputs</source>
        <translation>Diese Eingaben ausklappen</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>Ausgeklappt</translation>
    </message>
    <message>
        <source>Folded away</source>
        <translation>Eingeklappt</translation>
    </message>
    <message>
        <source>They make no difference at present. The tool tip of each says what it needs.</source>
        <translation>Sie ändern derzeit nichts. Der Tooltip jeder Eingabe sagt, was sie braucht.</translation>
    </message>
    <message numerus="yes">
        <source>%n input(s) without effect: hide</source>
        <translation>
            <numerusform>%n Eingabe ohne Wirkung: ausblenden</numerusform>
            <numerusform>%n Eingaben ohne Wirkung: ausblenden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n input(s) without effect: show</source>
        <translation>
            <numerusform>%n Eingabe ohne Wirkung: einblenden</numerusform>
            <numerusform>%n Eingaben ohne Wirkung: einblenden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::FieldRow</name>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>%1
Not used at present. It needs: %2.</source>
        <comment>meaning of an input, what it takes for it to count</comment>
        <translation>%1
Derzeit ohne Wirkung. Es braucht: %2.</translation>
    </message>
</context>
<context>
    <name>shardscope::FileActions</name>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>Ö&amp;ffnen...</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Downloaded Models</source>
        <translation>&amp;Heruntergeladene Modelle</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;As...</source>
        <translation>Speichern &amp;unter...</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Start from the default scenario</source>
        <translation>Mit dem Standardszenario beginnen</translation>
    </message>
    <message>
        <source>Save the scenario to its file</source>
        <translation>Das Szenario in seiner Datei speichern</translation>
    </message>
    <message>
        <source>Save the scenario to another file</source>
        <translation>Das Szenario in einer anderen Datei speichern</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>%1 is not there any more</source>
        <translation>%1 ist nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>&amp;Clear the List</source>
        <translation>Liste &amp;leeren</translation>
    </message>
    <message>
        <source>No models in the Hugging Face cache</source>
        <translation>Keine Modelle im Hugging-Face-Cache</translation>
    </message>
    <message>
        <source>E&amp;xamples</source>
        <translation>Be&amp;ispiele</translation>
    </message>
    <message>
        <source>Open a scenario, a model&apos;s config.json, the files of a run or an exported picture</source>
        <translation>Ein Szenario, die config.json eines Modells, die Dateien eines Laufs oder ein exportiertes Bild öffnen</translation>
    </message>
    <message>
        <source>Open what was copied: a scenario, a config.json, a recipe, a command, a file or a picture</source>
        <translation>Kopiertes öffnen: ein Szenario, eine config.json, ein Rezept, einen Befehl, eine Datei oder ein Bild</translation>
    </message>
</context>
<context>
    <name>shardscope::FindingsList</name>
    <message>
        <source>Findings</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>What to know about this plan, most serious first</source>
        <translation>Was man zu diesem Plan wissen sollte, das Wichtigste zuerst</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, sentence</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nothing to note.</source>
        <translation>Nichts zu beachten.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>input, new value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>There is no advice on this scenario yet.</source>
        <translation>Zu diesem Szenario gibt es noch keinen Rat.</translation>
    </message>
    <message>
        <source>No change that fits makes it faster.</source>
        <translation>Keine Änderung, die passt, macht es schneller.</translation>
    </message>
</context>
<context>
    <name>shardscope::FoldingDock</name>
    <message>
        <source>Detach</source>
        <translation>Ablösen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Open: why this number, what to change, findings</source>
        <translation>Öffnen: warum diese Zahl, was zu ändern ist, Befunde</translation>
    </message>
    <message>
        <source>Fold to this line</source>
        <translation>Auf diese Zeile einklappen</translation>
    </message>
</context>
<context>
    <name>shardscope::FrameworkChart</name>
    <message>
        <source>Nearly the same as the chosen one.</source>
        <translation>Fast dasselbe wie beim gewählten.</translation>
    </message>
    <message>
        <source>Beside the chosen one: %1.</source>
        <comment>list of parts and differences</comment>
        <translation>Gegenüber dem gewählten: %1.</translation>
    </message>
    <message>
        <source>HF Trainer</source>
        <comment>short for Hugging Face Trainer</comment>
        <translation>HF Trainer</translation>
    </message>
    <message>
        <source>It cannot shard the same; %1 is nearest.</source>
        <translation>Es kann nicht ebenso aufteilen; %1 kommt am nächsten.</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, by framework</source>
        <translation>Spitzenspeicher jeder GPU nach Framework</translation>
    </message>
    <message>
        <source>Host memory per node</source>
        <translation>Hauptspeicher je Knoten</translation>
    </message>
    <message>
        <source>Host memory per node (%1)</source>
        <comment>unit</comment>
        <translation>Hauptspeicher je Knoten (%1)</translation>
    </message>
    <message>
        <source>Each node&apos;s host holds %1.</source>
        <translation>Der Host jedes Knotens hält %1.</translation>
    </message>
    <message>
        <source>Nothing is offloaded.</source>
        <translation>Nichts ist ausgelagert.</translation>
    </message>
    <message>
        <source>each node</source>
        <comment>name of a bar</comment>
        <translation>jeder Knoten</translation>
    </message>
    <message>
        <source>What each host has: hardware.host_gib</source>
        <translation>Was jeder Host hat: hardware.host_gib</translation>
    </message>
    <message>
        <source>%1, not %2</source>
        <comment>DDP, not ZeRO-3</comment>
        <translation>%1, nicht %2</translation>
    </message>
</context>
<context>
    <name>shardscope::FreedomForm</name>
    <message>
        <source>&amp;GPUs, up to:</source>
        <translation>&amp;GPUs, höchstens:</translation>
    </message>
    <message>
        <source>GPUs at most</source>
        <translation>GPUs höchstens</translation>
    </message>
    <message>
        <source>Tries powers of two within a node, then whole nodes.</source>
        <translation>Versucht Zweierpotenzen innerhalb eines Knotens, dann ganze Knoten.</translation>
    </message>
    <message>
        <source>Sequences in each optimizer step</source>
        <translation>Sequenzen in jedem Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Micro-batch × accumulation × GPUs. It is held, so that training stays the same.</source>
        <translation>Micro-Batch × Akkumulation × GPUs. Das bleibt gleich, damit das Training dasselbe bleibt.</translation>
    </message>
    <message>
        <source>&amp;Strategy</source>
        <translation>&amp;Strategie</translation>
    </message>
    <message>
        <source>&amp;Framework</source>
        <translation>&amp;Framework</translation>
    </message>
    <message>
        <source>&amp;Micro-batch</source>
        <translation>&amp;Micro-Batch</translation>
    </message>
    <message>
        <source>&amp;Checkpointing</source>
        <translation>&amp;Checkpointing</translation>
    </message>
    <message>
        <source>&amp;Offloading</source>
        <translation>Aus&amp;lagern</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>&amp;Loss</translation>
    </message>
    <message>
        <source>A&amp;ttention</source>
        <translation>A&amp;ttention</translation>
    </message>
    <message>
        <source>Held:</source>
        <translation>Bleibt gleich:</translation>
    </message>
    <message>
        <source>Se&amp;quences per step:</source>
        <translation>Se&amp;quenzen pro Schritt:</translation>
    </message>
    <message>
        <source>May change:</source>
        <translation>Darf sich ändern:</translation>
    </message>
    <message>
        <source>= %1 tokens</source>
        <translation>= %1 Token</translation>
    </message>
    <message>
        <source>Check the box beside it, and their number may change.</source>
        <translation>Haken Sie das Kästchen daneben an, dann darf sich ihre Zahl ändern.</translation>
    </message>
    <message>
        <source>The worksheet&apos;s rules of thumb know nothing of it.</source>
        <translation>Die Faustregeln des Arbeitsblatts wissen davon nichts.</translation>
    </message>
    <message>
        <source>Te&amp;nsor parallel</source>
        <translation>Te&amp;nsorparallel</translation>
    </message>
    <message>
        <source>&amp;Pipeline</source>
        <translation>&amp;Pipeline</translation>
    </message>
    <message>
        <source>Chun&amp;ks</source>
        <translation>Te&amp;ile</translation>
    </message>
    <message>
        <source>Sche&amp;dule</source>
        <translation>Abla&amp;uf</translation>
    </message>
    <message>
        <source>Conte&amp;xt parallel</source>
        <translation>Konte&amp;xtparallel</translation>
    </message>
    <message>
        <source>Ro&amp;uted experts</source>
        <translation>Ger&amp;outete Experten</translation>
    </message>
    <message>
        <source>&amp;Rank order</source>
        <translation>Rangor&amp;dnung</translation>
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
        <translation>Speicher und Geschwindigkeit</translation>
    </message>
</context>
<context>
    <name>shardscope::FrozenField</name>
    <message>
        <source>Only layers are frozen, if any.</source>
        <translation>Nur Schichten sind eingefroren, falls überhaupt.</translation>
    </message>
</context>
<context>
    <name>shardscope::GpuField</name>
    <message>
        <source>%1, %2 usable</source>
        <comment>GPU, its memory</comment>
        <translation>%1, %2 nutzbar</translation>
    </message>
    <message>
        <source>%1, %2 by name</source>
        <comment>GPU, its memory</comment>
        <translation>%1, dem Namen nach %2</translation>
    </message>
</context>
<context>
    <name>shardscope::Handout</name>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>Figures by %1, %2</source>
        <translation>Zahlen von %1, %2</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>Es sind %1.</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportDesk</name>
    <message>
        <source>Import a Run</source>
        <translation>Lauf importieren</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportPane</name>
    <message>
        <source>Plan it nevertheless</source>
        <translation>Trotzdem planen</translation>
    </message>
    <message>
        <source>Why a plan of these files would not be true</source>
        <translation>Warum ein Plan dieser Dateien nicht stimmen würde</translation>
    </message>
    <message>
        <source>Takes in what the files say in spite of the problems</source>
        <translation>Übernimmt trotz der Probleme, was die Dateien sagen</translation>
    </message>
    <message>
        <source>Drop files of a run on this window, or open them: a recipe, a DeepSpeed or accelerate config, an adapter, a launch script or a notebook. Several together are read as one run.</source>
        <translation>Ziehen Sie Dateien eines Laufs auf dieses Fenster, oder öffnen Sie sie: ein Rezept, eine DeepSpeed- oder accelerate-Konfiguration, einen Adapter, ein Startskript oder ein Notebook. Mehrere zusammen werden als ein Lauf gelesen.</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <comment>problems</comment>
        <translation>
            <numerusform>%n weiteres</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
The model is missing: plan it nevertheless, and choose the model among the parameters.</source>
        <comment>what was looked for</comment>
        <translation>%1
Das Modell fehlt: Planen Sie trotzdem, und wählen Sie das Modell unter den Parametern.</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportTree</name>
    <message>
        <source>What the files say</source>
        <translation>Was die Dateien sagen</translation>
    </message>
    <message>
        <source>Each key with its place and the input that it reaches. Enter goes to the input.</source>
        <translation>Jeder Schlüssel mit seiner Stelle und der Eingabe, zu der er gehört. Die Eingabetaste führt zur Eingabe.</translation>
    </message>
    <message>
        <source>Place</source>
        <comment>file and line</comment>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>&amp;Copy the Report</source>
        <translation>Bericht &amp;kopieren</translation>
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
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>place in a file, what stands there</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Files contradict each other: take this one</source>
        <translation>Dateien widersprechen sich: diese nehmen</translation>
    </message>
    <message>
        <source>Holds</source>
        <comment>what a file says</comment>
        <translation>Gilt</translation>
    </message>
    <message>
        <source>Given up</source>
        <comment>what a file says</comment>
        <translation>Gilt nicht</translation>
    </message>
</context>
<context>
    <name>shardscope::ImportWords</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>files</comment>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 taken, %L2 assumed, %L3 contradicting, %L4 not understood</source>
        <translation>%L1 übernommen, %L2 angenommen, %L3 widersprüchlich, %L4 nicht verstanden</translation>
    </message>
    <message>
        <source>Read %1, and left the plan as it was: it would not be true</source>
        <comment>files</comment>
        <translation>%1 gelesen und den Plan gelassen, wie er war: Er würde nicht stimmen</translation>
    </message>
    <message>
        <source>Imported %1: %2</source>
        <comment>files, numbers of keys</comment>
        <translation>%1 importiert: %2</translation>
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
        <translation>wie geschätzt</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n GPU(s)</source>
        <comment>strategy</comment>
        <translation>
            <numerusform>%1, %n GPU</numerusform>
            <numerusform>%1, %n GPUs</numerusform>
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
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>imported</source>
        <comment>value of an input: a model from a file</comment>
        <translation>importiert</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>value before, value after</comment>
        <translation>%1 bis %2</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonDesk</name>
    <message>
        <source>Untitled lesson</source>
        <translation>Unbenannte Lektion</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonEditor</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>&amp;Language of the words:</source>
        <translation>S&amp;prache der Texte:</translation>
    </message>
    <message>
        <source>&amp;Add This View</source>
        <translation>Diese &amp;Ansicht hinzufügen</translation>
    </message>
    <message>
        <source>The scenario and chart of the window as a new step</source>
        <translation>Szenario und Diagramm des Fensters als neuer Schritt</translation>
    </message>
    <message>
        <source>&amp;Update to This View</source>
        <translation>Mit dieser Ansi&amp;cht aktualisieren</translation>
    </message>
    <message>
        <source>The step gets the scenario and chart of the window</source>
        <translation>Der Schritt erhält Szenario und Diagramm des Fensters</translation>
    </message>
    <message>
        <source>Move &amp;Down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Presents the lesson from this step on</source>
        <translation>Führt die Lektion ab diesem Schritt vor</translation>
    </message>
    <message>
        <source>&amp;Save...</source>
        <translation>&amp;Speichern...</translation>
    </message>
    <message>
        <source>Edit the title</source>
        <translation>Titel bearbeiten</translation>
    </message>
    <message>
        <source>Edit the step</source>
        <translation>Schritt bearbeiten</translation>
    </message>
    <message>
        <source>(without a title)</source>
        <translation>(ohne Titel)</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <comment>a step that cannot be shown</comment>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>Add a step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Update the step</source>
        <translation>Schritt aktualisieren</translation>
    </message>
    <message>
        <source>Remove the step</source>
        <translation>Schritt entfernen</translation>
    </message>
    <message>
        <source>Move the step</source>
        <translation>Schritt verschieben</translation>
    </message>
    <message>
        <source>L&amp;esson:</source>
        <translation>Le&amp;ktion:</translation>
    </message>
    <message>
        <source>Mo&amp;ve Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Previe&amp;w</source>
        <translation>&amp;Vorschau</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonFiles</name>
    <message>
        <source>Untitled lesson</source>
        <translation>Unbenannte Lektion</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonNames</name>
    <message>
        <source>ZeRO stage by stage</source>
        <translation>ZeRO, Stufe für Stufe</translation>
    </message>
    <message>
        <source>Ring all-reduce, step by step</source>
        <translation>Ring-All-Reduce, Schritt für Schritt</translation>
    </message>
    <message>
        <source>One training step in slow motion</source>
        <translation>Ein Trainingsschritt in Zeitlupe</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>Activation Checkpointing</translation>
    </message>
    <message>
        <source>Drag the bar’s top</source>
        <translation>Oberkante des Balkens ziehen</translation>
    </message>
    <message>
        <source>Type a number</source>
        <translation>Zahl eingeben</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Pipeline and its bubble</source>
        <translation>Pipeline und ihre Blase</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonPane</name>
    <message>
        <source>Takes back what was tried out since the step was shown</source>
        <translation>Nimmt zurück, was seit dem Zeigen des Schritts ausprobiert wurde</translation>
    </message>
    <message>
        <source>Step of a lesson</source>
        <translation>Schritt einer Lektion</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>step, steps</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This step cannot be shown. %1</source>
        <translation>Dieser Schritt lässt sich nicht zeigen. %1</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Return to the Step</source>
        <translation>Zum Schritt zurückkehren</translation>
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
        <translation>Dieser Schritt lässt sich nicht zeigen. %1</translation>
    </message>
    <message>
        <source>The picture %1 is not beside the lesson.</source>
        <translation>Das Bild %1 liegt nicht neben der Lektion.</translation>
    </message>
    <message>
        <source>Your guess: %1</source>
        <translation>Ihr Tipp: %1</translation>
    </message>
    <message>
        <source>Guess first</source>
        <translation>Zuerst einen Tipp abgeben</translation>
    </message>
    <message>
        <source>Space, Page Down, →: reveal, play, next step</source>
        <translation>Leertaste, Bild ab, →: Lösung zeigen, abspielen, nächster Schritt</translation>
    </message>
    <message>
        <source>Page Up, ←: step before</source>
        <translation>Bild auf, ←: Schritt davor</translation>
    </message>
    <message>
        <source>1, 2, ...: that step</source>
        <translation>1, 2, ...: dieser Schritt</translation>
    </message>
    <message>
        <source>V: reveal</source>
        <translation>V: Lösung zeigen</translation>
    </message>
    <message>
        <source>P: play or pause what moves; M: chart in its place</source>
        <translation>P: Animation abspielen oder anhalten; M: Diagramm an ihrer Stelle</translation>
    </message>
    <message>
        <source>R: the step as it was</source>
        <translation>R: der Schritt, wie er war</translation>
    </message>
    <message>
        <source>B: blank screen</source>
        <translation>B: leerer Bildschirm</translation>
    </message>
    <message>
        <source>N: notes</source>
        <translation>N: Notizen</translation>
    </message>
    <message>
        <source>Q: code of this scenario</source>
        <translation>Q: Code dieses Szenarios</translation>
    </message>
    <message>
        <source>Esc, F5: back to the window</source>
        <translation>Esc, F5: zurück zum Fenster</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>The picture would tell. It is shown with the answer.</source>
        <translation>Das Bild würde es verraten. Es erscheint mit der Antwort.</translation>
    </message>
</context>
<context>
    <name>shardscope::LessonWords</name>
    <message>
        <source>Derivation: %1</source>
        <translation>Herleitung: %1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::LimitsBar</name>
    <message>
        <source>%1: %2</source>
        <comment>limit, value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Limits are being worked out.</source>
        <translation>Die Grenzen werden ermittelt.</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <comment>limit, value, why it ends there</comment>
        <translation>%1: %2. %3</translation>
    </message>
    <message>
        <source>Limits: %1</source>
        <comment>list of limits</comment>
        <translation>Grenzen: %1</translation>
    </message>
    <message>
        <source>There are no limits of what is not planned.</source>
        <translation>Was nicht geplant ist, hat keine Grenzen.</translation>
    </message>
</context>
<context>
    <name>shardscope::LinkField</name>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>What the GPU type and the number of nodes imply.</source>
        <translation>Was aus GPU-Typ und Knotenzahl folgt.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>link, its bandwidth</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Large collectives reach %1 for each GPU.</source>
        <translation>Große Collectives erreichen %1 pro GPU.</translation>
    </message>
</context>
<context>
    <name>shardscope::MainWindow</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Why this number</source>
        <translation>Warum diese Zahl</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Export...</source>
        <translation>&amp;Exportieren...</translation>
    </message>
    <message>
        <source>&amp;Print...</source>
        <translation>&amp;Drucken...</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Copy Chart</source>
        <translation>Diagramm &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;Table as Markdown</source>
        <translation>&amp;Tabelle als Markdown kopieren</translation>
    </message>
    <message>
        <source>&amp;Find Parameter</source>
        <translation>Parameter &amp;suchen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>Vol&amp;lbild</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Shardscope</source>
        <translation>Ü&amp;ber Shardscope</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>&amp;Next Pane</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
        <source>Pre&amp;vious Pane</source>
        <translation>V&amp;orheriger Bereich</translation>
    </message>
    <message>
        <source>Ca&amp;librate...</source>
        <translation>Ka&amp;librieren...</translation>
    </message>
    <message>
        <source>Co&amp;mmand Palette...</source>
        <translation>Befehls&amp;palette...</translation>
    </message>
    <message>
        <source>Recomme&amp;nd...</source>
        <translation>E&amp;mpfehlen...</translation>
    </message>
    <message>
        <source>Timeline by &amp;Event or in Seconds</source>
        <translation>Verlauf nach &amp;Ereignis oder in Sekunden</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Imported files</source>
        <translation>Importierte Dateien</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>&amp;Write a Run File...</source>
        <translation>&amp;Laufdatei schreiben...</translation>
    </message>
    <message>
        <source>Save &amp;Back into the Files...</source>
        <translation>In die Dateien zurücks&amp;chreiben...</translation>
    </message>
</context>
<context>
    <name>shardscope::MemoryChart</name>
    <message>
        <source>Memory per GPU (%1)</source>
        <comment>unit</comment>
        <translation>Speicher pro GPU (%1)</translation>
    </message>
    <message>
        <source>%1: %2 nominal, %3 usable by PyTorch</source>
        <comment>GPU, amounts</comment>
        <translation>%1: %2 nominell, %3 für PyTorch nutzbar</translation>
    </message>
    <message>
        <source>; %1 kept free</source>
        <translation>; %1 freigehalten</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU, capacity</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, by strategy</source>
        <translation>Speicherspitze jeder GPU, nach Strategie</translation>
    </message>
    <message>
        <source>Peak memory of each GPU</source>
        <translation>Speicherspitze jeder GPU</translation>
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
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>Layers %1 to %2
</source>
        <translation>Schichten %1 bis %2
</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, by pipeline stage</source>
        <translation>Spitzenspeicher jeder GPU, nach Pipelinestufe</translation>
    </message>
    <message>
        <source>Generating answers</source>
        <translation>Antworten erzeugen</translation>
    </message>
    <message>
        <source>Scoring and training</source>
        <translation>Bewerten und trainieren</translation>
    </message>
    <message>
        <source>Peak memory of each GPU, while it generates and while it trains</source>
        <translation>Spitzenspeicher jeder GPU, während sie erzeugt und während sie trainiert</translation>
    </message>
</context>
<context>
    <name>shardscope::MemoryPage</name>
    <message>
        <source>Compare strategies</source>
        <translation>Strategien vergleichen</translation>
    </message>
    <message>
        <source>One bar for each way of sharding, side by side</source>
        <translation>Ein Balken je Sharding-Strategie, nebeneinander</translation>
    </message>
    <message>
        <source>Per GPU</source>
        <translation>Pro GPU</translation>
    </message>
    <message>
        <source>One bar for each GPU</source>
        <translation>Ein Balken je GPU</translation>
    </message>
    <message>
        <source>Compare frameworks</source>
        <translation>Frameworks vergleichen</translation>
    </message>
    <message>
        <source>This run under each framework, with the nearest sharding that it has</source>
        <translation>Dieser Lauf unter jedem Framework, mit dem nächsten Sharding, das es hat</translation>
    </message>
</context>
<context>
    <name>shardscope::MessageBar</name>
    <message>
        <source>%1: %2</source>
        <comment>word, sentence</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Close this message (Esc)</source>
        <translation>Diese Meldung schließen (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closes this message</source>
        <translation>Schließt diese Meldung</translation>
    </message>
    <message>
        <source>Fold to one line</source>
        <translation>Auf eine Zeile einklappen</translation>
    </message>
    <message>
        <source>Show all of it</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <comment>files</comment>
        <translation>Geschrieben: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::Messages</name>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>place in a file: what is wrong</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Unknown keys change nothing: %1</source>
        <translation>Unbekannte Schlüssel ändern nichts: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::ModelField</name>
    <message>
        <source>Llama-like shape of a size</source>
        <translation>Llama-Form einer Größe</translation>
    </message>
    <message>
        <source>No real model: the proportions of Llama, scaled to the model size.</source>
        <translation>Kein echtes Modell: die Proportionen von Llama, auf die Modellgröße skaliert.</translation>
    </message>
    <message>
        <source>Imported model</source>
        <translation>Importiertes Modell</translation>
    </message>
    <message>
        <source>Read from a config.json.</source>
        <translation>Aus einer config.json gelesen.</translation>
    </message>
</context>
<context>
    <name>shardscope::ModulesField</name>
    <message>
        <source>Nothing but the adapters is trained.</source>
        <translation>Nichts als die Adapter wird trainiert.</translation>
    </message>
</context>
<context>
    <name>shardscope::MotionView</name>
    <message>
        <source>Moment</source>
        <translation>Zeitpunkt</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>speed</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>This scenario has nothing to show here.</source>
        <translation>Dieses Szenario hat hier nichts zu zeigen.</translation>
    </message>
    <message>
        <source>Pause (P)</source>
        <translation>Anhalten (P)</translation>
    </message>
    <message>
        <source>Play (P)</source>
        <translation>Abspielen (P)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
</context>
<context>
    <name>shardscope::MoveList</name>
    <message>
        <source>Use the headroom</source>
        <translation>Reserve nutzen</translation>
    </message>
    <message>
        <source>Make it fit</source>
        <translation>Passend machen</translation>
    </message>
    <message>
        <source>It fits, and no use of the headroom would make it faster.</source>
        <translation>Es passt, und keine Nutzung der Reserve würde es schneller machen.</translation>
    </message>
    <message>
        <source>Nothing makes it fit for sure. These come nearest:</source>
        <translation>Nichts macht es sicher passend. Am nächsten kommen:</translation>
    </message>
    <message>
        <source>Changes that make the run fit, the cheapest first, or, where it fits, that use the headroom, the largest gain first</source>
        <translation>Änderungen, mit denen der Lauf passt, die billigste zuerst, oder, wo er passt, die die Reserve nutzen, der größte Gewinn zuerst</translation>
    </message>
    <message>
        <source>Working out what to change...</source>
        <translation>Änderungen werden ermittelt...</translation>
    </message>
    <message>
        <source>Nothing is known to fit where the run is not planned. The findings say what would be.</source>
        <translation>Wo der Lauf nicht geplant ist, ist nicht bekannt, was passt. Die Befunde sagen, was geplant würde.</translation>
    </message>
    <message>
        <source>There is advice when this can be worked out.</source>
        <translation>Vorschläge gibt es, sobald sich dies berechnen lässt.</translation>
    </message>
</context>
<context>
    <name>shardscope::NamesField</name>
    <message>
        <source>None</source>
        <comment>modules</comment>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Enter module names with commas between them, or nothing.</source>
        <translation>Geben Sie Modulnamen mit Kommas dazwischen ein, oder nichts.</translation>
    </message>
</context>
<context>
    <name>shardscope::NarrationText</name>
    <message>
        <source>%1 to %2</source>
        <comment>amount before, amount after</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message numerus="yes">
        <source>%n input(s) changed</source>
        <translation>
            <numerusform>%n Eingabe geändert</numerusform>
            <numerusform>%n Eingaben geändert</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>part of memory, amounts</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>peak unchanged</source>
        <translation>Spitze unverändert</translation>
    </message>
    <message>
        <source>peak %1</source>
        <comment>amounts</comment>
        <translation>Spitze %1</translation>
    </message>
    <message>
        <source>now fits on %1</source>
        <comment>GPU</comment>
        <translation>passt nun auf %1</translation>
    </message>
    <message>
        <source>now at risk on %1</source>
        <comment>GPU</comment>
        <translation>auf %1 nun auf der Kippe</translation>
    </message>
    <message>
        <source>no longer fits on %1</source>
        <comment>GPU</comment>
        <translation>passt nicht mehr auf %1</translation>
    </message>
    <message>
        <source>traffic %1</source>
        <comment>amounts</comment>
        <translation>Datenverkehr %1</translation>
    </message>
    <message>
        <source>traffic unchanged while there is one micro-step</source>
        <translation>Datenverkehr unverändert, solange es ein Mikroschritt ist</translation>
    </message>
    <message>
        <source>traffic unchanged</source>
        <translation>Datenverkehr unverändert</translation>
    </message>
    <message>
        <source>step time unchanged</source>
        <translation>Schrittdauer unverändert</translation>
    </message>
    <message>
        <source>step time %1</source>
        <comment>durations</comment>
        <translation>Schrittdauer %1</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>what was changed, what that has done</comment>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what was changed, what that has done</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>shardscope::OriginMark</name>
    <message>
        <source>Where %1 comes from</source>
        <comment>input</comment>
        <translation>Woher „%1“ kommt</translation>
    </message>
</context>
<context>
    <name>shardscope::OriginWords</name>
    <message>
        <source>%1, line %2</source>
        <comment>file</comment>
        <translation>%1, Zeile %2</translation>
    </message>
    <message>
        <source>From %1</source>
        <comment>place in a file</comment>
        <translation>Aus %1</translation>
    </message>
    <message>
        <source>From %1: %2</source>
        <comment>place in a file, what stands there</comment>
        <translation>Aus %1: %2</translation>
    </message>
    <message>
        <source>Follows from what files say</source>
        <translation>Folgt aus dem, was Dateien sagen</translation>
    </message>
    <message>
        <source>Follows from %1</source>
        <comment>keys of files</comment>
        <translation>Folgt aus %1</translation>
    </message>
    <message>
        <source>Follows from %1 (%2)</source>
        <comment>keys of files, place of the first</comment>
        <translation>Folgt aus %1 (%2)</translation>
    </message>
    <message>
        <source>pasted text</source>
        <comment>in place of a file&apos;s name</comment>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>Not said by any file</source>
        <translation>In keiner Datei angegeben</translation>
    </message>
    <message>
        <source>Not said by any file: what %1 takes</source>
        <comment>program</comment>
        <translation>In keiner Datei angegeben: was %1 nimmt</translation>
    </message>
    <message>
        <source>Set by you</source>
        <translation>Von Ihnen gesetzt</translation>
    </message>
</context>
<context>
    <name>shardscope::Outlines</name>
    <message>
        <source>Baseline, %1: %2; the difference is %3.</source>
        <comment>name, amount, amount</comment>
        <translation>Vergleichsbasis, %1: %2; der Unterschied ist %3.</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <comment>name</comment>
        <translation>Vergleichsbasis: %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>difference, in percent</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>shardscope::ParameterPanel</name>
    <message>
        <source>Filter inputs</source>
        <translation>Eingaben filtern</translation>
    </message>
    <message>
        <source>Shows only inputs whose name or meaning has the text.</source>
        <translation>Zeigt nur Eingaben, deren Name oder Bedeutung den Text enthält.</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Show only inputs that differ from the default</source>
        <translation>Nur Eingaben zeigen, die vom Standard abweichen</translation>
    </message>
    <message>
        <source>Every input has its default.</source>
        <translation>Alle Eingaben haben ihren Standardwert.</translation>
    </message>
    <message>
        <source>No input matches “%1”.</source>
        <translation>Keine Eingabe passt zu „%1“.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <comment>label of an input</comment>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>shardscope::PickerField</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1
Memory by name: %2
Shown by the driver: %3
Usable by PyTorch: %4
Memory bandwidth: %5</source>
        <translation>%1
Speicher laut Name: %2
Vom Treiber angezeigt: %3
Für PyTorch nutzbar: %4
Speicherbandbreite: %5</translation>
    </message>
    <message>
        <source>%1 (unknown)</source>
        <translation>%1 (unbekannt)</translation>
    </message>
    <message>
        <source>The catalogue has no entry of this name.</source>
        <translation>Der Katalog hat keinen Eintrag dieses Namens.</translation>
    </message>
    <message>
        <source>“%1” could be any of these: %2.</source>
        <translation>„%1“ könnte jedes von diesen sein: %2.</translation>
    </message>
    <message>
        <source>The catalogue has no model “%1”.</source>
        <translation>Der Katalog hat kein Modell „%1“.</translation>
    </message>
    <message>
        <source>The catalogue has no GPU “%1”.</source>
        <translation>Der Katalog hat keine GPU „%1“.</translation>
    </message>
</context>
<context>
    <name>shardscope::Pins</name>
    <message>
        <source>This scenario is pinned already: %1.</source>
        <translation>Dieses Szenario ist schon angeheftet: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n scenarios are pinned already: remove one of them first.</source>
        <translation>
            <numerusform>%n Szenario ist schon angeheftet: entfernen Sie es zuerst.</numerusform>
            <numerusform>%n Szenarien sind schon angeheftet: entfernen Sie zuerst eines davon.</numerusform>
        </translation>
    </message>
    <message>
        <source>Pinned: %1. Hold the space bar to see the baseline.</source>
        <translation>Angeheftet: %1. Halten Sie die Leertaste, um die Vergleichsbasis zu sehen.</translation>
    </message>
    <message>
        <source>%1 cannot be shown beside others. %2</source>
        <comment>name of a pin, why</comment>
        <translation>%1 lässt sich nicht neben anderen zeigen. %2</translation>
    </message>
</context>
<context>
    <name>shardscope::PipelineChart</name>
    <message>
        <source>Stage %1</source>
        <comment>of a pipeline</comment>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>Nothing is known about how fast this GPU computes</source>
        <translation>Wie schnell diese GPU rechnet, ist nicht bekannt</translation>
    </message>
    <message>
        <source>These micro-batches cannot go through these stages in turn.</source>
        <translation>Diese Micro-Batches können diese Stufen nicht der Reihe nach durchlaufen.</translation>
    </message>
    <message>
        <source>One step of the pipeline, %1: %2 stages, %3 micro-batches</source>
        <comment>duration, number, number</comment>
        <translation>Ein Schritt der Pipeline, %1: %2 Stufen, %3 Micro-Batches</translation>
    </message>
    <message numerus="yes">
        <source>Interleaved 1F1B, %n chunk(s) of each stage.</source>
        <translation>
            <numerusform>Verschränktes 1F1B, %n Teil je Stufe.</numerusform>
            <numerusform>Verschränktes 1F1B, %n Teile je Stufe.</numerusform>
        </translation>
    </message>
    <message>
        <source>1F1B: one micro-batch forward and one backward in turn.</source>
        <translation>1F1B: abwechselnd ein Micro-Batch vorwärts und einer rückwärts.</translation>
    </message>
    <message>
        <source>The bubble takes from %1 of the step (stage %2) to %3 (stage %4).</source>
        <comment>percent, number, percent, number</comment>
        <translation>Die Blase nimmt von %1 des Schritts (Stufe %2) bis %3 (Stufe %4) ein.</translation>
    </message>
    <message>
        <source>%1, chunks 1 to %2</source>
        <comment>pass, number</comment>
        <translation>%1, Teile 1 bis %2</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Nicht überlappte Kommunikation</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>Pipeline-Blase</translation>
    </message>
    <message>
        <source>Stage %1, optimizer step</source>
        <translation>Stufe %1, Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Stage %1, chunk %2: forward of micro-batch %3</source>
        <translation>Stufe %1, Teil %2: Micro-Batch %3 vorwärts</translation>
    </message>
    <message>
        <source>Stage %1, chunk %2: backward of micro-batch %3</source>
        <translation>Stufe %1, Teil %2: Micro-Batch %3 rückwärts</translation>
    </message>
    <message>
        <source>Stage %1: forward of micro-batch %2</source>
        <translation>Stufe %1: Micro-Batch %2 vorwärts</translation>
    </message>
    <message>
        <source>Stage %1: backward of micro-batch %2</source>
        <translation>Stufe %1: Micro-Batch %2 rückwärts</translation>
    </message>
    <message>
        <source>Cut off where like micro-batches are left out</source>
        <translation>Abgeschnitten, wo gleiche Micro-Batches ausgelassen sind</translation>
    </message>
    <message>
        <source>Begins at %1, takes %2</source>
        <comment>instant, duration</comment>
        <translation>Beginnt bei %1, dauert %2</translation>
    </message>
    <message>
        <source>Exposed communication: %1</source>
        <comment>duration</comment>
        <translation>Nicht überlappte Kommunikation: %1</translation>
    </message>
    <message>
        <source>The stage has layers %1 to %2; its bubble: %3 of each step</source>
        <comment>numbers, duration</comment>
        <translation>Die Stufe hat die Schichten %1 bis %2; ihre Blase: %3 jedes Schritts</translation>
    </message>
    <message numerus="yes">
        <source>Steady phase (%n like micro-batch(es) left out)</source>
        <translation>
            <numerusform>Stetige Phase (%n gleicher Micro-Batch ausgelassen)</numerusform>
            <numerusform>Stetige Phase (%n gleiche Micro-Batches ausgelassen)</numerusform>
        </translation>
    </message>
    <message>
        <source>Steady phase</source>
        <translation>Stetige Phase</translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <comment>micro-batches</comment>
        <translation>
            <numerusform>%n ausgelassen</numerusform>
            <numerusform>%n ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>Cool-down</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>There is no pipeline: two or more pipeline stages make one, under Megatron-LM or with torchtitan&apos;s modules.</source>
        <translation>Es gibt keine Pipeline: Zwei oder mehr Pipeline-Stufen machen eine, unter Megatron-LM oder mit den Modulen von torchtitan.</translation>
    </message>
    <message>
        <source>GPipe: all micro-batches forward, then all of them backward.</source>
        <translation>GPipe: alle Mikrobatches vorwärts, dann alle rückwärts.</translation>
    </message>
    <message numerus="yes">
        <source>Interleaved zero bubble, %n chunk(s) of each stage: gradients of weights come in passes of their own.</source>
        <translation>
            <numerusform>Verschachtelt ohne Blase, %n Teil jeder Stufe: Gradienten der Gewichte kommen in eigenen Durchläufen.</numerusform>
            <numerusform>Verschachtelt ohne Blase, %n Teile jeder Stufe: Gradienten der Gewichte kommen in eigenen Durchläufen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Zero bubble in a V: chunk 1 down the stages, chunk 2 up again; gradients of weights come in passes of their own.</source>
        <translation>Ohne Blase in einem V: Teil 1 die Stufen hinunter, Teil 2 wieder hinauf; Gradienten der Gewichte kommen in eigenen Durchläufen.</translation>
    </message>
    <message>
        <source>DualPipeV: chunk 1 down the stages, chunk 2 up again; few gradients of weights come in passes of their own.</source>
        <translation>DualPipeV: Teil 1 die Stufen hinunter, Teil 2 wieder hinauf; wenige Gradienten der Gewichte kommen in eigenen Durchläufen.</translation>
    </message>
    <message>
        <source>Gradients of weights alone</source>
        <translation>Gradienten der Gewichte allein</translation>
    </message>
    <message>
        <source>Stage %1, chunk %2: gradients of weights alone of micro-batch %3</source>
        <translation>Stufe %1, Teil %2: Gradienten der Gewichte allein von Mikrobatch %3</translation>
    </message>
</context>
<context>
    <name>shardscope::PipelineWords</name>
    <message>
        <source>Done: the stages have idled %1 of the step.</source>
        <translation>Fertig: Die Stufen haben %1 des Schritts geruht.</translation>
    </message>
    <message numerus="yes">
        <source>%n like micro-batch(es) later.</source>
        <translation>
            <numerusform>%n gleichen Micro-Batch später.</numerusform>
            <numerusform>%n gleiche Micro-Batches später.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Bubble so far: %2.</source>
        <comment>what the stages do, percent</comment>
        <translation>%1. Blase bisher: %2.</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <comment>of a pipeline</comment>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>forward %1</source>
        <comment>number of a micro-batch</comment>
        <translation>vorwärts %1</translation>
    </message>
    <message>
        <source>backward %1</source>
        <comment>number of a micro-batch</comment>
        <translation>rückwärts %1</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>Rückwärts</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>Blase</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>seconds</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Bubble so far: %1 of the time of all stages</source>
        <comment>percent</comment>
        <translation>Blase bisher: %1 der Zeit aller Stufen</translation>
    </message>
    <message>
        <source>in flight</source>
        <translation>unterwegs</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <comment>number, what it does</comment>
        <translation>Stufe %1: %2</translation>
    </message>
    <message>
        <source>Stages going forward: %1, backward: %2, in the optimizer step: %3, in the bubble: %4. Bubble so far: %5.</source>
        <translation>Stufen vorwärts: %1, rückwärts: %2, im Optimizer-Schritt: %3, in der Blase: %4. Blase bisher: %5.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Füllen</translation>
    </message>
    <message>
        <source>Steady phase</source>
        <translation>Stetige Phase</translation>
    </message>
    <message>
        <source>Cool-down</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>If all stages were alike: %1 = %2 = %3</source>
        <comment>formula, the same with its numbers, percent</comment>
        <translation>Wären alle Stufen gleich: %1 = %2 = %3</translation>
    </message>
    <message>
        <source>From the plan: the passes of each stage in the order of its schedule, as long as the plan says they take. The formula: Narayanan et al. 2021, section 2.2.</source>
        <translation>Aus dem Plan: die Durchläufe jeder Stufe in der Reihenfolge ihres Ablaufs, so lang, wie der Plan sie angibt. Die Formel: Narayanan et al. 2021, Abschnitt 2.2.</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Nicht überlappte Kommunikation</translation>
    </message>
    <message>
        <source>weights of %1</source>
        <comment>number of a micro-batch</comment>
        <translation>Gewichte von %1</translation>
    </message>
    <message>
        <source>Gradients of weights alone</source>
        <translation>Gradienten der Gewichte allein</translation>
    </message>
</context>
<context>
    <name>shardscope::PlanModel</name>
    <message>
        <source>Section</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Genau</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Against the baseline, %1</source>
        <comment>name of a pin</comment>
        <translation>Gegenüber der Vergleichsbasis, %1</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Percent</source>
        <comment>difference from the baseline</comment>
        <translation>Prozent</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <comment>name of a pin</comment>
        <translation>%1 (Vergleichsbasis)</translation>
    </message>
</context>
<context>
    <name>shardscope::PlanTable</name>
    <message>
        <source>Memory at the peak</source>
        <translation>Speicher in der Spitze</translation>
    </message>
    <message>
        <source>Peak of each phase</source>
        <translation>Spitze jeder Phase</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Datenverkehr</translation>
    </message>
    <message>
        <source>Time, at least</source>
        <translation>Zeit, mindestens</translation>
    </message>
</context>
<context>
    <name>shardscope::Preview</name>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
</context>
<context>
    <name>shardscope::PrintedReport</name>
    <message>
        <source>Amount</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Print the report</source>
        <translation>Bericht drucken</translation>
    </message>
    <message>
        <source>Difference from %1</source>
        <comment>name of a pin</comment>
        <translation>Unterschied zu %1</translation>
    </message>
</context>
<context>
    <name>shardscope::QuantityEdit</name>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
</context>
<context>
    <name>shardscope::QuestionBox</name>
    <message>
        <source>Reveal (V, Space)</source>
        <translation>Lösung zeigen (V, Leertaste)</translation>
    </message>
    <message>
        <source>Hands raised for this</source>
        <translation>Handzeichen dafür</translation>
    </message>
    <message>
        <source>Hands raised for: %1</source>
        <translation>Handzeichen für: %1</translation>
    </message>
    <message>
        <source>Share of the hands</source>
        <translation>Anteil der Handzeichen</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>Ihr Tipp</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>Richtig.</translation>
    </message>
    <message>
        <source>Not quite.</source>
        <translation>Nicht ganz.</translation>
    </message>
    <message>
        <source>%1 of the room had it right.</source>
        <translation>%1 im Raum lagen richtig.</translation>
    </message>
    <message>
        <source>This cannot be worked out.</source>
        <translation>Das lässt sich nicht berechnen.</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>Es sind %1.</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s) right so far.</source>
        <translation>
            <numerusform>Bisher %1 von %n Frage richtig.</numerusform>
            <numerusform>Bisher %1 von %n Fragen richtig.</numerusform>
        </translation>
    </message>
    <message>
        <source>Reveal</source>
        <translation>Lösung zeigen</translation>
    </message>
    <message>
        <source>Your guess:</source>
        <translation>Ihr Tipp:</translation>
    </message>
</context>
<context>
    <name>shardscope::QuestionForm</name>
    <message>
        <source>As&amp;k before it is shown</source>
        <translation>Vor dem &amp;Zeigen fragen</translation>
    </message>
    <message>
        <source>One a line; * before the right one</source>
        <translation>Eine je Zeile; * vor der richtigen</translation>
    </message>
    <message>
        <source>&amp;Question:</source>
        <translation>&amp;Frage:</translation>
    </message>
    <message>
        <source>C&amp;hoices:</source>
        <translation>Auswa&amp;hl:</translation>
    </message>
    <message>
        <source>Answered &amp;by:</source>
        <translation>Beant&amp;wortet durch:</translation>
    </message>
    <message>
        <source>&amp;Guessed value:</source>
        <translation>&amp;Geratener Wert:</translation>
    </message>
    <message>
        <source>Wh&amp;y:</source>
        <translation>Erk&amp;lärung:</translation>
    </message>
</context>
<context>
    <name>shardscope::RangeWords</name>
    <message>
        <source>Range: a tenth kept free, by rule of thumb</source>
        <translation>Spanne: ein Zehntel frei, als Faustregel</translation>
    </message>
    <message>
        <source>Range: by the errors of measured runs</source>
        <translation>Spanne: nach den Fehlern gemessener Läufe</translation>
    </message>
    <message>
        <source>Ranges end at the memory of which a tenth would stay free, as the rule of thumb wants it; they rest on no measurement.</source>
        <translation>Spannen reichen bis zu dem Speicher, von dem ein Zehntel frei bliebe, wie es die Faustregel will; sie beruhen auf keiner Messung.</translation>
    </message>
    <message>
        <source>Ranges span how far estimates were off for the measured runs that are nearest, as many of each project; beyond validated ground, for all.</source>
        <translation>Spannen zeigen, wie weit Schätzungen bei den nächsten gemessenen Läufen danebenlagen, gleich viele je Projekt; außerhalb des validierten Bereichs bei allen.</translation>
    </message>
    <message>
        <source>Of %1 a tenth would stay free, as the rule of thumb wants it.</source>
        <translation>Von %1 bliebe ein Zehntel frei, wie es die Faustregel will.</translation>
    </message>
    <message>
        <source>%1 to %2 by the errors of the %3 measured runs that are nearest.</source>
        <comment>amounts, number</comment>
        <translation>%1 bis %2 nach den Fehlern der %3 nächsten gemessenen Läufe.</translation>
    </message>
    <message>
        <source>%1 to %2 by the errors of all %3 measured runs.</source>
        <comment>amounts, number</comment>
        <translation>%1 bis %2 nach den Fehlern aller %3 gemessenen Läufe.</translation>
    </message>
</context>
<context>
    <name>shardscope::ReasonsPane</name>
    <message>
        <source>Findings (%1)</source>
        <comment>number</comment>
        <translation>Hinweise (%1)</translation>
    </message>
</context>
<context>
    <name>shardscope::RecommendDialog</name>
    <message>
        <source>Peak memory per GPU (GB)</source>
        <translation>Spitzenspeicher pro GPU (GB)</translation>
    </message>
    <message>
        <source>Peak memory per GPU (GiB)</source>
        <translation>Spitzenspeicher pro GPU (GiB)</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Kapazität</translation>
    </message>
    <message>
        <source>%1: %2, %3 tokens/s per GPU</source>
        <comment>configuration, memory, speed</comment>
        <translation>%1: %2, %3 Token/s pro GPU</translation>
    </message>
    <message>
        <source>This is the current configuration.</source>
        <translation>Das ist die aktuelle Konfiguration.</translation>
    </message>
    <message>
        <source>Apply changes: %1.</source>
        <comment>list of inputs</comment>
        <translation>Anwenden ändert: %1.</translation>
    </message>
    <message>
        <source>Each host needs %1 for what is offloaded.</source>
        <translation>Jeder Host braucht %1 für das Ausgelagerte.</translation>
    </message>
    <message>
        <source>Recommend</source>
        <translation>Empfehlen</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>Gründe</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>No micro-batch on so many GPUs makes %1 sequences in each step.</source>
        <translation>Kein Micro-Batch auf so vielen GPUs ergibt %1 Sequenzen in jedem Schritt.</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>Die Suche wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Ca&amp;ncel Search</source>
        <translation>Suche a&amp;bbrechen</translation>
    </message>
    <message>
        <source>S&amp;earch Again</source>
        <translation>&amp;Erneut suchen</translation>
    </message>
    <message>
        <source>Trying every combination...</source>
        <translation>Jede Kombination wird versucht...</translation>
    </message>
    <message>
        <source>None of the combinations can be run. %1</source>
        <comment>reason</comment>
        <translation>Keine der Kombinationen lässt sich ausführen. %1</translation>
    </message>
    <message>
        <source>%1 Below is what comes nearest.</source>
        <comment>summary</comment>
        <translation>%1 Unten steht, was am wenigsten verfehlt.</translation>
    </message>
    <message>
        <source>Apply recommendation</source>
        <translation>Empfehlung anwenden</translation>
    </message>
    <message>
        <source>* the CPU&apos;s time for the optimizer is estimated, not measured</source>
        <comment>footnote</comment>
        <translation>* die Zeit der CPU für den Optimizer ist geschätzt, nicht gemessen</translation>
    </message>
    <message>
        <source>Tokens/s per GPU</source>
        <translation>Token/s pro GPU</translation>
    </message>
    <message>
        <source>Export &amp;Report...</source>
        <translation>&amp;Bericht exportieren...</translation>
    </message>
    <message>
        <source>Write what was found to a PDF or Markdown file, with its chart</source>
        <translation>Das Gefundene mit Diagramm in eine PDF- oder Markdown-Datei schreiben</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>Geschrieben: %1</translation>
    </message>
</context>
<context>
    <name>shardscope::RecommendList</name>
    <message>
        <source>Configurations</source>
        <translation>Konfigurationen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>role, verdict</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No other has more headroom and is as fast.</source>
        <translation>Keine andere hat mehr Reserve und ist so schnell.</translation>
    </message>
</context>
<context>
    <name>shardscope::RecomputeField</name>
    <message>
        <source>Enter names such as %1, with commas between them.</source>
        <translation>Namen wie %1 eingeben, mit Kommas dazwischen.</translation>
    </message>
</context>
<context>
    <name>shardscope::ReportMenu</name>
    <message>
        <source>Expor&amp;t Report</source>
        <translation>Be&amp;richt exportieren</translation>
    </message>
    <message>
        <source>&amp;Plan...</source>
        <translation>&amp;Plan...</translation>
    </message>
    <message>
        <source>&amp;Comparison with the Pins...</source>
        <translation>&amp;Vergleich mit den Angehefteten...</translation>
    </message>
    <message>
        <source>&amp;Sweep...</source>
        <translation>&amp;Reihe...</translation>
    </message>
</context>
<context>
    <name>shardscope::ResetButton</name>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zum Standard</translation>
    </message>
</context>
<context>
    <name>shardscope::RingWords</name>
    <message>
        <source>Done: every GPU has the sum of all, and has sent %1.</source>
        <translation>Fertig: Jede GPU hat die Summe aller und hat %1 gesendet.</translation>
    </message>
    <message>
        <source>Reduce-scatter, step %1 of %2: each GPU sends a chunk of %3 to the next one, which adds it to its own. Sent so far: %4.</source>
        <translation>Reduce-Scatter, Schritt %1 von %2: Jede GPU sendet einen Chunk von %3 an die nächste, die ihn zu ihrem eigenen addiert. Bisher gesendet: %4.</translation>
    </message>
    <message>
        <source>All-gather, step %1 of %2: each GPU passes on a finished sum of %3. Sent so far: %4.</source>
        <translation>All-Gather, Schritt %1 von %2: Jede GPU reicht eine fertige Summe von %3 weiter. Bisher gesendet: %4.</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Gradients: %1</source>
        <translation>Gradienten: %1</translation>
    </message>
    <message>
        <source>Each GPU has sent</source>
        <translation>Jede GPU hat gesendet</translation>
    </message>
    <message>
        <source>The busiest GPU, in all:</source>
        <translation>Die am stärksten belastete GPU, insgesamt:</translation>
    </message>
    <message>
        <source>around a ring</source>
        <translation>im Ring</translation>
    </message>
    <message>
        <source>over a binary tree</source>
        <translation>über einen Binärbaum</translation>
    </message>
    <message>
        <source>as parameter server</source>
        <translation>als Parameter-Server</translation>
    </message>
    <message>
        <source>From the plan: the largest reduction of gradients in its traffic, passed on chunk by chunk (Patarasuk and Yuan, 2009). The tree is NCCL’s first one; a server takes all gradients and sends all sums.</source>
        <translation>Aus dem Plan: die größte Reduktion von Gradienten in seinem Verkehr, Stück für Stück weitergereicht (Patarasuk und Yuan, 2009). Der Baum ist der erste von NCCL; ein Server nimmt alle Gradienten und sendet alle Summen.</translation>
    </message>
</context>
<context>
    <name>shardscope::RunChart</name>
    <message>
        <source>%1: %2 of each step, %3 kWh of the run</source>
        <comment>meaning, duration, number</comment>
        <translation>%1: %2 jedes Schritts, %3 kWh des Laufs</translation>
    </message>
    <message>
        <source>%1: %2 of each step</source>
        <comment>meaning, duration</comment>
        <translation>%1: %2 jedes Schritts</translation>
    </message>
    <message>
        <source>cost %1</source>
        <comment>amount of money</comment>
        <translation>Kosten %1</translation>
    </message>
    <message>
        <source>What a step of %1 spends its time on (no data set is given)</source>
        <comment>duration</comment>
        <translation>Womit ein Schritt von %1 seine Zeit verbringt (kein Datensatz angegeben)</translation>
    </message>
    <message>
        <source>What the %1 hours of the run are spent on</source>
        <comment>number</comment>
        <translation>Womit die %1 Stunden des Laufs vergehen</translation>
    </message>
    <message>
        <source>Nothing is known about how fast this GPU computes</source>
        <translation>Wie schnell diese GPU rechnet, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Time of the run (%1)</source>
        <comment>unit</comment>
        <translation>Dauer des Laufs (%1)</translation>
    </message>
    <message>
        <source>Time of a step (%1)</source>
        <comment>unit</comment>
        <translation>Dauer eines Schritts (%1)</translation>
    </message>
    <message>
        <source>The GPU computes</source>
        <translation>Die GPU rechnet</translation>
    </message>
    <message>
        <source>The GPU waits</source>
        <translation>Die GPU wartet</translation>
    </message>
</context>
<context>
    <name>shardscope::RunFileDialog</name>
    <message>
        <source>Write a Run File</source>
        <translation>Laufdatei schreiben</translation>
    </message>
    <message>
        <source>What the file would say</source>
        <translation>Was die Datei sagen würde</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Save As...</source>
        <translation>&amp;Speichern unter...</translation>
    </message>
    <message>
        <source>&amp;Kind of file:</source>
        <translation>&amp;Art der Datei:</translation>
    </message>
    <message>
        <source>This file does not say: %1.</source>
        <comment>names of inputs</comment>
        <translation>Diese Datei sagt nichts über: %1.</translation>
    </message>
</context>
<context>
    <name>shardscope::RunPage</name>
    <message>
        <source>The whole run</source>
        <translation>Der ganze Lauf</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>Derivation</source>
        <translation>Herleitung</translation>
    </message>
    <message>
        <source>Layers over GPUs</source>
        <translation>Schichten auf GPUs</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Of its memory</source>
        <translation>Von ihrem Speicher</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Hält</translation>
    </message>
    <message>
        <source>Time, energy and cost of the run</source>
        <translation>Zeit, Energie und Kosten des Laufs</translation>
    </message>
    <message>
        <source>Instead: device_map=&quot;balanced&quot; on the GPUs of a node</source>
        <translation>Stattdessen: device_map=&quot;balanced&quot; auf den GPUs eines Knotens</translation>
    </message>
    <message>
        <source>Unfolded</source>
        <translation>Ausgeklappt</translation>
    </message>
    <message>
        <source>Folded away</source>
        <translation>Eingeklappt</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Duration, cost, energy and checkpoints of the run</source>
        <translation>Dauer, Kosten, Energie und Checkpoints des Laufs</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>Wohin die Zeit geht</translation>
    </message>
    <message>
        <source>What the hours of the run are spent on, and what that costs</source>
        <translation>Womit die Stunden des Laufs vergehen und was das kostet</translation>
    </message>
</context>
<context>
    <name>shardscope::RunTable</name>
    <message>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>layers %1 to %2</source>
        <translation>Schichten %1 bis %2</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>letzte Norm</translation>
    </message>
    <message>
        <source>output layer</source>
        <translation>Ausgabeschicht</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Laid out by whole layers, as device_map=&quot;balanced&quot; does, one GPU computes while the others wait for its result: each is busy for at most %1 of the time, and this is why such a model trains slowly. Only weights are counted here.</source>
        <comment>percent</comment>
        <translation>Nach ganzen Schichten verteilt, wie device_map=&quot;balanced&quot; es tut, rechnet eine GPU, während die anderen auf ihr Ergebnis warten: Jede ist höchstens %1 der Zeit beschäftigt, und deshalb trainiert ein solches Modell langsam. Hier sind nur Gewichte gezählt.</translation>
    </message>
    <message>
        <source>%1 find no room and go to the host.</source>
        <comment>amount</comment>
        <translation>%1 finden keinen Platz und gehen auf den Host.</translation>
    </message>
</context>
<context>
    <name>shardscope::SaveBackDialog</name>
    <message>
        <source>Save Back into the Files</source>
        <translation>In die Dateien zurückschreiben</translation>
    </message>
    <message>
        <source>Nothing that has changed can be said by these files.</source>
        <translation>Nichts, was sich geändert hat, können diese Dateien sagen.</translation>
    </message>
    <message>
        <source>These lines change; all else stays as it is, to the byte.</source>
        <translation>Diese Zeilen ändern sich; alles andere bleibt Byte für Byte, wie es ist.</translation>
    </message>
    <message>
        <source>Changed lines</source>
        <translation>Geänderte Zeilen</translation>
    </message>
    <message>
        <source>None of the files can say: %1.</source>
        <comment>names of inputs</comment>
        <translation>Keine der Dateien kann dies sagen: %1.</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>&amp;Schreiben</translation>
    </message>
</context>
<context>
    <name>shardscope::ScreenChart</name>
    <message>
        <source>The bar of %1 is to be guessed.</source>
        <translation>Die Höhe des Balkens %1 ist zu raten.</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>Ihr Tipp</translation>
    </message>
</context>
<context>
    <name>shardscope::ShareDialog</name>
    <message>
        <source>Share</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Whoever pastes this code into Shardscope, or opens it with “shardscope CODE”, has this scenario. It needs no network.</source>
        <translation>Wer diesen Code in Shardscope einfügt oder mit „shardscope CODE“ öffnet, hat dieses Szenario. Ein Netz ist nicht nötig.</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>This scenario brings a model of its own and is too long for a QR code. Share the text, or the file.</source>
        <translation>Dieses Szenario bringt ein eigenes Modell mit und ist zu lang für einen QR-Code. Teilen Sie den Text oder die Datei.</translation>
    </message>
    <message>
        <source>QR code of the code above</source>
        <translation>QR-Code des Codes darüber</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
</context>
<context>
    <name>shardscope::ShortcutsDialog</name>
    <message>
        <source>%1, %2</source>
        <comment>one key or the other</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Choose this bar, explain this part</source>
        <translation>Diesen Balken wählen, diesen Teil erklären</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Move a slider by a step</source>
        <translation>Regler um einen Schritt bewegen</translation>
    </message>
    <message>
        <source>Move a slider to the next mark</source>
        <translation>Regler zur nächsten Marke bewegen</translation>
    </message>
    <message>
        <source>Move a slider to its smallest or largest value</source>
        <translation>Regler auf den kleinsten oder größten Wert stellen</translation>
    </message>
    <message>
        <source>Set a slider back to the default</source>
        <translation>Regler auf den Standard zurücksetzen</translation>
    </message>
    <message>
        <source>Shift and drag</source>
        <translation>Umschalt und Ziehen</translation>
    </message>
    <message>
        <source>Move a slider ten times finer</source>
        <translation>Regler zehnmal feiner bewegen</translation>
    </message>
    <message>
        <source>Alt and drag</source>
        <translation>Alt und Ziehen</translation>
    </message>
    <message>
        <source>Pass over the marks</source>
        <translation>Marken übergehen</translation>
    </message>
    <message>
        <source>Take back what was typed into a box</source>
        <translation>Eingetipptes im Eingabefeld zurücknehmen</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>What can be done, and the keys that do it</source>
        <translation>Was sich tun lässt, und die Tasten dafür</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>Menüs</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Go to another phase of the timeline</source>
        <translation>Zu einer anderen Phase des Verlaufs gehen</translation>
    </message>
    <message>
        <source>See the baseline, while it is held</source>
        <translation>Vergleichsbasis sehen, solange sie gehalten wird</translation>
    </message>
    <message>
        <source>Move a slider to where it begins or ceases to fit</source>
        <translation>Regler dorthin, wo es gerade passt oder nicht mehr passt</translation>
    </message>
    <message>
        <source>Go to another bar, pass of a pipeline stage, or GPU</source>
        <translation>Zu einem anderen Balken, Durchgang einer Pipeline-Stufe oder einer anderen GPU gehen</translation>
    </message>
    <message>
        <source>Go to another part of the bar, pipeline stage, or row of GPUs</source>
        <translation>Zu einem anderen Teil des Balkens, einer anderen Pipeline-Stufe oder Reihe von GPUs gehen</translation>
    </message>
</context>
<context>
    <name>shardscope::SliderField</name>
    <message>
        <source>“%1” was not taken. %2</source>
        <comment>what was typed, what to type</comment>
        <translation>„%1“ wurde nicht übernommen. %2</translation>
    </message>
</context>
<context>
    <name>shardscope::SpeakerView</name>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>step, steps, title</comment>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>Als Nächstes: %1</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>Das ist der letzte Schritt.</translation>
    </message>
    <message>
        <source>&amp;Reveal</source>
        <translation>&amp;Lösung zeigen</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n question(s) right</source>
        <translation>
            <numerusform>%1 von %n Frage richtig</numerusform>
            <numerusform>%1 von %n Fragen richtig</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 min; planned to here: %3 min</source>
        <translation>%1 von %2 min; bis hierher geplant: %3 min</translation>
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
        <translation>Rechnen %1, nicht überlappte Kommunikation %2</translation>
    </message>
    <message>
        <source>Compute %1</source>
        <comment>duration</comment>
        <translation>Rechnen %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>collective, duration</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2 in each step, %3 of them exposed</source>
        <comment>collective, duration, duration</comment>
        <translation>%1: %2 in jedem Schritt, davon %3 nicht überlappt</translation>
    </message>
    <message>
        <source>One step of %1: memory, computation and communication</source>
        <comment>duration</comment>
        <translation>Ein Schritt von %1: Speicher, Rechnen und Kommunikation</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n like micro-step(s) left out)</source>
        <comment>title</comment>
        <translation>
            <numerusform>%1 (%n gleicher Mikroschritt ausgelassen)</numerusform>
            <numerusform>%1 (%n gleiche Mikroschritte ausgelassen)</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known about how fast this GPU computes</source>
        <translation>Wie schnell diese GPU rechnet, ist nicht bekannt</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Nicht überlappte Kommunikation</translation>
    </message>
</context>
<context>
    <name>shardscope::StepForm</name>
    <message>
        <source>T&amp;itle:</source>
        <translation>T&amp;itel:</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>&amp;Text:</translation>
    </message>
    <message>
        <source>One or two sentences. {{peak}} becomes the number that the planner works out.</source>
        <translation>Ein oder zwei Sätze. Aus {{peak}} wird die Zahl, die der Planer berechnet.</translation>
    </message>
    <message>
        <source>&amp;Notes:</source>
        <translation>&amp;Notizen:</translation>
    </message>
    <message>
        <source>What the teacher alone sees</source>
        <translation>Was nur Vortragende sehen</translation>
    </message>
    <message>
        <source>&amp;Minutes:</source>
        <translation>&amp;Minuten:</translation>
    </message>
    <message>
        <source>&amp;Chart:</source>
        <translation>&amp;Diagramm:</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>M&amp;otion:</source>
        <translation>Animati&amp;on:</translation>
    </message>
    <message>
        <source>In&amp;puts:</source>
        <translation>Einga&amp;ben:</translation>
    </message>
</context>
<context>
    <name>shardscope::StepWords</name>
    <message>
        <source>%1, %2</source>
        <comment>collective, link</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>seconds</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Held: %1, at most %2</source>
        <translation>Belegt: %1, höchstens %2</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>phase</comment>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1, layer %2.</source>
        <comment>phase</comment>
        <translation>%1, Schicht %2.</translation>
    </message>
    <message>
        <source>The GPU waits.</source>
        <translation>Die GPU wartet.</translation>
    </message>
    <message>
        <source>On the wire: %1.</source>
        <translation>Auf der Leitung: %1.</translation>
    </message>
    <message>
        <source>Held: %1.</source>
        <translation>Belegt: %1.</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>From the plan: its memory over the step, laid out in its seconds, and the calls of its traffic.</source>
        <translation>Aus dem Plan: sein Speicher über den Schritt, in seinen Sekunden ausgelegt, und die Aufrufe seines Verkehrs.</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepChart</name>
    <message>
        <source>%1 (%2)</source>
        <comment>input, unit</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU, memory</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>Was passt</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <comment>metric, input</comment>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>%1, by %2 and %3</source>
        <comment>metric, input, input</comment>
        <translation>%1 nach %2 und %3</translation>
    </message>
    <message>
        <source>%1. Of %2 points %3 fit, %4 are at risk and %5 do not fit. Arrow keys read points, Enter goes to one.</source>
        <comment>title, numbers</comment>
        <translation>%1. Von %2 Punkten passen %3, %4 stehen auf der Kippe und %5 passen nicht. Pfeiltasten lesen Punkte, die Eingabetaste geht zu einem.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>metric, unit</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 tokens/s, %2 on each GPU; %3 a step; MFU %4</source>
        <comment>number, number, duration, percent</comment>
        <translation>%1 Token/s, %2 auf jeder GPU; %3 pro Schritt; MFU %4</translation>
    </message>
    <message>
        <source>%1 sent by each GPU in a step</source>
        <comment>amount</comment>
        <translation>%1 von jeder GPU in einem Schritt gesendet</translation>
    </message>
    <message>
        <source>%1 GPU-hours, cost %2</source>
        <comment>number, number</comment>
        <translation>%1 GPU-Stunden, Kosten %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>input, value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Fits, at risk or not, with the headroom or what is short</source>
        <translation>Passt, knapp oder nicht, mit der Reserve oder dem, was fehlt</translation>
    </message>
    <message>
        <source>Striped where it does not fit; the line is where it stops fitting</source>
        <translation>Gestreift, wo es nicht passt; die Linie zeigt, wo es aufhört zu passen</translation>
    </message>
    <message>
        <source>The line is where it stops fitting</source>
        <translation>Die Linie zeigt, wo es aufhört zu passen</translation>
    </message>
    <message>
        <source>Not yet worked out</source>
        <translation>Noch nicht ermittelt</translation>
    </message>
    <message>
        <source>%1 (%2 to %3) of %4: %5</source>
        <comment>memory, range, capacity, verdict</comment>
        <translation>%1 (%2 bis %3) von %4: %5</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>memory, capacity, verdict</comment>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>Headroom (+) or shortfall (−), %1</source>
        <comment>unit</comment>
        <translation>Reserve (+) oder Fehlbetrag (−), %1</translation>
    </message>
    <message>
        <source>%1, each host short by %2</source>
        <comment>verdict, amount</comment>
        <translation>%1, jedem Host fehlen %2</translation>
    </message>
    <message>
        <source>nobody can run it as chosen</source>
        <comment>verdict</comment>
        <translation>so kann es niemand ausführen</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepLegend</name>
    <message>
        <source>fits</source>
        <translation>passt</translation>
    </message>
    <message>
        <source>at risk</source>
        <translation>auf der Kippe</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>where it stops fitting</source>
        <translation>wo es aufhört zu passen</translation>
    </message>
    <message>
        <source>the current configuration</source>
        <translation>die aktuelle Konfiguration</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepPage</name>
    <message>
        <source>A&amp;cross:</source>
        <translation>&amp;Quer:</translation>
    </message>
    <message>
        <source>&amp;Up:</source>
        <translation>&amp;Hoch:</translation>
    </message>
    <message>
        <source>Sh&amp;ow:</source>
        <translation>&amp;Zeigen:</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Points worked out</source>
        <translation>Ermittelte Punkte</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Stop here: what has been worked out stays</source>
        <translation>Hier anhalten: was ermittelt ist, bleibt</translation>
    </message>
    <message>
        <source>Point at a cell or walk with the arrow keys to read it; click or Enter goes there.</source>
        <translation>Auf eine Zelle zeigen oder mit den Pfeiltasten gehen, um sie zu lesen; ein Klick oder die Eingabetaste geht dorthin.</translation>
    </message>
    <message>
        <source>Go to a point of the sweep</source>
        <translation>Zu einem Punkt der Reihe wechseln</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepTable</name>
    <message>
        <source>%1 (%2)</source>
        <comment>name, unit</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>shardscope::SweepView</name>
    <message>
        <source>Map of the sweep</source>
        <translation>Karte der Reihe</translation>
    </message>
</context>
<context>
    <name>shardscope::TablePage</name>
    <message>
        <source>All numbers</source>
        <translation>Alle Zahlen</translation>
    </message>
    <message>
        <source>Memory, traffic and time of this plan, with formulas</source>
        <translation>Speicher, Datenverkehr und Zeit dieses Plans, mit Formeln</translation>
    </message>
</context>
<context>
    <name>shardscope::TableText</name>
    <message>
        <source>Item</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Difference from %1</source>
        <comment>name of a pin</comment>
        <translation>Unterschied zu %1</translation>
    </message>
    <message>
        <source>Percent</source>
        <comment>difference from the baseline</comment>
        <translation>Prozent</translation>
    </message>
</context>
<context>
    <name>shardscope::TargetsField</name>
    <message>
        <source>Enter all-linear, or module names with commas between them.</source>
        <translation>Geben Sie all-linear ein, oder Modulnamen durch Kommas getrennt.</translation>
    </message>
</context>
<context>
    <name>shardscope::TeacherField</name>
    <message>
        <source>A copy of the model</source>
        <translation>Eine Kopie des Modells</translation>
    </message>
    <message>
        <source>The model learns from what it was.</source>
        <translation>Das Modell lernt von dem, was es war.</translation>
    </message>
</context>
<context>
    <name>shardscope::TierChart</name>
    <message>
        <source>Inside the node</source>
        <translation>Im Knoten</translation>
    </message>
    <message>
        <source>Between nodes</source>
        <translation>Zwischen Knoten</translation>
    </message>
    <message>
        <source>To the host</source>
        <translation>Zum Host</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>tier, link</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nothing is sent.</source>
        <translation>Es wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Never more than %1</source>
        <comment>amount</comment>
        <translation>Nie mehr als %1</translation>
    </message>
    <message>
        <source>Sent by each GPU in one step, by link</source>
        <translation>Von jeder GPU in einem Schritt gesendet, nach Verbindung</translation>
    </message>
    <message>
        <source>Sent per GPU and step (GB)</source>
        <translation>Gesendet pro GPU und Schritt (GB)</translation>
    </message>
    <message>
        <source>Sent by each GPU in one step, by the number of GPUs</source>
        <translation>Von jeder GPU in einem Schritt gesendet, nach Zahl der GPUs</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 on the wire in each step</source>
        <comment>duration</comment>
        <translation>%1 je Schritt auf der Leitung</translation>
    </message>
    <message>
        <source>Each GPU sends (N - 1) / N of this, however many there are</source>
        <translation>Jede GPU sendet (N − 1) / N davon, wie viele es auch sind</translation>
    </message>
    <message>
        <source>%1 of its capacity</source>
        <comment>percent</comment>
        <translation>%1 ihrer Kapazität</translation>
    </message>
    <message>
        <source>%1 exposed</source>
        <comment>percent</comment>
        <translation>%1 nicht überlappt</translation>
    </message>
    <message>
        <source>%1: at a bus bandwidth of %2 each GPU can send %3 in the %4 in which it computes</source>
        <comment>share, bandwidth, amount, duration</comment>
        <translation>%1: bei einer Busbandbreite von %2 kann jede GPU %3 in den %4 senden, in denen sie rechnet</translation>
    </message>
    <message>
        <source>Capacity of each link</source>
        <translation>Kapazität jeder Verbindung</translation>
    </message>
    <message>
        <source>What each link can carry in the %1 in which the GPU computes. Above that, not even perfect overlap would hide it.</source>
        <comment>duration</comment>
        <translation>Was jede Verbindung in den %1 trägt, in denen die GPU rechnet. Darüber verbirgt es auch vollkommene Überlappung nicht.</translation>
    </message>
    <message>
        <source>Share of what each link can carry (%)</source>
        <translation>Anteil dessen, was jede Verbindung trägt (%)</translation>
    </message>
    <message>
        <source>%1, exposed</source>
        <comment>collective</comment>
        <translation>%1, nicht überlappt</translation>
    </message>
    <message>
        <source>%1 · %2 on the wire in each step, %3 of them exposed</source>
        <comment>formula, duration, duration</comment>
        <translation>%1 · %2 auf der Leitung je Schritt, davon %3 nicht überlappt</translation>
    </message>
    <message>
        <source>%1, over %2, each GPU sends %3 per step.</source>
        <comment>tier, link, amount</comment>
        <translation>%1, über %2, sendet jede GPU %3 je Schritt.</translation>
    </message>
    <message>
        <source>%1, over %2 at a bus bandwidth of %3, each GPU sends %4 per step, %5 times what the link can carry while the GPU computes; it waits for %6 of that.</source>
        <comment>tier, link, bandwidth, amount, number, percent</comment>
        <translation>%1, über %2 mit einer Busbandbreite von %3, sendet jede GPU %4 je Schritt, das %5-Fache dessen, was die Verbindung trägt, während die GPU rechnet; sie wartet auf %6 davon.</translation>
    </message>
    <message>
        <source>%1, over %2 at a bus bandwidth of %3, each GPU sends %4 per step, %5 of what the link can carry while the GPU computes; it waits for %6 of that.</source>
        <comment>tier, link, bandwidth, amount, percent, percent</comment>
        <translation>%1, über %2 mit einer Busbandbreite von %3, sendet jede GPU %4 je Schritt, %5 dessen, was die Verbindung trägt, während die GPU rechnet; sie wartet auf %6 davon.</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Nicht überlappte Kommunikation</translation>
    </message>
</context>
<context>
    <name>shardscope::TimelineChart</name>
    <message>
        <source>micro-step %1</source>
        <translation>Mikroschritt %1</translation>
    </message>
    <message>
        <source>micro-steps %1–%2</source>
        <comment>first and last number</comment>
        <translation>Mikroschritte %1–%2</translation>
    </message>
    <message>
        <source>%1, layer %2 of %3</source>
        <comment>phase, number, count</comment>
        <translation>%1, Schicht %2 von %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>moment, micro-step</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 up to %2</source>
        <comment>phase, amount</comment>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 In one step: %2.</source>
        <comment>verdict, list of phases</comment>
        <translation>%1 In einem Schritt: %2.</translation>
    </message>
    <message>
        <source>Memory of each GPU over one step</source>
        <translation>Speicher jeder GPU im Verlauf eines Schritts</translation>
    </message>
    <message>
        <source>Peak %1: %2</source>
        <comment>amount, moment</comment>
        <translation>Spitze %1: %2</translation>
    </message>
</context>
<context>
    <name>shardscope::TimelinePage</name>
    <message>
        <source>By event</source>
        <translation>Nach Ereignis</translation>
    </message>
    <message>
        <source>Memory at every event of the step, each of the same width</source>
        <translation>Speicher bei jedem Ereignis des Schritts, alle gleich breit</translation>
    </message>
    <message>
        <source>In seconds</source>
        <translation>In Sekunden</translation>
    </message>
    <message>
        <source>Memory, computation and communication over the time that the step takes</source>
        <translation>Speicher, Rechnen und Kommunikation über die Dauer des Schritts</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>What each pipeline stage does over the time that the step takes, and the bubble</source>
        <translation>Was jede Pipeline-Stufe über die Dauer des Schritts tut, und die Blase</translation>
    </message>
</context>
<context>
    <name>shardscope::TrafficChart</name>
    <message>
        <source>%1: %2 in 1 s</source>
        <comment>link, amount</comment>
        <translation>%1: %2 in 1 s</translation>
    </message>
    <message>
        <source>%1: %2 in large ring collectives</source>
        <comment>link, bandwidth</comment>
        <translation>%1: %2 in großen Ring-Collectives</translation>
    </message>
    <message>
        <source>Nothing is sent.</source>
        <translation>Es wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Each GPU sends %1 per optimizer step, which takes %2.</source>
        <translation>Jede GPU sendet %1 pro Optimizer-Schritt, das dauert %2.</translation>
    </message>
    <message>
        <source>Sent by each GPU in one optimizer step, by strategy</source>
        <translation>Von jeder GPU pro Optimizer-Schritt gesendet, nach Strategie</translation>
    </message>
    <message>
        <source>Sent per GPU and step (GB)</source>
        <translation>Gesendet pro GPU und Schritt (GB)</translation>
    </message>
    <message>
        <source>%1 · %2 on the wire</source>
        <comment>formula, duration</comment>
        <translation>%1 · %2 auf der Leitung</translation>
    </message>
    <message>
        <source>As long as computing</source>
        <translation>So lang wie das Rechnen</translation>
    </message>
    <message>
        <source>The GPU computes for %1 in each step. Above that, not even perfect overlap would hide what is sent.</source>
        <comment>duration</comment>
        <translation>Die GPU rechnet in jedem Schritt %1. Darüber verbirgt auch vollkommene Überlappung nicht, was gesendet wird.</translation>
    </message>
    <message>
        <source>%1 of compute time</source>
        <comment>percent</comment>
        <translation>%1 der Rechenzeit</translation>
    </message>
    <message>
        <source>Time on the wire, of compute time (%)</source>
        <translation>Zeit auf der Leitung, von der Rechenzeit (%)</translation>
    </message>
</context>
<context>
    <name>shardscope::TrafficPage</name>
    <message>
        <source>By link</source>
        <translation>Nach Verbindung</translation>
    </message>
    <message>
        <source>What goes over each kind of link, against what it can carry meanwhile</source>
        <translation>Was über jede Art von Verbindung geht, gegen das, was sie inzwischen trägt</translation>
    </message>
    <message>
        <source>Compare strategies</source>
        <translation>Strategien vergleichen</translation>
    </message>
    <message>
        <source>One bar for each way of sharding, side by side</source>
        <translation>Ein Balken je Sharding-Strategie, nebeneinander</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>Zahl der GPUs</translation>
    </message>
    <message>
        <source>What each GPU sends with more and fewer GPUs</source>
        <translation>Was jede GPU bei mehr und weniger GPUs sendet</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>How an all-reduce is done; other operations are always rings</source>
        <translation>Wie ein All-Reduce geschieht; andere Operationen sind immer Ringe</translation>
    </message>
    <message>
        <source>Nothing here is an all-reduce: NCCL does gathers and scatters around rings</source>
        <translation>Nichts hier ist ein All-Reduce: NCCL sammelt und verteilt im Ring</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>Nodes and GPUs by the groups that send to each other</source>
        <translation>Knoten und GPUs nach den Gruppen, die einander senden</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Whose groups have colours and numbers</source>
        <translation>Deren Gruppen Farben und Zahlen haben</translation>
    </message>
</context>
<context>
    <name>shardscope::UnquantizedField</name>
    <message>
        <source>All linear modules are quantised, the head too.</source>
        <translation>Alle linearen Module werden quantisiert, auch der Kopf.</translation>
    </message>
</context>
<context>
    <name>shardscope::VerdictBar</name>
    <message>
        <source>Verdict</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, sentence</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Cannot be worked out</source>
        <translation>Lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>Calibrate...</source>
        <translation>Kalibrieren...</translation>
    </message>
    <message>
        <source>Compare the estimate with what a run of yours has shown</source>
        <translation>Die Schätzung mit dem vergleichen, was ein eigener Lauf gezeigt hat</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <comment>name, or verdict</comment>
        <translation>Vergleichsbasis: %1</translation>
    </message>
    <message>
        <source>%1: peak %2 of %3</source>
        <comment>name of a pin, amounts</comment>
        <translation>%1: Spitze %2 von %3</translation>
    </message>
    <message>
        <source>Recommend...</source>
        <translation>Empfehlen...</translation>
    </message>
    <message>
        <source>Try every configuration with the same batch, and choose among the best</source>
        <translation>Jede Konfiguration mit demselben Batch versuchen und unter den besten wählen</translation>
    </message>
    <message>
        <source>%1 The slider tracks assume the same share for similar configurations; going there simulates them.</source>
        <comment>sentences on what the allocator reserves</comment>
        <translation>%1 Die Schienen der Regler nehmen für ähnliche Konfigurationen denselben Anteil an; wer dorthin geht, lässt sie simulieren.</translation>
    </message>
    <message>
        <source>While inputs change, reserved but unallocated memory is a quick estimate: %1. Once nothing has changed for a moment, PyTorch&apos;s caching allocator is simulated.</source>
        <translation>Während sich Eingaben ändern, ist der reservierte, aber nicht belegte Speicher eine Schnellschätzung: %1. Sobald sich kurz nichts ändert, wird PyTorchs Caching-Allocator simuliert.</translation>
    </message>
    <message>
        <source>Checking...</source>
        <translation>Wird geprüft...</translation>
    </message>
    <message>
        <source>What gains most: %1.</source>
        <comment>change</comment>
        <translation>Was am meisten bringt: %1.</translation>
    </message>
</context>
<context>
    <name>shardscope::Workshop</name>
    <message>
        <source>Step of a lesson</source>
        <translation>Schritt einer Lektion</translation>
    </message>
</context>
<context>
    <name>shardscope::WorkshopMenu</name>
    <message>
        <source>&amp;Workshop</source>
        <translation>&amp;Workshop</translation>
    </message>
    <message>
        <source>&amp;Open Lesson...</source>
        <translation>Lektion ö&amp;ffnen...</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>&amp;Vorführen</translation>
    </message>
    <message>
        <source>&amp;Dark Room</source>
        <translation>&amp;Dunkler Raum</translation>
    </message>
    <message>
        <source>&amp;New Lesson</source>
        <translation>&amp;Neue Lektion</translation>
    </message>
    <message>
        <source>&amp;Edit Lesson...</source>
        <translation>Lektion &amp;bearbeiten...</translation>
    </message>
    <message>
        <source>Add This &amp;View as a Step</source>
        <translation>Diese &amp;Ansicht als Schritt hinzufügen</translation>
    </message>
    <message>
        <source>Save Lesson &amp;As...</source>
        <translation>Lektion speichern &amp;unter...</translation>
    </message>
    <message>
        <source>&amp;Hand-outs...</source>
        <translation>&amp;Handzettel...</translation>
    </message>
    <message>
        <source>&amp;Share This Scenario...</source>
        <translation>Dieses &amp;Szenario teilen...</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
</context>
<context>
    <name>shardscope::Workspace</name>
    <message>
        <source>&amp;Memory</source>
        <translation>&amp;Speicher</translation>
    </message>
    <message>
        <source>&amp;Traffic</source>
        <translation>Daten&amp;verkehr</translation>
    </message>
    <message>
        <source>T&amp;imeline</source>
        <translation>Verla&amp;uf</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>L&amp;auf</translation>
    </message>
    <message>
        <source>Ta&amp;ble</source>
        <translation>&amp;Tabelle</translation>
    </message>
    <message>
        <source>S&amp;weep</source>
        <translation>&amp;Reihe</translation>
    </message>
    <message>
        <source>Opened: %1</source>
        <translation>Geöffnet: %1</translation>
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
        <translation>Bei der Arbeit: Die Gewichte einer Schicht werden gesammelt (All-Gather), benutzt und wieder verworfen. An der Spitze sind das %1 auf jeder GPU.</translation>
    </message>
    <message>
        <source>%1: every GPU keeps all of it, %2 of model states.</source>
        <translation>%1: Jede GPU hält alles, %2 Modellzustände.</translation>
    </message>
    <message>
        <source>%1: each GPU keeps its slice of: %2. That leaves %3 of model states.</source>
        <translation>%1: Jede GPU hält nur ihren Teil von: %2. Es bleiben %3 Modellzustände.</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n GPU(s)</source>
        <comment>strategy</comment>
        <translation>
            <numerusform>%1 auf %n GPU</numerusform>
            <numerusform>%1 auf %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>Model states</source>
        <translation>Modellzustände</translation>
    </message>
    <message>
        <source>From the plans of this scenario under each stage: what every GPU holds at its peak, divided as Rajbhandari et al. describe ZeRO (2020).</source>
        <translation>Aus den Plänen dieses Szenarios unter jeder Stufe: was jede GPU bei ihrem Spitzenbedarf hält, geteilt, wie Rajbhandari et al. ZeRO beschreiben (2020).</translation>
    </message>
</context>
<context>
    <name>shardscope::Zoom</name>
    <message>
        <source>&amp;Zoom In</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Actual Size</source>
        <translation>Or&amp;iginalgröße</translation>
    </message>
</context>
<context>
    <name>summary</name>
    <message>
        <source>Fits on %1</source>
        <translation>Passt auf %1</translation>
    </message>
    <message>
        <source>Does not fit on %1</source>
        <translation>Passt nicht auf %1</translation>
    </message>
    <message>
        <source>peak %1 of %2, short by %3, %4</source>
        <comment>amounts, then the moment</comment>
        <translation>Spitze %1 von %2, es fehlen %3, %4</translation>
    </message>
    <message>
        <source>peak %1 of %2, %3 headroom, %4</source>
        <comment>amounts, then the moment</comment>
        <translation>Spitze %1 von %2, %3 Reserve, %4</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>Fits on H100: peak ...</comment>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>All of the usual GPUs would hold it.</source>
        <translation>Auf alle üblichen GPUs würde es passen.</translation>
    </message>
    <message>
        <source>%1 would be short by %2.</source>
        <translation>Auf %1 würden %2 fehlen.</translation>
    </message>
    <message>
        <source>%1 would fit, with %2 of headroom.</source>
        <translation>%1 würde passen, mit %2 Reserve.</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <comment>method, precision, optimizer</comment>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>At risk on %1</source>
        <comment>it may not fit</comment>
        <translation>Auf der Kippe auf %1</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>amount, range</comment>
        <translation>%1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>Nearest measured run: %1.</source>
        <translation>Nächster gemessener Lauf: %1.</translation>
    </message>
    <message>
        <source>Outside the validated range.</source>
        <translation>Außerhalb des validierten Bereichs.</translation>
    </message>
    <message>
        <source>Outside the validated range: no measured run matches its %1.</source>
        <comment>list of what it differs in</comment>
        <translation>Außerhalb des validierten Bereichs: kein gemessener Lauf gleicht ihm in: %1.</translation>
    </message>
    <message>
        <source>Allocator-simulated</source>
        <comment>what the allocator reserves</comment>
        <translation>Allocator simuliert</translation>
    </message>
    <message>
        <source>The allocator has to free cached blocks and retry, which takes time.</source>
        <translation>Der Allocator muss zwischengespeicherte Blöcke freigeben und es erneut versuchen; das kostet Zeit.</translation>
    </message>
    <message>
        <source>None of the usual GPUs would hold it for sure.</source>
        <translation>Keine der üblichen GPUs fasst es mit Sicherheit.</translation>
    </message>
    <message>
        <source>%1 would be at risk, with %2 of headroom.</source>
        <translation>%1 wäre knapp, mit %2 Reserve.</translation>
    </message>
    <message>
        <source>Does not fit in host memory</source>
        <translation>Passt nicht in den Host-Speicher</translation>
    </message>
    <message>
        <source>each host is short by %1; on each GPU %2</source>
        <comment>amount, then: peak ... of ...</comment>
        <translation>jedem Host fehlen %1; auf jeder GPU %2</translation>
    </message>
    <message>
        <source>Fits on %1 as far as it is counted</source>
        <translation>Passt auf %1, soweit mitgezählt ist</translation>
    </message>
    <message>
        <source>Something of this run is not counted: the findings say what.</source>
        <translation>Etwas von diesem Lauf ist nicht mitgezählt: Die Befunde sagen, was.</translation>
    </message>
    <message>
        <source>How long a step takes cannot be said for this GPU.</source>
        <translation>Wie lange ein Schritt auf dieser GPU dauert, lässt sich nicht sagen.</translation>
    </message>
    <message>
        <source>Simulated with PyTorch&apos;s caching allocator, it reserves %1, of which %2 is unallocated; nvidia-smi shows %3.</source>
        <translation>Mit PyTorchs Caching-Allocator simuliert, werden %1 reserviert, davon %2 nicht belegt; nvidia-smi zeigt %3.</translation>
    </message>
    <message>
        <source>%1 of it are parameters all-gathered ahead of computation; they are released where memory is short, and the peak leaves them out.</source>
        <translation>%1 davon sind Parameter, die der Rechnung voraus gesammelt (all-gather) werden; wird der Speicher knapp, werden sie freigegeben, und die Spitze zählt sie nicht mit.</translation>
    </message>
    <message>
        <source>It runs out of memory.</source>
        <translation>Ihm geht der Speicher aus.</translation>
    </message>
    <message>
        <source>One step takes %1: %2 tokens/s per GPU, %3 in all, MFU %4, HFU %5. Bottleneck: %6.</source>
        <comment>duration, number, number, percent, percent, bottleneck</comment>
        <translation>Ein Schritt dauert %1: %2 Token/s je GPU, %3 insgesamt, MFU %4, HFU %5. Engpass: %6.</translation>
    </message>
    <message>
        <source>Compute: %1 per step, exposed communication: %2</source>
        <comment>duration, duration</comment>
        <translation>Rechnen: %1 je Schritt, nicht überlappte Kommunikation: %2</translation>
    </message>
    <message>
        <source>Fits, but %1 of each step waits for copies to and from the host</source>
        <comment>percent</comment>
        <translation>Passt, aber %1 jedes Schritts warten auf Kopien vom und zum Host</translation>
    </message>
    <message>
        <source>Fits, but %1 of each step waits for %2</source>
        <comment>percent, link</comment>
        <translation>Passt, aber %1 jedes Schritts warten auf %2</translation>
    </message>
    <message>
        <source>Cannot run on %1</source>
        <translation>Läuft nicht auf %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>Cannot run on T4: a whole sentence.</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Quick estimate</source>
        <comment>what the allocator reserves</comment>
        <translation>Schnellschätzung</translation>
    </message>
    <message>
        <source>An estimate made with %1.</source>
        <comment>program and version</comment>
        <translation>Eine Schätzung von %1.</translation>
    </message>
    <message>
        <source>An estimate made with %1, %2.</source>
        <comment>program and version, date</comment>
        <translation>Eine Schätzung von %1, %2.</translation>
    </message>
    <message>
        <source>%1 × %2 in one node</source>
        <comment>number, GPU</comment>
        <translation>%1 × %2 in einem Knoten</translation>
    </message>
    <message>
        <source>%1 × %2 in %3 nodes</source>
        <comment>number, GPU, number</comment>
        <translation>%1 × %2 in %3 Knoten</translation>
    </message>
    <message>
        <source>micro-batch %1, accumulation %2, sequence length %3</source>
        <comment>whole numbers</comment>
        <translation>Micro-Batch %1, Akkumulation %2, Sequenzlänge %3</translation>
    </message>
    <message>
        <source>%1; %2; %3; %4; %5; checkpointing: %6; estimator: %7.</source>
        <comment>model; method; GPUs; strategy and framework; batch</comment>
        <translation>%1; %2; %3; %4; %5; Checkpointing: %6; Schätzverfahren: %7.</translation>
    </message>
    <message>
        <source>Compute: %1 per step, exposed communication: %2, pipeline bubble: %3</source>
        <comment>durations</comment>
        <translation>Rechnen: %1 je Schritt, exponierte Kommunikation: %2, Pipeline-Blase: %3</translation>
    </message>
    <message>
        <source>Not planned on %1</source>
        <translation>Nicht geplant auf %1</translation>
    </message>
</context>
<context>
    <name>sweep</name>
    <message>
        <source>Does it fit?</source>
        <translation>Passt es?</translation>
    </message>
    <message>
        <source>Peak memory per GPU</source>
        <translation>Spitzenspeicher pro GPU</translation>
    </message>
    <message>
        <source>Headroom per GPU</source>
        <translation>Reserve je GPU</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Token pro Sekunde</translation>
    </message>
    <message>
        <source>Tokens per second and GPU</source>
        <translation>Token pro Sekunde und GPU</translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation>Model-FLOPs-Auslastung</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Dauer eines Schrittes</translation>
    </message>
    <message>
        <source>Sent per GPU and step</source>
        <translation>Gesendet pro GPU und Schritt</translation>
    </message>
    <message>
        <source>GPU-hours of the run</source>
        <translation>GPU-Stunden des Laufs</translation>
    </message>
    <message>
        <source>Cost of the run</source>
        <translation>Kosten des Laufs</translation>
    </message>
</context>
</TS>
