//! Accessors: arrays of any component type, with strides and sparse parts, all offsets checked.

use gltf_json::accessor::{Accessor, ComponentType, Type};
use gltf_json::validation::Checked;
use gltf_json::{Index, buffer};

use crate::ReadError;
use crate::formats::gltf::Import;

/// The position and type of the elements of an array.
struct Layout {
    component: ComponentType,
    /// Components of an element.
    width: usize,
    normalized: bool,
}

impl Layout {
    fn element_bytes(&self) -> usize {
        self.component.size() * self.width
    }
}

impl Import<'_> {
    /// Number of elements; the caller subtracts them from the budget before reading them.
    pub(super) fn count(&self, index: Index<Accessor>) -> usize {
        let accessor = self.root.accessors.get(index.value());
        accessor.map_or(0, |accessor| usize::try_from(accessor.count.0).unwrap_or(usize::MAX))
    }

    /// The first components of each element, as numbers, which may not be finite.
    pub(super) fn floats<const WIDTH: usize>(
        &self,
        index: Index<Accessor>,
        place: &str,
    ) -> Result<Vec<[f32; WIDTH]>, ReadError> {
        let (accessor, layout) = self.layout(index, place)?;
        if layout.width < WIDTH {
            return Err(damaged(place, &format!("has {} components and needs {WIDTH}", layout.width)));
        }
        self.elements(accessor, &layout, place, |bytes| {
            std::array::from_fn(|component| float(&bytes[component * layout.component.size()..], &layout))
        })
    }

    /// All elements as whole numbers.
    pub(super) fn indices(&self, index: Index<Accessor>, place: &str) -> Result<Vec<u32>, ReadError> {
        let (accessor, layout) = self.layout(index, place)?;
        if !matches!(layout.component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32) {
            return Err(damaged(place, "indices are not unsigned whole numbers"));
        }
        self.elements(accessor, &layout, place, |bytes| whole(bytes, layout.component))
    }

    fn layout(&self, index: Index<Accessor>, place: &str) -> Result<(&Accessor, Layout), ReadError> {
        let accessor = self.root.accessors.get(index.value());
        let accessor = accessor.ok_or_else(|| damaged(place, "names an accessor that is not there"))?;
        let (Checked::Valid(component), Checked::Valid(kind)) = (accessor.component_type, accessor.type_)
        else {
            return Err(damaged(place, "has an accessor of unknown type"));
        };
        // Columns of small matrices are padded; no array that is read here holds them.
        if matches!(kind, Type::Mat2 | Type::Mat3) {
            return Err(damaged(place, "has an accessor of small matrices"));
        }
        let layout =
            Layout { component: component.0, width: kind.multiplicity(), normalized: accessor.normalized };
        Ok((accessor, layout))
    }

    fn elements<T: Copy>(
        &self,
        accessor: &Accessor,
        layout: &Layout,
        place: &str,
        element: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, ReadError> {
        let outside = || damaged(place, "has an accessor that leads out of its buffer");
        let count = usize::try_from(accessor.count.0).map_err(|_| outside())?;
        let offset = accessor.byte_offset.map_or(0, |offset| offset.0);
        let mut elements = match accessor.buffer_view {
            Some(view) => self
                .rows(view, offset, count, layout.element_bytes())
                .ok_or_else(outside)?
                .map(&element)
                .collect(),
            // An array without a buffer view is all zeros, apart from its sparse part.
            None => vec![element(&[0; 16 * 8]); count],
        };
        if let Some(sparse) = &accessor.sparse {
            let Checked::Valid(component) = sparse.indices.component_type else { return Err(outside()) };
            let count = usize::try_from(sparse.count.0).map_err(|_| outside())?;
            let component = component.0;
            let places =
                self.rows(sparse.indices.buffer_view, sparse.indices.byte_offset.0, count, component.size());
            let values = self.rows(
                sparse.values.buffer_view,
                sparse.values.byte_offset.0,
                count,
                layout.element_bytes(),
            );
            for (at, value) in places.ok_or_else(outside)?.zip(values.ok_or_else(outside)?) {
                let at = whole(at, component) as usize;
                *elements.get_mut(at).ok_or_else(outside)? = element(value);
            }
        }
        Ok(elements)
    }

    /// The bytes of each element of a view, if the view is long enough.
    fn rows(
        &self,
        view: Index<buffer::View>,
        offset: u64,
        count: usize,
        size: usize,
    ) -> Option<impl Iterator<Item = &[u8]> + use<'_>> {
        let (bytes, step) = self.buffers.view(view)?;
        let bytes = bytes.get(usize::try_from(offset).ok()?..)?;
        let step = step.unwrap_or(size);
        let needed = match count.checked_sub(1) {
            Some(last) => last.checked_mul(step)?.checked_add(size)?,
            None => 0,
        };
        (step >= size && needed <= bytes.len())
            .then(|| (0..count).map(move |row| &bytes[row * step..row * step + size]))
    }
}

fn damaged(place: &str, problem: &str) -> ReadError {
    ReadError::new(place, problem, "check the file with a glTF validator, or export it again")
}

fn whole(bytes: &[u8], component: ComponentType) -> u32 {
    match (component, bytes) {
        (ComponentType::U8, &[a, ..]) => u32::from(a),
        (ComponentType::U16, &[a, b, ..]) => u32::from(u16::from_le_bytes([a, b])),
        (ComponentType::U32, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

/// One component. Normalized whole numbers stand for −1 to 1 or 0 to 1 (glTF 2.0, section 3.6.2.2).
fn float(bytes: &[u8], layout: &Layout) -> f32 {
    let scaled = |value: f32, most: f32| if layout.normalized { (value / most).max(-1.0) } else { value };
    match (layout.component, bytes) {
        (ComponentType::I8, &[a, ..]) => scaled(f32::from(i8::from_le_bytes([a])), 127.0),
        (ComponentType::U8, &[a, ..]) => scaled(f32::from(a), 255.0),
        (ComponentType::I16, &[a, b, ..]) => scaled(f32::from(i16::from_le_bytes([a, b])), 32767.0),
        (ComponentType::U16, &[a, b, ..]) => scaled(f32::from(u16::from_le_bytes([a, b])), 65535.0),
        (ComponentType::U32, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]) as f32,
        (ComponentType::F32, &[a, b, c, d, ..]) => f32::from_le_bytes([a, b, c, d]),
        _ => 0.0,
    }
}
