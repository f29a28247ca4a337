"""The folder into which *Check* and *Run* write the scene."""

from pathlib import Path

import bpy


def working_folder() -> Path:
    """A folder of this session of Blender; it is removed when Blender ends."""
    return Path(bpy.app.tempdir) / "morse"
