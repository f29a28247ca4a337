"""Names of MORSE 1.4 for attributes and modules of built-in components, which classes derived from them use."""

from __future__ import annotations

#: Attributes of components, by the names of the properties that they hold.
ATTRIBUTES = {
    "Abilities": ("_abilities",), "Alpha": ("_alpha",), "Angle": ("_angle",),
    "AngleTolerance": ("_angle_tolerance", "angle_tolerance"), "Animations": ("_animations",),
    "ComputationMode": ("_type",), "Configuration": ("_configuration",), "ControlType": ("_type",),
    "DefaultTemperature": ("_zero",), "DischargingRate": ("_discharging_rate",), "Distance": ("_distance",),
    "DistanceTolerance": ("distance_tolerance",), "DragCoeffX": ("_drag_coeff_x",), "DragCoeffY": ("_drag_coeff_y",),
    "DragCoeffZ": ("_drag_coeff_z",), "DragFactor": ("_drag_factor",), "FireTag": ("_tag",),
    "FireTemperature": ("_fire",), "FixTurningSpeed": ("_fix_turning",), "FreeZ": ("_free_z",), "Freq": ("_freq",),
    "HasSteering": ("_has_steering",), "HasSuspension": ("_has_suspension",), "Heal_range": ("_heal_range",),
    "HorizontalDgain": ("_h_dgain",), "HorizontalPgain": ("_h_pgain",), "IKLinearSpeed": ("ik_target_linear_speed",),
    "IKRotationSpeed": ("ik_target_radial_speed",), "Ignore": ("_ignore",), "Lever": ("_lever",),
    "LinearSpeed": ("linear_speed",), "LinearThrust": ("_linear_thrust",), "Manual": ("_is_manual_mode",),
    "MaxBankAngle": ("_max_bank_angle",), "MaxRange": ("_max_range",), "MaxVelocity": ("_max_velocity",),
    "ObstacleAvoidance": ("_obstacle_avoidance",), "Range": ("_range",), "ReferencePressure": ("_ref_p",),
    "RemainAtDestination": ("_remain_at_destination",), "RobotFrame": ("_robot_frame",),
    "RollPitchDgain": ("_rp_dgain",), "RollPitchPgain": ("_rp_pgain",), "RotationSpeed": ("radial_speed",),
    "Speed": ("_speed",), "Target": ("_target",), "ThrustFactor": ("_thrust_factor",), "Tolerance": ("_tolerance",),
    "Track": ("_tag",), "UseAngleAgainstNorth": ("_use_angle_against_north",), "VerticalDgain": ("_v_dgain",),
    "VerticalPgain": ("_v_pgain",), "Vertical_Flip": ("vertical_flip",), "Visible_arc": ("visible_arc",),
    "YawDgain": ("_yaw_dgain",), "YawPgain": ("_yaw_pgain",), "YawRateControl": ("_yaw_rate_control",),
    "cam_far": ("far_clipping",), "cam_focal": ("image_focal",), "cam_height": ("image_height",),
    "cam_near": ("near_clipping",), "cam_width": ("image_width",), "color": ("_color",), "distance": ("_distance",),
    "emit": ("_emit",), "energy": ("_energy",), "only_objects_with_property": ("_collision_property",),
    "size": ("_size",), "speed": ("_speed",), "tolerance": ("_tolerance",), "xoffset": ("_xoffset",),
    "yoffset": ("_yoffset",), "zoffset": ("_zoffset",),
}  # fmt: skip

#: Further names of modules of built-in components: for each, the module that has it.
NAMES = {
    "morse.sensors.magnetometer": {"MagnetoDriver": "morse.helpers.magnetism"},
    "morse.sensors._magnetometer": {"Magnetometer": "morse.helpers.magnetism"},
}

#: Constants of modules of built-in components.
CONSTANTS = {
    "morse.sensors.video_camera": {"BLENDER_HORIZONTAL_APERTURE": 32.0},
    # Density of the air. [kg/m³]
    "morse.sensors.airspeed": {"AIR_DENSITY": 1.225},
    # Constants of the standard atmosphere. [kg/mol, J/(mol K), K/m, K]
    "morse.sensors.barometer": {
        "MOLAR_MASS": 0.0289644,
        "GAS_CONSTANT": 8.31447,
        "TEMPERATURE_LAPSE_RATE": 0.0065,
        "SEA_LEVEL_TEMP": 288.15,
    },
}  # fmt: skip
