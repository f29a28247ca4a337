//! Renders a view of a world.

use std::sync::atomic::AtomicBool;

use glam::Vec3A;
use morse_world::{RayTile, SkyImage, TileHits, World};
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::device::PictureRequest;
use crate::device::renderer::Renderer;
use crate::prepared_camera::PreparedCamera;
use crate::redraw::{HEIGHT, Tiles};
use crate::shading::ambient_light::{AmbientLight, surroundings};
use crate::shading::development::Development;
use crate::shading::lights::PreparedLight;
use crate::tile::{RowBand, Scene, TileRenderer};
use crate::{Picture, PixelDirections, RenderError, Style, View};

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
    let request = PictureRequest { world, view, directions: None, style };
    if Renderer::of(world).is_some_and(|renderer| renderer.draw(&request, picture)) {
        return Ok(());
    }
    render_tiles(world, view, style, picture, &Tiles::all(view))
}

/// As [`render_into`], with the rays of a lens in place of those of the projection of the view.
///
/// Each pixel shows what its ray meets; pixels without a ray are black. Depths and the clip distances of the view are along the
/// rays.
///
/// # Errors
/// [`RenderError`] if the view is not valid or has another size than the rays; the image is unchanged in that case.
pub fn render_through(
    world: &World,
    view: &View,
    directions: &PixelDirections,
    style: &Style<'_>,
    picture: &mut Picture,
) -> Result<(), RenderError> {
    if directions.size != [view.width, view.height] {
        return Err(RenderError::bad("size", [view.width, view.height], "the size of the image of the lens"));
    }
    view.validate()?;
    let request = PictureRequest { world, view, directions: Some(directions), style };
    if Renderer::of(world).is_some_and(|renderer| renderer.draw(&request, picture)) {
        return Ok(());
    }
    let camera = PreparedCamera::through(view, directions);
    render_scene(world, view, camera, style, picture, &Tiles::all(view))
}

/// Whether nothing in a picture with these options is nearer than a depth [m]. False for views that cannot be rasterized.
#[must_use]
pub fn is_empty_before(world: &World, view: &View, style: &Style<'_>, depth_m: f64) -> bool {
    let view = View { near_m: 0.0, far_m: depth_m, ..*view };
    if view.validate().is_err() {
        return false;
    }
    let (camera, filter) = (PreparedCamera::new(&view), style.filter());
    let mut hits = TileHits::default();
    let columns = || (0..view.width).step_by(RayTile::WIDTH as usize);
    let mut places =
        (0..view.height).step_by(HEIGHT as usize).flat_map(|row| columns().map(move |column| (column, row)));
    places.all(|(column, row)| {
        let Some(tile) = camera.tile(column, row) else { return false };
        world.cast_tile(&tile, None, &filter, &mut hits);
        hits.runs.iter().all(|run| run.surface.is_none())
    })
}

/// As [`render_into`], for some tiles of an image; the other tiles keep their pixels if the image has the size of the view.
pub(crate) fn render_tiles(
    world: &World,
    view: &View,
    style: &Style<'_>,
    picture: &mut Picture,
    tiles: &Tiles,
) -> Result<(), RenderError> {
    render_scene(world, view, PreparedCamera::new(view), style, picture, tiles)
}

fn render_scene(
    world: &World,
    view: &View,
    camera: PreparedCamera,
    style: &Style<'_>,
    picture: &mut Picture,
    tiles: &Tiles,
) -> Result<(), RenderError> {
    view.validate()?;
    picture.resize(view.width, view.height, style);
    let lights = if style.colors { PreparedLight::in_picture(world, &camera) } else { Vec::new() };
    let illumination = world.illumination();
    let is_parallel = camera.parallel;
    let linear = illumination.is_some_and(|illumination| illumination.linear);
    let scene = Scene {
        world,
        camera,
        ambient_light: AmbientLight {
            ambient: style.ambient_in(world).map(Vec3A::from),
            ambient_added: illumination.map_or(Vec3A::ZERO, |illumination| illumination.ambient.into()),
            surroundings: surroundings(&lights),
            soft: style.is_soft_in(world),
        },
        lights,
        linear,
        development: Development::of(style, linear),
        style: *style,
        sky: world.sky().map(SkyImage::new).filter(|_| !is_parallel),
        size: [view.width, view.height],
        tiles,
        has_reflections: AtomicBool::new(false),
    };
    let in_band = (HEIGHT * view.width) as usize;
    let mut rgba = picture.rgba.chunks_mut(in_band);
    let mut normals = picture.normals.chunks_mut(in_band);
    let mut nodes = picture.nodes.chunks_mut(in_band);
    let row_bands = picture.depth.chunks_mut(in_band).enumerate().map(|(number, depth)| RowBand {
        first_row: number as u32 * HEIGHT,
        rgba: rgba.next().unwrap_or_default(),
        normals: normals.next().unwrap_or_default(),
        depth,
        nodes: nodes.next().unwrap_or_default(),
    });
    let row_bands: Vec<_> = row_bands.collect();
    // Each thread takes the next band when it has drawn one: the costs of bands differ.
    row_bands.into_iter().par_bridge().for_each_init(
        || TileRenderer::new(&scene),
        |tile_renderer, mut row_band| tile_renderer.draw(&mut row_band),
    );
    picture.has_reflections = scene.has_reflections.into_inner();
    Ok(())
}
