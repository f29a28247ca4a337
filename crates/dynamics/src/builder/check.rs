//! Checks of a description: values of links, joints and motors.

mod tendons;

use std::collections::BTreeSet;

use glam::DMat3;

use crate::error::ModelError;
use crate::motor_spec::MotorSpec;
use crate::muscle::MuscleSpec;
use crate::solver_parameters::SolverParameters;
use crate::spec::{EqualityKind, InertiaSpec, JointKind, JointSpec, LinkSpec, ModelSpec};

/// Slack of the conditions on inertias, in relation to their largest element: that of numbers with few digits in files.
const SLACK: f64 = 1e-6;

/// Slack for inertias that are zero but for rounding. [kg m²]
const ROUNDING: f64 = 1e-15;

/// Checks all values of a description.
pub(super) fn check(spec: &ModelSpec) -> Result<(), ModelError> {
    let gravity = spec.gravity.is_finite();
    require(gravity, || "the model".to_owned(), "gravity", spec.gravity, "three finite numbers")?;
    let mut joints = BTreeSet::new();
    for link in &spec.links {
        check_link(link)?;
        if link.joint.kind != JointKind::Fixed && !joints.insert(link.joint.name.as_str()) {
            return Err(ModelError::Duplicate { kind: "joint", name: link.joint.name.clone() });
        }
    }
    tendons::check(spec)?;
    let mut motors = BTreeSet::new();
    for motor in &spec.motors {
        check_motor(motor)?;
        if !motors.insert(motor.name.as_str()) {
            return Err(ModelError::Duplicate { kind: "motor", name: motor.name.clone() });
        }
    }
    for equality in &spec.equalities {
        let place = || format!("equality `{}`", equality.name);
        check_parameters(&equality.parameters, place)?;
        let finite = match &equality.kind {
            EqualityKind::Connect { on_a, on_b, .. } => on_a.is_finite() && on_b.is_finite(),
            EqualityKind::Weld { a_from_b, on_b, torque_scale, .. } => {
                a_from_b.normalized().is_some() && on_b.is_finite() && torque_scale.is_finite()
            }
            EqualityKind::Joint { polynomial, .. } | EqualityKind::Tendon { polynomial, .. } => {
                polynomial.iter().all(|it| it.is_finite())
            }
        };
        require(finite, place, "value", "not finite", "finite numbers and a rotation that is not zero")?;
    }
    Ok(())
}

fn require(
    holds: bool,
    place: impl Fn() -> String,
    what: &'static str,
    value: impl ToString,
    allowed: &'static str,
) -> Result<(), ModelError> {
    if holds {
        Ok(())
    } else {
        Err(ModelError::Value { place: place(), what, value: value.to_string(), allowed })
    }
}

fn check_parameters(parameters: &SolverParameters, place: impl Fn() -> String) -> Result<(), ModelError> {
    match parameters.problem() {
        None => Ok(()),
        Some((what, allowed)) => {
            let value = format!("{:?} with {:?}", parameters.reference, parameters.impedance);
            Err(ModelError::Value { place: place(), what, value, allowed })
        }
    }
}

fn check_link(link: &LinkSpec) -> Result<(), ModelError> {
    let place = || format!("link `{}`", link.name);
    require(!link.name.is_empty(), place, "name", "empty", "a name")?;
    let pose = link.parent_from_link;
    let pose_text = format!("{} {}", pose.translation, pose.rotation);
    require(
        pose.normalized().is_some(),
        place,
        "pose",
        pose_text,
        "finite, with a rotation that is not zero",
    )?;
    check_inertia(&link.inertia, place)?;
    check_joint(&link.joint, link.parent.is_some(), || {
        format!("joint `{}` of link `{}`", link.joint.name, link.name)
    })
}

impl InertiaSpec {
    /// The inertia, with the same amount added about all axes if a principal inertia exceeds the sum of the other two, which no
    /// body has. Files of robots often contain such numbers.
    #[must_use]
    pub fn balanced(mut self) -> InertiaSpec {
        let scale = self.scale();
        let mut added = SLACK * scale;
        let given = self.tensor;
        while added > 0.0 && added.is_finite() && !semidefinite(self.second_moments(), scale) {
            for (moment, given) in self.tensor.iter_mut().zip(given).take(3) {
                *moment = given + added;
            }
            added *= 2.0;
        }
        self
    }

    /// The largest element of the tensor. [kg m²]
    fn scale(&self) -> f64 {
        self.tensor.iter().fold(0.0f64, |largest, value| largest.max(value.abs()))
    }

    /// The second moments of the mass: half of the trace minus the tensor. They are negative if a principal inertia exceeds the
    /// sum of the other two. [kg m²]
    fn second_moments(&self) -> DMat3 {
        let trace = self.tensor[0] + self.tensor[1] + self.tensor[2];
        DMat3::from_diagonal(glam::DVec3::splat(0.5 * trace)) - self.matrix()
    }
}

fn check_inertia(inertia: &InertiaSpec, place: impl Fn() -> String + Copy) -> Result<(), ModelError> {
    let mass = inertia.mass;
    require(mass >= 0.0 && mass.is_finite(), place, "mass", mass, "a finite number of at least 0")?;
    require(inertia.center.is_finite(), place, "center of mass", inertia.center, "three finite numbers")?;
    let text = format!("{:?}", inertia.tensor);
    let finite = inertia.tensor.iter().all(|value| value.is_finite());
    require(finite, place, "inertia", &text, "six finite numbers")?;
    let tensor = inertia.matrix();
    let (scale, moments) = (inertia.scale(), inertia.second_moments());
    let allowed = "that of a body: no principal inertia is negative, none exceeds the sum of the other two";
    require(semidefinite(tensor, scale) && semidefinite(moments, scale), place, "inertia", &text, allowed)
}

/// Whether no eigenvalue of a symmetric matrix is negative, but for slack in relation to a scale.
fn semidefinite(matrix: DMat3, scale: f64) -> bool {
    let scale = scale + ROUNDING;
    let slack = SLACK * scale + ROUNDING;
    let m = matrix + DMat3::from_diagonal(glam::DVec3::splat(slack));
    let minor = |a: f64, b: f64, c: f64| a * b - c * c;
    let [x, y, z] = [m.x_axis, m.y_axis, m.z_axis];
    let (second, third) = (slack * scale, slack * scale * scale);
    x.x >= 0.0
        && y.y >= 0.0
        && z.z >= 0.0
        && minor(x.x, y.y, x.y) >= -second
        && minor(x.x, z.z, x.z) >= -second
        && minor(y.y, z.z, y.z) >= -second
        && m.determinant() >= -third
}

fn check_joint(
    joint: &JointSpec,
    has_parent: bool,
    place: impl Fn() -> String + Copy,
) -> Result<(), ModelError> {
    if joint.kind == JointKind::Fixed {
        return Ok(());
    }
    require(!joint.name.is_empty(), place, "name", "empty", "a name")?;
    if matches!(joint.kind, JointKind::Hinge | JointKind::Slide) {
        let fits = joint.axis.is_finite() && joint.axis.length() > 1e-9;
        require(fits, place, "axis", joint.axis, "a direction")?;
    }
    if joint.kind == JointKind::Free {
        require(!has_parent, place, "parent", "a link", "the world: only such a link moves freely")?;
        let plain = joint.limits.is_none() && !joint.polynomial.is_spring(joint.stiffness);
        require(plain, place, "limit or stiffness", "given", "none on a free joint")?;
    }
    for (what, value) in [
        ("armature", joint.armature),
        ("damping", joint.damping),
        ("stiffness", joint.stiffness),
        ("dry friction", joint.friction),
    ] {
        require(value >= 0.0 && value.is_finite(), place, what, value, "a finite number of at least 0")?;
    }
    let (of_springs, fits) = (joint.polynomial, joint.polynomial.is_finite());
    require(fits, place, "polynomial", format!("{of_springs:?}"), "finite numbers")?;
    for (what, value) in
        [("spring reference", joint.spring_reference), ("reference position", joint.reference)]
    {
        require(value.is_finite(), place, what, value, "a finite number")?;
    }
    if let Some([low, high]) = joint.limits {
        let text = format!("[{low}, {high}]");
        require(low <= high, place, "range", &text, "two numbers, the lower limit first")?;
        let ball = joint.kind == JointKind::Ball;
        require(
            !ball || (low == 0.0 && high > 0.0),
            place,
            "range",
            &text,
            "0 and the largest angle for a ball",
        )?;
    }
    check_parameters(&joint.limit_parameters, place)?;
    check_parameters(&joint.friction_parameters, place)
}

fn check_muscle(muscle: &MuscleSpec, place: impl Fn() -> String + Copy) -> Result<(), ModelError> {
    let [low, high] = muscle.range;
    require(low < high, place, "range of a muscle", format!("[{low}, {high}]"), "the lower end first")?;
    let (least, most) = (muscle.length_min, muscle.length_max);
    let allowed = "numbers below and above 1";
    require(least < 1.0 && most > 1.0, place, "lengths of a muscle", format!("[{least}, {most}]"), allowed)?;
    for (what, value) in [
        ("force of a muscle", muscle.force.unwrap_or(0.0)),
        ("scale of a muscle", muscle.scale),
        ("velocity of a muscle", muscle.velocity_max),
        ("passive force of a muscle", muscle.passive_max),
        ("force of lengthening of a muscle", muscle.lengthening_max),
    ] {
        require(value >= 0.0 && value.is_finite(), place, what, value, "a finite number of at least 0")?;
    }
    if let Some([low, high]) = muscle.length_range {
        require(low < high, place, "length range", format!("[{low}, {high}]"), "the lower end first")?;
    }
    Ok(())
}

fn check_motor(motor: &MotorSpec) -> Result<(), ModelError> {
    let place = || format!("motor `{}`", motor.name);
    require(!motor.name.is_empty(), place, "name", "empty", "a name")?;
    let ways = [
        !motor.transmission.is_empty(),
        motor.tendon.is_some(),
        motor.site.is_some(),
        motor.crank.is_some(),
        motor.adhesion.is_some(),
    ];
    let count = ways.iter().filter(|is_given| **is_given).count();
    require(count > 0, place, "transmission", "empty", "at least one joint")?;
    require(
        count == 1,
        place,
        "transmission",
        "given twice",
        "either joints, a tendon, a site, a slider-crank or contacts",
    )?;
    if let Some(crank) = &motor.crank {
        let fits = [crank.crank.1, crank.slider.1].iter().all(|pose| pose.normalized().is_some())
            && crank.gear.is_finite();
        require(fits, place, "slider-crank", "not finite", "poses and a gear of finite numbers")?;
        require(
            crank.rod > 0.0 && crank.rod.is_finite(),
            place,
            "rod",
            crank.rod,
            "a finite number above 0",
        )?;
    }
    if let Some(muscle) = &motor.muscle {
        check_muscle(muscle, place)?;
    }
    let tendon = motor.tendon.as_ref().map_or(0.0, |(_, gear)| *gear);
    require(tendon.is_finite(), place, "gear", tendon, "a finite number")?;
    if let Some(site) = &motor.site {
        let poses = [Some(site.link_from_site), site.reference.as_ref().map(|(_, pose)| *pose)];
        let fits = poses.into_iter().flatten().all(|pose| pose.normalized().is_some())
            && site.force.is_finite()
            && site.torque.is_finite();
        require(fits, place, "site", "not finite", "poses and gears of finite numbers")?;
    }
    for (joint, gear) in &motor.transmission {
        require(
            gear.is_finite(),
            || format!("motor `{}` at joint `{joint}`", motor.name),
            "gear",
            gear,
            "a finite number",
        )?;
    }
    for (what, value) in [
        ("gain", motor.gain),
        ("gain by length", motor.gain_by_length),
        ("gain by velocity", motor.gain_by_velocity),
        ("bias", motor.bias),
    ] {
        require(value.is_finite(), place, what, value, "a finite number")?;
    }
    let ratio = motor.damping_ratio.unwrap_or(0.0);
    let allowed = "a finite number of at least 0";
    require(ratio >= 0.0 && ratio.is_finite(), place, "damping ratio", ratio, allowed)?;
    for (what, value) in
        [("stiffness", motor.stiffness), ("damping", motor.damping), ("time constant", motor.time_constant)]
    {
        require(value >= 0.0 && value.is_finite(), place, what, value, "a finite number of at least 0")?;
    }
    for (what, limits) in [
        ("effort limits", motor.effort_limits),
        ("command limits", motor.command_limits),
        ("activation limits", motor.activation_limits),
    ] {
        if let Some([low, high]) = limits {
            require(low <= high, place, what, format!("[{low}, {high}]"), "the lower limit first")?;
        }
    }
    let speed = motor.no_load_speed.unwrap_or(1.0);
    require(speed > 0.0, place, "no-load speed", speed, "a positive number")
}
