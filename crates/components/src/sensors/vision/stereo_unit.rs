//! StereoUnit: several cameras that capture images together.

use morse_sim::prelude::*;

/// Carries several cameras, and captures images with all of them at the same time. It has no data of its own.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.stereo_unit.StereoUnit",
    title = "Stereo Camera Unit",
    builder(name = "StereoUnit"),
    services
)]
pub struct StereoUnit {
    /// Names of the cameras of the unit.
    children: Vec<String>,
}

#[services]
impl StereoUnit {
    /// Captures n images with each camera of the unit. The answer is sent when all cameras have finished. With n < 0
    /// the capture does not end.
    #[service(asynchronous)]
    fn capture(&mut self, _call: &mut Call<'_, ()>, n: i64) -> Result<Relay, ServiceError> {
        Ok(Relay { to: self.children.clone(), service: "capture", arguments: vec![Value::Int(n)] })
    }
}

impl Sensor for StereoUnit {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ()) -> Result<(), SetupError> {
        let children = setup.world.children(setup.node).iter();
        self.children = children.map(|&child| setup.world.name(child).to_owned()).collect();
        Ok(())
    }

    fn sense(&mut self, _view: &mut SenseContext<'_>, _data: &mut ()) {}
}
