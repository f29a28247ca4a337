//! Drawing over images: text, lines, grids, shaded surfaces.

pub(crate) mod canvas;
pub(crate) mod grid;
pub(crate) mod shade;
pub(crate) mod text;
