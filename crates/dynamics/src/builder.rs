//! Builds a model from its description, after checks.

mod check;
mod motors;
mod muscles;
mod order;
mod parts;
mod rotations;
mod tendons;
mod weights;

use morse_geometry::Pose;

use crate::error::ModelError;
use crate::model::{Body, Dof, Link, Model, Tree};
use crate::rigid_inertia::RigidInertia;
use crate::spec::{JointKind, ModelSpec};

impl Model {
    /// Builds a model.
    ///
    /// # Errors
    ///
    /// Names that are unknown or given twice, circles of parents, masses and inertias that no body has, limits that exclude
    /// each other, values that are not finite, joints that move no inertia. The error names the link, joint or motor.
    pub fn new(spec: ModelSpec) -> Result<Model, ModelError> {
        check::check(&spec)?;
        let order = order::order(&spec)?;
        let mut model = Model {
            links: vec![Link { body: None, body_from_link: Pose::IDENTITY }; spec.links.len()],
            bodies: Vec::new(),
            dofs: Vec::new(),
            trees: Vec::new(),
            columns: Vec::new(),
            springs: Vec::new(),
            limits: Vec::new(),
            frictions: Vec::new(),
            tendons: Vec::new(),
            motors: Vec::new(),
            equalities: Vec::new(),
            positions: 0,
            turning: Vec::new(),
            rotors: Vec::new(),
            mean_inertia: 1.0,
            spec,
        };
        let mut inertias: Vec<RigidInertia> = Vec::new();
        for (index, parent) in order {
            model.add_link(index, parent);
            let link = &model.links[index];
            let Some(body) = link.body else { continue };
            inertias.resize(model.bodies.len(), RigidInertia::default());
            let spec = &model.spec.links[index].inertia;
            let axes = glam::DMat3::from_quat(link.body_from_link.rotation);
            let center = link.body_from_link.transform_point(spec.center);
            inertias[body] += RigidInertia::new(spec.mass, center, axes * spec.matrix() * axes.transpose());
        }
        for (body, inertia) in model.bodies.iter_mut().zip(&inertias) {
            (body.mass, body.center, body.tensor) = inertia.parts();
        }
        rotations::measure(&mut model);
        parts::add_parts(&mut model)?;
        weights::measure(&mut model)?;
        Ok(model)
    }

    /// Adds a link after its parent: as a body, or as a frame on the body of its parent.
    fn add_link(&mut self, index: usize, parent: Option<usize>) {
        let spec = &self.spec.links[index];
        let parent = parent.map(|parent| self.links[parent].clone());
        let parent_from_link = spec.parent_from_link.normalized().unwrap_or(spec.parent_from_link);
        let carrier = parent.as_ref().and_then(|parent| parent.body);
        let carrier_from_link =
            parent.map_or(parent_from_link, |parent| parent.body_from_link * parent_from_link);
        if spec.joint.kind == JointKind::Fixed {
            self.links[index] = Link { body: carrier, body_from_link: carrier_from_link };
            return;
        }
        let (body, v_at) = (self.bodies.len(), self.dofs.len());
        let dofs = spec.joint.kind.dofs();
        let tree = carrier.map_or(self.trees.len(), |carrier| self.bodies[carrier].tree);
        if carrier.is_none() {
            self.trees.push(Tree { bodies: body..body, dofs: v_at..v_at });
        }
        self.trees[tree].bodies.end = body + 1;
        self.trees[tree].dofs.end = v_at + dofs;
        let mut chain = carrier.map_or(Vec::new(), |carrier| self.chain(carrier).to_vec());
        for dof in v_at..v_at + dofs {
            chain.push(dof as u32);
            self.dofs.push(Dof {
                body,
                armature: spec.joint.armature,
                damping: spec.joint.damping,
                polynomial: spec.joint.polynomial,
                friction: spec.joint.friction,
                inverse_inertia: 1.0,
                row: self.columns.len(),
                length: chain.len(),
            });
            self.columns.extend(&chain);
        }
        self.bodies.push(Body {
            link: index,
            parent: carrier,
            tree,
            kind: spec.joint.kind,
            q_at: self.positions,
            v_at,
            parent_from_body: carrier_from_link,
            axis: spec.joint.axis.normalize_or_zero(),
            mass: 0.0,
            center: glam::DVec3::ZERO,
            tensor: glam::DMat3::ZERO,
            inverse_inertia: [0.0; 2],
            angular_mobility: 0.0,
        });
        self.positions += spec.joint.kind.positions();
        self.links[index] = Link { body: Some(body), body_from_link: Pose::IDENTITY };
    }
}
