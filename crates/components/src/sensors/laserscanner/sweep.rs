//! Casting the rays of a scan, all in one batch.

use morse_sim::prelude::*;
use morse_world::{Hit, Ray, RayFilter};

use super::arc::Arc;

/// The rays of a scanner between two scans. All of it can be made anew from the properties.
#[derive(Default)]
pub(crate) struct Sweep {
    /// What the directions were made from.
    arc: Option<Arc>,
    directions: Vec<DVec3>,
    rays: Vec<Ray>,
    hits: Vec<Option<Hit>>,
}

impl Sweep {
    /// Casts the rays of a scan.
    ///
    /// Rays pass the body of the sensor, or, if it has none, that of what it is mounted on.
    pub(crate) fn cast(&mut self, arc: &Arc, view: &View<'_>) {
        if self.arc != Some(*arc) {
            self.directions = arc.directions();
            self.arc = Some(*arc);
        }
        let Pose { translation: origin, rotation } = view.world_from_sensor();
        let to_world = DMat3::from_quat(rotation);
        let ahead = Ray::new(origin, to_world * DVec3::X, arc.range_m);
        let along = |&direction: &DVec3| Ray { direction: (to_world * direction).as_vec3(), ..ahead };
        self.rays.clear();
        self.rays.extend(self.directions.iter().map(along));
        let filter = RayFilter { skip: Some(view.node), ..RayFilter::default() };
        view.world.cast_rays(&self.rays, &filter, &mut self.hits);
    }

    /// The direction of each ray of the last scan in the frame of the sensor, and how far it came, if it met anything. [m]
    pub(crate) fn echoes(&self) -> impl ExactSizeIterator<Item = (DVec3, Option<f64>)> {
        let distance = |hit: &Option<Hit>| hit.map(|hit| f64::from(hit.distance));
        self.directions.iter().copied().zip(self.hits.iter().map(distance))
    }

    /// What each ray of the last scan met.
    pub(crate) fn hits(&self) -> &[Option<Hit>] {
        &self.hits
    }
}
