"""A rover that drives ahead, a pillar near its path, and a laser scanner."""

from morse.builder import ATRV, Cylinder, Environment, Hokuyo, MotionVW, Pose, parameter

robot = ATRV()

motion = MotionVW()
robot.append(motion)

laser = Hokuyo()
laser.translate(0.5, 0.0, 0.5)
laser.properties(scan_window=180.0, resolution=2.0, laser_range=10.0)
laser.frequency(10)
robot.append(laser)

pose = Pose()
pose.alter('Noise', pos_std=parameter('noise_m', default=0.0))
robot.append(pose)

pillar = Cylinder('pillar')
pillar.translate(3.0, parameter('pillar_y_m', default=0.0), 0.5)
pillar.scale = (0.25, 0.25, 0.5)
pillar.set_physics_type('STATIC')

env = Environment('empty', fastmode=True)
