"""Reads a .glb back, independently of the writer: nodes by name, triangles in the world, boxes. In MORSE's axes."""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kit import vec
from kit.vec import Matrix, Vec

_FORMATS = {5126: ("f", 4), 5123: ("H", 2), 5125: ("I", 4)}
_WIDTHS = {"SCALAR": 1, "VEC3": 3}


class Placed:
    """A placed node: its record, world frame, names of its ancestors, and whether its mesh is a hidden proxy."""

    def __init__(self, record: dict[str, Any], frame: Matrix, parents: tuple[str, ...], hidden: bool) -> None:
        self.record = record
        self.name: str = record["name"]
        self.extras: dict[str, Any] = record.get("extras", {})
        self.frame = frame
        self.parents = parents
        self.hidden = hidden


class File:
    """A parsed .glb. Raises ValueError for malformed files."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        magic, version, total = struct.unpack_from("<III", data)
        if magic != 0x46546C67 or version != 2 or total != len(data):
            raise ValueError(f"{path}: not a binary glTF 2.0 file of {total} bytes")
        length, kind = struct.unpack_from("<II", data, 12)
        if kind != 0x4E4F534A:
            raise ValueError(f"{path}: the first chunk is not JSON")
        self.document: dict[str, Any] = json.loads(data[20 : 20 + length])
        self.binary = data[28 + length :]

    def numbers(self, index: int) -> list[tuple[float, ...]]:
        """The values of an accessor."""
        accessor = self.document["accessors"][index]
        view = self.document["bufferViews"][accessor["bufferView"]]
        code, size = _FORMATS[accessor["componentType"]]
        width = _WIDTHS[accessor["type"]]
        flat = struct.unpack_from(f"<{accessor['count'] * width}{code}", self.binary, view["byteOffset"])
        if view["byteLength"] != len(flat) * size:
            raise ValueError(f"accessor {index}: {len(flat)} values do not fill {view['byteLength']} bytes")
        return [flat[i : i + width] for i in range(0, len(flat), width)]

    def placed(self) -> Iterator[Placed]:
        """All nodes, parents first."""
        nodes = self.document["nodes"]
        start: tuple[str, ...] = ()
        stack = [(i, vec.IDENTITY, start) for i in reversed(self.document["scenes"][0]["nodes"])]
        while stack:
            index, above, parents = stack.pop()
            record = nodes[index]
            frame = vec.compose(above, _frame(record))
            yield Placed(record, frame, parents, self._is_proxy(record))
            names = parents + (record["name"],)
            stack.extend((i, frame, names) for i in reversed(record.get("children", [])))

    def _is_proxy(self, record: dict[str, Any]) -> bool:
        """True when everything on the node is wholly transparent."""
        if "mesh" not in record:
            return False
        used = [p["material"] for p in self.document["meshes"][record["mesh"]]["primitives"]]
        return all(self.document["materials"][i]["pbrMetallicRoughness"]["baseColorFactor"][3] == 0.0 for i in used)

    def primitives(self, mesh: int) -> Iterator[tuple[list[Vec], list[Vec], list[int], dict[str, Any]]]:
        """For each primitive: points and normals in the node's local frame, indices, and the material."""
        for primitive in self.document["meshes"][mesh]["primitives"]:
            points = [_down(p) for p in self.numbers(primitive["attributes"]["POSITION"])]
            normals = [_down(n) for n in self.numbers(primitive["attributes"]["NORMAL"])]
            indices = [int(i[0]) for i in self.numbers(primitive["indices"])]
            yield points, normals, indices, self.document["materials"][primitive["material"]]

    def box(self, hidden: bool = False) -> tuple[Vec, Vec]:
        """Lowest and highest world coordinates of visible meshes; with ``hidden`` also of collision proxies."""
        low, high = [float("inf")] * 3, [float("-inf")] * 3
        for node in self.placed():
            if "mesh" not in node.record or (node.hidden and not hidden):
                continue
            for points, _, _, _ in self.primitives(node.record["mesh"]):
                for p in (vec.apply(node.frame, q) for q in points):
                    low = [min(a, b) for a, b in zip(low, p)]
                    high = [max(a, b) for a, b in zip(high, p)]
        return tuple(low), tuple(high)  # type: ignore[return-value]


def _down(p: tuple[float, ...]) -> Vec:
    """A vector of glTF in MORSE's axes."""
    return (p[0], -p[2], p[1])


def _frame(record: dict[str, Any]) -> Matrix:
    """The local frame of a node in MORSE's axes."""
    x, z, minus_y, w = record.get("rotation", (0.0, 0.0, 0.0, 1.0))
    y = -minus_y
    tx, ty, tz = _down(record.get("translation", (0.0, 0.0, 0.0)))
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), tx),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), ty),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), tz),
    )
