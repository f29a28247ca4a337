"""Builder class of the human avatar."""

from __future__ import annotations

from typing import Any  # for keywords of add_interface, which are passed to those of add_stream

from morse.builder.actuators import Armature
from morse.builder.catalog.builder_classes import define_builders
from morse.builder.catalog.models import PARTS
from morse.builder.morsebuilder import GroundRobot
from morse.builder.script import report
from morse.builder.sensors import ArmaturePose

#: Name of the armature in the model.
_SKELETON = "HumanSkeleton"
_CONTROLLER = "morse.middleware.ros.overlays.armatures.ArmatureController"


class Human(GroundRobot):
    def __init__(self, filename: str = "human_rig", name: str | None = None) -> None:
        GroundRobot.__init__(self, filename, name)
        self.skeleton: Armature | None = None
        self.joint_states: ArmaturePose | None = None
        if _SKELETON not in PARTS.get(f"robots/{filename}", (_SKELETON,)):
            report.warn(f"the model {filename!r} has no {_SKELETON}: this Human has no armature", self)
            return
        self.skeleton = Armature(armature_name=_SKELETON)
        self.append(self.skeleton)
        self.joint_states = ArmaturePose("joint_states")
        self.skeleton.append(self.joint_states)
        self.skeleton.create_ik_targets(["head", "wrist_L", "wrist_R", "foot_L", "foot_R"])

    def add_interface(self, interface: str, **kwargs: Any) -> None:
        """Stream the joints and serve the skeleton over a middleware."""
        if self.skeleton is None or self.joint_states is None:
            return
        if interface in ("socket", "ros2"):
            self.joint_states.add_stream(interface, **kwargs)
            self.joint_states.add_service(interface)
            self.skeleton.add_service(interface)
        elif interface == "ros":
            self.joint_states.add_stream(interface, **kwargs)
            self.skeleton.add_service(interface)
            self.skeleton.add_overlay(interface, _CONTROLLER)
        else:
            self.joint_states.add_stream(interface, **kwargs)


define_builders("robots.human", globals())
