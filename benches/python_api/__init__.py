"""Benchmarks of Python interfaces: clients, components, the engine module, the wheel."""
