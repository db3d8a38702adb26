//! What a picture counts as, by the formula its provider publishes.

use ibid_model::{Image, ImageRule, Tokens};

/// Sides taken for a picture of unknown size, in pixels: a screenshot that is not scaled.
const UNKNOWN: (u32, u32) = (1280, 800);
/// OpenAI, high detail: the longest side, then the shorter side, then the side of a tile, in pixels.
const TILE_FIT: f64 = 2048.0;
const TILE_SHORT: f64 = 768.0;
const TILE: f64 = 512.0;

/// Tokens of `image`. Its encoded size never counts: base64 is not text.
pub fn image_tokens(image: &Image, rule: ImageRule) -> Tokens {
    let (width, height) = match (image.width, image.height) {
        (Some(width), Some(height)) => (width.max(1), height.max(1)),
        _ => UNKNOWN,
    };
    let (width, height) = (f64::from(width), f64::from(height));
    let tokens = match rule {
        ImageRule::Area {
            pixels,
            max_side,
            max_tokens,
        } => {
            let scale = (f64::from(max_side) / width.max(height)).min(1.0);
            let area = width * height * scale * scale / f64::from(pixels.max(1));
            area.ceil().min(f64::from(max_tokens))
        }
        ImageRule::Tiles { base, tile } => {
            let fit = (TILE_FIT / width.max(height)).min(1.0);
            let short = (TILE_SHORT / (width.min(height) * fit)).min(1.0);
            let tiles = |side: f64| (side * fit * short / TILE).ceil().max(1.0);
            f64::from(base) + f64::from(tile) * tiles(width) * tiles(height)
        }
        ImageRule::Flat { tokens } => f64::from(tokens),
    };
    Tokens(tokens as u64)
}
