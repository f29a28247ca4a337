//! A robot whose root does not move.

use crate::model::{BodyType, JointKind, Model, NodeId, NodeRole};

impl Model {
    /// Holds the roots of mechanisms where they are: the topmost nodes above joints that move or, in a model without such
    /// joints, all topmost bodies. A joint of all six degrees of freedom between a root and its mechanism becomes rigid.
    pub fn fix_base(&mut self) {
        for joint in &mut self.joints {
            if joint.kind == JointKind::Floating {
                joint.kind = JointKind::Fixed;
            }
        }
        let is_mobile = |kind: JointKind| kind != JointKind::Fixed;
        let moved = self.joints.iter().filter(|joint| is_mobile(joint.kind)).map(|joint| joint.parent);
        let mut roots: Vec<NodeId> = moved.map(|node| self.top_of(node)).collect();
        if roots.is_empty() {
            roots = self.nodes().filter(|(_, node)| node.parent.is_none()).map(|(id, _)| id).collect();
        }
        roots.sort_unstable();
        roots.dedup();
        for root in roots {
            let moves = |body: BodyType| matches!(body, BodyType::Dynamic | BodyType::RigidBody);
            let node = &mut self.nodes[root.index()];
            if !moves(node.physics.body) {
                continue;
            }
            node.physics.body = BodyType::Static;
            node.inertial = None;
            let parts = self.nodes.iter_mut().filter(|node| node.parent == Some(root));
            for part in parts.filter(|part| part.role == NodeRole::Collision && moves(part.physics.body)) {
                part.physics.body = BodyType::Static;
            }
        }
    }

    /// The topmost node above a node, or itself.
    #[must_use]
    pub fn top_of(&self, mut node: NodeId) -> NodeId {
        while let Some(parent) = self.nodes[node.index()].parent {
            node = parent;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use crate::Warnings;
    use crate::formats::urdf;
    use crate::model::{BodyType, JointKind};

    const ARM: &str = "<robot name='arm'>
        <link name='base'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1'/></inertial>
            <collision><geometry><box size='1 1 1'/></geometry></collision></link>
        <link name='hand'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>
        <joint name='turn' type='continuous'><parent link='base'/><child link='hand'/><axis xyz='0 0 1'/></joint></robot>";

    #[test]
    fn root_of_a_fixed_robot_is_static_and_its_links_move() {
        let mut model = urdf::read_alone(ARM.as_bytes(), &mut Warnings::default()).unwrap();
        let body =
            |model: &crate::Model, name: &str| model.nodes[model.find(name).unwrap().index()].physics.body;
        assert_eq!(body(&model, "base"), BodyType::RigidBody);
        model.fix_base();
        assert_eq!(body(&model, "base"), BodyType::Static);
        assert_eq!(body(&model, "base/collision"), BodyType::Static);
        assert_eq!(body(&model, "hand"), BodyType::RigidBody);
        assert_eq!(model.joints[0].kind, JointKind::Continuous);
    }
}
