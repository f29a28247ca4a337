//! Draws the scan areas of laser scanners that are configured to show them, limited by obstacles.

use glam::DVec3;
use morse_components::ScanGeometry;
use morse_render::Shade;
use morse_scene::Document;
use morse_scene::value::Value;
use morse_sim::Simulation;
use morse_world::{Ray, RayFilter, World};

use crate::commands::sense::properties;

/// The property that shows the scan area.
const VISIBLE: &str = "Visible_arc";
const RGB: [f32; 3] = [0.93, 0.24, 0.16];
const OPACITY: f32 = 0.3;

/// The scan areas of all scanners with `Visible_arc` in the current state of the world.
pub fn of_scene(document: &Document, simulation: &mut Simulation) -> Vec<Shade> {
    let mut shades = Vec::new();
    for object in document.objects.iter().filter(|object| object.kind.is_component()) {
        let properties = properties(simulation, &object.name);
        if !properties.get(VISIBLE).is_some_and(Value::is_truthy) {
            continue;
        }
        if let Some(arc) = ScanGeometry::of(&properties, &object.options) {
            shades.extend(shade(simulation.world(), &object.name, &arc));
        }
    }
    shades
}

fn shade(world: &World, name: &str, arc: &ScanGeometry) -> Option<Shade> {
    let node = world.find(name)?;
    let world_from_sensor = world.world_from(node);
    let origin = world_from_sensor.translation;
    let rays: Vec<Ray> = arc
        .directions()
        .into_iter()
        .map(|direction| Ray::new(origin, world_from_sensor.rotation * direction, arc.range_m()))
        .collect();
    let mut hits = Vec::new();
    world.cast_rays(&rays, &RayFilter { skip: Some(node), ..RayFilter::default() }, &mut hits);
    let reach = |hit: &Option<_>| hit.map_or(arc.range_m(), |hit: morse_world::Hit| f64::from(hit.distance));
    let ends: Vec<DVec3> =
        rays.iter().zip(&hits).map(|(ray, hit)| origin + ray.direction.as_dvec3() * reach(hit)).collect();
    let in_layer = ends.len().checked_div(arc.layers())?.max(1);
    let triangles = ends
        .chunks(in_layer)
        .flat_map(|layer| layer.windows(2))
        .filter_map(|pair| Some([origin, *pair.first()?, *pair.last()?]))
        .collect();
    Some(Shade { triangles, rgb: RGB, opacity: OPACITY })
}
