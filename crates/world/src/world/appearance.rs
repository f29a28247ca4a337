//! Visuals, materials, lights, and queries by rays and volumes: methods of [`World`].

use std::sync::Arc;

use glam::DVec3;
use morse_raycast::RayScene;

use crate::occupancy;
use crate::physics::overlap;
use crate::raycast::ray_queries;
use crate::visuals::polygon;
use crate::visuals::validate_color;
use crate::visuals::visual_access;
use crate::{
    BodyShape, Headlight, Hit, Illumination, Instructions, Light, Material, MaterialId, MipMap, NodeId,
    NodeSet, OccupancyError, OccupancyGrid, OccupancySpec, Polygon, Pose, Ray, RayFan, RayFilter, RayHit,
    RayKind, RayTile, Skin, Surface, Texture, TextureId, TileHits, Visual, Volume, World, WorldError,
};

/// # Visuals
impl World {
    /// Binds the visuals of a node to the bones of its parent's armature. The current visuals are those of the bind pose of
    /// the bones ([`BoneSpec::armature_from_bind`](crate::BoneSpec)). Only visuals are deformed.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the parent has no armature, the visuals are not a single surface in the frame of the node
    /// with the same number of vertices, or a weight is invalid. The visuals are then unchanged.
    pub fn set_skin(&mut self, node: NodeId, skin: Arc<Skin>) -> Result<(), WorldError> {
        visual_access::set_skin(self, node, skin)
    }

    /// The skin of a node, for viewers that deform it themselves: the weights, the node with the armature, and the pose of
    /// the armature in the node with the skin.
    pub fn skin(&self, node: NodeId) -> Option<(&Arc<Skin>, NodeId, Pose)> {
        visual_access::skin(self, node)
    }

    /// The visuals of a node with its skin in the bind pose.
    pub fn bind_pose_visuals(&self, node: NodeId) -> Option<&[Visual]> {
        self.visuals.of(node)
    }

    /// Adds an image, which materials can share.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the number of bytes does not match the size.
    pub fn add_texture(&mut self, texture: Texture) -> Result<TextureId, WorldError> {
        visual_access::add_texture(self, texture)
    }

    /// An image of this world.
    pub fn texture(&self, id: TextureId) -> Option<&Texture> {
        self.visuals.textures.get(id.0 as usize)
    }

    /// Mip maps of an image of this world.
    pub fn mip_map(&self, id: TextureId) -> Option<&MipMap> {
        let texture = self.texture(id)?;
        Some(self.visuals.mip_maps.get(id.0 as usize)?.get_or_init(|| MipMap::new(texture)))
    }

    /// Adds a material, which nodes can share.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is out of range or an image does not belong to this world.
    pub fn add_material(&mut self, material: Material) -> Result<MaterialId, WorldError> {
        visual_access::add_material(self, material)
    }

    /// A material of this world.
    pub fn material(&self, id: MaterialId) -> Option<&Material> {
        self.visuals.materials.get(id.0 as usize)
    }

    /// The materials of this world, in the order of adding.
    pub fn materials(&self) -> impl Iterator<Item = (MaterialId, &Material)> {
        self.visuals.materials.iter().enumerate().map(|(id, material)| (MaterialId(id as u32), material))
    }

    /// Sets the materials in the slots of a part of the visuals of a node. Does nothing for an unknown part.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a material does not belong to this world.
    pub fn set_materials(
        &mut self,
        id: NodeId,
        part: usize,
        materials: Arc<[MaterialId]>,
    ) -> Result<(), WorldError> {
        visual_access::set_materials(self, id, part, materials)
    }

    /// Sets the visuals of a node. Visual rays hit them in place of the shapes of its body. With an empty list, the node is
    /// invisible.
    ///
    /// Parts of different nodes should share surfaces, material slots and lists of materials: a surface that was already
    /// added costs nothing.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is invalid or a material does not belong to this world. The visuals are then
    /// unchanged.
    pub fn set_visuals(&mut self, id: NodeId, parts: Vec<Visual>) -> Result<(), WorldError> {
        visual_access::set_visuals(self, id, parts)
    }

    /// The visuals of a node, with its skin deformed by its bones; `None` for a node without visuals, whose body is visible
    /// instead.
    pub fn visuals(&self, id: NodeId) -> Option<&[Visual]> {
        visual_access::visuals(self, id)
    }

    /// The world pose and the scale factors of one visual of a node; `None` for an unknown number.
    pub fn world_from_visual(&self, id: NodeId, part: usize) -> Option<(Pose, DVec3)> {
        visual_access::world_from_visual(self, id, part)
    }

    /// The material at the hit of a ray of this kind.
    ///
    /// A visual ray gets the material of the part and triangle that it hit. A physics ray gets the material of the triangle
    /// if the shape of the body is a [`Surface`](crate::Surface) that the visuals share, otherwise the first material of the
    /// visuals. `None` if no material was set; such nodes look like [`Material::default`].
    pub fn material_of(&self, hit: &Hit, kind: RayKind) -> Option<&Material> {
        self.material(self.visuals.material_of(hit, kind)?)
    }

    /// Sets or removes a color of a node, 0 to 1, that replaces the diffuse colors of its materials.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the color is out of range.
    pub fn set_color(&mut self, id: NodeId, rgb: Option<[f32; 3]>) -> Result<(), WorldError> {
        visual_access::set_color(self, id, rgb)
    }

    /// The color of a node that replaces the diffuse colors of its materials.
    pub fn color(&self, id: NodeId) -> Option<[f32; 3]> {
        self.visuals.tints.get(&id)?.rgb
    }

    /// Sets a factor from 0 to 1 of the opacity of the materials of a node.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if it is out of this range.
    pub fn set_alpha(&mut self, id: NodeId, alpha: f32) -> Result<(), WorldError> {
        visual_access::set_alpha(self, id, alpha)
    }

    /// The factor of the opacity of the materials of a node, 0 to 1.
    pub fn alpha(&self, id: NodeId) -> f32 {
        self.visuals.tints.get(&id).copied().unwrap_or_default().alpha
    }

    /// Sets or removes the light of a node. The light of an invisible node shines too.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a number is invalid. The light is then unchanged.
    pub fn set_light(&mut self, id: NodeId, light: Option<Light>) -> Result<(), WorldError> {
        visual_access::set_light(self, id, light)
    }

    /// The light on a node.
    pub fn light(&self, id: NodeId) -> Option<&Light> {
        self.visuals.lights.get(&id)
    }

    /// All lights with their nodes, in the order of the nodes.
    pub fn lights(&self) -> impl Iterator<Item = (NodeId, &Light)> {
        self.visuals.lights.iter().map(|(&node, light)| (node, light))
    }

    /// Sets the conversion of light to image colors. With `None`, renderers use defaults for lights and ambient light.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the ambient light is not a valid color.
    pub fn set_illumination(&mut self, illumination: Option<Illumination>) -> Result<(), WorldError> {
        visual_access::set_illumination(self, illumination)
    }

    /// The conversion of light to image colors, if it was set.
    pub fn illumination(&self) -> Option<Illumination> {
        self.visuals.illumination
    }

    /// Sets or removes the light of cameras.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if a color is not valid.
    pub fn set_headlight(&mut self, headlight: Option<Headlight>) -> Result<(), WorldError> {
        visual_access::set_headlight(self, headlight)
    }

    /// The light of cameras, if it was set.
    pub fn headlight(&self) -> Option<Headlight> {
        self.visuals.headlight
    }

    /// Sets or removes the image of the sky, which is seen where nothing else is: six squares below each other, seen from outside in
    /// the directions +x, −x, +y, −y, +z, −z of a frame with x of the world, y up and z along −y of the world.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the image does not belong to this world or does not consist of six squares.
    pub fn set_sky(&mut self, image: Option<TextureId>) -> Result<(), WorldError> {
        visual_access::set_sky(self, image)
    }

    /// The image of the sky, if it was set.
    pub fn sky(&self) -> Option<&Texture> {
        self.texture(self.visuals.sky?)
    }

    /// Sets the background color: red, green and blue, 0 to 1.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] if the color is not valid.
    pub fn set_horizon(&mut self, rgb: [f32; 3]) -> Result<(), WorldError> {
        validate_color("world", "color of the horizon", rgb)?;
        self.visuals.horizon = rgb;
        Ok(())
    }

    /// The scene that rays of a kind meet, up to date, for ray casters on other processors.
    pub fn ray_scene(&self, kind: RayKind) -> &RayScene<NodeId> {
        ray_queries::ray_scene(self, kind)
    }

    /// The background color: red, green and blue, 0 to 1.
    pub fn horizon(&self) -> [f32; 3] {
        self.visuals.horizon
    }

    /// Shows or hides a node, with all its descendants if `recursive`. Affects visual rays only, not physics or other rays.
    pub fn set_visible(&mut self, id: NodeId, visible: bool, recursive: bool) {
        visual_access::set_visible(self, id, visible, recursive)
    }

    /// The triangle that a ray hit; `None` if the shape is not a triangle mesh.
    ///
    /// Material and image coordinates are those of the part of the visuals that has the same surface.
    pub fn polygon_of(&self, hit: &RayHit) -> Option<Polygon<'_>> {
        polygon::polygon_of(self, hit)
    }
}

/// # Bodies: shapes for viewers
impl World {
    /// The collision shapes of the body of a node, scaled and without margins: `node_from_shape` and triangles. Empty for a
    /// node without a body.
    #[must_use]
    pub fn body_surfaces(&self, id: NodeId) -> Vec<(Pose, Arc<Surface>)> {
        let shapes = self.body_shapes(id).into_iter();
        shapes.filter_map(|(at, shape)| Some((at, Arc::new(shape.surface()?)))).collect()
    }

    /// As [`World::body_surfaces`], without triangulation: `node_from_shape` and shape.
    #[must_use]
    pub fn body_shapes(&self, id: NodeId) -> Vec<(Pose, BodyShape)> {
        self.physics.shapes(id).map(|(at, shape)| (at, BodyShape(shape.clone()))).collect()
    }
}

/// # Bodies: overlap queries
impl World {
    /// The nodes with a body that intersects a volume, in the order of adding. Like rays, volumes ignore bodies of type
    /// `Sensor` or `NoCollision`. Unlike rays, they detect a solid that contains them. Triangle meshes count as surfaces
    /// only.
    ///
    /// A volume of size zero, or with non-finite numbers, detects nothing.
    pub fn bodies_in(&self, world_from_volume: Pose, volume: &Volume, filter: &RayFilter<'_>) -> Vec<NodeId> {
        overlap::bodies_in(self, world_from_volume, volume, filter)
    }

    /// Objects that match `is_sought` and whose body, or a part of which, overlaps a volume, as in [`World::bodies_in`]. They
    /// are in the order of adding, without `own` and its descendants.
    pub fn objects_in(
        &self,
        world_from_volume: Pose,
        volume: &Volume,
        own: NodeId,
        is_sought: impl Fn(NodeId) -> bool,
    ) -> Vec<NodeId> {
        overlap::objects_in(self, world_from_volume, volume, own, is_sought)
    }

    /// Objects that match `is_sought` and whose body, or a part of which, touched the body of a node, or of a part of it, in
    /// the last tick. They are in the order of adding, without `own` and its descendants. Contacts between two bodies that
    /// cannot move are not detected.
    pub fn objects_touching(
        &self,
        node: NodeId,
        own: NodeId,
        is_sought: impl Fn(NodeId) -> bool,
    ) -> Vec<NodeId> {
        overlap::objects_touching(self, node, own, is_sought)
    }
}

/// # Ray casting
impl World {
    /// Finds the first hit of each ray, in the order of the rays.
    ///
    /// `hits` is overwritten. Large batches are distributed over the threads of the current rayon pool. The hit of a ray is
    /// bit-identical for any pool and any other rays in the batch. Batches in which neighbors have similar directions, such
    /// as those of a scan or an image, are several times faster than shuffled batches.
    ///
    /// Rays do not hit a solid that they start in, including hulls. They hit both sides of triangle meshes.
    pub fn cast_rays(&self, rays: &[Ray], filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        ray_queries::cast_rays(self, rays, filter, hits)
    }

    /// Finds the distance from the origin of each ray to its first hit, in the order of the rays; infinite without a hit.
    /// [m]
    ///
    /// The distances equal those of [`World::cast_rays`]; this is faster.
    pub fn cast_rays_for_distances(&self, rays: &[Ray], filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        ray_queries::ray_scene(self, filter.kind).cast_rays_for_distances(
            rays,
            &filter.resolve(self),
            distances,
        );
    }

    /// As [`World::cast_rays`], for rays with a common origin.
    pub fn cast_fan(&self, fan: &RayFan<'_>, filter: &RayFilter<'_>, hits: &mut Vec<Option<Hit>>) {
        ray_queries::ray_scene(self, filter.kind).cast_fan(fan, &filter.resolve(self), hits);
    }

    /// As [`World::cast_rays_for_distances`], for rays with a common origin.
    pub fn cast_fan_for_distances(&self, fan: &RayFan<'_>, filter: &RayFilter<'_>, distances: &mut Vec<f32>) {
        ray_queries::ray_scene(self, filter.kind).cast_fan_for_distances(
            fan,
            &filter.resolve(self),
            distances,
        );
    }

    /// Finds the first hit of each ray of a tile of pixels by rasterization, in the order of [`RayTile::pixel`]. The hits are
    /// those of [`World::cast_rays`] but for pixels on an edge; this is several times faster.
    ///
    /// With `starts`, each ray is cast from a distance [m] along it in place of the near end of the tile. Rays with a negative
    /// distance are not cast.
    pub fn cast_tile(
        &self,
        tile: &RayTile,
        starts: Option<&[f32; RayTile::COUNT]>,
        filter: &RayFilter<'_>,
        hits: &mut TileHits<NodeId>,
    ) {
        ray_queries::ray_scene(self, filter.kind).cast_tile(tile, starts, &filter.resolve(self), hits);
    }

    /// As [`World::cast_rays`], with a given instruction set: bit-identical results, possibly slower. Does nothing and
    /// returns `None` if the processor lacks the instruction set. For tests and measurements.
    #[doc(hidden)]
    pub fn cast_rays_using(
        &self,
        instructions: Instructions,
        rays: &[Ray],
        filter: &RayFilter<'_>,
        hits: &mut Vec<Option<Hit>>,
    ) -> Option<()> {
        ray_queries::ray_scene(self, filter.kind).cast_rays_using(
            instructions,
            rays,
            &filter.resolve(self),
            hits,
        )
    }

    /// As [`World::cast_rays`], for a single ray: faster, and with little stack.
    pub fn cast_single_ray(&self, ray: &Ray, filter: &RayFilter<'_>) -> Option<Hit> {
        ray_queries::cast_single_ray(self, ray, filter)
    }

    /// Finds the first body along a ray, up to a distance [m].
    ///
    /// Rays never hit bodies of type `NoCollision` or `Sensor`, nor a solid that they start in. They also pass through the
    /// body of `skip` or, if that node has no body, of its parent, so that a sensor does not see its own robot.
    ///
    /// `direction` may have any length. A ray with a zero direction or non-finite numbers hits nothing. For more than one
    /// ray, [`World::cast_rays`] is faster.
    pub fn cast_ray(
        &self,
        origin: DVec3,
        direction: DVec3,
        max_distance: f64,
        skip: Option<NodeId>,
    ) -> Option<RayHit> {
        ray_queries::cast_ray(self, origin, direction, max_distance, skip)
    }

    /// Updates the scene of a ray kind on all threads of the current rayon pool. Otherwise the first ray updates it on its
    /// own thread, and other threads that cast rays wait.
    pub fn prepare_rays(&mut self, kind: RayKind) {
        let mut rays = std::mem::take(&mut self.rays);
        rays.prepare(kind, &self.tree, &self.physics, &|node| visual_access::visuals(self, node));
        self.rays = rays;
    }

    /// A node and all its descendants, as a set for a [`RayFilter`].
    pub fn subtree_set(&self, node: NodeId) -> NodeSet {
        self.tree.subtree(node).into_iter().collect()
    }

    /// The lowest and the highest corner of the world-aligned bounding box of a node, as hit by rays of a kind. [m] `None` if
    /// such rays cannot hit the node, or if it is unbounded.
    pub fn bounds(&self, node: NodeId, kind: RayKind) -> Option<[DVec3; 2]> {
        ray_queries::ray_scene(self, kind).bounds(node, kind)
    }
}

/// # Maps
impl World {
    /// Makes a map: a cell is occupied if a static body crosses the range of heights in it. Bodies of the nodes `except` and
    /// of their descendants, such as robots, are left out, and so are bodies that physics moves. A triangle mesh occupies the cells of its
    /// surface; an edge between two cells belongs to the cell with the higher coordinate. Without bounds, the map contains the positions of the nodes `except`.
    ///
    /// # Errors
    /// If a number of `spec` is not valid, or the map is too large.
    pub fn occupancy(
        &self,
        spec: &OccupancySpec,
        except: &[NodeId],
    ) -> Result<OccupancyGrid, OccupancyError> {
        occupancy::occupancy(self, spec, except)
    }
}
