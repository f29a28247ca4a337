"""MOOS: a database client drives robots and reads their sensors; databases start late, stop and restart."""

import socket
import unittest

from harness import ROOT, TIMEOUT_S
from moos_peers import (
    BANNER,
    Client,
    Message,
    MoosTestCase,
    SmallDatabase,
    packet,
    receive,
    wait_until,
    with_each_database,
)

CAPTURE = ROOT / "crates" / "middleware" / "moos" / "tests" / "captures" / "moos_rawclient.hex"

ROBOT = """
from morse.builder import *
robot = ATRV()
motion = MotionVW()
robot.append(motion)
pose = Pose()
robot.append(pose)
scan = Hokuyo()
scan.translate(x=0.3, z=0.3)
scan.properties(Visible_arc=False, laser_range=20.0, resolution=1.0, scan_window=180.0)
robot.append(scan)
imu = IMU()
robot.append(imu)
gps = GPS()
robot.append(gps)
gyroscope = Gyroscope()
robot.append(gyroscope)
battery = Battery()
robot.append(battery)
lamp = Light()
robot.append(lamp)
for component in (motion, pose, scan, imu, gps, gyroscope, battery, lamp):
    component.add_stream('moos', moos_port=PORT)
teleported = ATRV()
teleported.translate(y=5.0)
teleport = Teleport()
teleported.append(teleport)
where = Odometry()
teleported.append(where)
teleport.add_stream('moos', moos_port=PORT, moos_name='second')
where.add_stream('moos', moos_port=PORT, moos_name='second')
env = Environment('empty')
"""


class Robot:
    def start(self, database, *options):
        return self.run_scene(ROBOT.replace("PORT", str(database.port)), *options)

    def test_sensors_are_variables(self):
        database = self.database()
        peer = self.client(database)
        peer.register(
            "MORSE_TIME", "MORSE_SIM_X", "MORSE_GPS_N_Y", "MORSE_GYRO_YAW", "MORSE_IMU_ACCEL_Z", "MORSE_LIDAR_SCANANGLE",
            "MORSE_LIDAR_DIST", "MORSE_ROBOT_BATTERY_CHARGE", "MORSE_ROBOT_BATTERY_STATUS", "MORSE_TELEPORTED_WHERE_TIMESTAMP",
        )  # fmt: skip
        simulator = self.start(database)
        simulator.wait_for("iMorse: connected to the MOOSDB of the community %s" % database.community)
        self.assertGreater(peer.wait_for("MORSE_TIME"), 0.0)
        self.assertAlmostEqual(peer.wait_for("MORSE_SIM_X"), 0.0, delta=0.1)
        self.assertAlmostEqual(peer.wait_for("MORSE_GPS_N_Y"), 0.0, delta=0.1)
        self.assertAlmostEqual(peer.wait_for("MORSE_GYRO_YAW"), 0.0, delta=0.1)
        self.assertAlmostEqual(peer.wait_for("MORSE_IMU_ACCEL_Z", lambda value: value > 5.0), 9.81, delta=1.0)
        scan = peer.wait_for("MORSE_LIDAR_DIST")
        self.assertTrue(scan.startswith("[1x180]{20.0, 20.0, "), scan[:40])
        self.assertTrue(scan.endswith("}"))
        self.assertTrue(float(peer.wait_for("MORSE_ROBOT_BATTERY_CHARGE")) > 99.0)
        self.assertEqual(peer.wait_for("MORSE_ROBOT_BATTERY_STATUS"), "Discharging")
        self.assertGreater(float(peer.wait_for("MORSE_TELEPORTED_WHERE_TIMESTAMP")), 0.0)
        peer.forget()
        # The geometry of scans is published once; the database sends it to late clients.
        late = self.client(database, "late")
        late.register("MORSE_LIDAR_SCANANGLE", "MORSE_LIDAR_SCANRESOLUTION", "MORSE_LIDAR_SCANRANGE")
        self.assertEqual(late.wait_for("MORSE_LIDAR_SCANANGLE"), 180.0)
        self.assertEqual(late.wait_for("MORSE_LIDAR_SCANRESOLUTION"), 1.0)
        self.assertEqual(late.wait_for("MORSE_LIDAR_SCANRANGE"), 20.0)

    def test_variables_drive_robots(self):
        database = self.database()
        peer = self.client(database)
        peer.register("MORSE_SIM_X", "MORSE_SIM_YAW", "MORSE_TELEPORTED_WHERE_X", "MORSE_TELEPORTED_WHERE_DX")
        simulator = self.start(database)
        peer.wait_for("MORSE_SIM_X")
        peer.notify(MORSE_MOTION_VELOCITY=1.0, MORSE_MOTION_YAWRATE=0.5)
        peer.wait_for("MORSE_SIM_YAW", lambda yaw: yaw > 0.2)
        peer.wait_for("MORSE_SIM_X", lambda x: x > 0.3)
        peer.notify(MORSE_MOTION_VELOCITY=0.0)
        peer.notify(MORSE_MOTION_YAWRATE=0.0)
        peer.notify(MORSE_SET_X=7.0, MORSE_SET_Y=5.0, MORSE_SET_Z=0.3)
        with simulator.connect() as connection:
            def position():
                return connection.ask("id simulation get_scene_objects")

            wait_until(lambda: '"teleported"' in position() and "7.0" in position())

    def test_simulator_reconnects_to_late_and_restarted_database(self):
        database = self.database()
        database.stop()
        simulator = self.start(database)
        simulator.wait_for("no connection to the MOOSDB at 127.0.0.1:%d" % database.port)
        for _ in range(2):
            database = self.database(database.port)
            peer = self.client(database)
            peer.register("MORSE_SIM_X", "MORSE_LIDAR_SCANANGLE", "MORSE_SIM_YAW")
            peer.wait_for("MORSE_SIM_X")
            peer.notify(MORSE_MOTION_YAWRATE=1.0)
            first = peer.wait_for("MORSE_SIM_YAW")
            peer.wait_for("MORSE_SIM_YAW", lambda yaw: abs(yaw - first) > 0.1)
            late = self.client(database, "late")
            late.register("MORSE_LIDAR_SCANANGLE")
            self.assertEqual(late.wait_for("MORSE_LIDAR_SCANANGLE"), 180.0)
            database.stop()
        # The simulation is not affected.
        with simulator.connect() as connection:
            self.assertEqual(connection.ask("id simulation list_robots"), 'id SUCCESS ["robot", "teleported"]')

    def test_refused_client_name_is_logged_and_retried(self):
        database = self.database()
        other = Client(database.port, "iMorse")
        simulator = self.start(database)
        simulator.wait_for("it refused the client: .*already exists")
        other.close()
        simulator.wait_for("iMorse: connected to the MOOSDB")


RobotOnSmallDatabase, RobotOnMOOSDB = with_each_database(Robot)


class FirstExample(MoosTestCase):
    kind = SmallDatabase

    def test_example_of_the_documentation_runs(self):
        database = self.database()
        page = (ROOT / "docs" / "moos.md").read_text()
        scene = page.split("```python\n")[1].split("```")[0]
        simulator = self.run_scene(scene.replace("'moos'", "'moos', moos_port=%d" % database.port))
        simulator.wait_for("connected to the MOOSDB")
        peer = self.client(database)
        peer.register("MORSE_SIM_X")
        peer.notify(MORSE_MOTION_VELOCITY=1.0, MORSE_MOTION_YAWRATE=0.0)
        peer.wait_for("MORSE_SIM_X", lambda x: x > 0.3)


class SmallDatabaseProtocol(unittest.TestCase):
    def test_small_database_answers_like_the_recorded_one(self):
        database = SmallDatabase(community="sim")
        self.addCleanup(database.stop)
        lines = [line.split() for line in CAPTURE.read_text().splitlines() if not line.startswith("#")]
        lines = [(direction, bytes.fromhex(content)) for direction, content in lines]
        # Up to the wildcard registration, which MORSE does not use, and without the second client of the recording.
        sent = [content for direction, content in lines if direction == "C>S"][:5]
        answers = [Message.decode(content[9:]) for direction, content in lines if direction == "S>C"]
        raw = socket.create_connection(("127.0.0.1", database.port), TIMEOUT_S)
        self.addCleanup(raw.close)
        self.assertEqual(sent[0], BANNER)
        received = []
        # Banner and hello, then the welcome; timing, then its answer; registration; two notifications, then mail.
        raw.sendall(sent[0] + sent[1])
        received += receive(raw)
        raw.sendall(sent[2])
        received += receive(raw)
        raw.sendall(sent[3] + sent[4])
        received += receive(raw)
        mail = [answer for answer in answers if answer.kind == "N" and answer.source == "rawcli"]
        for ours, recorded in zip(received, [answers[0], answers[1], mail[0]]):
            fields = ("kind", "data", "key", "source", "identity", "community", "text", "value2")
            self.assertEqual([getattr(ours, f) for f in fields], [getattr(recorded, f) for f in fields])
        self.assertEqual(received[2].value, mail[0].value)

    def test_encoded_messages_equal_the_recorded_ones(self):
        for line in CAPTURE.read_text().splitlines():
            if line.startswith("#"):
                continue
            content = bytes.fromhex(line.split()[1])
            if content == BANNER:
                continue
            messages, rest = [], content[9:]
            while rest:
                size = int.from_bytes(rest[:4], "little")
                messages.append(Message.decode(rest[:size]))
                rest = rest[size:]
            self.assertEqual(packet(messages), content)


if __name__ == "__main__":
    unittest.main()
