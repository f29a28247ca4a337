"""Data of the original's models that scripts can read while they run."""

import os
from typing import Dict, NamedTuple, Optional, Tuple

from morse.builder.places import ENDINGS

Triple = Tuple[float, float, float]
_ZERO: Triple = (0.0, 0.0, 0.0)


class Root(NamedTuple):
    """Root object of a model: its own name and the pose it is stored with."""

    name: str
    location: Triple = _ZERO
    rotation: Triple = _ZERO


# The chassis of the three wheeled robots is stored rotated by a quarter turn; loading removes it, so no rotation here.
ROOTS: Dict[str, Root] = {
    "robots/atrv": Root("ATRV", (0.0, 0.0, 0.1)),
    "robots/b21": Root("b21"),
    "robots/boat": Root("Boat"),
    "robots/human_rig": Root("Human"),
    "robots/hummer": Root("Hummer", rotation=(0.0, 0.0, -1.5708)),
    "robots/jido": Root("Jido"),
    "robots/morsy": Root("morsy"),
    "robots/patrolbot": Root("PatrolBot", (0.0, 0.0, 0.17)),
    "robots/pioneer3dx": Root("Pioneer", (0.0, 0.0, 0.1)),
    "robots/pr2": Root("pr2"),
    "robots/quadrotor": Root("QUAD2012"),
    "robots/quadrotor_dynamic": Root("Quadrotor"),
    "robots/rmax": Root("Rmax"),
    "robots/segwayrmp400": Root("segwayrmp400", (0.0, 0.0, 0.15)),
    "robots/submarine": Root("SubmarineMesh"),
    "robots/victim": Root("Victim"),
    "actuators/gripper": Root("Gripper"),
    "actuators/kuka_lwr": Root("kuka_armature"),
    "actuators/pa_10": Root("PA10"),
}


class Pose(NamedTuple):
    """Stored pose of an object of an environment."""

    location: Triple
    rotation: Triple
    scale: Triple


#: Objects of environments whose stored pose scripts may want to read before changing it.
ENVIRONMENT_OBJECTS: Dict[Tuple[str, str], Pose] = {
    ("empty", "Ground"): Pose((0.0, 0.0, -0.0653), _ZERO, (20.0, 20.0, 0.0652)),
}


def model_file(category: str, filename: Optional[str]) -> Optional[str]:
    """The model of a component: a name without path and extension is in the folder of the category."""
    if not filename:
        return None
    is_path = os.path.isabs(filename) or filename.split("/")[0] in (os.curdir, os.pardir)
    if is_path or os.path.splitext(filename)[1].lower() in (*ENDINGS, ".dae"):
        return filename
    return f"{category}/{filename}" if category else filename
