//! Models of an environment that physics moves: those of an SDF world and bodies with joints of an MJCF file.

use std::collections::BTreeMap;
use std::ptr;
use std::sync::Arc;

use morse_assets::model::{JointKind, Model, Node, NodeId, Transform};
use morse_scene::document::BodySettings;
use morse_world::WorldError;

use crate::assemble::Assembly;
use crate::assemble::models::selection::{Piece, Pieces};
use crate::assemble::models::{Changed, Root, properties_of};

impl<'m> Pieces<'m> {
    /// Splits a file into the pieces that stand, and the models that move. A model moves if a joint connects its first link
    /// with the root of the file, which stands for the world. A model whose joint leaves it free moves alone; with other
    /// joints, the root of the file is its first piece. In a file with couplings, which may connect several models, all
    /// moving pieces are one model.
    pub(super) fn split_moving(&self, model: &'m Model) -> (Pieces<'m>, Vec<Pieces<'m>>) {
        let numbers: BTreeMap<*const Node, usize> =
            self.list.iter().enumerate().map(|(number, piece)| (ptr::from_ref(piece.node), number)).collect();
        let number_of = |id: NodeId| numbers.get(&ptr::from_ref(model.nodes.get(id.index())?)).copied();
        // Whether the joint leaves it free, by the first link of a model.
        let mut free: BTreeMap<usize, bool> = BTreeMap::new();
        let mut moves = vec![false; self.list.len()];
        for joint in &model.joints {
            let (Some(above), Some(below)) = (number_of(joint.parent), number_of(joint.child)) else {
                continue;
            };
            moves[below] |= joint.kind != JointKind::Fixed;
            let world = &self.list[above];
            let is_of_world = world.parent.is_none() && world.node.inertial.is_none();
            if is_of_world && self.list[below].parent == Some(above) {
                free.entry(below).or_insert(joint.kind == JointKind::Floating);
            }
        }
        // The first link above each piece, if any. Parents come first.
        let mut heads: Vec<Option<usize>> = Vec::with_capacity(self.list.len());
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, piece) in self.list.iter().enumerate() {
            let head = if free.contains_key(&number) {
                Some(number)
            } else {
                piece.parent.and_then(|above| heads[above])
            };
            heads.push(head);
            if let Some(head) = head {
                members.entry(head).or_default().push(number);
            }
        }
        members.retain(|_, below| below.iter().any(|&number| moves[number]));
        let stands = |number: &usize| heads[*number].is_none_or(|head| !members.contains_key(&head));
        let still = self.part((0..self.list.len()).filter(stands).collect());
        let is_coupled =
            !(model.equalities.is_empty() && model.tendons.is_empty() && model.actuators.is_empty());
        let root = members.keys().next().and_then(|&head| self.list[head].parent);
        if let Some(root) = root.filter(|_| is_coupled) {
            let mut all: Vec<usize> = members.into_values().flatten().chain([root]).collect();
            all.sort_unstable();
            return (still, vec![self.part(all)]);
        }
        let moving = members.iter().map(|(head, below)| {
            let world = self.list[*head].parent.filter(|_| !free[head]);
            self.part(world.into_iter().chain(below.iter().copied()).collect())
        });
        (still, moving.collect())
    }

    /// Some of the pieces, in ascending order.
    fn part(&self, members: Vec<usize>) -> Pieces<'m> {
        let piece = |&number: &usize| {
            let Piece { node, parent, model_from_piece } = self.list[number];
            let parent = parent.and_then(|above| members.binary_search(&above).ok());
            Piece { node, parent, model_from_piece }
        };
        Pieces { list: members.iter().map(piece).collect() }
    }
}

impl Assembly<'_> {
    /// Adds a model of the environment that physics moves. `changed` returns the settings of the scene for an object, as for
    /// [`Assembly::add_all`].
    pub(super) fn add_moving_model<'s>(
        &mut self,
        model: &Arc<Model>,
        pieces: &Pieces<'_>,
        changed: &dyn Fn(&str, &Transform) -> Option<Changed<'s>>,
    ) -> Result<(), WorldError> {
        let first = &pieces.list[0];
        let name = self.free_name(&first.node.name);
        let (stored, _) = Transform::of(&first.model_from_piece);
        let settings = changed(&first.node.name, &stored);
        let (transform, body) = match settings {
            Some(Changed { transform, body }) => (transform, body.clone()),
            None => (stored, BodySettings::default()),
        };
        for piece in &pieces.list[1..] {
            let (stored, _) = Transform::of(&piece.model_from_piece);
            if changed(&piece.node.name, &stored).is_some() {
                let link = &piece.node.name;
                tracing::warn!(
                    "{link}: the scene does not change it, because physics moves it together with {name}"
                );
            }
        }
        let root = Root {
            name: &name,
            parent: None,
            parent_from_root: &|_| transform,
            body: &body,
            properties: properties_of(first),
            straighten: false,
            bodiless: Vec::new(),
        };
        self.add_mechanism(model, pieces, &root).map(|_| ())
    }
}
