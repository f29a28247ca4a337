"""The scene under construction and its objects."""

from morse.builder.scene.current import Scene, scene, start_over

__all__ = ["Scene", "scene", "start_over"]
