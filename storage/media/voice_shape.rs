//! How long a voice note is and how loud where, as phones draw it before they have fetched it. Nothing is decoded: Opus
//! spends more bytes on speech than on silence, so the sizes of its packets have the shape of the sound. A note of
//! constant rate has a flat line.

/// Bars of a voice note on a phone.
const BARS: usize = 64;
/// Height of the highest bar.
const LOUDEST: usize = 100;
/// Samples a second that Opus counts in (RFC 7845, 4).
const OPUS_RATE: u64 = 48_000;
/// Bytes of a page's header before its table of sizes (RFC 3533, 6).
const PAGE_HEAD: usize = 27;
/// Packets of the headers: what it is, and what it is called.
const HEADERS: usize = 2;
/// A day of sound; what says more lies.
const SECONDS_MAX: u64 = 24 * 3600;

/// What a phone shows of a voice note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoiceShape {
    /// Its length, in seconds.
    pub seconds: u32,
    /// 64 heights from 0 to 100.
    pub bars: Vec<u8>,
}

/// The shape of an Ogg file with Opus in it; `None` for everything else.
pub fn voice_shape(file: &[u8]) -> Option<VoiceShape> {
    let (mut packets, mut packet) = (Vec::new(), 0);
    let (mut at, mut samples) = (0, 0);
    let head = file.get(PAGE_HEAD..)?;
    let skip = head.windows(8).take(256).position(|it| it == b"OpusHead")?;
    let skip = u64::from(u16::from_le_bytes(array(head, skip + 10)?));
    while let Some(page) = file.get(at..).filter(|page| page.starts_with(b"OggS")) {
        let Some(position) = array::<8>(page, 6).map(u64::from_le_bytes) else {
            break;
        };
        let count = usize::from(*page.get(PAGE_HEAD - 1)?);
        let Some(sizes) = page.get(PAGE_HEAD..PAGE_HEAD + count) else {
            break;
        };
        for size in sizes {
            packet += usize::from(*size);
            if *size < u8::MAX {
                packets.push(std::mem::take(&mut packet));
            }
        }
        // a page on which no packet ends has no position
        if position != u64::MAX {
            samples = position;
        }
        at += PAGE_HEAD + count + sizes.iter().map(|size| usize::from(*size)).sum::<usize>();
    }
    let sound = packets.get(HEADERS..).filter(|sound| !sound.is_empty())?;
    let seconds = (samples.saturating_sub(skip)).div_ceil(OPUS_RATE);
    Some(VoiceShape {
        seconds: u32::try_from(seconds.clamp(1, SECONDS_MAX)).ok()?,
        bars: bars(sound),
    })
}

fn bars(packets: &[usize]) -> Vec<u8> {
    let means: Vec<usize> = (0..BARS)
        .map(|bar| {
            let from = bar * packets.len() / BARS;
            let to = ((bar + 1) * packets.len() / BARS).max(from + 1);
            let part = packets.get(from..to).unwrap_or_default();
            part.iter().sum::<usize>() / part.len().max(1)
        })
        .collect();
    let loudest = means.iter().copied().max().unwrap_or_default().max(1);
    let height = |mean: usize| u8::try_from(mean * LOUDEST / loudest).unwrap_or_default();
    means.into_iter().map(height).collect()
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with these packets, each shorter than 255 bytes.
    fn page(position: u64, packets: &[Vec<u8>]) -> Vec<u8> {
        let mut page = b"OggS\0\0".to_vec();
        page.extend(position.to_le_bytes());
        page.extend([0; 12]);
        page.push(u8::try_from(packets.len()).unwrap());
        page.extend(packets.iter().map(|it| u8::try_from(it.len()).unwrap()));
        page.extend(packets.concat());
        page
    }

    fn headers() -> Vec<u8> {
        let mut head = b"OpusHead\x01\x01".to_vec();
        head.extend(312_u16.to_le_bytes());
        head.extend([0; 7]);
        [page(0, &[head]), page(0, &[b"OpusTags".to_vec()])].concat()
    }

    #[test]
    fn a_note_is_as_long_as_its_last_page_says_and_loud_where_its_packets_are_large() {
        // two seconds of silence, then two of speech
        let silence = page(48_000 * 2, &vec![vec![0; 10]; 100]);
        let speech = page(48_000 * 4 + 312, &vec![vec![0; 100]; 100]);
        let note = [headers(), silence, speech].concat();
        let shape = voice_shape(&note).unwrap();
        assert_eq!((shape.seconds, shape.bars.len()), (4, 64));
        assert_eq!((shape.bars[0], shape.bars[31]), (10, 10));
        assert_eq!((shape.bars[32], shape.bars[63]), (100, 100));
    }

    #[test]
    fn a_short_note_has_all_its_bars_and_a_cut_one_those_that_are_there() {
        let note = [headers(), page(960, &[vec![0; 40]])].concat();
        let shape = voice_shape(&note).unwrap();
        assert_eq!((shape.seconds, shape.bars), (1, vec![100; 64]));
        let cut = [&note[..], b"OggS\0"].concat();
        assert_eq!(voice_shape(&cut).unwrap().seconds, 1);
    }

    #[test]
    fn what_is_no_voice_note_has_no_shape() {
        assert_eq!(voice_shape(b""), None);
        assert_eq!(voice_shape(b"ID3 something else entirely, and long"), None);
        assert_eq!(voice_shape(&headers()), None, "nothing is said");
    }
}
