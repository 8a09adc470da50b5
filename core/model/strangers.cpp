// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/strangers.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::string_view stateSpace
    = "a model whose layers are all attention: some of these carry a state from token to token";
constexpr std::string_view sharedBlocks
    = "layers with weights of their own: some of these share those of one block, and add what that "
      "makes to a state space";
constexpr std::string_view refusesTraining
    = "a class that trains: transformers 5.12 has none, and the checkpoint's own code ends with "
      "NotImplementedError in its experts";
constexpr std::string_view encoderDecoder
    = "the stacks of T5, BART or Whisper: those of this encoder-decoder have other layers";
constexpr std::string_view otherEncoder
    = "the layers of BERT, RoBERTa, DistilBERT or ModernBERT: this encoder has others";
constexpr std::string_view remoteCode
    = "a class of transformers itself: this one is the checkpoint's own code";
constexpr std::string_view expertsAsWideAsStream
    = "experts as wide as the stream: its class in transformers 5 reads tokens as if they were "
      "(DbrxRouter), and ends with an error";
constexpr std::string_view sparseAttention
    = "attention to all tokens before: this one picks some with an indexer of its own";
constexpr std::array unknownTypes{Stranger{"kimi_linear", refusesTraining},
    Stranger{"zamba", sharedBlocks}, Stranger{"zamba2", sharedBlocks},
    Stranger{"recurrent_gemma", stateSpace}, Stranger{"rwkv", stateSpace},
    Stranger{"xlstm", stateSpace}, Stranger{"dbrx", expertsAsWideAsStream},
    Stranger{"deepseek_v4", sparseAttention}, Stranger{"longt5", encoderDecoder},
    Stranger{"switch_transformers", encoderDecoder}, Stranger{"nllb-moe", encoderDecoder},
    Stranger{"led", encoderDecoder}, Stranger{"pegasus_x", encoderDecoder},
    Stranger{"blenderbot", encoderDecoder}, Stranger{"prophetnet", encoderDecoder},
    Stranger{"deberta", otherEncoder}, Stranger{"mpnet", otherEncoder},
    Stranger{"albert", otherEncoder}, Stranger{"chatglm", remoteCode},
    Stranger{"baichuan", remoteCode}, Stranger{"internlm", remoteCode},
    Stranger{"internlm2", remoteCode}, Stranger{"qwen", remoteCode},
    Stranger{"exaone", remoteCode}};

} // namespace

std::span<const Stranger> strangers()
{
    return unknownTypes;
}

std::string_view whyUnknown(std::string_view modelType)
{
    const auto *const found = std::find_if(unknownTypes.begin(), unknownTypes.end(),
        [modelType](const Stranger &stranger) { return modelType == stranger.name; });
    return found == unknownTypes.end() ? std::string_view() : found->why;
}

} // namespace shardscope
