//! Default interface of a robot: streams and services that its components get when the scene is built.

use crate::builder::wiring::StreamOptions;
use crate::builder::{ObjectBuilder, SceneBuilder};
use crate::source::Source;

#[derive(Debug)]
pub(super) struct DefaultInterface {
    robot: String,
    middleware: String,
    source: Source,
}

impl SceneBuilder<'_> {
    pub(super) fn set_default_interface(&mut self, robot: String, middleware: &str, source: Source) {
        self.default_interfaces.retain(|known| known.robot != robot);
        self.default_interfaces.push(DefaultInterface { robot, middleware: middleware.to_owned(), source });
    }

    pub(super) fn apply_default_interfaces(&mut self) {
        for DefaultInterface { robot, middleware, source } in std::mem::take(&mut self.default_interfaces) {
            let below = format!("{robot}.");
            let manager = self.manager(&middleware).ok();
            for index in 0..self.document.objects.len() {
                let object = &self.document.objects[index];
                if !object.kind.is_component() || !object.name.starts_with(&below) {
                    continue;
                }
                let name = object.name.clone();
                let streams = self.document.component_datastream.get(&name);
                let has_own = streams.is_some_and(|streams| {
                    streams.iter().any(|stream| Some(&stream.manager) == manager.as_ref())
                });
                let mut component = ObjectBuilder::new(self, index);
                if !has_own && component.has_streams() {
                    component.add_stream(&middleware, StreamOptions::default(), source.clone());
                }
                self.add_service(&name, &middleware, source.clone());
            }
        }
    }
}
