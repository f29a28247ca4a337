"""Scenes of the benchmarks, as scene documents."""

import json

_STREAMS = "morse.middleware.socket_datastream.SocketDatastreamManager"
_PUBLISHER = "morse.middleware.socket_datastream.SocketPublisher"
_REQUESTS = "morse.middleware.socket_request_manager.SocketRequestManager"
_SPACING_M = 1.2


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


def robots(count, with_components=True, spacing_m=_SPACING_M):
    """`count` ATRVs in rows on a wide plate, each with a streaming pose and odometry, and a waypoint."""
    plate = {"scale": [1000.0, 1000.0, 0.0652]}
    objects = [{"name": "Ground", "kind": "object", "builder": "Scene", "options": {"scene_object": plate}}]
    streams, services = {}, {}
    for name, place in robot_places(count, spacing_m).items():
        facts = {"properties": {"GroundRobot": True}, "location": place, "model": {"file": "robots/atrv"}}
        objects.append({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV", **facts})
        if with_components:
            objects.append(_component(f"{name}.pose", "sensor", "morse.sensors.pose.Pose", name))
            objects.append(_component(f"{name}.odometry", "sensor", "morse.sensors.odometry.Odometry", name))
            objects[-1]["level"] = "integrated"
            objects.append(_component(f"{name}.waypoint", "actuator", "morse.actuators.waypoint.Waypoint", name))
            for sensor in ("pose", "odometry"):
                streams[f"{name}.{sensor}"] = [[_STREAMS, _PUBLISHER, "OUT", {}]]
            services[f"{name}.waypoint"] = [_REQUESTS]
    document = {"morse_scene": 1, "objects": objects, "component_datastream": streams, "component_service": services}
    return json.dumps(document)


def drives(count, spacing_m):
    """The robots of `robots`, each with only a MotionVW."""
    scene = json.loads(robots(count, with_components=False, spacing_m=spacing_m))
    motions = {name: f"{name}.motion" for name in robot_places(count)}
    scene["objects"] += [_component(motion, "actuator", "morse.actuators.v_omega.MotionVW", name) for name, motion in motions.items()]
    scene["component_service"] = {motion: [_REQUESTS] for motion in motions.values()}
    return json.dumps(scene)


def equipped(count, spacing_m, actuator, sensors=("pose.Pose", "odometry.Odometry")):
    """`count` ATRVs in rows, each with an actuator with services, and with streaming sensors."""
    scene = json.loads(robots(count, with_components=False, spacing_m=spacing_m))
    streams, services = {}, {}
    for name in robot_places(count):
        scene["objects"].append(_component(f"{name}.actuator", "actuator", f"morse.actuators.{actuator}", name))
        services[f"{name}.actuator"] = [_REQUESTS]
        for sensor in sensors:
            full = f"{name}.{sensor.split('.')[0]}"
            scene["objects"].append(_component(full, "sensor", f"morse.sensors.{sensor}", name))
            streams[full] = [[_STREAMS, _PUBLISHER, "OUT", {}]]
    return json.dumps({**scene, "component_datastream": streams, "component_service": services})


def scanning(count, spacing_m):
    """`count` ATRVs with a MotionVW and a scanner of 360 rays at 10 Hz each; physics at 100 Hz."""
    scene = json.loads(equipped(count, spacing_m, "v_omega.MotionVW", sensors=()))
    scene["environment"] = {"time": {"frequency_hz": 100.0}}
    arc = {"laser_range": 30.0, "scan_window": 360.0, "resolution": 1.0}
    for name in robot_places(count):
        scanner = _component(f"{name}.scanner", "sensor", "morse.sensors.laserscanner.LaserScanner", name)
        scene["objects"].append({**scanner, "rate_hz": 10.0, "location": [0.0, 0.0, 0.9], "properties": arc})
    return json.dumps(scene)


def heap(count):
    """`count` ATRVs that fall onto each other, tilted, and read their poses with noise."""
    objects, modifiers = [], {}
    for number, (name, place) in enumerate(robot_places(count).items()):
        location = [0.6 * place[0], 0.6 * place[1], 0.5 + 0.9 * (number % 7)]
        rotation = [0.3 * (number % 3), 0.2 * (number % 5), 0.7 * number]
        facts = {"location": location, "rotation": rotation, "model": {"file": "robots/atrv"}}
        objects.append({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV", **facts})
        objects.append(_component(f"{name}.pose", "sensor", "morse.sensors.pose.Pose", name))
        modifiers[f"{name}.pose"] = [["morse.modifiers.pose_noise.PoseNoiseModifier", "OUT", {}]]
    return json.dumps({"morse_scene": 1, "objects": objects, "component_modifier": modifiers})


def crowd(count, environment, with_sensors=False):
    """`count` ATRVs with a MotionVW each, in rows in the unfurnished part of indoor-1; optionally with a streaming Sick and Pose
    each."""
    objects, streams, services = [], {}, {}
    for number, (name, place) in enumerate(crowd_places(count).items()):
        pose = {"location": place, "rotation": [0.0, 0.0, 0.7 * number]}
        facts = {"properties": {"GroundRobot": True}, "model": {"file": "robots/atrv"}, **pose}
        objects.append({"name": name, "kind": "robot", "class": "morse.robots.atrv.ATRV", **facts})
        objects.append(_component(f"{name}.motion", "actuator", "morse.actuators.v_omega.MotionVW", name))
        services[f"{name}.motion"] = [_REQUESTS]
        if with_sensors:
            objects.append(_component(f"{name}.pose", "sensor", "morse.sensors.pose.Pose", name))
            scanner = _component(f"{name}.sick", "sensor", "morse.sensors.laserscanner.LaserScanner", name)
            arc = {"laser_range": 30.0, "scan_window": 180.0, "resolution": 1.0}
            objects.append({**scanner, "rate_hz": 10.0, "location": [0.0, 0.0, 0.9], "properties": arc})
            for sensor in ("pose", "sick"):
                streams[f"{name}.{sensor}"] = [[_STREAMS, _PUBLISHER, "OUT", {}]]
    scene = {"morse_scene": 1, "environment": {"file": environment}, "objects": objects}
    return json.dumps({**scene, "component_datastream": streams, "component_service": services})


def crowd_places(count):
    """Names and positions of the robots of `crowd`: in the free half of the floor and in its corner."""
    places = {}
    for row in range(11):
        for column in range(14):
            x, y = -14.0 + 2.2 * column, -11.0 + 2.2 * row
            if len(places) < count and (y < -0.5 or x > 3.0):
                places[f"robot{len(places):04d}"] = [x, y, 0.0]
    return places


def robot_places(count, spacing_m=_SPACING_M):
    """Names and positions of the robots of `robots`."""
    side = int(count**0.5 + 0.999)
    places = {}
    for number in range(count):
        row, column = divmod(number, side)
        places[f"robot{number:04d}"] = [(column - side / 2) * spacing_m, (row - side / 2) * spacing_m, 0.0]
    return places


def _component(name, kind, classpath, parent):
    return {"name": name, "kind": kind, "class": classpath, "parent": parent, "rate_hz": 60.0}
