"""Names and poses in the original's model files, for scripts that read them before the simulator loads the files."""

from __future__ import annotations

import os
from typing import NamedTuple

from morse.builder.script.environment_files import ENDINGS

Triple = tuple[float, float, float]
_ZERO: Triple = (0.0, 0.0, 0.0)


class Root(NamedTuple):
    """Root object of a model: its name and its pose in the file."""

    name: str
    #: [m]
    location: Triple = _ZERO
    #: XYZ Euler angles. [rad]
    rotation: Triple = _ZERO


#: Root objects by model file. The files of the three wheeled robots rotate the chassis by a quarter turn; loading
#: undoes this rotation, so it is missing here.
ROOTS: dict[str, Root] = {
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


#: Objects below the root of models, by model file.
PARTS: dict[str, tuple[str, ...]] = {
    "robots/atrv": ("ATRV_bb", "ATRV_mesh", "Wheel.1", "Wheel.2", "Wheel.3", "Wheel.4"),
    "robots/b21": ("b21_collision", "b21_base", "b21_mid", "b21_top"),
    "robots/boat": (),
    "robots/hummer": ("wheel1", "wheel2", "wheel3", "wheel4"),
    "robots/jido": ("JidoBase", "Computer", "MotorWheels", "Sicks", "Wheels", "FrontScreen"),
    "robots/morsy": ("morsy_bb", "morsy_mesh"),
    "robots/pioneer3dx": ("Wheel_L", "Wheel_R", "CasterWheel", "Swivel"),
    "robots/quadrotor_dynamic": (),
    "robots/rmax": ("Rotor",),
    "robots/segwayrmp400": ("rmp400_chassis", "wheel1", "wheel2", "wheel3", "wheel4"),
    "robots/submarine": (),
    "robots/victim": (),
}


class Pose(NamedTuple):
    """Pose of an object in the file of its environment."""

    #: [m]
    location: Triple
    #: XYZ Euler angles. [rad]
    rotation: Triple
    scale: Triple


#: Objects of environments whose pose scripts can read, by environment and name.
ENVIRONMENT_OBJECTS: dict[tuple[str, str], Pose] = {
    ("empty", "Ground"): Pose((0.0, 0.0, -0.0653), _ZERO, (20.0, 20.0, 0.0652)),
}


def model_file(category: str, filename: str | None) -> str | None:
    """File of a component's model. A name without path and extension is in the folder of the category."""
    if not filename:
        return None
    is_path = os.path.isabs(filename) or filename.split("/")[0] in (os.curdir, os.pardir)
    if is_path or os.path.splitext(filename)[1].lower() in ENDINGS:
        return filename
    return f"{category}/{filename}" if category else filename
