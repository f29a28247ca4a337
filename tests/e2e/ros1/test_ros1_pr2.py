"""The PR2 over ROS 1: topics and actions have the names of the original, for every name of the robot."""

import unittest

from ros1_peers import RosTestCase

# Debian has no control_msgs: rospy generates the types and their MD5 sums from these definitions.
CLIENT = r"""
import actionlib
from genpy.dynamic import generate_dynamic
from sensor_msgs.msg import JointState, LaserScan
from tf2_msgs.msg import TFMessage
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

def generated(*texts):
    parts = ('\n' + '=' * 80 + '\nMSG: ').join(texts)
    return generate_dynamic(texts[0].partition('\n')[0], parts.partition('\n')[2])

HEADER = 'std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n'
GOAL_ID = 'actionlib_msgs/GoalID\ntime stamp\nstring id\n'
STATUS = ('actionlib_msgs/GoalStatus\nGoalID goal_id\nuint8 status\nuint8 PENDING=0\nuint8 ACTIVE=1\nuint8 PREEMPTED=2\n'
    'uint8 SUCCEEDED=3\nuint8 ABORTED=4\nuint8 REJECTED=5\nuint8 PREEMPTING=6\nuint8 RECALLING=7\nuint8 RECALLED=8\n'
    'uint8 LOST=9\nstring text\n')
POINT = ('trajectory_msgs/JointTrajectoryPoint\nfloat64[] positions\nfloat64[] velocities\nfloat64[] accelerations\n'
    'float64[] effort\nduration time_from_start\n')
NAME = 'control_msgs/JointTrajectory'
GOAL = generated(NAME + 'ActionGoal\nHeader header\nactionlib_msgs/GoalID goal_id\nJointTrajectoryGoal goal\n',
    HEADER, GOAL_ID, NAME + 'Goal\ntrajectory_msgs/JointTrajectory trajectory\n',
    'trajectory_msgs/JointTrajectory\nHeader header\nstring[] joint_names\nJointTrajectoryPoint[] points\n', POINT)
RESULT = generated(NAME + 'ActionResult\nHeader header\nactionlib_msgs/GoalStatus status\nJointTrajectoryResult result\n',
    HEADER, STATUS, GOAL_ID, NAME + 'Result\n')
FEEDBACK = generated(NAME + 'ActionFeedback\nHeader header\nactionlib_msgs/GoalStatus status\n'
    'JointTrajectoryFeedback feedback\n', HEADER, STATUS, GOAL_ID, NAME + 'Feedback\n')
STATE = generated(NAME + 'ControllerState\nHeader header\nstring[] joint_names\n'
    'trajectory_msgs/JointTrajectoryPoint desired\ntrajectory_msgs/JointTrajectoryPoint actual\n'
    'trajectory_msgs/JointTrajectoryPoint error\n', HEADER, POINT)[NAME + 'ControllerState']

class JointTrajectoryAction:
    def __init__(self):
        self.action_goal = GOAL[NAME + 'ActionGoal']()
        self.action_result = RESULT[NAME + 'ActionResult']()
        self.action_feedback = FEEDBACK[NAME + 'ActionFeedback']()

def follow(controller, target, after_s=0.5):
    client = actionlib.SimpleActionClient(controller + '/joint_trajectory_action', JointTrajectoryAction)
    assert client.wait_for_server(rospy.Duration(20)), controller
    joints = rospy.get_param(controller + '/joints')
    point = JointTrajectoryPoint(time_from_start=rospy.Duration(after_s))
    point.positions = [target.get(joint, 0.0) for joint in joints]
    goal = GOAL[NAME + 'Goal'](JointTrajectory(joint_names=joints, points=[point]))
    return client.send_goal_and_wait(goal, rospy.Duration(30)), dict(zip(joints, point.positions))

def state_of(controller):
    state = receive(controller + '/state', STATE)[0]
    return dict(zip(state.joint_names, state.actual.positions))
"""

CONTROLLERS = ("/torso_lift_controller", "/head_controller", "/l_arm_controller", "/r_arm_controller")

# The same robot, under the names that scripts give it.
SCENES = {
    "variable": "james = BasePR2()\njames.add_interface('ros')",
    "constructor": "james = BasePR2('pr2')\njames.add_interface('ros')",
    "afterwards": "james = BasePR2()\njames.add_interface('ros')\njames.name = 'second'",
    "list": "robots = [BasePR2()]\nrobots[0].add_interface('ros')",
}
SCENE = "from morse.builder import *\n%s\nenv = Environment('empty', fastmode=True)\n"

SUCCEEDED = 3


class Pr2(RosTestCase):
    def start(self, lines):
        self.master = self.start_master()
        self.run_ros_scene(SCENE % lines, self.master)
        node = self.start_node(self.master)
        node.run(CLIENT)
        return node

    def test_actionlib_client_drives_arms_head_and_torso(self):
        for name, lines in SCENES.items():
            with self.subTest(name):
                self.drive(self.start(lines))

    def drive(self, node):
        found = node.run(
            """
            targets = {
                '/torso_lift_controller': {'torso_lift_joint': 0.1},
                '/head_controller': {'head_pan_joint': 0.5, 'head_tilt_joint': 0.2},
                '/l_arm_controller': {'l_shoulder_pan_joint': 0.4, 'l_elbow_flex_joint': 0.9, 'l_wrist_flex_joint': 0.5},
                '/r_arm_controller': {'r_shoulder_pan_joint': -0.4, 'r_elbow_flex_joint': 0.7, 'r_wrist_flex_joint': 0.3},
            }
            result = []
            for controller, target in targets.items():
                state, positions = follow(controller, target)
                joints = receive('/joint_states', JointState)[0]
                all_joints = dict(zip(joints.name, joints.position))
                action_joints = rospy.get_param(controller + '/joint_trajectory_action/joints')
                result.append([controller, target, state, positions, state_of(controller), all_joints, action_joints])
            """
        )
        self.assertEqual([controller for controller, *_ in found], list(CONTROLLERS))
        for controller, target, state, positions, reached, joints, action_joints in found:
            self.assertEqual(state, SUCCEEDED, controller)
            self.assertEqual(action_joints, list(positions))
            self.assertLessEqual(set(target), set(positions), controller)
            for joint, position in positions.items():
                self.assertAlmostEqual(reached[joint], position, delta=0.02, msg=joint)
                self.assertAlmostEqual(joints[joint], position, delta=0.02, msg=joint)

    def test_nav_pr2_has_its_scanner_on_scan(self):
        node = self.start("nav = NavPR2()\nnav.add_interface('ros')")
        scan, topics = node.run(
            """
            scan = receive('/scan', LaserScan)[0]
            result = [scan, [topic for topic, _ in rospy.get_published_topics()]]
            """
        )
        self.assertAlmostEqual(scan["angle_max"] - scan["angle_min"], 3.14159, delta=0.001)
        self.assertLessEqual({"/odom", "/joint_states", *(f"{name}/state" for name in CONTROLLERS)}, set(topics))

    def test_pose_of_localized_pr2_is_a_transform(self):
        node = self.start("james = LocalizedPR2()\njames.translate(x=2.0, y=-1.0)\njames.add_interface('ros')")
        frames, topics = node.run(
            """
            found = receive('/tf', TFMessage)[0].transforms[0]
            result = [found, [topic for topic, _ in rospy.get_published_topics()]]
            """
        )
        self.assertEqual((frames["header"]["frame_id"], frames["child_frame_id"]), ("/map", "/base_link"))
        place = frames["transform"]["translation"]
        self.assertAlmostEqual(place["x"], 2.0, delta=0.01)
        self.assertAlmostEqual(place["y"], -1.0, delta=0.01)
        self.assertNotIn("/james/pose", topics)


if __name__ == "__main__":
    unittest.main()
