"""Rasterizing: triangles of a file in, depth, normal and material of the nearest surface per pixel out. Needs numpy."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Optional

import numpy as np
from kit import reader


class Picture:
    """Output of the rasterizer per pixel: depth, world normal, and the number of the material (0: nothing)."""

    def __init__(self, width: int, height: int) -> None:
        self.depth = np.full((height, width), np.inf)
        self.normal = np.zeros((height, width, 3))
        self.material = np.zeros((height, width), dtype=np.int32)


def fill(picture: Picture, screen: np.ndarray, normals: Optional[np.ndarray], materials: np.ndarray) -> None:
    """Rasterizes triangles given as (n, 3, [x pixel, y pixel, depth, weight])."""
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
        wb = ((xs - a[0]) * (c[1] - a[1]) - (ys - a[1]) * (c[0] - a[0])) / area[t]
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


def load(path: Path, skip: Sequence[str] = ()) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
    """All drawn triangles in the world: points (n, 3, 3), normals (n, 3, 3), material numbers from 1, materials."""
    file = reader.File(path)
    points, normals, numbers = [], [], []
    materials: list[dict[str, Any]] = []
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


def clip_near(points: np.ndarray, normals: np.ndarray, numbers: np.ndarray, near: float) -> tuple[np.ndarray, ...]:
    """Keeps triangles wholly in front of the near plane (camera coordinates), without clipping."""
    keep = (points[:, :, 2] > near).all(axis=1)
    return points[keep], normals[keep], numbers[keep]
