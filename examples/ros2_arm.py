"""An arm for MoveIt: joint states, the description of the robot, and trajectories as an action.

Start it with `morse run examples/ros2_arm.py`. The parameters of `move_group` are in ros2_arm.yaml. A trajectory can also be sent by hand:

    ros2 action send_goal /robot/arm/follow_joint_trajectory control_msgs/action/FollowJointTrajectory \
        '{trajectory: {joint_names: [kuka_2], points: [{positions: [0.5], time_from_start: {sec: 2}}]}}'
"""

from morse.builder import ATRV, Environment, KukaLWR

robot = ATRV("robot")

arm = KukaLWR("arm")
arm.translate(x=0.2, z=0.9)
arm.add_service("ros2")
robot.append(arm)

env = Environment("empty")
