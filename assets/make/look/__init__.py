"""Looking at models: a small software renderer, used for pictures and nothing else."""
