"""Every implemented sensor class at each level, from a scene script to a DDS peer: topic, type, and a plausible message."""

import json
import math
import struct
import unittest

from components import test_every_sensor as all_sensors
from harness import command
from ros2_peers import Ros2TestCase, wait_until
import ros2_types as t

from cyclonedds.builtin import BuiltinDataReader, BuiltinTopicDcpsPublication

# The message type of each kind of data.
MESSAGES = {
    "acceleration": t.AccelWithCovarianceStamped,
    "altitude": t.Float32,
    "attitude": t.QuaternionStamped,
    "attitude_rate": t.Imu,
    "battery": t.BatteryState,
    "clock": t.Clock,
    "collision": t.Bool,
    "compound": t.String,
    "depth_buffer": t.Image,
    "depth_image": t.Image,
    "detections": t.Detection2DArray,
    "differential_pressure": t.Float32,
    "displacement": t.String,
    "distance": t.Float32,
    "events": t.EventArray,
    "flow_image": t.Image,
    "illuminance": t.Illuminance,
    "image": t.Image,
    "imu": t.Imu,
    "joint_state": t.JointState,
    "joint_states": t.JointState,
    "laser_scan": t.LaserScan,
    "magnetic_field": t.MagneticField,
    "markers": t.AprilTagDetectionArray,
    "nav_sat_fix": t.NavSatFix,
    "objects": t.String,
    "normal_image": t.Image,
    "odometry": t.Odometry,
    "pan_tilt": t.JointState,
    "point_cloud": t.PointCloud2,
    "pose": t.PoseStamped,
    "position": t.PointStamped,
    "pressure": t.FluidPressure,
    "proximity": t.String,
    "range": t.Range,
    "record": t.String,
    "segmentation": t.Image,
    "temperature": t.Temperature,
    "thermal_image": t.Image,
    "twist": t.TwistStamped,
    "victims": t.String,
    "wrench": t.WrenchStamped,
}

# Sensors with another message: their rays are not in a plane.
OTHER_MESSAGES = {"laserscanner.LaserScannerRotationZ": t.PointCloud2}

# Ends of topics.
SUFFIXES = {t.Image: "/image", t.Detection2DArray: "/boxes_2d", t.EventArray: "/events", t.AprilTagDetectionArray: "/detections"}

# Kinds without a message: these components only carry other components.
SILENT = {"empty"}


def has_length(vector, length, tolerance):
    return abs(math.hypot(vector.x, vector.y, vector.z) - length) <= tolerance


def is_rotation(q):
    return abs(math.hypot(q.x, q.y, q.z, q.w) - 1.0) < 1e-6


def is_record(message):
    return isinstance(json.loads(message.data), dict)


def is_image(message):
    full = len(message.data) == message.step * message.height > 0
    return full and (message.width, message.height) == (32, 16) and message.encoding in ("rgb8", "32FC1", "32FC2", "32FC3", "32SC1")


def is_scan(message):
    rays = round((message.angle_max - message.angle_min) / message.angle_increment) + 1
    hits = [distance for distance in message.ranges if math.isfinite(distance)]
    return len(message.ranges) == rays and all(0.0 <= hit <= message.range_max for hit in hits)


def is_cloud(message):
    names = [field.name for field in message.fields]
    points = [struct.unpack_from("<3f", bytes(message.data), at) for at in range(0, len(message.data), message.point_step)]
    return names[:3] == ["x", "y", "z"] and len(points) == message.width * message.height


# The joints of an arm with an armature, and of a robot from a file.
JOINTS = [["kuka_%d" % joint for joint in range(1, 8)], ["shoulder", "elbow", "finger"]]

# Plausibility checks for messages of each kind, for the scene of `test_every_sensor`: the robot is at rest at the origin.
PLAUSIBLE = {
    "acceleration": lambda m: has_length(m.accel.accel.linear, 0.0, 20.0),
    "altitude": lambda m: 0.0 <= m.data < 1.0,
    "attitude": lambda m: is_rotation(m.quaternion) and abs(m.quaternion.w) > 0.99,
    "attitude_rate": lambda m: is_rotation(m.orientation),
    "battery": lambda m: 0.99 < m.percentage <= 1.0 and m.present and math.isnan(m.voltage),
    "clock": lambda m: m.clock.sec >= 0,
    "collision": lambda m: isinstance(m.data, bool),
    "compound": is_record,
    "depth_buffer": is_image,
    "depth_image": is_image,
    "detections": lambda m: m.detections[0].results[0].hypothesis.class_id == "OTHER",
    "differential_pressure": lambda m: math.isfinite(m.data),
    "displacement": is_record,
    "distance": lambda m: 0.0 <= m.data < 0.1,
    "events": lambda m: (m.width, m.height) == (32, 16),
    "flow_image": is_image,
    # The robot itself may shade the sensor.
    "illuminance": lambda m: 0.0 <= m.illuminance < 10.0,
    "image": is_image,
    "imu": lambda m: has_length(m.linear_acceleration, 9.81, 2.0),
    "joint_state": lambda m: m.name in JOINTS and len(m.position) == len(m.name),
    "joint_states": lambda m: m.name in JOINTS and len(m.position) == len(m.velocity) == len(m.effort) == len(m.name),
    "laser_scan": is_scan,
    "magnetic_field": lambda m: has_length(m.magnetic_field, 4.5e-5, 2.5e-5),
    # Pictures of 32 x 16 pixels are too small; test_ros2_markers.py has larger ones.
    "markers": lambda m: list(m.detections) == [],
    "nav_sat_fix": lambda m: abs(m.latitude) <= 90.0 and abs(m.longitude) <= 180.0 and 100.0 < m.altitude < 200.0,
    "objects": lambda m: isinstance(json.loads(m.data), list),
    "normal_image": is_image,
    "odometry": lambda m: m.child_frame_id.endswith("base_footprint") and abs(m.pose.pose.position.x) < 0.1,
    "pan_tilt": lambda m: len(m.name) == len(m.position) == 2,
    "point_cloud": is_cloud,
    "pose": lambda m: abs(m.pose.position.x) < 0.1 and is_rotation(m.pose.orientation),
    "position": lambda m: abs(m.point.x) < 0.1,
    "pressure": lambda m: 95000.0 < m.fluid_pressure < 105000.0,
    "proximity": is_record,
    "range": lambda m: m.range >= 0.0 and m.max_range > m.min_range,
    "record": is_record,
    "segmentation": is_image,
    "temperature": lambda m: -50.0 < m.temperature < 200.0,
    "thermal_image": is_image,
    "twist": lambda m: has_length(m.twist.linear, 0.0, 0.2),
    "victims": is_record,
    # The weight of an arm of a few kilograms.
    "wrench": lambda m: has_length(m.wrench.force, 30.0, 25.0),
}


def sensors():
    """Each implemented sensor class at each of its levels: name, catalog entry, level and kind of data."""
    catalog = json.loads(command("catalog", "--json")[1])["components"]
    kinds = {entry["class"]: entry["data_kind"] for entry in catalog}
    for name, owner, default, _ in all_sensors.sensor_classes():
        classpath = "morse.sensors." + name
        if owner["class"] != classpath:
            # The class of a level is tested with its owner.
            continue
        for level in owner.get("levels", []):
            yield name, owner, level["name"], level.get("data_kind") or kinds[level["class"] or classpath]
        if default is None:
            yield name, owner, None, kinds[classpath]


def message_of(name, kind):
    """The message type of a sensor."""
    return OTHER_MESSAGES.get(name, MESSAGES[kind])


def topic(nth, name, _, __, kind):
    """The topic of sensor number `nth`. All clocks publish on one topic."""
    if kind == "clock":
        return "/clock"
    carrier = all_sensors.CARRIED_BY.get(name, "robot").replace(".", "/")
    return "/%s/sensor%d" % (carrier, nth) + SUFFIXES.get(MESSAGES[kind], "")


class EverySensor(Ros2TestCase):
    def test_each_topic_has_its_type_and_a_plausible_message(self):
        runs = [run for run in sensors() if run[3] not in SILENT]
        lines = []
        for nth, (name, owner, level, _) in enumerate(runs):
            sensor_lines = all_sensors.script_lines(nth, name, owner, level)
            lines += [line for line in sensor_lines if ".add_stream(" not in line] + ["component.add_stream('ros2')"]
        simulator, peer = self.start(all_sensors.SCENE.format(sensors="\n".join(lines)))
        topics = [topic(nth, *run) for nth, run in enumerate(runs)]
        types = self.types(peer, ["rt" + name for name in topics])
        readers = []
        for on, (name, _, _, kind) in zip(topics, runs):
            # The default policies of subscribers: reliable, depth 10.
            readers.append(peer.reader(on, message_of(name, kind)))
        for on, reader, (name, _, level, kind) in zip(topics, readers, runs):
            with self.subTest(name, level=level, topic=on):
                expected = message_of(name, kind)
                self.assertEqual(types["rt" + on], {expected.__idl_typename__.replace(".", "::")})
                message = reader.first()
                is_plausible = is_cloud if expected is t.PointCloud2 else PLAUSIBLE[kind]
                self.assertTrue(is_plausible(message), str(message)[:500])
                if hasattr(message, "header"):
                    self.assertNotIn("/", message.header.frame_id[:1])
        infos = [name.replace("/image", "/camera_info") for name in topics if name.endswith("/image")]
        for name in infos:
            with self.subTest(name):
                info = peer.reader(name, t.CameraInfo).first()
                self.assertEqual((info.width, info.height, info.k[8]), (32, 16, 1.0))
        simulator.process.terminate()
        simulator.wait_for_exit()
        self.assertFalse([line for line in simulator.lines if "panicked" in line])

    def types(self, peer, topics):
        """The types of DDS topics, announced by their writers."""
        reader = BuiltinDataReader(peer.participant, BuiltinTopicDcpsPublication)
        types = {}

        def complete():
            for sample in reader.take(100):
                types.setdefault(sample.topic_name, set()).add(sample.type_name)
            return all(topic in types for topic in topics)

        try:
            wait_until(complete)
        except AssertionError:
            self.fail("no writer of: " + ", ".join(topic for topic in topics if topic not in types))
        return types


if __name__ == "__main__":
    unittest.main()
