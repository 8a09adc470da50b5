# SPDX-License-Identifier: GPL-3.0-or-later
"""Embeddings learned from contrasts, for steps.py: sentence-transformers' own modules and losses (6.1.0.dev0, cad21198)
around a model of transformers, or all texts in one pass, as ms-swift has them (swift/model/patcher.py,
patch_output_normalizer, and the loss of swift/loss/embedding.py written anew).

Texts of a batch are equally long and come with their mask, which a model of equal lengths does not need: it is handed on
where a mask is made at all.
"""
import contextlib
import sys
import types

import torch

import objectives

objectives.MISSING += ("sklearn", "scipy", "PIL", "mteb")
POOLING = {"mean": "mean", "cls": "cls", "last-token": "lasttoken"}


def is_embedding(scenario):
    return scenario.get("objective") == "embedding"


def library():
    if not any(isinstance(finder, objectives.HollowPackages) for finder in sys.meta_path):
        sys.meta_path.append(objectives.HollowPackages())
    import sentence_transformers

    return sentence_transformers


def is_apart(scenario):
    return scenario.get("columns") == "apart"


def kind(scenario):
    """The base model's class; none where all texts go together, through a model with a head."""
    import transformers

    return transformers.AutoModel if is_embedding(scenario) and is_apart(scenario) else None


def pooling(model, scenario):
    if not is_embedding(scenario):
        return model
    return wrapped(model, scenario) if is_apart(scenario) else normalized(model)


def task(scenario):
    return Contrasts if is_apart(scenario) else Together


def wrapped(model, scenario):
    """SentenceTransformer of three modules: the model, pooling, norm."""
    from collections import OrderedDict

    library()
    from sentence_transformers.base.modules import normalize, transformer
    from sentence_transformers.sentence_transformer.model import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import pooling

    first = object.__new__(transformer.Transformer)
    torch.nn.Module.__init__(first)
    first.__dict__ |= {"modality_config": {"text": {"method": "forward", "method_output_name": "last_hidden_state"}},
        "model_forward_params": {"input_ids", "attention_mask"}, "module_output_name": "token_embeddings"}
    first.model = model
    whole = object.__new__(SentenceTransformer)
    config = model.config
    modules = [("0", first), ("1", pooling.Pooling(config.hidden_size, POOLING[scenario["pooling"]])),
        ("2", normalize.Normalize())]
    torch.nn.Sequential.__init__(whole, OrderedDict(modules))
    whole.module_kwargs = None
    return whole


def rows_of(features, begin, end):
    return {name: column[begin:end] for name, column in features.items()}


class Contrasts(objectives.NextToken):
    """SentenceTransformerTrainer.compute_loss with MultipleNegativesRankingLoss: anchors in a pass of their own, all other
    columns in one."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        library()
        from sentence_transformers.sentence_transformer import losses, trainer

        self.texts = scenario["texts"]
        self.hasMask = scenario["attention"] != "flash"
        cached = scenario.get("gradient_cache", 0)
        kind = losses.CachedMultipleNegativesRankingLoss if cached else losses.MultipleNegativesRankingLoss
        self.trainer = object.__new__(trainer.SentenceTransformerTrainer)
        loss = object.__new__(kind)
        torch.nn.Module.__init__(loss)
        if cached:
            from sentence_transformers.base.losses import gradcache

            gradcache.RandContext = lambda *_: contextlib.nullcontext()  # states that fake tensors have not
            gradcache._create_minibatch = rows_of  # which looks at values for padding to leave out
            kind.__init__(loss, model, mini_batch_size=cached)
        else:
            kind.__init__(loss, model)
        self.trainer.__dict__ |= {"loss": loss, "model": model, "model_wrapped": model}

    def inputs(self):
        """A column each of ids and mask."""
        columns = {}
        for text in range(self.texts):
            columns[f"sentence_{text}_input_ids"] = objectives.ids(self.rows, self.tokens)
            columns[f"sentence_{text}_attention_mask"] = objectives.ids(self.rows, self.tokens)
        return columns

    def loss(self, model, batch):
        return self.trainer.compute_loss(model, dict(batch))


class Together(objectives.NextToken):
    """ms-swift: all texts of all examples are rows of one batch, and the model's head hands on what it is given."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.examples, self.texts = self.rows, scenario["texts"]
        self.rows *= self.texts
        self.hasMask = scenario["attention"] != "flash"

    def inputs(self):
        ids = objectives.ids
        return {"input_ids": ids(self.rows, self.tokens), "attention_mask": ids(self.rows, self.tokens)}

    def loss(self, model, batch):
        inputs = batch if self.hasMask else {"input_ids": batch["input_ids"]}
        sentences = model(**inputs)["last_hidden_state"]
        groups = torch.stack(list(sentences.split(self.texts)), dim=0)
        queries = groups[:, 0].squeeze(1)
        documents = groups[:, 1:].reshape(-1, groups.size(2))
        targets = torch.arange(0, self.examples * (self.texts - 1), self.texts - 1)
        return torch.nn.functional.cross_entropy(torch.matmul(queries, documents.T) / 0.1, targets)


def normalized(model):
    """patch_output_normalizer, of a model without a mask: the last token's."""
    model.lm_head.forward = types.MethodType(lambda self, hidden: hidden, model.lm_head)

    def pooled(module, arguments, names, output):
        hidden = output.logits
        mask = names.get("attention_mask")
        last = -1 if mask is None else mask.shape[1] - 1 - mask.flip(1).argmax(dim=1)
        rows = torch.arange(hidden.shape[0], device=hidden.device)
        embeddings = torch.nn.functional.normalize(hidden[rows, last], p=2, dim=1)
        return {"last_hidden_state": embeddings.contiguous()}

    model.register_forward_hook(pooled, with_kwargs=True)
    return model
