"""A quadrotor flown by ArduPilot, in lock-step over its JSON interface.

Start it with `morse run examples/ardupilot_quadrotor.py`, then ArduPilot: `sim_vehicle.py -v ArduCopter -f X --model
JSON:127.0.0.1`. Its default frame is a quadrotor in +; this robot is one in x, and crashes without `-f X`.
"""

from morse.builder import IMU, Environment, Pose, Quadrotor, QuadrotorDynamicControl, Velocity

# ArduCopter arms if its gyroscope reads 1.8 times as often as its loop runs, which is 400 times per second.
RATE_HZ = 1200

robot = Quadrotor("quad")
robot.translate(z=0.3)

motors = QuadrotorDynamicControl("motors")
motors.properties(Configuration="x", Reversed=True)
motors.frequency(RATE_HZ)
motors.add_stream("ardupilot", port=9002, max_speed=1100.0)
robot.append(motors)

imu = IMU("imu")
imu.level("truth")
pose = Pose("pose")
velocity = Velocity("velocity")
for sensor in (imu, pose, velocity):
    sensor.frequency(RATE_HZ)
    sensor.add_stream("ardupilot")
    robot.append(sensor)

env = Environment("empty")
env.simulator_frequency(RATE_HZ)
