"""A motor boat driven by ArduPilot, in lock-step over its JSON interface.

Start it with `morse run examples/ardupilot_boat.py`, then ArduPilot:
`sim_vehicle.py -v Rover -f motorboat --model JSON:127.0.0.1`. Output 1 turns the motors and output 3 is the throttle, as in
ArduPilot's default parameters. With `skid=True` these outputs are the left and the right motor.
"""

from morse.builder import IMU, Boat, BoatControl, Environment, Pose, Velocity

RATE_HZ = 120

robot = Boat("boat")

motors = BoatControl("motors")
motors.frequency(RATE_HZ)
motors.add_stream("ardupilot", port=9002, max_angle=0.5, max_thrust=200.0)
robot.append(motors)

imu = IMU("imu")
imu.level("truth")
pose = Pose("pose")
velocity = Velocity("velocity")
for sensor in (imu, pose, velocity):
    sensor.frequency(RATE_HZ)
    sensor.add_stream("ardupilot")
    robot.append(sensor)

env = Environment("water-1/deep_water")
env.simulator_frequency(RATE_HZ)
