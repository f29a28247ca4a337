"""The ROS 2 graph: names of topics and frames, the place of robots in `map`, parameters and types of the node."""

import tempfile
import unittest
from pathlib import Path

from harness import command
from ros2_peers import LATCHED, SENSOR_DATA, Ros2TestCase, qos, wait_until
import ros2_types as t
from cyclonedds.idl.types import sequence, uint8, uint64

LONG = "n" * 300

SCENE = """
from morse.builder import *

left = ATRV('Left-One')
left.translate(x=2, y=1)
odometry = Odometry('odometry'); odometry.add_stream('ros2'); left.append(odometry)
motion = MotionVW('motion'); motion.add_stream('ros2'); left.append(motion)
waypoint = Waypoint('way point'); waypoint.add_service('ros2'); left.append(waypoint)

other = ATRV('Left_One')
other.translate(x=-3)
imu = IMU('imu'); imu.add_stream('ros2', topic='/imu'); other.append(imu)
second = IMU('second imu'); second.add_stream('ros2', topic='/imu2'); other.append(second)
camera = SemanticCamera('camera')
camera.properties(relative=True)
camera.translate(x=0.5, z=1)
camera.add_stream('ros2', topic='/objects')
other.append(camera)
clock = Clock('clock'); clock.add_stream('ros2'); other.append(clock)

third = ATRV('2\\u00e9me %s')
pose = Pose('pose'); pose.add_stream('ros2'); third.append(pose)

silent = ATRV('silent'); silent.translate(x=7)

box = Cube('box'); box.scale = (0.2, 0.2, 0.2); box.properties(Object=True, Label='BOX'); box.translate(x=0, z=1)

env = Environment('empty', fastmode=True)
""" % LONG

FieldType = t.struct(
    "type_description_interfaces/FieldType",
    {"type_id": uint8, "capacity": uint64, "string_capacity": uint64, "nested_type_name": str},
)
Field = t.struct("type_description_interfaces/Field", {"name": str, "type": FieldType, "default_value": str})
Individual = t.struct(
    "type_description_interfaces/IndividualTypeDescription", {"type_name": str, "fields": sequence[Field]}
)
Description = t.struct(
    "type_description_interfaces/TypeDescription",
    {"type_description": Individual, "referenced_type_descriptions": sequence[Individual]},
)
Source = t.struct(
    "type_description_interfaces/TypeSource", {"type_name": str, "encoding": str, "raw_file_contents": str}
)
KeyValue = t.struct("type_description_interfaces/KeyValue", {"key": str, "value": str})
GET_TYPE_DESCRIPTION = t.service(
    "type_description_interfaces/GetTypeDescription",
    {"type_name": str, "type_hash": str, "include_type_sources": bool},
    {
        "successful": bool,
        "failure_reason": str,
        "type_description": Description,
        "type_sources": sequence[Source],
        "extra_information": sequence[KeyValue],
    },
)
ParameterEvent = t.struct(
    "rcl_interfaces/ParameterEvent",
    {
        "stamp": t.Time,
        "node": str,
        "new_parameters": sequence[t.Parameter],
        "changed_parameters": sequence[t.Parameter],
        "deleted_parameters": sequence[t.Parameter],
    },
)


def written(case, scene):
    """The path of a file with a scene."""
    folder = tempfile.TemporaryDirectory()
    case.addCleanup(folder.cleanup)
    path = Path(folder.name, "scene.py")
    path.write_text(scene)
    return path


def parameter(name, **value):
    """A parameter with a value of one type."""
    kinds = {"bool_value": 1, "integer_value": 2, "double_value": 3}
    empty = {"bool_value": False, "integer_value": 0, "double_value": 0.0, "string_value": ""}
    arrays = dict.fromkeys([kind + "_array_value" for kind in ("byte", "bool", "integer", "double", "string")], [])
    (key,) = value
    return t.Parameter(name=name, value=t.ParameterValue(**{**empty, **arrays, **value, "type": kinds[key]}))


def turned(q, v):
    """A vector after a rotation by a quaternion: v + 2 w (q x v) + 2 q x (q x v)."""
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    axis = [q.x, q.y, q.z]
    once = cross(axis, v)
    twice = cross(axis, once)
    return [v[i] + 2 * (q.w * once[i] + twice[i]) for i in range(3)]


class GraphTest(Ros2TestCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_every_name_is_legal")
        cls.simulator, cls.peer = case.start(SCENE)
        cls.addClassCleanup(case.doCleanups)

    def test_every_name_is_legal(self):
        status, output, problems = command("check", written(self, SCENE))
        self.assertEqual((status, "can run" in output), (0, True), problems)
        self.peer.reader("/Left_One_2/odometry", t.Odometry).first()
        self.peer.publish_to("/Left_One_2/motion", t.Twist)
        self.assertTrue(self.peer.client("/Left_One_2/way_point/get_status", t.TRIGGER).call().success)
        self.assertEqual(
            self.parameters("set_parameters", parameters=[parameter("Left_One_2.way_point.Speed", double_value=0.5)])
            .results[0]
            .reason,
            "",
        )
        listed = self.parameters("list_parameters", prefixes=[], depth=0).names
        self.assertTrue(all(name.isascii() and " " not in name and len(name) < 150 for name in listed), listed)

    def parameters(self, service, **fields):
        types = {"set_parameters": t.SET_PARAMETERS, "list_parameters": t.LIST_PARAMETERS, "get_parameters": t.GET_PARAMETERS}
        return self.peer.client("/morse/" + service, types[service]).call(**fields)

    def test_every_frame_has_a_place_in_the_map(self):
        moving, fixed = self.peer.reader("/tf", t.TFMessage), self.peer.reader("/tf_static", t.TFMessage, LATCHED)
        imus = [self.peer.reader(name, t.Imu, SENSOR_DATA).first().header.frame_id for name in ("/imu", "/imu2")]
        self.assertEqual(imus, ["Left_One/imu", "Left_One/second_imu"])
        known = {}

        def place(frame):
            """The position of a frame in `map`, in steps of 0.1 m."""
            for message in moving.take() + fixed.take():
                for one in message.transforms:
                    known[one.child_frame_id] = (one.header.frame_id, one.transform)
            position = (0.0, 0.0, 0.0)
            # Each frame occurs once in a chain.
            for _ in range(len(known) + 1):
                if frame == "map":
                    break
                if frame not in known:
                    return None
                frame, transform = known[frame]
                at = transform.translation
                position = [a + b for a, b in zip((at.x, at.y, at.z), turned(transform.rotation, position))]
            if frame != "map":
                return None
            return tuple(round(number, 1) + 0.0 for number in position[:2])

        for frame, expected in (
            ("Left_One_2/base_link", (2.0, 1.0)),
            ("Left_One/base_link", (-3.0, 0.0)),
            ("Left_One/second_imu", (-3.0, 0.0)),
            ("objects", (-2.5, 0.0)),
            ("silent/base_link", (7.0, 0.0)),
            ("BOX", (0.0, 0.0)),
        ):
            self.assertEqual(wait_until(lambda: place(frame), "the frame " + frame), expected, frame)
        self.assertEqual(sum(frame.endswith("/base_link") for frame in known), 4)

    def test_changes_of_parameters_are_published(self):
        events = self.peer.reader("/parameter_events", ParameterEvent, qos(depth=1000))
        wait_until(lambda: events.reader.get_matched_publications(), "a publisher of events")
        name = "Left_One_2.way_point.Speed"
        given = [
            parameter(name, double_value=0.75),
            parameter(name, integer_value=1),
            parameter("use_sim_time", bool_value=True),
            parameter("use_sim_time", bool_value=False),
            parameter("nothing", bool_value=False),
        ]
        results = self.parameters("set_parameters", parameters=given).results
        self.assertEqual([result.successful for result in results], [True, False, True, False, False])
        self.assertIn("is of type {double}, setting it to {integer} is not allowed", results[1].reason)
        self.assertIn("read-only", results[3].reason)
        self.assertIn("was not declared", results[4].reason)
        event = events.first(lambda event: event.changed_parameters[0].value.double_value == 0.75)
        self.assertEqual((event.node, event.changed_parameters[0].name), ("/morse", name))
        self.assertEqual(len(event.new_parameters) + len(event.deleted_parameters), 0)
        self.peer.client("/Left_One_2/way_point/set_property", t.CALL).call(arguments='["Speed", 1.25]')
        events.first(lambda event: event.changed_parameters[0].value.double_value == 1.25)
        values = self.parameters("get_parameters", names=["use_sim_time", name]).values
        self.assertEqual((values[0].bool_value, values[1].double_value), (True, 1.25))

    def test_types_of_the_node_are_described(self):
        client = self.peer.client("/morse/get_type_description", GET_TYPE_DESCRIPTION)
        ask = lambda name, type_hash="": client.call(type_name=name, type_hash=type_hash, include_type_sources=True)
        answer = ask("nav_msgs/msg/Odometry")
        self.assertTrue(answer.successful, answer.failure_reason)
        fields = [field.name for field in answer.type_description.type_description.fields]
        self.assertEqual(fields, ["header", "child_frame_id", "pose", "twist"])
        used = [one.type_name for one in answer.type_description.referenced_type_descriptions]
        self.assertIn("geometry_msgs/msg/PoseWithCovariance", used)
        self.assertIn("not in use", ask("moon_msgs/msg/Crater").failure_reason)
        self.assertIn("RIHS01_", ask("nav_msgs/msg/Odometry", "RIHS01_00").failure_reason)

    def test_clock_sensor_adds_no_messages_to_the_clock(self):
        clock = self.peer.reader("/clock", t.Clock, qos(reliable=False, depth=100))
        wait_until(lambda: len(clock.take()) > 100, "a hundred messages")
        times = [(message.clock.sec, message.clock.nanosec) for message in clock.received]
        self.assertEqual(len(times), len(set(times)), "no time is repeated")


class RefusalTest(Ros2TestCase):
    def test_check_and_run_refuse_the_same_names(self):
        for option in ("'ros', topic='/a-b'", "'ros2', topic='/two words'", "'ros2', topic='/2nd'", "'ros2', topic='/%s'" % LONG):
            scene = """
from morse.builder import *
robot = ATRV()
pose = Pose(); pose.add_stream(%s); robot.append(pose)
env = Environment('empty')
""" % option
            path = written(self, scene)
            for arguments in (("check", path), ("run", path, "--duration", "1")):
                status, _, problems = command(*arguments)
                self.assertEqual(status, 1, option)
                self.assertIn("robot.pose", problems, option)


if __name__ == "__main__":
    unittest.main()
