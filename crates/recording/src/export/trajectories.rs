//! Trajectories of poses in the format of TUM's benchmark: lines of time, position and quaternion.
//!
//! The format: <https://cvg.cit.tum.de/data/datasets/rgbd-dataset/file_formats>.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use glam::{DQuat, DVec3};
use morse_world::Pose;

use super::csv::seconds;
use super::growing_file::GrowingFile;
use super::names::FileNames;
use super::{ExportError, Exported, Sink};
use crate::decode::Value;
use crate::format::WORLD_FRAME;
use crate::read::Channel;

/// The message of the transforms of all objects.
const TRANSFORMS: &str = "tf2_msgs/msg/TFMessage";
/// Frames that may lie on each other.
const DEPTH_MAX: usize = 1000;

/// Whether a channel has poses.
pub(super) fn takes(channel: &Channel) -> bool {
    place_of_pose(channel).is_some() || channel.schema == TRANSFORMS
}

/// Where the pose is in the messages of a channel.
fn place_of_pose(channel: &Channel) -> Option<&'static str> {
    match channel.schema.as_str() {
        "geometry_msgs/msg/PoseStamped" => Some("pose"),
        "nav_msgs/msg/Odometry" | "geometry_msgs/msg/PoseWithCovarianceStamped" => Some("pose.pose"),
        _ => None,
    }
}

/// The writer for the trajectories of a channel.
pub(super) fn create(channel: &Channel, files: &mut FileNames) -> Result<Box<dyn Sink>, ExportError> {
    match place_of_pose(channel) {
        Some(place) => {
            let track = Track::create(&channel.topic, files.file(&channel.topic)?)?;
            Ok(Box::new(Sensor { topic: channel.topic.clone(), place, track }))
        }
        None if files.is_file() => Err(ExportError::Nothing(format!(
            "{} has trajectories of several objects: name a folder",
            channel.topic
        ))),
        None => {
            let folder = files.folder(&channel.topic)?;
            let files = FileNames::new(&folder, super::Format::Tum, 0)?;
            Ok(Box::new(Objects {
                topic: channel.topic.clone(),
                files,
                parents: BTreeMap::new(),
                tracks: BTreeMap::new(),
            }))
        }
    }
}

/// A file.
struct Track {
    source: String,
    file: GrowingFile,
    count: u64,
    last: Option<Pose>,
}

impl Track {
    fn create(source: &str, path: PathBuf) -> Result<Self, ExportError> {
        let file = GrowingFile::create(&path).and_then(|mut file| {
            writeln!(file, "# timestamp tx ty tz qx qy qz qw")?;
            Ok(file)
        });
        let file = file.map_err(|error| ExportError::Write { path, error })?;
        Ok(Self { source: source.to_owned(), file, count: 0, last: None })
    }

    fn add(&mut self, time_ns: u64, pose: Pose) -> Result<(), ExportError> {
        let (p, q) = (pose.translation, pose.rotation);
        let written = writeln!(
            self.file,
            "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            seconds(time_ns),
            p.x,
            p.y,
            p.z,
            q.x,
            q.y,
            q.z,
            q.w
        );
        self.count += 1;
        self.last = Some(pose);
        written.map_err(|error| self.failure(error))
    }

    fn finish(mut self) -> Result<Exported, ExportError> {
        self.file.flush().map_err(|error| self.failure(error))?;
        Ok(Exported { source: self.source, path: self.file.path().to_owned(), count: self.count })
    }

    fn failure(&self, error: std::io::Error) -> ExportError {
        ExportError::Write { path: self.file.path().to_owned(), error }
    }
}

/// The poses that a sensor measures.
struct Sensor {
    topic: String,
    place: &'static str,
    track: Track,
}

impl Sink for Sensor {
    fn message(&mut self, time_ns: u64, message: &Value) -> Result<(), ExportError> {
        let pose = message.at(self.place).and_then(|value| pose(value, "position", "orientation"));
        let pose =
            pose.ok_or_else(|| ExportError::Nothing(format!("a message of {} has no pose", self.topic)))?;
        self.track.add(time_ns, pose)
    }

    fn finish(self: Box<Self>) -> Result<Vec<Exported>, ExportError> {
        Ok(vec![self.track.finish()?])
    }
}

/// The poses of all objects in the world.
struct Objects {
    topic: String,
    files: FileNames,
    /// For each object: its parent, and its pose in the parent.
    parents: BTreeMap<String, (String, Pose)>,
    tracks: BTreeMap<String, Track>,
}

impl Objects {
    /// The pose in the world; `None` when an object is missing below.
    fn in_world(&self, name: &str) -> Option<Pose> {
        let (mut name, mut pose) = (name, Pose::IDENTITY);
        for _ in 0..DEPTH_MAX {
            if name == WORLD_FRAME {
                return Some(pose);
            }
            let (parent, parent_from_name) = self.parents.get(name)?;
            pose = *parent_from_name * pose;
            name = parent;
        }
        None
    }
}

impl Sink for Objects {
    fn message(&mut self, time_ns: u64, message: &Value) -> Result<(), ExportError> {
        for transform in message.at("transforms").and_then(Value::as_list).unwrap_or_default() {
            let text = |path| transform.at(path).and_then(Value::as_str);
            let pose = transform.at("transform").and_then(|value| pose(value, "translation", "rotation"));
            if let (Some(parent), Some(child), Some(pose)) =
                (text("header.frame_id"), text("child_frame_id"), pose)
            {
                self.parents.insert(child.to_owned(), (parent.to_owned(), pose));
            }
        }
        // Children move with their parent.
        let poses: Vec<(String, Pose)> =
            self.parents.keys().filter_map(|name| Some((name.clone(), self.in_world(name)?))).collect();
        for (name, pose) in poses {
            let track = match self.tracks.get_mut(&name) {
                Some(track) if track.last == Some(pose) => continue,
                Some(track) => track,
                None => {
                    let track = Track::create(&format!("{} {name}", self.topic), self.files.file(&name)?)?;
                    self.tracks.entry(name).or_insert(track)
                }
            };
            track.add(time_ns, pose)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<Exported>, ExportError> {
        self.tracks.into_values().map(Track::finish).collect()
    }
}

fn pose(value: &Value, position: &str, attitude: &str) -> Option<Pose> {
    let number = |place: &str, axis: &str| value.at(place)?.at(axis)?.as_f64();
    let place = |axis| number(position, axis);
    let turn = |axis| number(attitude, axis);
    Some(Pose {
        translation: DVec3::new(place("x")?, place("y")?, place("z")?),
        rotation: DQuat::from_xyzw(turn("x")?, turn("y")?, turn("z")?, turn("w")?),
    })
}
