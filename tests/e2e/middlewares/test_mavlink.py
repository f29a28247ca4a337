"""MAVLink with pymavlink: sensor messages, commands, peers that start late or disconnect, and malformed input."""

import math
import os
import pathlib
import socket
import tempfile
import unittest

from harness import TIMEOUT_S, TestCase, command, free_ports
from mavlink_peers import connection, receive

SCENE = """
from morse.builder import *

device = %r
options = %r

quad = Quadrotor("quad")
quad.translate(1, 2, 5)
for sensor in (Attitude(), Odometry("odometry"), Pose(), IMU("imu"), GPS("gps"), Barometer()):
    if sensor.name == "imu":
        sensor.level("truth")
    if sensor.name == "gps":
        sensor.level("raw")
    sensor.add_stream("mavlink", device=device, **options)
    quad.append(sensor)
waypoint = RotorcraftWaypoint("waypoint")
waypoint.add_stream("mavlink", device=device, **options)
quad.append(waypoint)

env = Environment("empty")
env.properties(longitude=1.5, latitude=43.6, altitude=150.0)
"""

ATTITUDE_SCENE = """
from morse.builder import *

quad = Quadrotor("quad")
quad.translate(z=5)
attitude = RotorcraftAttitude("attitude")
attitude.add_stream("mavlink", device=%r)
quad.append(attitude)
odometry = Odometry("odometry")
odometry.add_stream("mavlink", device=%r)
quad.append(odometry)

env = Environment("empty")
"""


class MavlinkTest(TestCase):
    def start(self, ours, theirs, spoken=1, **options):
        simulator = self.run_scene(SCENE % (ours, options))
        peer = connection(theirs, spoken)
        self.addCleanup(peer.close)
        return simulator, peer

    def test_every_reading_is_sent_as_a_message(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        peer = connection("udpin:127.0.0.1:%d" % port)
        self.addCleanup(peer.close)
        self.run_scene(SCENE % ("udpout:127.0.0.1:%d" % port, {}))
        beat = receive(peer, "HEARTBEAT")
        self.assertEqual((beat.type, beat.autopilot, beat.base_mode, beat.system_status), (0, 0, 194, 4))
        self.assertEqual((beat.get_srcSystem(), beat.get_srcComponent()), (0, 0))
        self.assertEqual(beat.get_msgbuf()[0], 0xFE, "MAVLink 1")
        attitude = receive(peer, "ATTITUDE")
        self.assertAlmostEqual(attitude.roll, 0.0, 2)
        receive(peer, "LOCAL_POSITION_NED")
        mocap = receive(peer, "ATT_POS_MOCAP", lambda message: message.time_usec > 0)
        self.assertAlmostEqual(mocap.x, 1.0, 1)
        self.assertAlmostEqual(mocap.y, -2.0, 1)
        self.assertLess(mocap.z, -4.0)
        imu = receive(peer, "HIGHRES_IMU", lambda message: abs(message.zacc + 9.81) < 0.5)
        self.assertGreater(math.hypot(imu.xmag, imu.ymag, imu.zmag), 0.2, "gauss")
        gps = receive(peer, "GPS_RAW_INT")
        self.assertAlmostEqual(gps.lat * 1e-7, 43.6, 3)
        self.assertEqual(gps.fix_type, 3)
        pressure = receive(peer, "SCALED_PRESSURE")
        self.assertAlmostEqual(pressure.press_abs, 1013.25, 0)
        self.assertEqual(peer.mav_loss, 0)

    def test_position_target_moves_the_robot_and_the_same_device_sends_its_pose(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        _, peer = self.start("udpin:127.0.0.1:%d" % port, "udpout:127.0.0.1:%d" % port)
        send = lambda: peer.mav.set_position_target_local_ned_send(
            0, 1, 1, 1, 0, 3.0, -2.0, -6.0, 0, 0, 0, 0, 0, 0, 0, 0
        )
        send()
        receive(peer, "ATT_POS_MOCAP", lambda message: abs(message.x - 3.0) < 0.6 and abs(message.z + 6.0) < 0.6)

    def test_attitude_target_flies_the_robot(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        simulator = self.run_scene(ATTITUDE_SCENE % (("udpin:127.0.0.1:%d" % port,) * 2))
        peer = connection("udpout:127.0.0.1:%d" % port)
        self.addCleanup(peer.close)
        half = math.sin(0.05)
        # Nose down by 0.1 rad, with more thrust than the weight of 19.6 N.
        peer.mav.set_attitude_target_send(0, 1, 1, 0, [math.cos(0.05), 0, -half, 0], 0, 0, 0, 0.7)
        receive(peer, "LOCAL_POSITION_NED", lambda message: message.z < -0.5 and message.x > 0.05)
        self.assertIn("quad.attitude", "\n".join(simulator.lines))

    def test_version_2_ignores_commands_for_a_different_system_id(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        _, peer = self.start(
            "tcpin:127.0.0.1:%d" % port, "tcp:127.0.0.1:%d" % port, 2, version=2, system_id=7, component_id=1
        )
        beat = receive(peer, "HEARTBEAT")
        self.assertEqual((beat.get_srcSystem(), beat.get_srcComponent()), (7, 1))
        self.assertEqual(beat.get_msgbuf()[0], 0xFD)
        target = lambda system, x: peer.mav.set_position_target_local_ned_send(
            0, system, 1, 1, 0, x, -2.0, -5.0, 0, 0, 0, 0, 0, 0, 0, 0
        )
        target(7, 3.0)
        target(8, -30.0)
        receive(peer, "ATT_POS_MOCAP", lambda message: abs(message.x - 3.0) < 0.3)

    def test_malformed_packets_and_closed_peers_are_harmless(self):
        port = free_ports(1, socket.SOCK_DGRAM)
        simulator, peer = self.start("udpin:127.0.0.1:%d" % port, "udpout:127.0.0.1:%d" % port)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as closed_peer:
            for size in (1, 7, 40, 280, 1400, 60000):
                closed_peer.sendto(os.urandom(size), ("127.0.0.1", port))
                closed_peer.sendto(b"\xfe\xff" * (size // 2), ("127.0.0.1", port))
        # The simulator sends to the closed peer, whose port answers with network errors.
        peer.mav.heartbeat_send(6, 8, 0, 0, 0)
        receive(peer, "ATTITUDE")
        # A quaternion of norm zero, an unknown enumerator, NaN.
        peer.mav.set_attitude_target_send(0, 1, 1, 0, [0, 0, 0, 0], 0, 0, 0, 0.5)
        peer.mav.set_position_target_local_ned_send(0, 1, 1, 77, 0xFFFF, *[float("nan")] * 11)
        receive(peer, "ATTITUDE")
        peer.mav.set_position_target_local_ned_send(0, 1, 1, 1, 0, 1.0, -2.0, -6.0, 0, 0, 0, 0, 0, 0, 0, 0)
        receive(peer, "ATT_POS_MOCAP", lambda message: abs(message.z + 6.0) < 0.3)
        self.assertFalse([line for line in simulator.lines if "panic" in line])

    def test_tcp_client_connects_to_late_and_restarted_server(self):
        port = free_ports(1)
        simulator = self.run_scene(SCENE % ("tcp:127.0.0.1:%d" % port, {}))
        simulator.wait_for("cannot connect")
        for _ in range(2):
            with socket.create_server(("127.0.0.1", port)) as server:
                server.settimeout(TIMEOUT_S)
                client, _ = server.accept()
                with client:
                    client.settimeout(TIMEOUT_S)
                    self.assertEqual(client.recv(1), b"\xfe")

    def test_unsupported_device_is_an_error(self):
        for device, message in (("/dev/ttyUSB0", "Serial devices"), ("udpin:127.0.0.1:x", "no address")):
            scene = self.folder() / "scene.py"
            scene.write_text(SCENE % (device, {}))
            code, out, err = command("run", "--duration", "0.1", "--port", 0, "--stream-port", 0, scene)
            self.assertNotEqual(code, 0)
            self.assertIn(message, " ".join((out + err).split()))

    def folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)


if __name__ == "__main__":
    unittest.main()
