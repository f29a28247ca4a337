"""Signs, axes and covariances of ROS 2 messages, with a real DDS peer: REP 103, REP 145 and the definitions of the messages."""

import math
import tempfile
import unittest
from pathlib import Path

from harness import command
from ros2_peers import SENSOR_DATA, Ros2TestCase
import ros2_types as t

ZERO = t.Vector3(0.0, 0.0, 0.0)

ROTORCRAFT = """
from morse.builder import *

robot = Quadrotor()
robot.translate(z=8)
motion = RotorcraftVelocity()
motion.add_stream('ros2', topic='/cmd_vel')
robot.append(motion)
velocity = Velocity()
velocity.add_stream('ros2', topic='/vel')
robot.append(velocity)
pose = Pose()
pose.add_stream('ros2', topic='/pose')
robot.append(pose)
env = Environment('empty')
"""

NORTH = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
motion.properties(ControlType='Position')
motion.add_stream('ros2', topic='/cmd_vel')
robot.append(motion)
gps = GPS()
gps.level('raw')
gps.add_stream('ros2', topic='/fix')
robot.append(gps)
imu = IMU()
imu.add_stream('ros2', topic='/imu')
robot.append(imu)
magnetometer = Magnetometer()
magnetometer.add_stream('ros2', topic='/mag')
robot.append(magnetometer)
env = Environment('empty')
env.properties(longitude=1.4333, latitude=43.6, altitude=135.0, angle_against_north=0.0)
"""

ODOMETRY = """
from morse.builder import *

robot = ATRV()
turned = Odometry()
turned.translate(x=0.5)
turned.rotate(z=3.14159)
turned.add_stream('ros2', topic='/odom')
robot.append(turned)
motion = MotionVW()
motion.add_stream('ros2', topic='/cmd_vel')
robot.append(motion)
env = Environment('empty')
"""

NO_BODY = """
from morse.builder import *

robot = FakeRobot()
robot.translate(z=1)
motion = MotionXYW()
motion.add_stream('socket')
robot.append(motion)
env = Environment('empty')
"""

NOISE = """
from morse.builder import *

robot = ATRV()
physical = IMU('physical')
physical.level('physical')
physical.add_stream('ros2', topic='/physical')
robot.append(physical)
noisy = IMU('noisy')
noisy.alter('Noise', gyro_std=0.1, accel_std=0.2)
noisy.add_stream('ros2', topic='/noisy', orientation_covariance=0.3)
robot.append(noisy)
odometry = Odometry('odometry')
odometry.alter('Noise', pos_std=0.1, rot_std=0.05)
odometry.add_stream('ros2', topic='/odom')
robot.append(odometry)
drifting = Odometry('drifting')
drifting.alter('', 'morse.modifiers.odometry_noise.OdometryNoiseModifier', factor=1.05)
drifting.add_stream('ros2', topic='/drift', frame_id='drift', child_frame_id='drift_base')
robot.append(drifting)
motion = MotionVW()
motion.add_stream('ros2', topic='/cmd_vel')
robot.append(motion)
env = Environment('empty')
"""


def yaw_of(q):
    return math.atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))


def rotated(q, v):
    """A vector of the sensor in the axes that the orientation is relative to."""
    ux, uy, uz = 2.0 * (q.y * v.z - q.z * v.y), 2.0 * (q.z * v.x - q.x * v.z), 2.0 * (q.x * v.y - q.y * v.x)
    return (
        v.x + q.w * ux + q.y * uz - q.z * uy,
        v.y + q.w * uy + q.z * ux - q.x * uz,
        v.z + q.w * uz + q.x * uy - q.y * ux,
    )


def diagonal(covariance):
    size = math.isqrt(len(covariance))
    return [covariance[index * (size + 1)] for index in range(size)]


class Conventions(Ros2TestCase):
    def drive(self, peer, x=0.0, turn=0.0):
        twists = peer.publish_to("/cmd_vel", t.Twist)
        twists.write(t.Twist(linear=t.Vector3(x, 0.0, 0.0), angular=t.Vector3(0.0, 0.0, turn)))
        return twists

    def check(self, script):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "scene.py")
        path.write_text(script)
        return command("check", path)

    def assert_near(self, found, expected, tolerance=1e-9):
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected):
            self.assertLessEqual(abs(one - other), tolerance, (found, expected))

    def test_rotorcraft_turns_to_the_left_at_a_positive_rate(self):
        _, peer = self.start(ROTORCRAFT)
        velocity, pose = peer.reader("/vel", t.TwistStamped), peer.reader("/pose", t.PoseStamped)
        velocity.first()
        self.drive(peer, turn=0.5)
        velocity.first(lambda message: abs(message.twist.angular.z - 0.5) < 0.05)
        left = pose.first(lambda message: abs(yaw_of(message.pose.orientation)) > 0.3)
        self.assertGreater(yaw_of(left.pose.orientation), 0.0)

    def test_gps_imu_and_magnetometer_agree_about_north(self):
        _, peer = self.start(NORTH)
        fixes = peer.reader("/fix", t.NavSatFix)
        start = fixes.first()
        orientation = peer.reader("/imu", t.Imu, SENSOR_DATA).first().orientation
        self.assertAlmostEqual(yaw_of(orientation), math.pi / 2, 3)
        field = peer.reader("/mag", t.MagneticField, SENSOR_DATA).first().magnetic_field
        east, north, up = rotated(orientation, field)
        self.assertGreater(north, 1e-5)
        self.assertLess(abs(east), north / 10)
        self.assertLess(up, -1e-5)
        self.drive(peer, x=1.0)
        moved = fixes.first(lambda fix: fix.latitude > start.latitude + 2e-6)
        self.assertAlmostEqual(moved.longitude, start.longitude, 7)

    def test_odometry_of_a_turned_sensor_is_that_of_the_robot(self):
        _, peer = self.start(ODOMETRY)
        odometry, transforms = peer.reader("/odom", t.Odometry), peer.reader("/tf", t.TFMessage)
        odometry.first()
        twists = self.drive(peer, x=1.0)
        moved = odometry.first(lambda message: abs(message.pose.pose.position.x) > 0.5)
        self.assertGreater(moved.pose.pose.position.x, 0.5)
        self.assertAlmostEqual(yaw_of(moved.pose.pose.orientation), 0.0, 2)
        self.assertGreater(moved.twist.twist.linear.x, 0.5)
        of_footprint = lambda message: message.transforms[0].child_frame_id == "base_footprint"
        transforms.received.clear()
        transform = transforms.first(of_footprint).transforms[0]
        self.assertEqual(transform.header.frame_id, "odom")
        self.assertGreater(transform.transform.translation.x, 0.0)
        # A robot that turns in place does not move, although its sensor does.
        twists.write(t.Twist(linear=ZERO, angular=t.Vector3(0.0, 0.0, 1.0)))
        odometry.first(lambda message: message.twist.twist.angular.z > 0.9 and abs(message.twist.twist.linear.y) < 0.05)

    def test_check_reports_an_actuator_that_moves_nothing(self):
        code, out, errors = self.check(NO_BODY)
        self.assertEqual(code, 0)
        self.assertIn("robot.motion: it moves the body of its robot, but `robot` has no body that moves, so nothing will", errors)
        self.assertIn("with 1 warning", out)
        _, out, errors = self.check(NO_BODY.replace("motion.add_stream", "motion.level('kinematic')\nmotion.add_stream"))
        self.assertNotIn("warning", out + errors)

    def test_covariances_are_those_of_the_noise(self):
        _, peer = self.start(NOISE)
        noisy = peer.reader("/noisy", t.Imu, SENSOR_DATA).first()
        self.assert_near(diagonal(noisy.angular_velocity_covariance), [0.01] * 3)
        self.assert_near(diagonal(noisy.linear_acceleration_covariance), [0.04] * 3)
        self.assert_near(diagonal(noisy.orientation_covariance), [0.3] * 3)
        odometry = peer.reader("/odom", t.Odometry).first()
        self.assert_near(diagonal(odometry.pose.covariance), [0.01] * 3 + [0.0025] * 3)
        self.assert_near(diagonal(odometry.twist.covariance), [1e-9] * 6, 1e-12)
        physical = peer.reader("/physical", t.Imu, SENSOR_DATA).first()
        # Of the data sheet: noise density squared times the bandwidth of a first-order filter.
        gyro = (math.radians(0.015) ** 2) * math.pi / 2 * 196.6
        accel = ((230e-6 * 9.80665) ** 2) * math.pi / 2 * 246.0
        self.assert_near(diagonal(physical.angular_velocity_covariance), [gyro] * 3, 0.01 * gyro)
        self.assert_near(diagonal(physical.linear_acceleration_covariance), [accel] * 3, 0.01 * accel)

    def test_covariance_of_odometry_that_drifts_grows_with_the_path(self):
        _, peer = self.start(NOISE)
        drifting = peer.reader("/drift", t.Odometry)
        drifting.first()
        self.drive(peer, x=1.0)
        moved = drifting.first(lambda message: message.pose.pose.position.x > 0.5)
        # The measured path is 5 % longer than the true one.
        error = moved.pose.pose.position.x * 0.05 / 1.05
        self.assertAlmostEqual(math.sqrt(moved.pose.covariance[0]), error, 3)


if __name__ == "__main__":
    unittest.main()
