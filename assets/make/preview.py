"""Draws a .glb as a PNG, to look at: `python3 assets/make/preview.py in.glb out.png`. Needs numpy; nothing else does.

Deferred rendering at twice the resolution, averaged down: opaque surfaces first, then the clear ones over them.
"""

import argparse
import math
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Optional

import numpy as np
from look import raster, shading

_HALF_ANGLE = math.radians(15.0)
_FLOOR: dict[str, Any] = {
    "pbrMetallicRoughness": {"baseColorFactor": [0.50, 0.51, 0.53, 1], "metallicFactor": 0, "roughnessFactor": 1}
}


class View(NamedTuple):
    """Camera of the preview. Azimuth 0 shows the front, positive values its left; angles in degrees, points in m.

    Without ``target`` the whole model fills the picture. ``floor`` lays a studio floor under it; ``skip`` names omitted
    nodes.
    """

    azimuth: float = 35.0
    elevation: float = 20.0
    zoom: float = 1.0
    target: Optional[Sequence[float]] = None
    floor: bool = True
    skip: Sequence[str] = ()


class _Scene:
    """The triangles to draw, including the floor, and the bounds for the camera."""

    def __init__(self, path: Path, view: View) -> None:
        self.points, self.normals, self.numbers, self.materials = raster.load(path, view.skip)
        low, high = self.points.reshape(-1, 3).min(axis=0), self.points.reshape(-1, 3).max(axis=0)
        self.middle = np.array(view.target, dtype=float) if view.target is not None else (low + high) / 2
        self.radius = float(np.linalg.norm(high - low) / 2)
        self.floor_number = -1
        if view.floor:
            self._add_floor(low[2] - 0.002 * self.radius)
        alphas = [m["pbrMetallicRoughness"]["baseColorFactor"][3] for m in self.materials]
        self.alphas = np.array(alphas)
        self.clear = self.alphas[self.numbers - 1] < 1.0

    def _add_floor(self, height: float) -> None:
        """A floor of many cells, since triangles that reach behind the camera are dropped."""
        ticks = np.linspace(-14.0, 14.0, 25) * self.radius
        xs, ys = np.meshgrid(ticks + self.middle[0], ticks + self.middle[1], indexing="ij")
        grid = np.stack([xs, ys, np.full_like(xs, height)], axis=-1)
        a, b, c, d = (part.reshape(-1, 3) for part in (grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]))
        cells = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
        self.materials = self.materials + [_FLOOR]
        self.floor_number = len(self.materials)
        self.points = np.concatenate([self.points, cells])
        self.normals = np.concatenate([self.normals, np.tile([0.0, 0.0, 1.0], (len(cells), 3, 1))])
        self.numbers = np.concatenate([self.numbers, np.full(len(cells), self.floor_number)])


def _project(camera: np.ndarray, focal: float, width: int, height: int) -> np.ndarray:
    """Camera coordinates to pixels, depth, and the weight that makes interpolation true to perspective."""
    screen = np.empty(camera.shape[:2] + (4,))
    screen[:, :, 0] = camera[:, :, 0] / camera[:, :, 2] * focal + width / 2
    screen[:, :, 1] = camera[:, :, 1] / camera[:, :, 2] * focal + height / 2
    screen[:, :, 2] = camera[:, :, 2]
    screen[:, :, 3] = 1.0 / camera[:, :, 2]
    return screen


def _focal(scene: _Scene, camera: np.ndarray, view: View, width: int, height: int) -> float:
    """The focal length in pixels that fills the picture with the model, or that of the plain angle at a target."""
    if view.target is not None:
        return height / 2 / math.tan(_HALF_ANGLE) * view.zoom
    shown = camera[scene.numbers != scene.floor_number].reshape(-1, 3)
    spread = np.abs(shown[:, :2] / np.maximum(shown[:, 2:], scene.radius * 0.1)).max(axis=0)
    return float(0.46 * min(width / spread[0], height / spread[1]) * view.zoom)


def _backdrop(width: int, height: int) -> np.ndarray:
    """A grey that darkens upwards."""
    fall = np.clip(0.8 - np.arange(height) / height, 0, 1)[:, None, None]
    return 0.90 - 0.16 * fall * np.ones((height, width, 3)) * [1.0, 0.93, 0.85]


def _rays(axes: np.ndarray, focal: float, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """The unit direction through each pixel, and how much longer than its depth the way along it is."""
    xs, ys = np.meshgrid(np.arange(width) + 0.5 - width / 2, np.arange(height) + 0.5 - height / 2)
    rays = np.stack([xs / focal, ys / focal, np.ones_like(xs)], axis=-1) @ axes
    stretch = np.linalg.norm(rays, axis=-1)
    return rays / stretch[..., None], stretch


def render(path: Path, width: int = 480, height: int = 360, view: Optional[View] = None, factor: int = 2) -> np.ndarray:
    """The picture as bytes (height, width, 3)."""
    view = view or View()
    scene = _Scene(path, view)
    a, e = math.radians(view.azimuth), math.radians(view.elevation)
    away = np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
    eye = scene.middle + away * scene.radius / math.sin(_HALF_ANGLE)
    axes = raster.look_at(eye, scene.middle)
    w, h = width * factor, height * factor
    camera = (scene.points - eye) @ axes.T
    focal = _focal(scene, camera, view, w, h)
    rays, stretch = _rays(axes, focal, w, h)
    casts = ~scene.clear & (scene.numbers != scene.floor_number)
    result = _backdrop(w, h)
    opaque_depth = None
    for layer in (~scene.clear, scene.clear):
        points, normals, numbers = raster.clip_near(
            camera[layer], scene.normals[layer], scene.numbers[layer], scene.radius * 0.02
        )
        if not len(points):
            continue
        picture = raster.Picture(w, h)
        if opaque_depth is not None:
            picture.depth = opaque_depth.copy()
        raster.fill(picture, _project(points, focal, w, h), normals, numbers)
        hit = picture.material > 0
        world = eye + rays[hit] * (picture.depth[hit] * stretch[hit])[:, None]
        light = shading.shadow(scene.points, casts, world)
        color = shading.shade(picture, rays, scene.materials, light)
        if opaque_depth is None:
            color *= shading.corners(picture.depth, 7 * factor)[hit][:, None]
            opaque_depth = picture.depth
        distance = np.linalg.norm(world - scene.middle, axis=1) / (scene.radius * 3.4)
        is_floor = picture.material[hit] == scene.floor_number
        fade = np.where(is_floor, np.clip(distance - 0.35, 0, 1), 0.0)[:, None]
        color = color * (1 - fade) + result[hit] * fade
        alpha = scene.alphas[picture.material[hit] - 1][:, None]
        result[hit] = result[hit] * (1 - alpha) + color * alpha
    smooth = result.reshape(height, factor, width, factor, 3).mean(axis=(1, 3))
    return shading.developed(smooth)


def png(image: np.ndarray) -> bytes:
    """A PNG file of an image (height, width, 3), each row coded by its difference to the row above."""
    height, width, _ = image.shape
    rows = bytearray()
    before = np.zeros((width, 3), dtype=np.uint8)
    for row in image:
        rows += b"\2" + (row - before).astype(np.uint8).tobytes()
        before = row

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(bytes(rows), 9))
        + chunk(b"IEND", b"")
    )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--size", default="480x360", help="pixels, as 480x360")
    parser.add_argument(
        "--azimuth", type=float, default=35.0, help="where the viewer stands: degrees left of the front"
    )
    parser.add_argument("--elevation", type=float, default=20.0, help="degrees above the horizon")
    parser.add_argument("--zoom", type=float, default=1.0)
    parser.add_argument("--target", help="x,y,z to look at, else the middle; write --target=-1,0,0 for negative x")
    parser.add_argument("--no-floor", action="store_true")
    parser.add_argument("--skip", default="", help="names of nodes to leave out, with commas")
    options = parser.parse_args()
    width, height = (int(part) for part in options.size.split("x"))
    target = [float(part) for part in options.target.split(",")] if options.target else None
    skip: list[str] = options.skip.split(",")
    view = View(options.azimuth, options.elevation, options.zoom, target, not options.no_floor, skip)
    options.picture.write_bytes(png(render(options.model, width, height, view)))


if __name__ == "__main__":
    main()
