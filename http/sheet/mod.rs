//! The rows of a table that somebody uploads: `.xlsx`, `.xls` or text with separators. Foreign bytes: everything is
//! bounded before it is believed.

mod guard;
mod text;
mod workbook;

use std::{path::Path, sync::Arc, time::Duration};

use guiche_storage::model::ErrorCode;
use tokio::{sync::Semaphore, time::timeout};

use crate::error::ApiError;

/// Rows below the heading.
pub const ROWS_MAX: usize = 100_000;
/// Bytes of a file: `ROWS_MAX` rows of a contact list are smaller.
pub const FILE_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// Columns that are read; those behind them are left out.
const COLUMNS_MAX: usize = 64;
/// A table with more rows than this is tall.
const TALL_FROM: usize = 5_000;
/// Columns of a tall table; one that is wider is refused, since every cell takes memory.
const TALL_COLUMNS_MAX: usize = 16;
/// Characters that are kept of a cell.
const CELL_CHARS_MAX: usize = 1_000;
/// Longest wait for a turn before `ERR_BUSY`.
const WAIT: Duration = Duration::from_secs(10);

/// The rows of a table in their order, the heading first. Cells are trimmed.
pub type Rows = Vec<Vec<String>>;

/// Why a table is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// Not a table that is known here, or a broken one.
    Unreadable,
    /// Unpacked larger than anything that somebody would send.
    TooLarge,
    /// More than [`ROWS_MAX`] rows.
    TooManyRows,
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        let code = match refused {
            Refused::Unreadable => ErrorCode::ImportUnreadable,
            Refused::TooLarge => ErrorCode::PayloadTooLarge,
            Refused::TooManyRows => ErrorCode::ImportRows,
        };
        code.into()
    }
}

/// Reads tables one after the other: a large one takes some ten megabytes while it is unpacked.
#[derive(Debug, Clone)]
pub struct SheetReader(Arc<Semaphore>);

impl Default for SheetReader {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl SheetReader {
    /// The rows of the first sheet of a file.
    ///
    /// # Errors
    /// `ImportUnreadable`, `ImportRows`, `PayloadTooLarge`; `Busy` when no turn came within 10 s.
    pub async fn read(&self, path: &Path) -> Result<Rows, ApiError> {
        let turn = timeout(WAIT, Arc::clone(&self.0).acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or(ErrorCode::Busy)?;
        let bytes = tokio::fs::read(path).await.map_err(ApiError::internal)?;
        let work = tokio::task::spawn_blocking(move || {
            let rows = rows(&bytes);
            drop(turn);
            rows
        });
        // a broken file that makes a reader panic is a broken file
        Ok(work.await.unwrap_or(Err(Refused::Unreadable))?)
    }
}

/// The rows of the first sheet of a file's bytes. Takes its time: not for a thread that answers requests.
///
/// # Errors
/// See [`Refused`].
pub fn rows(bytes: &[u8]) -> Result<Rows, Refused> {
    let mut rows = if bytes.starts_with(b"PK\x03\x04") {
        workbook::xlsx(bytes)?
    } else if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        workbook::xls(bytes)?
    } else {
        text::rows(bytes)?
    };
    while rows.last().is_some_and(|row| is_empty(row)) {
        rows.pop();
    }
    if rows.len() > ROWS_MAX + 1 {
        return Err(Refused::TooManyRows);
    }
    Ok(rows)
}

/// Whether nothing is in any cell.
pub fn is_empty(row: &[String]) -> bool {
    row.iter().all(String::is_empty)
}

/// A cell as it is kept: one line, without the spaces around it.
fn cell(text: &str) -> String {
    let line: String = text
        .trim()
        .chars()
        .filter(|c| *c != '\0')
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(CELL_CHARS_MAX)
        .collect();
    line.trim_end().to_owned()
}

/// Whether a cell may stand there.
fn check_bounds(row: usize, column: usize) -> Result<(), Refused> {
    if row > ROWS_MAX {
        return Err(Refused::TooManyRows);
    }
    if row > TALL_FROM && column >= TALL_COLUMNS_MAX {
        return Err(Refused::TooLarge);
    }
    Ok(())
}

/// Puts a cell into its place; what is outside of the bounds is left out, and a row too far down refuses the table.
fn place(rows: &mut Rows, row: usize, column: usize, text: &str) -> Result<(), Refused> {
    if text.trim().is_empty() || column >= COLUMNS_MAX {
        return Ok(());
    }
    check_bounds(row, column)?;
    if rows.len() <= row {
        rows.resize_with(row + 1, Vec::new);
    }
    if let Some(cells) = rows.get_mut(row) {
        if cells.len() <= column {
            cells.resize_with(column + 1, String::new);
        }
        if let Some(place) = cells.get_mut(column) {
            *place = cell(text);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_one_trimmed_line() {
        assert_eq!(cell("  Bia\r\nSilva \t"), "Bia  Silva");
        assert_eq!(cell("a\0b"), "ab");
        assert_eq!(cell(&"x".repeat(2_000)).len(), CELL_CHARS_MAX);
    }

    #[test]
    fn a_table_ends_with_its_last_filled_row_and_has_a_bound() {
        let text = "nome,numero\nBia,5511988887777\n,\n\n";
        assert_eq!(rows(text.as_bytes()).unwrap().len(), 2);
        let long = format!("nome\n{}", "x\n".repeat(ROWS_MAX));
        assert_eq!(rows(long.as_bytes()).unwrap().len(), ROWS_MAX + 1);
        let longer = format!("{long}x\n");
        assert_eq!(rows(longer.as_bytes()), Err(Refused::TooManyRows));
    }

    #[test]
    fn a_tall_table_is_narrow() {
        let wide = ";".repeat(TALL_COLUMNS_MAX);
        let short = format!("nome\n{}", format!("{wide}x\n").repeat(TALL_FROM));
        assert_eq!(rows(short.as_bytes()).unwrap().len(), TALL_FROM + 1);
        let tall = format!("{short}{wide}x\n");
        assert_eq!(rows(tall.as_bytes()), Err(Refused::TooLarge));
    }

    #[test]
    fn bytes_that_only_begin_like_a_workbook_are_refused() {
        for bytes in [
            &b"PK\x03\x04"[..],
            b"PK\x03\x04 and nothing that follows",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and nothing that follows, which is too short as well",
        ] {
            assert_eq!(rows(bytes), Err(Refused::Unreadable));
        }
    }
}
