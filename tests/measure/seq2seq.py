# SPDX-License-Identifier: GPL-3.0-or-later
"""Encoder-decoders (T5, BART, Whisper and their kin) for steps.py: their class, and batches with a target of its own
length."""
import contextlib

import torch

import cuda
import objectives

T5 = ("t5", "mt5", "umt5")
BART = ("bart", "mbart", "pegasus", "marian", "m2m_100")
SOUND = ("whisper",)


def type_of(scenario):
    return scenario["architecture"]["model_type"]


def is_seq2seq(scenario):
    return type_of(scenario) in T5 + BART + SOUND


def hears(scenario):
    """Whether its input is sound."""
    return type_of(scenario) in SOUND


def adapted_as(scenario):
    """PEFT's task; models of sound are called with what none of its tasks knows."""
    if not is_seq2seq(scenario):
        return "CAUSAL_LM"
    return None if hears(scenario) else "SEQ_2_SEQ_LM"


def untie(scenario, model):
    """As from_pretrained leaves it: tables that a file has twice are not tied (modeling_utils.py, tie_weights). T5's
    published files have a head of its own where their config says that it is not tied."""
    if type_of(scenario) in T5 and not scenario["architecture"].get("tie_word_embeddings", True):
        model.lm_head.weight = torch.nn.Parameter(torch.zeros_like(model.lm_head.weight))
    return model


def build(scenario, config, **options):
    import transformers

    kind = transformers.AutoModelForSpeechSeq2Seq if hears(scenario) else transformers.AutoModelForSeq2SeqLM
    return untie(scenario, kind.from_config(config, **options))


class Translated(objectives.NextToken):
    """As DataCollatorForSeq2Seq hands out its batch when it knows the model: with a mask of the padded input, labels,
    and what the decoder is given, which are the labels shifted right."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.target = scenario["target_length"]
        self.hasMask = scenario["attention"] != "flash"

    def inputs(self):
        batch = {"input_ids": objectives.ids(self.rows, self.tokens),
            "labels": objectives.ids(self.rows, self.target),
            "decoder_input_ids": objectives.ids(self.rows, self.target)}
        if self.hasMask:
            batch["attention_mask"] = objectives.ids(self.rows, self.tokens)
        return batch

    def loss(self, model, batch):
        return model(**batch).loss


class Heard(objectives.NextToken):
    """As Whisper's collators do: frames of sound, which an extractor of features makes in fp32, and labels, which the
    model shifts right itself unless it is given what it has to read."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        config = getattr(model, "module", model).config  # of what DistributedDataParallel wraps
        self.shape = (self.rows, config.num_mel_bins, 2 * config.max_source_positions)
        self.dtype = torch.float32 if scenario.get("autocast") else next(model.parameters()).dtype
        self.target = scenario["target_length"]

    def inputs(self):
        return {"input_features": torch.zeros(self.shape, dtype=self.dtype),
            "labels": objectives.ids(self.rows, self.target),
            "decoder_input_ids": objectives.ids(self.rows, self.target)}

    def loss(self, model, batch):
        return model(**batch).loss


def task(scenario):
    return Heard if hears(scenario) else Translated


def whole(create):
    """BartDecoder makes a mask of ones where it is given none, and torch sees that they are: with kernels there is no mask
    then (masking_utils.py, _ignore_causal_mask_sdpa). Fake ones cannot say so."""
    return lambda **options: create(**options | {"attention_mask": None})


def unpacked(create):
    """WhisperDecoder says where its tokens are, of which torch sees that they are one sequence in each row
    (masking_utils.py, find_packed_sequence_indices). Fake ones cannot say so."""
    return lambda **options: create(**options | {"position_ids": None})


def kept(make):
    """Which layers are left out by chance is drawn for each (layerdrop): none, as nobody asks for any. A fake number has no
    value to compare."""
    return lambda *size, **options: 1.0 if size == ([],) else make(*size, **options)


@contextlib.contextmanager
def behaviour(scenario):
    import importlib

    kind = type_of(scenario)
    with contextlib.ExitStack() as stack:
        if is_seq2seq(scenario) or kind == "xglm":  # which draws layers as BART does
            stack.enter_context(cuda.replaced(torch, "rand", kept))
        if is_seq2seq(scenario) and scenario["attention"] != "eager":
            stack.enter_context(cuda.replaced(torch.nn.functional, "scaled_dot_product_attention", cuda.by_mask))
        if kind in SOUND or (kind in BART and scenario["attention"] != "eager"):
            module = importlib.import_module(f"transformers.models.{kind}.modeling_{kind}")
            stack.enter_context(cuda.replaced(module, "create_causal_mask", unpacked if kind in SOUND else whole))
        yield
