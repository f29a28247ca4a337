"""MORSE in Blender: marks bodies, joints, robots and components, and checks, runs, exports and imports scenes."""

from . import operators, panels, preferences, settings

_PARTS = (preferences, settings, operators, panels)


def register() -> None:
    """Called by Blender when the extension is switched on."""
    for part in _PARTS:
        part.register()


def unregister() -> None:
    """Called by Blender when the extension is switched off."""
    for part in reversed(_PARTS):
        part.unregister()
