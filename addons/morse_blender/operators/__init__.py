"""The operators of the extension: check, run, export, import."""

from . import check, export, import_recording, import_robot, import_scene, mark, run

_PARTS = (mark, check, export, run, import_robot, import_scene, import_recording)


def register() -> None:
    """Add the operators."""
    for part in _PARTS:
        part.register()


def unregister() -> None:
    """Remove them, and end a run."""
    for part in reversed(_PARTS):
        part.unregister()
