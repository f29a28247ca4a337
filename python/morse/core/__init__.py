"""What scenes, the simulator's Python side and users' own components share."""
