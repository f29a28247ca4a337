"""A cat with two semantic cameras follows a mouse that a user drives from the keyboard."""

from morse.builder import *

cat = ATRV()
cat.translate(x=-6.0, z=0.2)
motion = MotionVW()
cat.append(motion)
for name, y in (("semanticL", 0.3), ("semanticR", -0.3)):
    eye = SemanticCamera(name)
    eye.translate(x=0.2, y=y, z=0.9)
    eye.properties(cam_far=800)
    cat.append(eye)
    eye.add_stream("socket")
motion.add_stream("socket")

mouse = ATRV()
mouse.properties(Object=True, Graspable=False, Label="MOUSE")
mouse.translate(x=1.0, z=0.2)
keyboard = Keyboard()
keyboard.properties(Speed=3.0)
mouse.append(keyboard)

env = Environment("land-1/trees")
env.set_camera_location([10.0, -10.0, 10.0])
env.set_camera_rotation([1.047, 0, 0.7854])
env.set_camera_clip(clip_end=1000)
