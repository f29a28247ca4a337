//! Tests of the commands that draw: `morse render` and `morse sense`.

mod gallery;
mod original_pictures;
mod rendering;
mod robot_views;
mod sensing;
