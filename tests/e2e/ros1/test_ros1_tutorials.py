"""Scenes of the original's ROS 1 tutorials, with their clients."""

import unittest

from ros1_peers import RosTestCase, wait_until

DRIVE = """
from morse.builder import *
atrv = ATRV()
pose = Pose()
pose.translate(z=0.75)
atrv.append(pose)
motion = MotionVW()
atrv.append(motion)
atrv.add_default_interface('ros')
env = Environment('indoors-1/indoor-1', fastmode=True)
"""

# Drives back and forth between x = 1 m and x = 2 m.
BACK_AND_FORTH = """
from geometry_msgs.msg import PoseStamped, Twist
drive = rospy.Publisher('/atrv/motion', Twist, queue_size=1)
command, passed = Twist(), []
command.linear.x = 0.5
def steer(message):
    x = message.pose.position.x
    if x < 1.0:
        command.linear.x = 0.5
    elif x > 2.0:
        command.linear.x = -0.5
    if not passed or (x > 2.0) != passed[-1][0] and (x > 2.0 or x < 1.0):
        passed.append((x > 2.0, x))
    drive.publish(command)
subscriber = rospy.Subscriber('/atrv/pose', PoseStamped, steer)
wait_until(lambda: len(passed) > 3, 60)
subscriber.unregister()
result = passed
"""

KINECT = """
from morse.builder import *
robot = ATRV()
keyboard = Keyboard()
robot.append(keyboard)
odometry = Odometry()
odometry.add_stream('ros', frame_id='odom', child_frame_id='base_footprint')
robot.append(odometry)
kinect = Kinect()
kinect.translate(x=0.3, z=0.9)
kinect.add_stream('ros', frame_id='kinect')
robot.append(kinect)
env = Environment('outdoors')
"""

NAVIGATION = """
from morse.builder import *
james = BasePR2()
james.add_interface('ros')
odometry = Odometry()
odometry.add_stream('ros', topic='/odom')
james.append(odometry)
keyboard = Keyboard()
james.append(keyboard)
scan = Hokuyo()
scan.translate(x=0.275, z=0.252)
scan.properties(Visible_arc=False, laser_range=30.0, resolution=1.0, scan_window=180.0)
scan.create_laser_arc()
scan.add_stream('ros', topic='/base_scan')
james.append(scan)
motion = MotionXYW()
motion.properties(ControlType='Position')
motion.add_stream('ros', topic='/cmd_vel')
james.append(motion)
env = Environment('tum_kitchen/tum_kitchen', fastmode=True)
"""

DEPTH = """
from morse.builder import *
atrv = ATRV()
motion = MotionVW()
atrv.append(motion)
odometry = Odometry()
atrv.append(odometry)
camera = DepthCamera()
camera.translate(x=0.3, z=0.76)
camera.rotate(y=-0.3)
camera.properties(cam_width=64, cam_height=48)
camera.frequency(15)
atrv.append(camera)
atrv.add_default_interface('ros')
env = Environment('indoors-1/indoor-1')
camera.profile()
"""

SEVERAL = """
from morse.builder import *

def equipped(name, x):
    robot = ATRV(name)
    robot.translate(x=x)
    motion = MotionVW('motion')
    robot.append(motion)
    gyroscope = Gyroscope('gyroscope')
    robot.append(gyroscope)
    for component in (motion, gyroscope):
        component.add_stream('ros')
    return robot

robots = [equipped('atrv%d' % number, -8.0 + 2.0 * number) for number in (1, 2, 3)]
env = Environment('indoors-1/indoor-1', fastmode=True)
del env
"""

QUADROTOR = """
from morse.builder import *
mav = Quadrotor()
mav.name = 'mav'
mav.translate(z=0.5)
velocity = RotorcraftVelocity()
velocity.name = 'velocity'
velocity.add_stream('ros', topic='/mav/cmd_vel')
mav.append(velocity)
imu = IMU()
imu.name = 'imu'
imu.add_stream('ros', topic='/mav/imu')
mav.append(imu)
pose = Pose()
pose.name = 'pose'
pose.add_stream('ros')
mav.append(pose)
env = Environment('indoors-1/indoor-1', fastmode=True)
"""


class Tutorials(RosTestCase):
    def start(self, scene):
        self.master = self.start_master()
        simulator = self.run_ros_scene(scene, self.master)
        self.addCleanup(lambda: self.assertFalse([line for line in simulator.lines if "ERROR" in line]))
        return self.start_node(self.master)

    def test_client_drives_back_and_forth(self):
        passed = self.start(DRIVE).run(BACK_AND_FORTH)
        self.assertEqual([far for far, _ in passed], [False, True, False, True])
        for far, x in passed[1:]:
            self.assertAlmostEqual(x, 2.0 if far else 1.0, delta=0.3)

    def test_command_line_tools_drive_and_read(self):
        self.start(DRIVE)
        wait_until(lambda: {"/atrv/pose"} <= self.master.topics())
        self.tool(self.master, "rostopic", "pub", "-1", "/atrv/motion", "geometry_msgs/Twist", "{linear: {x: 0.5}}")
        seen = lambda: float(self.tool(self.master, "rostopic", "echo", "-n", "1", "/atrv/pose/pose/position/x").split()[0])
        wait_until(lambda: seen() > 0.3)

    def test_both_kinect_cameras_have_the_kinect_frame(self):
        node = self.start(KINECT)
        result = node.run(
            """
            from sensor_msgs.msg import CameraInfo, Image
            from nav_msgs.msg import Odometry
            result = [receive('/robot/odometry', Odometry)[0].child_frame_id]
            for camera in ('rgb', 'depth'):
                image = receive('/robot/Kinect/%s/image' % camera, Image)[0]
                info = receive('/robot/Kinect/%s/camera_info' % camera, CameraInfo)[0]
                result.append([image.header.frame_id, image.encoding, image.width, len(image.data), info.header.frame_id])
            """
        )
        size = 4 * 128 * 128
        expected = [["kinect", encoding, 128, size, "kinect"] for encoding in ("rgba8", "32FC1")]
        self.assertEqual(result, ["base_footprint", *expected])

    def test_pr2_has_the_topics_of_the_navigation_stack(self):
        node = self.start(NAVIGATION)
        odometry, scan, joints, moved, actions = node.run(
            """
            from geometry_msgs.msg import Twist
            from nav_msgs.msg import Odometry
            from sensor_msgs.msg import JointState, LaserScan
            begin = receive('/odom', Odometry)[0]
            scan = receive('/base_scan', LaserScan)[0]
            joints = receive('/joint_states', JointState)[0]
            drive = rospy.Publisher('/cmd_vel', Twist, queue_size=1)
            wait_until(lambda: drive.get_num_connections() > 0)
            command = Twist()
            command.angular.z = 0.5
            drive.publish(command)
            turned = lambda: receive('/odom', Odometry)[0].pose.pose.orientation.z
            wait_until(lambda: abs(turned() - begin.pose.pose.orientation.z) > 0.1)
            actions = [topic for topic, _ in rospy.get_published_topics() if topic.endswith('joint_trajectory_action/status')]
            result = [begin, scan, joints, turned(), actions]
            """
        )
        self.assertEqual((odometry["header"]["frame_id"], odometry["child_frame_id"]), ("/odom", "/base_footprint"))
        self.assertAlmostEqual(len(scan["ranges"]), 180, delta=1)
        self.assertLess(min(scan["ranges"]), 10.0)
        self.assertIn("torso_lift_joint", joints["name"])
        self.assertEqual(len(joints["name"]), len(set(joints["name"])))
        self.assertEqual(len(actions), 4, actions)

    def test_profiled_depth_camera_publishes_a_point_cloud(self):
        cloud = self.start(DEPTH).run(
            """
            from sensor_msgs.msg import PointCloud2
            cloud = receive('/atrv/camera', PointCloud2, count=2)[1]
            result = [cloud.width, len(cloud.data), cloud.header.frame_id]
            """
        )
        self.assertGreater(cloud[0], 1000)
        self.assertEqual(cloud[1:], [12 * cloud[0], "/atrv/camera"])

    def test_robots_built_by_a_function_have_topics_of_their_own(self):
        node = self.start(SEVERAL)
        texts = node.run(
            """
            from geometry_msgs.msg import Twist
            from std_msgs.msg import String
            import re
            drive = rospy.Publisher('/atrv2/motion', Twist, queue_size=1)
            wait_until(lambda: drive.get_num_connections() > 0)
            command = Twist()
            command.angular.z = 1.0
            drive.publish(command)
            yaw = lambda robot: float(re.search(r"'yaw', ([-+.e0-9]+)", receive('/%s/gyroscope' % robot, String)[0].data)[1])
            wait_until(lambda: yaw('atrv2') > 0.3)
            result = [yaw('atrv1'), yaw('atrv3')]
            """
        )
        for yaw in texts:
            self.assertAlmostEqual(yaw, 0.0, delta=0.05)

    def test_quadrotor_climbs_on_command(self):
        imu, height = self.start(QUADROTOR).run(
            """
            from geometry_msgs.msg import PoseStamped, Twist
            from sensor_msgs.msg import Imu
            drive = rospy.Publisher('/mav/cmd_vel', Twist, queue_size=1)
            wait_until(lambda: drive.get_num_connections() > 0)
            command = Twist()
            command.linear.z = 0.5
            drive.publish(command)
            height = lambda: receive('/mav/pose', PoseStamped)[0].pose.position.z
            wait_until(lambda: height() > 1.2)
            result = [receive('/mav/imu', Imu)[0], height()]
            """
        )
        self.assertAlmostEqual(imu["orientation"]["w"], 1.0, delta=0.2)
        self.assertGreater(height, 1.2)


if __name__ == "__main__":
    unittest.main()
