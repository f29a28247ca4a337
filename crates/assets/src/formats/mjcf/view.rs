//! The look of a scene: `<visual>`, `<statistic>` and the sky.
//!
//! Source: MuJoCo's documentation, "XML reference", sections "visual" and "statistic".

use glam::{DAffine3, DVec3};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::assets::MeshAsset;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::body::WORLD;
use crate::formats::mjcf::document::Tag;
use crate::model::{Headlight, NodeId, ViewSettings, Viewpoint};

/// Light of the headlight: ambient, diffuse and specular.
const HEADLIGHT: [[f64; 3]; 3] = [[0.1; 3], [0.4; 3], [0.5; 3]];
/// Azimuth, elevation and field of view of the first viewpoint. [°]
const AZIMUTH_DEG: f64 = 90.0;
const ELEVATION_DEG: f64 = -45.0;
const HEIGHT_ANGLE_DEG: f64 = 45.0;
/// Distance of the first viewpoint, and its near and far clip distances, as multiples of the extent.
const DISTANCE: f64 = 1.5;
const NEAR: f64 = 0.01;
const FAR: f64 = 50.0;
/// Smallest extent. [m]
const EXTENT_MIN: f64 = 1e-5;
/// Share of the size of a plane that counts for the extent.
const PLANE_SHARE: f64 = 0.1;

impl Import<'_> {
    /// Reads the look of the scene. A file with neither lights nor a headlight nor a sky has none: scenes light it.
    pub(super) fn view(&mut self, root: &Tag) -> Result<(), ReadError> {
        let headlight = self.headlight(root)?;
        let has_lights = !self.model.lights.is_empty();
        let headlight = match headlight {
            Some(headlight) => Some(headlight),
            None if has_lights || self.sky.is_some() => Some(self.headlight_of(HEADLIGHT)),
            None => None,
        };
        let view = ViewSettings { headlight, sky: self.sky, viewpoint: self.viewpoint(root)? };
        self.model.view = (view != ViewSettings::default()).then_some(view);
        Ok(())
    }

    /// The light of the headlight with the ambient light of the lights.
    fn headlight_of(&self, [ambient, diffuse, specular]: [[f64; 3]; 3]) -> Headlight {
        let bounded = |rgb: [f64; 3]| rgb.map(|part| part.clamp(0.0, 1.0) as f32);
        let whole = [0, 1, 2].map(|part| ambient[part] + self.ambient[part]);
        Headlight { ambient: bounded(whole), diffuse: bounded(diffuse), specular: bounded(specular) }
    }

    /// The headlight of the file, without light if it is not active.
    fn headlight(&mut self, root: &Tag) -> Result<Option<Headlight>, ReadError> {
        let (mut light, mut is_active, mut is_given) = (HEADLIGHT, true, false);
        for tag in visual(root, "headlight") {
            let own = Attributes::own(tag);
            for (rgb, name) in light.iter_mut().zip(["ambient", "diffuse", "specular"]) {
                *rgb = own.array::<3>(name)?.unwrap_or(*rgb);
            }
            is_active = own.number("active")?.map_or(is_active, |active| active != 0.0);
            is_given = true;
        }
        let light = if is_active { light } else { [[0.0; 3]; 3] };
        Ok(is_given.then(|| self.headlight_of(light)))
    }

    /// The first viewpoint; `None` if the file neither describes one nor has a plane.
    fn viewpoint(&mut self, root: &Tag) -> Result<Option<Viewpoint>, ReadError> {
        let (mut center, mut extent) = (None, None);
        for tag in root.children("statistic") {
            let own = Attributes::own(tag);
            center = own.array::<3>("center")?.map(DVec3::from_array).or(center);
            extent = own.number("extent")?.or(extent);
        }
        let mut angles = [None; 3];
        for tag in visual(root, "global") {
            let own = Attributes::own(tag);
            for (angle, name) in angles.iter_mut().zip(["azimuth", "elevation", "fovy"]) {
                *angle = own.number(name)?.or(*angle);
            }
        }
        // With a ground, a view of the whole file would show the ground alone.
        if center.is_none() && extent.is_none() && angles == [None; 3] && !self.has_plane {
            return Ok(None);
        }
        let mut clip = [NEAR, FAR];
        for tag in visual(root, "map") {
            let own = Attributes::own(tag);
            clip = [own.number("znear")?.unwrap_or(clip[0]), own.number("zfar")?.unwrap_or(clip[1])];
        }
        let (middle, size) = self.extent();
        let extent = extent.unwrap_or(size).max(EXTENT_MIN);
        let [azimuth, elevation, height_angle] = angles;
        Ok(Some(Viewpoint {
            center: center.unwrap_or(middle),
            distance: DISTANCE * extent,
            azimuth: azimuth.unwrap_or(AZIMUTH_DEG).to_radians(),
            elevation: elevation.unwrap_or(ELEVATION_DEG).clamp(-90.0, 90.0).to_radians(),
            height_angle: height_angle.unwrap_or(HEIGHT_ANGLE_DEG).clamp(0.1, 170.0).to_radians(),
            clip: clip.map(|share| (share * extent).clamp(1e-6, 1e6)),
        }))
    }

    /// Center and size of the box around the bodies, sites and geoms with all joints at their reference positions. [m]
    ///
    /// Source: `setStat` in MuJoCo's `engine_setconst.c`.
    fn extent(&self) -> (DVec3, f64) {
        let world_from_nodes = self.model.world_from_nodes();
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let mut include = |link: NodeId, point: DVec3, radius: f64| {
            let Some(world_from_link) = world_from_nodes.get(link.index()) else { return };
            let point = world_from_link.transform_point3(point);
            low = low.min(point - radius);
            high = high.max(point + radius);
        };
        for (name, &link) in &self.bodies {
            if name == WORLD {
                continue;
            }
            include(link, DVec3::ZERO, 0.0);
            if let Some(inertial) = &self.model.nodes[link.index()].inertial {
                include(link, inertial.node_from_inertia.translation, 0.0);
            }
        }
        for site in self.sites.values() {
            if let Some(link) = site.link {
                include(link, site.link_from_frame.translation, 0.0);
            }
        }
        for &(link, center, radius) in &self.balls {
            include(link, center, radius);
        }
        if !(low.is_finite() && high.is_finite()) {
            return (DVec3::ZERO, 1.0);
        }
        (low.midpoint(high), (high - low).max_element())
    }

    /// Records the ball around a geom, for the extent of the model.
    pub(super) fn enclose(
        &mut self,
        kind: &str,
        size: [f64; 3],
        link: NodeId,
        body_from_geom: &DAffine3,
        asset: Option<&MeshAsset>,
    ) {
        let [a, b, c] = size;
        let (mut center, mut radius) = (DVec3::ZERO, 0.0);
        match kind {
            "sphere" => radius = a,
            "capsule" => radius = a + b,
            "cylinder" => radius = libm::hypot(a, b),
            "ellipsoid" => radius = a.max(b).max(c),
            "box" => radius = DVec3::from_array(size).length(),
            // A part of the plane is enough to see that it is there.
            "plane" => {
                self.has_plane = true;
                radius = PLANE_SHARE * a.max(b);
            }
            _ => {
                let parts = asset.iter().flat_map(|asset| &asset.parts);
                let bounds = parts.filter_map(|part| {
                    self.model.meshes.get(part.mesh.index())?.bounds(&part.piece_from_part)
                });
                if let Some((low, high)) = bounds.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))) {
                    center = low.midpoint(high);
                    radius = low.distance(high) / 2.0;
                }
            }
        }
        self.balls.push((link, body_from_geom.transform_point3(center), radius));
    }
}

/// The elements of a name in all `<visual>` sections.
fn visual<'t>(root: &'t Tag, name: &'t str) -> impl Iterator<Item = &'t Tag> {
    root.children("visual").flat_map(move |section| section.children(name))
}
