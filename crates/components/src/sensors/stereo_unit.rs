//! StereoUnit: several cameras that take their pictures together.

use morse_sim::prelude::*;

/// Holds several cameras, and takes pictures with all of them at once. It has no data of its own.
#[derive(Sensor, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.stereo_unit.StereoUnit",
    title = "Stereo Camera Unit",
    builder(name = "StereoUnit"),
    services
)]
pub struct StereoUnit {
    /// What hangs on it.
    children: Vec<String>,
}

#[services]
impl StereoUnit {
    /// Takes n pictures with each camera on the unit; answers when all have. With n < 0 it does not end.
    #[service(asynchronous)]
    fn capture(&mut self, _call: &mut Call<'_, ()>, n: i64) -> Result<Relay, ServiceError> {
        Ok(Relay { to: self.children.clone(), service: "capture", arguments: vec![Value::Int(n)] })
    }
}

impl Sense for StereoUnit {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut ()) -> Result<(), SetupError> {
        let children = setup.world.children(setup.node).iter();
        self.children = children.map(|&child| setup.world.name(child).to_owned()).collect();
        Ok(())
    }

    fn sense(&mut self, _view: &mut View<'_>, _data: &mut ()) {}
}
