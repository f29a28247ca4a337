"""Robots, passive objects and zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from morse.builder.abstractcomponent import AbstractComponent
from morse.builder.catalog.models import ROOTS, model_file
from morse.builder.components.bodies import BodyMethods
from morse.builder.creator import apply_facts
from morse.builder.scene.scene_object import SceneObject
from morse.builder.script import arguments, report
from morse.builder.script.robot_files import fix_base, keyframe_of, model_of
from morse.builder.wiring.choice import known_middleware
from morse.core.mathutils import Vector

if TYPE_CHECKING:
    from morse.builder.components.settings import ModelFile

__all__ = ["Component", "GroundRobot", "PassiveObject", "Robot", "WheeledRobot", "Zone"]

# Class path of robots without a class: they only carry components.
_BARE_ROBOT = "morse.robots.fakerobot.FakeRobot"


class Component(AbstractComponent):
    """A component with a model file."""

    def __init__(
        self,
        category: str = "",
        filename: str = "",
        blender_object_name: str | None = None,
        make_morseable: bool = True,
    ) -> None:
        call = type(self).__name__
        arguments.text(call, "category", category)
        arguments.optional_text(call, "filename", filename)
        arguments.optional_text(call, "blender_object_name", blender_object_name)
        self.kind = {"sensors": "sensor", "actuators": "actuator", "robots": "robot"}.get(category, self.kind)
        file = model_file(category, filename)
        root = ROOTS.get(file or "")
        name = blender_object_name or (root.name if root else "Empty")
        obj = SceneObject(name, root.location if root else (0, 0, 0), root.rotation if root else (0, 0, 0))
        AbstractComponent.__init__(self, obj)
        self._blender_filename = filename or ""
        if file:
            self.model = {"file": file, "object": blender_object_name, "prefix": None, "keep_pose": False}


class Robot(BodyMethods, Component):
    """A robot; without ``filename``, a frame that carries components.

    ``arguments`` are those of a xacro file, as in ``Robot('arm.urdf.xacro', arguments={'arm': 'right'})``.
    ``keyframe`` names the keyframe of an MJCF file in which the robot starts: ``Robot('dog.xml', keyframe='sit')``.
    ``fixed`` holds the root of a robot whose file lets it move: ``Robot('arm.urdf', fixed=True)``.
    """

    kind = "robot"

    def __init__(
        self,
        filename: str = "",
        name: str | None = None,
        blender_object_name: str | None = None,
        arguments: Mapping[str, str | float] | None = None,
        keyframe: str | None = None,
        fixed: bool = False,
    ) -> None:
        model = model_of(type(self).__name__, filename, arguments) or ""
        Component.__init__(self, "robots", model, blender_object_name)
        if keyframe is not None:
            keyframe_of(type(self).__name__, self.model, keyframe)
        fix_base(type(self).__name__, self.model, fixed)
        self._blender_filename = filename or ""
        #: Middleware of all components of the robot.
        self.default_interface: str | None = None
        self.properties(classpath=self._classpath or _BARE_ROBOT, Robot_Tag=True)
        apply_facts(self)
        if name:
            self.name = name

    def add_default_interface(self, stream: str) -> None:
        """Give every component of the robot a stream and services over a middleware; the last call counts.

        The Environment applies it.
        """
        self.default_interface = known_middleware("add_default_interface", stream)

    def apply_default_interface(self) -> None:
        """Apply add_default_interface. Raises KeyError for a middleware without services."""
        if not self.default_interface:
            return
        for component in self.descendants():
            if not component.is_morseable():
                continue
            if component.is_exportable() and not component.streams_over(self.default_interface):
                component.add_stream(self.default_interface)
            component.add_service(self.default_interface)

    def append_declared(self, interface: str | None = None) -> dict[str, AbstractComponent]:
        """Append a component for each sensor, plugin and set of controllers that the robot's file declares.

        Returns them by name. ``interface`` gives each a stream and services over a middleware; with ROS, on the topics
        of the file. ``morse inspect FILE`` lists the components, and the declarations without one. Plugins are never
        loaded.
        Raises MorseBuilderError for a robot without such a file.
        """
        from morse.builder.script.declared import append_declared

        return append_declared(self, interface)

    @property
    def links(self) -> list[str]:
        """Names of the links of the robot's URDF, SDF or MJCF file, for ``append(sensor, link=…)``.

        Raises MorseBuilderError for a robot without such a file.
        """
        from morse.builder.script.declared import structure_of

        return structure_of(self, "links").links

    @property
    def joints(self) -> list[str]:
        """Names of the joints of the robot's file that move and mimic no other joint, for the property ``Joints``.

        Raises MorseBuilderError for a robot without such a file.
        """
        from morse.builder.script.declared import structure_of

        return structure_of(self, "joints").joints

    def set_use_record_animation(self, use_record_animation: bool = True) -> None:
        """Record the motion for an animation; without effect on the simulation."""
        self.options["record_animation"] = arguments.flag(
            "set_use_record_animation", "use_record_animation", use_record_animation
        )

    def make_ghost(self, alpha: float = 0.3) -> None:
        """Make the robot and its components transparent, without collisions."""
        self.set_no_collision()
        self.body["ghost"] = True
        self.visual["alpha"] = arguments.number("make_ghost", "alpha", alpha)

    def make_external(self) -> None:
        """Let another simulation node or HLA federate move the robot."""
        values = self.scene_object.values
        values.pop("Robot_Tag", None)
        self.properties(External_Robot_Tag=True)
        self.external = True

    def make_grasper(self, obj_name: str) -> None:
        """Let the named part of the model grasp objects with the property Graspable within 5 m."""
        arguments.text("make_grasper", "obj_name", obj_name)
        self.options["grasper"] = {"object": obj_name, "property": "Graspable", "distance_m": 5.0}


class GroundRobot(Robot):
    """A robot whose vertical speed, roll and pitch follow from physics, not from commands."""

    def __init__(self, filename: str, name: str | None = None, blender_object_name: str | None = None) -> None:
        Robot.__init__(self, filename, name, blender_object_name)
        self.properties(GroundRobot=True)


class WheeledRobot(Robot):
    """A robot whose wheels are separate bodies."""

    def __init__(self, filename: str, name: str | None = None, blender_object_name: str | None = None) -> None:
        Robot.__init__(self, filename, name, blender_object_name)

    def unparent_wheels(self) -> None:
        """Make the wheels separate bodies, joined to the chassis; called automatically for every wheeled robot."""
        self.options["detach_wheels"] = True

    def after_renaming(self) -> None:
        """Called when the scene is complete."""
        self.unparent_wheels()


class PassiveObject(BodyMethods, AbstractComponent):
    """Objects of a model file without behavior: those with names that start with ``prefix``. The first is the root."""

    model: ModelFile

    def __init__(self, filename: str = "props/objects", prefix: str | None = None, keep_pose: bool = False) -> None:
        arguments.text("PassiveObject", "filename", filename)
        arguments.optional_text("PassiveObject", "prefix", prefix)
        keep_pose = arguments.flag("PassiveObject", "keep_pose", keep_pose)
        AbstractComponent.__init__(self, SceneObject(prefix or filename.rsplit("/", 1)[-1].rsplit(".", 1)[0]))
        self.model = {"file": filename, "object": None, "prefix": prefix, "keep_pose": keep_pose}

    def another(self) -> PassiveObject:
        """A new object of the same file, with the same options."""
        copy = PassiveObject(self.model["file"] or "", self.model["prefix"], self.model["keep_pose"])
        copy.options.update(self.options)
        return copy

    def setgraspable(self) -> None:
        """Let grippers grasp it. Without a property Label, its name becomes the Label."""
        self.properties(Object=True, Graspable=True)
        if self.property_value("Label") is None:
            self.properties(Label=self.name)
        self.options["near"] = {"name": "Collision", "distance_m": 0.05, "reset_distance_m": 0.075}


class Zone(AbstractComponent):
    """An invisible axis-aligned box with a type, such as ``Zone('Charging')``."""

    kind = "zone"

    def __init__(self, type: str) -> None:
        AbstractComponent.__init__(self, SceneObject("Zone"))
        self.shape = {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]}
        self.visual["visible"] = False
        self.properties(Zone_Tag=True, Type=arguments.text("Zone", "type", type))

    @property
    def size(self) -> Vector:
        """Half extents. [m]"""
        return self.scale

    @size.setter
    def size(self, value: Iterable[float]) -> None:
        self.scale = value

    def rotate(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> None:
        """Only logs a warning: zones are always parallel to the axes of the world."""
        report.warn(f"zone {self.name} cannot be rotated", self)
