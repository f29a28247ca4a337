"""The scenes that are measured, as scene documents."""

import json

_STREAMS = "morse.middleware.socket_datastream.SocketDatastreamManager"
_PUBLISHER = "morse.middleware.socket_datastream.SocketPublisher"
_REQUESTS = "morse.middleware.socket_request_manager.SocketRequestManager"
_SPACING_M = 1.15


def first_scene():
    """The scene of the first tutorial, without its clock port."""
    return "\n".join(
        [
            "from morse.builder import *",
            "robot = ATRV()",
            "pose = Pose()",
            "pose.add_stream('socket')",
            "pose.alter('Noise')",
            "robot.append(pose)",
            "odometry = Odometry()",
            "odometry.level('differential')",
            "odometry.add_stream('socket')",
            "robot.append(odometry)",
            "waypoint = Waypoint()",
            "waypoint.add_interface('socket')",
            "robot.append(waypoint)",
            "env = Environment('empty', fastmode=True)",
            "",
        ]
    )


def robots(count, with_components=True):
    """`count` ATRVs in rows on the ground, each with a drive and a pose sensor that streams at 60 Hz."""
    side = int(count**0.5 + 0.999)
    objects, streams, services = [], {}, {}
    for number, name in enumerate(robot_names(count)):
        row, column = divmod(number, side)
        place = [(column - side / 2) * _SPACING_M, (row - side / 2) * _SPACING_M, 0.0]
        objects.append({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV", "location": place})
        if with_components:
            objects.append(_component(f"{name}.pose", "sensor", "morse.sensors.pose.Pose", name))
            objects.append(_component(f"{name}.motion", "actuator", "morse.actuators.v_omega.MotionVW", name))
            streams[f"{name}.pose"] = [[_STREAMS, _PUBLISHER, "OUT", {}]]
            services[f"{name}.motion"] = [_REQUESTS]
    document = {"morse_scene": 1, "objects": objects, "component_datastream": streams, "component_service": services}
    return json.dumps(document)


def robot_names(count):
    """The names of the robots of `robots`."""
    return [f"robot{number:04d}" for number in range(count)]


def _component(name, kind, classpath, parent):
    return {"name": name, "kind": kind, "class": classpath, "parent": parent, "rate_hz": 60.0}
