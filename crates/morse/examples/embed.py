from morse.builder import ATRV, Environment, MotionVW, Pose

robot = ATRV()

motion = MotionVW()
robot.append(motion)

pose = Pose()
robot.append(pose)

env = Environment('empty', fastmode=True)
