from morse.builder import *


class @classname@(GroundRobot):
    """@name@, as scenes use it: a robot that drives and knows where it is."""

    def __init__(self, name=None, debug=True):
        # The model is in data/@env@/robots. It can be any glTF (.glb), .blend, .obj or .urdf file.
        GroundRobot.__init__(self, '@env@/robots/@name@.glb', name)
        self.properties(classpath="@env@.robots.@name@.@classname@")

        # Actuators: a forward speed and a turn rate.
        self.motion = MotionVW()
        self.append(self.motion)

        # The arrow keys of the terminal move it too.
        if debug:
            self.keyboard = Keyboard()
            self.append(self.keyboard)

        # Sensors: where it is.
        self.pose = Pose()
        self.append(self.pose)
