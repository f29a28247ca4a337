"""A stereo camera on a pan-tilt unit, and a helicopter above with a camera."""

from morse.builder import *

atrv = ATRV()
platine = PTU()
platine.translate(x=0.2, z=0.9)
atrv.append(platine)
stereo = StereoUnit()
platine.append(stereo)
for name, y in (("left", 0.1), ("right", -0.1)):
    eye = VideoCamera(name)
    eye.translate(x=0.1, y=y)
    eye.add_stream("socket")
    stereo.append(eye)

rmax = RMax()
rmax.translate(x=5.0, z=9.0)
motion01 = Destination()
rmax.append(motion01)
motion01.add_stream("socket")

env = Environment("land-1/trees")
