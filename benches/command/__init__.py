"""Benchmarks of the whole command: start, requests, ticks, models, building of scenes."""
