"""A humanoid that squats and waves.

    morse run --view examples/humanoid.py
    python3 examples/humanoid_client.py
"""

from morse.builder import ContactSensor, Environment, Humanoid, JointController

robot = Humanoid("robot")

legs = JointController("legs")
legs.properties(**Humanoid.LEGS)
legs.add_interface("socket")
robot.append(legs)

arms = JointController("arms")
arms.properties(**Humanoid.ARMS)
arms.add_interface("socket")
robot.append(arms)

head = JointController("head")
head.properties(Joints="head_yaw, head_pitch, waist_yaw")
head.add_interface("socket")
robot.append(head)

for side in ("left", "right"):
    foot = ContactSensor(f"{side}_foot")
    foot.add_interface("socket")
    robot.append(foot, link=f"{side}_foot")

env = Environment("empty")
env.set_camera_location([2.6, -1.6, 1.3])
env.set_camera_rotation([1.33, 0, 1.02])
