"""Benchmarks of robots and sensors in a world: drives, rays, pictures, crowds."""
