# SPDX-License-Identifier: GPL-3.0-or-later
"""What real tensors on a GPU do, where fake tensors on the CPU would do something else."""
import contextlib
import importlib.util

import torch


@contextlib.contextmanager
def replaced(module, name, make):
    """`make` gets what was there before."""
    before = getattr(module, name)
    setattr(module, name, make(before))
    try:
        yield
    finally:
        setattr(module, name, before)


def unpacked(find):
    """A look at the positions finds no packed sequences. Fake ones cannot say so."""
    def look(*arguments, **options):
        find(*arguments, **options)
    return look


def keeping_state(_):
    """A fake tensor cannot be a Params4bit: it finds the way to its scales as FSDP's unsharded ones do."""
    def fix(module):
        module.weight.quant_state = module.quant_state
    return fix


def flash(attend):
    """Without a mask CUDA takes FlashAttention, with fewer key and value heads as they are (sdp_utils.cpp)."""
    def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
        if attn_mask is not None:
            return attend(query, key, value, attn_mask, dropout_p, is_causal, scale=scale, enable_gqa=enable_gqa)
        if torch.is_autocast_enabled("cpu"):
            query, key, value = (tensor.to(torch.get_autocast_dtype("cpu")) for tensor in (query, key, value))
        width = query.shape[-1]
        if scale is None:
            scale = width**-0.5
        if width % 8:
            query, key, value = (torch.nn.functional.pad(t, (0, -width % 8)) for t in (query, key, value))
        context = torch.ops.aten._scaled_dot_product_flash_attention(query, key, value, dropout_p, is_causal,
            return_debug_mask=False, scale=scale)[0]
        return context[..., :width] if width % 8 else context
    attention.__name__ = attend.__name__  # by which context parallelism takes its place
    return attention


def efficient(attend):
    """With a mask CUDA takes the memory-efficient kernel: true and false become numbers of the query's dtype, in rows of
    a multiple of 16 (aten transformers/attention.cpp, convert_boolean_attn_mask, preprocess_mask)."""
    def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
        if torch.is_autocast_enabled("cpu"):
            query, key, value = (tensor.to(torch.get_autocast_dtype("cpu")) for tensor in (query, key, value))
        bias = None
        if attn_mask is not None:
            if attn_mask.dtype == torch.bool:
                bias = torch.zeros(attn_mask.shape, dtype=query.dtype).masked_fill_(attn_mask.logical_not(),
                    float("-inf"))
            else:
                bias = attn_mask.to(query.dtype)  # autocast casts it with the others
            keys = attn_mask.shape[-1]
            if keys % 16:
                bias = torch.nn.functional.pad(bias, (0, -keys % 16))[..., :keys]
            bias = bias.expand(query.shape[0], query.shape[1], query.shape[2], keys)
        return torch.ops.aten._scaled_dot_product_efficient_attention(query, key, value, bias, True, dropout_p,
            is_causal, scale=scale)[0]
    return attention


def by_mask(attend):
    """Where there is a mask, the memory-efficient kernel; what there was before where there is none."""
    masked = efficient(attend)

    def attention(query, key, value, attn_mask=None, *arguments, **options):
        kernel = attend if attn_mask is None else masked
        return kernel(query, key, value, attn_mask, *arguments, **options)
    return attention


@contextlib.contextmanager
def unmasked():
    """FlashAttention aligns more keys than queries at their ends, and needs no mask for that."""
    import transformers.masking_utils as masking

    known = masking.ALL_MASK_ATTENTION_FUNCTIONS
    before = known["sdpa"]
    known["sdpa"] = masking.flash_attention_mask
    try:
        yield
    finally:
        known["sdpa"] = before


@contextlib.contextmanager
def padded():
    """Of sequences some of which are padded SDPA gets a mask of each kind that a model makes."""
    import transformers.masking_utils as masking

    def mask(batch_size, q_length, kv_length, *arguments, **options):
        return torch.ones(batch_size, 1, q_length, kv_length, dtype=torch.bool)

    known = masking.ALL_MASK_ATTENTION_FUNCTIONS
    before = known["sdpa"]
    known["sdpa"] = mask
    try:
        with replaced(torch.nn.functional, "scaled_dot_product_attention", by_mask):
            yield
    finally:
        known["sdpa"] = before


@contextlib.contextmanager
def behaviour():
    """Everything that differs, for a while."""
    import transformers.masking_utils as masking

    with contextlib.ExitStack() as stack:
        stack.enter_context(replaced(masking, "find_packed_sequence_indices", unpacked))
        stack.enter_context(replaced(torch.nn.functional, "scaled_dot_product_attention", flash))
        if importlib.util.find_spec("bitsandbytes"):
            import bitsandbytes.nn.modules as bnb
            stack.enter_context(replaced(bnb, "fix_4bit_weight_quant_state_from_module", keeping_state))
        yield


def autocast():
    return torch.autocast("cpu", dtype=torch.bfloat16)
