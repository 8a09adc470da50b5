// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <string>

namespace shardscope {

/// A lesson in the worksheet's plain numbers: DDP, a guess at ZeRO-3, a choice, a ring, and a step
/// that is broken.
inline constexpr char SampleLessonText[] = R"({
  "shardlesson": 1,
  "title": {"en": "A sample", "de": "Ein Muster"},
  "scenario": {
    "estimator": "worksheet",
    "model": {"parameters": 7e9},
    "training": {"sequence_length": 2048, "micro_batch": 1, "checkpointing": "full"},
    "parallel": {"strategy": "ddp", "gpus": 8},
    "hardware": {"gpu": "a100-sxm-80"}
  },
  "steps": [
    {"title": "Everyone keeps all", "text": "Each GPU keeps **{{states}}** of model states.",
     "notes": "Ask what {{parallel.gpus}} copies are good for.", "minutes": 2,
     "chart": "memory", "controls": ["parallel.gpus"]},
    {"title": "A slice each", "text": "With ZeRO-3 each keeps a slice.", "minutes": 3,
     "set": {"parallel.strategy": "zero3"}, "chart": "memory", "controls": ["parallel.gpus"],
     "question": {"kind": "drag", "text": "How much is left?", "value": "peak",
                  "tolerance": 0.1, "reveal": "16 bytes for each parameter, shared by 8."}},
    {"title": "Double", "text": "Twice the GPUs under DDP.", "chart": "memory",
     "question": {"kind": "choice", "text": "What happens to the memory of each GPU?",
                  "choices": [{"text": "It halves"}, {"text": "Nothing", "right": true}],
                  "reveal": "DDP copies."}},
    {"title": "The ring", "text": "Each sends {{traffic}}.", "chart": "traffic", "motion": "ring"},
    {"title": "Broken", "text": "...", "set": {"parallel.gpuss": 4}}
  ]
})";

inline Lesson sampleLesson()
{
    return *readLesson(SampleLessonText);
}

} // namespace shardscope
