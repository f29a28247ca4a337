"""Renders the image of `benches/frame.rs` with MuJoCo's renderer on Mesa's llvmpipe, on one thread.

    pip install mujoco numpy
    MORSE_FRAME_FILE=frame.json cargo bench -p morse-render --bench frame
    python mujoco_frame.py frame.json

Prints the time of an image with colors and depths, without and with shadows (mean processor time of many runs), the share of pixels
with a hit, and the mean depth of the hits. Multisampling and reflections are off.
"""

import json
import math
import os
import sys
import time

# Read by the libraries when they are loaded: the software renderer, which draws in the calling thread.
os.environ.setdefault("MUJOCO_GL", "osmesa")
os.environ["LP_NUM_THREADS"] = "0"

import mujoco
import numpy as np

_RUNS = 20


def _model(scene: dict) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    mesh = spec.add_mesh(name="hills")
    mesh.uservert = np.ravel(scene["vertices"]).tolist()
    mesh.userface = np.ravel(scene["triangles"]).tolist()
    # An open surface has no volume.
    mesh.inertia = mujoco.mjtMeshInertia.mjMESH_INERTIA_SHELL
    world = spec.worldbody
    world.add_geom(type=mujoco.mjtGeom.mjGEOM_MESH, meshname="hills")
    half = [scene["half_side"]] * 3
    for place in scene["boxes"]:
        world.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=half, pos=place)
    for place in scene["balls"]:
        world.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[scene["radius"], 0.0, 0.0], pos=place)
    light = world.add_light(pos=[0.0, 0.0, 50.0], dir=[-0.62, 0.4, -0.95], castshadow=True)
    light.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    width, height = scene["size"]
    forward = np.subtract(scene["target"], scene["eye"])
    right = np.cross(forward, [0.0, 0.0, 1.0])
    up = np.cross(right, forward)
    angle = math.degrees(2 * math.atan(math.tan(scene["width_angle"] / 2) * height / width))
    camera = world.add_camera(name="eye", pos=scene["eye"], fovy=angle)
    camera.alt.type = mujoco.mjtOrientation.mjORIENTATION_XYAXES
    camera.alt.xyaxes = [*(right / np.linalg.norm(right)), *(up / np.linalg.norm(up))]
    near, far = scene["near_far"]
    spec.stat.extent = 1.0
    spec.visual.map.znear, spec.visual.map.zfar = near, far
    spec.visual.quality.offsamples = 0
    spec.visual.headlight.active = 0
    spec.visual.global_.offwidth, spec.visual.global_.offheight = width, height
    return spec.compile()


def main(path: str) -> None:
    """Renders the scene in the JSON file at `path` and prints the measurements."""
    with open(path, encoding="utf-8") as file:
        scene = json.load(file)
    width, height = scene["size"]
    model = _model(scene)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    gl = mujoco.GLContext(width, height)
    gl.make_current()
    context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_100)
    mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, context)
    camera = mujoco.MjvCamera()
    camera.type, camera.fixedcamid = mujoco.mjtCamera.mjCAMERA_FIXED, 0
    seen = mujoco.MjvScene(model, maxgeom=1000)
    mujoco.mjv_updateScene(
        model, data, mujoco.MjvOption(), None, camera, mujoco.mjtCatBit.mjCAT_ALL, seen
    )
    for flag in (mujoco.mjtRndFlag.mjRND_REFLECTION, mujoco.mjtRndFlag.mjRND_SKYBOX, mujoco.mjtRndFlag.mjRND_FOG):
        seen.flags[flag] = 0
    viewport = mujoco.MjrRect(0, 0, width, height)
    colors, depths = np.zeros((height, width, 3), np.uint8), np.zeros((height, width), np.float32)

    def take() -> None:
        mujoco.mjr_render(viewport, seen, context)
        mujoco.mjr_readPixels(colors, depths, viewport, context)

    for name, shadow in (("color", 0), ("shadows", 1)):
        seen.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = shadow
        take()
        start = time.process_time()
        for _ in range(_RUNS):
            take()
        print(f"measure\t{name}\t{(time.process_time() - start) / _RUNS * 1e3:.2f}")
    near, far = scene["near_far"]
    sees = depths < 1.0
    depth = far * near / (far - (far - near) * depths[sees].astype(float))
    print(f"seen\t{sees.mean():.4f}\t{depth.mean():.3f}")


if __name__ == "__main__":
    main(sys.argv[1])
