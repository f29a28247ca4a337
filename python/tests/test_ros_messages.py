"""Messages of ROS 1 that the host provides without an installation of ROS: bytes, md5sums, text, errors, modules."""

import io
import math
import os
import subprocess
import sys
import unittest

from support import ROOT

from morse.host.ros.definitions import definitions, full_text, message_class
from morse.host.ros.field import DeserializationError, SerializationError
from morse.host.ros.times import Duration, Time

LaserScan = message_class("sensor_msgs/LaserScan")
Header = message_class("std_msgs/Header")
String = message_class("std_msgs/String")
Image = message_class("sensor_msgs/Image")
Float32MultiArray = message_class("std_msgs/Float32MultiArray")

#: A scan encoded by rospy, without its length prefix.
SCAN = bytes.fromhex(
    "00000000 0c000000 0065cd1d 10000000 2f626173655f6c617365725f6c696e6b db0fc9bf db0fc93f 35fa8e3c b5a21139 0000803f"
    "9a99993e 0000f041 03000000 0000803f 00002040 0000f041 00000000"
)
#: md5sums of Debian's packages.
MD5SUMS = {
    "std_msgs/String": "992ce8a1687cec8c8bd883ec73ca41d1",
    "std_msgs/Header": "2176decaecbce78abc3b96ef049fabed",
    "geometry_msgs/PoseWithCovarianceStamped": "953b798c0f514ff060a53a3498ce6246",
    "sensor_msgs/PointCloud2": "1158d486dd51d683ce2f1be655c3c181",
    "nav_msgs/Odometry": "cd5e73d190d741a2f92e81eda573aca7",
    "tf2_msgs/TFMessage": "94810edda583a504dfda3829e70d7eec",
}
#: Text of such a message by genpy.
TEXT = """layout: 
  dim: 
    - 
      label: "x"
      size: 1
      stride: 2
  data_offset: 0
data: [1.0]"""
HEADER_TEXT = """seq: 3
stamp: 
  secs: 1
  nsecs:         2
frame_id: "\\xE9\\n\""""


def written(message):
    buffer = io.BytesIO()
    message.serialize(buffer)
    return buffer.getvalue()


class Messages(unittest.TestCase):
    def test_the_bytes_are_those_of_rospy(self):
        scan = LaserScan(angle_min=-math.pi / 2, angle_max=math.pi / 2, angle_increment=math.radians(1), scan_time=1.0)
        scan.header = Header(0, Time(12, 500000000), "/base_laser_link")
        scan.time_increment, scan.range_min, scan.range_max = 0.0001388889, 0.3, 30.0
        scan.ranges = [1.0, 2.5, 30.0]
        self.assertEqual(written(scan), SCAN)
        again = LaserScan().deserialize(SCAN)
        self.assertEqual(again.ranges, (1.0, 2.5, 30.0))
        self.assertEqual((again.header.stamp, again.header.frame_id), (Time(12, 500000000), "/base_laser_link"))
        self.assertEqual(written(again), SCAN)

    def test_every_type_can_be_written_and_read(self):
        self.assertGreater(len(definitions()), 100)
        for name in definitions():
            message = message_class(name)()
            self.assertEqual(message_class(name)().deserialize(written(message)), message, name)

    def test_md5sums_and_definitions_are_those_of_ros(self):
        for name, md5sum in MD5SUMS.items():
            self.assertEqual(message_class(name)._md5sum, md5sum)
        line = "=" * 80
        self.assertEqual(
            full_text("sensor_msgs/Temperature"),
            f"Header header\nfloat64 temperature\nfloat64 variance\n{line}\nMSG: std_msgs/Header\nuint32 seq\ntime stamp\n"
            "string frame_id\n",
        )

    def test_constants_defaults_and_keywords(self):
        self.assertEqual(message_class("sensor_msgs/PointField").FLOAT32, 7)
        self.assertEqual(message_class("geometry_msgs/PoseWithCovariance")().covariance, [0.0] * 36)
        self.assertEqual((Image().data, Image(height=2).height), (b"", 2))
        self.assertEqual(Header._slot_types, ["uint32", "time", "string"])
        self.assertTrue(LaserScan._has_header)
        with self.assertRaisesRegex(AttributeError, "rages is not an attribute of LaserScan; it has header, angle_min"):
            LaserScan(rages=[])
        with self.assertRaisesRegex(TypeError, "Invalid number of arguments"):
            String(1, 2)

    def test_the_text_is_that_of_genpy(self):
        message = Float32MultiArray(data=[1.0])
        message.layout.dim.append(message_class("std_msgs/MultiArrayDimension")("x", 1, 2))
        self.assertEqual(str(message), TEXT)
        self.assertEqual(repr(Header(3, Time(1, 2), "é\n")), HEADER_TEXT)

    def test_values_that_do_not_fit_are_named(self):
        for message, problem in (
            (LaserScan(ranges=["a"]), r"field ranges must be float32\[\], not \['a'\]"),
            (LaserScan(header=5), "field header must be std_msgs/Header, not 5"),
            (LaserScan(header=String()), "must be of type std_msgs/Header instead of std_msgs/String"),
            (String(5), "field data must be string, not 5"),
            (Image(data="text"), r"field data must be uint8\[\], not 'text'"),
            (message_class("std_msgs/UInt8")(300), "field data must be uint8, not 300"),
            (message_class("sensor_msgs/CameraInfo")(K=[1.0]), "field K has 9 items, not 1"),
            (message_class("std_msgs/Time")(1.5), "field data must be time, not 1.5"),
        ):
            with self.assertRaisesRegex(SerializationError, problem):
                written(message)

    def test_any_bytes_like_object_fills_a_byte_array(self):
        for data in (b"\1\2", bytearray(b"\1\2"), memoryview(b"\1\2"), [1, 2], (1, 2)):
            self.assertEqual(Image().deserialize(written(Image(data=data))).data, b"\1\2")

    def test_bytes_that_end_too_early_are_refused(self):
        for end in range(len(SCAN)):
            with self.assertRaises(DeserializationError):
                LaserScan().deserialize(SCAN[:end])
        with self.assertRaises(DeserializationError):
            Float32MultiArray().deserialize(b"\0" * 8 + b"\xff\xff\xff\xff")

    def test_times_and_durations(self):
        self.assertEqual(Time.from_sec(1.5) + Duration(0.75), Time(2, 250000000))
        self.assertEqual(Time(3) - Time(1, 500000000), Duration(1, 500000000))
        self.assertEqual((Time(1) - Duration(0, 1)).to_nsec(), 999999999)
        self.assertEqual((Duration(-1) * 2, abs(Duration(-2)), Duration(3) / 2), (Duration(-2), Duration(2), Duration(1.5)))
        self.assertLess(Time(1), Time(1, 1))
        self.assertNotEqual(Time(1), Duration(1))
        self.assertFalse(Time())
        with self.assertRaises(TypeError):
            Time(-1)


class Modules(unittest.TestCase):
    def run_code(self, code):
        lines = f"from morse.host.ros import modules\nmodules.install()\n{code}"
        done = subprocess.run(
            # Without packages outside of Python's own library, such as ROS.
            [sys.executable, "-S", "-c", lines],
            env={**os.environ, "PYTHONPATH": ROOT},
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.stdout.split(), done.stderr

    def test_modules_of_messages_exist(self):
        printed, errors = self.run_code(
            "import roslib; roslib.load_manifest('rospy')\n"
            "import std_msgs.msg, genpy, rospy\n"
            "from nav_msgs.msg import OccupancyGrid\n"
            "from tf.msg import tfMessage\n"
            "print(std_msgs.msg.String('x').data, isinstance(std_msgs.msg.Bool(), genpy.Message), tfMessage._type, "
            "OccupancyGrid.__module__, rospy.Duration(2).to_sec())"
        )
        self.assertEqual(printed, ["x", "True", "tf2_msgs/TFMessage", "nav_msgs.msg", "2.0"], errors)

    def test_unknown_packages_and_names_are_explained(self):
        self.assertIn("there is no `lab_msgs`: the simulator has the messages of", self.run_code("import lab_msgs.msg")[1])
        self.assertIn("cannot import name 'Odor'", self.run_code("from std_msgs.msg import Odor")[1])
        self.assertIn("use properties of the component", self.run_code("import rospy; rospy.get_param('a')")[1])

    def test_topics_need_a_class_of_messages(self):
        errors = self.run_code("import rospy; rospy.Publisher('a', int)")[1]
        self.assertIn("is not a message data class: it has no _type", errors)
        self.assertIn("the name of a topic is a text", self.run_code("import rospy; rospy.Publisher('', int)")[1])


if __name__ == "__main__":
    unittest.main()
