//! All sensors that this build can run, with the class and level that scenes use.
#![allow(dead_code)]

use morse_scene::description::{Description, Kind};
use serde_json::json;

use super::Scene;

/// A sensor class that can run, and its name in scenes.
pub struct Sensor {
    /// Description of the class.
    pub description: Description,
    /// Class path in scenes, without `morse.sensors.`.
    pub class: String,
    /// Level of the class in scenes.
    pub level: Option<String>,
}

impl Sensor {
    /// Class path and level, for messages.
    pub fn name(&self) -> String {
        let class = self.class.rsplit('.').next().unwrap_or_default();
        self.level.as_ref().map_or_else(|| class.to_owned(), |level| format!("{class} {level}"))
    }

    /// Adds the sensor as `robot.it` to a scene, on a robot or on the carrier that it needs.
    pub fn on(&self, scene: Scene) -> Scene {
        if self.class == "armature_pose.ArmaturePose" {
            let kuka = json!({"file": "actuators/kuka_lwr", "object": "kuka_armature"});
            let scene = scene.actuator("arm", "armature.Armature").with("model", kuka);
            return scene.sensor("it", &self.class).with("parent", json!("robot.arm"));
        }
        if self.class == "human_posture.HumanPosture" {
            let human = json!({"name": "human", "kind": "robot", "class": "morse.robots.human.Human",
                "location": [0.0, 5.0, 0.0], "model": {"file": "robots/human_rig"}});
            return scene.object(human).sensor("it", &self.class).with("parent", json!("human"));
        }
        if self.class == "wheel_odometry.WheelOdometry" {
            let rover = json!({"name": "rover", "kind": "robot", "class": super::FAKE,
                "location": [0.0, 5.0, 0.08], "model": {"file": "robots/small_rover"}});
            let wheels = json!({"LeftWheels": "left_wheel_joint", "RightWheels": "right_wheel_joint"});
            let scene = scene.object(rover).sensor("it", &self.class).with("parent", json!("rover"));
            return scene.with("properties", wheels);
        }
        let of_links = ["contact_sensor.ContactSensor", "force_torque_sensor.ForceTorqueSensor"];
        if of_links.contains(&self.class.as_str()) || self.class == "joint_positions.JointPositions" {
            let arm = json!({"name": "arm", "kind": "robot", "class": super::FAKE,
                "location": [0.0, 5.0, 0.0], "model": {"file": "robots/small_arm"}});
            let scene = scene.object(arm).sensor("it", &self.class).with("parent", json!("arm"));
            let scene = scene.with("level", self.level.clone().into());
            return match self.has("Joint") {
                true => scene.with("properties", json!({"Joint": "shoulder"})),
                false => scene,
            };
        }
        let catalog = morse_components::catalog();
        let carriers = self.description.fits.iter().filter_map(|class| catalog.by_class(class));
        let mut carriers = carriers.filter(|class| class.kind == Kind::Actuator);
        let carrier = carriers.find_map(|class| class.builders.first());
        let scene = match carrier {
            Some(builder) => scene.appended("robot", "carrier", &builder.name),
            None => scene,
        };
        let parent = if carrier.is_some() { "robot.carrier" } else { "robot" };
        let scene = scene.sensor("it", &self.class).with("parent", parent.into());
        scene.with("level", self.level.clone().into())
    }

    /// Whether the sensor has a property.
    pub fn has(&self, property: &str) -> bool {
        self.description.property(property).is_some()
    }
}

/// All sensors of the catalog that this build can run, sorted by the class that runs.
pub fn every_sensor() -> Vec<Sensor> {
    let catalog = morse_components::catalog();
    let runs = |class: &&Description| class.kind == Kind::Sensor && class.implemented;
    let asked_for = |description: &Description| {
        // A class that implements a level is selected by that level.
        let levels =
            catalog.components.iter().flat_map(|owner| owner.levels.iter().map(move |level| (owner, level)));
        let mut levels = levels.filter(|(_, level)| level.class.as_ref() == Some(&description.class));
        let found = levels.find(|(owner, _)| owner.implemented);
        let (class, level) =
            found.map_or((&description.class, None), |(owner, level)| (&owner.class, Some(level)));
        Sensor {
            description: description.clone(),
            class: class.trim_start_matches("morse.sensors.").to_owned(),
            level: level.map(|level| level.name.clone()),
        }
    };
    catalog.components.iter().filter(runs).map(asked_for).collect()
}
