<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>advice</name>
    <message numerus="yes">
        <source>use %n GPU(s)</source>
        <translation>
            <numerusform>use %n GPU</numerusform>
            <numerusform>use %n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cut each pipeline stage into %n chunk(s)</source>
        <translation>
            <numerusform>cut each pipeline stage into %n chunk</numerusform>
            <numerusform>cut each pipeline stage into %n chunks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>embed %n text(s) at a time (GradCache)</source>
        <translation>
            <numerusform>embed %n text at a time (GradCache)</numerusform>
            <numerusform>embed %n texts at a time (GradCache)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>findings</name>
    <message numerus="yes">
        <source>%n GPU(s) do not fill whole nodes of %1.</source>
        <translation>
            <numerusform>%n GPU does not fill whole nodes of %1.</numerusform>
            <numerusform>%n GPUs do not fill whole nodes of %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>recommend</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>a pipeline of %n stage(s)</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>a pipeline of %n stage</numerusform>
            <numerusform>a pipeline of %n stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) in each stage</source>
        <comment>behind: With</comment>
        <translation>
            <numerusform>%n chunk in each stage</numerusform>
            <numerusform>%n chunks in each stage</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s)</source>
        <comment>of a pipeline stage</comment>
        <translation>
            <numerusform>%n chunk</numerusform>
            <numerusform>%n chunks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::CheckpointWords</name>
    <message numerus="yes">
        <source>Kept by each of %n layer(s)</source>
        <translation>
            <numerusform>Kept by %n layer</numerusform>
            <numerusform>Kept by each of %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::Explanation</name>
    <message numerus="yes">
        <source>Among %n GPU(s), %1 × per optimizer step, %2 in all.</source>
        <comment>number, duration</comment>
        <translation>
            <numerusform>Among %n GPU, %1 × per optimizer step, %2 in all.</numerusform>
            <numerusform>Among %n GPUs, %1 × per optimizer step, %2 in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::FieldGroup</name>
    <message numerus="yes">
        <source>%n input(s) without effect: hide</source>
        <translation>
            <numerusform>%n input without effect: hide</numerusform>
            <numerusform>%n inputs without effect: hide</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n input(s) without effect: show</source>
        <translation>
            <numerusform>%n input without effect: show</numerusform>
            <numerusform>%n inputs without effect: show</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::ImportPane</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>problems</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::ImportTree</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>rows</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::ImportWords</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>files</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::InputText</name>
    <message numerus="yes">
        <source>%1, %n GPU(s)</source>
        <comment>strategy</comment>
        <translation>
            <numerusform>%1, %n GPU</numerusform>
            <numerusform>%1, %n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::NarrationText</name>
    <message numerus="yes">
        <source>%n input(s) changed</source>
        <translation>
            <numerusform>%n input changed</numerusform>
            <numerusform>%n inputs changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::Pins</name>
    <message numerus="yes">
        <source>%n scenarios are pinned already: remove one of them first.</source>
        <translation>
            <numerusform>%n scenario is pinned already: remove it first.</numerusform>
            <numerusform>%n scenarios are pinned already: remove one of them first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::PipelineChart</name>
    <message numerus="yes">
        <source>Interleaved 1F1B, %n chunk(s) of each stage.</source>
        <translation>
            <numerusform>Interleaved 1F1B, %n chunk of each stage.</numerusform>
            <numerusform>Interleaved 1F1B, %n chunks of each stage.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Steady phase (%n like micro-batch(es) left out)</source>
        <translation>
            <numerusform>Steady phase (%n like micro-batch left out)</numerusform>
            <numerusform>Steady phase (%n like micro-batches left out)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <comment>micro-batches</comment>
        <translation>
            <numerusform>%n left out</numerusform>
            <numerusform>%n left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Interleaved zero bubble, %n chunk(s) of each stage: gradients of weights come in passes of their own.</source>
        <translation>
            <numerusform>Interleaved zero bubble, %n chunk of each stage: gradients of weights come in passes of their own.</numerusform>
            <numerusform>Interleaved zero bubble, %n chunks of each stage: gradients of weights come in passes of their own.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::PipelineWords</name>
    <message numerus="yes">
        <source>%n like micro-batch(es) later.</source>
        <translation>
            <numerusform>%n like micro-batch later.</numerusform>
            <numerusform>%n like micro-batches later.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::QuestionBox</name>
    <message numerus="yes">
        <source>%1 of %n question(s) right so far.</source>
        <translation>
            <numerusform>%1 of %n question right so far.</numerusform>
            <numerusform>%1 of %n questions right so far.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::SpeakerView</name>
    <message numerus="yes">
        <source>%1 of %n question(s) right</source>
        <translation>
            <numerusform>%1 of %n question right</numerusform>
            <numerusform>%1 of %n questions right</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::StepChart</name>
    <message numerus="yes">
        <source>%1 (%n like micro-step(s) left out)</source>
        <comment>title</comment>
        <translation>
            <numerusform>%1 (%n like micro-step left out)</numerusform>
            <numerusform>%1 (%n like micro-steps left out)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::TierChart</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::ZeroWords</name>
    <message numerus="yes">
        <source>%1 on %n GPU(s)</source>
        <comment>strategy</comment>
        <translation>
            <numerusform>%1 on %n GPU</numerusform>
            <numerusform>%1 on %n GPUs</numerusform>
        </translation>
    </message>
</context>
</TS>
