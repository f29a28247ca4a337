"""Descriptions of component classes, and conversions of their values, without a simulator."""

import math
import sys
import types
import unittest

from morse.core.actuator import Actuator
from morse.core.builtin import builtin_class, python_type, typed
from morse.core.exceptions import MorseServiceError
from morse.core.mathutils import Euler, Matrix, Quaternion, Vector
from morse.core.sensor import Sensor
from morse.core.services import async_service, do_service_registration, functions, interruptible, service, set_begun
from morse.helpers.components import add_data, add_level, add_property, declared
from morse.helpers.controller import PIDController
from morse.helpers.morse_math import normalise_angle, rotation_direction
from morse.helpers.statistics import Stats
from morse.helpers.transformation import Transformation3d
from morse.helpers.velocity import angular_velocities, linear_velocities
from morse.host.channel import NoSimulator
from morse.host.components.description import NotRunnable, described, described_functions
from morse.host.scene.node import node
from morse.host.values import decoded, encoded, quaternion, vector


class Base(Sensor):
    """A sensor."""

    add_data("x", 1.0, "float", "where", level=["raw", "far"])
    add_data("y", 0, "int")
    add_property("_gain", 2.0, "Gain", "float", "a factor")
    add_level("raw", None, default=True)
    add_level("far", "here.Far")

    @service
    def ask(self, question, how="so"):
        """Asks a question."""


class Derived(Base):
    add_data("y", 5, "int")
    add_data("z", math.inf)

    @interruptible
    @async_service
    def begin(self, value):
        """Begins an action."""

    @service(name="other")
    def named(self):
        """Has a different service name."""


class Push(Actuator):
    add_data("force", [0.0, 0.0])


here = types.ModuleType("here")
here.Derived, here.Push, here.Dict = Derived, Push, dict


def component(path):
    """Description of a component class."""
    return described(path)["component"]["description"]


class Descriptions(unittest.TestCase):
    def setUp(self):
        sys.modules["here"] = here
        self.addCleanup(sys.modules.pop, "here")

    def test_declarations_are_inherited_base_first_and_keep_their_place(self):
        sensor = component("here.Derived")
        self.assertEqual(sensor["kind"], "sensor")
        self.assertEqual([field["name"] for field in sensor["fields"]], ["timestamp", "x", "y", "z"])
        self.assertEqual([field["default"] for field in sensor["fields"]], [0.0, 1.0, 5, {"$float": "inf"}])
        self.assertEqual(sensor["fields"][1]["levels"], ["raw", "far"])
        self.assertEqual(sensor["properties"][0]["name"], "Gain")
        self.assertEqual([(level["name"], level["class"]) for level in sensor["levels"]], [("raw", None), ("far", "here.Far")])
        self.assertEqual(component("here.Push")["kind"], "actuator")

    def test_services_have_kinds_and_arguments_and_common_services_are_omitted(self):
        services = {entry["name"]: entry for entry in component("here.Derived")["services"]}
        self.assertEqual(sorted(services), ["ask", "begin", "other"])
        self.assertEqual(services["ask"]["arguments"], [{"name": "question"}, {"name": "how", "default": "so"}])
        self.assertEqual(services["begin"]["kind"], "async")
        self.assertIs(services["begin"]["interruptible"], True)
        self.assertEqual(services["begin"]["arguments"], [{"name": "value"}])

    def test_classes_that_cannot_run_are_refused_with_a_reason(self):
        for path, why in {
            "Derived": "names no module",
            "here.Gone": "there is no class `Gone`",
            "nowhere.Thing": "there is no module `nowhere`",
            "here.Dict": "derives from",
        }.items():
            with self.assertRaises(NotRunnable) as refused:
                described(path)
            self.assertIn(why, str(refused.exception))

    def test_reserved_levels_are_refused(self):
        with self.assertRaises(NameError):
            add_level("all", None)

    def test_plain_functions_are_services_of_a_component(self):
        self.addCleanup(functions().clear)

        @service(component="simulation", name="total")
        def add(first, second=2):
            """Adds two numbers."""
            return first + second

        self.assertEqual(add(1), 3)
        description = {
            "name": "total", "kind": "sync", "doc": "Adds two numbers.", "arguments": [{"name": "first"}, {"name": "second", "default": 2}],
        }
        self.assertEqual(described_functions(), [{"component": "simulation", "description": description}])

    def test_functions_that_cannot_be_services_are_refused_with_a_reason(self):
        for problem, options in (
            ("cannot be an asynchronous service", {"component_name": "robot", "is_async": True}),
            ("needs the name of a component", {}),
            ("use add_service there", {"component_name": "robot", "request_managers": ["socket"]}),
        ):
            with self.assertRaisesRegex(MorseServiceError, problem):
                do_service_registration(len, **options)
        set_begun(True)
        self.addCleanup(set_begun, False)
        with self.assertRaisesRegex(MorseServiceError, "not later"):
            service(len, component="robot")


class Values(unittest.TestCase):
    def test_values_round_trip(self):
        for value in (None, True, 3, 0.1, "text", [1, [2.0]], {"a": {"b": None}}, -math.inf, b"\0\1", {"$odd": 1}):
            self.assertEqual(decoded(encoded(value)), value)
        self.assertEqual(encoded(Vector((1, 2, 3))), [1.0, 2.0, 3.0])
        self.assertEqual(encoded(Euler((1, 2, 3))), {"yaw": 3.0, "pitch": 2.0, "roll": 1.0})
        self.assertEqual(encoded(Quaternion()), {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0})
        self.assertEqual(encoded({2: "b"}), {"$dict": [["2", "b"]]})
        self.assertEqual(encoded({"c", "a", "b"}), ["a", "b", "c"])

    def test_invalid_values_are_refused_at_assignment(self):
        for wrong in ((1, 2), (1, 2, math.nan), (1, 2, 3, 4)):
            self.assertRaises(ValueError, vector, wrong)
        deep = []
        for _ in range(100):
            deep = [deep]
        self.assertRaises(ValueError, encoded, deep)
        for fits in (2**63 - 1, -(2**63)):
            self.assertEqual(encoded(fits), fits)
            self.assertRaises(ValueError, encoded, [fits * 2])

    def test_rotations_of_any_kind_are_the_same(self):
        turn = Euler((0.1, -0.2, 0.3))
        for same in (turn, turn.to_matrix(), turn.to_quaternion(), [0.1, -0.2, 0.3], [list(row) for row in turn.to_matrix()]):
            for got, wanted in zip(quaternion(same), quaternion(turn)):
                self.assertAlmostEqual(got, wanted, 12)

    def test_objects_need_a_simulation(self):
        with self.assertRaises(NoSimulator):
            node("robot").worldPosition
        with self.assertRaisesRegex(AttributeError, "scenes of the game engine"):
            node("robot").scene


class Helpers(unittest.TestCase):
    def pose(self, x, y, z, yaw):
        pose = Transformation3d()
        pose.place([x, y, z, 0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)])
        return pose

    def test_poses(self):
        here, there = self.pose(1.0, 2.0, 3.0, math.pi / 2), self.pose(1.0, 5.0, 7.0, math.pi)
        self.assertEqual((here.x, here.y, here.z), (1.0, 2.0, 3.0))
        self.assertAlmostEqual(here.yaw, math.pi / 2)
        self.assertEqual(here.distance(there), 5.0)
        self.assertEqual(here.distance_2d(there), 3.0)
        seen = here.transformation3d_with(there)
        for got, wanted in zip((seen.x, seen.y, seen.z, seen.yaw), (3.0, 0.0, 4.0, math.pi / 2)):
            self.assertAlmostEqual(got, wanted)
        self.assertEqual(Transformation3d().matrix, Matrix.Identity(4))

    def test_velocities(self):
        before, now = self.pose(0.0, 0.0, 0.0, 0.1), self.pose(1.0, 0.0, 0.0, 0.2)
        self.assertEqual(list(linear_velocities(before, now, 0.5)), [2.0, 0.0, 0.0])
        for got, wanted in zip(angular_velocities(before, now, 0.5), (0.0, 0.0, 0.2)):
            self.assertAlmostEqual(got, wanted)

    def test_angles_statistics_and_control(self):
        self.assertAlmostEqual(normalise_angle(1.5 * math.pi), -0.5 * math.pi)
        self.assertEqual([rotation_direction(now, 1.0, 0.1, 2.0) for now in (0.0, 1.05, 2.0)], [2.0, 0, -2.0])
        stats = Stats()
        for value in (1.0, 2.0, 6.0):
            stats.update(value)
        self.assertAlmostEqual(stats.mean, 3.0)
        self.assertAlmostEqual(stats.variance, 7.0)
        controller = PIDController(kp=2.0, kd=0.0, ki=1.0, limits_integrator=1.5)
        controller.setpoint = 1.0
        self.assertEqual([controller.update(0.0) for _ in range(3)], [3.0, 3.5, 3.5])


class BuiltInClasses(unittest.TestCase):
    def test_vectors_of_sensors_are_vectors_and_those_of_commands_are_lists(self):
        rates = typed([1.0, 2.0, 3.0], python_type("vec3", "sensor"))
        rates.y = 0
        self.assertEqual((type(rates), rates, encoded(rates)), (Vector, [1, 0, 3], [1.0, 0.0, 3.0]))
        self.assertEqual(type(typed([1.0, 2.0, 3.0], python_type("vec3", "actuator"))), list)
        defaults = declared(builtin_class("morse.sensors.imu.IMU"), "_data_fields")
        self.assertEqual(type(defaults["angular_velocity"][0]), Vector)

    def test_attributes_of_properties_have_the_names_of_the_original_too(self):
        camera = builtin_class("morse.sensors.video_camera.VideoCamera")
        instance = camera.__new__(camera)
        self.assertEqual(instance.image_width, instance.cam_width)
        waypoint = builtin_class("morse.actuators.waypoint.Waypoint")
        self.assertEqual(waypoint.__new__(waypoint)._speed, waypoint.__new__(waypoint).Speed)

    def test_modules_of_the_catalog_have_further_names(self):
        from morse.sensors.magnetometer import MagnetoDriver, Magnetometer, logger
        from morse.sensors.video_camera import BLENDER_HORIZONTAL_APERTURE

        self.assertEqual(Magnetometer, builtin_class("morse.sensors.magnetometer.Magnetometer"))
        self.assertEqual((MagnetoDriver.__module__, logger.name), ("morse.helpers.magnetism", "morse.morse.sensors.magnetometer"))
        self.assertEqual(BLENDER_HORIZONTAL_APERTURE, 32.0)


if __name__ == "__main__":
    unittest.main()
