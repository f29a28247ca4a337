//! Kinds of local data. A middleware has one codec for each kind, not one for each component.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares the kinds: the name in documents and catalog, and the required fields with their types.
macro_rules! data_kinds {
    ($($(#[$doc:meta])* $variant:ident $name:literal [$($field:ident: $type_name:literal),*],)*) => {
        /// Kind of the local data of a component, by which middlewares encode it.
        ///
        /// Data of a kind have the fields of [`DataKind::required_fields`], and may have additional fields. The
        /// descriptions of the fields give units and frames.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum DataKind {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl DataKind {
            /// All kinds of data.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name used in the catalog.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Names and types of the fields that all data of this kind have.
            #[must_use]
            pub const fn required_fields(self) -> &'static [(&'static str, &'static str)] {
                match self {
                    $(Self::$variant => &[$((stringify!($field), $type_name)),*],)*
                }
            }
        }
    };
}

data_kinds! {
    /// A record of fields, without a more specific kind.
    #[default]
    Record "record" [],
    /// No data: the component neither publishes data nor takes commands.
    Empty "empty" [],
    /// Position and Euler angles, of a sensor or as a command. [m, rad]
    Pose "pose" [x: "float", y: "float", z: "float", yaw: "float", pitch: "float", roll: "float"],
    /// Position in the world frame. [m]
    Position "position" [x: "float", y: "float", z: "float"],
    /// Command of a point to move to. [m]
    Point "point" [x: "float", y: "float", z: "float"],
    /// Command of a point to move to within `tolerance`, at `speed`. [m, m/s]
    Waypoint "waypoint" [x: "float", y: "float", z: "float", tolerance: "float", speed: "float"],
    /// Command of a point to fly to within `tolerance`, and of a heading. [m, rad]
    PoseGoal "pose_goal" [x: "float", y: "float", z: "float", yaw: "float", tolerance: "float"],
    /// Euler angles, of a gyroscope or as a command. [rad]
    Attitude "attitude" [yaw: "float", pitch: "float", roll: "float"],
    /// Euler angles and angular velocity. [rad, rad/s]
    AttitudeRate "attitude_rate" [rotation: "euler", angular_velocity: "vec3"],
    /// Command of Euler angles and thrust. [rad]
    AttitudeThrust "attitude_thrust" [roll: "float", pitch: "float", yaw: "float", thrust: "float"],
    /// Linear and angular velocity. [m/s, rad/s]
    Twist "twist" [linear_velocity: "vec3", angular_velocity: "vec3"],
    /// Command of a forward speed `v` and a yaw rate `w`. [m/s, rad/s]
    UnicycleVelocity "unicycle_velocity" [v: "float", w: "float"],
    /// Command of the speeds `x`, `y` in the plane and a yaw rate `w`. [m/s, rad/s]
    PlanarVelocity "planar_velocity" [x: "float", y: "float", w: "float"],
    /// Command of the three linear velocities and the yaw rate of a rotorcraft. [m/s, rad/s]
    RotorcraftVelocity "rotorcraft_velocity" [vx: "float", vy: "float", vz: "float", vyaw: "float"],
    /// Command of the speeds of rotors. [rad/s]
    RotorSpeeds "rotor_speeds" [engines: "vec4"],
    /// Command of the angle of the steered wheels, the engine force and the brake impulse. [rad, N, N·s]
    Steering "steering" [steer: "float", force: "float", brake: "float"],
    /// Command of the thrust of the left and the right motor of a boat, and of their angle. [N, rad]
    BoatThrust "boat_thrust" [left: "float", right: "float", steer: "float"],
    /// Force and torque. [N, N·m]
    Wrench "wrench" [force: "vec3", torque: "vec3"],
    /// Linear and angular acceleration. [m/s², rad/s²]
    Acceleration "acceleration" [acceleration: "vec3", angular_acceleration: "vec3"],
    /// Angular velocity, acceleration and magnetic field. [rad/s, m/s², nT]
    Imu "imu" [angular_velocity: "vec3", linear_acceleration: "vec3", magnetic_field: "vec3"],
    /// Pose and twist relative to the start. [m, rad, m/s, rad/s]
    Odometry "odometry" [
        x: "float", y: "float", z: "float", yaw: "float", pitch: "float", roll: "float",
        vx: "float", vy: "float", vz: "float", wz: "float", wy: "float", wx: "float"
    ],
    /// Change of the pose since the last reading. [m, rad]
    Displacement "displacement" [
        dx: "float", dy: "float", dz: "float", dyaw: "float", dpitch: "float", droll: "float"
    ],
    /// Distance traveled since the last reading. [m]
    Distance "distance" [dS: "float"],
    /// Position on Earth. [°, m]
    NavSatFix "nav_sat_fix" [longitude: "float", latitude: "float", altitude: "float"],
    /// Ranges along an arc of rays. [m]
    LaserScan "laser_scan" [point_list: "points", range_list: "list"],
    /// Ranges along an arc of rays, for streams that send only the nearest range. [m]
    Range "range" [point_list: "points", range_list: "list"],
    /// Height above the ground. [m]
    Altitude "altitude" [z: "float"],
    /// Points in the frame of the sensor. [m]
    PointCloud "point_cloud" [points: "points", nb_points: "int"],
    /// Color image and camera matrix.
    Image "image" [image: "image", intrinsic_matrix: "matrix3"],
    /// Depth image (float32, along the optical axis) and camera matrix. [m]
    DepthImage "depth_image" [image: "image", intrinsic_matrix: "matrix3"],
    /// Z-buffer (float32, 0 to 1) and camera matrix.
    DepthBuffer "depth_buffer" [image: "image", intrinsic_matrix: "matrix3"],
    /// Identifiers (int32) of the object and of the class at each pixel, the names of both, and camera matrix.
    Segmentation "segmentation" [
        image: "image", classes: "image", intrinsic_matrix: "matrix3", labels: "objects"
    ],
    /// Boxes around the objects in view: in the image, and in space.
    Detections "detections" [boxes: "objects"],
    /// Fiducial markers in an image, with their poses, and camera matrix.
    Markers "markers" [markers: "objects", intrinsic_matrix: "matrix3"],
    /// Unit normals (three float32) in the frame of the camera, and camera matrix.
    NormalImage "normal_image" [image: "image", intrinsic_matrix: "matrix3"],
    /// Displacements (two float32) since the previous image, and camera matrix. [px]
    FlowImage "flow_image" [image: "image", intrinsic_matrix: "matrix3"],
    /// Temperatures (float32) and camera matrix. [°C]
    ThermalImage "thermal_image" [image: "image", intrinsic_matrix: "matrix3"],
    /// Changes of brightness at single pixels: column, row, time relative to the reading [s] and polarity (1 or -1) of each,
    /// and the size of the image. [px]
    Events "events" [
        columns: "list", rows: "list", times: "list", polarities: "list", width: "int", height: "int"
    ],
    /// Objects in the view of a semantic camera.
    Objects "objects" [visible_objects: "objects"],
    /// Distances of nearby objects and robots, by name. [m]
    Proximity "proximity" [near_objects: "dict", near_robots: "dict"],
    /// Victims that a rescuer detects, by name.
    Victims "victims" [victim_dict: "dict"],
    /// Contact state, and the names of the touching objects.
    Collision "collision" [collision: "bool", objects: "string"],
    /// Joint positions: each field, and each entry of an open dictionary, is the position of the joint of that name.
    /// [rad or m]
    JointState "joint_state" [],
    /// Positions, velocities and efforts of joints, by name. [rad or m, rad/s or m/s, N m or N]
    JointStates "joint_states" [positions: "dict", velocities: "dict", efforts: "dict"],
    /// Angles of a pan-tilt unit. [rad]
    PanTilt "pan_tilt" [pan: "float", tilt: "float"],
    /// Charge and status of a battery. [%]
    Battery "battery" [charge: "float", status: "string"],
    /// Simulated time: only the time stamp of the message.
    Clock "clock" [],
    /// Magnetic field: the components to the north, to the east and down, rotated by the inverse attitude of the sensor as if
    /// they were along the axes of the world. [nT]
    MagneticField "magnetic_field" [x: "float", y: "float", z: "float"],
    /// Illuminance. \[lx\]
    Illuminance "illuminance" [illuminance: "float"],
    /// Temperature. [°C]
    Temperature "temperature" [temperature: "float"],
    /// Atmospheric pressure. [Pa]
    Pressure "pressure" [pressure: "float"],
    /// Pressure difference of a Pitot tube. [Pa]
    DifferentialPressure "differential_pressure" [diff_pressure: "float"],
    /// One boolean, in the first field.
    Switch "switch" [],
    /// Readings of other sensors, by name.
    Compound "compound" [],
}

impl fmt::Display for DataKind {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_form_of_a_kind_is_its_name() {
        for &kind in DataKind::ALL {
            let json = serde_json::to_value(kind).unwrap();
            assert_eq!(json, kind.name());
            assert_eq!(serde_json::from_value::<DataKind>(json).unwrap(), kind);
        }
    }

    #[test]
    fn kinds_have_distinct_names() {
        let names: std::collections::BTreeSet<_> = DataKind::ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), DataKind::ALL.len());
    }

    #[test]
    fn unknown_kind_is_refused() {
        assert!(serde_json::from_str::<DataKind>(r#""pose3d""#).is_err());
    }
}
