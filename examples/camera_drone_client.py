"""Flies the drone of `camera_drone.py` around the vehicle in the middle, with the camera on it. Saves its last picture as a PPM file."""

import base64
import math

import pymorse

RADIUS_M, HEIGHT_M, SPEED, SECONDS = 6.0, 3.0, 1.5, 30.0

with pymorse.Morse() as sim:
    drone = sim.drone
    ground = drone.pose.get()["z"] - HEIGHT_M
    drone.rotors.publish({f"rotor_{place}_joint": 60.0 for place in ("front_left", "rear_right")} | {
        f"rotor_{place}_joint": -60.0 for place in ("front_right", "rear_left")})
    time = 0.0
    while time < SECONDS:
        pose = drone.pose.get()
        x, y, yaw = pose["x"], pose["y"], pose["yaw"]
        distance, bearing = math.hypot(x, y), math.atan2(-y, -x)
        # Around the middle, and back to the circle.
        outwards = 0.6 * (RADIUS_M - distance)
        vx = outwards * -math.cos(bearing) - SPEED * -math.sin(bearing)
        vy = outwards * -math.sin(bearing) - SPEED * math.cos(bearing)
        climb = 0.6 * (ground + HEIGHT_M - pose["z"])
        ahead = [math.cos(yaw) * vx + math.sin(yaw) * vy, -math.sin(yaw) * vx + math.cos(yaw) * vy]
        drone.fly.publish({"vx": ahead[0], "vy": ahead[1], "vz": climb, "vyaw": 0.0, "tolerance": 0.1})
        look = math.remainder(bearing - yaw, 2 * math.pi)
        drone.gimbal.publish({
            "gimbal_yaw": max(-2.8, min(2.8, look)), "gimbal_roll": -pose["roll"],
            "gimbal_pitch": math.atan2(pose["z"] - ground - 0.8, distance),
        })
        sim.sleep(0.05)
        time += 0.05
    picture = drone.camera.get()
    with open("camera_drone.ppm", "wb") as file:
        pixels = base64.b64decode(picture["image"])
        rgb = b"".join(pixels[at : at + 3] for at in range(0, len(pixels), 4))
        file.write(b"P6 %d %d 255\n" % (picture["width"], picture["height"]) + rgb)
    print(f"flew for {SECONDS:.0f} s; the last picture of the camera is camera_drone.ppm")
