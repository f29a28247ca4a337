//! Data that are computed from a measurement on first access.

use std::sync::OnceLock;

use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};

use crate::contract::data::{Data, Field, FieldInfo, FieldMut, Fields, Layout, Mismatch};
use crate::engine::state::StateError;

/// The raw measurement of a sensor, from which its data are computed.
pub trait Measurement: Clone + Default + Send + Sync + 'static {
    /// The data computed from the measurement.
    type Data: Fields;

    /// Computes the data. The result depends on the measurement only.
    fn to_data(&self) -> Self::Data;
}

/// Data of a sensor that stores its measurement and computes the data on first access. Thousands of sensors read the
/// world in each tick, and most of the readings are never used.
///
/// The computed data are in a separate allocation, so that a measurement writes to few cache lines.
#[derive(Debug, Clone)]
pub struct LazyData<M: Measurement> {
    measurement: M,
    /// The data of the measurement, computed on first access.
    computed: OnceLock<Box<M::Data>>,
    /// Data that do not follow from the measurement: before the first measurement, and after a change.
    changed: Option<Box<M::Data>>,
}

impl<M: Measurement> Default for LazyData<M> {
    fn default() -> Self {
        Self { measurement: M::default(), computed: OnceLock::new(), changed: Some(Box::default()) }
    }
}

impl<M: Measurement> LazyData<M> {
    /// Replaces the data with those of a new measurement.
    pub fn measure(&mut self, measurement: M) {
        self.measurement = measurement;
        self.computed.take();
        self.changed = None;
    }

    fn data(&self) -> &M::Data {
        match &self.changed {
            Some(data) => data,
            None => self.computed.get_or_init(|| Box::new(self.measurement.to_data())),
        }
    }

    fn data_mut(&mut self) -> &mut M::Data {
        let (measurement, computed) = (&self.measurement, &mut self.computed);
        self.changed.get_or_insert_with(|| computed.take().unwrap_or_else(|| Box::new(measurement.to_data())))
    }
}

impl<M: Measurement> Fields for LazyData<M> {
    const KIND: DataKind = M::Data::KIND;
    const FIELDS: &'static [FieldInfo] = M::Data::FIELDS;
}

impl<M: Measurement> Data for LazyData<M> {
    fn fields(&self) -> &'static [FieldInfo] {
        Self::FIELDS
    }
    fn kind(&self) -> DataKind {
        Self::KIND
    }
    fn get(&self, index: usize) -> Option<Field<'_>> {
        self.data().get(index)
    }
    fn get_mut(&mut self, index: usize) -> FieldMut<'_> {
        self.data_mut().get_mut(index)
    }
    fn open(&self) -> Option<&Map> {
        self.data().open()
    }
    fn layout(&self) -> Option<Layout> {
        self.data().layout()
    }
    fn open_mut(&mut self) -> Option<&mut Map> {
        self.data_mut().open_mut()
    }
    fn assign(&mut self, index: usize, value: &Value) -> Result<(), Mismatch> {
        self.data_mut().assign(index, value)
    }
    fn save(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.data().save(out)
    }
    fn append_digest(&self, out: &mut Vec<u8>) -> Result<(), StateError> {
        self.data().append_digest(out)
    }
    fn restore(&mut self, input: &mut &[u8]) -> Result<(), StateError> {
        self.data_mut().restore(input)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[derive(morse_macros::Data, Debug, Clone, Default)]
    #[data(kind = Temperature)]
    struct Temperature {
        /// Temperature of the air. [°C]
        temperature: f64,
    }

    #[derive(Debug, Clone, Default)]
    struct Kelvin {
        kelvin: f64,
        computed: Arc<AtomicU32>,
    }

    impl Measurement for Kelvin {
        type Data = Temperature;

        fn to_data(&self) -> Temperature {
            self.computed.fetch_add(1, Ordering::Relaxed);
            Temperature { temperature: self.kelvin - 273.0 }
        }
    }

    #[test]
    fn data_are_computed_once_on_first_access() {
        let computed = Arc::new(AtomicU32::new(0));
        let mut data = LazyData::default();
        assert_eq!(data.get(0), Some(Field::Float(0.0)), "before the first measurement");
        for degrees in 0..5 {
            let kelvin = 273.0 + f64::from(degrees);
            data.measure(Kelvin { kelvin, computed: Arc::clone(&computed) });
        }
        assert_eq!(computed.load(Ordering::Relaxed), 0);
        assert_eq!([data.get(0), data.get(0)], [Some(Field::Float(4.0)); 2]);
        assert_eq!(computed.load(Ordering::Relaxed), 1);
        data.measure(Kelvin { kelvin: 280.0, computed });
        assert_eq!(data.get(0), Some(Field::Float(7.0)));
    }

    #[test]
    fn modified_data_stay_until_the_next_measurement() {
        let mut data = LazyData::default();
        data.measure(Kelvin { kelvin: 280.0, ..Kelvin::default() });
        if let FieldMut::Float(temperature) = data.get_mut(0) {
            *temperature += 0.5;
        }
        assert_eq!(data.get(0), Some(Field::Float(7.5)));
        let (mut saved, mut restored) = (Vec::new(), LazyData::<Kelvin>::default());
        data.save(&mut saved).unwrap();
        restored.measure(Kelvin { kelvin: 300.0, ..Kelvin::default() });
        restored.restore(&mut saved.as_slice()).unwrap();
        assert_eq!(restored.get(0), Some(Field::Float(7.5)));
        data.measure(Kelvin { kelvin: 273.0, ..Kelvin::default() });
        assert_eq!(data.get(0), Some(Field::Float(0.0)));
    }
}
