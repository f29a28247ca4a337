"""Writes a model as binary glTF 2.0. Equal models give equal bytes: everything is rounded, ordered and sorted.

glTF is Y-up: a point (x, y, z) of MORSE is written as (x, z, -y), and every node's own frame is turned the same way, so
that a reader that turns everything back finds the original frames.
"""

import json
import struct
from typing import Any

from kit import vec
from kit.materials import Material
from kit.scene import Mesh, Model, Node
from kit.surface import Triangle

_FLOAT, _USHORT, _UINT = 5126, 5123, 5125
_VERTICES, _INDICES = 34962, 34963


def _clean(value: float, digits: int) -> float:
    """Rounded, without negative zero."""
    return round(value, digits) + 0.0


def _up(p: vec.Vec, digits: int) -> tuple[float, float, float]:
    """A vector of MORSE in glTF's axes."""
    return (_clean(p[0], digits), _clean(p[2], digits), _clean(-p[1], digits))


class _Writer:
    """Collects the JSON lists and the binary chunk of one file."""

    def __init__(self) -> None:
        self.binary = bytearray()
        self.document: dict[str, Any] = {"asset": {"version": "2.0", "generator": "MORSE assets/make"}}
        self.used_extensions: set = set()
        self.meshes: dict[int, int] = {}
        self.materials: dict[str, int] = {}
        self.lights: list[dict[str, Any]] = []

    def put(self, key: str, item: dict[str, Any]) -> int:
        """Appends to a top-level list; returns the index."""
        items = self.document.setdefault(key, [])
        items.append(item)
        return len(items) - 1

    def accessor(self, data: bytes, component: int, kind: str, count: int, target: int, **more: Any) -> int:
        """Stores numbers in the binary chunk on a 4-byte boundary; returns the accessor's index."""
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data), "target": target}
        self.binary += data
        self.binary += b"\0" * (-len(self.binary) % 4)
        record = {"bufferView": self.put("bufferViews", view), "componentType": component, "type": kind, "count": count}
        record.update(more)
        return self.put("accessors", record)

    def material(self, material: Material) -> int:
        """The index of a material, written on first use."""
        if material.name not in self.materials:
            record: dict[str, Any] = {
                "name": material.name,
                "pbrMetallicRoughness": {
                    "baseColorFactor": list(material.rgb) + [material.alpha],
                    "metallicFactor": material.metallic,
                    "roughnessFactor": material.roughness,
                },
                "extras": {"remission": material.remission},
            }
            if material.emission > 0.0:
                record["emissiveFactor"] = [_clean(c * material.emission, 4) for c in material.rgb]
            if material.alpha < 1.0:
                record["alphaMode"] = "BLEND"
            self.materials[material.name] = self.put("materials", record)
        return self.materials[material.name]

    def primitive(self, triangles: list[Triangle], material: Material) -> dict[str, Any]:
        """Triangles of one material, with shared corners stored once."""
        numbers: dict[tuple[tuple[float, ...], tuple[float, ...]], int] = {}
        indices: list[int] = []
        for triangle in triangles:
            corners = [(_up(p, 5), _up(n, 3)) for p, n in triangle]
            if len({c[0] for c in corners}) == 3:
                indices.extend(numbers.setdefault(corner, len(numbers)) for corner in corners)
        points = [c[0] for c in numbers]
        normals = [vec.unit(c[1]) for c in numbers]  # type: ignore[arg-type]
        count = len(points)
        bounds = {
            "min": [min(p[i] for p in points) for i in range(3)],
            "max": [max(p[i] for p in points) for i in range(3)],
        }
        positions = b"".join(struct.pack("<3f", *p) for p in points)
        directions = b"".join(struct.pack("<3f", *n) for n in normals)
        wide = count > 65535
        packed = struct.pack("<%d%s" % (len(indices), "I" if wide else "H"), *indices)
        return {
            "attributes": {
                "POSITION": self.accessor(positions, _FLOAT, "VEC3", count, _VERTICES, **bounds),
                "NORMAL": self.accessor(directions, _FLOAT, "VEC3", count, _VERTICES),
            },
            "indices": self.accessor(packed, _UINT if wide else _USHORT, "SCALAR", len(indices), _INDICES),
            "material": self.material(material),
        }

    def mesh(self, mesh: Mesh, name: str) -> int:
        """The index of a mesh, written on first use: one primitive for each material."""
        if id(mesh) not in self.meshes:
            groups: dict[str, tuple[Material, list[Triangle]]] = {}
            for surface, material in mesh.parts:
                groups.setdefault(material.name, (material, []))[1].extend(surface.triangles())
            primitives = [self.primitive(triangles, material) for material, triangles in groups.values()]
            self.meshes[id(mesh)] = self.put("meshes", {"name": mesh.name or name, "primitives": primitives})
        return self.meshes[id(mesh)]

    def node(self, node: Node) -> int:
        """Writes a node and its descendants; returns its index. Parents come before their children."""
        extras: dict[str, Any] = dict(node.properties)
        record: dict[str, Any] = {"name": node.name, "extras": extras}
        index = self.put("nodes", record)
        if node.joint is None:
            extras["morse_physics"] = node.physics
        else:
            extras["morse_joint"] = node.joint
        place = _up((node.frame[0][3], node.frame[1][3], node.frame[2][3]), 5)
        if any(place):
            record["translation"] = list(place)
        x, y, z, w = vec.quaternion_from_matrix(node.frame)
        turn = [_clean(x, 6), _clean(z, 6), _clean(-y, 6), _clean(w, 6)]
        if any(turn[:3]):
            record["rotation"] = turn
        extensions: dict[str, Any] = {}
        if node.mesh is not None:
            record["mesh"] = self.mesh(node.mesh, node.name)
        if node.hidden and node.draws_nothing:  # the extension would hide the children too
            extensions["KHR_node_visibility"] = {"visible": False}
        if node.light is not None:
            extensions["KHR_lights_punctual"] = {"light": len(self.lights)}
            self.lights.append(dict(node.light, name=node.name))
        if node.camera is not None:
            record["camera"] = self.put("cameras", node.camera)
        if extensions:
            record["extensions"] = extensions
            self.used_extensions.update(extensions)
        children = [self.node(child) for child in node.children]
        if children:
            record["children"] = children
        if node.armature:
            joints = [i for i in range(index, len(self.document["nodes"])) if i in self._bones_of(index)]
            self.put("skins", {"name": node.name, "joints": joints, "skeleton": joints[0]})
        return index

    def _bones_of(self, index: int) -> list[int]:
        """Bones below an armature, not counting those of armatures attached to it."""
        nodes = self.document["nodes"]
        taken = {j for skin in self.document.get("skins", []) for j in skin["joints"]}
        found: list[int] = []
        stack = list(nodes[index].get("children", []))
        while stack:
            i = stack.pop()
            if "morse_joint" in nodes[i]["extras"] and i not in taken:
                found.append(i)
            stack.extend(nodes[i].get("children", []))
        return found


def encode(model: Model) -> bytes:
    """The bytes of the .glb file."""
    writer = _Writer()
    roots = [writer.node(root) for root in model.roots]
    document = writer.document
    document["scene"] = 0
    document["scenes"] = [{"name": model.path, "nodes": roots}]
    if writer.lights:
        document["extensions"] = {"KHR_lights_punctual": {"lights": writer.lights}}
    if writer.used_extensions:
        document["extensionsUsed"] = sorted(writer.used_extensions)
    if writer.binary:
        document["buffers"] = [{"byteLength": len(writer.binary)}]
    text = json.dumps(document, sort_keys=True, separators=(",", ":")).encode("ascii")
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if writer.binary:
        chunks += struct.pack("<II", len(writer.binary), 0x004E4942) + bytes(writer.binary)
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks
