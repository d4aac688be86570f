//! Writes SVG to a file, or renders it as PNG.

use std::path::{Path, PathBuf};

use clap::Args;
use resvg::{tiny_skia, usvg};

use crate::error::Error;

/// Output files of a picture.
#[derive(Args, Clone, Debug, Default)]
pub struct Target {
    /// Write the picture as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the picture as PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Distance of neighbouring sites in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 48)]
    pub cell: u32,
}

impl Target {
    /// Whether any file is named.
    pub fn is_some(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Writes a picture to all named files.
    pub fn write(&self, svg: &str) -> Result<(), Error> {
        if let Some(path) = &self.svg {
            save(path, svg.as_bytes())?;
        }
        if let Some(path) = &self.png {
            save(path, &png(svg)?)?;
        }
        Ok(())
    }
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    std::fs::write(path, bytes).map_err(Error::at(&path))
}

/// Renders a picture as PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, Error> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|error| format!("the picture cannot be painted: {error}"))?;
    let size = tree.size().to_int_size();
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or("the picture is too large to be painted")?;
    resvg::render(&tree, tiny_skia::Transform::default(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| format!("the picture cannot be painted: {error}").into())
}
