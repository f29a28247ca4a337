from morse.builder import *

robot = ATRV()

motion = MotionVW()
robot.append(motion)

pose = Pose()
robot.append(pose)

env = Environment('empty', fastmode=True)
