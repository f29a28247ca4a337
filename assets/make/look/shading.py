"""Light: a sun with soft shadows, a studio sky that metals mirror, and darker corners. Needs numpy."""

import math
from typing import Any

import numpy as np

from look.raster import Picture, fill, look_at

SUN = np.array([0.45, 0.42, 0.79]) / np.linalg.norm([0.45, 0.42, 0.79])


def shadow(points: np.ndarray, solid: np.ndarray, world: np.ndarray, size: int = 1400) -> np.ndarray:
    """Share of light at each world point: 1 in the sun, 0 in the shade, softened over neighbors."""
    axes = look_at(SUN, np.zeros(3))
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
    """Darkening where neighboring pixels are nearer to the camera: a cheap ambient occlusion in screen space."""
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


def shade(picture: Picture, rays: np.ndarray, materials: list[dict[str, Any]], light: np.ndarray) -> np.ndarray:
    """Linear colors of the pixels that show something."""
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
    lit = light[:, None] * np.clip(normal @ SUN, 0, 1)[:, None]
    half = SUN - ray
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


def developed(linear: np.ndarray) -> np.ndarray:
    """Linear light as bytes for the screen, highlights rolled off softly."""
    light = np.clip(linear, 0, None)
    light = light * (1 + light / 6.0) / (1 + light * 0.62) * 1.12
    return (np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)
