//! Armature pose: the joint values of an armature.

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::common::model_parts::joints;
use crate::common::model_parts::joints::JointValues;

/// Measures the joints of the armature to which it is appended, without error: the angle of each rotating joint and
/// the position of each sliding joint.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.armature_pose.ArmaturePose",
    title = "Armature Pose Sensor",
    data = JointValues,
    builder(name = "ArmaturePose"),
    services
)]
pub struct ArmaturePose {
    arm: Option<NodeId>,
}

impl Sensor for ArmaturePose {
    fn start(&mut self, setup: &Setup<'_>, data: &mut JointValues) -> Result<(), SetupError> {
        self.arm = setup.world.armature_above(setup.node);
        let Some(armature) = self.arm.and_then(|arm| setup.world.armature(arm)) else {
            return Err(SetupError::Missing(
                "it is not on an armature: append it to an Armature actuator".to_owned(),
            ));
        };
        *data = JointValues::zeros(armature);
        Ok(())
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut JointValues) {
        if let Some(armature) = self.arm.and_then(|arm| view.world.armature(arm)) {
            *data = JointValues::of(armature);
        }
    }
}

#[services]
impl ArmaturePose {
    /// Returns the names of the joints, in order.
    #[service]
    fn get_joints(&mut self, call: &mut Call<'_, JointValues>) -> Result<Value, ServiceError> {
        joints::armature(call.world, self.arm).map(joints::names)
    }

    /// Returns the values of all joints by name. [rad or m]
    #[service]
    fn get_state(&mut self, call: &mut Call<'_, JointValues>) -> Result<Value, ServiceError> {
        Ok(JointValues::of(joints::armature(call.world, self.arm)?).to_value())
    }

    /// Returns the value of one joint. [rad or m]
    #[service]
    fn get_joint(&mut self, call: &mut Call<'_, JointValues>, joint: String) -> Result<f64, ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        Ok(armature.value(joints::find(armature, &joint)?))
    }

    /// Returns the length of the bone of each joint, by name of the joint. [m]
    #[service]
    fn get_joints_length(&mut self, call: &mut Call<'_, JointValues>) -> Result<Map, ServiceError> {
        let armature = joints::armature(call.world, self.arm)?;
        let entry = |bone: usize| (joints::name(armature, bone).to_owned(), armature.bones()[bone].length);
        Ok(joints::joints(armature).map(entry).collect())
    }
}
