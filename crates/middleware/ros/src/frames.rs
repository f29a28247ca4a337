//! The tree of TF frames: the newest transform of each frame, from this node and from other nodes.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use morse_world::Pose;

/// The frame of the world, the root of the frames of all robots.
pub const MAP_FRAME: &str = "map";

/// Further names of the frame of the world that clients use.
const WORLD_FRAMES: [&str; 2] = ["", "world"];

/// Largest depth of the tree. A longer chain of parents is taken for a cycle.
const DEPTH_MAX: usize = 100;

/// Frames of other nodes are ignored when this number of frames is known.
const FRAMES_MAX: usize = 10_000;

/// The known frames, by name without a leading slash.
#[derive(Debug, Default)]
pub struct Frames(Mutex<BTreeMap<String, Link>>);

#[derive(Debug)]
struct Link {
    parent: String,
    parent_from_child: Pose,
    /// Whether this node publishes the transform. Transforms of the same frame from other nodes are then ignored.
    is_own: bool,
}

impl Frames {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Link>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a transform that this node publishes.
    pub fn set_own(&self, parent: &str, child: &str, parent_from_child: Pose) {
        let (parent, child) = (bare(parent), bare(child));
        let mut links = self.lock();
        match links.get_mut(child) {
            // The usual case, in each tick: no allocation.
            Some(link) if link.parent == parent => {
                *link = Link::own(std::mem::take(&mut link.parent), parent_from_child)
            }
            _ => drop(links.insert(child.to_owned(), Link::own(parent.to_owned(), parent_from_child))),
        }
    }

    /// Stores a transform that another node publishes. A transform with an invalid rotation or translation is ignored.
    pub fn set_remote(&self, parent: &str, child: &str, parent_from_child: Pose) {
        let length = parent_from_child.rotation.length();
        if !parent_from_child.translation.is_finite() || !length.is_finite() || length < 0.5 {
            return;
        }
        let rotation = parent_from_child.rotation / length;
        let parent_from_child = Pose { rotation, ..parent_from_child };
        let (parent, child) = (bare(parent).to_owned(), bare(child));
        let mut links = self.lock();
        if links.len() < FRAMES_MAX && links.get(child).is_none_or(|link| !link.is_own) {
            links.insert(child.to_owned(), Link { parent, parent_from_child, is_own: false });
        }
    }

    /// Removes a frame that this node published.
    pub fn remove(&self, child: &str) {
        self.lock().remove(bare(child));
    }

    /// The pose of a frame in the world, by the newest transforms. Their time stamps are ignored.
    ///
    /// # Errors
    /// When no transform of the frame is known, or the frame is not connected to `map`.
    pub fn map_from(&self, frame: &str) -> Result<Pose, String> {
        let frame = bare(frame);
        let links = self.lock();
        let (mut map_from_frame, mut at) = (Pose::IDENTITY, frame);
        for _ in 0..DEPTH_MAX {
            if at == MAP_FRAME || WORLD_FRAMES.contains(&at) {
                return Ok(map_from_frame);
            }
            match links.get(at) {
                Some(link) => {
                    map_from_frame = link.parent_from_child * map_from_frame;
                    at = &link.parent;
                }
                None if at == frame => return Err(unknown(frame, &links)),
                None => {
                    return Err(format!(
                        "the frame `{frame}` is not connected to `{MAP_FRAME}`: there is no transform of `{at}`"
                    ));
                }
            }
        }
        Err(format!("the frame `{frame}` is not connected to `{MAP_FRAME}`: its transforms form a cycle"))
    }
}

impl Link {
    fn own(parent: String, parent_from_child: Pose) -> Self {
        Self { parent, parent_from_child, is_own: true }
    }
}

/// The name without the leading slash of ROS 1.
fn bare(frame: &str) -> &str {
    frame.trim_start_matches('/')
}

fn unknown(frame: &str, links: &BTreeMap<String, Link>) -> String {
    let known: Vec<&str> = [MAP_FRAME].into_iter().chain(links.keys().map(String::as_str)).take(12).collect();
    let more = if links.len() + 1 > known.len() { " …" } else { "" };
    format!("there is no transform of the frame `{frame}`; known frames: {}{more}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;

    fn at(x: f64, yaw_rad: f64) -> Pose {
        Pose { translation: DVec3::new(x, 0.0, 0.0), rotation: DQuat::from_rotation_z(yaw_rad) }
    }

    #[test]
    fn poses_are_chained_up_to_the_map() {
        let frames = Frames::default();
        frames.set_own("/map", "/odom", at(2.0, std::f64::consts::FRAC_PI_2));
        frames.set_own("odom", "base_link", at(9.0, 0.0));
        frames.set_own("odom", "base_link", at(1.0, 0.0));
        let map_from_base = frames.map_from("/base_link").unwrap();
        assert!((map_from_base.translation - DVec3::new(2.0, 1.0, 0.0)).length() < 1e-12);
        for world in ["", "map", "/map", "world"] {
            assert_eq!(frames.map_from(world), Ok(Pose::IDENTITY));
        }
    }

    #[test]
    fn error_names_the_frame_that_is_not_connected_to_the_map() {
        let frames = Frames::default();
        frames.set_own("odom", "base_link", at(1.0, 0.0));
        assert!(frames.map_from("moon").unwrap_err().contains("known frames: map, base_link"));
        assert!(frames.map_from("base_link").unwrap_err().contains("no transform of `odom`"));
        frames.set_remote("base_link", "odom", at(1.0, 0.0));
        assert!(frames.map_from("base_link").unwrap_err().contains("cycle"));
        frames.remove("base_link");
        assert!(frames.map_from("base_link").is_err());
    }

    #[test]
    fn transforms_of_other_nodes_do_not_replace_own_transforms() {
        let frames = Frames::default();
        frames.set_own("map", "odom", at(1.0, 0.0));
        frames.set_remote("map", "odom", at(5.0, 0.0));
        frames.set_remote("odom", "cup", at(1.0, 0.0));
        assert_eq!(frames.map_from("cup").unwrap().translation.x, 2.0);
        frames.set_remote("odom", "cup", at(f64::NAN, 0.0));
        let no_rotation = Pose { rotation: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..at(7.0, 0.0) };
        frames.set_remote("odom", "cup", no_rotation);
        assert_eq!(frames.map_from("cup").unwrap().translation.x, 2.0);
    }
}
