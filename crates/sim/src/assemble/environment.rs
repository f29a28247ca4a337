//! Environments: what stands in the world before the scene's own objects.

use glam::DVec3;
use morse_scene::diagnostic::Diagnostic;
use morse_world::{BodySpec, NodeSpec, PhysicsType, Pose, Shape};

use super::Assembly;

/// Half extents of the ground of the environment `empty`, whose upper side is at z = 0. [m]
const GROUND_HALF_EXTENTS_M: DVec3 = DVec3::new(20.0, 20.0, 0.0652);

impl Assembly<'_> {
    pub(super) fn add_environment(&mut self) {
        let environment = &self.document.environment;
        if environment.file != "empty" {
            let message =
                format!("environment {:?} cannot be loaded: model files are not read yet", environment.file);
            let problem = Diagnostic::error("run::environment", message)
                .at(environment.source.as_ref())
                .help("Environment('empty') works: a plate of 40 m by 40 m".to_owned());
            self.problems.push(problem);
            return;
        }
        if let Err(error) = self.simulation.world.add_node(ground()) {
            self.problems.push(Diagnostic::error("run::environment", error.to_string()));
        }
    }
}

fn ground() -> NodeSpec {
    let below = Pose { translation: DVec3::new(0.0, 0.0, -GROUND_HALF_EXTENTS_M.z), ..Pose::IDENTITY };
    NodeSpec::new("Ground").at(below).with_body(BodySpec {
        physics: PhysicsType::Static,
        shapes: vec![(Pose::IDENTITY, Shape::Box { half_extents: GROUND_HALF_EXTENTS_M })],
        friction: 0.5,
        ..BodySpec::default()
    })
}
