"""Positions and velocities of a robot of an MJCF file in the order of MuJoCo, and starts of episodes from them."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from morse.gym.state import State
from morse.gym.task import Start
from morse.gym.tasks.mujoco_files import HEIGHT_M, File

Rows = NDArray[numpy.float64]

#: Fields of the joints.
JOINT_FIELDS = ("robot.@joint_position", "robot.@joint_velocity")
#: Fields of a root that moves freely.
ROOT_FIELDS = ("robot.@pose", "robot.@velocity")


def rotate(quaternions: Rows, vectors: Rows) -> Rows:
    """Vectors turned by quaternions x, y, z, w: a row for each."""
    axis, scalar = quaternions[:, :3], quaternions[:, 3:]
    turned: Rows = vectors + 2.0 * numpy.cross(axis, numpy.cross(axis, vectors) + scalar * vectors)
    return turned


class Motion:
    """Motion of the robot in all worlds, now or before the last action, in arrays with a row for each world."""

    def __init__(self, file: File, state: State, is_before: bool = False) -> None:
        self.file = file
        self._state = state
        self._is_before = is_before

    def of(self, name: str) -> Rows:
        """Values of a field of the task."""
        return numpy.asarray(self._state.before(name) if self._is_before else self._state[name], numpy.float64)

    def place(self, node: str) -> Rows:
        """Position of an object of the file in the world of the file. [m]"""
        position: Rows = self.of(f"{node}.@pose")[:, :3] - (0.0, 0.0, HEIGHT_M)
        return position

    @property
    def positions(self) -> Rows:
        """Positions as in ``qpos``: of a free root [m] with a quaternion w, x, y, z, and of the joints. [rad or m]"""
        joints = self.of(JOINT_FIELDS[0])
        if self.file.root_position is None:
            return joints
        pose = self.of(ROOT_FIELDS[0])
        return numpy.concatenate([pose[:, :3] - (0.0, 0.0, HEIGHT_M), pose[:, 6:], pose[:, 3:6], joints], axis=1)

    @property
    def velocities(self) -> Rows:
        """Velocities as in ``qvel``: of a free root, along the axes of the world and about its own; of the joints."""
        joints = self.of(JOINT_FIELDS[1])
        if self.file.root_position is None:
            return joints
        velocity, turn = self.of(ROOT_FIELDS[1]), self.of(ROOT_FIELDS[0])[:, 3:]
        own = rotate(turn * (-1.0, -1.0, -1.0, 1.0), velocity[:, 3:])
        return numpy.concatenate([velocity[:, :3], own, joints], axis=1)

    @property
    def commands(self) -> Rows:
        """Commands of the last action."""
        commands: Rows = numpy.asarray(self._state.actions, numpy.float64) / self.file.motors.gears
        return commands

    @property
    def efforts(self) -> Rows:
        """Efforts of the motors on the joints. [N m or N]"""
        efforts = numpy.zeros((len(self._state.actions), len(self.file.joints)))
        efforts[:, [self.file.joints.index(name) for name in self.file.motors.joints]] = self._state.actions
        return efforts


def rest(file: File) -> tuple[Rows, Rows]:
    """Positions and velocities at rest in the pose of the file, as in ``qpos`` and ``qvel``."""
    if file.root_position is None:
        return file.positions.copy(), numpy.zeros(len(file.positions))
    positions = numpy.concatenate([file.root_position, (1.0, 0.0, 0.0, 0.0), file.positions])
    return positions, numpy.zeros(6 + len(file.positions))


def start_at(file: File, positions: Rows, velocities: Rows) -> Start:
    """The start of an episode at positions and velocities as in ``qpos`` and ``qvel``."""
    if file.root_position is None:
        return Start(joints={"robot": (positions.tolist(), velocities.tolist())})
    quaternion = numpy.array([*positions[4:7], positions[3]])
    quaternion /= numpy.linalg.norm(quaternion)
    turn_rate = rotate(quaternion[None], velocities[None, 3:6])[0]
    state = [*(positions[:3] + (0.0, 0.0, HEIGHT_M)), *quaternion, *velocities[:3], *turn_rate]
    return Start(
        joints={"robot": (positions[7:].tolist(), velocities[6:].tolist())},
        states={"robot": [float(number) for number in state]},
    )
