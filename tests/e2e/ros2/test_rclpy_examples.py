"""The example scenes for Nav2, MoveIt, slam_toolbox and robot_localization offer what their parameter files name."""

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


#: Subscribes like the costmaps, the controller and the planner of a parameter file of Nav2, then drives as its smoother does.
NAV2 = """
import yaml
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_sensor_data
parameters = yaml.safe_load(open(file))
local, world = (parameters[name][name]["ros__parameters"] for name in ("local_costmap", "global_costmap"))
source = local["obstacle_layer"]["scan"]
assert source == world["obstacle_layer"]["scan"]
scan = peer.first(source["topic"], "sensor_msgs/msg/" + source["data_type"], qos=qos_profile_sensor_data)
latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
grid = peer.first(world["static_layer"]["map_topic"], "nav_msgs/msg/OccupancyGrid", qos=latched)
peer.first("/tf_static", "tf2_msgs/msg/TFMessage", qos=latched)
peer.first("/tf", "tf2_msgs/msg/TFMessage", lambda message: message.transforms[0].child_frame_id == "base_footprint")
links = peer.listen("/tf_static", "tf2_msgs/msg/TFMessage", latched) + peer.listen("/tf", "tf2_msgs/msg/TFMessage")
parents = {link.child_frame_id: link.header.frame_id for message in links for link in message.transforms}
def is_below(frame, ancestor):
    return frame == ancestor or (frame in parents and is_below(parents[frame], ancestor))
frames = [scan.header.frame_id, local["robot_base_frame"]]
connected = all(is_below(frame, costmap["global_frame"]) for frame in frames for costmap in (local, world))
odometry = (parameters["bt_navigator"]["ros__parameters"]["odom_topic"], "nav_msgs/msg/Odometry")
begin = peer.first(*odometry).pose.pose.position.x
publisher = peer.publisher("/cmd_vel", command)
message = fill(load(command)(), fields)
def driven():
    publisher.publish(message)
    time.sleep(0.05)
    return peer.newest(*odometry).pose.pose.position.x > begin + 0.3
wait_until(driven)
result = [connected, grid.header.frame_id, max(grid.data), min(grid.data)]
"""

#: Acts like the simple controller manager of MoveIt with a parameter file.
MOVEIT = """
import yaml
import xml.etree.ElementTree as xml
from rclpy.action import ActionClient
from rclpy.qos import DurabilityPolicy, QoSProfile
parameters = yaml.safe_load(open(file))["move_group"]["ros__parameters"]
manager = parameters["moveit_simple_controller_manager"]
(name,) = manager["controller_names"]
controller = manager[name]
latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
description = xml.fromstring(peer.first("/robot_description", "std_msgs/msg/String", qos=latched).data)
described = {joint.get("name") for joint in description.findall("joint")}
links = {link.get("name") for link in description.findall("link")}
chain = xml.fromstring(parameters["robot_description_semantic"]).find("group/chain")
limits = parameters["robot_description_planning"]["joint_limits"]
named = set(controller["joints"]) <= described and set(limits) <= described
named = named and {chain.get("base_link"), chain.get("tip_link")} <= links

client = ActionClient(node, load("control_msgs/action/FollowJointTrajectory"), "/%s/%s" % (name, controller["action_ns"]))
assert client.wait_for_server(30.0)
def send(joints, points):
    points = [{"positions": positions, "time_from_start": {"sec": second}} for positions, second in points]
    goal = load("control_msgs/action/FollowJointTrajectory").Goal()
    fill(goal.trajectory, {"joint_names": joints, "points": points})
    sent = client.send_goal_async(goal)
    wait_until(sent.done)
    return sent.result()
positions = [0.1 * index for index in range(7)]
accepted = send(controller["joints"], [(positions, 1)])
done = accepted.get_result_async()
wait_until(done.done)
# An armature stops a joint within its `AngleTolerance`, 0.01 rad.
def has_arrived(state):
    reached = [state.position[state.name.index(joint)] for joint in controller["joints"]]
    return all(abs(angle - position) < 0.01 for angle, position in zip(reached, positions))
peer.first("/joint_states", "sensor_msgs/msg/JointState", has_arrived)
refused = send(["elbow"], [([0.1], 1)])
running = send(controller["joints"], [(7 * [0.0], 60)])
cancelled = running.cancel_goal_async()
wait_until(cancelled.done)
result = [named, done.result().status, done.result().result.error_code, refused.accepted, len(cancelled.result().goals_canceling)]
"""

#: Moves the joints of a robot of a URDF file.
OWN_ROBOT = """
from rclpy.action import ActionClient
kind = load("control_msgs/action/FollowJointTrajectory")
client = ActionClient(node, kind, "/arm/controller/follow_joint_trajectory")
assert client.wait_for_server(30.0)
goal = kind.Goal()
point = {"positions": [0.02, -0.7, 0.5], "time_from_start": {"sec": 1}}
fill(goal.trajectory, {"joint_names": ["finger", "elbow", "shoulder"], "points": [point]})
sent = client.send_goal_async(goal)
wait_until(sent.done)
done = sent.result().get_result_async()
wait_until(done.done)
state = peer.newest("/joint_states", "sensor_msgs/msg/JointState")
result = [done.result().status, dict(zip(state.name, state.position))]
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

    def test_nav2_has_the_topics_policies_and_frames_of_its_costmaps_and_drives(self):
        self.start(ROOT / "examples" / "ros2_nav2.py")
        # The smoother of Nav2 publishes stamped commands since Kilted.
        twist = {"linear": {"x": 0.5}}
        command, fields = {
            "jazzy": ("geometry_msgs/msg/Twist", twist),
            "kilted": ("geometry_msgs/msg/TwistStamped", {"twist": twist}),
        }[self.distribution]
        file = str(ROOT / "examples" / "ros2_nav2.yaml")
        connected, frame, *cells = self.start_node().run(NAV2, file=file, command=command, fields=fields)
        self.assertEqual((connected, frame, cells), (True, "map", [100, 0]))

    def test_moveit_finds_joints_and_controller_and_a_trajectory_ends_at_its_goal(self):
        self.start(ROOT / "examples" / "ros2_arm.py")
        file = str(ROOT / "examples" / "ros2_arm.yaml")
        named, status, error, refused, cancelled = self.start_node().run(MOVEIT, file=file)
        # 4 is STATUS_SUCCEEDED.
        self.assertEqual((named, status, error), (True, 4, 0))
        self.assertEqual((refused, cancelled), (False, 1))

    def test_joints_of_a_urdf_file_follow_a_trajectory(self):
        self.start(ROOT / "examples" / "own_robot.py")
        status, positions = self.start_node().run(OWN_ROBOT)
        self.assertEqual(status, 4)
        for joint, position in {"shoulder": 0.5, "elbow": -0.7, "finger": 0.02, "other_finger": 0.02}.items():
            self.assertAlmostEqual(positions[joint], position, delta=0.01, msg=joint)


globals().update(in_each_distribution(Examples))

if __name__ == "__main__":
    unittest.main()
