//! Data of a human posture, and the bone rotation of each angle.

use morse_sim::prelude::*;

/// Pose of a person and joint angles of the body.
#[derive(Data, Clone, Default)]
#[data(kind = Record)]
pub struct HumanAngles {
    /// Position of the armature along the X axis of the world. [m]
    x: f64,
    /// Position of the armature along the Y axis of the world. [m]
    y: f64,
    /// Position of the armature along the Z axis of the world. [m]
    z: f64,
    /// Rotation of the armature about Z, minus π/2. [rad]
    yaw: f64,
    /// Rotation of the armature about Y. [rad]
    pitch: f64,
    /// Rotation of the armature about X. [rad]
    roll: f64,
    /// Not used; always zero.
    empty1: f64,
    /// Not used; always zero.
    empty2: f64,
    /// Not used; always zero.
    empty3: f64,
    /// Not used; always zero.
    empty4: f64,
    /// Not used; always zero.
    empty5: f64,
    /// Not used; always zero.
    empty6: f64,
    /// Rotation of the chest about its own Z. [rad]
    dof_12: f64,
    /// Rotation of the chest about its own X. [rad]
    dof_13: f64,
    /// Rotation of the chest about its own Y. [rad]
    dof_14: f64,
    /// Rotation of the head about its own X, with the opposite sign. [rad]
    dof_15: f64,
    /// Rotation of the head about its own Z. [rad]
    dof_16: f64,
    /// Rotation of the head about its own Y. [rad]
    dof_17: f64,
    /// Rotation of the right upper arm about its own Y, with the opposite sign. [rad]
    dof_18: f64,
    /// Rotation of the right upper arm about its own X, with the opposite sign. [rad]
    dof_19: f64,
    /// Rotation of the right upper arm about its own Z. [rad]
    dof_20: f64,
    /// Rotation of the right forearm about its own Z. [rad]
    dof_21: f64,
    /// Rotation of the right hand about its own X. [rad]
    dof_22: f64,
    /// Rotation of the right hand about its own Y. [rad]
    dof_23: f64,
    /// Rotation of the right hand about its own Z. [rad]
    dof_24: f64,
    /// Rotation of the left upper arm about its own Y, with the opposite sign. [rad]
    dof_25: f64,
    /// Rotation of the left upper arm about its own X, with the opposite sign. [rad]
    dof_26: f64,
    /// Rotation of the left upper arm about its own Z. [rad]
    dof_27: f64,
    /// Rotation of the left forearm about its own Z. [rad]
    dof_28: f64,
    /// Rotation of the left hand about its own X. [rad]
    dof_29: f64,
    /// Rotation of the left hand about its own Y. [rad]
    dof_30: f64,
    /// Rotation of the left hand about its own Z. [rad]
    dof_31: f64,
    /// Rotation of the right thigh about its own Y. [rad]
    dof_32: f64,
    /// Rotation of the right thigh about its own X. [rad]
    dof_33: f64,
    /// Rotation of the right thigh about its own Z, with the opposite sign. [rad]
    dof_34: f64,
    /// Rotation of the right lower leg about its own X. [rad]
    dof_35: f64,
    /// Rotation of the right foot about its own X. [rad]
    dof_36: f64,
    /// Rotation of the right foot about its own Y. [rad]
    dof_37: f64,
    /// Rotation of the right foot about its own Z. [rad]
    dof_38: f64,
    /// Rotation of the left thigh about its own Y. [rad]
    dof_39: f64,
    /// Rotation of the left thigh about its own X. [rad]
    dof_40: f64,
    /// Rotation of the left thigh about its own Z, with the opposite sign. [rad]
    dof_41: f64,
    /// Rotation of the left lower leg about its own X. [rad]
    dof_42: f64,
    /// Rotation of the left foot about its own X. [rad]
    dof_43: f64,
    /// Rotation of the left foot about its own Y. [rad]
    dof_44: f64,
    /// Rotation of the left foot about its own Z. [rad]
    dof_45: f64,
    /// Not used; always zero.
    dof_46: f64,
    /// Not used; always zero.
    dof_47: f64,
    /// Not used; always zero.
    dof_48: f64,
    /// Not used; always zero.
    dof_49: f64,
}

/// For each angle from `dof_12` on: the index of its bone, the axis of rotation, and the sign.
const ROTATIONS: [(usize, usize, f64); 34] = [
    (0, 2, 1.0),
    (0, 0, 1.0),
    (0, 1, 1.0),
    (1, 0, -1.0),
    (1, 2, 1.0),
    (1, 1, 1.0),
    (2, 1, -1.0),
    (2, 0, -1.0),
    (2, 2, 1.0),
    (3, 2, 1.0),
    (4, 0, 1.0),
    (4, 1, 1.0),
    (4, 2, 1.0),
    (5, 1, -1.0),
    (5, 0, -1.0),
    (5, 2, 1.0),
    (6, 2, 1.0),
    (7, 0, 1.0),
    (7, 1, 1.0),
    (7, 2, 1.0),
    (8, 1, 1.0),
    (8, 0, 1.0),
    (8, 2, -1.0),
    (9, 0, 1.0),
    (10, 0, 1.0),
    (10, 1, 1.0),
    (10, 2, 1.0),
    (11, 1, 1.0),
    (11, 0, 1.0),
    (11, 2, -1.0),
    (12, 0, 1.0),
    (13, 0, 1.0),
    (13, 1, 1.0),
    (13, 2, 1.0),
];

impl HumanAngles {
    /// Sets the position of the armature in the world [m], and its yaw, pitch and roll [rad].
    pub(super) fn set_pose(&mut self, position: DVec3, [yaw, pitch, roll]: [f64; 3]) {
        [self.x, self.y, self.z] = position.to_array();
        [self.yaw, self.pitch, self.roll] = [yaw, pitch, roll];
    }

    /// Sets the rotations of the bones, each about its own axes. [rad]
    pub(super) fn set_angles(&mut self, rotations: &[DVec3]) {
        for (angle, (bone, axis, sign)) in self.angles().into_iter().zip(ROTATIONS) {
            *angle = rotations.get(bone).map_or(0.0, |rotation| sign * rotation[axis]);
        }
    }

    /// The angles from `dof_12` to `dof_45`.
    fn angles(&mut self) -> [&mut f64; 34] {
        [
            &mut self.dof_12,
            &mut self.dof_13,
            &mut self.dof_14,
            &mut self.dof_15,
            &mut self.dof_16,
            &mut self.dof_17,
            &mut self.dof_18,
            &mut self.dof_19,
            &mut self.dof_20,
            &mut self.dof_21,
            &mut self.dof_22,
            &mut self.dof_23,
            &mut self.dof_24,
            &mut self.dof_25,
            &mut self.dof_26,
            &mut self.dof_27,
            &mut self.dof_28,
            &mut self.dof_29,
            &mut self.dof_30,
            &mut self.dof_31,
            &mut self.dof_32,
            &mut self.dof_33,
            &mut self.dof_34,
            &mut self.dof_35,
            &mut self.dof_36,
            &mut self.dof_37,
            &mut self.dof_38,
            &mut self.dof_39,
            &mut self.dof_40,
            &mut self.dof_41,
            &mut self.dof_42,
            &mut self.dof_43,
            &mut self.dof_44,
            &mut self.dof_45,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_angle_is_the_rotation_of_its_bone() {
        let rotations: Vec<DVec3> = (0..14).map(|bone| DVec3::new(0.1, 0.2, 0.3) + f64::from(bone)).collect();
        let mut data = HumanAngles::default();
        data.set_angles(&rotations);
        let check_angles = |bone: f64, angles: [f64; 3], found: [f64; 3]| {
            for (angle, found) in angles.into_iter().zip(found) {
                assert!(
                    (angle.signum() * (bone + angle.abs()) - found).abs() < 1e-12,
                    "bone {bone}: {found}"
                );
            }
        };
        check_angles(0.0, [0.3, 0.1, 0.2], [data.dof_12, data.dof_13, data.dof_14]);
        check_angles(1.0, [-0.1, 0.3, 0.2], [data.dof_15, data.dof_16, data.dof_17]);
        check_angles(2.0, [-0.2, -0.1, 0.3], [data.dof_18, data.dof_19, data.dof_20]);
        check_angles(4.0, [0.1, 0.2, 0.3], [data.dof_22, data.dof_23, data.dof_24]);
        check_angles(5.0, [-0.2, -0.1, 0.3], [data.dof_25, data.dof_26, data.dof_27]);
        check_angles(7.0, [0.1, 0.2, 0.3], [data.dof_29, data.dof_30, data.dof_31]);
        check_angles(8.0, [0.2, 0.1, -0.3], [data.dof_32, data.dof_33, data.dof_34]);
        check_angles(10.0, [0.1, 0.2, 0.3], [data.dof_36, data.dof_37, data.dof_38]);
        check_angles(11.0, [0.2, 0.1, -0.3], [data.dof_39, data.dof_40, data.dof_41]);
        check_angles(13.0, [0.1, 0.2, 0.3], [data.dof_43, data.dof_44, data.dof_45]);
        let hinges = [data.dof_21, data.dof_28, data.dof_35, data.dof_42];
        let expected = [3.3, 6.3, 9.1, 12.1];
        assert!(
            hinges.iter().zip(expected).all(|(hinges, expected)| (hinges - expected).abs() < 1e-12),
            "{hinges:?}"
        );
    }
}
