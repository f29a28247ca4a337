//! All instances that rays can hit, with a bounding volume hierarchy over them.

mod region;

use std::ops::Range;

use glam::{DMat3, DVec3, Vec3};
use morse_geometry::Pose;
use rayon::prelude::*;

use crate::bvh::PacketBvh;
use crate::bvh::bounds::Bounds;
use crate::bvh::refit::RefitBvh;
use crate::filter::object_set::ObjectKey;
use crate::filter::{RayKind, RayKinds};
use crate::geometry::Geometry;

/// Number of instances that one parallel task moves. Smaller tasks do not pay off.
const INSTANCES_PER_TASK: usize = 128;
/// Largest coordinate of a box: the products of larger numbers overflow, and the tree and its traversal would not end. [m]
const FAR_M: f32 = 1e15;
/// Box number of an instance that is unbounded or not in the tree yet.
const NO_BOX: u32 = u32::MAX;

/// The pose of an instance in the form used by the kernel.
#[derive(Debug, Clone, Copy)]
pub(super) struct InstanceTransform {
    pub(super) world_from_instance: Pose,
    pub(super) instance_from_world: DMat3,
    /// Rows of the rotation matrix in single precision.
    pub(super) rows: [[f32; 3]; 3],
    /// Whether the axes differ from those of the world.
    pub(super) rotated: bool,
}

impl InstanceTransform {
    #[inline]
    pub(super) fn new(world_from_instance: Pose) -> InstanceTransform {
        let instance_from_world = DMat3::from_quat(world_from_instance.rotation.conjugate());
        let rows = instance_from_world.transpose().to_cols_array_2d().map(|row| row.map(|x| x as f32));
        InstanceTransform {
            world_from_instance,
            instance_from_world,
            rows,
            rotated: instance_from_world != DMat3::IDENTITY,
        }
    }

    /// Transforms a point from the world to the frame of the instance. [m]
    #[inline(always)]
    pub(super) fn point_from_world(&self, point: DVec3) -> DVec3 {
        let along_world = point - self.world_from_instance.translation;
        if self.rotated { self.instance_from_world * along_world } else { along_world }
    }

    /// Rotates a vector from the world to the frame of the instance.
    #[inline]
    pub(super) fn vector_from_world(&self, vector: Vec3) -> Vec3 {
        Vec3::from(self.rows.map(|row| Vec3::from_array(row).dot(vector)))
    }

    /// Rotates a vector from the frame of the instance to the world.
    #[inline(always)]
    pub(super) fn vector_to_world(&self, vector: Vec3) -> Vec3 {
        let [x, y, z] = self.rows.map(Vec3::from_array);
        x * vector.x + y * vector.y + z * vector.z
    }
}

/// Geometry of an object, placed in the world.
#[derive(Debug, Clone)]
pub(super) struct RayInstance<K> {
    pub(super) object: K,
    /// Part number given to [`RayScene::insert`], reported in hits.
    pub(super) part: u32,
    /// Index among the boxes of the tree, or [`NO_BOX`].
    box_number: u32,
    /// Kinds of rays that currently hit it.
    pub(super) kinds: RayKinds,
    /// Kinds of rays that hit it while its object is visible.
    kinds_if_visible: RayKinds,
    pub(super) geometry: Geometry,
    pub(super) transform: InstanceTransform,
    object_from_instance: Pose,
}

impl<K> RayInstance<K> {
    pub(super) fn box_in_world(&self) -> Option<Bounds> {
        Some(self.geometry.bounds()?.placed(self.transform.world_from_instance).within(FAR_M))
    }

    /// Updates pose and visibility from its object. The box in the tree must be updated afterwards.
    fn follow(&mut self, world_from_object: Pose, visible: bool) {
        self.transform = InstanceTransform::new(world_from_object * self.object_from_instance);
        self.kinds =
            if visible { self.kinds_if_visible } else { self.kinds_if_visible.without(RayKind::Visual) };
    }

    fn update_box(&self, bvh: &mut Option<RefitBvh>) {
        if self.box_number != NO_BOX
            && let (Some(bvh), Some(bounds)) = (bvh, self.box_in_world())
        {
            bvh.set(self.box_number as usize, bounds);
        }
    }
}

/// All instances in the order of their objects. After any change, [`RayScene::refit`] must be called before rays are cast.
#[derive(Debug, Clone)]
pub struct RayScene<K> {
    pub(super) instances: Vec<RayInstance<K>>,
    /// Numbers of instances without a box.
    pub(super) unbounded: Vec<u32>,
    /// Numbers of the instances with a box, in the order of their boxes.
    bounded: Vec<u32>,
    /// The tree over the bounded instances; `None` until it is built.
    bvh: Option<RefitBvh>,
    /// Numbers of the instances in the leaves of the tree.
    pub(super) leaves: Vec<u32>,
    /// Whether anything changed since the last refit.
    changed: bool,
}

impl<K> Default for RayScene<K> {
    fn default() -> RayScene<K> {
        RayScene {
            instances: Vec::new(),
            unbounded: Vec::new(),
            bounded: Vec::new(),
            bvh: None,
            leaves: Vec::new(),
            changed: false,
        }
    }
}

impl<K: ObjectKey> RayScene<K> {
    /// Adds an instance after the existing instances of an object. Until [`RayScene::move_object`] or
    /// [`RayScene::update_instances`] is called, the object counts as visible and at the origin of the world.
    ///
    /// Hits report `part`. Rays of `kinds` hit the instance; rays of [`RayKind::Visual`] do not hit a hidden object.
    pub fn insert(
        &mut self,
        object: K,
        part: u32,
        kinds: RayKinds,
        object_from_instance: Pose,
        geometry: Geometry,
    ) {
        let place = self.instances.partition_point(|instance| instance.object <= object);
        let instance = RayInstance {
            object,
            part,
            box_number: NO_BOX,
            kinds,
            kinds_if_visible: kinds,
            geometry,
            transform: InstanceTransform::new(object_from_instance),
            object_from_instance,
        };
        self.instances.insert(place, instance);
        self.discard_bvh();
    }

    /// Removes all instances of an object. Returns whether it had any.
    pub fn remove_object(&mut self, object: K) -> bool {
        let own = self.range_of(object);
        let had_any = !own.is_empty();
        if had_any {
            self.instances.drain(own);
            self.discard_bvh();
        }
        had_any
    }

    /// Replaces the geometry of the instances of an object that rays of [`RayKind::Visual`] hit. `replacement` returns the
    /// new geometry of each part, or `None` to keep it. Bounded geometry must stay bounded, and unbounded unbounded.
    pub fn replace_visuals(&mut self, object: K, replacement: impl Fn(u32) -> Option<Geometry>) {
        let own = self.range_of(object);
        for instance in &mut self.instances[own] {
            if instance.kinds_if_visible.contains(RayKind::Visual)
                && let Some(geometry) = replacement(instance.part)
            {
                instance.geometry = geometry;
                instance.update_box(&mut self.bvh);
            }
        }
        self.changed = true;
    }

    /// Moves a visible object.
    pub fn move_object(&mut self, object: K, world_from_object: Pose) {
        let own = self.range_of(object);
        for instance in &mut self.instances[own] {
            instance.follow(world_from_object, true);
            instance.update_box(&mut self.bvh);
        }
        self.changed = true;
    }

    /// Moves, hides and shows objects. `update` is called with the number of each instance, which is its position in
    /// [`RayScene::objects`]. It returns the pose of the object in the world and whether the object is visible, or `None` if
    /// nothing has changed.
    pub fn update_instances(&mut self, update: impl Fn(usize) -> Option<(Pose, bool)>) {
        for (number, instance) in self.instances.iter_mut().enumerate() {
            if let Some((world_from_object, visible)) = update(number) {
                instance.follow(world_from_object, visible);
                instance.update_box(&mut self.bvh);
            }
        }
        self.changed = true;
    }

    /// As [`RayScene::update_instances`], on the threads of the current rayon pool.
    pub fn update_instances_in_parallel(&mut self, update: impl Fn(usize) -> Option<(Pose, bool)> + Sync) {
        let starts = (0..self.instances.len()).step_by(INSTANCES_PER_TASK);
        let mut boxes = self.bvh.as_mut().map_or(&mut [][..], RefitBvh::boxes_mut);
        let mut first_box = 0;
        let parts: Vec<_> = starts
            .map(|start| {
                let end = start + INSTANCES_PER_TASK;
                let end_box = self.bounded.partition_point(|&number| (number as usize) < end);
                let count = (end_box - first_box).min(boxes.len());
                let part = (first_box, boxes.split_off_mut(..count).unwrap_or_default());
                first_box = end_box;
                part
            })
            .collect();
        let chunks = self.instances.par_chunks_mut(INSTANCES_PER_TASK).zip(parts).enumerate();
        let moved = chunks.map(|(chunk, (instances, (first_box, boxes)))| {
            let mut moved = Vec::with_capacity(boxes.len());
            for (nth, instance) in instances.iter_mut().enumerate() {
                let Some((world_from_object, visible)) = update(chunk * INSTANCES_PER_TASK + nth) else {
                    continue;
                };
                instance.follow(world_from_object, visible);
                let place = (instance.box_number as usize).checked_sub(first_box);
                if let (Some(place), Some(bounds)) =
                    (place.and_then(|at| boxes.get_mut(at)), instance.box_in_world())
                {
                    *place = bounds;
                    moved.push(instance.box_number);
                }
            }
            moved
        });
        let moved: Vec<_> = moved.collect();
        if let Some(bvh) = &mut self.bvh {
            bvh.mark_moved(&moved);
        }
        self.changed = true;
    }

    /// The object of each instance, in order.
    pub fn objects(&self) -> impl Iterator<Item = K> {
        self.instances.iter().map(|instance| instance.object)
    }

    /// Refits the tree to all instances. Rebuilds it if instances were added or removed, or if it has become too costly for
    /// rays.
    pub fn refit(&mut self) {
        self.refit_with(RefitBvh::fit);
    }

    /// As [`RayScene::refit`], on the threads of the current rayon pool. The tree is bit-identical.
    pub fn refit_in_parallel(&mut self) {
        self.refit_with(RefitBvh::fit_in_parallel);
    }

    fn refit_with(&mut self, fit: impl FnOnce(&mut RefitBvh) -> bool) {
        match &mut self.bvh {
            Some(bvh) => {
                if fit(bvh) {
                    self.number_leaves();
                }
            }
            None => self.build(),
        }
        self.changed = false;
    }

    /// The tree over all bounded instances. Its items are indices into `leaves`.
    pub(super) fn tree(&self) -> Option<&PacketBvh> {
        self.bvh.as_ref().map(|bvh| &bvh.tree)
    }

    /// Whether nothing changed since the last refit.
    pub(super) fn is_fitted(&self) -> bool {
        !self.changed
    }

    /// Numbers of the instances of an object.
    pub(super) fn range_of(&self, object: K) -> Range<usize> {
        let first = self.instances.partition_point(|instance| instance.object < object);
        let count = self.instances[first..].iter().take_while(|instance| instance.object == object).count();
        first..first + count
    }

    fn discard_bvh(&mut self) {
        self.bvh = None;
        self.changed = true;
    }

    fn build(&mut self) {
        self.unbounded.clear();
        self.bounded.clear();
        let mut boxes = Vec::new();
        for (number, instance) in self.instances.iter_mut().enumerate() {
            match instance.box_in_world() {
                Some(bounds) => {
                    instance.box_number = boxes.len() as u32;
                    self.bounded.push(number as u32);
                    boxes.push(bounds);
                }
                None => {
                    instance.box_number = NO_BOX;
                    self.unbounded.push(number as u32);
                }
            }
        }
        self.bvh = Some(RefitBvh::new(boxes));
        self.number_leaves();
    }

    fn number_leaves(&mut self) {
        let order = self.bvh.as_ref().map_or(&[][..], |bvh| &bvh.order);
        self.leaves = order.iter().map(|&item| self.bounded[item as usize]).collect();
    }
}
