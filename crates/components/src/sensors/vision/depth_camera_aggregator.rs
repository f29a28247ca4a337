//! DepthCameraAggregator: merges the point clouds of several depth cameras.

use morse_sim::contract::data::Field;
use morse_sim::prelude::*;
use morse_world::{NodeId, World};

/// Points of several cameras, in the frame of the master camera.
#[derive(Data, Clone, Default)]
#[data(kind = PointCloud)]
pub struct MergedCloud {
    /// Points as little-endian float32 x, y, z, in the frame of the master camera. [m]
    points: Vec<[f32; 3]>,
    /// Number of points.
    nb_points: i64,
}

/// Merges the newest point clouds of several depth cameras, in the order in which the cameras were appended. Points
/// are in the frame of the master camera: x to the right, y down, z ahead.
///
/// Points (0, 0, 0), which represent pixels without a hit in cameras with `keep_resolution`, are not transformed. The
/// cameras themselves need no readers.
///
/// `p_master = T_master⁻¹ · T_camera · p_camera`
///
/// with the poses of both cameras in the world at the time of merging. VLP16_180 has three cameras, at -60, 0 and +60
/// degrees, and keeps 16 rows of each image.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.depth_camera_aggregator.DepthCameraAggregator",
    title = "Depth Camera Aggregator Unit",
    data = MergedCloud,
    builder(name = "DepthCameraAggregator"),
    builder(name = "VLP16_180", base = "DepthCameraAggregator"),
    services
)]
pub struct DepthCameraAggregator {
    /// Full name of the master camera, whose frame is used. Read only at the start.
    #[property(name = "master_camera", default = "")]
    master_name: String,
    master: Option<NodeId>,
    /// Names of the cameras.
    cameras: Vec<String>,
    /// Nodes of the cameras, in the same order.
    nodes: Vec<NodeId>,
}

#[services]
impl DepthCameraAggregator {
    /// Captures n clouds with each camera. The answer is sent when all cameras have finished. With n < 0 the capture
    /// does not end.
    #[service(asynchronous)]
    fn capture(&mut self, _call: &mut Call<'_, MergedCloud>, n: i64) -> Result<Relay, ServiceError> {
        Ok(Relay { to: self.cameras.clone(), service: "capture", arguments: vec![Value::Int(n)] })
    }
}

impl Sensor for DepthCameraAggregator {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut MergedCloud) -> Result<(), SetupError> {
        let option = setup.object.options.get("cameras").and_then(Value::as_list).unwrap_or_default();
        self.cameras = option.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
        let find = |name: &String| {
            let found = setup.world.find(name);
            found.ok_or_else(|| SetupError::Missing(format!("there is no camera {name:?} to merge")))
        };
        self.nodes = self.cameras.iter().map(find).collect::<Result<_, _>>()?;
        self.master = match self.cameras.iter().position(|name| *name == self.master_name) {
            Some(master) => self.nodes.get(master).copied(),
            None if self.master_name.is_empty() && self.cameras.is_empty() => None,
            None => {
                return Err(SetupError::Invalid(format!(
                    "master_camera is {:?}; allowed are its cameras: {}",
                    self.master_name,
                    self.cameras.join(", ")
                )));
            }
        };
        Ok(())
    }

    fn inputs(&self) -> Vec<String> {
        self.cameras.clone()
    }

    fn on_demand(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut MergedCloud) {
        // Cameras may have been removed from the scene.
        let Some(master) = self.master.filter(|&master| view.world.contains(master)) else {
            return view.withhold();
        };
        data.points.clear();
        let node_of = |name: &str| {
            let index = self.cameras.iter().position(|camera| camera == name)?;
            self.nodes.get(index).copied()
        };
        for (reading, camera) in view.inputs.iter().filter_map(|it| Some((it, node_of(it.name)?))) {
            let Some(Field::Points(points)) =
                reading.data.index_of("points").and_then(|index| reading.data.get(index))
            else {
                continue;
            };
            if camera == master {
                data.points.extend_from_slice(points);
                continue;
            }
            let master_from_camera = relative_pose(view.world, master, camera);
            data.points.extend(points.iter().map(|&point| transformed(&master_from_camera, point)));
        }
        data.nb_points = data.points.len() as i64;
    }
}

fn relative_pose(world: &World, master: NodeId, camera: NodeId) -> Pose {
    world.world_from(master).inverse() * world.world_from(camera)
}

fn transformed(master_from_camera: &Pose, point: [f32; 3]) -> [f32; 3] {
    if point == [0.0; 3] {
        return point;
    }
    master_from_camera.transform_point(DVec3::from_array(point.map(f64::from))).as_vec3().to_array()
}
