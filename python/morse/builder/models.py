"""Facts about the shipped models that scripts can see while they run."""

import os
from typing import Dict, Iterator, NamedTuple, Optional, Sequence, Tuple

Triple = Tuple[float, float, float]
_ZERO: Triple = (0.0, 0.0, 0.0)


class Root(NamedTuple):
    """Root object of a model: its own name and the pose it is stored with."""

    name: str
    location: Triple = _ZERO
    rotation: Triple = _ZERO


# The chassis of the three wheeled robots is stored turned by a quarter; loading straightens it, so no rotation here.
ROOTS: Dict[str, Root] = {
    "robots/atrv": Root("ATRV", (0.0, 0.0, 0.1)),
    "robots/b21": Root("b21"),
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

ENVIRONMENTS = (
    "apartment",
    "empty",
    "human_tut/tutorial_scene",
    "indoors-1/boxes",
    "indoors-1/indoor-1",
    "laas/grande_salle",
    "land-1/buildings_1",
    "land-1/buildings_2",
    "land-1/rosace_1",
    "land-1/trees",
    "outdoors",
    "sandbox",
    "tum_kitchen/tum_kitchen",
    "water-1/deep_water",
    "water-1/water_scene",
)


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
    """The model a component asks for: names without extension live in the category's folder."""
    if not filename:
        return None
    if os.path.splitext(filename)[1] in (".blend", ".dae", ".glb", ".gltf", ".obj", ".stl", ".urdf"):
        return filename
    return f"{category}/{filename}" if category else filename


def environment_exists(name: str) -> bool:
    """True for a shipped environment and for a file that can be found."""
    return name in ENVIRONMENTS or any(os.path.isfile(path) for path in environment_paths(name))


def environment_paths(name: str) -> Sequence[str]:
    """Every place where the file of an environment is looked for, in order."""
    return list(_environment_paths(name))


def _environment_paths(name: str) -> Iterator[str]:
    root = os.environ.get("MORSE_ROOT")
    if root:
        yield os.path.join(root, "share", "morse", "data", "environments", name + ".blend")
    for directory in os.environ.get("MORSE_RESOURCE_PATH", "").split(os.pathsep):
        if directory:
            yield os.path.join(directory, name)
            yield os.path.join(directory, "environments", name + ".blend")
    if os.path.splitext(name)[1]:
        yield os.path.abspath(name)
