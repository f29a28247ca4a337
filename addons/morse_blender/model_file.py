"""Writes objects as a .glb file with Blender's exporter, and completes the file."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import bpy

from . import marks

_HEADER = struct.Struct("<4sII")
_CHUNK = struct.Struct("<I4s")


class ExportError(Exception):
    """A file that could not be written."""


def write(path: Path, objects: Iterable[bpy.types.Object], root: bpy.types.Object | None = None) -> None:
    """Write objects to a .glb file with z up as MORSE reads it; ``root`` then stands at the origin.

    Raises ExportError.
    """
    chosen = list(objects)
    with _selected(chosen), marks.as_custom_properties():
        try:
            bpy.ops.export_scene.gltf(
                filepath=str(path),
                export_format="GLB",
                use_selection=True,
                export_apply=True,
                export_extras=True,
                export_yup=True,
                export_cameras=True,
                export_lights=True,
                export_animations=False,
            )
        except RuntimeError as problem:
            raise ExportError(f"{path.name}: {problem}") from problem
    document, rest = _read(path)
    _complete(document, root.name if root else None)
    _write(path, document, rest)


class _selected:
    """Within the context, exactly these objects are selected, and visible so that they can be selected."""

    def __init__(self, objects: list[bpy.types.Object]) -> None:
        self.objects = objects

    def __enter__(self) -> None:
        if bpy.context.object is not None and bpy.context.object.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        layer = bpy.context.view_layer
        self.before = [obj for obj in layer.objects if obj.select_get()]
        self.hidden = [(obj, obj.hide_get(), obj.hide_viewport) for obj in self.objects]
        for obj in layer.objects:
            obj.select_set(False)
        for obj in self.objects:
            obj.hide_viewport = False
            obj.hide_set(False)
            obj.select_set(True)

    def __exit__(self, *_problem: object) -> None:
        for obj in self.objects:
            obj.select_set(False)
        for obj in self.before:
            obj.select_set(True)
        for obj, hidden, hidden_everywhere in self.hidden:
            obj.hide_set(hidden)
            obj.hide_viewport = hidden_everywhere


def _complete(document: dict[str, Any], root: str | None) -> None:
    """Puts the root at the origin, and marks objects that cameras do not see."""
    for node in document.get("nodes", ()):
        extras = node.get("extras", {})
        extras.pop("morse", None)  # the marks themselves, as Blender stores them
        if extras.pop(marks.HIDDEN, False):
            node.setdefault("extensions", {})["KHR_node_visibility"] = {"visible": False}
            used = document.setdefault("extensionsUsed", [])
            if "KHR_node_visibility" not in used:
                used.append("KHR_node_visibility")
        if not extras:
            node.pop("extras", None)
        if root is not None and node.get("name") == root:
            node.pop("translation", None)
            node.pop("rotation", None)


def mark_hidden(path: Path) -> None:
    """Mark the nodes of a file that are not drawn: Blender does not read their extension, and does read extras."""
    document, rest = _read(path)
    for node in document.get("nodes", ()):
        visibility = node.get("extensions", {}).get("KHR_node_visibility", {})
        if visibility.get("visible") is False:
            node.setdefault("extras", {})[marks.HIDDEN] = True
    _write(path, document, rest)


def _read(path: Path) -> tuple[dict[str, Any], bytes]:
    """The JSON of a .glb file, and all that follows it."""
    data = path.read_bytes()
    length, _kind = _CHUNK.unpack_from(data, _HEADER.size)
    begin = _HEADER.size + _CHUNK.size
    return json.loads(data[begin : begin + length]), data[begin + length :]


def _write(path: Path, document: dict[str, Any], rest: bytes) -> None:
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    total = _HEADER.size + _CHUNK.size + len(text) + len(rest)
    path.write_bytes(_HEADER.pack(b"glTF", 2, total) + _CHUNK.pack(len(text), b"JSON") + text + rest)
