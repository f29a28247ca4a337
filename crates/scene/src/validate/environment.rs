//! Checks world-wide settings. The loader checks whether the environment's file exists.

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Environment, Multinode, ObjectKind, TimeSettings};
use crate::validate::FREQUENCY_HZ_MAX;
use crate::validate::findings::Findings;
use crate::validate::geometry::is_positive;
use crate::validate::scene::Scene;

/// Maximum number of physics steps per simulation step.
const SUB_STEPS_MAX: u32 = 10_000;

/// Largest gravity, three times that of the Sun. [m/s²]
const GRAVITY_MAX: f64 = 1000.0;

/// End of the year 9999, which a start time must precede. [s since 1970]
const START_S_END: f64 = 253_402_300_800.0;

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    let environment = &scene.document.environment;
    let mut push = |finding: Diagnostic| findings.push(finding.at(environment.source.as_ref()));
    if environment.file.is_empty() {
        push(
            Diagnostic::error(Code::SceneNoEnvironment, "the environment has no name")
                .help("the simplest environment is `empty`".to_owned()),
        );
    }
    if !(-GRAVITY_MAX..=GRAVITY_MAX).contains(&environment.gravity) {
        push(
            Diagnostic::error(Code::SceneBadGravity, format!("gravity is {:?} m/s²", environment.gravity))
                .help(format!("allowed: -{GRAVITY_MAX} to {GRAVITY_MAX} m/s²")),
        );
    }
    check_time(&environment.time, &mut push);
    check_camera(scene, environment, &mut push);
    if let Some(multinode) = &environment.multinode {
        check_multinode(scene, multinode, &mut push);
    }
}

fn check_time(time: &TimeSettings, push: &mut impl FnMut(Diagnostic)) {
    if !is_positive(time.frequency_hz) || time.frequency_hz > FREQUENCY_HZ_MAX {
        push(
            Diagnostic::error(
                Code::SceneBadSimulationFrequency,
                format!("the simulation has a frequency of {:?} Hz", time.frequency_hz),
            )
            .help(format!("allowed: greater than 0 and at most {FREQUENCY_HZ_MAX}")),
        );
    }
    if !is_positive(time.scale) {
        push(
            Diagnostic::error(Code::SceneBadTimeScale, format!("the time scale is {:?}", time.scale))
                .help("allowed: greater than 0; 0.5 is half as fast as real time".to_owned()),
        );
    }
    if let Some(start_s) = time.start_s.filter(|start_s| !(0.0..START_S_END).contains(start_s)) {
        push(
            Diagnostic::error(
                Code::SceneBadStartTime,
                format!("the simulation starts {start_s:?} s after 1970-01-01 00:00 UTC"),
            )
            .help("allowed: 0 to the end of the year 9999".to_owned()),
        );
    }
    if !(1..=SUB_STEPS_MAX).contains(&time.physics_sub_steps) {
        push(
            Diagnostic::error(
                Code::SceneBadSubSteps,
                format!("there are {} physics steps per simulation step", time.physics_sub_steps),
            )
            .help(format!("allowed: 1 to {SUB_STEPS_MAX}")),
        );
    }
    for (kind, steps) in [("logic", time.logic_step_max), ("physics", time.physics_step_max)] {
        if steps == Some(0) {
            push(Diagnostic::error(
                Code::SceneBadStepMax,
                format!("the maximum number of {kind} steps per frame is 0"),
            ));
        }
    }
}

fn check_camera(scene: &Scene, environment: &Environment, push: &mut impl FnMut(Diagnostic)) {
    let camera = &environment.camera;
    if let Some(parent) = camera.parent.as_deref().filter(|parent| scene.object(parent).is_none()) {
        let text = format!("the parent of the default camera is `{parent}`, which does not exist");
        push(Diagnostic::error(Code::SceneBadCamera, text).help(scene.suggest_object(parent)));
    }
    let pose = camera.location.iter().chain(&camera.rotation);
    if pose.chain(&camera.clip).any(|number| !number.is_finite()) {
        push(Diagnostic::error(Code::SceneBadCamera, "a number of the default camera is not finite"));
    }
    let [near, far] = camera.clip;
    if near >= far || near <= 0.0 {
        push(
            Diagnostic::warning(
                Code::SceneBadCamera,
                format!("the clip range of the default camera is {near:?} to {far:?} m"),
            )
            .help("the near distance must be greater than 0 and less than the far distance".to_owned()),
        );
    }
    if !is_positive(camera.focal_length_mm) {
        push(Diagnostic::warning(
            Code::SceneBadCamera,
            format!("the default camera has a focal length of {:?} mm", camera.focal_length_mm),
        ));
    }
}

fn check_multinode(scene: &Scene, multinode: &Multinode, push: &mut impl FnMut(Diagnostic)) {
    const PROTOCOLS: [&str; 2] = ["socket", "hla"];
    if !PROTOCOLS.contains(&multinode.protocol.as_str()) {
        push(
            Diagnostic::error(
                Code::SceneBadMultinode,
                format!("there is no multi-node protocol `{}`; known: socket, hla", multinode.protocol),
            )
            .help(scene.suggest(&multinode.protocol, PROTOCOLS)),
        );
    }
    if multinode.port().is_none() {
        let port = crate::python_repr::repr(&multinode.server_port);
        push(
            Diagnostic::error(Code::SceneBadMultinode, format!("the multi-node server's port is {port}"))
                .help("a port is a number from 1 to 65535".to_owned()),
        );
    }
    let Some(distribution) = &multinode.distribution else {
        return;
    };
    let node = multinode.node_name.as_deref().unwrap_or_default();
    if !distribution.contains_key(node) {
        let nodes: Vec<&str> = distribution.keys().map(String::as_str).collect();
        push(
            Diagnostic::warning(
                Code::SceneUnknownNode,
                format!(
                    "this node is called `{node}`, which is not in the distribution, so it simulates no robot"
                ),
            )
            .help(format!("nodes of the distribution: {}", nodes.join(", "))),
        );
    }
    for robot in distribution.values().flat_map(|names| &names.0) {
        if scene.object(robot).is_none_or(|object| object.kind != ObjectKind::Robot) {
            push(
                Diagnostic::warning(
                    Code::SceneUnknownRobot,
                    format!("the distribution names `{robot}`, which is not a robot"),
                )
                .help(scene.suggest_object(robot)),
            );
        }
    }
}
