"""The task `morse/ReachGoal-v0` in PyBullet and in MuJoCo: a box among pillars, 181 rays, 60 Hz, rewards, resets.

Each is as fast as its interface allows: constants are computed once, rays are cast as one batch, once per action.
"""

import importlib.util
import math

import numpy

_RAYS = 181
_RANGE_M = 8.0
_TICKS = 6
_STEPS_MAX = 200
_CLOSE_M, _REACHED_M = 0.4, 0.5
_PILLARS = [
    (2.6 * math.cos((n + 0.5) * math.tau / 6), 2.6 * math.sin((n + 0.5) * math.tau / 6)) for n in range(6)
]
#: Half extents of the robot, and position of its scanner. [m]
_HALF = (0.4, 0.3, 0.25)
_SCANNER = (0.18, 0.0, 0.94)
_ANGLES = numpy.linspace(-math.pi / 2, math.pi / 2, _RAYS)


def peers():
    """The peers that are installed: names and environments."""
    found = {}
    if importlib.util.find_spec("pybullet"):
        found["PyBullet"] = BulletTask
    if importlib.util.find_spec("mujoco"):
        found["MuJoCo, rangefinders"] = lambda: MujocoTask(sensors=True)
        found["MuJoCo, mj_multiRay"] = lambda: MujocoTask(sensors=False)
    return found


class _Task:
    """Base class of both tasks."""

    def __init__(self):
        self._generator = numpy.random.default_rng(0)

    def reset(self):
        self._steps = 0
        goal, distance = self._generator.uniform(-math.pi, math.pi), self._generator.uniform(1.5, 4.5)
        self._goal = (distance * math.cos(goal), distance * math.sin(goal))
        self._place(self._generator.uniform(-math.pi, math.pi))
        observation = self._observe()
        self._before = observation[_RAYS]
        return observation

    def step(self, action):
        self._move(float(action[0]), float(action[1]))
        observation = self._observe()
        nearest, distance = observation[:_RAYS].min(), observation[_RAYS]
        reached, close = distance < _REACHED_M, nearest < _CLOSE_M
        reward = 5.0 * (self._before - distance) - 0.02 + 10.0 * reached - 5.0 * close
        self._before = distance
        self._steps += 1
        return observation, float(reward), bool(reached or close), self._steps >= _STEPS_MAX

    def _observation(self, ranges, x, y, yaw):
        out = numpy.empty(_RAYS + 3, numpy.float32)
        out[:_RAYS] = ranges
        dx, dy = self._goal[0] - x, self._goal[1] - y
        direction = math.atan2(dy, dx) - yaw
        out[_RAYS:] = math.hypot(dx, dy), math.sin(direction), math.cos(direction)
        return out


class BulletTask(_Task):
    """The task in PyBullet."""

    def __init__(self):
        super().__init__()
        import pybullet
        from pybullet_utils.bullet_client import BulletClient

        self._bullet = bullet = BulletClient(pybullet.DIRECT)
        bullet.setGravity(0, 0, -9.81)
        bullet.setPhysicsEngineParameter(fixedTimeStep=1.0 / 60.0, numSubSteps=0)
        bullet.createMultiBody(0, bullet.createCollisionShape(bullet.GEOM_PLANE))
        pillar = bullet.createCollisionShape(bullet.GEOM_CYLINDER, radius=0.25, height=1.5)
        for x, y in _PILLARS:
            bullet.createMultiBody(0, pillar, basePosition=[x, y, 0.75])
        box = bullet.createCollisionShape(bullet.GEOM_BOX, halfExtents=_HALF)
        self._robot = bullet.createMultiBody(40.0, box, basePosition=[0, 0, _HALF[2]])
        bullet.changeDynamics(self._robot, -1, lateralFriction=0.0)

    def _place(self, yaw):
        quaternion = (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2))
        self._bullet.resetBasePositionAndOrientation(self._robot, (0.0, 0.0, _HALF[2]), quaternion)
        self._bullet.resetBaseVelocity(self._robot, (0, 0, 0), (0, 0, 0))
        self._yaw = yaw
        self._bullet.stepSimulation()

    def _move(self, speed, rate):
        bullet, robot = self._bullet, self._robot
        for _ in range(_TICKS):
            (_, _, vz), (roll_rate, pitch_rate, _) = bullet.getBaseVelocity(robot)
            velocity = (speed * math.cos(self._yaw), speed * math.sin(self._yaw), vz)
            bullet.resetBaseVelocity(robot, velocity, (roll_rate, pitch_rate, rate))
            bullet.stepSimulation()
            _, (_, _, z, w) = bullet.getBasePositionAndOrientation(robot)
            self._yaw = 2.0 * math.atan2(z, w)

    def _observe(self):
        (x, y, z), _ = self._bullet.getBasePositionAndOrientation(self._robot)
        sin, cos = math.sin(self._yaw), math.cos(self._yaw)
        origin = (x + _SCANNER[0] * cos, y + _SCANNER[0] * sin, z - _HALF[2] + _SCANNER[2])
        ends = numpy.empty((_RAYS, 3))
        ends[:, 0] = origin[0] + _RANGE_M * numpy.cos(_ANGLES + self._yaw)
        ends[:, 1] = origin[1] + _RANGE_M * numpy.sin(_ANGLES + self._yaw)
        ends[:, 2] = origin[2]
        hits = self._bullet.rayTestBatch([origin] * _RAYS, ends.tolist(), numThreads=1)
        return self._observation([_RANGE_M * hit[2] for hit in hits], x, y, self._yaw)

    def close(self):
        self._bullet.disconnect()


class MujocoTask(_Task):
    """The task in MuJoCo, with a rangefinder for each ray, or with `mj_multiRay`."""

    def __init__(self, sensors):
        super().__init__()
        import mujoco

        self._mujoco = mujoco
        rays = sites = ""
        if sensors:
            for number, angle in enumerate(_ANGLES):
                axis = f"{math.cos(angle)} {math.sin(angle)} 0"
                sites += f'<site name="ray{number}" pos="{_SCANNER[0]} 0 {_SCANNER[2] - _HALF[2]}" zaxis="{axis}"/>'
                rays += f'<rangefinder site="ray{number}" cutoff="{_RANGE_M}"/>'
        pillars = "".join(
            f'<geom type="cylinder" size="0.25 0.75" pos="{x} {y} 0.75"/>' for x, y in _PILLARS
        )
        half = " ".join(map(str, _HALF))
        self._model = mujoco.MjModel.from_xml_string(
            f"""<mujoco><option timestep="{1 / 60}"/><worldbody><geom type="plane" size="50 50 1" friction="0 0 0"/>{pillars}
            <body pos="0 0 {_HALF[2]}"><freejoint/><geom type="box" size="{half}" mass="40" friction="0 0 0"/>{sites}</body>
            </worldbody><sensor>{rays}</sensor></mujoco>"""
        )
        self._data = mujoco.MjData(self._model)
        self._has_sensors = sensors
        self._distances = numpy.empty(_RAYS)
        self._geoms = numpy.empty(_RAYS, numpy.int32)
        self._directions = numpy.zeros((_RAYS, 3))

    def _step(self, has_sensors):
        # Rangefinders are read once per action, not in each tick.
        off = int(self._mujoco.mjtDisableBit.mjDSBL_SENSOR)
        flags = self._model.opt.disableflags
        self._model.opt.disableflags = flags & ~off if has_sensors else flags | off
        self._mujoco.mj_step(self._model, self._data)

    def _place(self, yaw):
        self._mujoco.mj_resetData(self._model, self._data)
        self._data.qpos[3:7] = math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2)
        self._yaw = yaw
        self._step(self._has_sensors)

    def _move(self, speed, rate):
        data = self._data
        velocity, pose = data.qvel, data.qpos
        for tick in range(_TICKS):
            velocity[0], velocity[1] = speed * math.cos(self._yaw), speed * math.sin(self._yaw)
            velocity[3:6] = 0.0, 0.0, rate
            self._step(self._has_sensors and tick == _TICKS - 1)
            self._yaw = 2.0 * math.atan2(pose[6], pose[3])

    def _observe(self):
        x, y, z = self._data.qpos[:3]
        if self._has_sensors:
            ranges = self._data.sensordata.copy()
        else:
            sin, cos = math.sin(self._yaw), math.cos(self._yaw)
            origin = numpy.array([x + _SCANNER[0] * cos, y + _SCANNER[0] * sin, z - _HALF[2] + _SCANNER[2]])
            self._directions[:, 0] = numpy.cos(_ANGLES + self._yaw)
            self._directions[:, 1] = numpy.sin(_ANGLES + self._yaw)
            self._mujoco.mj_multiRay(
                self._model, self._data, origin, self._directions.ravel(), None, 1, 1, self._geoms, self._distances,
                None, _RAYS, _RANGE_M,
            )
            ranges = self._distances
        return self._observation(numpy.where(ranges < 0.0, _RANGE_M, ranges), x, y, self._yaw)

    def close(self):
        pass
