"""A motor boat driven by PX4, in lock-step over messages of MAVLink.

Start it with `morse run examples/px4_boat.py`, then PX4 SITL for an external simulator with a boat of two thrusters. PX4 connects
to port 4560. Outputs 1 and 2 are the thrust of the left and the right motor; without `skid=True` the first one turns the
motors, and the second is their throttle.
"""

from morse.builder import GPS, IMU, Barometer, Boat, BoatControl, Environment

RATE_HZ = 250

robot = Boat("boat")

motors = BoatControl("motors")
motors.frequency(RATE_HZ)
motors.add_stream("px4", port=4560, skid=True, max_thrust=200.0)
robot.append(motors)

# PX4 rejects sensors without noise as defective. Biases are omitted, as after a calibration.
imu = IMU("imu")
imu.level("physical")
imu.properties(GyroBias=0.0, AccelBias=0.0, MagNoise=100.0, AccelRange=160.0, GyroRange=35.0)
imu.frequency(RATE_HZ)
imu.add_stream("px4")
robot.append(imu)

barometer = Barometer("barometer")
barometer.properties(ReferencePressure=95650.0)
barometer.frequency(50)
barometer.add_stream("px4")
robot.append(barometer)

gps = GPS("gps")
gps.level("raw")
gps.frequency(10)
gps.add_stream("px4")
robot.append(gps)

env = Environment("water-1/deep_water")
env.properties(longitude=8.5456, latitude=47.3977, altitude=488.0)
env.simulator_frequency(RATE_HZ)
