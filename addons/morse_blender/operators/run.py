"""*Run*: starts ``morse run --view`` on the scene and opens its page; *Stop* ends it."""

from typing import Optional

import bpy

from .. import checks, command, model_file, scene_export
from .folder import working_folder

#: Time between two looks for the address of the page. [s]
_POLL_S = 0.3

_run: Optional[command.Run] = None
_problem = ""


def current() -> Optional[command.Run]:
    """The run that was started last, if it still runs."""
    return _run if _run is not None and _run.is_alive() else None


def problem() -> str:
    """The last messages of a run that ended with an error; empty otherwise."""
    return _problem


def _open_page() -> Optional[float]:
    """Timer: opens the page once the run prints its address."""
    global _problem
    if _run is None:
        return None
    if not _run.is_alive():
        if _run.process.returncode:
            _problem = _run.messages().strip()[-400:]
        return None
    address = _run.found_address()
    if address is None:
        return _POLL_S
    bpy.ops.wm.url_open(url=address)
    return None


class MORSE_OT_run(bpy.types.Operator):
    """Simulate the scene and show it in the browser"""

    bl_idname = "morse.run"
    bl_label = "Run"

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write the scene and start the simulator."""
        global _run, _problem
        errors = [finding for finding in checks.of_marks(context.scene) if finding.severity == "error"]
        if errors:
            place = errors[0].object.name if errors[0].object else "scene"
            self.report({"ERROR"}, f"{place}: {errors[0].message}")
            return {"CANCELLED"}
        stop()
        _problem = ""
        try:
            path, _script = scene_export.export(context.scene, working_folder(), "scene")
            _run = command.Run(path, "--view")
        except (command.CommandError, model_file.ExportError, OSError) as failure:
            self.report({"ERROR"}, str(failure))
            return {"CANCELLED"}
        if not bpy.app.background:
            bpy.app.timers.register(_open_page, first_interval=_POLL_S)
        return {"FINISHED"}


class MORSE_OT_stop(bpy.types.Operator):
    """End the simulation"""

    bl_idname = "morse.stop"
    bl_label = "Stop"

    def execute(self, _context: bpy.types.Context) -> set[str]:
        """End it."""
        stop()
        return {"FINISHED"}


def stop() -> None:
    """End the run, if there is one."""
    global _run
    if _run is not None:
        _run.end()
        _run = None


_CLASSES = (MORSE_OT_run, MORSE_OT_stop)


def register() -> None:
    """Add the operators."""
    for known in _CLASSES:
        bpy.utils.register_class(known)


def unregister() -> None:
    """End the run and remove the operators."""
    stop()
    for known in reversed(_CLASSES):
        bpy.utils.unregister_class(known)
