//! Where frames are: the newest transform of each, from this node and from others.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use morse_world::Pose;

/// The frame of the world, which all robots share.
pub const MAP_FRAME: &str = "map";

/// Other names that clients may give to it.
const WORLD_FRAMES: [&str; 2] = ["", "world"];

/// Longest way to the root: a longer one is a circle.
const DEPTH_MAX: usize = 100;

/// Largest number of frames of other nodes that are kept.
const OTHERS_MAX: usize = 10_000;

/// The frames that TF knows. Names have no slash in front.
#[derive(Debug, Default)]
pub struct Frames(Mutex<BTreeMap<String, Link>>);

#[derive(Debug)]
struct Link {
    parent: String,
    parent_from_child: Pose,
    /// Whether this node gives it. Transforms that others give of the same frame do not count then.
    is_own: bool,
}

impl Frames {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Link>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a transform that this node gives.
    pub fn note(&self, parent: &str, child: &str, parent_from_child: Pose) {
        let (parent, child) = (bare(parent), bare(child));
        let mut links = self.lock();
        match links.get_mut(child) {
            // The usual case, in each tick: nothing is allocated.
            Some(link) if link.parent == parent => {
                *link = Link::own(std::mem::take(&mut link.parent), parent_from_child)
            }
            _ => drop(links.insert(child.to_owned(), Link::own(parent.to_owned(), parent_from_child))),
        }
    }

    /// Notes a transform that another node gives. One that is no rotation and translation is left out.
    pub fn note_other(&self, parent: &str, child: &str, parent_from_child: Pose) {
        let length = parent_from_child.rotation.length();
        if !parent_from_child.translation.is_finite() || !length.is_finite() || length < 0.5 {
            return;
        }
        let rotation = parent_from_child.rotation / length;
        let parent_from_child = Pose { rotation, ..parent_from_child };
        let (parent, child) = (bare(parent).to_owned(), bare(child));
        let mut links = self.lock();
        if links.len() < OTHERS_MAX && links.get(child).is_none_or(|link| !link.is_own) {
            links.insert(child.to_owned(), Link { parent, parent_from_child, is_own: false });
        }
    }

    /// Forgets a frame that this node gave.
    pub fn forget(&self, child: &str) {
        self.lock().remove(bare(child));
    }

    /// Where a frame is in the world. The newest transforms count, whatever their time.
    ///
    /// # Errors
    /// When nobody gives a transform of the frame, or when its tree does not begin at `map`.
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
                        "the frame `{frame}` is not connected to `{MAP_FRAME}`: nobody gives a transform of `{at}`"
                    ));
                }
            }
        }
        Err(format!("the frame `{frame}` is not connected to `{MAP_FRAME}`: its transforms go in a circle"))
    }
}

impl Link {
    fn own(parent: String, parent_from_child: Pose) -> Self {
        Self { parent, parent_from_child, is_own: true }
    }
}

/// The name without the slash that ROS 1 writes in front.
fn bare(frame: &str) -> &str {
    frame.trim_start_matches('/')
}

fn unknown(frame: &str, links: &BTreeMap<String, Link>) -> String {
    let known: Vec<&str> = [MAP_FRAME].into_iter().chain(links.keys().map(String::as_str)).take(12).collect();
    let more = if links.len() + 1 > known.len() { " …" } else { "" };
    format!("nobody gives a transform of the frame `{frame}`; there are {}{more}", known.join(", "))
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
        frames.note("/map", "/odom", at(2.0, std::f64::consts::FRAC_PI_2));
        frames.note("odom", "base_link", at(9.0, 0.0));
        frames.note("odom", "base_link", at(1.0, 0.0));
        let map_from_base = frames.map_from("/base_link").unwrap();
        assert!((map_from_base.translation - DVec3::new(2.0, 1.0, 0.0)).length() < 1e-12);
        for world in ["", "map", "/map", "world"] {
            assert_eq!(frames.map_from(world), Ok(Pose::IDENTITY));
        }
    }

    #[test]
    fn frames_without_a_way_to_the_map_are_refused_by_name() {
        let frames = Frames::default();
        frames.note("odom", "base_link", at(1.0, 0.0));
        assert!(frames.map_from("moon").unwrap_err().contains("there are map, base_link"));
        assert!(frames.map_from("base_link").unwrap_err().contains("a transform of `odom`"));
        frames.note_other("base_link", "odom", at(1.0, 0.0));
        assert!(frames.map_from("base_link").unwrap_err().contains("circle"));
        frames.forget("base_link");
        assert!(frames.map_from("base_link").is_err());
    }

    #[test]
    fn others_fill_gaps_and_change_nothing_that_is_ours() {
        let frames = Frames::default();
        frames.note("map", "odom", at(1.0, 0.0));
        frames.note_other("map", "odom", at(5.0, 0.0));
        frames.note_other("odom", "cup", at(1.0, 0.0));
        assert_eq!(frames.map_from("cup").unwrap().translation.x, 2.0);
        frames.note_other("odom", "cup", at(f64::NAN, 0.0));
        let no_rotation = Pose { rotation: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..at(7.0, 0.0) };
        frames.note_other("odom", "cup", no_rotation);
        assert_eq!(frames.map_from("cup").unwrap().translation.x, 2.0);
    }
}
