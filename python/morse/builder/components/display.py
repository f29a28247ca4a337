"""Display methods of the Environment. Their values are part of the scene document and do not change the simulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from morse.builder.components.wired import Wired
from morse.builder.script import arguments, report
from morse.core.mathutils import Euler, Vector

if TYPE_CHECKING:
    from morse.builder.scene.settings import Settings


class DisplaySettings:
    """Camera and drawing settings of an Environment."""

    _settings: Settings

    def _show(self, **values: object) -> None:
        self._settings.display.update(values)

    def _flag(self, name: str, value: object) -> None:
        if isinstance(value, bool):
            self._show(**{name: value})
        else:
            report.warn(f"{name}({value!r}) changes nothing: give True or False")

    def set_camera_location(self, location: Sequence[float]) -> None:
        """Position of the user's camera in the world. [m]"""
        self._settings.camera.location = Vector(arguments.numbers("set_camera_location", "location", location, 3))

    def set_camera_rotation(self, rotation: Sequence[float]) -> None:
        """Attitude of the user's camera: XYZ Euler angles. [rad]"""
        self._settings.camera.rotation_euler = Euler(arguments.numbers("set_camera_rotation", "rotation", rotation, 3))

    def place_camera(self, location: Sequence[float]) -> None:
        """Old name of set_camera_location."""
        report.warn("place_camera is deprecated: use set_camera_location")
        self.set_camera_location(location)

    def aim_camera(self, rotation: Sequence[float]) -> None:
        """Old name of set_camera_rotation."""
        report.warn("aim_camera is deprecated: use set_camera_rotation")
        self.set_camera_rotation(rotation)

    def set_camera_clip(self, clip_start: float = 0.1, clip_end: float = 100) -> None:
        """Nearest and farthest distance drawn. [m]"""
        self._settings.camera.set(clip=arguments.numbers("set_camera_clip", "clip", (clip_start, clip_end), 2))

    def set_camera_speed(self, speed: float = 2.0) -> None:
        """Speed of the user's camera. [m/s]"""
        self._settings.camera.set(speed=arguments.number("set_camera_speed", "speed", speed))

    def set_camera_focal_length(self, focal_length: float = 20.0) -> None:
        """Focal length of the user's camera. [mm]"""
        focal_length_mm = arguments.number("set_camera_focal_length", "focal_length", focal_length)
        self._settings.camera.set(focal_length_mm=focal_length_mm)

    def select_display_camera(self, robot_camera: Wired) -> None:
        """Show the image of this camera on the screen."""
        if not isinstance(robot_camera, Wired):
            raise arguments.WrongType(f"select_display_camera: robot_camera takes a camera, not {robot_camera!r}")
        self._settings.display_camera = robot_camera

    def set_horizon_color(self, color: Sequence[float] = (0.05, 0.22, 0.4)) -> None:
        """Color of the sky: red, green, blue; 0 to 1."""
        self._show(horizon_color=arguments.numbers("set_horizon_color", "color", color, 3))

    def set_ambient_color(self, color: Sequence[float] = (0.05, 0.05, 0.05)) -> None:
        """Color of the ambient light and of the sky: red, green, blue; 0 to 1."""
        self._show(ambient_color=arguments.numbers("set_ambient_color", "color", color, 3))
        self.set_horizon_color(color)

    def enable_mist(self, value: bool = True) -> None:
        """Draw mist."""
        self.set_mist_settings(enable=value)

    def set_mist_settings(self, **kwargs: object) -> None:
        """Mist: enable, intensity, start [m], depth [m], falloff."""
        allowed = ("enable", "intensity", "start", "depth", "falloff")
        for name, value in kwargs.items():
            if name not in allowed:
                report.warn(f"set_mist_settings knows no {name!r}: only {', '.join(allowed)}")
            elif name == "enable":
                arguments.flag("set_mist_settings", name, value)
            elif name != "falloff":
                arguments.number("set_mist_settings", name, value)
        self._settings.mist().update({name: value for name, value in kwargs.items() if name in allowed})

    def show_debug_properties(self, value: bool = True) -> None:
        """Show properties on the screen. Values that are not bool are ignored with a warning."""
        self._flag("show_debug_properties", value)

    def show_framerate(self, value: bool = True) -> None:
        """Show the frame rate on the screen. Values that are not bool are ignored with a warning."""
        self._flag("show_framerate", value)

    def show_physics(self, value: bool = True) -> None:
        """Show the physics bodies. Values that are not bool are ignored with a warning."""
        self._flag("show_physics", value)

    def set_material_mode(self, material_mode: str = "GLSL") -> None:
        """Drawing of materials: SINGLETEXTURE, MULTITEXTURE or GLSL."""
        self._show(material_mode=arguments.text("set_material_mode", "material_mode", material_mode))

    def set_viewport(self, viewport_shade: str = "WIREFRAME", clip_end: float = 1000) -> None:
        """Shading of the viewport (BOUNDBOX, WIREFRAME, SOLID or TEXTURED), and its farthest distance [m]."""
        arguments.text("set_viewport", "viewport_shade", viewport_shade)
        farthest = arguments.number("set_viewport", "clip_end", clip_end)
        self._show(viewport={"shade": viewport_shade, "clip_end": farthest})

    def set_auto_start(self, auto_start: bool = True) -> None:
        """Start without waiting for a key."""
        self._show(auto_start=arguments.flag("set_auto_start", "auto_start", auto_start))

    def fullscreen(self, fullscreen: bool = True) -> None:
        """Use the whole screen."""
        self._show(fullscreen=arguments.flag("fullscreen", "fullscreen", fullscreen))

    def set_debug(self, debug: bool = True) -> None:
        """Show the viewer's debug output."""
        self._show(debug=arguments.flag("set_debug", "debug", debug))

    def set_stereo(self, mode: str = "ANAGLYPH", eye_separation: float = 0.1, stereo: str = "STEREO") -> None:
        """Draw an image for each eye. ``eye_separation`` is in m."""
        self._show(
            stereo={
                "mode": arguments.text("set_stereo", "mode", mode),
                "eye_separation": arguments.number("set_stereo", "eye_separation", eye_separation),
                "stereo": arguments.text("set_stereo", "stereo", stereo),
            }
        )

    def set_animation_record(self, record: bool = True) -> None:
        """Record the motion for an animation."""
        self._show(animation_record=arguments.flag("set_animation_record", "record", record))

    def set_background_scene(self, scene: str) -> None:
        """Draw another scene behind this one."""
        self._show(background_scene=arguments.text("set_background_scene", "scene", scene))

    def use_vsync(self, vsync: str) -> None:
        """Vertical synchronization: ON, OFF or ADAPTIVE."""
        self._show(vsync=arguments.text("use_vsync", "vsync", vsync))

    def save(self, filepath: str | None = None, check_existing: bool = False, compress: bool = True) -> None:
        """Request to write the scene to a file."""
        arguments.optional_text("save", "filepath", filepath)
        self._show(
            save={
                "filepath": filepath,
                "check_existing": arguments.flag("save", "check_existing", check_existing),
                "compress": arguments.flag("save", "compress", compress),
            }
        )
