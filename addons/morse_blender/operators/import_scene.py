"""*Import scene*: a scene script or scene document as empties with roles, and its environment as objects."""

import json
from pathlib import Path
from typing import Any, Optional

import bpy
from bpy.props import BoolProperty, StringProperty
from bpy_extras.io_utils import ImportHelper
from mathutils import Euler, Matrix, Vector

from .. import catalog, command, model_import
from .folder import working_folder

_ROLES = {"robot": "ROBOT", "sensor": "SENSOR", "actuator": "ACTUATOR", "zone": "ZONE"}


class MORSE_OT_import_scene(bpy.types.Operator, ImportHelper):
    """Bring in the robots, components and zones of a scene"""

    bl_idname = "morse.import_scene"
    bl_label = "MORSE scene (.py, .json)"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: StringProperty(default="*.py;*.json", options={"HIDDEN"})
    with_environment: BoolProperty(name="Environment", description="Also bring in its objects", default=True)

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Read the document and make the objects."""
        path = Path(self.filepath)
        try:
            document = _document(path)
            if self.with_environment:
                model = document["environment"]["file"]
                _, warnings = model_import.read(_environment(path.parent, model), working_folder())
                for warning in warnings:
                    self.report({"WARNING"}, warning)
        except (command.CommandError, model_import.ImportFailure, OSError, ValueError, KeyError) as problem:
            self.report({"ERROR"}, f"{path.name}: {problem}")
            return {"CANCELLED"}
        made: dict[str, bpy.types.Object] = {}
        for entry in document.get("objects", ()):
            obj = _object(context, entry, made.get(entry.get("parent")))
            if obj is None:
                kind = f"{entry.get('kind')} of {entry.get('builder')}"
                self.report({"WARNING"}, f"{entry['name']}: a {kind} is left out")
            else:
                made[entry["name"]] = obj
        self.report({"INFO"}, f"{len(made)} robots, components and zones")
        return {"FINISHED"}


def _document(path: Path) -> dict[str, Any]:
    if path.suffix == ".py":
        return command.json_output("build", path.name, folder=path.parent)
    return json.loads(path.read_text(encoding="utf-8"))


def _environment(folder: Path, name: str) -> str:
    """The model of an environment: a file beside the scene, else the name of an installed one."""
    endings = ("", ".glb", ".gltf", ".blend")
    local = next((folder / (name + ending) for ending in endings if (folder / (name + ending)).is_file()), None)
    if local is not None:
        return str(local)
    return name if "/" in name else f"environments/{name}"


def _object(
    context: bpy.types.Context, entry: dict[str, Any], parent: Optional[bpy.types.Object]
) -> Optional[bpy.types.Object]:
    """An empty for one object of a document; None for a kind that has no role here."""
    role = _ROLES.get(entry.get("kind", ""))
    builder = entry.get("builder") or ""
    classes = {name for name, *_ in catalog.choices(entry["kind"])} if role not in (None, "ZONE") else set()
    if role is None or (role != "ZONE" and builder not in classes):
        return None
    obj = bpy.data.objects.new(entry["name"].rsplit(".", 1)[-1], None)
    obj.empty_display_type = "CUBE" if role == "ZONE" else "ARROWS"
    obj.empty_display_size = 1.0 if role == "ZONE" else 0.3
    context.collection.objects.link(obj)
    obj.parent = parent
    turn = Euler(entry.get("rotation") or (0.0, 0.0, 0.0), "XYZ")
    size = Vector(entry.get("scale") or (1.0, 1.0, 1.0))
    obj.matrix_basis = Matrix.LocRotScale(Vector(entry.get("location") or (0.0, 0.0, 0.0)), turn, size)
    settings = obj.morse
    settings.role = role
    properties = entry.get("properties") or {}
    if role == "ZONE":
        settings.zone_type = str(properties.get("Type", ""))
        return obj
    setattr(settings, f"{role.lower()}_class", builder)
    if entry.get("rate_hz"):
        settings.rate = entry["rate_hz"]
    defaults = {known["name"]: known["default"] for known in catalog.properties_of(builder)}
    for value in settings.values:
        if value.name in properties and properties[value.name] != defaults[value.name]:
            value.assign(properties[value.name])
            value.given = True
    return obj


def _entry(menu: bpy.types.Menu, _context: bpy.types.Context) -> None:
    menu.layout.operator(MORSE_OT_import_scene.bl_idname)


def register() -> None:
    """Add the operator and its entry in the menu File, Import."""
    bpy.utils.register_class(MORSE_OT_import_scene)
    bpy.types.TOPBAR_MT_file_import.append(_entry)


def unregister() -> None:
    """Remove them."""
    bpy.types.TOPBAR_MT_file_import.remove(_entry)
    bpy.utils.unregister_class(MORSE_OT_import_scene)
