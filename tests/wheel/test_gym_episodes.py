"""The start of episodes: sensors count from there, and masses, friction and noise change."""

import math
import unittest

import numpy

from morse.gym import SceneEnv, SceneVectorEnv, Start, Task

SENSORS = {
    "raw": "morse.sensors.odometry.RawOdometry", "differential": "morse.sensors.odometry.Odometry",
    "integrated": "morse.sensors.odometry.IntegratedOdometry", "velocity": "morse.sensors.velocity.Velocity",
    "accelerometer": "morse.sensors.accelerometer.Accelerometer", "attitude": "morse.sensors.attitude.Attitude",
    "barometer": "morse.sensors.barometer.Barometer", "imu": "morse.sensors.imu.IMU",
}


def scene(*objects, properties=None):
    robot = {"name": "robot", "kind": "robot", "class": "morse.robots.atrv.ATRV", "model": {"file": "robots/atrv"}}
    sensors = [
        {"name": f"robot.{name}", "kind": "sensor", "class": path, "parent": "robot", "properties": properties or {}}
        for name, path in SENSORS.items()
    ]
    motion = {"name": "robot.motion", "kind": "actuator", "class": "morse.actuators.v_omega.MotionVW", "parent": "robot"}
    return {"morse_scene": 1, "environment": {"file": "empty"}, "objects": [robot, motion, *sensors, *objects]}


def ones(state):
    return numpy.ones(len(state.steps))


def make(case, document, observations, start, **options):
    env = SceneEnv(Task(document, {"robot.motion.v": (-1.0, 1.0)}, observations, ones, start=start, **options))
    case.addCleanup(env.close)
    return env


class Sensors(unittest.TestCase):
    def test_odometry_counts_from_the_start_of_the_episode(self):
        fields = [f"robot.integrated.{name}" for name in ("x", "y", "yaw")]
        fields += ["robot.raw.dS", *(f"robot.differential.{name}" for name in ("dx", "dy", "dyaw"))]
        start = lambda generator: Start({"robot": (generator.uniform(4, 6), -3.0, 0.1, 1.0)})
        env = make(self, scene(), dict.fromkeys(fields, (-50.0, 50.0)), start)
        for _ in range(3):
            observation, _ = env.reset()
            numpy.testing.assert_allclose(observation, 0.0, atol=0.02)
            for _ in range(10):
                observation, *_ = env.step([1.0])
            # A second ahead of the start, however the robot is turned in the world.
            self.assertAlmostEqual(float(observation[0]), 1.0, delta=0.1)
            numpy.testing.assert_allclose(observation[1:3], 0.0, atol=0.05)

    def test_sensors_that_differentiate_do_not_see_the_way_to_the_start(self):
        fields = ["robot.velocity.linear_velocity", "robot.accelerometer.velocity", "robot.accelerometer.distance",
                  "robot.attitude.angular_velocity", "robot.imu.angular_velocity"]
        start = lambda generator: Start({"robot": (5.0, -3.0, 2.0, 2.0)})
        env = make(self, scene(properties={"ComputationMode": "Position"}), dict.fromkeys(fields, (-1000.0, 1000.0)), start)
        observation, _ = env.reset(seed=1)
        numpy.testing.assert_allclose(observation, 0.0, atol=0.2)

    def test_barometer_measures_the_height_above_the_start(self):
        env = make(self, scene(), {"robot.barometer.pressure": (0.0, 2e5)},
                   lambda generator: Start({"robot": (0.0, 0.0, generator.uniform(5.0, 50.0), 0.0)}))
        for _ in range(3):
            self.assertAlmostEqual(float(env.reset()[0][0]), 101_325.0, delta=1.0)

    def test_actuator_holds_the_place_where_the_episode_begins(self):
        waypoint = {"name": "robot.waypoint", "kind": "actuator", "class": "morse.actuators.waypoint.Waypoint", "parent": "robot"}
        document = scene(waypoint)
        document["objects"] = [entry for entry in document["objects"] if entry["name"] != "robot.motion"]
        task = Task(document, {"robot.waypoint.speed": (0.0, 1.0)}, {"robot.integrated.x": (-9, 9)}, ones,
                    start=lambda generator: Start({"robot": (5.0, 2.0, 0.1, 0.5)}))
        env = SceneEnv(task)
        self.addCleanup(env.close)
        env.reset(seed=1)
        for _ in range(20):
            observation, *_ = env.step([1.0])
        self.assertLess(abs(float(observation[0])), 0.1)


def box(name, **body):
    return {"name": name, "kind": "object", "shape": {"kind": "cube", "half_extents": [0.3, 0.3, 0.3]},
            "body": {"physics": "RIGID_BODY", "mass": 5.0, **body}, "location": [2.0, 0.0, 0.31]}


class Randomization(unittest.TestCase):
    def test_mass_changes_how_far_a_box_is_pushed(self):
        def pushed(mass):
            env = make(self, scene(box("box")), {"robot.integrated.x": (-9, 9)},
                       lambda generator: Start(masses={"box": mass}), hidden=["box.@pose"], ticks=60)
            env.reset(seed=1)
            for _ in range(4):
                env.step([1.0])
            return float(env._batch.state()["box.@pose"][0, 0])

        light, heavy = pushed(1.0), pushed(5000.0)
        self.assertGreater(light, 2.5)
        self.assertLess(heavy, 2.2)

    def test_friction_decides_whether_a_box_slides(self):
        """A box on a board that is inclined by 20 degrees slides if the friction is below tan 20 degrees."""
        board = {"name": "board", "kind": "object", "shape": {"kind": "cube", "half_extents": [5.0, 5.0, 0.1]},
                 "body": {"physics": "STATIC", "friction": 1.0}, "location": [0.0, 20.0, 3.0],
                 "rotation": [0.0, math.radians(20.0), 0.0]}
        self.assertGreater(math.tan(math.radians(20.0)), 0.3)
        for friction, slides in ((0.1, True), (0.9, False)):
            env = make(self, scene(board, {**box("box"), "location": [0.0, 20.0, 3.43], "rotation": board["rotation"]}),
                       {"robot.integrated.x": (-9, 9)}, lambda generator: Start(frictions={"box": friction, "board": 1.0}),
                       hidden=["box.@pose"], ticks=60)
            env.reset(seed=1)
            env.step([0.0])
            self.assertEqual(float(env._batch.state()["box.@pose"][0, 0]) > 0.5, slides, friction)

    def test_noise_changes_from_episode_to_episode(self):
        pose = {"name": "robot.pose", "kind": "sensor", "class": "morse.sensors.pose.Pose", "parent": "robot"}
        document = {**scene(pose), "component_modifier": {"robot.pose": [["morse.modifiers.pose_noise.PoseNoiseModifier", "OUT", {"pos_std": 0.1}]]}}
        levels = iter([0.0, 0.0, 3.0, 0.0])
        env = make(self, document, {"robot.pose.y": (-50, 50)},
                   lambda generator: Start(properties={"robot.pose": {"pos_std": next(levels)}}))
        spreads = []
        for _ in range(3):
            env.reset()
            spreads.append(numpy.std([env.step([0.0])[0][0] for _ in range(30)]))
        self.assertLess(spreads[0], 0.01)
        self.assertAlmostEqual(spreads[1], 3.0, delta=1.2)
        self.assertLess(spreads[2], 0.01)

    def test_episode_does_not_depend_on_earlier_ones(self):
        masses = iter([5.0, 5.0, 50.0, 5.0])
        task = Task(scene(box("box")), {"robot.motion.v": (-1.0, 1.0)}, {"robot.integrated.x": (-9, 9)}, ones,
                    start=lambda generator: Start(masses={"box": next(masses)}))
        env = SceneVectorEnv(task, 1)
        self.addCleanup(env.close)
        digests = []
        for _ in range(3):
            env.reset(seed=7)
            for _ in range(5):
                env.step([[1.0]])
            digests.append(env.digest())
        self.assertEqual(digests[0], digests[2])

    def test_wrong_variables_are_refused(self):
        for start, kind, words in [
            (Start(masses={"boxes": 1.0}), KeyError, "boxes"),
            (Start(masses={"box": -1.0}), ValueError, "mass"),
            (Start(masses={"box": numpy.nan}), ValueError, "not finite"),
            (Start(masses={"robot.motion": 1.0}), ValueError, "physics moves"),
            (Start(frictions={"box": -0.1}), ValueError, "friction"),
            (Start(properties={"robot.barometer": {"pos_std": 1.0}}), KeyError, "ReferencePressure"),
            (Start(properties={"robot.gps": {"pos_std": 1.0}}), KeyError, "robot.gps"),
            (Start({"robot": (1.0, 2.0)}), ValueError, "x, y, z and yaw"),
        ]:
            with self.assertRaisesRegex(kind, words):
                make(self, scene(box("box")), {"robot.integrated.x": (-9, 9)}, lambda generator, start=start: start).reset()


if __name__ == "__main__":
    unittest.main()
