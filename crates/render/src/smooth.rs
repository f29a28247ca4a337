//! Images for people: smooth edges, a grid, and shades. A film draws only the parts again that changed.

use std::mem;
use std::sync::Arc;

use glam::DVec3;
use morse_world::World;

use crate::device::PictureRequest;
use crate::device::renderer::Renderer;
use crate::redraw::Tiles;
use crate::render::render_tiles;
use crate::{Grid, Picture, RenderError, Shade, Style, View};

/// Renders views with several samples per pixel, and with a grid and shades drawn over the image.
pub struct SmoothRenderer {
    /// The device that draws, in place of the one that is attached to the world.
    renderer: Option<Arc<Renderer>>,
    /// Samples along each side of a pixel.
    side: u32,
    /// The image at that many times the size, without what is drawn over it.
    plain: Picture,
    /// The colors of that image with outlines and grid.
    drawn: Vec<[u8; 4]>,
    /// The image.
    smooth: Picture,
}

/// Samples along each side of a pixel, where no number is given.
const SIDE: u32 = 2;

impl Default for SmoothRenderer {
    fn default() -> Self {
        let (plain, smooth) = (Picture::default(), Picture::default());
        SmoothRenderer { renderer: None, side: SIDE, plain, drawn: Vec::new(), smooth }
    }
}

impl SmoothRenderer {
    /// A renderer whose images are drawn by a device; by the CPU, or the device that is attached to the world, for `None`.
    #[must_use]
    pub fn by(renderer: Option<Arc<Renderer>>) -> SmoothRenderer {
        SmoothRenderer { renderer, ..SmoothRenderer::default() }
    }

    /// The same with a number of samples along each side of a pixel: 1, 2, 4 or 8. A number between two of these is lowered.
    #[must_use]
    pub fn with_samples(self, side: u32) -> SmoothRenderer {
        SmoothRenderer { side: 1 << side.clamp(1, 8).ilog2(), ..self }
    }

    /// Renders a view.
    ///
    /// # Errors
    /// [`RenderError`] if a view with a pixel for each sample is not valid.
    pub fn draw(
        &mut self,
        world: &World,
        view: &View,
        style: &Style<'_>,
        grid: Option<&Grid>,
        shades: &[Shade],
    ) -> Result<&Picture, RenderError> {
        let large = self.enlarged(view);
        self.update(world, &large, style, grid, &Tiles::all(&large))?;
        Ok(self.finish(&large, shades))
    }

    /// Renders the last view again, with the same style and grid, in a world in which nothing has changed except inside
    /// `changed`: world-aligned boxes, as lowest and highest corners [m], before and after the change. The shadows of the
    /// boxes are drawn again too.
    ///
    /// # Errors
    /// [`RenderError`] if the view is not valid.
    pub fn draw_changes(
        &mut self,
        world: &World,
        view: &View,
        style: &Style<'_>,
        grid: Option<&Grid>,
        shades: &[Shade],
        changed: &[[DVec3; 2]],
    ) -> Result<&Picture, RenderError> {
        let large = self.enlarged(view);
        let is_same_size = [self.plain.width, self.plain.height] == [large.width, large.height];
        // A mirror shows changes anywhere.
        let has_mirrors = world.materials().any(|(_, material)| material.mirror > 0.0);
        let tiles = if is_same_size && !has_mirrors {
            Tiles::around(world, &large, changed)
        } else {
            Tiles::all(&large)
        };
        self.update(world, &large, style, grid, &tiles)?;
        Ok(self.finish(&large, shades))
    }

    /// Renders the tiles, and draws outlines and grid over them.
    fn update(
        &mut self,
        world: &World,
        large: &View,
        style: &Style<'_>,
        grid: Option<&Grid>,
        tiles: &Tiles,
    ) -> Result<(), RenderError> {
        large.validate()?;
        let request = PictureRequest { world, view: large, directions: None, style };
        let renderer = self.renderer.as_deref().or_else(|| Renderer::of(world));
        let all = Tiles::all(large);
        // A device draws whole images.
        let tiles = if renderer.is_some_and(|renderer| renderer.draw(&request, &mut self.plain)) {
            &all
        } else {
            render_tiles(world, large, style, &mut self.plain, tiles)?;
            tiles
        };
        self.drawn.resize(self.plain.rgba.len(), [0; 4]);
        let [width, height] = [large.width, large.height].map(|length| length / self.side);
        self.smooth.resize(width, height, &Style { normals: false, ..*style });
        let grid = grid.map(|grid| grid.prepared(large));
        for [columns, rows] in tiles.areas() {
            for row in rows.clone() {
                let places = self.plain.index(columns.start, row)..self.plain.index(columns.end, row);
                if let (Some(to), Some(from)) =
                    (self.drawn.get_mut(places.clone()), self.plain.rgba.get(places))
                {
                    to.copy_from_slice(from);
                }
            }
            if style.outlines {
                let width = (self.side / SIDE).max(1);
                self.plain.outline(&mut self.drawn, columns.clone(), rows.clone(), width);
            }
            if let Some(grid) = &grid {
                grid.draw(&self.plain, &mut self.drawn, columns.clone(), rows.clone());
            }
            self.plain.reduce(&self.drawn, &mut self.smooth, [columns, rows], self.side);
        }
        Ok(())
    }

    /// The view with a pixel for each sample.
    fn enlarged(&self, view: &View) -> View {
        let [width, height] = [view.width, view.height].map(|length| length.saturating_mul(self.side));
        View { width, height, ..*view }
    }

    /// The image with shades. They may be anywhere, so that all of it is made again.
    fn finish(&mut self, large: &View, shades: &[Shade]) -> &Picture {
        if shades.is_empty() {
            return &self.smooth;
        }
        let plain = mem::replace(&mut self.plain.rgba, self.drawn.clone());
        for shade in shades {
            shade.draw(large, &mut self.plain);
        }
        let shaded = mem::replace(&mut self.plain.rgba, plain);
        self.plain.reduce(&shaded, &mut self.smooth, [0..large.width, 0..large.height], self.side);
        &self.smooth
    }
}

/// Renders a view once. See [`SmoothRenderer::draw`].
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
    let mut renderer = SmoothRenderer::default();
    renderer.draw(world, view, style, grid, shades)?;
    Ok(renderer.smooth)
}
