//! The engine's part of an external component: local data and properties. The host has the rest.

pub(super) mod class;
pub(crate) mod extended;
pub(crate) mod modifier;
pub(crate) mod native;
mod roles;

use std::any::Any;

use morse_scene::data_kind::DataKind;
use morse_scene::description::Kind;
use morse_scene::value::{Map, Value};

use crate::contract::component::erased::{AnyActuator, AnyComponent, AnyRobot, AnySensor, ServiceContext};
use crate::contract::data::{Data, Dict, Field, FieldInfo, FieldMut, Mismatch};
use crate::contract::outcome::{Outcome, ServiceError};
use crate::contract::service::Arguments;
use crate::engine::state;
use crate::engine::state::StateError;
use crate::external::component::class::ExternalClass;
use crate::external::component::native::NativeComponent;
use crate::external::message::reply::Report;

/// Reason why a snapshot cannot be restored.
pub(crate) const NOT_RESTORED: &str = "it has components written in Python, whose variables the simulator cannot access: such a scene can be neither saved nor restored";

/// An external robot, sensor or actuator. Its local data are the fields of its built-in part, if it has one, followed
/// by fields that are known only at run time.
#[derive(Clone)]
pub(crate) struct ExternalComponent {
    pub(super) class: &'static ExternalClass,
    pub(super) native: Option<NativeComponent>,
    properties: Vec<Value>,
    fields: &'static [FieldInfo],
    /// Values of the fields after those of the built-in part.
    values: Vec<Value>,
    /// Values that the component stores besides its fields.
    extra_fields: Map,
}

impl ExternalComponent {
    pub(crate) fn new(
        class: &'static ExternalClass,
        level: Option<&str>,
        mut native: Option<NativeComponent>,
    ) -> Self {
        let described = &class.description;
        let fields = match &native {
            Some(native) => class.fields_with(level, native.data().fields()),
            None => class.fields(level),
        };
        let own = native.as_ref().map_or(0, |native| native.data().fields().len());
        let default = |field: &FieldInfo| {
            let described = described.fields.iter().find(|described| described.name == field.name);
            described.map(|described| described.default.clone()).unwrap_or_default()
        };
        let values = fields.iter().skip(own).map(default).collect();
        let properties: Vec<Value> = described.properties.iter().map(|known| known.default.clone()).collect();
        if let Some(native) = &mut native {
            for (index, value) in properties.iter().enumerate() {
                if let Some(index) = class.base_property(index) {
                    // The built-in part may reject a default that is intended for the derived class only.
                    let _ = native.component_mut().set_property(index, value);
                }
            }
        }
        Self { class, native, properties, fields, values, extra_fields: Map::new() }
    }

    /// Applies the results of the host, except for the fields in `in_place`. Returns the values that do not fit the
    /// fields of the built-in part.
    pub(crate) fn take(&mut self, report: Report, in_place: &[usize]) -> Vec<Mismatch> {
        let mut refused = Vec::new();
        let is_sensor = self.class.description.kind == Kind::Sensor;
        let mut values = report.data.into_iter();
        if let Some(native) = &mut self.native {
            let data = native.data_mut();
            for index in 0..data.fields().len() {
                if let Some(value) = values.next().filter(|_| !in_place.contains(&index)) {
                    refused.extend(assign_from_host(data, index, &value, is_sensor).err());
                }
            }
        }
        let count = self.values.len();
        self.values = values.collect();
        self.values.resize(count, Value::Null);
        self.extra_fields = report.extra_fields;
        refused
    }

    /// Calls a service of the built-in part.
    pub(crate) fn serve_native(
        &mut self,
        service: &str,
        values: &[Value],
        context: &mut ServiceContext<'_>,
    ) -> Result<Outcome, ServiceError> {
        let class = &self.class.description.class;
        let base = self.class.base.as_ref();
        let known =
            base.and_then(|base| base.services.iter().enumerate().find(|(_, known)| known.name == service));
        let (Some(native), Some((index, description))) = (&mut self.native, known) else {
            return Err(ServiceError::not_registered(class, service));
        };
        native.component_mut().serve(index, &Arguments::new(description, values)?, context)
    }

    /// The number of fields of the built-in part.
    fn native_fields(&self) -> usize {
        self.fields.len() - self.values.len()
    }

    pub(super) fn native_sensor(&mut self) -> Option<&mut Box<dyn AnySensor>> {
        match &mut self.native {
            Some(NativeComponent::Sensor(sensor)) => Some(sensor),
            _ => None,
        }
    }

    pub(super) fn native_actuator(&mut self) -> Option<&mut Box<dyn AnyActuator>> {
        match &mut self.native {
            Some(NativeComponent::Actuator(actuator)) => Some(actuator),
            _ => None,
        }
    }

    pub(super) fn native_robot(&mut self) -> Option<&mut Box<dyn AnyRobot>> {
        match &mut self.native {
            Some(NativeComponent::Robot(robot)) => Some(robot),
            _ => None,
        }
    }
}

impl Data for ExternalComponent {
    fn fields(&self) -> &'static [FieldInfo] {
        self.fields
    }
    fn kind(&self) -> DataKind {
        self.native.as_ref().map_or(self.class.description.data_kind, |native| native.data().kind())
    }
    fn get(&self, index: usize) -> Option<Field<'_>> {
        let Some(own) = index.checked_sub(self.native_fields()) else {
            return self.native.as_ref()?.data().get(index);
        };
        Some(match self.values.get(own)? {
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
        match (index.checked_sub(self.native_fields()), &mut self.native) {
            (None, Some(native)) => native.data_mut().get_mut(index),
            (None, None) => FieldMut::Other,
            (Some(own), _) => match self.values.get_mut(own) {
                Some(Value::Float(number)) => FieldMut::Float(number),
                _ => FieldMut::Other,
            },
        }
    }
    /// The numbers that the built-in part of an actuator takes by name, such as those of joints; else the further values of
    /// the component.
    fn open(&self) -> Option<&Map> {
        match &self.native {
            Some(NativeComponent::Actuator(native)) => native.data().open().or(Some(&self.extra_fields)),
            _ => Some(&self.extra_fields),
        }
    }
    fn open_mut(&mut self) -> Option<&mut Map> {
        match &mut self.native {
            Some(NativeComponent::Actuator(native)) => native.data_mut().open_mut(),
            _ => None,
        }
    }
    fn assign(&mut self, index: usize, value: &Value) -> Result<(), Mismatch> {
        let own = match (index.checked_sub(self.native_fields()), &mut self.native) {
            (None, Some(native)) => return native.data_mut().assign(index, value),
            (own, _) => own,
        };
        let (Some(field), Some(place)) =
            (self.fields.get(index), own.and_then(|own| self.values.get_mut(own)))
        else {
            return Err(Mismatch::new("a field past the last one", "left alone", value));
        };
        if !(field.fits)(value) {
            return Err(Mismatch::of_field(field.name, field.type_name, value));
        }
        *place = value.clone();
        Ok(())
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        if let Some(native) = &self.native {
            native.data().save(out)?;
        }
        let values = self.fields.iter().skip(self.native_fields()).zip(&self.values);
        let values = values.map(|(field, value)| (field.name.to_owned(), value.clone())).collect();
        state::write(&(Dict(values), Dict(self.extra_fields.clone())), out)
    }
    fn restore(&mut self, _input: &mut &[u8]) -> Result<(), StateError> {
        Err(StateError(NOT_RESTORED.to_owned()))
    }
}

impl AnyComponent for ExternalComponent {
    fn data(&self) -> &dyn Data {
        self
    }
    fn data_mut(&mut self) -> &mut dyn Data {
        self
    }
    fn has_native_part(&self) -> bool {
        self.native.is_some()
    }
    fn property(&self, index: usize) -> Value {
        self.properties.get(index).cloned().unwrap_or_default()
    }
    fn set_property(&mut self, index: usize, value: &Value) -> Result<(), Mismatch> {
        if let Some(native) = &mut self.native
            && let Some(index) = self.class.base_property(index)
        {
            native.component_mut().set_property(index, value)?;
        }
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
        Data::save(self, out)?;
        self.save_without_data(out)
    }
    fn save_without_data(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.native.as_ref().map_or(Ok(()), |native| native.component().save_without_data(out))
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        Data::restore(self, input)
    }
}

/// Sets a field to a value from the host.
pub(crate) fn assign_from_host(
    data: &mut dyn Data,
    index: usize,
    value: &Value,
    is_sensor: bool,
) -> Result<(), Mismatch> {
    match (value, data.get_mut(index)) {
        // A reading may be NaN or infinite; a command must be finite.
        (Value::Float(number), FieldMut::Float(field)) if is_sensor => *field = *number,
        (Value::Bytes(bytes), FieldMut::Image(image)) if bytes.len() == image.bytes.len() => {
            image.bytes.renew().clone_from(bytes);
        }
        (Value::Bytes(bytes), FieldMut::Image(image)) => {
            let expected = format!("an image of {} bytes", image.bytes.len());
            let name = data.fields().get(index).map_or("image", |field| field.name);
            let got = format!("{} bytes", bytes.len());
            return Err(Mismatch { name: name.to_owned(), expected, got });
        }
        _ => return data.assign(index, value),
    }
    Ok(())
}

/// The external component of an instance, if it is external.
pub(crate) fn external(component: &mut dyn AnyComponent) -> Option<&mut ExternalComponent> {
    let component: &mut dyn Any = component;
    component.downcast_mut::<ExternalComponent>()
}
