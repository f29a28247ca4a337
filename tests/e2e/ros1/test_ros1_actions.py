"""Services and actions of ROS 1, called with rospy and actionlib."""

import unittest

from ros1_peers import RosTestCase, wait_until

WAYPOINT = """
from morse.builder import *
robot = ATRV()
waypoint = Waypoint()
waypoint.add_service('ros')
robot.append(waypoint)
pose = Pose()
pose.add_service('ros')
robot.append(pose)
env = Environment('empty', fastmode=True)
"""

CLIENT = """
import actionlib
from move_base_msgs.msg import MoveBaseAction, MoveBaseGoal, MoveBaseActionGoal, MoveBaseActionResult
from actionlib_msgs.msg import GoalID, GoalStatus, GoalStatusArray
client = actionlib.SimpleActionClient('/robot/waypoint/move_base', MoveBaseAction)
assert client.wait_for_server(rospy.Duration(20))
def goal(x, y, z=0.0):
    goal = MoveBaseGoal()
    goal.target_pose.header.frame_id = 'map'
    goal.target_pose.pose.position.x = x
    goal.target_pose.pose.position.y = y
    goal.target_pose.pose.position.z = z
    goal.target_pose.pose.orientation.w = 1.0
    return goal
"""

PREEMPTED, SUCCEEDED, ABORTED, REJECTED = 2, 3, 4, 5


class MoveBase(RosTestCase):
    def client(self):
        master = self.start_master()
        self.run_ros_scene(WAYPOINT, master)
        node = self.start_node(master)
        node.run(CLIENT)
        return master, node

    def test_goal_is_reached(self):
        _, node = self.client()
        result = node.run(
            """
            state = client.send_goal_and_wait(goal(2.0, 0.0), rospy.Duration(60))
            result = [state, client.get_result() is not None]
            """
        )
        self.assertEqual(result, [SUCCEEDED, True])

    def test_goal_is_canceled(self):
        _, node = self.client()
        result = node.run(
            """
            client.send_goal(goal(1e6, 0.0))
            wait_until(lambda: client.get_state() == GoalStatus.ACTIVE)
            client.cancel_goal()
            assert client.wait_for_result(rospy.Duration(20))
            result = client.get_state()
            """
        )
        self.assertEqual(result, PREEMPTED)

    def test_second_goal_preempts_the_first(self):
        _, node = self.client()
        result = node.run(
            """
            import queue
            results = queue.Queue()
            rospy.Subscriber('/robot/waypoint/move_base/result', MoveBaseActionResult, results.put)
            other = actionlib.ActionClient('/robot/waypoint/move_base', MoveBaseAction)
            assert other.wait_for_server(rospy.Duration(20))
            first = other.send_goal(goal(1e6, 0.0))
            wait_until(lambda: first.get_comm_state() == actionlib.CommState.ACTIVE)
            second = other.send_goal(goal(2.0, 0.0))
            wait_until(lambda: second.get_comm_state() == actionlib.CommState.DONE, 60)
            wait_until(lambda: first.get_comm_state() == actionlib.CommState.DONE)
            result = [first.get_goal_status(), second.get_goal_status(), results.get().status.status, results.get().status.status]
            """
        )
        self.assertEqual(result, [PREEMPTED, SUCCEEDED, PREEMPTED, SUCCEEDED])

    def test_goals_with_nan_are_rejected(self):
        _, node = self.client()
        results = node.run(
            """
            result = []
            # A client misses some of the results that arrive before `send_goal` has returned.
            for _ in range(20):
                client.send_goal(goal(float('nan'), 0.0))
                assert client.wait_for_result(rospy.Duration(20))
                result.append([client.get_state(), client.get_goal_status_text()])
            """
        )
        self.assertEqual([state for state, _ in results], [REJECTED] * 20)
        self.assertIn("finite", results[0][1])

    def test_duplicate_goal_is_executed_once(self):
        _, node = self.client()
        result = node.run(
            """
            import queue
            results = queue.Queue()
            rospy.Subscriber('/robot/waypoint/move_base/result', MoveBaseActionResult, results.put)
            goals = rospy.Publisher('/robot/waypoint/move_base/goal', MoveBaseActionGoal, queue_size=10)
            wait_until(lambda: goals.get_num_connections() > 0)
            message = MoveBaseActionGoal(goal=goal(1.0, 0.0))
            message.goal_id.id = 'twice'
            goals.publish(message)
            goals.publish(message)
            status = results.get(timeout=30).status
            # A result of the duplicate would come before the result of this goal.
            message.goal_id.id = 'next'
            goals.publish(message)
            result = [status.goal_id.id, status.status, results.get(timeout=30).status.goal_id.id]
            """
        )
        self.assertEqual(result, ["twice", SUCCEEDED, "next"])

    def test_late_cancel_has_no_effect(self):
        _, node = self.client()
        result = node.run(
            """
            state = client.send_goal_and_wait(goal(1.0, 0.0), rospy.Duration(60))
            client.cancel_goal()
            client.cancel_goals_at_and_before_time(rospy.Time.now())
            second = client.send_goal_and_wait(goal(2.0, 0.0), rospy.Duration(60))
            result = [state, second]
            """
        )
        self.assertEqual(result, [SUCCEEDED, SUCCEEDED])

    def test_status_is_published_at_5_hz(self):
        _, node = self.client()
        result = node.run(
            """
            receive('/robot/waypoint/move_base/status', GoalStatusArray)
            start_s = time.monotonic()
            receive('/robot/waypoint/move_base/status', GoalStatusArray, count=10)
            result = time.monotonic() - start_s
            """
        )
        self.assertGreater(result, 1.0)
        self.assertLess(result, 6.0)

    def test_parameter_sets_the_status_rate(self):
        master = self.start_master()
        master.proxy.setParam("/test", "/robot/waypoint/move_base/status_frequency", 50)
        self.run_ros_scene(WAYPOINT, master)
        node = self.start_node(master)
        node.run(CLIENT)
        result = node.run(
            """
            receive('/robot/waypoint/move_base/status', GoalStatusArray)
            start_s = time.monotonic()
            receive('/robot/waypoint/move_base/status', GoalStatusArray, count=50)
            result = time.monotonic() - start_s
            """
        )
        self.assertLess(result, 8.0, "at 5 Hz it would take 10 s")


ROTORCRAFT = """
from morse.builder import *
robot = Quadrotor()
robot.translate(z=1.0)
waypoint = RotorcraftWaypoint()
waypoint.add_service('ros')
robot.append(waypoint)
pose = Pose()
pose.add_stream('ros')
robot.append(pose)
env = Environment('empty', fastmode=True)
"""


class MoveBaseOfRotorcraft(RosTestCase):
    def test_goal_in_the_air_is_reached(self):
        master = self.start_master()
        self.run_ros_scene(ROTORCRAFT, master)
        node = self.start_node(master)
        node.run(CLIENT)
        state, pose = node.run(
            """
            from geometry_msgs.msg import PoseStamped
            state = client.send_goal_and_wait(goal(2.0, 1.0, 3.0), rospy.Duration(60))
            result = [state, receive('/robot/pose', PoseStamped)[0].pose.position]
            """
        )
        self.assertEqual(state, SUCCEEDED)
        for axis, expected in zip("xyz", (2.0, 1.0, 3.0)):
            self.assertAlmostEqual(pose[axis], expected, delta=0.6)

    def test_goal_in_the_air_is_canceled(self):
        master = self.start_master()
        self.run_ros_scene(ROTORCRAFT, master)
        node = self.start_node(master)
        node.run(CLIENT)
        state = node.run(
            """
            client.send_goal(goal(1e4, 0.0, 3.0))
            wait_until(lambda: client.get_state() == GoalStatus.ACTIVE)
            client.cancel_goal()
            assert client.wait_for_result(rospy.Duration(20))
            result = client.get_state()
            """
        )
        self.assertEqual(state, PREEMPTED)


# Debian has no control_msgs: rospy generates the type and its MD5 sum from these definitions.
TRAJECTORY = r"""
from genpy.dynamic import generate_dynamic
line = '=' * 80 + '\nMSG: '
name = 'control_msgs/JointTrajectoryActionGoal'
types = generate_dynamic(name, line.join([
    'Header header\nactionlib_msgs/GoalID goal_id\nJointTrajectoryGoal goal\n',
    'std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n',
    'actionlib_msgs/GoalID\ntime stamp\nstring id\n',
    'control_msgs/JointTrajectoryGoal\ntrajectory_msgs/JointTrajectory trajectory\n',
    'trajectory_msgs/JointTrajectory\nHeader header\nstring[] joint_names\nJointTrajectoryPoint[] points\n',
    'trajectory_msgs/JointTrajectoryPoint\nfloat64[] positions\nfloat64[] velocities\nfloat64[] accelerations\n'
    'float64[] effort\nduration time_from_start\n']))
from trajectory_msgs.msg import JointTrajectoryPoint
from actionlib_msgs.msg import GoalStatusArray
goals = rospy.Publisher('/robot/arm/joint_trajectory_action/goal', types[name], queue_size=10)
wait_until(lambda: goals.get_num_connections() > 0)
states = {}
def collect(message):
    for status in message.status_list:
        states[status.goal_id.id] = [status.status, status.text]
rospy.Subscriber('/robot/arm/joint_trajectory_action/status', GoalStatusArray, collect)
joints = wait_until(lambda: rospy.get_param('/robot/arm/joints', None))
def follow(goal_id, names, positions, after_s=0.5):
    goal = types[name]()
    goal.goal_id.id = goal_id
    goal.goal.trajectory.joint_names = names
    point = JointTrajectoryPoint(positions=positions, time_from_start=rospy.Duration(after_s))
    goal.goal.trajectory.points = [point]
    goals.publish(goal)
    return wait_until(lambda: states.get(goal_id, [0])[0] in (2, 3, 4, 5) and states[goal_id])
"""

ARM = """
from morse.builder import *
robot = ATRV()
arm = KukaLWR('arm')
arm.translate(z=0.9)
arm.add_service('ros')
arm.add_overlay('ros', 'morse.middleware.ros.overlays.armatures.ArmatureController')
robot.append(arm)
state = ArmaturePose('state')
state.add_stream('ros')
arm.append(state)
env = Environment('empty')
"""


class JointTrajectory(RosTestCase):
    def test_arm_follows_a_trajectory(self):
        master = self.start_master()
        self.run_ros_scene(ARM, master)
        node = self.start_node(master)
        node.run(TRAJECTORY)
        joints, reached, action_joints, state = node.run(
            """
            from sensor_msgs.msg import JointState
            # The names are in reverse order.
            positions = [0.1 * number for number in range(len(joints))]
            reached = follow('there', joints[::-1], positions[::-1])
            action_joints = rospy.get_param('/robot/arm/joint_trajectory_action/joints')
            result = [joints, reached, action_joints, receive('/robot/arm/state', JointState)[0]]
            """
        )
        self.assertEqual(reached[0], SUCCEEDED)
        self.assertEqual(action_joints, joints)
        self.assertEqual(state["name"], joints)
        for number, position in enumerate(state["position"]):
            self.assertAlmostEqual(position, 0.1 * number, delta=0.02)

    def test_unknown_joints_are_rejected_with_the_known_ones(self):
        master = self.start_master()
        self.run_ros_scene(ARM, master)
        node = self.start_node(master)
        node.run(TRAJECTORY)
        state, text = node.run("result = follow('no', ['elbow'], [0.0])")
        self.assertEqual(state, REJECTED)
        self.assertIn("no joint elbow", text)


# The types of `control_msgs/PointHeadAction`, as above.
POINT_HEAD = r"""
from genpy.dynamic import generate_dynamic
line = '=' * 80 + '\nMSG: '
name = 'control_msgs/PointHeadActionGoal'
types = generate_dynamic(name, line.join([
    'Header header\nactionlib_msgs/GoalID goal_id\nPointHeadGoal goal\n',
    'std_msgs/Header\nuint32 seq\ntime stamp\nstring frame_id\n',
    'actionlib_msgs/GoalID\ntime stamp\nstring id\n',
    'control_msgs/PointHeadGoal\ngeometry_msgs/PointStamped target\ngeometry_msgs/Vector3 pointing_axis\n'
    'string pointing_frame\nduration min_duration\nfloat64 max_velocity\n',
    'geometry_msgs/PointStamped\nHeader header\nPoint point\n',
    'geometry_msgs/Point\nfloat64 x\nfloat64 y\nfloat64 z\n',
    'geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n']))
from actionlib_msgs.msg import GoalID, GoalStatusArray
action = '/robot/ptu/point_head_action'
goals = rospy.Publisher(action + '/goal', types[name], queue_size=10)
cancels = rospy.Publisher(action + '/cancel', GoalID, queue_size=10)
wait_until(lambda: goals.get_num_connections() > 0 and cancels.get_num_connections() > 0)
states = {}
def collect(message):
    for status in message.status_list:
        states[status.goal_id.id] = [status.status, status.text]
rospy.Subscriber(action + '/status', GoalStatusArray, collect)
def look(goal_id, x, y, z, frame='map'):
    goal = types[name]()
    goal.goal_id.id = goal_id
    goal.goal.target.header.frame_id = frame
    goal.goal.target.point.x, goal.goal.target.point.y, goal.goal.target.point.z = x, y, z
    goals.publish(goal)
def state_of(goal_id, states_wanted=(2, 3, 4, 5)):
    return wait_until(lambda: states.get(goal_id, [0])[0] in states_wanted and states[goal_id])
"""

PAN_TILT = """
from morse.builder import *
robot = ATRV()
ptu = PTU()
ptu.translate(z=1.0)
ptu.properties(Speed=0.5)
ptu.add_service('ros')
robot.append(ptu)
env = Environment('empty')
"""


class PointHead(RosTestCase):
    def test_pan_tilt_goal_is_reached_preempted_canceled_or_rejected(self):
        master = self.start_master()
        self.run_ros_scene(PAN_TILT, master)
        node = self.start_node(master)
        node.run(POINT_HEAD)
        result = node.run(
            """
            import json
            from std_srvs.srv import Trigger
            angles = lambda: json.loads(rospy.ServiceProxy('/robot/ptu/get_pan_tilt', Trigger)().message)
            look('left', 0.0, 50.0, 1.0)
            reached = [state_of('left')[0], angles()]
            look('behind', -50.0, -1.0, 1.0)
            state_of('behind', (1,))
            look('right', 0.0, -50.0, 1.0)
            preempted = state_of('behind')[0]
            cancels.publish(GoalID(id='right'))
            cancelled = state_of('right')[0]
            look('nowhere', 1.0, 0.0, 0.0, 'moon')
            result = [reached, preempted, cancelled, state_of('nowhere')]
            """
        )
        (state, (pan, tilt)), preempted, cancelled, (rejected, text) = result
        self.assertEqual((state, preempted, cancelled, rejected), (SUCCEEDED, PREEMPTED, PREEMPTED, REJECTED))
        self.assertAlmostEqual(pan, 1.5708, delta=0.03)
        self.assertAlmostEqual(tilt, 0.0, delta=0.03)
        self.assertIn("moon", text)


class Services(RosTestCase):
    def test_services_without_arguments_are_triggers(self):
        master = self.start_master()
        self.run_ros_scene(WAYPOINT, master)
        wait_until(lambda: master.address_of("/morse"))
        listed = wait_until(lambda: "/robot/waypoint/get_status" in self.tool(master, "rosservice", "list") and 1)
        self.assertTrue(listed)
        self.assertEqual(self.tool(master, "rosservice", "type", "/robot/waypoint/get_status").strip(), "std_srvs/Trigger")
        output = self.tool(master, "rosservice", "call", "/robot/waypoint/get_status")
        self.assertIn("success: True", output)
        self.assertIn("message:", output)

    def test_service_with_a_flag_is_a_set_bool(self):
        master = self.start_master()
        self.run_ros_scene(
            """
from morse.builder import *
robot = Human()
robot.add_service('ros')
env = Environment('empty')
""",
            master,
        )
        node = self.start_node(master)
        success, message = node.run(
            """
            from std_srvs.srv import SetBool
            rospy.wait_for_service('/robot/grasp', 20)
            answer = rospy.ServiceProxy('/robot/grasp', SetBool)(False)
            result = [answer.success, answer.message]
            """
        )
        # This human has no grasper, so that the service fails with a message.
        self.assertFalse(success)
        self.assertIn("no hand", message)

    def test_client_of_the_wrong_type_gets_an_error(self):
        master = self.start_master()
        self.run_ros_scene(WAYPOINT, master)
        node = self.start_node(master)
        problem = node.run(
            """
            from std_srvs.srv import SetBool, Trigger
            rospy.wait_for_service('/robot/waypoint/stop', 20)
            try:
                rospy.ServiceProxy('/robot/waypoint/stop', SetBool)(True)
                result = 'answered'
            except rospy.ServiceException as error:
                result = str(error)
            """
        )
        self.assertIn("do not match", problem)

    def test_persistent_client_calls_a_service_repeatedly(self):
        master = self.start_master()
        self.run_ros_scene(WAYPOINT, master)
        node = self.start_node(master)
        result = node.run(
            """
            from std_srvs.srv import Trigger
            rospy.wait_for_service('/robot/waypoint/stop', 20)
            stop = rospy.ServiceProxy('/robot/waypoint/stop', Trigger, persistent=True)
            result = [stop().message for _ in range(20)]
            """
        )
        self.assertEqual(result, ["Stop"] * 20)


if __name__ == "__main__":
    unittest.main()
