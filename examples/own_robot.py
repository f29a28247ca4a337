"""A robot from a URDF file, assets/robots/small_arm.urdf, whose joints are commanded over sockets and ROS 2.

Start it with `morse run --view examples/own_robot.py`, then bend the arm:

    morse topic pub arm.controller shoulder=0.8 elbow=-1.2 finger=0.03
    ros2 action send_goal /arm/controller/follow_joint_trajectory control_msgs/action/FollowJointTrajectory \
        '{trajectory: {joint_names: [elbow], points: [{positions: [0.5], time_from_start: {sec: 2}}]}}'
"""

from morse.builder import Environment, JointController, JointPositions, Robot

# Or the path of a file of your own: Robot("my_robot.urdf", name="arm").
arm = Robot("small_arm", name="arm")

controller = JointController("controller")
controller.add_interface("socket")
controller.add_service("ros2")
arm.append(controller)

joints = JointPositions("joints")
joints.add_interface("socket")
arm.append(joints)

env = Environment("empty")
