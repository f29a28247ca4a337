"""A robot with everything on board, for scenes that have several of its kind."""

from morse.builder import *


def equipped_robot(name):
    robot = ATRV(name)

    motion = MotionVW("motion")
    robot.append(motion)

    pose = Pose("pose")
    pose.translate(x=0.2, z=0.83)
    robot.append(pose)

    sick = Sick("sick")
    sick.translate(x=0.18, z=0.94)
    sick.properties(resolution=1, laser_range=5.0)
    robot.append(sick)

    camera = VideoCamera("cam")
    camera.translate(x=0.3, z=1.1)
    camera.properties(cam_width=128, cam_height=128)
    robot.append(camera)

    for component in (motion, pose, sick, camera):
        component.add_interface("socket")
    return robot
