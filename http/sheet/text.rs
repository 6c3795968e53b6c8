//! Tables as text: separated by commas, semicolons or tabs, as a spreadsheet saves them.

use encoding_rs::{UTF_8, WINDOWS_1252};

use super::{Refused, Rows, place};

/// What separates cells; a spreadsheet in Portuguese writes semicolons.
const SEPARATORS: [u8; 3] = *b";,\t";

/// The rows of a text. Without a byte order mark it is UTF-8 where that fits, else what Windows writes.
pub(super) fn rows(bytes: &[u8]) -> Result<Rows, Refused> {
    let text = match UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => text,
        None => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    };
    let text = text.trim_start_matches('\u{feff}');
    if looks_binary(text) {
        return Err(Refused::Unreadable);
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator(text))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Rows::new();
    for (row, record) in reader.records().enumerate() {
        let record = record.map_err(|_| Refused::Unreadable)?;
        for (column, cell) in record.iter().enumerate() {
            place(&mut rows, row, column, cell)?;
        }
    }
    Ok(rows)
}

/// Texts have no control characters but tabs and line ends.
fn looks_binary(text: &str) -> bool {
    text.chars().any(|c| {
        c.is_control() && !matches!(c, '\t' | '\n' | '\r') && !('\u{80}'..='\u{9f}').contains(&c)
    })
}

/// The separator that the heading has most of.
fn separator(text: &str) -> u8 {
    let heading = text.lines().next().unwrap_or_default();
    let count = |separator: u8| heading.bytes().filter(|byte| *byte == separator).count();
    let best = SEPARATORS.into_iter().rev().max_by_key(|one| count(*one));
    best.unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Rows {
        rows(bytes).unwrap()
    }

    #[test]
    fn every_separator_and_both_encodings_are_read() {
        let expected = [["nome", "numero"], ["João", "5511988887777"]];
        for text in [
            "nome,numero\nJoão,5511988887777\n",
            "\u{feff}nome;numero\r\nJoão;5511988887777\r\n",
            "nome\tnumero\nJoão\t5511988887777",
            "\"nome\";\"numero\"\n\"João\";\"5511988887777\"\n",
        ] {
            assert_eq!(read(text.as_bytes()), expected);
        }
        assert_eq!(read(b"nome;numero\nJo\xe3o;5511988887777\n"), expected);
    }

    #[test]
    fn a_cell_may_hold_the_separator_and_a_row_may_be_short() {
        let rows = read(b"nome,numero,email\n\"Silva, Bia\",55\n");
        assert_eq!(rows[1], ["Silva, Bia", "55"]);
    }

    #[test]
    fn a_picture_is_no_table() {
        assert_eq!(rows(b"\x89PNG\r\n\x1a\n\0\0\0"), Err(Refused::Unreadable));
    }
}
