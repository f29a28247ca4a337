"""Robots from files in ROS 1, with rospy: joint states, description, transforms of links, commands, actions."""

import unittest

from ros1_peers import RosTestCase

SCENE = """
from morse.builder import *
arm = SixAxisArm('arm')
controller = JointController('controller')
controller.properties(**SixAxisArm.ARM)
controller.add_stream('ros')
controller.add_service('ros')
arm.append(controller)
gripper = JointGripper('gripper')
gripper.properties(**SixAxisArm.GRIPPER)
gripper.add_service('ros')
arm.append(gripper)
env = Environment('empty', fastmode=True)
env.configure_stream_manager('ros', link_transforms=True)
"""

# Debian has no control_msgs: rospy generates the types and their MD5 sums from these definitions.
CLIENT = r"""
import queue
from genpy.dynamic import generate_dynamic
from sensor_msgs.msg import JointState
from tf2_msgs.msg import TFMessage
states = queue.Queue()
rospy.Subscriber('/joint_states', JointState, states.put)
def position(joint):
    while states.qsize() > 1:
        states.get()
    state = states.get(timeout=20)
    return dict(zip(state.name, state.position))[joint]

def generated(*texts):
    parts = ('\n' + '=' * 80 + '\nMSG: ').join(texts)
    return generate_dynamic(texts[0].partition('\n')[0], parts.partition('\n')[2])

HEADER = 'std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n'
GOAL_ID = 'actionlib_msgs/GoalID\ntime stamp\nstring id\n'
STATUS = ('actionlib_msgs/GoalStatus\nGoalID goal_id\nuint8 status\nuint8 PENDING=0\nuint8 ACTIVE=1\nuint8 PREEMPTED=2\n'
    'uint8 SUCCEEDED=3\nuint8 ABORTED=4\nuint8 REJECTED=5\nuint8 PREEMPTING=6\nuint8 RECALLING=7\nuint8 RECALLED=8\n'
    'uint8 LOST=9\nstring text\n')
STATE = 'float64 position\nfloat64 effort\nbool stalled\nbool reached_goal\n'
GRIP = 'control_msgs/GripperCommand'
GRIPPER = [generated(GRIP + 'ActionGoal\nHeader header\nactionlib_msgs/GoalID goal_id\nGripperCommandGoal goal\n', HEADER, GOAL_ID,
        GRIP + 'Goal\nGripperCommand command\n', GRIP + '\nfloat64 position\nfloat64 max_effort\n'),
    generated(GRIP + 'ActionResult\nHeader header\nactionlib_msgs/GoalStatus status\nGripperCommandResult result\n', HEADER, STATUS,
        GOAL_ID, GRIP + 'Result\n' + STATE),
    generated(GRIP + 'ActionFeedback\nHeader header\nactionlib_msgs/GoalStatus status\nGripperCommandFeedback feedback\n', HEADER,
        STATUS, GOAL_ID, GRIP + 'Feedback\n' + STATE)]
POINT = ('trajectory_msgs/JointTrajectoryPoint\nfloat64[] positions\nfloat64[] velocities\nfloat64[] accelerations\n'
    'float64[] effort\nduration time_from_start\n')
TOLERANCE = 'control_msgs/JointTolerance\nstring name\nfloat64 position\nfloat64 velocity\nfloat64 acceleration\n'
FOLLOW = 'control_msgs/FollowJointTrajectory'
TRAJECTORY = [generated(FOLLOW + 'ActionGoal\nHeader header\nactionlib_msgs/GoalID goal_id\nFollowJointTrajectoryGoal goal\n', HEADER,
        GOAL_ID, FOLLOW + 'Goal\ntrajectory_msgs/JointTrajectory trajectory\nJointTolerance[] path_tolerance\n'
        'JointTolerance[] goal_tolerance\nduration goal_time_tolerance\n',
        'trajectory_msgs/JointTrajectory\nHeader header\nstring[] joint_names\nJointTrajectoryPoint[] points\n', POINT, TOLERANCE),
    generated(FOLLOW + 'ActionResult\nHeader header\nactionlib_msgs/GoalStatus status\nFollowJointTrajectoryResult result\n', HEADER,
        STATUS, GOAL_ID, FOLLOW + 'Result\nint32 error_code\nstring error_string\nint32 SUCCESSFUL=0\nint32 INVALID_GOAL=-1\n'
        'int32 INVALID_JOINTS=-2\nint32 OLD_HEADER_TIMESTAMP=-3\nint32 PATH_TOLERANCE_VIOLATED=-4\n'
        'int32 GOAL_TOLERANCE_VIOLATED=-5\n'),
    generated(FOLLOW + 'ActionFeedback\nHeader header\nactionlib_msgs/GoalStatus status\nFollowJointTrajectoryFeedback feedback\n',
        HEADER, STATUS, GOAL_ID, FOLLOW + 'Feedback\nHeader header\nstring[] joint_names\n'
        'trajectory_msgs/JointTrajectoryPoint desired\ntrajectory_msgs/JointTrajectoryPoint actual\n'
        'trajectory_msgs/JointTrajectoryPoint error\n', POINT)]

def action(types, name):
    goal, result, feedback = types
    class Action:
        def __init__(self):
            self.action_goal = goal[name + 'ActionGoal']()
            self.action_result = result[name + 'ActionResult']()
            self.action_feedback = feedback[name + 'ActionFeedback']()
    return Action
"""


class Joints(RosTestCase):
    def client(self):
        master = self.start_master()
        self.run_ros_scene(SCENE, master)
        node = self.start_node(master)
        node.run(CLIENT)
        return node

    def test_description_is_the_text_of_the_file(self):
        names = self.client().run(
            """
            from xml.etree import ElementTree
            wait_until(lambda: rospy.has_param('/robot_description'))
            robot = ElementTree.fromstring(rospy.get_param('/robot_description'))
            result = [robot.get('name'), len(robot.findall('link')) > 10]
            """
        )
        self.assertEqual(names, ["six_axis_arm", True])

    def test_commands_of_all_types_move_the_joints(self):
        result = self.client().run(
            """
            from std_msgs.msg import Float64MultiArray
            from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint
            by_name = rospy.Publisher('/arm/controller', JointState, queue_size=1)
            by_list = rospy.Publisher('/arm/controller/commands', Float64MultiArray, queue_size=1)
            by_point = rospy.Publisher('/arm/controller/joint_trajectory', JointTrajectory, queue_size=1)
            for publisher in (by_name, by_list, by_point):
                wait_until(lambda: publisher.get_num_connections() > 0)
            near = lambda joint, goal: abs(position(joint) - goal) < 0.01
            by_name.publish(JointState(name=['shoulder'], position=[0.3]))
            wait_until(lambda: near('shoulder', 0.3))
            by_list.publish(Float64MultiArray(data=[0.4, 0.3, 0.5, 0.0, 0.0, 0.0]))
            wait_until(lambda: near('base_yaw', 0.4) and near('elbow', 0.5))
            point = JointTrajectoryPoint(positions=[-0.2])
            by_point.publish(JointTrajectory(joint_names=['base_yaw'], points=[point]))
            wait_until(lambda: near('base_yaw', -0.2))
            result = True
            """
        )
        self.assertTrue(result)

    def test_gripper_and_trajectory_are_actions(self):
        result = self.client().run(
            """
            import actionlib
            from trajectory_msgs.msg import JointTrajectoryPoint
            gripper = actionlib.SimpleActionClient('/arm/gripper/gripper_cmd', action(GRIPPER, GRIP))
            assert gripper.wait_for_server(rospy.Duration(20))
            goal = GRIPPER[0][GRIP + 'Goal']()
            goal.command.position, goal.command.max_effort = 0.03, -1.0
            gripper.send_goal_and_wait(goal, rospy.Duration(30))
            state = gripper.get_result()
            arm = actionlib.SimpleActionClient('/arm/controller/follow_joint_trajectory', action(TRAJECTORY, FOLLOW))
            assert arm.wait_for_server(rospy.Duration(20))
            goal = TRAJECTORY[0][FOLLOW + 'Goal']()
            goal.trajectory.joint_names = ['base_yaw', 'shoulder', 'elbow', 'forearm_roll', 'wrist_pitch', 'wrist_roll']
            goal.trajectory.points = [JointTrajectoryPoint(positions=[0.5] * 6, time_from_start=rospy.Duration(1.0))]
            ended = arm.send_goal_and_wait(goal, rospy.Duration(30))
            result = [state.reached_goal, abs(state.position - 0.03) < 0.002, ended, abs(position('elbow') - 0.5) < 0.02]
            """
        )
        self.assertEqual(result, [True, True, 3, True])

    def test_links_have_transforms(self):
        result = self.client().run(
            """
            children = set()
            take = lambda message: children.update(t.child_frame_id for t in message.transforms)
            rospy.Subscriber('/tf', TFMessage, take)
            rospy.Subscriber('/tf_static', TFMessage, take)
            wait_until(lambda: {'upper_arm', 'gripper', 'left_finger'} <= children)
            result = True
            """
        )
        self.assertTrue(result)


if __name__ == "__main__":
    unittest.main()
