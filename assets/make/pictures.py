"""Draws contact sheets of robots and environments into docs/pictures. Needs numpy.

The picture of each robot, with a grid for scale, is by `cargo xtask pictures`.
"""

import sys
from pathlib import Path

import numpy as np
import preview

_MAKE = Path(__file__).resolve().parent
_ASSETS = _MAKE.parent
_DOCS = _ASSETS.parent / "docs" / "pictures"

# Cameras of the models; the default is at the front left.
_ROBOTS: dict[str, dict[str, float]] = {
    "atrv": {},
    "b21": {"elevation": 16},
    "boat": {},
    "human_rig": {"elevation": 8},
    "hummer": {"elevation": 16},
    "jido": {"elevation": 12},
    "morsy": {"elevation": 10},
    "patrolbot": {},
    "pioneer3dx": {"elevation": 24},
    "pr2": {"azimuth": 40, "elevation": 12},
    "quadrotor": {"elevation": 28},
    "quadrotor_dynamic": {"elevation": 28},
    "rmax": {"azimuth": 50, "elevation": 14},
    "segwayrmp400": {"elevation": 24},
    "submarine": {"azimuth": 55, "elevation": 14},
    "victim": {"elevation": 8},
}

_ENVIRONMENTS: dict[str, dict] = {
    "empty": {"azimuth": -60, "elevation": 25, "target": (0, 0, 0), "zoom": 2.2},
    "sandbox": {"azimuth": -150, "elevation": 35, "target": (0, 0, 0), "zoom": 1.7},
    "indoors-1/boxes": {"azimuth": -45, "elevation": 25, "target": (-6, 1, 0.5), "zoom": 2.2},
    "indoors-1/indoor-1": {"azimuth": -70, "elevation": 28, "target": (-6, 8, 0.5), "zoom": 3.2},
    "apartment": {"azimuth": -70, "elevation": 58, "target": (-1.5, 1.2, 0.5), "zoom": 1.9, "skip": ("Plane",)},
    "laas/grande_salle": {
        "azimuth": -75,
        "elevation": 45,
        "target": (3, -4.5, 0),
        "zoom": 1.6,
        "skip": ("SolidGround",),
    },
    "tum_kitchen/tum_kitchen": {"azimuth": -40, "elevation": 48, "target": (3.5, 2, 0), "zoom": 1.4},
    "land-1/trees": {"azimuth": -70, "elevation": 24, "target": (5, 10, 1), "zoom": 2.0},
    "land-1/rosace_1": {"azimuth": -110, "elevation": 28, "target": (10, -5, 1), "zoom": 1.7},
    "land-1/buildings_1": {"azimuth": -120, "elevation": 28, "target": (5, -5, 1), "zoom": 5},
    "water-1/water_scene": {"azimuth": -70, "elevation": 28, "target": (0, 0, 1), "zoom": 1.5},
    "outdoors": {"azimuth": -100, "elevation": 22, "target": (10, 0, 1), "zoom": 2.6},
}


def _halved(image: np.ndarray) -> np.ndarray:
    """Half the size, by averaging."""
    height, width, _ = image.shape
    return image.reshape(height // 2, 2, width // 2, 2, 3).mean(axis=(1, 3)).astype(np.uint8)


def _sheet(images: list[np.ndarray], columns: int) -> np.ndarray:
    """Images of one size side by side."""
    blank = np.full_like(images[0], 235)
    rows = [images[i : i + columns] for i in range(0, len(images), columns)]
    return np.concatenate([np.concatenate(row + [blank] * (columns - len(row)), axis=1) for row in rows], axis=0)


def main(wanted: list[str]) -> None:
    """Draws all sheets, or those that are named: robots, environments."""
    for group, views, columns, floor in (("robots", _ROBOTS, 4, True), ("environments", _ENVIRONMENTS, 3, False)):
        if wanted and group not in wanted:
            continue
        images = (
            preview.render(_ASSETS / group / f"{name}.glb", view=preview.View(floor=floor, **view))
            for name, view in views.items()
        )
        small = [_halved(image) for image in images]
        (_DOCS / f"{group}.png").write_bytes(preview.png(_sheet(small, columns)))


if __name__ == "__main__":
    main(sys.argv[1:])
