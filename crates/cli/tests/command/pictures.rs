//! Tests of the commands that draw: `morse render` and `morse sense`.

mod original_pictures;
mod rendering;
mod sensing;
