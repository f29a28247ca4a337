//! Everything rays can meet, under one tree of boxes that is brought up to date when a ray is cast after
//! something moved.

use std::collections::BTreeSet;

use glam::{DMat3, DVec3, Vec3};

use super::bounds::Bounds;
use super::box_tree::BoxTree;
use super::filter::RayKind;
use super::fitted_tree::FittedTree;
use super::geometry::{Geometry, Placed};
use super::mesh::MeshStore;
use crate::tree::Tree;
use crate::{Look, NodeId, Pose};

/// Where a thing stands, as the kernel uses it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    pub(super) world_from_thing: Pose,
    pub(super) thing_from_world: DMat3,
    /// Its rows in single precision.
    pub(super) rows: [[f32; 3]; 3],
    /// Whether its axes are not those of the world.
    pub(super) turned: bool,
}

impl Stand {
    pub(super) fn new(world_from_thing: Pose) -> Stand {
        let thing_from_world = DMat3::from_quat(world_from_thing.rotation.conjugate());
        let rows = thing_from_world.transpose().to_cols_array_2d().map(|row| row.map(|x| x as f32));
        Stand { world_from_thing, thing_from_world, rows, turned: thing_from_world != DMat3::IDENTITY }
    }

    /// A point of the world [m], in the frame of the thing. [m]
    #[inline(always)]
    pub(super) fn point_from_world(&self, point: DVec3) -> DVec3 {
        self.thing_from_world * (point - self.world_from_thing.translation)
    }

    /// A vector of the world, in the frame of the thing.
    pub(super) fn vector_from_world(&self, vector: Vec3) -> Vec3 {
        Vec3::from(self.rows.map(|row| Vec3::from_array(row).dot(vector)))
    }

    /// A vector of the thing, in the world.
    #[inline(always)]
    pub(super) fn vector_to_world(&self, vector: Vec3) -> Vec3 {
        let [x, y, z] = self.rows.map(Vec3::from_array);
        x * vector.x + y * vector.y + z * vector.z
    }
}

/// One form of a node, standing in the world.
#[derive(Debug)]
pub(super) struct Thing {
    pub(super) node: NodeId,
    /// Its number among the forms of the node that the same kinds of rays meet.
    pub(super) part: u32,
    /// Kinds of rays that meet it now, one bit each.
    pub(super) kinds: u8,
    pub(super) geometry: Geometry,
    pub(super) stand: Stand,
    /// Kinds of rays that meet it while its node is visible.
    kinds_if_visible: u8,
    node_from_thing: Pose,
}

/// What moves a thing.
#[derive(Debug, Clone, Copy)]
struct Carrier {
    node: NodeId,
    /// The node whose motion the node follows.
    anchor: NodeId,
    /// Number of the thing among those with a box, if it has one.
    bounded: Option<u32>,
}

impl Thing {
    pub(super) fn box_in_world(&self) -> Option<Bounds> {
        Some(self.geometry.bounds()?.placed(self.stand.world_from_thing))
    }
}

/// All things, in the order of their nodes.
#[derive(Debug, Default)]
pub(crate) struct RayScene {
    pub(super) things: Vec<Thing>,
    /// Of each thing, once the tree is built.
    carriers: Vec<Carrier>,
    /// Numbers of things without end, which no box holds.
    pub(super) endless: Vec<u32>,
    /// Numbers of all others.
    bounded: Vec<u32>,
    /// Over the others; `None` until it is built.
    fitted: Option<FittedTree>,
    /// Numbers of the things in the leaves of the tree.
    pub(super) leaves: Vec<u32>,
    pub(super) meshes: MeshStore,
    /// Nodes that were moved, hidden or shown since the last look.
    touched: Vec<bool>,
    any_touched: bool,
    /// Nodes that are to be seen in other forms since the last look.
    pub(super) reshaped: BTreeSet<NodeId>,
    /// Whether nodes may hang elsewhere than when the anchors were looked up.
    rehung: bool,
    /// Whether the things of all nodes have been entered.
    pub(super) stocked: bool,
}

impl RayScene {
    /// Enters a form of a node. Those of a node are entered in their order.
    pub(super) fn enter(&mut self, node: NodeId, part: u32, kinds: u8, (node_from_thing, geometry): Placed) {
        let place = self.things.partition_point(|thing| thing.node <= node);
        let thing = Thing {
            node,
            part,
            kinds,
            geometry,
            stand: Stand::new(Pose::IDENTITY),
            kinds_if_visible: kinds,
            node_from_thing,
        };
        self.things.insert(place, thing);
        self.fitted = None;
        self.rehang(node);
    }

    /// Takes out how a node looks: forms that are only seen go, and others are no longer seen.
    pub(super) fn clear_looks(&mut self, node: NodeId) {
        let first = self.things.partition_point(|thing| thing.node < node);
        let count = self.things[first..].partition_point(|thing| thing.node == node);
        if count == 0 {
            return;
        }
        let seen = RayKind::Visual.bit();
        let kept = self.things.splice(first..first + count, []).filter_map(|mut thing| {
            thing.kinds_if_visible &= !seen;
            (thing.kinds_if_visible != 0).then_some(thing)
        });
        let kept: Vec<_> = kept.collect();
        let any_gone = kept.len() < count;
        self.things.splice(first..first, kept);
        self.fitted = None;
        self.touch(node);
        if any_gone {
            self.meshes.tidy();
        }
    }

    /// The tree over all things with a box, in which leaves are numbered as in `leaves`.
    pub(super) fn tree(&self) -> Option<&BoxTree> {
        self.fitted.as_ref().map(|fitted| &fitted.tree)
    }

    /// Takes note that a node, and what has it as its anchor, is no longer as it was.
    pub(super) fn touch(&mut self, node: NodeId) {
        if self.touched.len() <= node.index() {
            self.touched.resize(node.index() + 1, false);
        }
        self.touched[node.index()] = true;
        self.any_touched = true;
    }

    /// Gives a node other forms to be seen in, as many as it has.
    pub(super) fn reshape(&mut self, node: NodeId, parts: &[Look]) {
        let first = self.things.partition_point(|thing| thing.node < node);
        let seen = RayKind::Visual.bit();
        let own = self.things[first..].iter_mut().take_while(|thing| thing.node == node);
        for thing in own.filter(|thing| thing.kinds_if_visible & seen != 0) {
            if let Some(surface) = parts.get(thing.part as usize).and_then(Look::surface) {
                thing.geometry = Geometry::of_surface(surface);
            }
        }
        self.touch(node);
    }

    /// Takes note that a node hangs elsewhere.
    pub(super) fn rehang(&mut self, node: NodeId) {
        self.rehung = true;
        self.touch(node);
    }

    /// Brings everything to where it is now.
    pub(super) fn catch_up(&mut self, nodes: &Tree) {
        if !self.any_touched {
            return;
        }
        if self.fitted.is_none() {
            let carrier =
                |thing: &Thing| Carrier { node: thing.node, anchor: nodes.anchor(thing.node), bounded: None };
            self.carriers = self.things.iter().map(carrier).collect();
        } else if self.rehung {
            self.carriers.iter_mut().for_each(|carrier| carrier.anchor = nodes.anchor(carrier.node));
        }
        let touched = |node: NodeId| self.touched.get(node.index()).is_some_and(|&it| it);
        for (carrier, thing) in self.carriers.iter().zip(&mut self.things) {
            if touched(carrier.node) || touched(carrier.anchor) {
                thing.stand = Stand::new(nodes.world_from(thing.node) * thing.node_from_thing);
                let hidden = if nodes.node(thing.node).about.visible { 0 } else { RayKind::Visual.bit() };
                thing.kinds = thing.kinds_if_visible & !hidden;
                if let (Some(tree), Some(number)) = (&mut self.fitted, carrier.bounded)
                    && let Some(bounds) = thing.box_in_world()
                {
                    tree.set(number as usize, bounds);
                }
            }
        }
        match &mut self.fitted {
            Some(tree) => {
                if tree.fit() {
                    self.name_leaves();
                }
            }
            None => self.build(),
        }
        self.touched.fill(false);
        self.any_touched = false;
        self.rehung = false;
    }

    fn build(&mut self) {
        self.endless.clear();
        self.bounded.clear();
        let mut boxes = Vec::new();
        for (number, (thing, carrier)) in self.things.iter().zip(&mut self.carriers).enumerate() {
            match thing.box_in_world() {
                Some(bounds) => {
                    carrier.bounded = Some(boxes.len() as u32);
                    self.bounded.push(number as u32);
                    boxes.push(bounds);
                }
                None => self.endless.push(number as u32),
            }
        }
        self.fitted = Some(FittedTree::new(boxes));
        self.name_leaves();
    }

    fn name_leaves(&mut self) {
        let order = self.tree().map_or(&[][..], |tree| &tree.order);
        self.leaves = order.iter().map(|&item| self.bounded[item as usize]).collect();
    }
}
