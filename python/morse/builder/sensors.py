"""Builder classes of the sensors."""

from __future__ import annotations

import math
from collections.abc import Iterable

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.catalog.builder_classes import define_builders
from morse.builder.creator import SensorCreator
from morse.builder.scene.attributes import camera_data
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments

_HALF_TURN = math.pi
_QUARTER_TURN = math.pi / 2.0


def _update_radar(component: AbstractComponent, **kwargs: object) -> None:
    """Apply the properties Angle [deg], Distance [m] and Freq to the cone of the component's radar."""
    for radar in component.options.get("radars", ()):
        if "Angle" in kwargs:
            radar["angle_deg"] = arguments.number("properties", "Angle", kwargs["Angle"])
        if "Distance" in kwargs:
            radar["distance_m"] = arguments.number("properties", "Distance", kwargs["Distance"])
        if "Freq" in kwargs:
            radar["tick_skip"] = arguments.integer("properties", "Freq", kwargs["Freq"])


class Collision(SensorCreator):
    def __init__(self, name: str | None = None) -> None:
        SensorCreator.__init__(self, name)
        self.scale = (0.02, 0.02, 0.02)


class CompoundSensor(SensorCreator):
    def __init__(self, sensors: Iterable[AbstractComponent], name: str | None = None) -> None:
        SensorCreator.__init__(self, name)
        self.sensors = self._joined(sensors)

    @staticmethod
    def _joined(sensors: object) -> list[AbstractComponent]:
        joined: list[AbstractComponent] = []
        for sensor in sensors if isinstance(sensors, Iterable) else [sensors]:
            if not isinstance(sensor, AbstractComponent):
                raise arguments.WrongType(f"CompoundSensor: sensors takes a list of sensors, not {sensors!r}")
            joined.append(sensor)
        return joined

    def after_renaming(self) -> None:
        """Set the property with the full names of the joined sensors."""
        self.properties(sensors=",".join(sensor.name for sensor in self.sensors))

    def finish_options(self) -> None:
        self.after_renaming()
        self.options["sensors"] = [sensor.name for sensor in self.sensors]


class LaserSensorWithArc(SensorCreator):
    def create_laser_arc(self) -> None:
        """No effect; kept for old scripts. Called automatically for every scanner."""

    def after_renaming(self) -> None:
        """Called when the scene is complete."""
        self.create_laser_arc()


class SearchAndRescue(SensorCreator):
    def properties(self, **kwargs: object) -> None:
        """Set properties. Angle, Distance and Freq also change the cone in which the sensor looks."""
        SensorCreator.properties(self, **kwargs)
        _update_radar(self, **kwargs)


class VideoCamera(SensorCreator):
    def __init__(self, name: str | None = None) -> None:
        SensorCreator.__init__(self, name)
        # The optical axis is +Z of the camera, the top of the image is -Y: with this rotation the camera looks along +X
        # of its parent, and the top of the image is up.
        self.rotation_euler = (_QUARTER_TURN, _HALF_TURN, _QUARTER_TURN)
        self.scene_object.describe_data(camera_data(self.properties))

    @property
    def camera(self) -> VideoCamera:
        """The sensor itself; its ``_bpy_object.data`` has clip_start, clip_end, lens and angle."""
        return self

    def get_child(
        self, name: str, objects: Iterable[SceneObject] | None = None, recursive: bool = True
    ) -> SceneObject | None:
        """A child object, as for every component. ``CameraRobot`` is the sensor itself."""
        if objects is None and name == "CameraRobot":
            return self.scene_object
        return SensorCreator.get_child(self, name, objects, recursive)

    def rotate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Pan about the parent's +Z (x, positive: left), tilt (y, positive: up), roll about the view axis (z). [rad]"""
        SensorCreator.rotate(self, x=y, y=z, z=x)

    def hide_mesh(self, hide: bool = True) -> None:
        """Hide the housing of the camera."""
        self.visual["visible"] = not arguments.flag("hide_mesh", "hide", hide)


class DepthCamera(VideoCamera):
    pass


class Velodyne(DepthCamera):
    pass


VelodyneZB = Velodyne


class DepthCameraAggregator(SensorCreator):
    def __init__(self, name: str | None = None) -> None:
        SensorCreator.__init__(self, name)
        self._cameras: list[AbstractComponent] = []
        self._master: int | None = None

    @property
    def cameras(self) -> list[AbstractComponent]:
        """The cameras appended so far."""
        return self._cameras

    def append(
        self, cam: AbstractComponent, child: str | None = None, level: int = 1, *, link: str | None = None
    ) -> None:
        """Add a camera, whose points become part of this sensor's data."""
        SensorCreator.append(self, cam, child, arguments.integer("append", "level", level) + 1, link=link)
        if cam not in self._cameras:
            self._cameras.append(cam)

    def set_master(self, master: int) -> None:
        """Choose the camera in whose frame the points are, by its index in the order of the append calls."""
        self._master = arguments.integer("set_master", "master", master)

    def finish_options(self) -> None:
        self.options["cameras"] = [camera.name for camera in self._cameras]
        if self._master is not None:
            master = self._cameras[self._master].name
            self.options["master"] = master
            self.properties(master_camera=master)


class VLP16_180(DepthCameraAggregator):
    _ROWS = [1, 17, 34, 51, 68, 85, 102, 120, 137, 154, 171, 188, 205, 222, 239, 255]

    def __init__(self, name: str | None = None) -> None:
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
        """Set the property with the full name of the middle camera."""
        self.finish_options()


class Kinect(CompoundSensor):
    def __init__(self, name: str | None = "Kinect") -> None:
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

    def add_stream(
        self,
        datastream: str,
        method: str | None = None,
        path: str | None = None,
        classpath: str | None = None,
        direction: str | None = None,
        **kwargs: object,
    ) -> None:
        """Stream both cameras."""
        for camera in self.sensors:
            camera.add_stream(datastream, method, path, classpath, direction, **kwargs)

    def streams_over(self, datastream: str) -> bool:
        """True when both cameras have a stream of this middleware."""
        return all(camera.streams_over(datastream) for camera in self.sensors)

    def profile(self) -> None:
        """Measure and show the computing time of both cameras."""
        for camera in self.sensors:
            camera.profile()

    def frequency(self, frequency: float | None = None) -> None:
        """Number of images of each camera per simulated second. [Hz]"""
        SensorCreator.frequency(self, frequency)
        if frequency and hasattr(self, "sensors"):
            for camera in self.sensors:
                camera.frequency(frequency)


define_builders("sensors", globals())
__all__ += ["VelodyneZB"]  # type: ignore[name-defined]  # noqa: F821
