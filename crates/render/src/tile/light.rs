//! The light on the surfaces of a tile: ambient light with its occlusion, sources with their shadows, and development.

use glam::Vec3;
use morse_world::Ray;

use crate::shading::lights::Kind;
use crate::shading::occlusion::OCCLUSION_RAYS;
use crate::shading::surface_columns::SurfaceColumns;
use crate::shading::{lighting, srgb};
use crate::tile::TileRenderer;

impl TileRenderer<'_> {
    /// Computes the colors of the surfaces in the light of all sources.
    pub(super) fn light(&mut self) {
        let scene = self.scene;
        if self.surfaces.is_lit {
            lighting::start(&mut self.surfaces, &scene.ambient_light);
            if self.occlusion.is_some() {
                self.occlude();
            }
            for source in &scene.lights {
                lighting::arrive(&mut self.surfaces, source);
                if scene.style.shadows && !matches!(source.kind, Kind::Headlight { .. }) {
                    self.cast_shadows();
                }
                lighting::reflect(&mut self.surfaces, source);
            }
        }
        lighting::color(&mut self.surfaces, &scene.ambient_light);
        let end = self.surfaces.end();
        for column in &mut self.surfaces.light.diffuse {
            if let Some(development) = scene.development {
                development.apply(&mut column[..end]);
            }
            if scene.linear {
                srgb::encode_all(&mut column[..end]);
            }
        }
    }

    /// Removes the ambient light that near surfaces keep away.
    fn occlude(&mut self) {
        let Some(occlusion) = &mut self.occlusion else { return };
        let scene = self.scene;
        let filter = scene.style.filter();
        self.rays.clear();
        for row in 0..self.surfaces.count {
            let place = |point: Vec3| scene.camera.position + point.as_dvec3();
            self.rays.extend(occlusion.rays(&self.surfaces, row, place, scene.style.occlusion_m));
        }
        scene.world.cast_rays(&self.rays, &filter, &mut self.ray_hits);
        for (open, hits) in occlusion.open.iter_mut().zip(self.ray_hits.as_chunks::<OCCLUSION_RAYS>().0) {
            *open = hits.iter().filter(|hit| hit.is_none()).count() as f32 / OCCLUSION_RAYS as f32;
        }
        lighting::occlude(&mut self.surfaces, &scene.ambient_light, &occlusion.open);
    }

    /// Removes the light of the current source from the surface points that it does not see.
    fn cast_shadows(&mut self) {
        let scene = self.scene;
        let filter = scene.style.filter();
        self.shadowed.clear();
        self.rays.clear();
        let surfaces = &mut self.surfaces;
        for row in (0..surfaces.count).filter(|&row| surfaces.light.strength[row] > 0.0) {
            let [point, outwards, from] = [&surfaces.point, &surfaces.outwards, &surfaces.light.from]
                .map(|it| SurfaceColumns::vector(it, row));
            // Offset from the surface by more than the rounding error of the distance.
            let off = 1e-3 + 1e-5 * surfaces.from[row];
            self.rays.push(Ray {
                origin: scene.camera.position + (point + outwards * off).as_dvec3(),
                direction: from,
                max_distance: surfaces.light.distance[row] - off,
            });
            self.shadowed.push(row as u32);
        }
        scene.world.cast_rays(&self.rays, &filter, &mut self.ray_hits);
        for (&row, _) in self.shadowed.iter().zip(&self.ray_hits).filter(|(_, hit)| hit.is_some()) {
            surfaces.light.strength[row as usize] = 0.0;
        }
    }
}
