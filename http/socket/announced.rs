//! Looks at what the head of a WebSocket frame announces before anything of the frame is kept. The codec looks at its
//! bound only when the frame is whole, and a frame may announce 2^63 bytes.

use actix_http::ws::{OpCode, ProtocolError};

/// Bytes of the payload of a control frame (RFC 6455 §5.5).
const CONTROL_BYTES_MAX: usize = 125;

/// Refuses a frame by the bytes that came of it so far. `bytes_max` bounds a message, `so_far` bytes of which came in
/// pieces before this frame.
///
/// # Errors
/// `Overflow` when it is too large; `InvalidLength` and `ContinuationFragment` for a control frame that is none.
pub(super) fn check(frame: &[u8], bytes_max: usize, so_far: usize) -> Result<(), ProtocolError> {
    let &[first, second, ref rest @ ..] = frame else {
        return Ok(());
    };
    let (is_last, code) = (first & 0x80 != 0, first & 0x0f);
    let length = match second & 0x7f {
        126 => {
            let bytes = rest.first_chunk::<2>().copied();
            bytes.map(|bytes| u64::from(u16::from_be_bytes(bytes)))
        }
        127 => rest.first_chunk::<8>().copied().map(u64::from_be_bytes),
        small => Some(u64::from(small)),
    };
    let length = length.map(|length| usize::try_from(length).unwrap_or(usize::MAX));
    match OpCode::from(code) {
        control @ (OpCode::Ping | OpCode::Pong | OpCode::Close) => {
            if !is_last {
                return Err(ProtocolError::ContinuationFragment(control));
            }
            match length.filter(|length| *length > CONTROL_BYTES_MAX) {
                Some(length) => Err(ProtocolError::InvalidLength(length)),
                None => Ok(()),
            }
        }
        data => {
            let room = match data {
                OpCode::Continue => bytes_max.saturating_sub(so_far),
                _ => bytes_max,
            };
            if length.is_some_and(|length| length > room) {
                return Err(ProtocolError::Overflow);
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(code: u8, length: u64) -> Vec<u8> {
        let mut head = vec![0x80 | code, 0xff];
        head.extend(length.to_be_bytes());
        head
    }

    #[test]
    fn a_frame_is_refused_by_its_head_alone() {
        for length in [1_001, 1 << 40, 1 << 62, u64::MAX] {
            let refused = check(&head(2, length), 1_000, 0);
            assert!(matches!(refused, Err(ProtocolError::Overflow)), "{length}");
        }
        assert!(matches!(
            check(&[0x81, 0xfe, 0x03, 0xe9], 1_000, 0),
            Err(ProtocolError::Overflow)
        ));
        check(&head(1, 1_000), 1_000, 0).unwrap();
        // not all of the head is here yet
        check(&head(1, 1 << 40)[..9], 1_000, 0).unwrap();
        check(&[0x81], 1_000, 0).unwrap();
    }

    #[test]
    fn pieces_are_refused_when_they_get_too_large_together() {
        check(&head(0, 400), 1_000, 600).unwrap();
        assert!(matches!(
            check(&head(0, 401), 1_000, 600),
            Err(ProtocolError::Overflow)
        ));
    }

    #[test]
    fn control_frames_are_short_and_whole() {
        check(&[0x89, 0xfd], 1_000, 600).unwrap();
        assert!(matches!(
            check(&[0x89, 0xfe, 0, 200], 1_000, 0),
            Err(ProtocolError::InvalidLength(200))
        ));
        assert!(matches!(
            check(&[0x09, 0x80], 1_000, 0),
            Err(ProtocolError::ContinuationFragment(OpCode::Ping))
        ));
    }
}
