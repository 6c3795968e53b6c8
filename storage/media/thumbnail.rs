//! The small picture that a phone shows of a picture or a film before it has fetched it. A film has one where `ffmpeg` is
//! installed.

use std::{ffi::OsString, io::Cursor, path::Path, process::Stdio, time::Duration};

use image::{
    DynamicImage, ImageDecoder as _, ImageError, ImageReader, ImageResult, Limits,
    codecs::jpeg::JpegEncoder,
    error::{LimitError, LimitErrorKind},
    imageops,
};
use tokio::{process::Command, sync::Semaphore, task::spawn_blocking, time::timeout};

/// Longest side, in pixels.
const SIDE: u32 = 100;
/// Of 100: nobody looks closely.
const QUALITY: u8 = 60;
/// Bytes of a small picture that are sent at most; it travels inside the message.
const BYTES_MAX: usize = 32 * 1024;
/// Bytes that decoding a picture may take: about 30 million pixels. Larger ones are sent without a small one.
const DECODING_BYTES_MAX: u64 = 96 << 20;
/// Pictures that are decoded at once: each takes a core and its pixels' memory.
static TURNS: Semaphore = Semaphore::const_new(2);
/// The program that shows the first picture of a film; looked for in `PATH`.
const PROGRAM: &str = "ffmpeg";
/// The first picture of a film is there at once, or something is wrong.
const PATIENCE: Duration = Duration::from_secs(10);

/// A small JPEG of a picture, upright and on white. `None` for what cannot be decoded or is too large to be.
pub async fn thumbnail_of_picture(file: Vec<u8>) -> Option<Vec<u8>> {
    let _turn = TURNS.acquire().await.ok()?;
    match spawn_blocking(move || shrink(&file, DECODING_BYTES_MAX)).await {
        Ok(Ok(small)) => Some(small).filter(|small| small.len() <= BYTES_MAX),
        Ok(Err(error)) => {
            tracing::debug!(%error, "a picture has no small one");
            None
        }
        Err(error) => {
            tracing::warn!(%error, "a picture could not be made small");
            None
        }
    }
}

/// A small JPEG of the first picture of an MP4 file. `None` where the program is missing or cannot read it. The input is
/// read as MP4 and nothing else, so that no playlist can name other files.
pub async fn thumbnail_of_film(file: &Path) -> Option<Vec<u8>> {
    let _turn = TURNS.acquire().await.ok()?;
    // a name with a colon in it would be taken for a protocol
    let mut input = OsString::from("file:");
    input.push(file);
    let mut shown = Command::new(PROGRAM);
    shown
        .args([
            "-nostdin",
            "-v",
            "error",
            "-protocol_whitelist",
            "file,pipe",
        ])
        .args(["-f", "mov", "-i"])
        .arg(input)
        .args(["-map_metadata", "-1", "-frames:v", "1", "-vf"])
        .arg(format!(
            "scale={SIDE}:{SIDE}:force_original_aspect_ratio=decrease"
        ))
        .args(["-f", "mjpeg", "pipe:1"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let small = timeout(PATIENCE, shown.output()).await.ok()?.ok()?;
    let is_small = (1..=BYTES_MAX).contains(&small.stdout.len());
    (small.status.success() && is_small).then_some(small.stdout)
}

fn shrink(file: &[u8], bytes_max: u64) -> ImageResult<Vec<u8>> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(bytes_max);
    let mut reader = ImageReader::new(Cursor::new(file)).with_guessed_format()?;
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    // the limits are for what the decoder takes beside the pixels themselves
    if decoder.total_bytes() > bytes_max {
        let too_large = LimitError::from_kind(LimitErrorKind::InsufficientMemory);
        return Err(ImageError::Limits(too_large));
    }
    let turned = decoder.orientation()?;
    let mut small = DynamicImage::from_decoder(decoder)?.thumbnail(SIDE, SIDE);
    small.apply_orientation(turned);
    // a JPEG knows nothing of what shines through
    let mut white = DynamicImage::ImageRgba8(image::RgbaImage::from_pixel(
        small.width(),
        small.height(),
        image::Rgba([u8::MAX; 4]),
    ));
    imageops::overlay(&mut white, &small.to_rgba8(), 0, 0);
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY).encode_image(&white.to_rgb8())?;
    Ok(jpeg)
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, Rgba, RgbaImage};

    use super::*;

    fn png(width: u32, height: u32, colour: [u8; 4]) -> Vec<u8> {
        let picture = DynamicImage::ImageRgba8(RgbaImage::from_pixel(width, height, Rgba(colour)));
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, ImageFormat::Png).unwrap();
        file.into_inner()
    }

    #[tokio::test]
    async fn a_picture_has_a_small_jpeg_of_its_shape_and_what_shines_through_is_white() {
        let small = thumbnail_of_picture(png(800, 400, [255, 0, 0, 255])).await;
        let small = image::load_from_memory_with_format(&small.unwrap(), ImageFormat::Jpeg);
        let small = small.unwrap().to_rgb8();
        assert_eq!(small.dimensions(), (100, 50));
        let [red, green, _] = small.get_pixel(50, 25).0;
        assert!(red > 240 && green < 20, "{red} {green}");
        let clear = thumbnail_of_picture(png(10, 10, [0, 0, 0, 0]))
            .await
            .unwrap();
        let clear = image::load_from_memory(&clear).unwrap().to_rgb8();
        assert!(clear.get_pixel(5, 5).0.iter().all(|it| *it > 240));
    }

    #[tokio::test]
    async fn what_is_no_picture_or_too_large_has_none() {
        assert_eq!(
            thumbnail_of_picture(b"GIF89a and no more".to_vec()).await,
            None
        );
        let picture = png(100, 100, [9; 4]);
        let too_large = shrink(&picture, 39_999);
        assert!(matches!(too_large, Err(ImageError::Limits(_))));
        assert!(shrink(&picture, DECODING_BYTES_MAX).is_ok());
        let nowhere = thumbnail_of_film(Path::new("/nowhere/film.mp4")).await;
        assert_eq!(nowhere, None);
    }
}
