"""The workshop: vectors, surfaces, materials, scene nodes and the binary glTF writer that all models are made with."""
