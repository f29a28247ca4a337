"""Draws a .glb as a PNG, to look at: `python3 assets/make/preview.py in.glb out.png`. Needs numpy; nothing else uses it.

A small deferred rasteriser: depth, normals and materials of the nearest surface per pixel, one shadow map, a sky for
metals to mirror, corner darkening, twice the resolution and averaged down.
"""

import argparse
import math
import struct
import zlib
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from kit import reader, vec

_SUN = np.array([0.45, 0.42, 0.79]) / np.linalg.norm([0.45, 0.42, 0.79])


class Picture:
    """What the rasteriser leaves: per pixel the depth, the world normal, and the number of the material (0: nothing)."""

    def __init__(self, width: int, height: int) -> None:
        self.depth = np.full((height, width), np.inf)
        self.normal = np.zeros((height, width, 3))
        self.material = np.zeros((height, width), dtype=np.int32)


def fill(picture: Picture, screen: np.ndarray, normals: Optional[np.ndarray], materials: np.ndarray) -> None:
    """Rasterises triangles given as (n, 3, [x pixel, y pixel, 1/depth or depth, depth weight])."""
    height, width = picture.depth.shape
    low = np.clip(np.floor(screen[:, :, :2].min(axis=1)), 0, None).astype(int)
    high = np.minimum(np.ceil(screen[:, :, :2].max(axis=1)), [width - 1, height - 1]).astype(int)
    area = (screen[:, 1, 0] - screen[:, 0, 0]) * (screen[:, 2, 1] - screen[:, 0, 1]) - (
        screen[:, 2, 0] - screen[:, 0, 0]
    ) * (screen[:, 1, 1] - screen[:, 0, 1])
    visible = np.nonzero((high >= low).all(axis=1) & (np.abs(area) > 1e-9))[0]
    for t in visible:
        (x0, y0), (x1, y1) = low[t], high[t]
        a, b, c = screen[t]
        xs = np.arange(x0, x1 + 1) + 0.5
        ys = (np.arange(y0, y1 + 1) + 0.5)[:, None]
        wb = ((xs - a[0]) * (c[1] - a[1]) - (ys - a[1]) * (c[0] - a[0])) / -area[t] * -1.0
        wc = ((b[0] - a[0]) * (ys - a[1]) - (b[1] - a[1]) * (xs - a[0])) / area[t]
        wa = 1.0 - wb - wc
        inside = (wa >= -1e-6) & (wb >= -1e-6) & (wc >= -1e-6)
        if not inside.any():
            continue
        inverse = wa * a[3] + wb * b[3] + wc * c[3]
        depth = (wa * a[2] * a[3] + wb * b[2] * b[3] + wc * c[2] * c[3]) / np.where(inside, inverse, 1.0)
        window = (slice(y0, y1 + 1), slice(x0, x1 + 1))
        nearer = inside & (depth < picture.depth[window])
        if not nearer.any():
            continue
        picture.depth[window][nearer] = depth[nearer]
        picture.material[window][nearer] = materials[t]
        if normals is not None:
            weights = np.stack([wa * a[3], wb * b[3], wc * c[3]], axis=-1)[nearer]
            picture.normal[window][nearer] = weights @ normals[t]


def load(path: Path, skip: Sequence[str] = ()) -> Tuple[np.ndarray, np.ndarray, np.ndarray, List[Dict[str, Any]]]:
    """All drawn triangles in the world: points (n, 3, 3), normals (n, 3, 3), material numbers from 1, materials."""
    file = reader.File(path)
    points, normals, numbers = [], [], []
    materials: List[Dict[str, Any]] = []
    for node in file.placed():
        if "mesh" not in node.record or node.hidden or node.name in skip:
            continue
        frame = np.array(node.frame)
        for p, n, indices, material in file.primitives(node.record["mesh"]):
            if material not in materials:
                materials.append(material)
            index = np.array(indices).reshape(-1, 3)
            points.append((np.array(p) @ frame[:, :3].T + frame[:, 3])[index])
            normals.append((np.array(n) @ frame[:, :3].T)[index])
            numbers.append(np.full(len(index), materials.index(material) + 1))
    return np.concatenate(points), np.concatenate(normals), np.concatenate(numbers), materials


def look_at(eye: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Rows: the camera's right, down and forward axes in the world."""
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right), forward])


def clip_near(points: np.ndarray, normals: np.ndarray, numbers: np.ndarray, near: float) -> Tuple[np.ndarray, ...]:
    """Keeps triangles wholly in front of the near plane (camera coordinates); enough for looking."""
    keep = (points[:, :, 2] > near).all(axis=1)
    return points[keep], normals[keep], numbers[keep]


def shadow(points: np.ndarray, solid: np.ndarray, world: np.ndarray, size: int = 1400) -> np.ndarray:
    """Share of light at each world point: 1 in the sun, 0 in the shade, softened over neighbours."""
    axes = look_at(_SUN, np.zeros(3))
    lit = points[solid] @ axes.T
    low, high = lit.reshape(-1, 3).min(axis=0), lit.reshape(-1, 3).max(axis=0)
    scale = (size - 3) / (high - low)[:2].max()
    screen = np.empty(lit.shape[:2] + (4,))
    screen[:, :, :2] = (lit[:, :, :2] - low[:2]) * scale + 1
    screen[:, :, 2], screen[:, :, 3] = lit[:, :, 2], 1.0
    image = Picture(size, size)
    fill(image, screen, None, np.ones(len(screen), dtype=int))
    seen = world @ axes.T
    at = (seen[:, :2] - low[:2]) * scale + 1
    bias = 2.5 / scale + 0.002 * (high[2] - low[2])
    total = np.zeros(len(world))
    offsets = [(dx, dy) for dx in (-1.5, -0.5, 0.5, 1.5) for dy in (-1.5, -0.5, 0.5, 1.5)]
    for dx, dy in offsets:
        i = np.clip((at + [dx, dy]).astype(int), 0, size - 1)
        total += seen[:, 2] < image.depth[i[:, 1], i[:, 0]] + bias
    return total / len(offsets)


def corners(depth: np.ndarray, radius: float) -> np.ndarray:
    """Darkening where the neighbourhood stands nearer to the camera: a cheap ambient occlusion in screen space."""
    depth = np.where(np.isfinite(depth), depth, 1e9)
    height, width = depth.shape

    def shifted(dx: int, dy: int) -> np.ndarray:
        rows = np.clip(np.arange(height) + dy, 0, height - 1)
        return depth[rows[:, None], np.clip(np.arange(width) + dx, 0, width - 1)]

    total = np.zeros_like(depth)
    for reach in (0.5, 1.0):
        for k in range(4):
            angle = math.pi * (k + reach) / 4
            dx, dy = int(round(radius * reach * math.cos(angle))), int(round(radius * reach * math.sin(angle)))
            one, other = shifted(dx, dy), shifted(-dx, -dy)
            gap = depth - (one + other) / 2
            near = (np.abs(depth - one) < depth * 0.04) & (np.abs(depth - other) < depth * 0.04)
            total += np.where(near, np.clip(gap / (0.004 * depth), 0.0, 1.0), 0.0)
    return 1.0 - 0.5 * total / 8


def sky(direction: np.ndarray) -> np.ndarray:
    """A soft studio: bright above, grey at the horizon, warm floor below."""
    up = direction[..., 2:3]
    above = np.array([0.62, 0.72, 0.85]) * (0.55 + 0.6 * np.clip(up, 0, 1))
    below = np.array([0.42, 0.40, 0.37]) * (1.0 + 0.5 * np.clip(up, -1, 0))
    share = np.clip(up * 4 + 0.5, 0, 1)
    return above * share + below * (1 - share)


def shade(picture: Picture, rays: np.ndarray, eye: np.ndarray, materials: List[Dict[str, Any]], light: np.ndarray) -> np.ndarray:
    """Linear colours of the pixels that show something."""
    hit = picture.material > 0
    number = picture.material[hit] - 1
    table = [m["pbrMetallicRoughness"] for m in materials]
    base = np.array([t["baseColorFactor"][:3] for t in table])[number]
    metal = np.array([t["metallicFactor"] for t in table])[number][:, None]
    rough = np.array([t["roughnessFactor"] for t in table])[number][:, None]
    glow = np.array([m.get("emissiveFactor", [0, 0, 0]) for m in materials])[number]
    ray = rays[hit]
    normal = picture.normal[hit]
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    normal = np.where((normal * ray).sum(axis=1, keepdims=True) > 0, -normal, normal)
    lit = light[:, None] * np.clip(normal @ _SUN, 0, 1)[:, None]
    half = _SUN - ray
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    power = 2.0 / np.maximum(rough, 0.08) ** 3
    gloss = light[:, None] * np.clip((normal * half).sum(axis=1), 0, 1)[:, None] ** power * (1.05 - rough) * 0.9
    mirror = ray - 2 * (ray * normal).sum(axis=1, keepdims=True) * normal
    fresnel = (1 - np.clip(-(ray * normal).sum(axis=1, keepdims=True), 0, 1)) ** 5
    tint = 0.04 * (1 - metal) + base * metal
    reflected = sky(mirror) * (tint + (1 - tint) * fresnel * (1 - rough)) * (1.0 - 0.5 * rough)
    fill_light = np.clip(normal @ np.array([-0.5, 0.3, 0.35]), 0, 1)[:, None] * 0.18
    diffuse = base * (1 - metal) * (lit * 2.0 + sky(normal) * 0.46 + fill_light)
    return diffuse + metal * base * (0.25 + lit * 0.8) * rough + reflected + gloss * (tint + 0.25 * metal) * 3.0 + glow


def render(
    path: Path,
    width: int = 480,
    height: int = 360,
    azimuth: float = 35.0,
    elevation: float = 20.0,
    zoom: float = 1.0,
    target: Optional[Sequence[float]] = None,
    floor: bool = True,
    skip: Sequence[str] = (),
    factor: int = 2,
) -> np.ndarray:
    """The picture as bytes (height, width, 3). Angles in degrees: azimuth 0 looks at the front, positive from its left."""
    points, normals, numbers, materials = load(path, skip)
    low, high = points.reshape(-1, 3).min(axis=0), points.reshape(-1, 3).max(axis=0)
    middle = np.array(target, dtype=float) if target is not None else (low + high) / 2
    radius = np.linalg.norm(high - low) / 2
    if floor:
        size = radius * 14
        base = low[2] - 0.002 * radius
        c = [(middle[0] + sx * size, middle[1] + sy * size, base) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        cells = 24
        grid = np.linspace(-size, size, cells + 1)
        quads = []
        for i in range(cells):
            for j in range(cells):
                q = [
                    (middle[0] + grid[i + di], middle[1] + grid[j + dj], base)
                    for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1))
                ]
                quads += [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]
        materials = materials + [
            {"pbrMetallicRoughness": {"baseColorFactor": [0.50, 0.51, 0.53, 1], "metallicFactor": 0, "roughnessFactor": 1}}
        ]
        points = np.concatenate([points, np.array(quads)])
        normals = np.concatenate([normals, np.tile([0.0, 0.0, 1.0], (len(quads), 3, 1))])
        numbers = np.concatenate([numbers, np.full(len(quads), len(materials))])
    floor_number = len(materials) if floor else -1
    a, e = math.radians(azimuth), math.radians(elevation)
    view = np.array([math.cos(a) * math.cos(e), math.sin(a) * math.cos(e), math.sin(e)])
    half_angle = math.radians(15.0)
    eye = middle + view * radius / math.sin(half_angle)
    axes = look_at(eye, middle)
    w, h = width * factor, height * factor
    camera = (points - eye) @ axes.T
    shown = camera[numbers != floor_number].reshape(-1, 3)
    spread = np.abs(shown[:, :2] / np.maximum(shown[:, 2:], radius * 0.1)).max(axis=0)
    focal = 0.46 * min(w / spread[0], h / spread[1]) if target is None else h / 2 / math.tan(half_angle)
    alphas = np.array([m["pbrMetallicRoughness"]["baseColorFactor"][3] for m in materials])
    clear = alphas[numbers - 1] < 1.0
    focal *= zoom
    xs, ys = np.meshgrid(np.arange(w) + 0.5 - w / 2, np.arange(h) + 0.5 - h / 2)
    rays = np.stack([xs / focal, ys / focal, np.ones_like(xs)], axis=-1)
    rays = rays @ axes
    stretch = np.linalg.norm(rays, axis=-1, keepdims=True)
    rays = rays / stretch
    solid_for_shadow = ~clear & (numbers != floor_number)
    result = 0.90 - 0.16 * np.clip((np.arange(h) / h)[:, None, None] * -1 + 0.8, 0, 1) * np.ones((h, w, 3)) * [1.0, 0.93, 0.85]
    depth_so_far = None
    for layer in (~clear, clear):
        p, n, m = clip_near(camera[layer], normals[layer], numbers[layer], radius * 0.02)
        if not len(p):
            continue
        screen = np.empty(p.shape[:2] + (4,))
        screen[:, :, 0] = p[:, :, 0] / p[:, :, 2] * focal + w / 2
        screen[:, :, 1] = p[:, :, 1] / p[:, :, 2] * focal + h / 2
        screen[:, :, 2] = p[:, :, 2]
        screen[:, :, 3] = 1.0 / p[:, :, 2]
        picture = Picture(w, h)
        if depth_so_far is not None:
            picture.depth = depth_so_far.copy()
        fill(picture, screen, n, m)
        hit = picture.material > 0
        world = eye + rays[hit] * (picture.depth[hit] * stretch[..., 0][hit])[:, None]
        light = shadow(points, solid_for_shadow, world)
        colour = shade(picture, rays, eye, materials, light)
        if depth_so_far is None:
            colour *= corners(picture.depth, 7 * factor)[hit][:, None]
            depth_so_far = picture.depth
        if floor:
            away = np.linalg.norm(world - middle, axis=1) / (radius * 3.4)
            fade = np.where(picture.material[hit] == floor_number, np.clip(away - 0.35, 0, 1), 0.0)[:, None]
            colour = colour * (1 - fade) + result[hit] * fade
        alpha = alphas[picture.material[hit] - 1][:, None]
        result[hit] = result[hit] * (1 - alpha) + colour * alpha
    result = result.reshape(height, factor, width, factor, 3).mean(axis=(1, 3))
    mapped = np.clip(result, 0, None)
    mapped = mapped * (1 + mapped / 6.0) / (1 + mapped * 0.62) * 1.12
    return (np.clip(mapped, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)


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
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--size", default="480x360", help="pixels, as 480x360")
    parser.add_argument("--azimuth", type=float, default=35.0, help="where the viewer stands: degrees left of the front")
    parser.add_argument("--elevation", type=float, default=20.0, help="degrees above the horizon")
    parser.add_argument("--zoom", type=float, default=1.0)
    parser.add_argument("--target", help="x,y,z to look at, else the middle")
    parser.add_argument("--no-floor", action="store_true")
    parser.add_argument("--skip", default="", help="names of nodes to leave out, with commas")
    options = parser.parse_args()
    width, height = (int(part) for part in options.size.split("x"))
    target = [float(part) for part in options.target.split(",")] if options.target else None
    image = render(
        options.model, width, height, options.azimuth, options.elevation, options.zoom, target,
        not options.no_floor, options.skip.split(","),
    )  # fmt: skip
    options.picture.write_bytes(png(image))


if __name__ == "__main__":
    main()
