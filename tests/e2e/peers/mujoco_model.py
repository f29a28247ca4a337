"""Prints what MuJoCo makes of a model file, as JSON. It runs with the Python of an environment that has MuJoCo.

Bodies and joints have their names. Inertias are principal moments. Poses are those of the initial configuration.
"""

import json
import sys

import mujoco

HINGE, SLIDE = int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)


def main():
    model = mujoco.MjModel.from_xml_path(sys.argv[1])
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    bodies = {
        model.body(number).name: {
            "mass": float(model.body_mass[number]),
            "center": model.body_ipos[number].tolist(),
            "moments": sorted(model.body_inertia[number].tolist()),
            "place": data.xpos[number].tolist(),
        }
        for number in range(1, model.nbody)
    }
    joints = {
        model.joint(number).name: {
            "range": model.jnt_range[number].tolist() if model.jnt_limited[number] else None,
            "position": float(model.qpos0[model.jnt_qposadr[number]]),
            "damping": float(model.dof_damping.reshape(-1)[model.jnt_dofadr[number]]),
            "friction": float(model.dof_frictionloss[model.jnt_dofadr[number]]),
        }
        for number in range(model.njnt)
        if model.jnt_type[number] in (HINGE, SLIDE)
    }
    print(json.dumps({"bodies": bodies, "joints": joints}))


main()
