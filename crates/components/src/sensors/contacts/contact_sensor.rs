//! Contact sensor: the forces at which other objects touch a link, and their names.

use std::collections::BTreeSet;

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::common::model_parts::robot_joints;

/// Contacts of a link.
#[derive(Data, Clone, Default)]
#[data(kind = Collision)]
pub struct LinkContacts {
    /// Whether an object touches the link.
    collision: bool,
    /// Comma-separated names of the objects and of the other links that touch the link.
    objects: String,
    /// Sum of the forces on the link along the normals of its contacts, each counted as positive. [N]
    normal_force: f64,
    /// Sum of all contact forces on the link, along the axes of the sensor. [N]
    force: DVec3,
    /// Points of contact in the frame of the sensor. [m]
    points: Vec<[f32; 3]>,
    /// Force on the link at each point, along the axes of the sensor. [N]
    forces: Vec<[f32; 3]>,
    /// Unit vector out of the touching object at each point, along the axes of the sensor.
    normals: Vec<[f32; 3]>,
    /// Comma-separated names of the touching object at each point.
    touching: String,
}

/// Measures the contact forces on a link of a robot that was read from a URDF, SDF or MJCF file, without error.
///
/// The link is the one that carries the sensor: `robot.append(sensor, link='front_bumper')`. Contacts are those of its own
/// collision shapes; each force is the mean over the last tick of physics. A link below it has contacts of its own. As a bumper,
/// the sensor reads `collision` and `objects`. Contacts of less than `Threshold` do not count. ROS has `collision` as `std_msgs/Bool`, and
/// all contacts as `ros_gz_interfaces/Contacts` or `gazebo_msgs/ContactsState` ([ROS](../ros.md#contacts)).
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.contact_sensor.ContactSensor",
    title = "Contact Sensor",
    data = LinkContacts,
    builder(name = "ContactSensor")
)]
pub struct ContactSensor {
    /// Least normal force of a contact that counts. [N]
    #[property(name = "Threshold", default = 0.0, min = 0, max = 1e9)]
    threshold: f64,
    /// The link; `None` before the start.
    link: Option<NodeId>,
}

impl Sensor for ContactSensor {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut LinkContacts) -> Result<(), SetupError> {
        robot_joints::named(setup.world, setup.robot, "")?;
        self.link = setup.world.parent(setup.node);
        Ok(())
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::contact_forces()
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut LinkContacts) {
        *data = LinkContacts::default();
        let sensor_from_world = view.world_from_sensor().inverse();
        let (mut objects, mut touching) = (BTreeSet::new(), Vec::new());
        for contact in view.world.contact_forces() {
            let (other, sign) = match self.link {
                Some(link) if link == contact.other => (contact.one, 1.0),
                Some(link) if link == contact.one => (contact.other, -1.0),
                _ => continue,
            };
            let normal_force = contact.force.dot(contact.normal);
            if normal_force < self.threshold {
                continue;
            }
            let [force, normal] =
                [contact.force, contact.normal].map(|it| sensor_from_world.transform_vector(sign * it));
            objects.insert(view.world.name(other));
            touching.push(view.world.name(other));
            data.normal_force += normal_force;
            data.force += force;
            data.points.push(sensor_from_world.transform_point(contact.position).as_vec3().to_array());
            data.forces.push(force.as_vec3().to_array());
            data.normals.push(normal.as_vec3().to_array());
        }
        data.collision = !data.points.is_empty();
        data.objects = objects.into_iter().collect::<Vec<_>>().join(",");
        data.touching = touching.join(",");
    }
}
