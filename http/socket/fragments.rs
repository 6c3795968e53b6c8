//! Puts a WebSocket message back together that a client sent in pieces, up to a bound. Browsers
//! send whole messages; other clients may not.

use bytes::{Bytes, BytesMut};
use bytestring::ByteString;

use super::engine_io::Frame;

/// A piece of a message, as the WebSocket layer tells them apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// First of a text message.
    FirstText(Bytes),
    /// First of a binary message.
    FirstBinary(Bytes),
    /// One in the middle.
    Next(Bytes),
    /// The end.
    Last(Bytes),
}

/// Why the pieces make no message; the connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FragmentError {
    /// A beginning inside a message, or a continuation without a beginning.
    #[error("a piece came out of place")]
    OutOfPlace,
    /// Together over the bound.
    #[error("the message is too large")]
    TooLarge,
    /// A text message that is not UTF-8.
    #[error("the text is not valid UTF-8")]
    NotText,
}

/// The message under way.
#[derive(Debug)]
pub struct Fragments {
    bytes_max: usize,
    // text or not, and what came so far
    open: Option<(bool, BytesMut)>,
}

impl Fragments {
    /// `bytes_max` bounds one message.
    pub fn new(bytes_max: usize) -> Self {
        Self {
            bytes_max,
            open: None,
        }
    }

    /// Bytes of the message under way.
    pub fn kept(&self) -> usize {
        self.open.as_ref().map_or(0, |(_, bytes)| bytes.len())
    }

    /// Takes a piece; gives the message with the last one.
    ///
    /// # Errors
    /// Every [`FragmentError`].
    pub fn add(&mut self, piece: Piece) -> Result<Option<Frame>, FragmentError> {
        match (piece, self.open.take()) {
            (Piece::FirstText(bytes), None) => self.keep(true, BytesMut::new(), &bytes),
            (Piece::FirstBinary(bytes), None) => self.keep(false, BytesMut::new(), &bytes),
            (Piece::Next(bytes), Some((text, so_far))) => self.keep(text, so_far, &bytes),
            (Piece::Last(bytes), Some((text, so_far))) => {
                self.keep(text, so_far, &bytes)?;
                self.open
                    .take()
                    .map(|(text, bytes)| whole(text, bytes))
                    .transpose()
            }
            _ => Err(FragmentError::OutOfPlace),
        }
    }

    fn keep(
        &mut self,
        text: bool,
        mut so_far: BytesMut,
        bytes: &[u8],
    ) -> Result<Option<Frame>, FragmentError> {
        if so_far.len().saturating_add(bytes.len()) > self.bytes_max {
            return Err(FragmentError::TooLarge);
        }
        so_far.extend_from_slice(bytes);
        self.open = Some((text, so_far));
        Ok(None)
    }
}

fn whole(text: bool, bytes: BytesMut) -> Result<Frame, FragmentError> {
    let bytes = bytes.freeze();
    if !text {
        return Ok(Frame::Binary(bytes));
    }
    ByteString::try_from(bytes)
        .map(Frame::Text)
        .map_err(|_| FragmentError::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(data: &'static [u8]) -> Bytes {
        Bytes::from_static(data)
    }

    #[test]
    fn pieces_become_a_message_even_when_cut_inside_a_letter() {
        let mut fragments = Fragments::new(10);
        assert_eq!(fragments.add(Piece::FirstText(bytes(b"4\xc3"))), Ok(None));
        assert_eq!(fragments.add(Piece::Next(bytes(b"\xa9"))), Ok(None));
        let whole = fragments.add(Piece::Last(bytes(b"!")));
        assert_eq!(whole, Ok(Some(Frame::Text("4é!".into()))));
        assert_eq!(fragments.add(Piece::FirstBinary(bytes(b"\xff"))), Ok(None));
        let whole = fragments.add(Piece::Last(bytes(b"")));
        assert_eq!(whole, Ok(Some(Frame::Binary(bytes(b"\xff")))));
    }

    #[test]
    fn wrong_order_size_and_text_are_refused() {
        let mut fragments = Fragments::new(4);
        assert_eq!(
            fragments.add(Piece::Next(bytes(b"a"))),
            Err(FragmentError::OutOfPlace)
        );
        assert_eq!(
            fragments.add(Piece::Last(bytes(b"a"))),
            Err(FragmentError::OutOfPlace)
        );
        fragments.add(Piece::FirstText(bytes(b"a"))).unwrap();
        assert_eq!(
            fragments.add(Piece::FirstText(bytes(b"a"))),
            Err(FragmentError::OutOfPlace)
        );
        fragments.add(Piece::FirstText(bytes(b"abc"))).unwrap();
        assert_eq!(
            fragments.add(Piece::Next(bytes(b"de"))),
            Err(FragmentError::TooLarge)
        );
        fragments.add(Piece::FirstText(bytes(b"\xc3"))).unwrap();
        assert_eq!(
            fragments.add(Piece::Last(bytes(b""))),
            Err(FragmentError::NotText)
        );
    }
}
