//! The engine's part of an external component: local data and properties. The host holds the rest.

use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};

use crate::contract::act_context::ActContext;
use crate::contract::component::{MountContext, PostActContext, RobotModel, Setup, SetupError};
use crate::contract::data::{Data, Dict, Field, FieldInfo, FieldMut, Mismatch};
use crate::contract::drivetrain::{Drivetrain, WheelContext};
use crate::contract::erased::{AnyActuator, AnyComponent, AnyRobot, AnySensor, ServiceContext};
use crate::contract::outcome::{Outcome, ServiceError};
use crate::contract::robot_traits::RobotTraits;
use crate::contract::sense_context::SenseContext;
use crate::contract::service::Arguments;
use crate::engine::state;
use crate::engine::state::StateError;
use crate::external::class::ExternalClass;
use crate::external::message::Report;

/// Local data whose fields are known only at run time.
#[derive(Default)]
struct ExternalData {
    kind: DataKind,
    fields: &'static [FieldInfo],
    /// One value per field.
    values: Vec<Value>,
    /// Values that the component stores besides its fields.
    extra_fields: Map,
}

impl Data for ExternalData {
    fn fields(&self) -> &'static [FieldInfo] {
        self.fields
    }
    fn kind(&self) -> DataKind {
        self.kind
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
        Some(&self.extra_fields)
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
        state::write(&(Dict(values), Dict(self.extra_fields.clone())), out)
    }
    fn restore(&mut self, _input: &mut &[u8]) -> Result<(), StateError> {
        Err(StateError(NOT_RESTORED.to_owned()))
    }
}

/// Why a snapshot cannot be restored.
pub(crate) const NOT_RESTORED: &str = "it has components written in Python, whose own variables only their code knows: such a scene can be neither saved nor restored";

/// An external robot, sensor or actuator.
pub(crate) struct ExternalComponent {
    class: &'static ExternalClass,
    properties: Vec<Value>,
    data: ExternalData,
}

impl ExternalComponent {
    pub(crate) fn new(class: &'static ExternalClass, level: Option<&str>) -> Self {
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
            data: ExternalData {
                kind: class.description.data_kind,
                fields,
                values,
                extra_fields: Map::new(),
            },
        }
    }
}

impl ExternalComponent {
    /// Takes over the results of the host.
    pub(crate) fn take(&mut self, report: Report) {
        self.data.values = report.data;
        self.data.values.resize(self.data.fields.len(), Value::Null);
        self.data.extra_fields = report.extra_fields;
    }
}

impl AnyComponent for ExternalComponent {
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
        _site: &mut ServiceContext<'_>,
    ) -> Result<Outcome, ServiceError> {
        // Calls of external components are sent to the host before they reach this function.
        Err(ServiceError::Refused(format!("{} is not computed here", self.class.description.class)))
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.data.save(out)
    }
    fn save_without_data(&self, _out: &mut Vec<u8>) -> Result<(), StateError> {
        Ok(())
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        self.data.restore(input)
    }
}

impl AnySensor for ExternalComponent {
    fn start(&mut self, _setup: &Setup<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn check(&self) -> Result<(), SetupError> {
        Ok(())
    }
    fn inputs(&self) -> Vec<String> {
        Vec::new()
    }
    fn on_demand(&self) -> bool {
        false
    }
    fn sense(&mut self, _view: &mut SenseContext<'_>) {}
    fn follow_up(&mut self, _site: &mut ServiceContext<'_>) {}
    fn interrupt(&mut self, _site: &mut ServiceContext<'_>) {}
}

impl AnyActuator for ExternalComponent {
    fn mount(&mut self, _mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn start(&mut self, _setup: &Setup<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn acts_last(&self) -> bool {
        false
    }
    fn act(&mut self, _act: &mut ActContext<'_>) {}
    fn interrupt(&mut self, _site: &mut ServiceContext<'_>) {}

    fn reset(&mut self, _site: &mut ServiceContext<'_>) {}
}

impl AnyRobot for ExternalComponent {
    fn mount(&mut self, _mount: &mut MountContext<'_>) -> Result<(), SetupError> {
        Ok(())
    }
    fn model(&self) -> RobotModel {
        RobotModel::default()
    }
    fn wheels(&self, _garage: &WheelContext<'_>) -> Result<Option<Drivetrain>, SetupError> {
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
    fn animate(&mut self, _on_the_move: &mut PostActContext<'_>) {}
}
