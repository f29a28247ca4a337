"""User-defined ROS 1 datastreams in Python: the base classes of MORSE 1.4, messages, topics, rospy."""

from harness import ROOT, command
from own_scene import OwnSceneCase
from ros1_peers import PYTHON, RosTestCase

STREAMS = '''
import rospy
from geometry_msgs.msg import PoseStamped, Twist
from morse.core.sensor import Sensor
from morse.helpers.components import add_data
from morse.middleware.ros import ROSPublisher, ROSPublisherTF, ROSSubscriber, StringPublisher
from morse.middleware.ros.laserscanner import LaserScanPublisher
from morse.middleware.ros_datastream import ROSReader
from sensor_msgs.msg import Image, LaserScan
from std_msgs.msg import Int32, String


class Stamped(ROSPublisherTF):
    ros_class = PoseStamped
    default_frame_id = "/world"

    def initialize(self):
        self.kwargs["topic_suffix"] = "/stamped"
        ROSPublisherTF.initialize(self)
        self.about = rospy.Publisher(self.topic_name + "/about", String, latch=True, queue_size=1)
        self.about.publish("about " + self.component_name)

    def default(self, ci="unused"):
        message = PoseStamped()
        message.header = self.get_ros_header()
        message.pose.position.x = self.data["x"]
        message.pose.orientation.w = 1.0
        self.publish_with_robot_transform(message)


class Scan(ROSPublisher):
    ros_class = LaserScan

    def default(self, ci="unused"):
        scan = LaserScan(header=self.get_ros_header(), range_max=30.0)
        scan.ranges = self.data["range_list"]
        self.publish(scan)


class Wrong(ROSPublisher):
    ros_class = LaserScan

    def default(self, ci="unused"):
        self.publish(LaserScan(header=self.get_ros_header(), ranges=["far"]))


class Text(StringPublisher):
    """Publishes like its base class."""


class Picture(ROSPublisher):
    ros_class = Image

    def default(self, ci="unused"):
        image = Image(header=self.get_ros_header(), encoding="rgba8")
        image.height, image.width = self.component_instance.cam_height, self.component_instance.cam_width
        image.step = image.width * 4
        image.data = bytes(self.data["image"])
        self.publish(image)


class Drive(ROSSubscriber):
    ros_class = Twist

    def update(self, message):
        rospy.loginfo("driving at %g", message.linear.x)
        self.data["v"] = message.linear.x
        self.data["w"] = message.angular.z


class Counts(Sensor):
    """Adds the numbers of a topic, and counts the subscribers of a second topic."""

    add_data("sum", 0, "int")
    add_data("listeners", 0, "int")

    def __init__(self, obj, parent=None):
        Sensor.__init__(self, obj, parent)
        self.sum = 0
        rospy.Subscriber("numbers", Int32, self.add, callback_args=10)
        self.sums = rospy.Publisher("~sums", Int32, queue_size=5)

    def add(self, message, factor):
        self.sum += factor * message.data

    def default_action(self):
        self.local_data["sum"] = self.sum
        self.local_data["listeners"] = self.sums.get_num_connections()
        self.sums.publish(data=self.sum)


class Ready(LaserScanPublisher):
    """Derives from a class that the simulator computes."""


class Bad(ROSPublisher):
    ros_class = String

    def get_topic_name(self):
        return "/2nd-topic"


class Sleeps(ROSPublisher):
    ros_class = String

    def default(self, ci="unused"):
        rospy.sleep(1.0)


class NoClass(ROSPublisher):
    def default(self, ci="unused"):
        self.publish("text")
'''

SCENE = '''
from morse.builder import *
from morse.builder.creator import SensorCreator

class Counts(SensorCreator):
    _classpath = "own.parts.Counts"

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
motion.add_service("socket")
pose.add_service("socket")
env = Environment("empty")
env.use_relative_time(True)
'''

WIRING = '''
pose.add_stream("ros", "own.parts.Stamped")
pose.add_stream("ros", "own.parts.Text", topic="text")
scan.add_stream("ros", "own.parts.Scan", frame_id="laser")
motion.add_stream("ros", "own.parts.Drive", topic="/cmd_vel")
'''

RECEIVE = """
from geometry_msgs.msg import PoseStamped, Twist
from sensor_msgs.msg import Image, LaserScan
from std_msgs.msg import Int32, String
from tf2_msgs.msg import TFMessage
"""


class OwnRos(OwnSceneCase, RosTestCase):
    def setUp(self):
        super().setUp()
        self.write(STREAMS)

    def start_with(self, wiring, *options):
        master = self.start_master()
        environment = {**master.environment, **self.environment}
        simulator = self.run_scene(SCENE % wiring, *options, environment=environment)
        node = self.start_node(master)
        node.run(RECEIVE)
        return simulator, node

    def check_streams(self, *options):
        simulator, node = self.start_with(WIRING, *options)
        first, second, about, text = node.run(
            """
            result = receive('/robot/pose/stamped', PoseStamped, count=2) + [
                receive('/robot/pose/about', String)[0], receive('/text', String)[0]]
            """
        )
        self.assertEqual(first["header"]["frame_id"], "/world")
        self.assertAlmostEqual(first["pose"]["position"]["x"], 2.5, delta=0.01)
        self.assertEqual(second["header"]["seq"], first["header"]["seq"] + 1)
        self.assertEqual(about["data"], "about robot.pose")
        self.assertRegex(text["data"], r"'x', 2\.[45]|'x': 2\.[45]")
        scan = node.run("result = receive('/robot/scan', LaserScan)[0]")
        self.assertEqual((scan["header"]["frame_id"], scan["range_max"]), ("laser", 30.0))
        self.assertGreater(len(scan["ranges"]), 100)
        transform = node.run("result = receive('/tf', TFMessage)[0]")["transforms"][0]
        self.assertEqual((transform["header"]["frame_id"], transform["child_frame_id"]), ("base_link", "/world"))
        self.assertAlmostEqual(transform["transform"]["translation"]["x"], 0.5, delta=0.01)
        moved = node.run(
            """
            drive = rospy.Publisher('/cmd_vel', Twist, queue_size=10)
            wait_until(lambda: drive.get_num_connections() > 0)
            command = Twist()
            command.linear.x = 2.0
            drive.publish(command)
            poses = []
            rospy.Subscriber('/robot/pose/stamped', PoseStamped, poses.append)
            wait_until(lambda: poses and poses[-1].pose.position.x > 3.0)
            result = poses[-1]
            """
        )
        self.assertGreater(moved["pose"]["position"]["x"], 3.0)
        simulator.wait_for("driving at 2")

    def test_streams_use_the_messages_of_the_simulator(self):
        self.check_streams()

    def test_streams_use_the_messages_of_an_installed_ros(self):
        self.check_streams("--python", PYTHON)

    def test_component_subscribes_and_publishes_with_rospy(self):
        _, node = self.start_with("counts = Counts()\nrobot.append(counts)\ncounts.add_service('socket')\n")
        total = node.run(
            """
            sums = []
            rospy.Subscriber('/morse/sums', Int32, lambda message: sums.append(message.data))
            numbers = rospy.Publisher('/numbers', Int32, queue_size=10)
            wait_until(lambda: numbers.get_num_connections() > 0)
            for number in (1, 2, 3):
                numbers.publish(number)
            wait_until(lambda: sums and sums[-1] == 60)
            result = sums[-1]
            """
        )
        self.assertEqual(total, 60)

    def test_stream_runs_in_a_process_with_lag(self):
        wiring = 'scan.add_stream("ros", "own.parts.Scan")\npose.add_stream("ros", "own.parts.Text", topic="text")\n'
        scene = SCENE % wiring + 'env.host(scan, process="vision", lag=0.1)\n'
        master = self.start_master()
        self.run_scene(scene, environment={**master.environment, **self.environment})
        node = self.start_node(master)
        node.run(RECEIVE)
        first, second = node.run("result = receive('/robot/scan', LaserScan, count=2)")
        self.assertGreaterEqual(second["header"]["stamp"] - first["header"]["stamp"], 0.1 - 1e-6)
        self.assertIn("yaw", node.run("result = receive('/text', String)[0]")["data"])

    def test_user_defined_stream_publishes_camera_images(self):
        camera = """
camera = VideoCamera()
camera.properties(cam_width=64, cam_height=32)
robot.append(camera)
camera.add_stream("ros", "own.parts.Picture")
"""
        _, node = self.start_with(camera)
        size, step = node.run(
            """
            image = []
            rospy.Subscriber('/robot/camera', Image, image.append)
            wait_until(lambda: image)
            result = [len(image[-1].data), image[-1].step]
            """
        )
        self.assertEqual((size, step), (64 * 32 * 4, 256))

    def test_invalid_field_value_is_named_and_stops_only_its_stream(self):
        simulator, node = self.start_with(
            'pose.add_stream("ros", "own.parts.Text", topic="text")\nscan.add_stream("ros", "own.parts.Wrong")'
        )
        simulator.wait_for("robot.scan: the Python code of the stream own.parts.Wrong failed")
        simulator.wait_for(r"field ranges must be float32\[\]")
        self.assertIn("yaw", node.run("result = receive('/text', String)[0]")["data"])

    def test_missing_rospy_function_and_missing_topic_are_logged(self):
        simulator, _ = self.start_with('pose.add_stream("ros", "own.parts.Sleeps")')
        simulator.wait_for("there is no rospy.sleep in the simulator: the tick waits")
        simulator, _ = self.start_with('pose.add_stream("ros", "own.parts.NoClass")')
        simulator.wait_for("NoClass has no topic: set `ros_class`")

    def test_example_publishes_and_subscribes(self):
        master = self.start_master()
        self.run_ros_scene(ROOT / "examples" / "own_ros.py", master)
        node = self.start_node(master)
        scan, nearest, moved = node.run(
            """
            from nav_msgs.msg import Odometry
            from sensor_msgs.msg import Joy, LaserScan
            from std_msgs.msg import Float32
            result = [receive('/robot/scan', LaserScan)[0], receive('/robot/scan/nearest', Float32)[0].data]
            stick = rospy.Publisher('/joy', Joy, queue_size=1)
            wait_until(lambda: stick.get_num_connections() > 0)
            stick.publish(axes=[0.0, 0.5])
            places = []
            rospy.Subscriber('/odom', Odometry, lambda message: places.append(message.pose.pose.position.x))
            wait_until(lambda: places and places[-1] > places[0] + 0.3)
            result.append(places[-1] - places[0])
            """
        )
        self.assertAlmostEqual(nearest, min(scan["ranges"]), delta=0.2)
        self.assertAlmostEqual(scan["angle_max"] - scan["angle_min"], scan["angle_increment"] * (len(scan["ranges"]) - 1), 4)
        self.assertGreater(moved, 0.3)

    def refused(self, wiring):
        scene = self.folder / "scene.py"
        scene.write_text(SCENE % wiring)
        code, _, errors = command("run", scene, environment=self.environment)
        self.assertNotEqual(code, 0)
        return " ".join(errors.replace("\n  | ", " ").split())

    def test_invalid_stream_is_a_start_error(self):
        errors = self.refused('scan.add_stream("ros", "own.parts.Ready")')
        self.assertIn("LaserScanPublisher: the simulator computes this class: derive from", errors)
        errors = self.refused('pose.add_stream("ros", "own.parts.Bad")')
        self.assertIn("must not begin with a digit", errors)
        self.assertIn("the topic /2nd-topic cannot be opened", errors)
        self.write("from lab_msgs.msg import Odor\n")
        errors = self.refused('pose.add_stream("ros", "own.parts.Text")')
        self.assertIn("there is no `lab_msgs`", errors)
