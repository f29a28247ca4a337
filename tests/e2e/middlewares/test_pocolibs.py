"""pocolibs: posters that a peer program reads and writes, and requests as lines of text."""

import json
import signal
import socket
import struct
import unittest

from harness import ROOT, Connection, free_ports, wait_until
from pocolibs_peers import PocolibsTestCase, in_kernel, with_each_library

ROBOT = """
from morse.builder import *
robot = ATRV()
motion = MotionVW()
motion.add_stream('pocolibs', poster='speedRef')
robot.append(motion)
pose = Pose()
pose.add_stream('pocolibs', 'morse.middleware.pocolibs.sensors.pom.PomPoster', poster='pomPos')
robot.append(pose)
gps = GPS()
gps.properties(reference_frame='pomRef', confidence=0.5)
gps.add_stream('pocolibs', poster='pomSensor')
robot.append(gps)
ptu = PTU()
ptu.add_stream('pocolibs', poster='ptuRef')
robot.append(ptu)
posture = PTUPosture()
posture.add_stream('pocolibs')
ptu.append(posture)
camera = VideoCamera()
camera.properties(cam_width=16, cam_height=8)
camera.add_stream('pocolibs', poster='viam')
robot.append(camera)
depth = DepthCamera()
depth.properties(cam_width=8, cam_height=4)
depth.translate(z=1.0)
depth.add_stream('pocolibs', poster='spix')
robot.append(depth)
env = Environment('empty')
"""

# Sizes of the structures of these names, and of the speed and posture posters, whose layout is assumed. [bytes]
POM_POS, POM_ME_POS, POM_SENSOR_POS, POM_SE_POSTER, SPEED, STATES = 656, 456, 872, 728, 64, 32


def speed(v, w):
    return struct.pack("<ii7d", 1, 1, v, 0.0, w, 0.0, 0.0, 0.0, 0.0)


def angles(pan, tilt):
    return bytes(512) + struct.pack("<ddd", pan, tilt, 0.0) + bytes(POM_SE_POSTER - 512 - 24)


def pom_pos(content):
    """Date, x and yaw of a POM_POS."""
    yaw, _, _, x = struct.unpack_from("<4d", content, 8)
    return struct.unpack_from("<i", content)[0], x, yaw


class Robot:
    def test_sensors_write_posters_and_actuators_read_them(self):
        self.devices.init()
        peer = self.devices.peer
        simulator = self.run_poster_scene(ROBOT)
        simulator.wait_for("Create poster pomPos of size 656")
        first = pom_pos(peer.wait_for("pomPos", POM_POS))
        self.assertAlmostEqual(first[1], 0.0, delta=0.1)
        # The pose of a sensor is written only after a poster provides its date.
        self.assertIsNone(peer.read("pomSensor", POM_ME_POS))
        peer.write("pomRef", struct.pack("<i", 4711) + bytes(POM_SENSOR_POS - 4))
        sensor = peer.wait_for("pomSensor", POM_ME_POS)
        self.assertEqual(struct.unpack_from("<iidi", sensor), (0, 0, 0.5, 4711))
        peer.write("speedRef", speed(1.0, 0.5))
        last = pom_pos(peer.wait_for("pomPos", POM_POS, lambda content: pom_pos(content)[1] > 0.3))
        self.assertGreater(last[0], first[0])
        self.assertGreater(last[2], 0.05)
        peer.write("speedRef", speed(0.0, 0.0))
        peer.write("ptuRef", angles(0.5, -0.25))
        reached = lambda content: abs(struct.unpack("<4d", content)[0] - 0.5) < 0.01
        pan, tilt, pan_deg, tilt_deg = struct.unpack("<4d", peer.wait_for("robot.ptu.posture", STATES, reached))
        self.assertAlmostEqual(pan_deg, 28.65, delta=0.6)
        image = peer.wait_for("viam", 96 + 1472 - 96)
        self.assertEqual(image[:9], b"mono_bank")
        self.assertEqual(image[96:109], b"robot.camera\0")
        # One row of eight pixels sees the ground.
        points = peer.wait_for("spix", 4)
        self.assertEqual(struct.unpack("<i", points)[0], 8)
        simulator.process.send_signal(signal.SIGINT)
        simulator.wait_for_exit()
        # The simulator removes its posters, but not the devices, which the peer created.
        self.assertIsNone(peer.read("pomPos", POM_POS))
        self.assertTrue(self.devices.lock_file())

    def test_odometry_posters_have_positions_only_at_the_integrated_level(self):
        self.devices.init()
        peer = self.devices.peer
        odometry = """odometry = Odometry()
odometry.add_stream('pocolibs', 'morse.middleware.pocolibs.sensors.pom.PomPoster', poster='odometry')
robot.append(odometry)
raw = Odometry()
raw.level('raw')
raw.add_stream('pocolibs', 'morse.middleware.pocolibs.sensors.pom.PomPoster', poster='raw')
robot.append(raw)
env ="""
        simulator = self.run_poster_scene(ROBOT.replace("env =", odometry))
        simulator.wait_for("PomPoster is a stream of level 'integrated'; some of its fields may be missing at level 'raw'")
        simulator.wait_for("robot.raw: at level raw it reads neither position nor angles")
        peer.write("speedRef", speed(1.0, 0.5))
        peer.wait_for("odometry", POM_POS, lambda content: min(pom_pos(content)[1:]) > 0.1)
        self.assertEqual(pom_pos(peer.wait_for("raw", POM_POS))[1:], (0.0, 0.0))

    def test_simulator_attaches_to_late_and_recreated_devices(self):
        simulator = self.run_poster_scene(ROBOT)
        simulator.wait_for("No posters: there are no h2 devices")
        self.devices.init()
        self.devices.peer.wait_for("pomPos", POM_POS)
        self.devices.end()
        simulator.wait_for("The h2 devices were removed")
        if self.devices.library:
            self.devices.peer.stop()
        self.devices.init()
        self.devices.peer.wait_for("pomPos", POM_POS)
        with simulator.connect() as connection:
            self.assertEqual(connection.ask("id simulation list_robots"), 'id SUCCESS ["robot"]')

    def test_next_simulator_removes_posters_of_a_killed_one(self):
        self.devices.init()
        peer = self.devices.peer
        simulator = self.run_poster_scene(ROBOT)
        peer.wait_for("pomPos", POM_POS)
        simulator.process.kill()
        simulator.wait_for_exit()
        simulator = self.run_poster_scene(ROBOT.replace("'pomPos'", "'other'"))
        simulator.wait_for("Posters of a simulator that died are removed: .*pomPos")
        peer.wait_for("other", POM_POS)
        self.assertIsNone(peer.read("pomPos", POM_POS))

    def test_mismatched_posters_are_refused_and_the_simulation_continues(self):
        self.devices.init()
        peer = self.devices.peer
        peer.write("speedRef", b"too small")
        peer.write("pomPos", bytes(POM_POS))
        simulator = self.run_poster_scene(ROBOT)
        simulator.wait_for("The poster pomPos cannot be created: the process .* has a poster pomPos already")
        simulator.wait_for("robot.motion: the poster speedRef is refused, the poster has 9 bytes, where 64 are read")
        peer.write("ptuRef", angles(float("nan"), float("inf")))
        simulator.wait_for("robot.ptu: the poster ptuRef is refused")
        peer.write("ptuRef", angles(0.25, 0.0))
        peer.wait_for("robot.ptu.posture", STATES, lambda content: abs(struct.unpack("<4d", content)[0] - 0.25) < 0.01)
        # The simulator creates its poster once the owner of the name deletes the old one.
        peer.delete("pomPos")
        peer.wait_for("pomPos", POM_POS, lambda content: pom_pos(content)[0] > 0)


RobotWithOwnProgram, RobotWithPocolibs = with_each_library(Robot)

OWN_DEVICES = """
from morse.builder import *
robot = ATRV()
pose = Pose()
pose.add_stream('pocolibs', 'morse.middleware.pocolibs.sensors.pom.PomPoster')
robot.append(pose)
env = Environment('empty')
env.configure_stream_manager('pocolibs', h2_init=True)
"""


class FirstExample(PocolibsTestCase):
    def test_example_of_the_documentation_runs(self):
        self.devices.init()
        port = free_ports(1)
        page = (ROOT / "docs" / "pocolibs.md").read_text()
        scene = page.split("```python\n")[1].split("```")[0]
        scene += "env.configure_stream_manager('pocolibs', port=%d)\n" % port
        self.run_poster_scene(scene)
        peer = self.devices.peer
        peer.wait_for("pomPos", POM_POS)
        client = self.requests(port)
        self.assertEqual(client.ask("RQST ::robot.motion::set_speed 1 0"), "OK 0")
        self.assertEqual(client.line(), "0 ::robot.motion::set_speed TERM OK")
        peer.wait_for("pomPos", POM_POS, lambda content: pom_pos(content)[1] > 0.3)


class OwnDevicesOfTheSimulator(PocolibsTestCase):
    def start(self):
        simulator = self.run_poster_scene(OWN_DEVICES)
        simulator.wait_for("Create poster robot.pose")
        return simulator

    def test_devices_are_removed_at_exit(self):
        before = in_kernel()
        simulator = self.start()
        self.assertGreaterEqual(len(in_kernel() - before), 3)
        simulator.process.send_signal(signal.SIGTERM)
        simulator.wait_for_exit()
        self.assertIsNone(self.devices.lock_file())

    def test_devices_of_a_killed_simulator_are_recreated_and_removed(self):
        simulator = self.start()
        simulator.process.kill()
        simulator.wait_for_exit()
        self.assertTrue(self.devices.lock_file())
        simulator = self.run_poster_scene(OWN_DEVICES)
        simulator.wait_for("The h2 devices of a crashed simulator are recreated")
        simulator.process.send_signal(signal.SIGTERM)
        simulator.wait_for_exit()
        self.assertIsNone(self.devices.lock_file())


SERVICES = """
from morse.builder import *
robot = ATRV()
motion = MotionVW()
robot.append(motion)
motion.add_service('pocolibs')
motion.add_overlay('pocolibs', 'morse.middleware.pocolibs.overlays.rflex_overlay.RflexModule')
ptu = PTU()
robot.append(ptu)
ptu.add_service('pocolibs')
ptu.add_overlay('pocolibs', 'morse.middleware.pocolibs.overlays.platine_overlay.PlatineModule')
waypoint = Waypoint()
robot.append(waypoint)
waypoint.add_service('pocolibs')
camera = VideoCamera()
camera.properties(cam_width=16, cam_height=8)
camera.add_stream('pocolibs', poster='viam')
robot.append(camera)
camera.add_service('pocolibs')
camera.add_overlay('pocolibs', 'morse.middleware.pocolibs.overlays.viam_overlay.ViamModule')
depth = DepthCamera()
depth.properties(cam_width=8, cam_height=4)
depth.add_stream('pocolibs', poster='spix')
robot.append(depth)
depth.add_service('pocolibs')
depth.add_overlay('pocolibs', 'morse.middleware.pocolibs.overlays.stereopixel_overlay.StereopixelModule')
turning = Velodyne()
turning.properties(cam_width=8, cam_height=4)
turning.add_stream('pocolibs', poster='velodyne')
robot.append(turning)
turning.add_service('pocolibs')
turning.add_overlay('pocolibs', 'morse.middleware.pocolibs.overlays.velodyne_overlay.VelodyneModule')
gripper = Gripper()
robot.append(gripper)
gripper.add_service('pocolibs')
gripper.add_overlay('pocolibs', 'morse.middleware.pocolibs.overlays.fingers.Fingers')
pose = Pose()
pose.add_stream('socket')
robot.append(pose)
env = Environment('empty')
env.configure_stream_manager('pocolibs', port=PORT)
"""


class RequestsOfModules(PocolibsTestCase):
    def start(self):
        self.devices.init()
        port = free_ports(1)
        self.simulator = self.run_poster_scene(SERVICES.replace("PORT", str(port)))
        self.simulator.wait_for("Pocolibs request manager now listening on port %d" % port)
        return port

    def test_requests_call_services(self):
        port = self.start()
        client = self.requests(port)
        self.assertEqual(client.greeting, "HELLO 0")
        names = client.ask("cs::lsmbox").split()
        self.assertEqual(names[0], "OK")
        for name in ("robot.motion", "robot.ptu", "rflex", "platine", "viam", "stereopixel", "velodyne", "fingers"):
            self.assertIn(name, names)
        self.assertIn("::robot.ptu::get_pan_tiltSend", client.ask("info commands robot.ptu::*"))
        self.assertEqual(client.ask("RQST ::robot.ptu::get_pan_tilt"), "OK 0")
        self.assertTrue(client.line().startswith("0 ::robot.ptu::get_pan_tilt TERM OK "))
        self.assertEqual(client.ask("RQST ::robot.motion::set_speed 0.5 0"), "OK 1")
        self.assertEqual(client.line(), "1 ::robot.motion::set_speed TERM OK")
        self.assertEqual(client.ask("RQST ::robot.waypoint::goto 100 0 0 0.5 1"), "OK 2")
        self.assertEqual(client.line(), "2 ::robot.waypoint::goto ACK 0")
        self.assertEqual(client.ask("ABORT 2"), "OK ")
        self.assertEqual(client.line(), "2 ::robot.waypoint::goto TERM S_robot.waypoint_stdGenoM_ACTIVITY_INTERRUPTED")
        self.assertEqual(client.ask("RQST ::robot.motion::fly"), 'ERROR 1 invalid command name \\"flySend\\"')
        self.assertEqual(client.ask("RQST ::robot.motion::set_speed 1"), "ERROR 1 wrong # args")
        self.assertEqual(client.ask("RQST ::robot.motion::set_speed a b"), "ERROR 1 wrong type in args")
        self.assertEqual(client.ask("LM anything"), "OK ")
        self.assertEqual(client.ask("dance"), "ERROR 0 command dance not implemented!")
        second = self.requests(port)
        self.assertEqual(second.greeting, "HELLO 1")
        self.assertEqual(client.ask("REPLYTO 1"), "OK 1")
        self.assertEqual(client.ask("RQST ::robot.ptu::get_pan_tilt"), "OK 6")
        self.assertTrue(second.line().startswith("6 ::robot.ptu::get_pan_tilt TERM OK "))
        second.send("BYE")
        self.assertEqual(second._file.readline(), "")

    def test_overlays_are_genom_modules(self):
        port = self.start()
        client = self.requests(port)

        def execute(request, *ends):
            self.assertRegex(client.ask("RQST " + request), r"^OK \d+$")
            line = client.line()
            if line.endswith(" ACK 0"):
                line = client.line()
            self.assertTrue(line.split(" TERM ")[1].startswith(ends[0] if ends else "OK"), line)
            return line.split(" TERM ")[1]

        execute("::rflex::InitClient 1 2 3")
        execute("::rflex::SetMode 5")
        self.assertEqual(execute("::rflex::GetMode"), "OK 5")
        execute("::rflex::GotoSpeed 0 0 0.5 0 0.25 1 1")
        execute("::rflex::Stop")
        execute("::platine::InitDriver /dev/tty 9600 1")
        self.assertEqual(execute("::platine::GetSerialParams"), "OK /dev/tty  9600  1")
        execute("::platine::CmdPosCoord PLATINE_DEG PLATINE_ABSOLUTE 30 10 PLATINE_TRUE 0")
        pan, tilt = map(float, execute("::robot.ptu::get_pan_tilt").split()[1:])
        self.assertAlmostEqual(pan, 0.5236, delta=0.02)
        self.assertAlmostEqual(tilt, -0.1745, delta=0.02)
        execute("::platine::CmdPosPan PLATINE_RAD PLATINE_RELATIVE -0.5 PLATINE_TRUE 0")
        execute("::platine::CmdPosTilt 0 1 0.0 1 0")
        pan, tilt = map(float, execute("::robot.ptu::get_pan_tilt").split()[1:])
        self.assertAlmostEqual(pan, 0.0236, delta=0.03)
        self.assertAlmostEqual(tilt, 0.0, delta=0.03)
        execute("::platine::AimAtTargetPoint 0 0 0 0 0 0 f 0 10 0 0")
        execute("::platine::Stop")
        execute("::platine::CmdPosPan 0 1 nan 1 0", "S_platine_BAD_NUMBER")
        execute("::platine::TrackPos nowhere", "S_platine_POSTER_NOT_FOUND")
        self.assertEqual(execute("::viam::Acquire bank 1"), "OK bank  1")
        self.assertRegex(execute("::stereopixel::Compute"), r"^OK \d+  0  0  \d+$")
        execute("::velodyne::StartAcquisition")
        execute("::fingers::OpenGrip")
        self.assertEqual(execute("::fingers::CloseGrip"), "OK 0")

    def test_module_follows_a_poster_until_abort(self):
        port = self.start()
        client = self.requests(port)
        peer = self.devices.peer
        peer.write("track", speed(0.5, 0.0))
        self.assertEqual(client.ask("RQST ::rflex::TrackSpeedStart track"), "OK 0")
        self.assertEqual(client.line(), "0 ::rflex::TrackSpeedStart ACK 0")
        with self.simulator.connect() as connection:
            stream = int(connection.ask('p simulation get_stream_port ["robot.pose"]').split()[2])
            poses = Connection(stream)
            self.addCleanup(poses.close)
            wait_until(lambda: json.loads(poses.line())["x"] >= 0.2, "the robot drives")
        self.assertEqual(client.ask("ABORT 0"), "OK ")
        self.assertTrue(client.line().endswith("S_rflex_stdGenoM_ACTIVITY_INTERRUPTED"))

    def test_malformed_request_gets_an_error_or_closes_the_connection(self):
        port = self.start()
        client = self.requests(port)
        for first in (b"GET / HTTP/1.0\r\n", b"\xff\xfe\n", b"x" * 100000, b""):
            with socket.create_connection(("127.0.0.1", port), 30) as raw:
                try:
                    raw.sendall(first)
                    raw.shutdown(socket.SHUT_WR)
                    self.assertNotIn(b"HELLO", raw.recv(1000))
                except OSError:
                    pass
        for line in ("RQST", "RQST x", "RQST ::a", "RQST ::a::b::c", "ABORT", "ABORT 99", "ABORT x", "REPLYTO", "REPLYTO x", "info", "info commands unknown::*"):
            self.assertTrue(client.ask(line).startswith("ERROR "), line)
        self.assertEqual(client.ask("REPLYTO 77"), "OK 77")
        client.send("x" * 40000)
        self.assertTrue(client.line().startswith("ERROR 0 a request has at most"))
        # A client that never reads does not affect the other clients.
        stalled = self.requests(port)
        for _ in range(2000):
            stalled.send("cs::lsmbox")
        self.assertEqual(self.requests(port).ask("LM x"), "OK ")


if __name__ == "__main__":
    unittest.main()
