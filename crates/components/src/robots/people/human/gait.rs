//! The gait of a person: legs and arms swing according to the distance walked.

use std::f64::consts::{PI, TAU};

use morse_sim::prelude::*;
use morse_world::{Armature, BoneConfiguration, JointConfiguration, NodeId};

/// Stature of the person in the models. [m]
const STATURE_M: f64 = 1.79;
/// Distance from the hip to the ankle. [m]
const LEG_M: f64 = 0.836;
/// Radius of the circle on which the feet move when the person turns on the spot. [m]
const TURN_RADIUS_M: f64 = 0.1;
/// Maximum walking speed. Above it, the robot was teleported. [m/s]
const SPEED_MAX: f64 = 10.0;
/// Minimum walking speed. Below it, the person stands. [m/s]
const SPEED_MIN: f64 = 0.02;
/// Time constant of the smoothed speed. Smoothing is needed because displacements may be irregular. [s]
const SMOOTHING_S: f64 = 0.15;
/// Duration of the transition between standing and the full gait. [s]
const BLENDING_S: f64 = 0.3;
/// Maximum amplitude of the hip. [rad]
const SWING_MAX_RAD: f64 = 0.7;

/// Amplitudes of the knee in the swing phase, of the elbow and of the arm, relative to the amplitude of the hip.
const KNEE_PER_SWING: f64 = 2.2;
const ELBOW_PER_SWING: f64 = 0.9;
const ARM_PER_SWING: f64 = 0.7;
/// Angle between the arms and the body. [rad]
const ARM_OUT_RAD: f64 = 0.12;
/// Angle of the foot in the swing phase, relative to the angle of the shank.
const FOOT_PER_SHANK: f64 = 0.6;

/// Strides per second at a walking speed [m/s]: 64.8 (v/h)^0.57 per minute, with the stature h. Source: D. W. Grieve and
/// R. J. Gear, "The relationships between length of stride, step frequency, time of swing and speed of walking for
/// children and adults", Ergonomics 9 (1966).
fn strides_per_s(speed: f64) -> f64 {
    64.8 / 60.0 * libm::pow(speed / STATURE_M, 0.57)
}

/// Amplitude of the hip at which the foot on the ground does not slide. [rad]
fn swing(speed: f64) -> f64 {
    let stride_m = speed / strides_per_s(speed);
    libm::asin((stride_m / (4.0 * LEG_M)).min(1.0)).min(SWING_MAX_RAD)
}

/// Gait state of a person's skeleton.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Gait {
    skeleton: Option<NodeId>,
    /// Pose of the robot at the last tick.
    world_from_robot: Option<Pose>,
    /// Smoothed walking speed; negative backwards. [m/s]
    speed: f64,
    /// Phase of the left leg: on the ground in the first half, in the air in the second. [rad]
    phase: f64,
    /// Weight of the gait: 0 while standing, 1 while walking.
    weight: f64,
    /// Bones that take part in the gait, with their configurations before the walk.
    standing: Vec<(usize, BoneConfiguration)>,
    /// Pose of the skeleton without the gait, relative to its parent.
    parent_from_standing: Pose,
    /// The last pose of the skeleton that the gait set, relative to its parent.
    last_parent_from_skeleton: Option<Pose>,
}

impl Gait {
    /// Creates the gait of a robot. It has no effect if the model has no skeleton.
    pub(super) fn new(mount: &MountContext<'_>) -> Self {
        let has_legs = |&part: &NodeId| {
            mount.world.armature(part).is_some_and(|armature| armature.find("upperleg02_L").is_some())
        };
        Self { skeleton: mount.world.subtree(mount.node).into_iter().find(has_legs), ..Self::default() }
    }

    /// Advances the gait by one tick.
    pub(super) fn walk(&mut self, context: &mut PostActContext<'_>) {
        let Some(skeleton) = self.skeleton else { return };
        let world = context.world;
        let world_from_robot = world.world_from(context.node);
        let before = self.world_from_robot.replace(world_from_robot).unwrap_or(world_from_robot);
        let walked = walked_speed(before.inverse() * world_from_robot, context.tick_s);
        self.speed += (walked - self.speed) * (context.tick_s / SMOOTHING_S).min(1.0);
        let walks = walked != 0.0 || self.speed.abs() > SPEED_MIN;
        if !walks && self.weight == 0.0 {
            self.speed = 0.0;
            return;
        }
        let Some(armature) = world.armature(skeleton) else { return };
        if self.weight == 0.0 {
            self.phase = 0.0;
            self.standing = walking_bones(armature);
        }
        if self.standing.is_empty() {
            return;
        }
        let parent_from_skeleton = world.parent_from(skeleton);
        if self.last_parent_from_skeleton != Some(parent_from_skeleton) {
            // A different component has changed the pose since the last tick.
            self.parent_from_standing = parent_from_skeleton;
        }
        let step = context.tick_s / BLENDING_S;
        self.weight = (self.weight + if walks { step } else { -step }).clamp(0.0, 1.0);
        let speed = self.speed.abs().max(SPEED_MIN);
        let stride = TAU * strides_per_s(speed) * context.tick_s;
        self.phase = (self.phase + stride.copysign(self.speed)).rem_euclid(TAU);
        let swing = swing(speed);
        let robot_from_skeleton = world_from_robot.inverse() * world.world_from(skeleton);
        let configuration = self.configuration(armature, robot_from_skeleton.rotation, swing);
        let on_the_ground = leg(self.phase.rem_euclid(PI), swing);
        let dip = LEG_M * (1.0 - libm::cos(on_the_ground.hip)) * self.weight;
        let mut parent_from_skeleton = self.parent_from_standing;
        parent_from_skeleton.translation.z -= dip;
        context.configure(skeleton, configuration);
        context.place(skeleton, parent_from_skeleton);
        // The world normalizes poses.
        self.last_parent_from_skeleton = parent_from_skeleton.normalized();
    }

    /// Configuration of the skeleton at the current phase.
    fn configuration(
        &self,
        armature: &Armature,
        robot_from_skeleton: DQuat,
        swing: f64,
    ) -> JointConfiguration {
        let mut configuration = armature.configuration().clone();
        for &(bone, standing) in &self.standing {
            configuration.0[bone] = standing;
        }
        for &(bone, standing) in &self.standing {
            // Parents come first, so the parent of this bone already has its configuration.
            let bone_poses = armature.bone_poses(&configuration);
            let spec = &armature.bones()[bone];
            let rest_rotation = match spec.parent {
                Some(parent) => {
                    let rest = armature.bones()[parent].armature_from_rest;
                    bone_poses[parent].rotation * rest.rotation.conjugate() * spec.armature_from_rest.rotation
                }
                None => spec.armature_from_rest.rotation,
            };
            let robot_from_rest = robot_from_skeleton * rest_rotation;
            let turn = match aim(&spec.name, self.phase, swing) {
                Some(Aim::Along(direction)) => {
                    DQuat::from_rotation_arc(DVec3::Y, robot_from_rest.conjugate() * direction)
                }
                Some(Aim::TurnedBy(angle)) => {
                    let rest = robot_from_skeleton * spec.armature_from_rest.rotation;
                    robot_from_rest.conjugate() * DQuat::from_rotation_y(angle) * rest
                }
                None => continue,
            };
            let walking = spec.configuration_at(Pose { rotation: turn, ..Pose::IDENTITY });
            configuration.0[bone] =
                BoneConfiguration { turn: standing.turn.lerp(walking.turn, self.weight), ..standing };
        }
        configuration
    }
}

/// Walking speed from the displacement in a tick [m/s]: negative backwards, zero for a teleport.
fn walked_speed(old_from_new: Pose, tick_s: f64) -> f64 {
    let forward = old_from_new.translation.x;
    let rotation = 2.0 * libm::atan2(old_from_new.rotation.z, old_from_new.rotation.w);
    let distance =
        old_from_new.translation.truncate().length() + TURN_RADIUS_M * normalise_angle(rotation).abs();
    let speed = distance / tick_s;
    if speed > SPEED_MAX { 0.0 } else { speed.copysign(if forward < -distance / 2.0 { -1.0 } else { 1.0 }) }
}

/// Configuration of a leg at a phase of its stride.
struct Leg {
    /// Hip angle from straight down, positive forward. [rad]
    hip: f64,
    /// Lift of the foot: 0 on the ground, 1 in the middle of the swing phase.
    lift: f64,
}

/// Leg at a phase of its stride [rad], for a hip amplitude [rad]. On the ground, the foot moves backwards at a constant
/// speed relative to the body.
fn leg(phase: f64, swing: f64) -> Leg {
    let half = phase.rem_euclid(TAU) / PI;
    match half {
        ..1.0 => Leg { hip: libm::asin(libm::sin(swing) * (1.0 - 2.0 * half)), lift: 0.0 },
        _ => Leg { hip: swing * libm::cos(PI * half), lift: libm::sin(PI * half).powi(2) },
    }
}

/// Goal orientation of a bone in the gait, in the frame of the robot.
enum Aim {
    /// Direction in which the bone points.
    Along(DVec3),
    /// Rotation from its rest about the Y axis, which points to the left. [rad]
    TurnedBy(f64),
}

/// Bones of the gait by limb: leg and arm. In a skeleton, `_L` or `_R` follows the name.
const LIMBS: [&[&str]; 2] =
    [&["upperleg01", "upperleg02", "lowerleg01", "foot"], &["upperarm02", "lowerarm01"]];

/// Bones of the limbs that are in their initial configuration, with their configurations. A limb that was posed, such
/// as a raised arm, does not walk.
fn walking_bones(armature: &Armature) -> Vec<(usize, BoneConfiguration)> {
    let mut walking = Vec::new();
    for (limb, side) in LIMBS.into_iter().flat_map(|limb| [(limb, "L"), (limb, "R")]) {
        let bones = limb.iter().filter_map(|name| armature.find(&format!("{name}_{side}")));
        let bones: Vec<(usize, BoneConfiguration)> =
            bones.map(|bone| (bone, armature.configuration().0[bone])).collect();
        if bones.iter().all(|&(bone, now)| now == armature.bones()[bone].start) {
            walking.extend(bones);
        }
    }
    // Sort parents before children.
    walking.sort_by_key(|&(bone, _)| bone);
    walking
}

/// Goal of a bone by name, at a phase of the left leg and for a hip amplitude. [rad]
fn aim(bone: &str, phase: f64, swing: f64) -> Option<Aim> {
    let (name, side) = bone.rsplit_once('_')?;
    let (phase, outwards) = match side {
        "L" => (phase, 1.0),
        "R" => (phase + PI, -1.0),
        _ => return None,
    };
    let Leg { hip, lift } = leg(phase, swing);
    let shank = hip - KNEE_PER_SWING * swing * lift;
    let arm = -ARM_PER_SWING * swing * libm::cos(phase);
    // Rotated from straight down by `forward` in the walking plane, and by `out` to the side.
    let limb = |forward: f64, out: f64| {
        Aim::Along(DVec3::new(
            libm::sin(forward) * libm::cos(out),
            outwards * libm::sin(out),
            -libm::cos(forward) * libm::cos(out),
        ))
    };
    Some(match name {
        "upperleg01" => Aim::TurnedBy(-hip),
        "upperleg02" => limb(hip, 0.0),
        "lowerleg01" => limb(shank, 0.0),
        "foot" => Aim::TurnedBy(-FOOT_PER_SHANK * shank * lift),
        "upperarm02" => limb(arm, ARM_OUT_RAD),
        "lowerarm01" => limb(arm + ELBOW_PER_SWING * swing, 0.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foot_on_the_ground_does_not_slide() {
        for speed in [0.3, 0.8, 1.4] {
            // During the swing phase of a leg, the body moves half a stride.
            let half_stride = speed / strides_per_s(speed) / 2.0;
            assert!((2.0 * LEG_M * swing(speed).sin() - half_stride).abs() < 1e-12);
        }
    }

    #[test]
    fn people_take_about_two_steps_per_second() {
        assert!((2.0 * strides_per_s(1.4) - 1.9).abs() < 0.1, "{}", strides_per_s(1.4));
    }

    #[test]
    fn teleported_person_does_not_walk() {
        let forward = |x| Pose::from_translation(DVec3::new(x, 0.0, 0.0));
        assert_eq!(walked_speed(forward(5.0), 0.01), 0.0);
        assert!((walked_speed(forward(-0.01), 0.01) + 1.0).abs() < 1e-12);
        let rotation = Pose { rotation: DQuat::from_rotation_z(0.1), ..Pose::IDENTITY };
        assert!((walked_speed(rotation, 0.1) - TURN_RADIUS_M).abs() < 1e-12);
    }
}
