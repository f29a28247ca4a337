"""ROS 2 actions through their services and topics, with a real DDS peer."""

import json
import math
import os
import unittest

from ros2_peers import LATCHED, Ros2TestCase, wait_until
import ros2_types as t

SCENE = """
from morse.builder import *

robot = ATRV()
waypoint = Waypoint()
waypoint.properties(ControlType='Position')
robot.append(waypoint)
waypoint.add_service('ros2')

env = Environment('empty', fastmode=True)
"""

ACTION = "/robot/waypoint/navigate_to_pose/_action"
EXECUTING, CANCELING, SUCCEEDED, CANCELED, ABORTED = 2, 3, 4, 5, 6
NOW = t.Time(0, 0)


def pose(x, y, frame="map"):
    """A pose on the ground."""
    position, upright = t.Point(float(x), float(y), 0.0), t.Quaternion(0.0, 0.0, 0.0, 1.0)
    return t.PoseStamped(t.Header(NOW, frame), t.Pose(position, upright))


class Navigation(Ros2TestCase):
    scene = SCENE

    def setUp(self):
        self.simulator, peer = self.start(self.scene)
        self.peer = peer
        self.status = peer.reader(ACTION + "/status", t.GoalStatusArray, LATCHED)
        self.feedback = peer.reader(ACTION + "/feedback", t.NavigateFeedbackMessage)
        self.goals = peer.client(ACTION + "/send_goal", t.NAVIGATE_SEND_GOAL)
        self.results = peer.client(ACTION + "/get_result", t.NAVIGATE_GET_RESULT)
        self.cancels = peer.client(ACTION + "/cancel_goal", t.CANCEL_GOAL)

    def send(self, target, goal_id=None):
        """Sends a goal. Returns its id and the answer."""
        goal_id = list(goal_id or os.urandom(16))
        goal = t.NavigateToPoseGoal(pose=target, behavior_tree="")
        return goal_id, self.goals.call(goal_id=goal_id, goal=goal)

    def state(self, goal_id, status):
        """Waits until the topic `status` has this status of the goal."""
        states = lambda message: [(list(s.goal_info.goal_id), s.status) for s in message.status_list]
        return self.status.first(lambda message: (goal_id, status) in states(message))

    def cancel(self, goal_id):
        return self.cancels.call(goal_info=t.GoalInfo(goal_id, NOW))


class NavigateToPoseTest(Navigation):
    def test_goal_is_reached_with_feedback_and_result(self):
        goal_id, answer = self.send(pose(5, 0))
        self.assertTrue(answer.accepted)
        message = self.feedback.first(lambda message: list(message.goal_id) == goal_id)
        self.assertLess(message.feedback.distance_remaining, 5.01)
        self.assertEqual(message.feedback.current_pose.header.frame_id, "map")
        result = self.results.call(goal_id=goal_id)
        self.assertEqual((result.status, result.result.error_code), (SUCCEEDED, 0))
        self.state(goal_id, SUCCEEDED)
        self.assertEqual(self.results.call(goal_id=goal_id).status, SUCCEEDED, "results are kept")

    def test_goal_is_canceled(self):
        goal_id, _ = self.send(pose(100000, 0))
        self.state(goal_id, EXECUTING)
        answer = self.cancel(goal_id)
        self.assertEqual((answer.return_code, len(answer.goals_canceling)), (0, 1))
        self.assertEqual(self.results.call(goal_id=goal_id).status, CANCELED)
        self.assertEqual(self.cancel(goal_id).return_code, 3, "the goal has ended")
        self.assertEqual(self.cancel(list(os.urandom(16))).return_code, 2, "there is no such goal")

    def test_newer_goal_aborts_the_older_one(self):
        older, _ = self.send(pose(100000, 0))
        newer, _ = self.send(pose(100000, 10))
        self.assertEqual(self.results.call(goal_id=older).status, ABORTED)
        self.state(newer, EXECUTING)
        self.cancel([0] * 16)
        self.assertEqual(self.results.call(goal_id=newer).status, CANCELED)

    def test_invalid_goals_are_refused(self):
        self.assertFalse(self.send(pose(float("nan"), 0))[1].accepted)
        self.assertFalse(self.send(pose(1, 0, frame="moon"))[1].accepted)
        goal_id, answer = self.send(pose(100000, 0))
        self.assertTrue(answer.accepted)
        self.assertFalse(self.send(pose(1, 0), goal_id)[1].accepted, "sent twice")
        self.assertEqual(self.results.call(goal_id=list(os.urandom(16))).status, 0, "unknown")
        self.simulator.wait_for("not finite")
        self.simulator.wait_for("moon")
        self.simulator.wait_for("sent twice")


BESIDE = """
from morse.builder import *

robot = ATRV()
motion = MotionVW()
robot.append(motion)
motion.add_stream('ros2', topic='/cmd_vel')
waypoint = Waypoint()
robot.append(waypoint)
waypoint.add_service('ros2')
odometry = Odometry()
robot.append(odometry)
odometry.add_stream('ros2', topic='/odom')

env = Environment('empty', fastmode=True)
"""


class BesideAMoverTest(Navigation):
    scene = BESIDE

    def setUp(self):
        super().setUp()
        self.odometry = self.peer.reader("/odom", t.Odometry)
        self.stop = t.Twist(t.Vector3(0.0, 0.0, 0.0), t.Vector3(0.0, 0.0, 0.0))

    def assert_reached(self, x, y):
        goal_id, answer = self.send(pose(x, y))
        self.assertTrue(answer.accepted)
        self.assertEqual(self.results.call(goal_id=goal_id).status, SUCCEEDED)
        place = self.odometry.newest().pose.pose
        self.assertLess(math.hypot(place.position.x - x, place.position.y - y), 0.3)
        self.assertAlmostEqual(2 * math.atan2(place.orientation.z, place.orientation.w), 0.0, delta=0.3)

    def test_goal_is_reached_with_its_heading(self):
        self.assert_reached(1.0, 2.0)

    def test_goal_is_reached_after_a_command_of_zero(self):
        self.peer.publish_to("/cmd_vel", t.Twist).write(self.stop)
        self.assert_reached(3.0, 0.0)

    def test_plain_and_stamped_commands_are_taken(self):
        plain = self.peer.publish_to("/cmd_vel", t.Twist)
        plain.write(t.Twist(t.Vector3(1.0, 0.0, 0.0), t.Vector3(0.0, 0.0, 0.0)))
        self.odometry.first(lambda message: message.twist.twist.linear.x > 0.5)
        plain.write(self.stop)
        self.odometry.first(lambda message: abs(message.twist.twist.linear.x) < 0.1)
        stamped = self.peer.publish_to("/cmd_vel", t.TwistStamped)
        twist = t.Twist(t.Vector3(-1.0, 0.0, 0.0), t.Vector3(0.0, 0.0, 0.0))
        stamped.write(t.TwistStamped(t.Header(NOW, ""), twist))
        self.odometry.first(lambda message: message.twist.twist.linear.x < -0.5)

    def test_quaternion_of_zeros_is_refused(self):
        zeros = t.Pose(t.Point(1.0, 0.0, 0.0), t.Quaternion(0.0, 0.0, 0.0, 0.0))
        self.assertFalse(self.send(t.PoseStamped(t.Header(NOW, "map"), zeros))[1].accepted)
        self.simulator.wait_for("is not a rotation")


FRAMES = """
import math
from morse.builder import *

robot = ATRV()
robot.translate(x=10.0)
robot.rotate(z=math.pi / 2)
waypoint = Waypoint()
waypoint.properties(ControlType='Position')
robot.append(waypoint)
waypoint.add_service('ros2')
odometry = Odometry()
robot.append(odometry)
odometry.add_stream('ros2', topic='/odom')

env = Environment('empty', fastmode=True)
"""


class FramesTest(Navigation):
    scene = FRAMES

    def setUp(self):
        super().setUp()
        self.peer.wait_for_ticks("/odom", t.Odometry)

    def position_at_goal(self, frame):
        """The position of the robot in the map after a goal at x = 5 m in a frame."""
        goal_id, answer = self.send(pose(5, 0, frame))
        self.assertTrue(answer.accepted, frame)
        self.assertEqual(self.results.call(goal_id=goal_id).status, SUCCEEDED)
        place = self.peer.reader("/odom", t.Odometry).newest().pose.pose.position
        # Odometry starts at (10, 0) of the map, with x along y of the map.
        return 10.0 - place.y, place.x

    def test_goal_in_odom_is_relative_to_the_start(self):
        x, y = self.position_at_goal("odom")
        self.assertAlmostEqual(x, 10.0, delta=0.5)
        self.assertAlmostEqual(y, 5.0, delta=0.5)

    def test_goal_in_base_link_is_relative_to_the_robot(self):
        self.position_at_goal("odom")
        x, y = self.position_at_goal("base_link")
        self.assertAlmostEqual(x, 10.0, delta=1.0)
        self.assertAlmostEqual(y, 10.0, delta=1.0)

    def test_goal_in_a_frame_of_another_node_is_accepted(self):
        self.assertFalse(self.send(pose(1, 0, "dock"))[1].accepted)
        self.simulator.wait_for("`dock`")
        writer = self.peer.publish_to("/tf_static", t.TFMessage, LATCHED)
        upright = t.Quaternion(0.0, 0.0, 0.0, 1.0)
        transform = t.Transform(t.Vector3(2.0, 3.0, 0.0), upright)
        writer.write(t.TFMessage([t.TransformStamped(t.Header(NOW, "map"), "dock", transform)]))
        wait_until(lambda: self.send(pose(5, 0, "dock"))[1].accepted, "the frame is known")
        x, y = self.position_at_goal("dock")
        self.assertAlmostEqual(x, 7.0, delta=0.5)
        self.assertAlmostEqual(y, 3.0, delta=0.5)


ARM = """
from morse.builder import *

robot = ATRV()
arm = KukaLWR()
robot.append(arm)
arm.add_service('ros2')
joints = ArmaturePose()
arm.append(joints)
joints.add_stream('ros2', topic='/joint_states')

env = Environment('empty', fastmode=True)
"""


class FollowJointTrajectoryTest(Ros2TestCase):
    def setUp(self):
        self.simulator, peer = self.start(ARM)
        action = "/robot/arm/follow_joint_trajectory/_action"
        self.states = peer.reader("/joint_states", t.JointState)
        self.goals = peer.client(action + "/send_goal", t.TRAJECTORY_SEND_GOAL)
        self.results = peer.client(action + "/get_result", t.TRAJECTORY_GET_RESULT)
        self.joints = peer.client("/robot/arm/get_joints", t.TRIGGER)

    def send(self, names, points):
        """Sends a trajectory of positions and times. Returns the goal's id and the answer."""
        points = [t.JointTrajectoryPoint(positions, [], [], [], t.Time(seconds, 0)) for positions, seconds in points]
        trajectory = t.JointTrajectory(t.Header(NOW, ""), names, points)
        empty = [[]] * 6
        goal = t.FollowJointTrajectoryGoal(trajectory, t.Header(NOW, ""), *empty, NOW)
        goal_id = list(os.urandom(16))
        return goal_id, self.goals.call(goal_id=goal_id, goal=goal)

    def test_arm_follows_a_trajectory_with_joints_in_any_order(self):
        names = json.loads(self.joints.call().message)
        self.assertEqual(len(names), 7)
        target = {name: 0.1 * index for index, name in enumerate(names)}
        backwards = names[::-1]
        goal_id, answer = self.send(backwards, [([target[name] for name in backwards], 1)])
        self.assertTrue(answer.accepted)
        result = self.results.call(goal_id=goal_id)
        self.assertEqual((result.status, result.result.error_code), (SUCCEEDED, 0))
        state = self.states.newest()
        for name, position in zip(state.name, state.position):
            self.assertAlmostEqual(position, target[name], 1)

    def test_trajectory_for_unknown_joints_is_refused(self):
        _, answer = self.send(["elbow"], [([1.0], 1)])
        self.assertFalse(answer.accepted)
        self.simulator.wait_for("elbow")


HAND = """
from morse.builder import *

robot = Robot('small_arm', name='robot')
arm = JointController('arm')
arm.properties(Joints='shoulder, elbow')
robot.append(arm)
gripper = JointGripper('gripper')
gripper.properties(Joints='finger')
robot.append(gripper)
gripper.add_service('ros2')

env = Environment('empty', fastmode=True)
"""


class GripperCommandTest(Ros2TestCase):
    def test_fingers_move_and_the_result_is_their_state(self):
        _, peer = self.start(HAND)
        action = "/robot/gripper/gripper_cmd/_action"
        goals = peer.client(action + "/send_goal", t.GRIPPER_SEND_GOAL)
        results = peer.client(action + "/get_result", t.GRIPPER_GET_RESULT)

        def send(position, max_effort):
            goal_id = list(os.urandom(16))
            goal = t.GripperCommandGoal(t.GripperCommand(position, max_effort))
            return goal_id, goals.call(goal_id=goal_id, goal=goal).accepted

        goal_id, accepted = send(0.03, -1.0)
        self.assertTrue(accepted)
        result = results.call(goal_id=goal_id)
        self.assertEqual((result.status, result.result.reached_goal, result.result.stalled), (SUCCEEDED, True, False))
        self.assertAlmostEqual(result.result.position, 0.03, delta=0.002)
        self.assertFalse(send(math.nan, 5.0)[1])


if __name__ == "__main__":
    unittest.main()
