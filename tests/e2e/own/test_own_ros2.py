"""User-defined ROS 2 datastreams in Python, with the base classes and messages of ROS 1."""

from harness import command
from own_scene import OwnSceneCase
from ros2_peers import LATCHED, SENSOR_DATA, Ros2TestCase, wait_until
import ros2_types as t

STREAMS = '''
import rospy
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Point, Polygon, PoseArray, PoseStamped, Pose, Twist
from morse.middleware.ros import ROSPublisher, ROSPublisherTF, ROSSubscriber
from nav_msgs.msg import GetMapGoal
from sensor_msgs.msg import CameraInfo, LaserScan
from std_msgs.msg import Header, String


class Scan(ROSPublisher):
    ros_class = LaserScan

    def default(self, ci="unused"):
        scan = LaserScan(header=self.get_ros_header(), range_max=30.0)
        scan.ranges = self.data["range_list"]
        self.publish(scan)


class Stamped(ROSPublisherTF):
    ros_class = PoseStamped
    default_frame_id = "/world"

    def default(self, ci="unused"):
        message = PoseStamped(header=Header(stamp=Time(sec=7, nanosec=8), frame_id=self.frame_id))
        message.pose.position.x = self.data["x"]
        self.publish_with_robot_transform(message)


class Several(ROSPublisher):
    """Publishes a message type that the simulator itself never sends, and a message on a second topic."""
    ros_class = PoseArray

    def initialize(self):
        ROSPublisher.initialize(self)
        self.about = rospy.Publisher(self.topic_name + "/about", String, latch=True, queue_size=1)
        self.about.publish("about " + self.component_name)

    def default(self, ci="unused"):
        poses = [Pose(position=Point(x=float(number))) for number in range(3)]
        self.publish(PoseArray(header=self.get_ros_header(), poses=poses))


class Info(ROSPublisher):
    ros_class = CameraInfo

    def default(self, ci="unused"):
        info = CameraInfo(header=self.get_ros_header(), distortion_model="plumb_bob", k=[5.0] * 9)
        info.header.stamp.sec = 12
        info.d = [0.5]
        assert info.K == info.k
        self.publish(info)


class Drive(ROSSubscriber):
    ros_class = Twist

    def update(self, message):
        rospy.loginfo("driving at %g", message.linear.x)
        self.data["v"], self.data["w"] = message.linear.x, message.angular.z


class NotThere(ROSPublisher):
    ros_class = GetMapGoal
'''

SCENE = '''
from morse.builder import *

robot = ATRV()
robot.translate(x=2.0)
pose = Pose()
pose.translate(x=0.5, z=1.0)
robot.append(pose)
scan = Hokuyo()
scan.translate(z=0.5)
scan.properties(Visible_arc=False)
robot.append(scan)
motion = MotionVW()
robot.append(motion)
%s
env = Environment("empty")
env.use_relative_time(True)
'''

WIRING = '''
pose.add_stream("ros2", "own.parts.Stamped", topic="/stamped")
pose.add_stream("ros2", "own.parts.Several", topic="/several")
pose.add_stream("ros2", "own.parts.Info", topic="/info")
scan.add_stream("ros2", "own.parts.Scan", frame_id="laser")
motion.add_stream("ros2", "own.parts.Drive", topic="/cmd_vel")
'''

PoseArray = t.struct("geometry_msgs/PoseArray", {"header": t.Header, "poses": t.sequence[t.Pose]})


EXTERNAL = '''
from geometry_msgs.msg import Twist
from morse.actuators.v_omega import MotionVW
from morse.core.external_object import ExternalActuator, ExternalSensor
from morse.helpers.components import add_data
from morse.middleware.ros import ROSSubscriber


class Gyro(ExternalSensor):
    add_data("rate", 0.0, "float")


class Rates(ROSSubscriber):
    ros_class = Twist

    def update(self, message):
        self.data["rate"] = message.angular.z


class Wheels(ExternalActuator, MotionVW):
    """A real robot drives."""

    def default_action(self):
        pass
'''

EXTERNAL_SCENE = '''
from morse.builder import *
from morse.builder.creator import ActuatorCreator, SensorCreator

class Gyro(SensorCreator):
    _classpath = "own.parts.Gyro"

class Wheels(ActuatorCreator):
    _classpath = "own.parts.Wheels"

robot = FakeRobot()
gyro = Gyro()
robot.append(gyro)
wheels = Wheels()
robot.append(wheels)
gyro.add_stream("ros2", "own.parts.Rates", direction="IN", topic="/real/rate")
gyro.add_service("socket")
wheels.add_stream("ros2", topic="/cmd_vel")
wheels.add_stream("ros2", direction="OUT", topic="/real/cmd_vel")
env = Environment("empty", fastmode=True)
'''


class OwnRos2(OwnSceneCase, Ros2TestCase):
    def setUp(self):
        super().setUp()
        self.write(STREAMS)

    def test_streams_publish_and_subscribe(self):
        simulator, peer = Ros2TestCase.start(self, SCENE % WIRING, **self.environment)
        scan = peer.reader("/robot/scan", t.LaserScan).first()
        self.assertEqual((scan.header.frame_id, scan.range_max), ("laser", 30.0))
        self.assertGreater(len(scan.ranges), 100)
        self.assertEqual(scan.range_min, 0.0)
        stamped = peer.reader("/stamped", t.PoseStamped).first()
        self.assertEqual((stamped.header.stamp.sec, stamped.header.stamp.nanosec), (7, 8))
        self.assertEqual(stamped.header.frame_id, "world", "ROS 2 frames have no leading slash")
        self.assertAlmostEqual(stamped.pose.position.x, 2.5, delta=0.01)
        transforms = peer.reader("/tf", t.TFMessage)
        found = lambda message: message.transforms[0].child_frame_id == "world"
        self.assertAlmostEqual(transforms.first(found).transforms[0].transform.translation.x, 0.5, delta=0.01)
        several = peer.reader("/several", PoseArray).first()
        self.assertEqual([pose.position.x for pose in several.poses], [0.0, 1.0, 2.0])
        about = peer.reader("/several/about", t.String, LATCHED).first()
        self.assertEqual(about.data, "about robot.pose")
        info = peer.reader("/info", t.CameraInfo).first()
        self.assertEqual((list(info.k), list(info.d), info.header.stamp.sec), ([5.0] * 9, [0.5], 12))
        command_to = peer.publish_to("/cmd_vel", t.Twist)
        zero = t.Vector3(0.0, 0.0, 0.0)
        command_to.write(t.Twist(t.Vector3(2.0, 0.0, 0.0), zero))
        poses = peer.reader("/stamped", t.PoseStamped, SENSOR_DATA)
        wait_until(lambda: poses.newest().pose.position.x > 3.0, "the robot drives")
        simulator.wait_for("driving at 2")

    def test_external_components_connect_a_real_robot(self):
        self.write(EXTERNAL)
        simulator, peer = Ros2TestCase.start(self, EXTERNAL_SCENE, **self.environment)
        zero = t.Vector3(0.0, 0.0, 0.0)
        real = peer.reader("/real/cmd_vel", t.Twist)
        peer.publish_to("/cmd_vel", t.Twist).write(t.Twist(linear=t.Vector3(1.5, 0.0, 0.0), angular=zero))
        self.assertEqual(real.first(lambda twist: twist.linear.x != 0.0).linear.x, 1.5)
        peer.publish_to("/real/rate", t.Twist).write(t.Twist(linear=zero, angular=t.Vector3(0.0, 0.0, 0.25)))
        with simulator.connect() as client:
            wait_until(lambda: '"rate": 0.25' in client.ask("r robot.gyro get_local_data"), "the rate arrives")

    def test_invalid_stream_is_a_start_error(self):
        scene = self.folder / "scene.py"
        for wiring, message in (
            ('pose.add_stream("ros2", "own.parts.NotThere")', "the layout of nav_msgs/GetMapGoal in ROS 2 is not known"),
            ('pose.add_stream("ros2", "own.parts.Several", topic="/a.b")', "the topic /a.b cannot be opened"),
            ('pose.add_stream("socket", "own.parts.Several")', "is a stream of ros"),
        ):
            with self.subTest(wiring):
                scene.write_text(SCENE % wiring)
                domain = {"ROS_DOMAIN_ID": str(self.new_domain())}
                code, _, errors = command("run", "--fast", "--duration", "0.1", scene, environment={**self.environment, **domain})
                self.assertNotEqual(code, 0, errors)
                self.assertIn(message, " ".join(errors.replace("\n  | ", " ").split()))

