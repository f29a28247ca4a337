"""Every stream class of MOOS and pocolibs: a peer receives data of each sensor, and each actuator reads its input.

A last test checks that the tests of MAVLink and PPRZLink have all their classes. YARP has a file of its own.
"""

import base64
import json
import struct
import unittest

from harness import ROOT, TIMEOUT_S, Connection, TestCase, command
from moos_peers import with_each_database
from pocolibs_peers import PocolibsTestCase, with_each_library
from sensor_carriers import CARRIED_BY, CARRIERS, SURROUNDINGS

TABLE = json.loads((ROOT / "crates/scene/data/wiring.json").read_text())
PREFIX = "morse.middleware."

# Script lines for sensors that need more than their builder class. The sensor is `component`.
CAMERA = "component.properties(cam_width=16, cam_height=8); component.translate(x=1.0, z=1.0); robot.append(component)"
SENSORS = {
    "ArmaturePose": "component = ArmaturePose({name!r}); arm.append(component)",
    "BoundingBoxCamera": "component = BoundingBoxCamera({name!r}); " + CAMERA,
    "DepthCamera": "component = DepthCamera({name!r}); " + CAMERA,
    "DepthCameraRotationZ": "component = Velodyne({name!r}); " + CAMERA,
    "DepthVideoCamera": "component = DepthCamera({name!r}); "
    "component.properties(classpath='morse.sensors.depth_camera.DepthVideoCamera'); " + CAMERA,
    "HumanPosture": "component = HumanPosture({name!r}); human.append(component)",
    "WheelOdometry": "component = WheelOdometry({name!r}); "
    "component.properties(LeftWheels='left_wheel_joint', RightWheels='right_wheel_joint'); small_rover.append(component)",
    "JointPositions": "component = JointPositions({name!r}); small_arm.append(component)",
    "ContactSensor": "component = ContactSensor({name!r}); small_arm.append(component)",
    "ForceTorqueSensor": "component = ForceTorqueSensor({name!r}); component.properties(Joint='shoulder'); "
    "small_arm.append(component)",
    "LaserScanner": "component = Hokuyo({name!r}); component.translate(x=1.0, z=0.4); robot.append(component)",
    "MarkerDetector": "component = MarkerDetector({name!r}); " + CAMERA,
    "PTUPosture": "component = PTUPosture({name!r}); ptu.append(component)",
    "SemanticCamera": "component = SemanticCamera({name!r}); " + CAMERA,
    "VideoCamera": "component = VideoCamera({name!r}); " + CAMERA,
}
SCENE = CARRIERS + "%s" + SURROUNDINGS

# Robots of actuators that are not mounted on an ATRV, and script lines for actuators that need more than their class.
ROBOTS = {
    "MotionVWDiff": "SegwayRMP400",
    "SteerForce": "Hummer",
    "Teleport": "FakeRobot",
    "MocapControl": "Human",
    "Light": "FakeRobot",
}
# A light illuminates a wall in view of a camera.
LIGHT = """component = Light('component')
component.properties(energy=5.0)
eye = VideoCamera('eye')
eye.properties(cam_width=16, cam_height=16)
eye.add_stream('socket')
{robot}.append(eye)
wall = Cube('wall')
wall.translate({x} + 2.0, 20.0, 2.0)"""
ACTUATORS = {"Armature": "component = KukaLWR('component')", "Light": LIGHT}

# The variable that identifies a MOOS class.
VARIABLES = {
    "GPSNotifier": "MORSE_GPS_E_X",
    "GyroscopeNotifier": "MORSE_GYRO_YAW",
    "IMUNotifier": "MORSE_IMU_ACCEL_Z",
    "LIDARNotifier": "MORSE_LIDAR_DIST",
    "PoseNotifier": "MORSE_SIM_X",
}
# A numeric variable of each actuator.
READ = {
    "MotionVW": "MORSE_MOTION_VELOCITY",
    "MotionVWDiff": "MORSE_MOTION_VELOCITY",
    "SteerForce": "MORSE_MOTION_STEER",
    "Teleport": "MORSE_SET_X",
}

# Sensors without a poster, as no published package defines its content.
REFUSED = {"HumanPosture": "not implemented", "StereoUnit": "give each of its cameras"}
# Structures without a published definition: a warning is logged that their layout is assumed.
ASSUMED = ("GENPOS_TRAJ_POINTS", "PLATINE_STATES", "Spix3DImage", "VimanObjectPublicArray", "velodyne3DImage")
# Sizes of posters. [bytes]
SIZES = {
    "Armature": 7 * 8,
    "MocapControl": 16 * (8 + 15 * 24),
    "MotionVW": 8 + 7 * 8,
    "MotionVWDiff": 8 + 7 * 8,
    "PlatineAxisPoster": 2 * 8,
    "PlatinePoster": 512 + 27 * 8,
    "PomSensorPosPoster": 8 + 4 * 27 * 8,
}


def streams(middleware, direction):
    """Component, level and class of each stream, including the alternative classes."""
    for row in TABLE["rows"]:
        if (row["middleware"], row["direction"]) == (middleware, direction):
            for path in [row["datastream"], *row["alternatives"]]:
                yield row["component"].split(".")[-1], row["level"], path


def classes(middleware):
    """All class paths of streams of a middleware."""
    found = {path for direction in ("IN", "OUT") for _, _, path in streams(middleware, direction)}
    entries = TABLE["other_classes"]
    found |= {
        entry["classpath"] for entry in entries if (entry["middleware"], entry["kind"]) == (middleware, "datastream")
    }
    return found


def sensor(kind, name, level, stream):
    """Script lines that build a sensor with a stream."""
    lines = [SENSORS.get(kind, "component = %s({name!r}); robot.append(component)" % kind).format(name=name)]
    if level != "default":
        lines.append("component.level(%r)" % level)
    return lines + ["component.add_stream(%s)" % stream]


def actuator(kind, nth, stream):
    """Script lines that build a robot with an actuator and its stream, `robotN.component`."""
    return [
        "robot%d = %s()" % (nth, ROBOTS.get(kind, "ATRV")),
        "robot%d.translate(%f, 20.0, 2.0)" % (nth, 6.0 * nth),
        ACTUATORS.get(kind, "component = %s('component')" % kind).format(robot="robot%d" % nth, x=6.0 * nth),
        "robot%d.append(component)" % nth,
        "component.add_stream(%s)" % stream,
    ]


class Moos:
    """Each stream is a client of its own, which the database names as the source of its messages."""

    def test_every_sensor_publishes_its_variable(self):
        database = self.database()
        peer = self.client(database)
        lines, expected = [], {}
        for nth, (kind, level, path) in enumerate(streams("moos", "OUT")):
            name, client, short = "sensor%d" % nth, "client%d" % nth, path.split(".")[-1]
            lines += sensor(kind, name, level, "'moos', %r, moos_port=%d, moos_name=%r" % (path, database.port, client))
            text = "MORSE_%s_%s_TIMESTAMP" % (CARRIED_BY.get(kind, "robot"), name)
            expected[client] = (VARIABLES.get(short, text.upper().replace(".", "_")), kind, level)
        self.assertEqual(len(expected), 31)
        peer.register(*{variable for variable, _, _ in expected.values()})
        self.run_scene(SCENE % "\n".join(lines))

        def missing():
            received = {(message.source, message.key) for message in peer.mail}
            return {client: row for client, row in expected.items() if (client, row[0]) not in received}

        with peer._arrived:
            peer._arrived.wait_for(lambda: not missing(), TIMEOUT_S)
            self.assertEqual(missing(), {})

    def test_every_actuator_reads_its_variable(self):
        database = self.database()
        peer = self.client(database)
        rows = [*streams("moos", "IN"), ("MotionVW", "default", PREFIX + "moos.abstract_moos.StringReader")]
        lines = []
        for nth, (kind, _, path) in enumerate(rows):
            lines += actuator(kind, nth, "'moos', %r, moos_port=%d, moos_name='client%d'" % (path, database.port, nth))
        simulator = self.run_scene(SCENE % "\n".join(lines))
        for nth in range(len(rows) - 1):
            simulator.wait_for("MOOS client client%d: connected" % nth)
        # Every actuator refuses NaN.
        peer.notify(**{variable: float("nan") for variable in set(READ.values())})
        for nth, (kind, _, path) in enumerate(rows):
            with self.subTest(component=kind, stream=path):
                if path.endswith("StringReader"):
                    simulator.wait_for(r"robot%d\.component: .*StringReader reads no variable" % nth)
                elif kind == "Light":
                    self.prove_light(simulator, "robot%d.eye" % nth, lambda: peer.notify(MORSE_LIGHT="false"))
                else:
                    simulator.wait_for(r"robot%d\.component: %s is refused" % (nth, READ[kind]))

    def prove_light(self, simulator, camera, switch_off):
        with simulator.connect() as connection:
            port = int(connection.ask("p simulation get_stream_port [%s]" % json.dumps(camera)).split()[2])
        images = Connection(port)
        self.addCleanup(images.close)

        def brightness():
            return sum(base64.b64decode(json.loads(images.line())["image"])) / (4 * 16 * 16)

        # Mean of an opaque black image: only the alpha channel is 255.
        dark = 255 / 4
        self.assertTrue(any(brightness() > dark + 10.0 for _ in range(1000)), "the lamp is on")
        switch_off()
        self.assertTrue(any(brightness() < dark + 1.0 for _ in range(1000)), "the lamp is off")


class Pocolibs:
    def test_every_sensor_has_a_poster(self):
        self.devices.init()
        peer = self.devices.peer
        peer.write("ref", struct.pack("<i", 1) + bytes(SIZES["PomSensorPosPoster"] - 4))
        lines, names = [], {}
        for nth, (kind, level, path) in enumerate(streams("pocolibs", "OUT")):
            if kind not in REFUSED:
                options = ", reference_frame='ref', confidence=1.0" if path.endswith("PomSensorPoster") else ""
                lines += sensor(kind, "sensor%d" % nth, level, "'pocolibs', %r, poster='p%d'%s" % (path, nth, options))
                names["p%d" % nth] = (kind, path)
        self.assertEqual(len(names), 15)
        simulator = self.run_poster_scene(SCENE % "\n".join(lines))
        for structure in ASSUMED:
            simulator.wait_for("the layout of %s is not published" % structure)
        for name, (kind, path) in names.items():
            with self.subTest(component=kind, stream=path):
                self.assertEqual(len(peer.wait_for(name, 16)), 16)

    def test_every_actuator_checks_the_size_of_its_poster(self):
        self.devices.init()
        rows = [*streams("pocolibs", "IN"), ("PTU", "default", PREFIX + "pocolibs.sensors.pom.PomSensorPosPoster")]
        lines = []
        for nth, (kind, _, path) in enumerate(rows):
            self.devices.peer.write("a%d" % nth, b"too small")
            lines += actuator(kind, nth, "'pocolibs', %r, poster='a%d'" % (path, nth))
        simulator = self.run_poster_scene(SCENE % "\n".join(lines))
        for nth, (kind, _, path) in enumerate(rows):
            size = SIZES.get(path.split(".")[-1]) or SIZES[kind]
            with self.subTest(component=kind, stream=path):
                simulator.wait_for(
                    r"robot%d\.component: the poster a%d is refused, the poster has 9 bytes, where %d are read"
                    % (nth, nth, size)
                )


class SensorsWithoutPoster(PocolibsTestCase):
    def test_sensor_without_a_poster_is_refused_before_the_scene_runs(self):
        for kind, reason in REFUSED.items():
            lines = sensor(kind, "component", "default", "'pocolibs'")
            scene = self.devices.folder + "/scene.py"
            with open(scene, "w") as file:
                file.write(SCENE % "\n".join(lines))
            with self.subTest(component=kind):
                code, out, err = command("run", "--duration", "0.1", "--port", 0, "--stream-port", 0, scene)
                self.assertNotEqual(code, 0)
                self.assertIn(reason, " ".join((out + err).split()))


class Coverage(TestCase):
    def test_each_class_of_the_table_is_in_a_test(self):
        tested = {
            "moos": {path for _, _, path in streams("moos", "OUT")} | {PREFIX + "moos." + module for module in (
                "abstract_moos.StringReader", "light.LightReader", "motion.MotionReader", "pose.PoseReader",
            )},
            "pocolibs": {path for direction in ("OUT", "IN") for _, _, path in streams("pocolibs", direction)}
            | {PREFIX + "pocolibs.sensors.pom.PomSensorPosPoster"},
            # Tested by test_mavlink.py and test_pprzlink.py, whose scenes have all components with these streams.
            "mavlink": {PREFIX + "mavlink." + module for module in (
                "attitude.AttitudeSensor", "gps_raw.GPSSensor", "imu.IMUSensor", "odometry_to_local_ned.OdometrySensor",
                "pose_to_mocap.PoseSensor", "pressure.BarometerSensor", "read_attitude_target.AttitudeTarget",
                "local_position_ned_to_waypoint.WaypointActuator",
            )},
            "pprzlink": {PREFIX + "pprzlink.set_rotorcraft_pose.RotorcraftPose"},
        }  # fmt: skip
        for middleware, paths in tested.items():
            self.assertEqual(classes(middleware), paths, middleware)


MoosOnSmallDatabase, MoosOnMOOSDB = with_each_database(Moos)
PocolibsWithOwnProgram, PocolibsWithPocolibs = with_each_library(Pocolibs)

if __name__ == "__main__":
    unittest.main()
