"""Shared by all benchmarks: the simulator, scenes, the machine, and the page of figures."""
