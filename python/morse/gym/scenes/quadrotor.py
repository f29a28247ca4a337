"""A quadrotor with attitude and thrust commands."""

from morse.builder import Environment, Quadrotor, RotorcraftAttitude

robot = Quadrotor()
robot.translate(0.0, 0.0, 2.0)

attitude = RotorcraftAttitude()
robot.append(attitude)

env = Environment("empty", fastmode=True)
