"""A car driven by ArduPilot, in lock-step over its JSON interface.

Start it with `morse run examples/ardupilot_rover.py`, then ArduPilot: `sim_vehicle.py -v Rover --model JSON:127.0.0.1`.
Output 1 steers and output 3 is the throttle, as in ArduPilot's default parameters.
"""

from morse.builder import IMU, Environment, Hummer, Pose, SteerForce, Velocity

RATE_HZ = 120

robot = Hummer("car")
robot.translate(z=0.6)

engine = SteerForce("engine")
engine.frequency(RATE_HZ)
engine.add_stream("ardupilot", port=9002, max_angle=0.5, max_force=1000.0)
robot.append(engine)

# The front of the car is along Y; ArduPilot expects it along X of the sensors.
imu = IMU("imu")
imu.level("truth")
pose = Pose("pose")
velocity = Velocity("velocity")
for sensor in (imu, pose, velocity):
    sensor.rotate(z=1.5708)
    sensor.frequency(RATE_HZ)
    sensor.add_stream("ardupilot")
    robot.append(sensor)

env = Environment("empty")
env.simulator_frequency(RATE_HZ)
