"""Builder classes of the sensors."""

import math
from typing import Any, Iterable, List, Optional

from morse.builder import arguments
from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.attributes import camera_data
from morse.builder.creator import SensorCreator
from morse.builder.factory import define_builders
from morse.builder.scene_object import SceneObject

_HALF_TURN = math.pi
_QUARTER_TURN = math.pi / 2.0


def _update_radar(component: AbstractComponent, **kwargs: Any) -> None:
    """Let properties named Angle, Distance and Freq change the cone of the component's radar too."""
    for radar in component.options.get("radars", ()):
        for name, key in (("Angle", "angle_deg"), ("Distance", "distance_m")):
            if name in kwargs:
                radar[key] = arguments.number("properties", name, kwargs[name])
        if "Freq" in kwargs:
            radar["tick_skip"] = arguments.integer("properties", "Freq", kwargs["Freq"])


class Collision(SensorCreator):
    def __init__(self, name: Optional[str] = None) -> None:
        SensorCreator.__init__(self, name)
        self.scale = (0.02, 0.02, 0.02)


class CompoundSensor(SensorCreator):
    def __init__(self, sensors: Iterable[AbstractComponent], name: Optional[str] = None) -> None:
        SensorCreator.__init__(self, name)
        self.sensors = self._joined(sensors)

    @staticmethod
    def _joined(sensors: Any) -> List[AbstractComponent]:
        found = list(sensors) if isinstance(sensors, Iterable) else [sensors]
        for sensor in found:
            if not isinstance(sensor, AbstractComponent):
                raise arguments.WrongType(f"CompoundSensor: sensors takes a list of sensors, not {sensors!r}")
        return found

    def after_renaming(self) -> None:
        """Write the full names of the joined sensors."""
        self.properties(sensors=",".join(sensor.name for sensor in self.sensors))

    def finish_options(self) -> None:
        self.after_renaming()
        self.options["sensors"] = [sensor.name for sensor in self.sensors]


class LaserSensorWithArc(SensorCreator):
    def create_laser_arc(self) -> None:
        """Update the visible arc after a change of its properties; called automatically for every scanner."""

    def after_renaming(self) -> None:
        """Called when the scene is complete."""
        self.create_laser_arc()


class SearchAndRescue(SensorCreator):
    def properties(self, **kwargs: Any) -> None:
        """As for every component; Angle, Distance and Freq also change the cone it looks through."""
        SensorCreator.properties(self, **kwargs)
        _update_radar(self, **kwargs)


class VideoCamera(SensorCreator):
    def __init__(self, name: Optional[str] = None) -> None:
        SensorCreator.__init__(self, name)
        # Optical axis along the own +Z, image top along the own -Y: this looks along the parent's +X, top up.
        self.rotation_euler = (_QUARTER_TURN, _HALF_TURN, _QUARTER_TURN)
        self.scene_object.describe_data(camera_data(self.properties))

    @property
    def camera(self) -> "VideoCamera":
        """The camera, which is the sensor itself; its ``_bpy_object.data`` has clip_start, clip_end, lens and angle."""
        return self

    def get_child(
        self, name: str, objects: Optional[Iterable[SceneObject]] = None, recursive: bool = True
    ) -> Optional[SceneObject]:
        """As for every component; the child ``CameraRobot`` is the sensor itself."""
        if objects is None and name == "CameraRobot":
            return self.scene_object
        return SensorCreator.get_child(self, name, objects, recursive)

    def rotate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Pan about the parent's +Z (x, positive: left), tilt (y, positive: up), roll about the view axis (z), rad."""
        SensorCreator.rotate(self, x=y, y=z, z=x)

    def hide_mesh(self, hide: bool = True) -> None:
        """Do not draw the housing."""
        self.visual["visible"] = not arguments.flag("hide_mesh", "hide", hide)


class DepthCamera(VideoCamera):
    pass


class Velodyne(DepthCamera):
    pass


VelodyneZB = Velodyne


class DepthCameraAggregator(SensorCreator):
    def __init__(self, name: Optional[str] = None) -> None:
        SensorCreator.__init__(self, name)
        self._cameras: List[AbstractComponent] = []
        self._master: Optional[int] = None

    @property
    def cameras(self) -> List[AbstractComponent]:
        """The cameras appended so far."""
        return self._cameras

    def append(self, cam: AbstractComponent, child: Optional[str] = None, level: int = 1) -> None:
        """Add a camera to this unit and merge its points."""
        SensorCreator.append(self, cam, child, arguments.integer("append", "level", level) + 1)
        if cam not in self._cameras:
            self._cameras.append(cam)

    def set_master(self, master: int) -> None:
        """Give the points in the frame of this camera: its index in the order of the append calls."""
        self._master = arguments.integer("set_master", "master", master)

    def finish_options(self) -> None:
        self.options["cameras"] = [camera.name for camera in self._cameras]
        if self._master is not None:
            master = self._cameras[self._master].name
            self.options["master"] = master
            self.properties(master_camera=master)


class VLP16_180(DepthCameraAggregator):
    _ROWS = [1, 17, 34, 51, 68, 85, 102, 120, 137, 154, 171, 188, 205, 222, 239, 255]

    def __init__(self, name: Optional[str] = None) -> None:
        DepthCameraAggregator.__init__(self, name)
        for index, pan in enumerate((-_HALF_TURN / 3.0, 0.0, _HALF_TURN / 3.0)):
            camera = DepthCamera(f"cam{index}")
            camera.properties(
                cam_width=512, cam_height=256, cam_focal=27.7, keep_list=str(self._ROWS), keep_resolution=True
            )
            camera.rotate(x=pan)
            camera.frequency(10)
            camera.hide_mesh()
            self.append(camera)
        self.set_master(1)

    def after_renaming(self) -> None:
        """Write the full name of the middle camera."""
        self.finish_options()


class Kinect(CompoundSensor):
    def __init__(self, name: Optional[str] = "Kinect") -> None:
        self.rgb = VideoCamera("rgb")
        self.rgb.properties(cam_width=128, cam_height=128)
        self.rgb.translate(0.06, 0.08, 0.04)
        self.depth = DepthCamera("depth")
        self.depth.properties(
            classpath="morse.sensors.depth_camera.DepthVideoCamera", cam_width=128, cam_height=128, Vertical_Flip=True
        )
        self.depth.translate(0.06, -0.08, 0.04)
        CompoundSensor.__init__(self, [self.rgb, self.depth], name)
        self.append(self.rgb)
        self.append(self.depth)

    def add_stream(self, datastream: str, *args: Any, **kwargs: Any) -> None:
        """Stream both cameras."""
        for camera in self.sensors:
            camera.add_stream(datastream, *args, **kwargs)

    def streams_over(self, datastream: str) -> bool:
        """True when both cameras have a stream of this middleware."""
        return all(camera.streams_over(datastream) for camera in self.sensors)

    def profile(self) -> None:
        """Measure the time of both cameras."""
        for camera in self.sensors:
            camera.profile()

    def frequency(self, frequency: Optional[float] = None) -> None:
        """Rate of both cameras."""
        SensorCreator.frequency(self, frequency)
        if frequency and hasattr(self, "sensors"):
            for camera in self.sensors:
                camera.frequency(frequency)


define_builders("sensors", globals())
__all__ += ["VelodyneZB"]  # type: ignore[name-defined]  # noqa: F821
