#!/bin/bash
#SBATCH --nodes=1
#SBATCH --gres=gpu:h100:8
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
accelerate launch --num_processes 8 -m axolotl.cli.train recipe.yaml
