"""The example scenes for slam_toolbox and robot_localization offer the topics, policies and frames of their parameter files."""

import unittest

from harness import ROOT
from rclpy_peers import in_each_distribution

HEAR = """
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_sensor_data
for topic, kind in topics:
    peer.listen(topic, kind, qos_profile_sensor_data)
latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
links = peer.listen("/tf_static", "tf2_msgs/msg/TFMessage", latched)
moving = peer.listen("/tf", "tf2_msgs/msg/TFMessage")
wait_until(lambda: all(len(peer.listen(topic, kind, qos_profile_sensor_data)) > 2 for topic, kind in topics) and links)
parents = {link.child_frame_id: link.header.frame_id for message in links + moving for link in message.transforms}
frames = [peer.listen(topic, kind, qos_profile_sensor_data)[0].header.frame_id for topic, kind in topics]
result = [frames, parents]
"""


class Examples:
    def hear(self, example, topics):
        """The frames of the messages on topics, and the parents of all frames."""
        self.start(ROOT / "examples" / example)
        return self.start_node().run(HEAR, topics=topics)

    def test_slam_has_scan_and_odometry_and_leaves_the_map_frame(self):
        topics = [("/scan", "sensor_msgs/msg/LaserScan"), ("/odom", "nav_msgs/msg/Odometry")]
        frames, parents = self.hear("ros2_slam.py", topics)
        self.assertEqual(frames, ["base_laser_link", "odom"])
        self.assertEqual(parents["base_footprint"], "odom")
        self.assertEqual(parents["base_laser_link"], "base_link")
        self.assertNotIn("odom", parents)

    def test_localization_has_its_sensors_and_leaves_the_place_of_the_robot(self):
        topics = [
            ("/odom", "nav_msgs/msg/Odometry"),
            ("/imu/data", "sensor_msgs/msg/Imu"),
            ("/gps/fix", "sensor_msgs/msg/NavSatFix"),
        ]
        frames, parents = self.hear("ros2_localization.py", topics)
        self.assertEqual(frames[:2], ["odom", "imu"])
        self.assertEqual({parents[frame] for frame in frames[1:]}, {"base_link"})
        self.assertFalse({"odom", "base_footprint", "base_link"} & set(parents))


globals().update(in_each_distribution(Examples))

if __name__ == "__main__":
    unittest.main()
