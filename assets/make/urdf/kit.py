"""Writes URDF files: links made of boxes, cylinders and spheres, joints between them, text for Gazebo and ros2_control."""

from __future__ import annotations

import math
from typing import NamedTuple

Vector = tuple[float, float, float]
Matrix = list[list[float]]

#: Colors of materials by name.
COLORS = {
    "orange": (0.95, 0.45, 0.1),
    "metal": (0.75, 0.77, 0.8),
    "graphite": (0.2, 0.21, 0.23),
    "rubber": (0.08, 0.08, 0.09),
    "white": (0.92, 0.93, 0.94),
    "blue": (0.13, 0.37, 0.65),
    "glass": (0.1, 0.16, 0.2),
}


class Shape(NamedTuple):
    """A shape of a link."""

    kind: str
    #: Box: x, y, z. Cylinder: radius, length. Sphere: radius. [m]
    size: tuple[float, ...]
    at: Vector
    #: Rotation about the fixed axes x, y, z. [rad]
    rpy: Vector
    color: str
    is_visible: bool
    is_solid: bool

    @property
    def volume(self) -> float:
        """Volume. [m³]"""
        if self.kind == "box":
            return self.size[0] * self.size[1] * self.size[2]
        if self.kind == "cylinder":
            return math.pi * self.size[0] ** 2 * self.size[1]
        return 4.0 / 3.0 * math.pi * self.size[0] ** 3

    def moments(self, mass: float) -> Vector:
        """Principal moments of inertia about the center, along its axes. [kg m²]"""
        if self.kind == "box":
            x, y, z = (length * length for length in self.size)
            return mass / 12 * (y + z), mass / 12 * (x + z), mass / 12 * (x + y)
        if self.kind == "cylinder":
            radius, length = self.size
            across = mass / 12 * (3 * radius * radius + length * length)
            return across, across, mass / 2 * radius * radius
        about = 0.4 * mass * self.size[0] ** 2
        return about, about, about


def box(x: float, y: float, z: float, at: Vector = (0, 0, 0), rpy: Vector = (0, 0, 0), color: str = "metal",
        visible: bool = True, solid: bool = True) -> Shape:
    """A box with these sizes."""
    return Shape("box", (x, y, z), at, rpy, color, visible, solid)


def cylinder(radius: float, length: float, at: Vector = (0, 0, 0), rpy: Vector = (0, 0, 0), color: str = "metal",
             visible: bool = True, solid: bool = True) -> Shape:
    """A cylinder about the z axis."""
    return Shape("cylinder", (radius, length), at, rpy, color, visible, solid)


def sphere(radius: float, at: Vector = (0, 0, 0), color: str = "metal", visible: bool = True,
           solid: bool = True) -> Shape:
    """A sphere."""
    return Shape("sphere", (radius,), at, (0, 0, 0), color, visible, solid)


#: Rotation that lays a cylinder along the y axis.
ALONG_Y: Vector = (math.pi / 2, 0, 0)
#: Rotation that lays a cylinder along the x axis.
ALONG_X: Vector = (0, math.pi / 2, 0)


def _rotation(rpy: Vector) -> Matrix:
    (sr, cr), (sp, cp), (sy, cy) = ((math.sin(angle), math.cos(angle)) for angle in rpy)
    return [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]


def _number(value: float) -> str:
    text = f"{value:.7g}"
    return "0" if text == "-0" else text


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(_number(value) for value in values)


def inertial(mass: float, shapes: list[Shape]) -> str:
    """The element of a link whose shapes have one density and this mass together. [kg]"""
    volume = sum(shape.volume for shape in shapes)
    center = [sum(shape.volume * shape.at[axis] for shape in shapes) / volume for axis in range(3)]
    tensor = [[0.0] * 3 for _ in range(3)]
    for shape in shapes:
        own = mass * shape.volume / volume
        axes, moments = _rotation(shape.rpy), shape.moments(own)
        lever = [shape.at[axis] - center[axis] for axis in range(3)]
        square = sum(length * length for length in lever)
        for row in range(3):
            for column in range(3):
                turned = sum(axes[row][axis] * moments[axis] * axes[column][axis] for axis in range(3))
                parallel = own * ((square if row == column else 0.0) - lever[row] * lever[column])
                tensor[row][column] += turned + parallel
    named = {f"i{'xyz'[row]}{'xyz'[column]}": tensor[row][column] for row in range(3) for column in range(row, 3)}
    # Rounding errors of symmetric links are not products of inertia.
    largest = max(abs(value) for value in named.values())
    text = " ".join(f'{key}="{_number(value if abs(value) > 1e-9 * largest else 0.0)}"' for key, value in named.items())
    origin = "" if not any(abs(number) > 1e-12 for number in center) else f'<origin xyz="{_numbers(tuple(center))}"/>'
    return f'<inertial>{origin}<mass value="{_number(mass)}"/><inertia {text}/></inertial>'


class Urdf:
    """A robot."""

    def __init__(self, name: str, about: str) -> None:
        self._name = name
        self._about = about
        self._lines: list[str] = []
        self._colors: list[str] = []

    def link(self, name: str, mass: float = 0.0, shapes: list[Shape] | None = None) -> None:
        """A link; without shapes, a frame."""
        if not shapes:
            self._lines.append(f'  <link name="{name}"/>')
            return
        self._lines.append(f'  <link name="{name}">')
        if mass > 0:
            self._lines.append(f"    {inertial(mass, [shape for shape in shapes if shape.is_solid] or shapes)}")
        for shape in shapes:
            keys = {"box": "size", "cylinder": "radius length", "sphere": "radius"}[shape.kind].split()
            values = [_numbers(shape.size)] if shape.kind == "box" else [_number(size) for size in shape.size]
            words = " ".join(f'{key}="{value}"' for key, value in zip(keys, values))
            place = f'<origin xyz="{_numbers(shape.at)}" rpy="{_numbers(shape.rpy)}"/>'
            form = f"{place}<geometry><{shape.kind} {words}/></geometry>"
            if shape.is_visible:
                if shape.color not in self._colors:
                    self._colors.append(shape.color)
                self._lines.append(f'    <visual>{form}<material name="{shape.color}"/></visual>')
            if shape.is_solid:
                self._lines.append(f"    <collision>{form}</collision>")
        self._lines.append("  </link>")

    def joint(self, name: str, kind: str, parent: str, child: str, at: Vector = (0, 0, 0), rpy: Vector = (0, 0, 0),
              axis: Vector = (0, 0, 1), limits: tuple[float, float] | None = None, effort: float = 0.0,
              velocity: float = 0.0, damping: float = 0.0, friction: float = 0.0,
              mimic: tuple[str, float] | None = None) -> None:
        """A joint; ``limits`` are positions [rad or m], ``mimic`` a leader and a multiplier."""
        self._lines.append(f'  <joint name="{name}" type="{kind}">')
        place = f'<origin xyz="{_numbers(at)}" rpy="{_numbers(rpy)}"/>'
        turns = "" if kind == "fixed" else f'<axis xyz="{_numbers(axis)}"/>'
        self._lines.append(f'    <parent link="{parent}"/><child link="{child}"/>{place}{turns}')
        if kind != "fixed":
            span = "" if limits is None else f'lower="{_number(limits[0])}" upper="{_number(limits[1])}" '
            rest = f'<limit {span}effort="{_number(effort)}" velocity="{_number(velocity)}"/>'
            if damping or friction:
                rest += f'<dynamics damping="{_number(damping)}" friction="{_number(friction)}"/>'
            if mimic:
                rest += f'<mimic joint="{mimic[0]}" multiplier="{_number(mimic[1])}"/>'
            self._lines.append(f"    {rest}")
        self._lines.append("  </joint>")

    def text(self, text: str) -> None:
        """Further elements, as they are."""
        self._lines += [f"  {line}" if line else "" for line in text.strip("\n").split("\n")]

    def encode(self) -> str:
        """The file."""
        used = {color: COLORS[color] for color in self._colors}
        colors = [
            f'  <material name="{name}"><color rgba="{_numbers(color)} 1"/></material>' for name, color in used.items()
        ]
        head = ['<?xml version="1.0"?>', f"<!-- {self._about} Made by assets/make/main.py. -->"]
        prefix = ' xmlns:gz="http://gazebosim.org/schema"' if any(" gz:" in line for line in self._lines) else ""
        return "\n".join([*head, f'<robot name="{self._name}"{prefix}>', *colors, *self._lines, "</robot>", ""])
