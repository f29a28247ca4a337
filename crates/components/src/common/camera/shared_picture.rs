//! Color pictures whose depths a depth camera in the same place uses in the same tick.

use std::sync::Arc;

use morse_render::{Picture, Renderer, Style, View, is_empty_before};
use morse_world::{NodeSet, World};

/// A color picture of this tick.
struct SharedPicture {
    camera: View,
    /// Nodes that are left out.
    except: NodeSet,
    picture: Arc<Picture>,
}

/// Offers a color picture, drawn by the CPU without these nodes, to the depth cameras of this tick.
pub(super) fn offer(world: &World, camera: &View, except: &NodeSet, picture: &Arc<Picture>) {
    if Renderer::of(world).is_none() && !picture.has_reflections {
        let (camera, except, picture) = (*camera, except.clone(), Arc::clone(picture));
        world.shared_results().add(Arc::new(SharedPicture { camera, except, picture }));
    }
}

/// A picture of this tick with the depths that a depth camera sees up to its far end. Depths beyond that end are not to be used.
/// `None` if no camera offered one.
///
/// A color picture begins at its near plane, depths begin at the camera: nothing may be before that plane.
pub(super) fn find(world: &World, camera: &View, style: &Style<'_>) -> Option<Arc<Picture>> {
    let fits = |shared: &SharedPicture| {
        let same_rays = View { near_m: camera.near_m, far_m: camera.far_m, ..shared.camera } == *camera;
        same_rays && shared.camera.far_m >= camera.far_m && style.except == Some(&shared.except)
    };
    let shared = world.shared_results().find(fits)?;
    // The plane itself belongs to both, with rounding.
    let near_m = shared.camera.near_m * (1.0 + 1e-5);
    let is_whole = near_m == 0.0 || is_empty_before(world, camera, style, near_m);
    is_whole.then(|| Arc::clone(&shared.picture))
}

#[cfg(test)]
mod tests {
    use morse_render::render;
    use morse_sim::prelude::*;
    use morse_world::{NodeSpec, PhysicsSettings, Visual};

    use super::*;

    /// A world with a wall 4 m ahead, and a plate at a distance. [m]
    fn world_with_plate(plate_m: Option<f64>) -> World {
        let mut world = World::new(PhysicsSettings::default());
        let places = [(Some(4.0), 8.0), (plate_m, 0.02)];
        for (number, (distance_m, side_m)) in places.into_iter().enumerate() {
            let Some(x) = distance_m else { continue };
            let pose = Pose::from_translation(DVec3::new(x, 0.0, 0.0));
            let spec = NodeSpec { parent_from_node: pose, ..NodeSpec::new(format!("plate {number}")) };
            let node = world.add_node(spec).unwrap();
            let shape = Shape::Box { half_extents: DVec3::new(0.001, 0.5 * side_m, 0.5 * side_m) };
            world.set_visuals(node, vec![Visual::new(shape)]).unwrap();
        }
        world
    }

    fn colors_of(world: &World, near_m: f64) -> (View, Arc<Picture>) {
        let camera = View { near_m, far_m: 100.0, ..View::perspective(Pose::IDENTITY, [70, 45], 1.0) };
        (camera, Arc::new(render(world, &camera, &Style::default()).unwrap()))
    }

    #[test]
    fn depths_of_a_color_picture_are_found_if_nothing_is_before_its_near_plane() {
        let except = NodeSet::default();
        let style = Style { colors: false, nodes: false, except: Some(&except), ..Style::default() };
        for (plate_m, is_found) in [(None, true), (Some(0.5), true), (Some(0.05), false)] {
            let world = world_with_plate(plate_m);
            let (camera, picture) = colors_of(&world, 0.1);
            let depths = View { near_m: 0.0, far_m: 20.0, ..camera };
            world.sharing_results(|| {
                assert!(find(&world, &depths, &style).is_none());
                offer(&world, &camera, &except, &picture);
                let found = find(&world, &depths, &style);
                assert_eq!(found.is_some(), is_found, "{plate_m:?}");
                if let Some(found) = found {
                    let own = render(&world, &depths, &style).unwrap();
                    assert_eq!(found.depth, own.depth);
                }
                let others = [
                    View { far_m: 200.0, ..depths },
                    View { width: 71, ..depths },
                    View { world_from_camera: Pose::from_translation(DVec3::Z), ..depths },
                ];
                assert!(others.iter().all(|other| find(&world, other, &style).is_none()));
            });
            assert!(find(&world, &depths, &style).is_none());
        }
    }
}
