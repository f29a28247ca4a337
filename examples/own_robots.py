"""Our robots from URDF files: a car, a mobile manipulator, an arm and a quadruped, which `own_robots_client.py` moves.

    morse run --view examples/own_robots.py
    python3 examples/own_robots_client.py
"""

from morse.builder import (
    AckermannDrive,
    DiffDrive,
    Environment,
    JointController,
    JointGripper,
    JointPositions,
    MobileManipulator,
    Quadruped,
    SixAxisArm,
    SmallCar,
)

car = SmallCar("car")
car.translate(0, 2)
drive = AckermannDrive("drive")
drive.properties(**SmallCar.WHEELS, **SmallCar.STEERING)
drive.add_interface("socket")
car.append(drive)

mobile = MobileManipulator("mobile")
drive = DiffDrive("drive")
drive.properties(**MobileManipulator.WHEELS)
drive.add_interface("socket")
mobile.append(drive)
controller = JointController("controller")
controller.properties(**MobileManipulator.ARM)
controller.add_interface("socket")
mobile.append(controller)

arm = SixAxisArm("arm")
arm.translate(0, -2)
controller = JointController("controller")
controller.properties(**SixAxisArm.ARM)
controller.add_interface("socket")
arm.append(controller)
gripper = JointGripper("gripper")
gripper.properties(**SixAxisArm.GRIPPER)
gripper.add_interface("socket")
arm.append(gripper)

quadruped = Quadruped("quadruped")
quadruped.translate(2, -2)
controller = JointController("controller")
controller.add_interface("socket")
quadruped.append(controller)
joints = JointPositions("joints")
joints.add_interface("socket")
quadruped.append(joints)

env = Environment("empty")
env.set_camera_location([4.4, -4.4, 2.8])
env.set_camera_rotation([1.05, 0, 0.78])
