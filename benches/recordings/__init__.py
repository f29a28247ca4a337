"""Benchmarks of recordings, campaigns and the viewer."""
