"""Shared library of the models: vectors, surfaces, materials, scene nodes and the binary glTF writer."""
