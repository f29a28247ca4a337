//! Plots of the readings of sensors over time, by `morse plot` on recordings of the examples of their pages, with a motion added.

use std::fs;
use std::path::Path;

use morse::Observers;
use morse::prelude::*;
use morse_components::catalog;
use morse_recording::{Recorder, Settings};
use morse_scene::wiring::wiring_table::WiringTable;

use super::{SCENES, failed, morse};
use crate::files::example;
use xtask::shell::{root, run};

const PICTURES: &str = "docs/pictures/sensors";
const SIZE: &str = "720x300";

/// A command: its time [s], the actuator, and its values.
type Command = (f64, &'static str, &'static [(&'static str, f64)]);

/// A motion of the robot of an example.
#[derive(Clone, Copy)]
struct Motion {
    /// Parts of the example and their replacements.
    swaps: &'static [[&'static str; 2]],
    /// Lines before that of the environment.
    lines: &'static str,
    commands: &'static [Command],
    duration_s: f64,
    /// Its description in the caption.
    caption: &'static str,
}

/// A plot of a sensor.
struct Plot {
    /// Its class path after `morse.sensors.`.
    class: &'static str,
    motion: Motion,
    /// The fields, each with the name of its component.
    fields: &'static [&'static str],
    shows: &'static str,
}

const DRIVE: Motion = Motion {
    swaps: &[],
    lines: "motion = MotionVW()\nrobot.append(motion)",
    commands: &[
        (0.5, "robot.motion", &[("v", 1.0), ("w", 0.0)]),
        (2.5, "robot.motion", &[("v", 1.0), ("w", 0.6)]),
        (6.0, "robot.motion", &[("v", 0.5), ("w", -0.8)]),
        (9.0, "robot.motion", &[("v", 0.0), ("w", 0.0)]),
    ],
    duration_s: 10.0,
    caption: "the robot drives ahead at 1 m/s, turns left at 0.6 rad/s, then right at 0.8 rad/s and 0.5 m/s, and stops",
};

const FLY: Motion = Motion {
    swaps: &[["robot = ATRV()", "robot = Quadrotor()"]],
    lines: "motion = RotorcraftVelocity()\nrobot.append(motion)",
    commands: &[
        (0.0, "robot.motion", &[("vx", 0.0), ("vy", 0.0), ("vz", 0.0), ("vyaw", 0.0), ("tolerance", 0.2)]),
        (0.5, "robot.motion", &[("vx", 0.0), ("vy", 0.0), ("vz", 2.0), ("vyaw", 0.0), ("tolerance", 0.2)]),
        (5.0, "robot.motion", &[("vx", 3.0), ("vy", 0.0), ("vz", 0.0), ("vyaw", 0.0), ("tolerance", 0.2)]),
        (10.0, "robot.motion", &[("vx", 0.0), ("vy", 0.0), ("vz", -1.0), ("vyaw", 0.0), ("tolerance", 0.2)]),
    ],
    duration_s: 14.0,
    caption: "a quadrotor climbs at 2 m/s, flies ahead at 3 m/s and sinks at 1 m/s",
};

const BEND: Motion = Motion {
    swaps: &[],
    lines: "controller = JointController()\nrobot.append(controller)",
    commands: &[
        (0.5, "robot.controller", &[("shoulder", 0.8), ("elbow", 0.0), ("finger", 0.0)]),
        (2.0, "robot.controller", &[("shoulder", 0.8), ("elbow", -1.0), ("finger", 0.0)]),
        (3.5, "robot.controller", &[("shoulder", 0.0), ("elbow", 0.0), ("finger", 0.0)]),
    ],
    duration_s: 5.0,
    caption: "the arm bends its shoulder, then its elbow, and stretches again",
};

/// Angles of all joints of the arm.
const ARM_BENT: [(&str, f64); 7] = [
    ("kuka_1", 0.0),
    ("kuka_2", 0.8),
    ("kuka_3", 0.0),
    ("kuka_4", 0.0),
    ("kuka_5", 0.0),
    ("kuka_6", 0.0),
    ("kuka_7", 0.0),
];
const ARM_BENT_TWICE: [(&str, f64); 7] = [
    ("kuka_1", 0.0),
    ("kuka_2", 0.8),
    ("kuka_3", 0.0),
    ("kuka_4", -1.0),
    ("kuka_5", 0.0),
    ("kuka_6", 0.0),
    ("kuka_7", 0.0),
];

const REST: Motion =
    Motion { swaps: &[], lines: "", commands: &[], duration_s: 5.0, caption: "the robot rests" };

/// Plots of a sensor on the robot that drives.
const fn driving(class: &'static str, fields: &'static [&'static str], shows: &'static str) -> Plot {
    Plot { class, motion: DRIVE, fields, shows }
}

const fn flying(class: &'static str, fields: &'static [&'static str], shows: &'static str) -> Plot {
    Plot { class, motion: FLY, fields, shows }
}

const PLOTS: [Plot; 31] = [
    driving(
        "accelerometer.Accelerometer",
        &["robot.accelerometer.accel.accel.linear.y", "robot.accelerometer.velocity[0]"],
        "Acceleration to the left, and speed",
    ),
    flying("airspeed.Airspeed", &["robot.airspeed.diff_pressure"], "Differential pressure"),
    Plot {
        class: "armature_pose.ArmaturePose",
        motion: Motion {
            commands: &[(0.5, "robot.arm", &ARM_BENT), (2.0, "robot.arm", &ARM_BENT_TWICE)],
            duration_s: 4.0,
            caption: "the arm bends at its second joint, then at its fourth",
            ..REST
        },
        fields: &["robot.arm.armaturepose.position[1]", "robot.arm.armaturepose.position[3]"],
        shows: "Angles of the second and the fourth joint",
    },
    driving(
        "attitude.Attitude",
        &["robot.attitude.orientation.z", "robot.attitude.angular_velocity.z"],
        "Third part of the quaternion, and yaw rate",
    ),
    flying("barometer.Barometer", &["robot.barometer.fluid_pressure"], "Pressure of the air"),
    Plot {
        class: "battery.Battery",
        motion: Motion { duration_s: 60.0, ..REST },
        fields: &["robot.battery.charge"],
        shows: "Charge",
    },
    Plot {
        class: "contact_sensor.ContactSensor",
        motion: Motion {
            swaps: &[
                ["robot = Robot('small_arm')", "robot = Humanoid()"],
                ["robot.append(contactsensor)", "robot.append(contactsensor, link='left_foot')"],
            ],
            lines: "legs = JointController()\nlegs.properties(**Humanoid.LEGS)\nrobot.append(legs)",
            caption: "a humanoid is put on the ground and stands",
            ..REST
        },
        fields: &["robot.contactsensor.normal_force"],
        shows: "Sum of the forces on the left foot",
    },
    Plot {
        class: "force_torque_sensor.ForceTorqueSensor",
        motion: BEND,
        fields: &[
            "robot.forcetorquesensor.torque.x",
            "robot.forcetorquesensor.torque.y",
            "robot.forcetorquesensor.torque.z",
        ],
        shows: "Torque in the shoulder",
    },
    driving("gps.ExtendedGPS", &["robot.gps.velocity[0]", "robot.gps.velocity[1]"], "Velocity"),
    driving("gps.GPS", &["robot.gps.x", "robot.gps.y"], "Position"),
    driving("gps.RawGPS", &["robot.gps.velocity[0]", "robot.gps.velocity[1]"], "Velocity"),
    driving(
        "gyroscope.Gyroscope",
        &["robot.gyroscope.quaternion.z", "robot.gyroscope.quaternion.w"],
        "Two parts of the quaternion",
    ),
    Plot {
        class: "human_posture.HumanPosture",
        motion: Motion {
            lines: "motion = MotionVW()\nmotion.properties(ControlType='Position')\nrobot.append(motion)",
            commands: &[(0.5, "robot.motion", &[("v", 1.2), ("w", 0.3)])],
            duration_s: 5.0,
            caption: "a person walks in a curve",
            ..REST
        },
        fields: &["robot.humanposture.dof_33", "robot.humanposture.dof_40"],
        shows: "Angles of both thighs",
    },
    driving(
        "imu.IMU",
        &["robot.imu.angular_velocity.z", "robot.imu.linear_acceleration.y"],
        "Yaw rate, and acceleration to the left",
    ),
    driving(
        "imu.PhysicalIMU",
        &["robot.imu.angular_velocity.z", "robot.imu.linear_acceleration.y"],
        "Yaw rate, and acceleration to the left",
    ),
    driving(
        "imu.TrueIMU",
        &["robot.imu.angular_velocity.z", "robot.imu.linear_acceleration.y"],
        "Yaw rate, and acceleration to the left",
    ),
    Plot {
        class: "joint_positions.JointPositions",
        motion: BEND,
        fields: &["robot.jointpositions.position[0]", "robot.jointpositions.position[1]"],
        shows: "Positions",
    },
    Plot {
        class: "joint_positions.JointStates",
        motion: BEND,
        fields: &["robot.jointpositions.velocities.shoulder", "robot.jointpositions.velocities.elbow"],
        shows: "Velocities",
    },
    Plot {
        class: "light_sensor.LightSensor",
        motion: Motion {
            swaps: &[
                ["robot.append(lightsensor)", "lightsensor.translate(z=1.2)\nrobot.append(lightsensor)"],
                ["Environment('empty')", "Environment('indoors-1/indoor-1')"],
            ],
            caption: "the robot drives in a room with lamps",
            ..DRIVE
        },
        fields: &["robot.lightsensor.illuminance"],
        shows: "Illuminance",
    },
    driving(
        "magnetometer.Magnetometer",
        &["robot.magnetometer.x", "robot.magnetometer.y", "robot.magnetometer.z"],
        "Magnetic field",
    ),
    driving(
        "odometry.IntegratedOdometry",
        &["robot.odometry.x", "robot.odometry.y", "robot.odometry.yaw"],
        "Position and yaw",
    ),
    driving("odometry.Odometry", &["robot.odometry.vx", "robot.odometry.wz"], "Speed and yaw rate"),
    driving("odometry.RawOdometry", &["robot.odometry.dS"], "Distance since the last reading"),
    driving("pose.Pose", &["robot.pose.x", "robot.pose.y", "robot.pose.yaw"], "Position and yaw"),
    Plot {
        class: "proximity.Proximity",
        motion: Motion {
            lines: "other = Pioneer3DX('other')\nother.translate(x=6.0, y=0.5)\nother.properties(Catch_me=True)\nmotion = MotionVW()\nrobot.append(motion)",
            caption: "the robot drives past another robot",
            ..DRIVE
        },
        fields: &["robot.proximity.near_objects.other"],
        shows: "Distance to a robot in range",
    },
    Plot {
        class: "ptu_posture.PTUPosture",
        motion: Motion {
            commands: &[
                (0.5, "robot.unit", &[("pan", 1.0), ("tilt", 0.0)]),
                (2.5, "robot.unit", &[("pan", 1.0), ("tilt", 0.5)]),
            ],
            caption: "the unit is commanded to pan, then to tilt",
            ..REST
        },
        fields: &["robot.unit.ptuposture.position[0]", "robot.unit.ptuposture.position[1]"],
        shows: "Pan and tilt",
    },
    flying("radar_altimeter.RadarAltimeter", &["robot.radaraltimeter.z"], "Distance to the ground"),
    Plot {
        class: "search_and_rescue.SearchAndRescue",
        motion: Motion {
            lines: "victim = Victim('victim')\nvictim.translate(x=4.0)\nvictim.properties(Severity=80)\nmotion = MotionVW()\nrobot.append(motion)",
            caption: "the robot drives towards a victim and turns away",
            ..DRIVE
        },
        fields: &["robot.searchandrescue.victim_dict.victim.severity"],
        shows: "Severity of a victim in view",
    },
    Plot {
        class: "thermometer.Thermometer",
        motion: Motion {
            lines: "fire = Cube('fire')\nfire.translate(x=5.0, y=-1.0)\nfire.properties(Fire=200.0)\nmotion = MotionVW()\nrobot.append(motion)",
            caption: "the robot drives past a fire",
            ..DRIVE
        },
        fields: &["robot.thermometer.temperature"],
        shows: "Temperature",
    },
    driving(
        "velocity.Velocity",
        &[
            "robot.velocity.twist.linear.x",
            "robot.velocity.world_linear_velocity[0]",
            "robot.velocity.world_linear_velocity[1]",
        ],
        "Velocity along the axes of the sensor and of the world",
    ),
    Plot {
        class: "wheel_odometry.WheelOdometry",
        motion: Motion {
            lines: "drive = DiffDrive()\ndrive.properties(LeftWheels='left_wheel_joint', RightWheels='right_wheel_joint')\nrobot.append(drive)",
            commands: &[
                (0.5, "robot.drive", &[("v", 0.4), ("w", 0.0)]),
                (3.0, "robot.drive", &[("v", 0.3), ("w", 0.6)]),
                (8.0, "robot.drive", &[("v", 0.0), ("w", 0.0)]),
            ],
            duration_s: 9.0,
            caption: "a rover drives ahead, then a curve, and stops",
            ..REST
        },
        fields: &["robot.wheelodometry.x", "robot.wheelodometry.y", "robot.wheelodometry.yaw"],
        shows: "Position and yaw",
    },
];

/// Caption and path of the plot of a class of sensors, the path from the pages; `None` if it has no plot.
pub(crate) fn of_plot(class: &str) -> Option<(String, String)> {
    let class = class.strip_prefix("morse.sensors.")?;
    let plot = PLOTS.iter().find(|plot| plot.class == class)?;
    Some((format!("{}: {}", plot.shows, plot.motion.caption), format!("../pictures/sensors/{class}.svg")))
}

/// Draws the plots.
pub(super) fn draw() -> Result<(), String> {
    let catalog = catalog();
    let wiring = WiringTable::built_in().ok();
    let mut failures = Vec::new();
    for plot in &PLOTS {
        let class = plot.class;
        let description = catalog.by_class(&format!("morse.sensors.{class}"));
        let text = description.and_then(|shown| example::scene(shown, &catalog, wiring.as_ref()));
        let text = with_motion(&text.ok_or_else(|| format!("{class} has no example"))?, &plot.motion);
        let scene = root().join(SCENES).join(format!("{class}.py"));
        fs::write(&scene, text).map_err(|error| failed(&scene, error))?;
        let recording = scene.with_extension("mcap");
        if let Err(error) = record(&scene, &recording, &plot.motion) {
            failures.push(format!("{class}: {error}"));
            continue;
        }
        let picture = format!("{PICTURES}/{class}.svg");
        let recording = recording.to_string_lossy();
        let options = ["plot", &recording, "-o", &picture, "--size", SIZE];
        if let Err(error) = run(&mut morse(&[&options, plot.fields].concat())) {
            failures.push(error);
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// An example with the replacements and lines of a motion.
fn with_motion(text: &str, motion: &Motion) -> String {
    let swapped = |text: String, [from, to]: &[&str; 2]| text.replace(from, to);
    let text = motion.swaps.iter().fold(text.to_owned(), swapped);
    let lines = if motion.lines.is_empty() { String::new() } else { format!("{}\n", motion.lines) };
    text.replace("env = Environment", &format!("{lines}env = Environment"))
}

/// Runs a scene with the commands of a motion and records it.
fn record(scene: &Path, recording: &Path, motion: &Motion) -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::load(scene, &LoadOptions::default())?;
    let mut simulation = scene.simulation(&Options::default())?;
    let recorder = Recorder::new(&scene, Vec::new(), 0, 0.0, Settings::default())?;
    recorder.start(recording, &mut simulation)?;
    let mut observers = Observers::default();
    observers.add(recorder.clone());
    simulation.record_activity(true);
    let mut next = motion.commands.iter().peekable();
    while simulation.clock().now().seconds() < motion.duration_s {
        while let Some((_, actuator, values)) =
            next.next_if(|(time_s, ..)| simulation.clock().now().seconds() >= *time_s)
        {
            simulation.command(actuator, &values.iter().copied().collect())?;
        }
        observers.step(&mut simulation);
    }
    observers.end(&mut simulation);
    recorder.stop()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plot_that_a_page_shows_is_there() {
        for Plot { class, .. } in &PLOTS {
            assert!(catalog().by_class(&format!("morse.sensors.{class}")).is_some(), "{class}");
            let text = fs::read_to_string(root().join(PICTURES).join(format!("{class}.svg")));
            let text = text.unwrap_or_else(|error| panic!("{class}: {error}"));
            assert!(text.contains("<polyline") || text.contains("<path"), "{class}");
        }
    }

    #[test]
    fn every_sensor_has_a_picture_or_a_plot() {
        for component in &catalog().components {
            if component.kind == morse_scene::description::Kind::Sensor && component.implemented {
                let class = &component.class;
                // Readings that have their time alone, or a name.
                if ["morse.sensors.clock.Clock", "morse.sensors.collision.Collision"]
                    .contains(&class.as_str())
                {
                    continue;
                }
                assert!(of_plot(class).is_some() || super::super::of_sensor(class).is_some(), "{class}");
            }
        }
    }
}
