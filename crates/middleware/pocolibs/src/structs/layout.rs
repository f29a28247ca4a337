//! Layout of a C structure: named fields with types and offsets, according to the ABI of 64-bit Linux.

use std::collections::BTreeMap;

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// C type `int`, or an enumeration.
    Int,
    /// C type `long`.
    Long,
    /// C type `unsigned long`.
    UnsignedLong,
    /// C type `float`.
    Float,
    /// C type `double`.
    Double,
    /// C type `char[N]`: zero-terminated text.
    Text(usize),
}

impl Scalar {
    /// Size of the type. [bytes]
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::Int | Self::Float => 4,
            Self::Long | Self::UnsignedLong | Self::Double => 8,
            Self::Text(length) => length,
        }
    }

    fn alignment(self) -> usize {
        match self {
            Self::Text(_) => 1,
            number => number.size(),
        }
    }
}

/// Layout of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    name: String,
    size: usize,
    alignment: usize,
    fields: BTreeMap<String, (Scalar, usize)>,
    /// Whether the layout is known to match the original. False for assumptions.
    confirmed: bool,
}

impl Layout {
    /// Creates a confirmed layout from fields with types and offsets. [bytes]
    #[must_use]
    pub fn from_fields(name: &str, size: usize, fields: BTreeMap<String, (Scalar, usize)>) -> Self {
        Self { name: name.to_owned(), size, alignment: 8, fields, confirmed: true }
    }

    /// Extends the structure by unnamed bytes at the end.
    pub(super) fn followed_by(mut self, bytes: usize) -> Self {
        self.size += bytes;
        self
    }

    /// C name of the structure.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Size of the structure. [bytes]
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the layout is known to match the original. A scene can replace an assumed layout.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    /// Type and offset of a field, such as `main.euler.x` or `points[0].x`.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<(Scalar, usize)> {
        self.fields.get(name).copied()
    }

    /// Names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().map(String::as_str)
    }
}

/// Builds a layout by adding fields in order, with C alignment.
#[derive(Debug)]
pub struct LayoutBuilder {
    layout: Layout,
}

impl LayoutBuilder {
    /// Starts a structure with a confirmed layout.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let fields = BTreeMap::new();
        Self { layout: Layout { name: name.to_owned(), size: 0, alignment: 1, fields, confirmed: true } }
    }

    /// Starts a structure with an assumed layout.
    #[must_use]
    pub fn assumed(name: &str) -> Self {
        let mut builder = Self::new(name);
        builder.layout.confirmed = false;
        builder
    }

    fn align(&mut self, alignment: usize) -> usize {
        self.layout.alignment = self.layout.alignment.max(alignment);
        self.layout.size = self.layout.size.next_multiple_of(alignment);
        self.layout.size
    }

    /// Adds fields of one type.
    #[must_use]
    pub fn fields(mut self, scalar: Scalar, names: &[&str]) -> Self {
        for name in names {
            let offset = self.align(scalar.alignment());
            self.layout.fields.insert((*name).to_owned(), (scalar, offset));
            self.layout.size += scalar.size();
        }
        self
    }

    /// Adds an array of numbers, whose fields are `name[0]`, `name[1]`, …
    #[must_use]
    pub fn array(self, scalar: Scalar, name: &str, count: usize) -> Self {
        (0..count).fold(self, |builder, index| builder.fields(scalar, &[&format!("{name}[{index}]")]))
    }

    /// Adds a nested structure. Its fields are named `name.field`.
    #[must_use]
    pub fn nested(mut self, name: &str, inner: &Layout) -> Self {
        let start = self.align(inner.alignment);
        for (field, (scalar, offset)) in &inner.fields {
            self.layout.fields.insert(format!("{name}.{field}"), (*scalar, start + offset));
        }
        self.layout.size += inner.size;
        self.layout.confirmed &= inner.confirmed;
        self
    }

    /// Adds an array of structures.
    #[must_use]
    pub fn nested_array(self, name: &str, inner: &Layout, count: usize) -> Self {
        (0..count).fold(self, |builder, index| builder.nested(&format!("{name}[{index}]"), inner))
    }

    /// Returns the layout, with padding at its end.
    #[must_use]
    pub fn build(mut self) -> Layout {
        let alignment = self.layout.alignment;
        self.align(alignment);
        self.layout
    }
}
