//! Streams and request managers: which middleware carries what.

use morse_scene::diagnostic::Diagnostic;
use morse_scene::value::Map;
use morse_scene::wiring::{Direction, StreamEntry};

use super::Assembly;
use crate::command::Form;
use crate::stream::{Inbox, MiddlewareError, StreamSpec};
use crate::unit::UnitRef;

impl Assembly<'_> {
    /// Configures the stream managers, then opens all streams in the order of the table: by component name.
    pub(super) fn open_streams(&mut self) {
        // Nothing is opened for a scene that cannot run: ports and files stay untouched.
        if !self.problems.is_empty() {
            return;
        }
        self.configure_managers();
        let document = self.document;
        for (component, entries) in &document.component_datastream {
            for (nth, entry) in entries.iter().enumerate() {
                if let Err(message) = self.open_stream(component, entry) {
                    let source = document.wiring_sources.stream(component, nth);
                    let problem = Diagnostic::error("run::stream", message).on(&**component).at(source);
                    self.problems.push(problem);
                }
            }
        }
    }

    /// A stream manager exists when a stream uses it, or when the scene lets the simulator's own clock drive it.
    fn configure_managers(&mut self) {
        let document = self.document;
        let empty = Map::new();
        for middleware in &mut self.simulation.middlewares {
            let manager = middleware.stream_manager();
            let used = document.component_datastream.values().flatten().any(|entry| entry.manager == manager);
            let syncs = document.environment.time.internal_syncer && middleware.supervises();
            if !(used || syncs) {
                continue;
            }
            let options = document.stream_manager.get(manager).unwrap_or(&empty);
            if let Err(error) = middleware.configure(options) {
                let source = document.wiring_sources.manager(manager);
                self.problems.push(Diagnostic::error("run::stream-manager", error.to_string()).at(source));
            }
        }
    }

    fn open_stream(&mut self, component: &str, entry: &StreamEntry) -> Result<(), String> {
        let simulation = &mut self.simulation;
        let unit = *simulation.units.get(component).ok_or("there is no such component")?;
        let robot = simulation.robot_node(unit);
        let (world, head) = (&simulation.world, simulation.head(unit));
        let world_from_robot = world.world_from(robot);
        let data = simulation.cell(unit).data();
        let robot_name = world.name(robot).to_owned();
        let form = Form::of(data);
        let spec = StreamSpec {
            component,
            robot: &robot_name,
            component_class: &head.description.class.clone(),
            class: &entry.class,
            options: &entry.options,
            fields: data.fields(),
            kind: data.kind(),
            robot_from_component: world_from_robot.inverse() * world.world_from(head.node),
            world_from_robot,
        };
        let middleware = simulation
            .middlewares
            .iter_mut()
            .find(|middleware| middleware.stream_manager() == entry.manager)
            .ok_or_else(|| format!("no middleware carries the streams of {}", entry.manager))?;
        let text = |error: MiddlewareError| error.to_string();
        match (entry.direction, unit) {
            (Direction::Out, UnitRef::Sensor(index)) => {
                let publisher = middleware.open_publisher(&spec).map_err(text)?;
                simulation.sensors[index].publishers.push(publisher);
            }
            (Direction::In, UnitRef::Actuator(index)) => {
                let inbox = Inbox::new(component, form);
                middleware.open_reader(&spec, inbox.clone()).map_err(text)?;
                simulation.actuators[index].inboxes.push(inbox);
            }
            (direction, _) => return Err(format!("it cannot have a stream of direction {direction}")),
        }
        simulation.head_mut(unit).streams.push((entry.manager.clone(), entry.direction));
        Ok(())
    }
}
