"""Reads model files: the command converts them to .glb, Blender reads that, and extras become marks."""

from __future__ import annotations

from pathlib import Path

import bpy

from . import command, marks, model_file


class ImportFailure(Exception):
    """A file that Blender could not read."""


def read(model: Path | str, folder: Path) -> tuple[list[bpy.types.Object], list[str]]:
    """The new objects of a model file or of a named model, and warnings about parts that were left out.

    Raises command.CommandError and ImportFailure.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "imported.glb"
    report = command.json_output("convert", str(model), str(target), "--json")
    model_file.mark_hidden(target)
    before = set(bpy.data.objects)
    try:
        bpy.ops.import_scene.gltf(filepath=str(target))
    except RuntimeError as problem:
        raise ImportFailure(f"{Path(model).name}: {problem}") from problem
    objects = [obj for obj in bpy.data.objects if obj not in before]
    for obj in objects:
        marks.take(obj)
    return objects, list(report.get("warnings", ()))
