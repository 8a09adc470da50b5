# SPDX-License-Identifier: GPL-3.0-or-later
"""PPO for steps.py: PPOTrainer.train of TRL (1.10.0.dev0, f2cd57710, experimental/ppo/ppo_trainer.py) as it is.

The trainer is never initialised: it gets what its loop reads, four models among them, and runs two updates of one epoch
and one mini-batch, of which the second is measured. transformers generates the answers; they are as long as they may be,
and nothing is padded, so that no mask is made of that. What is logged are numbers, as fake tensors have no values.
"""
import types

import torch

import generation
import objectives


class Number(objectives.Number):
    def var(self):
        return self


class Optimizer:
    """accelerate's: it steps in the last micro-batch alone."""
    def __init__(self, task, optimizer):
        self.task, self.optimizer = task, optimizer

    def step(self):
        if self.task.is_last:
            self.task.updates(self.optimizer)

    def zero_grad(self):
        if self.task.is_last:
            self.optimizer.zero_grad(set_to_none=True)


class Accelerator(objectives.Accelerator):
    state = types.SimpleNamespace(deepspeed_plugin=None, fsdp_plugin=None)

    def __init__(self, task, model):
        self.task, self.wrapper = task, model

    def gather_for_metrics(self, tensor):
        return Number(1)

    def unwrap_model(self, model):
        return getattr(model, "module", model)

    def print(self, *_):
        pass

    def accumulate(self, model):
        self.task.begins()
        return self.task.reducing(model, self.task.is_last)

    def backward(self, loss):
        self.task.learns(loss)


class Ppo(objectives.NextToken):
    """Both models that learn are one to the optimizer and to DDP, as TRL wraps them (`wrapped`)."""
    def __init__(self, scenario, model, reference):
        super().__init__(scenario, model, reference)
        self.scenario, self.model, self.reference = scenario, model, reference
        self.accumulation = scenario.get("accumulation", 1)
        self.answer = scenario["completion_tokens"]

    def train(self, optimizer, reward, storages, wire, reducing):
        self.storages, self.wire, self.reducing = storages, wire, reducing
        with generation.generating(self.answer), generation.Valueless():
            self.trainer(optimizer, reward).train()
        return self.measured

    def trainer(self, optimizer, reward):
        count = self.rows * self.accumulation
        arguments = types.SimpleNamespace(response_length=self.answer, temperature=0.7, num_ppo_epochs=1,
            num_mini_batches=1, gradient_accumulation_steps=self.accumulation, num_total_batches=2, total_episodes=0,
            logging_steps=None, eval_steps=None, save_steps=None, batch_size=count, local_batch_size=count,
            local_mini_batch_size=count, per_device_train_batch_size=self.rows, ds3_gather_for_generation=True,
            local_rollout_forward_batch_size=self.scenario.get("rollout_chunk", 64), missing_eos_penalty=None,
            kl_estimator="k1", kl_coef=0.05, whiten_rewards=False, gamma=1.0, lam=0.95, cliprange=0.2,
            cliprange_value=0.2, vf_coef=0.1, num_sample_generations=0)
        calls = types.SimpleNamespace(on_train_begin=lambda *_: None, on_train_end=lambda *_: self.control,
            on_step_end=lambda *_: self.ends())
        self.control = types.SimpleNamespace(should_save=False)
        return objectives.uninitialised("PPO", self.model, args=arguments,
            accelerator=Accelerator(self, self.model), optimizer=Optimizer(self, optimizer), ref_model=self.reference,
            reward_model=reward, processing_class=types.SimpleNamespace(pad_token_id=generation.PAD, eos_token_id=0),
            dataloader=self.batches(), state=types.SimpleNamespace(), train_dataset_len=1, stop_token_id=None,
            control=self.control, is_deepspeed_enabled=False, is_peft_model=self.scenario["method"] != "full",
            ref_adapter_name=None, callback_handler=calls, log=lambda _: None, lr_scheduler=types.SimpleNamespace(step=lambda: None,
                get_last_lr=lambda: [0]))

    def batches(self):
        while True:
            self.measured = {"between_steps": self.storages.live, "forward_peak": 0, "backward_peak": 0}
            self.done = 0
            self.storages.restart()
            self.wire.restart()
            self.wire.phase = "forward"
            yield {"input_ids": objectives.ids(self.rows * self.accumulation, self.tokens - self.answer)}

    @property
    def is_last(self):
        return self.done == self.accumulation

    def peak(self, name):
        self.measured[name] = max(self.measured.get(name, 0), self.storages.peak)
        self.storages.restart()

    def begins(self):
        """A micro-batch. What the loop logs of the one before follows that one's backward pass."""
        self.peak("backward_peak" if self.done else "scoring_peak")
        self.done += 1
        self.wire.phase = "forward"

    def learns(self, loss):
        self.peak("forward_peak")
        self.measured["forward_end"] = self.storages.live
        self.wire.phase = "backward"
        loss.backward()
        self.peak("backward_peak")
        self.measured["backward_end"] = self.storages.live

    def updates(self, optimizer):
        self.storages.restart()
        self.wire.phase = "step"
        optimizer.step()
        self.measured["step_end"] = self.storages.live

    def ends(self):
        self.peak("step_peak")
        return self.control


def wrapped(policy, scenario, build):
    """The policy with its value model, and the reward model, of the policy's shape both."""
    objectives.trainer_class("PPO")
    from trl.experimental.ppo.ppo_trainer import PolicyAndValueWrapper

    like = scenario | {"method": "full", "num_labels": 1}
    value, reward = build(like), build(like | {"checkpointing": "none"}).eval()
    for model in (policy, value):
        caching(model)
    model = PolicyAndValueWrapper(policy, value)
    model.config = policy.config
    return model, reward


def caching(model):
    """use_cache as a model's file has it: PPOTrainer leaves it alone."""
    model.config.use_cache = model.config.get_text_config().use_cache = True
    if hasattr(model, "generation_config"):
        model.generation_config.use_cache = True
        model.generation_config.pad_token_id = model.generation_config.eos_token_id = None
        model.generation_config.bos_token_id = 0
