from morse.builder import *


class @classname@(GroundRobot):
    """The robot @name@ for scenes, with a motion actuator and a pose sensor."""

    def __init__(self, name=None, debug=True):
        # The model is in data/@env@/robots. It can be any glTF (.glb), .blend, .obj or .urdf file.
        GroundRobot.__init__(self, '@env@/robots/@name@.glb', name)
        self.properties(classpath="@env@.robots.@name@.@classname@")

        # Actuators: a forward speed and a turn rate.
        self.motion = MotionVW()
        self.append(self.motion)

        # The arrow keys of the terminal also move it.
        if debug:
            self.keyboard = Keyboard()
            self.append(self.keyboard)

        # Sensors: its pose.
        self.pose = Pose()
        self.append(self.pose)
