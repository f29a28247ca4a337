//! Selects the objects of a model that become nodes, and orders them.

use std::collections::BTreeSet;

use glam::DAffine3;
use morse_assets::model::{BodyType, Bounds, Model, Node, NodeKind};
use morse_scene::document::ModelReference;
use morse_scene::nearest::nearest_name;

use crate::assemble::models::Root;

/// An object of a model that becomes a node.
pub(super) struct Piece<'m> {
    /// The object.
    pub(super) node: &'m Node,
    /// Index of its parent among the pieces. Parents come first.
    pub(super) parent: Option<usize>,
    /// Pose and scale in the file.
    pub(super) model_from_piece: DAffine3,
}

impl Piece<'_> {
    /// Pose and scale in the frame of the mesh of the root.
    pub(super) fn root_from_piece(&self, root: &Piece<'_>) -> DAffine3 {
        root.model_from_piece.inverse() * self.model_from_piece
    }
}

/// Objects of a model, parents first.
pub(super) struct Pieces<'m> {
    /// The pieces. The first is the root, if there is a single root.
    pub(super) list: Vec<Piece<'m>>,
}

impl<'m> Pieces<'m> {
    /// Whether a piece below this one has a mass.
    pub(super) fn carries_mass(&self, number: usize) -> bool {
        let is_below = |piece: &Piece<'_>| {
            std::iter::successors(piece.parent, |&above| self.list[above].parent).any(|above| above == number)
        };
        let weighs = |piece: &Piece<'_>| piece.node.inertial.is_some_and(|inertial| inertial.mass > 0.0);
        self.list.iter().any(|piece| weighs(piece) && is_below(piece))
    }

    /// The topmost piece above each piece, or itself.
    pub(super) fn tops(&self) -> Vec<usize> {
        let mut tops = Vec::with_capacity(self.list.len());
        for (number, piece) in self.list.iter().enumerate() {
            tops.push(piece.parent.map_or(number, |above| tops[above]));
        }
        tops
    }

    /// Every object of the file, but for those of models that are left out, by their names, with everything below them.
    pub(super) fn all_but(model: &'m Model, left_out: &[String]) -> Pieces<'m> {
        let is_root = |node: &Node| node.parent.is_none() && !node.is_left_out();
        let roots = model.nodes.iter().enumerate().filter(|(_, node)| is_root(node));
        Self::below(model, roots.map(|(index, _)| index).collect(), left_out)
    }

    /// The objects that a scene references, with all their children. The object that the scene references by a single
    /// name comes first.
    ///
    /// # Errors
    /// When the file has no object of that name; the text lists its names.
    pub(super) fn select(model: &'m Model, reference: &ModelReference) -> Result<Pieces<'m>, String> {
        let index_of = |name: &str| model.nodes.iter().position(|node| node.name == name);
        let mut roots = Vec::new();
        if !reference.objects.is_empty() {
            for name in &reference.objects {
                roots.push(index_of(name).ok_or_else(|| unknown(model, &reference.file, name))?);
            }
        } else if let Some(prefix) = &reference.prefix {
            roots = tops(model, |node| node.name.starts_with(prefix.as_str()));
            if roots.is_empty() {
                return Err(unknown(model, &reference.file, &format!("{prefix}…")));
            }
        } else {
            roots = tops(model, |node| !matches!(node.kind, NodeKind::Light(_) | NodeKind::Camera(_)));
            // A mechanism comes before the objects beside it.
            let parents = model.joints.iter().map(|joint| model.top_of(joint.parent).index());
            let parents: BTreeSet<usize> = parents.collect();
            roots.sort_by_key(|root| !parents.contains(root));
        }
        if let Some(name) = &reference.object {
            let named = index_of(name).ok_or_else(|| unknown(model, &reference.file, name))?;
            roots.retain(|&root| root != named);
            roots.insert(0, named);
        }
        let pieces = Self::below(model, roots, &[]);
        if pieces.list.is_empty() {
            return Err(format!("model {:?} has no objects", reference.file));
        }
        Ok(pieces)
    }

    fn below(model: &'m Model, roots: Vec<usize>, left_out: &[String]) -> Pieces<'m> {
        let is_of = |name: &str, model: &String| {
            name.strip_prefix(model.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        let model_from_nodes = model.world_from_nodes();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); model.nodes.len()];
        for (index, node) in model.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent.index()].push(index);
            }
        }
        let mut list: Vec<Piece<'m>> = Vec::new();
        let mut taken = vec![false; model.nodes.len()];
        for root in roots {
            let mut waiting = vec![(root, None)];
            while let Some((index, parent)) = waiting.pop() {
                let node = &model.nodes[index];
                // A scene may name an object that is left out otherwise.
                let is_left_out = parent.is_some() && node.is_left_out();
                let is_of_robot = left_out.iter().any(|model| is_of(&node.name, model));
                if is_of_robot || is_left_out || std::mem::replace(&mut taken[index], true) {
                    continue;
                }
                waiting.extend(children[index].iter().rev().map(|&child| (child, Some(list.len()))));
                list.push(Piece { node, parent, model_from_piece: model_from_nodes[index] });
            }
        }
        Pieces { list }
    }

    /// Indices of the pieces whose shapes belong to the body of the root.
    pub(super) fn compound(&self, settings: &Root<'_>) -> Vec<usize> {
        let root = self.list[0].node;
        if !settings.body.compound.unwrap_or(root.physics.flags.compound) {
            return Vec::new();
        }
        // A root without a mesh is only the frame of its parts.
        let frame = root.mesh().is_none();
        let mut members = Vec::new();
        for (number, piece) in self.list.iter().enumerate().skip(1) {
            let physics = &piece.node.physics;
            // A static triangle mesh has no volume and cannot be part of a moving body. It follows the body as a
            // separate node.
            let triangles = physics.body == BodyType::Static && physics.bounds == Bounds::Default;
            let joins = physics.flags.compound || (frame && !triangles);
            let left_out = settings.bodiless.contains(&piece.node.name);
            if joins
                && !left_out
                && crate::assemble::models::physics_type::collides(physics.body)
                && matches!(piece.node.kind, NodeKind::Mesh(_) | NodeKind::Shape(_))
            {
                members.push(number);
            }
        }
        members
    }
}

/// Indices of matching objects that have no matching ancestor.
fn tops(model: &Model, fits: impl Fn(&Node) -> bool) -> Vec<usize> {
    let is_top = |index: usize| {
        let node = &model.nodes[index];
        if node.is_left_out() || !fits(node) {
            return false;
        }
        let mut above = node.parent;
        while let Some(parent) = above {
            let parent = &model.nodes[parent.index()];
            if fits(parent) {
                return false;
            }
            above = parent.parent;
        }
        true
    };
    (0..model.nodes.len()).filter(|&index| is_top(index)).collect()
}

fn unknown(model: &Model, file: &str, name: &str) -> String {
    const LISTED: usize = 20;
    let mut known: Vec<&str> = model.objects().map(|(_, node)| node.name.as_str()).collect();
    known.sort_unstable();
    let nearest = nearest_name(name.trim_end_matches('…'), known.iter().copied());
    let meant = nearest.map_or_else(String::new, |nearest| format!("; did you mean {nearest:?}?"));
    let more = known.len().saturating_sub(LISTED);
    known.truncate(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("model {file:?} has no object {name:?}; it has {}{more}{meant}", known.join(", "))
}
