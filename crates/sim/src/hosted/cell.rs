//! What the engine holds of a hosted component: its local data and properties. The rest is with the host.

use morse_scene::value::{Map, Value};

use super::{HostedClass, Report};
use crate::act::Act;
use crate::cell::{AnyActuator, AnyComponent, AnyRobot, AnySensor, RobotTraits, Site};
use crate::component::{Mount, OnTheMove, RobotModel, Setup, SetupError};
use crate::data::{Data, Dict, Field, FieldInfo, FieldMut, Mismatch};
use crate::service::{Arguments, Outcome, ServiceError};
use crate::state::{self, StateError};
use crate::view::View;
use crate::wheels::{Garage, Undercarriage};

/// Local data whose fields are known at run time only.
#[derive(Default)]
struct HostedData {
    fields: &'static [FieldInfo],
    /// One for each field.
    values: Vec<Value>,
    /// What the component put beside its fields.
    beside: Map,
}

impl Data for HostedData {
    fn fields(&self) -> &'static [FieldInfo] {
        self.fields
    }
    fn kind(&self) -> &'static str {
        "record"
    }
    fn get(&self, index: usize) -> Option<Field<'_>> {
        Some(match self.values.get(index)? {
            Value::Null => Field::Null,
            Value::Bool(truth) => Field::Bool(*truth),
            Value::Int(number) => Field::Int(*number),
            Value::Float(number) | Value::Timer(number) => Field::Float(*number),
            Value::Text(text) | Value::Python(text) => Field::Text(text),
            Value::List(items) | Value::Tuple(items) => Field::List(items),
            Value::Map(map) => Field::Dict(map),
            Value::Bytes(bytes) => Field::Bytes(bytes),
        })
    }
    fn get_mut(&mut self, index: usize) -> FieldMut<'_> {
        match self.values.get_mut(index) {
            Some(Value::Float(number)) => FieldMut::Float(number),
            _ => FieldMut::Other,
        }
    }
    fn open(&self) -> Option<&Map> {
        Some(&self.beside)
    }
    fn assign(&mut self, index: usize, value: &Value) -> Result<(), Mismatch> {
        let (Some(field), Some(place)) = (self.fields.get(index), self.values.get_mut(index)) else {
            return Err(Mismatch::new("a field past the last one", "left alone", value));
        };
        if !(field.fits)(value) {
            return Err(Mismatch::of_field(field.name, field.type_name, value));
        }
        *place = value.clone();
        Ok(())
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        let values = self.fields.iter().zip(&self.values);
        let values = values.map(|(field, value)| (field.name.to_owned(), value.clone())).collect();
        state::write(&(Dict(values), Dict(self.beside.clone())), out)
    }
    fn restore(&mut self, _input: &mut &[u8]) -> Result<(), StateError> {
        Err(StateError(NOT_RESTORED.to_owned()))
    }
}

/// Why there is no way back.
pub(crate) const NOT_RESTORED: &str = "it has components written in Python, whose own variables only their code knows: such a scene can be neither saved nor restored";

/// A hosted robot, sensor or actuator.
pub(crate) struct HostedCell {
    class: &'static HostedClass,
    properties: Vec<Value>,
    data: HostedData,
}

impl HostedCell {
    pub(crate) fn new(class: &'static HostedClass, level: Option<&str>) -> Self {
        let fields = class.fields(level);
        let default = |field: &FieldInfo| {
            let described = class.description.fields.iter().find(|described| described.name == field.name);
            described.map(|described| described.default.clone()).unwrap_or_default()
        };
        let values = fields.iter().map(default).collect();
        let properties = class.description.properties.iter().map(|property| property.default.clone());
        Self {
            class,
            properties: properties.collect(),
            data: HostedData { fields, values, beside: Map::new() },
        }
    }
}

impl AnyComponent for HostedCell {
    fn data(&self) -> &dyn Data {
        &self.data
    }
    fn data_mut(&mut self) -> &mut dyn Data {
        &mut self.data
    }
    fn property(&self, index: usize) -> Value {
        self.properties.get(index).cloned().unwrap_or_default()
    }
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch> {
        if let Some(property) = self.properties.get_mut(index) {
            *property = value.clone();
        }
        Ok(())
    }
    fn serve(
        &mut self,
        _index: usize,
        _arguments: &Arguments<'_>,
        _site: &mut Site<'_>,
    ) -> Result<Outcome, ServiceError> {
        // Calls of hosted components go to the host before they come here.
        Err(ServiceError::Refused(format!("{} is not computed here", self.class.description.class)))
    }
    fn take(&mut self, report: Report) {
        self.data.values = report.data;
        self.data.values.resize(self.data.fields.len(), Value::Null);
        self.data.beside = report.beside;
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.data.save(out)
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        self.data.restore(input)
    }
}

impl AnySensor for HostedCell {
    fn start(&mut self, _setup: &Setup<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }
    fn sources(&self) -> Vec<String> {
        Vec::new()
    }
    fn may_rest(&self) -> bool {
        false
    }
    fn sense(&mut self, _view: &mut View<'_>) {}
    fn follow_up(&mut self, _site: &mut Site<'_>) {}
    fn interrupt(&mut self, _site: &mut Site<'_>) {}
}

impl AnyActuator for HostedCell {
    fn mount(&mut self, _mount: &mut Mount<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn start(&mut self, _setup: &Setup<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn act(&mut self, _act: &mut Act<'_>) {}
    fn interrupt(&mut self, _site: &mut Site<'_>) {}
}

impl AnyRobot for HostedCell {
    fn mount(&mut self, _mount: &mut Mount<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn model(&self) -> RobotModel {
        RobotModel::default()
    }
    fn wheels(&self, _garage: &Garage<'_>) -> Result<Option<Undercarriage>, SetupError> {
        Ok(None)
    }
    fn traits(&self) -> RobotTraits {
        let is = |name: &str| {
            let index = self.class.description.properties.iter().position(|property| property.name == name);
            index.is_some_and(|index| self.property(index).is_truthy())
        };
        let [no_gravity, ground] = RobotTraits::PROPERTIES.map(is);
        RobotTraits { no_gravity, ground }
    }
    fn move_parts(&mut self, _on_the_move: &mut OnTheMove<'_>) {}
}
