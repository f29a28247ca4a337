"""Objects of the scene under the names of Blender's game engine: ``bge_object`` and parts of ``blenderapi``."""
