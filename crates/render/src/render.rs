//! Renders a view of a world.

use glam::Vec3A;
use morse_world::World;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::prepared_camera::PreparedCamera;
use crate::shading::lights::PreparedLight;
use crate::tile;
use crate::tile::{RowBand, Scene, TileRenderer};
use crate::{Grid, Picture, RenderError, Shade, Style, View};

/// Renders a view of a world on the threads of the current pool.
///
/// # Errors
/// [`RenderError`] if the view is not valid.
pub fn render(world: &World, view: &View, style: &Style<'_>) -> Result<Picture, RenderError> {
    let mut picture = Picture::default();
    render_into(world, view, style, &mut picture)?;
    Ok(picture)
}

/// As [`render`], into an existing image, to reuse its memory.
///
/// The work is distributed over the threads of the current pool. The result is bit-identical for any number of threads.
///
/// # Errors
/// [`RenderError`] if the view is not valid; the image is unchanged in that case.
pub fn render_into(
    world: &World,
    view: &View,
    style: &Style<'_>,
    picture: &mut Picture,
) -> Result<(), RenderError> {
    view.validate()?;
    picture.resize(view.width, view.height, style.colors);
    let camera = PreparedCamera::new(view);
    let lights = if style.colors { PreparedLight::all(world, camera.position) } else { Vec::new() };
    let illumination = world.illumination();
    let scene = Scene {
        world,
        camera,
        lights,
        ambient: style.ambient_in(world).map(Vec3A::from),
        ambient_added: illumination.map_or(Vec3A::ZERO, |illumination| illumination.ambient.into()),
        linear: illumination.is_some_and(|illumination| illumination.linear),
        style: *style,
        size: [view.width, view.height],
    };
    let in_band = (tile::HEIGHT * view.width) as usize;
    let mut rgba = picture.rgba.chunks_mut(in_band);
    let row_bands = picture.depth.chunks_mut(in_band).zip(picture.nodes.chunks_mut(in_band)).enumerate();
    let row_bands = row_bands.map(|(number, (depth, nodes))| RowBand {
        first_row: number as u32 * tile::HEIGHT,
        rgba: rgba.next().unwrap_or_default(),
        depth,
        nodes,
    });
    let row_bands: Vec<_> = row_bands.collect();
    row_bands.into_par_iter().for_each_init(
        || TileRenderer::new(&scene),
        |tile_renderer, mut row_band| tile_renderer.draw(&mut row_band),
    );
    Ok(())
}

/// As [`render`], with anti-aliasing by four rays per pixel, and with a grid and shades drawn over the image. For images
/// that people look at.
///
/// # Errors
/// [`RenderError`] if a view of twice that size is not valid.
pub fn render_smooth(
    world: &World,
    view: &View,
    style: &Style<'_>,
    grid: Option<&Grid>,
    shades: &[Shade],
) -> Result<Picture, RenderError> {
    let twice = View { width: view.width.saturating_mul(2), height: view.height.saturating_mul(2), ..*view };
    let mut picture = render(world, &twice, style)?;
    if style.outlines {
        picture.outline();
    }
    if let Some(grid) = grid {
        grid.draw(&twice, &mut picture);
    }
    for shade in shades {
        shade.draw(&twice, &mut picture);
    }
    Ok(picture.halved())
}
