"""A robot at a geodetic position, with sensors for its pose, its motion and its surroundings."""

from morse.builder import *

atrv = ATRV()

for kind in (Gyroscope, Pose, GPS, IMU):
    sensor = kind(kind.__name__.lower())
    sensor.translate(z=0.75)
    sensor.add_stream("socket")
    atrv.append(sensor)

sick = Sick()
sick.translate(x=0.5, z=0.75)
sick.properties(resolution=1, laser_range=5.0)
atrv.append(sick)
sick.add_interface("socket")

motion = MotionVW()
atrv.append(motion)
motion.add_interface("socket")

env = Environment("laas/grande_salle", fastmode=True)
env.properties(longitude=43.6, latitude=1.433, altitude=0.0)
