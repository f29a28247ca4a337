"""Renders the image of `benches/frame.rs` with PyBullet's TinyRenderer, on one thread.

    pip install pybullet numpy
    MORSE_FRAME_FILE=frame.json cargo bench -p morse-render --bench frame
    python bullet.py frame.json

Prints the time of an image without and with shadows (mean processor time of many runs), the share of pixels with a hit, and the
mean depth of the hits.
"""

import json
import math
import sys
import time
from typing import Any

import numpy as np
import pybullet

_RUNS = 20


def _build(scene: dict) -> None:
    pybullet.connect(pybullet.DIRECT)
    hills = pybullet.createVisualShape(
        pybullet.GEOM_MESH, vertices=scene["vertices"], indices=np.ravel(scene["triangles"]).tolist()
    )
    pybullet.createMultiBody(0, -1, hills)
    half = [scene["half_side"]] * 3
    for place in scene["boxes"]:
        shape = pybullet.createVisualShape(pybullet.GEOM_BOX, halfExtents=half)
        pybullet.createMultiBody(0, -1, shape, place)
    for place in scene["balls"]:
        shape = pybullet.createVisualShape(pybullet.GEOM_SPHERE, radius=scene["radius"])
        pybullet.createMultiBody(0, -1, shape, place)


def main(path: str) -> None:
    """Renders the scene in the JSON file at `path` and prints the measurements."""
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    _build(scene)
    width, height = scene["size"]
    near, far = scene["near_far"]
    height_angle = 2 * math.atan(math.tan(scene["width_angle"] / 2) * height / width)
    camera = {
        "width": width,
        "height": height,
        "viewMatrix": pybullet.computeViewMatrix(scene["eye"], scene["target"], [0, 0, 1]),
        "projectionMatrix": pybullet.computeProjectionMatrixFOV(math.degrees(height_angle), width / height, near, far),
        "lightDirection": [1, 0.5, 2],
        "renderer": pybullet.ER_TINY_RENDERER,
    }

    def take(shadow: int) -> tuple[Any, ...]:
        picture: tuple[Any, ...] = pybullet.getCameraImage(shadow=shadow, **camera)
        return picture

    for name, shadow in (("color", 0), ("shadows", 1)):
        picture = take(shadow)
        start = time.process_time()
        for _ in range(_RUNS):
            picture = take(shadow)
        print(f"measure\t{name}\t{(time.process_time() - start) / _RUNS * 1e3:.2f}")
    buffer = np.asarray(picture[3])
    sees = np.asarray(picture[4]) >= 0
    depth = far * near / (far - (far - near) * buffer[sees])
    print(f"seen\t{sees.mean():.4f}\t{depth.mean():.3f}")


if __name__ == "__main__":
    main(sys.argv[1])
