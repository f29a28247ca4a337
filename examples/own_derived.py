"""Components derived from built-in ones: a camera, an IMU, an ATRV, and a wheeled robot that drives by itself."""

import os
import sys

from morse.builder import ATRV, IMU, Environment, MotionVW, Pioneer3DX, Pose, VideoCamera

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

robot = ATRV()
robot.properties(classpath="own_parts.components.CountingATRV")
camera = VideoCamera()
camera.translate(x=0.5, z=0.9)
camera.properties(classpath="own_parts.components.LineCamera", cam_width=64, cam_height=32)
camera.frequency(10)
robot.append(camera)
imu = IMU()
imu.properties(classpath="own_parts.components.DriftingIMU", Drift=0.01)
robot.append(imu)
motion = MotionVW()
robot.append(motion)
robot.add_default_interface("socket")
robot.add_service("socket")

patrol = Pioneer3DX()
patrol.translate(y=5.0)
patrol.properties(classpath="own_parts.components.Patrol")
place = Pose()
patrol.append(place)
patrol.add_default_interface("socket")

env = Environment("empty")
