"""Robots as URDF files: links of simple shapes, with the inertia of shapes of equal density."""
