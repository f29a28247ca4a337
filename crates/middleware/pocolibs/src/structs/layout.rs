//! A C structure: its fields by name, with types and offsets, laid out as C compilers do on 64-bit Linux.

use std::collections::BTreeMap;

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// `int`, and enumerations.
    Int,
    /// `long`.
    Long,
    /// `unsigned long`.
    UnsignedLong,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `char[N]`: text with a final zero.
    Text(usize),
}

impl Scalar {
    /// Size. [bytes]
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

/// The fields of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    name: String,
    size: usize,
    alignment: usize,
    fields: BTreeMap<String, (Scalar, usize)>,
    /// Whether it is that of the original, and not an assumption.
    confirmed: bool,
}

impl Layout {
    /// A structure with these fields, each with its offset.
    #[must_use]
    pub fn from_fields(name: &str, size: usize, fields: BTreeMap<String, (Scalar, usize)>) -> Self {
        Self { name: name.to_owned(), size, alignment: 8, fields, confirmed: true }
    }

    /// The same structure with bytes without names behind it.
    pub(super) fn followed_by(mut self, bytes: usize) -> Self {
        self.size += bytes;
        self
    }

    /// Name of the structure in C.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Size. [bytes]
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether it is that of the original. Others are assumptions, which a scene can replace.
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

/// Lays out the fields of a structure one after the other.
#[derive(Debug)]
pub struct LayoutBuilder {
    layout: Layout,
}

impl LayoutBuilder {
    /// A structure whose layout is that of the original.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let fields = BTreeMap::new();
        Self { layout: Layout { name: name.to_owned(), size: 0, alignment: 1, fields, confirmed: true } }
    }

    /// A structure whose layout is an assumption.
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

    /// Adds a structure.
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

    /// The structure, with the padding at its end.
    #[must_use]
    pub fn build(mut self) -> Layout {
        let alignment = self.layout.alignment;
        self.align(alignment);
        self.layout
    }
}
