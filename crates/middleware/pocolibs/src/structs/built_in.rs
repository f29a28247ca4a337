//! Built-in structures: those that MORSE 1.4 writes and reads. Their definitions are in packages of LAAS, not in MORSE.
//!
//! The structures of POM, gbM and VIAM are confirmed by public copies of the headers. The other headers are not public: the
//! structures are assumed to have the fields that MORSE 1.4 uses, in the same order.

use super::layout::Scalar::{Double, Int, Text, UnsignedLong};
use super::layout::{Layout, LayoutBuilder};

/// Assumed number of points of a trajectory.
pub const POINTS_MAX: usize = 100;
/// Assumed number of objects of VIMAN.
pub const VIMAN_OBJECTS: usize = 100;
/// Number of persons that NIUT tracks.
pub const NIUT_USERS: usize = 16;
/// Number of joints of a person.
pub const NIUT_JOINTS: usize = 15;
/// Size of names in VIAM. [bytes]
pub const IMAGE_ID_BYTES: usize = 64;

/// Looks up a structure of fixed size by name; `None` if MORSE 1.4 does not use it.
#[must_use]
pub fn struct_named(name: &str) -> Option<Layout> {
    Some(match name {
        "POM_ME_POS" => pom_me_pos(),
        "POM_POS" => pom_pos(),
        "POM_SENSOR_POS" => pom_sensor_pos(),
        "POM_SE_POSTER" => pom_se_poster(),
        "Gb_q7" => {
            LayoutBuilder::new(name).fields(Double, &["q1", "q2", "q3", "q4", "q5", "q6", "q7"]).build()
        }
        "GENPOS_CART_SPEED" => genpos_cart_speed(),
        "GENPOS_TRAJ_POINTS" => genpos_traj_points(),
        "PLATINE_STATES" => platine_states(),
        "PLATINE_AXIS_STR" => LayoutBuilder::assumed(name).fields(Double, &["pan", "tilt"]).build(),
        "VimanObjectPublicArray" => viman_objects(),
        "NIUT_HUMAN_LIST" => niut_human_list(),
        _ => return None,
    })
}

/// A pose: angles, then position. [rad, m]
fn pom_euler() -> Layout {
    LayoutBuilder::new("POM_EULER").fields(Double, &["yaw", "pitch", "roll", "x", "y", "z"]).build()
}

/// A pose with its variances.
fn pom_euler_v() -> Layout {
    LayoutBuilder::new("POM_EULER_V").nested("euler", &pom_euler()).array(Double, "var", 21).build()
}

/// Pose of a sensor on its robot, and pose of the robot.
pub(super) fn pom_sensor_pos() -> Layout {
    let pose = pom_euler_v();
    let mut builder = LayoutBuilder::new("POM_SENSOR_POS").fields(Int, &["date", "pad"]);
    for name in ["sensorToMain", "mainToBase", "mainToOrigin", "VLocal"] {
        builder = builder.nested(name, &pose);
    }
    builder.build()
}

fn pom_se_poster() -> Layout {
    LayoutBuilder::new("POM_SE_POSTER")
        .fields(Text(512), &["seName"])
        .nested("seConfig", &pom_euler_v())
        .build()
}

fn pom_me_pos() -> Layout {
    LayoutBuilder::new("POM_ME_POS")
        .fields(Int, &["kind", "unused"])
        .fields(Double, &["confidence"])
        .fields(Int, &["date1", "date2"])
        .nested("main", &pom_euler_v())
        .nested("VLocal", &pom_euler_v())
        .build()
}

fn pom_pos() -> Layout {
    let mut builder = LayoutBuilder::new("POM_POS").fields(Int, &["date", "pomTickDate"]);
    for name in ["mainToOrigin", "mainToBase", "VLocal"] {
        builder = builder.nested(name, &pom_euler_v());
    }
    builder.build()
}

/// The fields are in the order of the arguments of the request GotoSpeed, which takes this structure.
fn genpos_cart_speed() -> Layout {
    LayoutBuilder::assumed("GENPOS_CART_SPEED")
        .fields(Int, &["numRef", "updatePeriod"])
        .fields(Double, &["v", "vt", "w", "vmax", "wmax", "linAccelMax", "angAccelMax"])
        .build()
}

fn genpos_traj_points() -> Layout {
    let point = LayoutBuilder::assumed("GENPOS_TRAJ_POINT").fields(Double, &["x", "y"]).build();
    LayoutBuilder::assumed("GENPOS_TRAJ_POINTS")
        .fields(Int, &["numRef", "nbPts"])
        .nested_array("points", &point, POINTS_MAX)
        .build()
}

fn platine_states() -> Layout {
    let names = ["stateRad.pos.pan", "stateRad.pos.tilt", "stateDeg.pos.pan", "stateDeg.pos.tilt"];
    LayoutBuilder::assumed("PLATINE_STATES").fields(Double, &names).build()
}

fn viman_objects() -> Layout {
    let matrix = LayoutBuilder::assumed("VimanThetaMat")
        .fields(Double, &["nx", "ny", "nz", "ox", "oy", "oz", "ax", "ay", "az", "px", "py", "pz"])
        .build();
    let object = LayoutBuilder::assumed("VimanObjectPublic")
        .fields(Text(64), &["name"])
        .fields(UnsignedLong, &["tacq_sec", "tacq_usec"])
        .fields(Int, &["found_Stereo"])
        .nested("thetaMatOrigin", &matrix)
        .nested("thetaMatRobot", &matrix)
        .build();
    LayoutBuilder::assumed("VimanObjectPublicArray")
        .fields(Int, &["nbObjects"])
        .nested_array("objects", &object, VIMAN_OBJECTS)
        .build()
}

fn niut_human_list() -> Layout {
    let position = LayoutBuilder::assumed("GEN_POINT_3D").fields(Double, &["x", "y", "z"]).build();
    let joint = LayoutBuilder::assumed("NIUT_JOINT").nested("position", &position).build();
    let skeleton = LayoutBuilder::assumed("NIUT_SKELETON").nested_array("joint", &joint, NIUT_JOINTS).build();
    let user =
        LayoutBuilder::assumed("NIUT_HUMAN").fields(Int, &["state"]).nested("skeleton", &skeleton).build();
    LayoutBuilder::assumed("NIUT_HUMAN_LIST").nested_array("users", &user, NIUT_USERS).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confirmed_structures_have_their_c_sizes() {
        let expected = [
            ("POM_ME_POS", 456),
            ("POM_POS", 656),
            ("POM_SENSOR_POS", 872),
            ("POM_SE_POSTER", 728),
            ("Gb_q7", 56),
        ];
        assert_eq!((pom_euler().size(), pom_euler_v().size()), (48, 216));
        for (name, size) in expected {
            let layout = struct_named(name).unwrap();
            assert_eq!((layout.size(), layout.is_confirmed()), (size, true), "{name}");
        }
    }

    #[test]
    fn fields_have_their_c_offsets() {
        let of = |name: &str, field: &str| struct_named(name).unwrap().field(field).unwrap().1;
        assert_eq!(of("POM_ME_POS", "confidence"), 8);
        assert_eq!(of("POM_ME_POS", "date1"), 16);
        assert_eq!(of("POM_ME_POS", "main.euler.yaw"), 24);
        assert_eq!(of("POM_ME_POS", "main.euler.x"), 48);
        assert_eq!(of("POM_POS", "mainToOrigin.euler.z"), 48);
        assert_eq!(of("POM_SENSOR_POS", "mainToOrigin.euler.yaw"), 8 + 2 * 216);
        assert_eq!(of("POM_SE_POSTER", "seConfig.euler.pitch"), 520);
        assert_eq!(of("GENPOS_CART_SPEED", "w"), 24);
    }

    #[test]
    fn assumptions_are_marked() {
        for name in [
            "GENPOS_CART_SPEED",
            "GENPOS_TRAJ_POINTS",
            "PLATINE_STATES",
            "PLATINE_AXIS_STR",
            "NIUT_HUMAN_LIST",
        ] {
            assert!(!struct_named(name).unwrap().is_confirmed(), "{name}");
        }
    }
}
