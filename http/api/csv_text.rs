//! Tables as a text that a spreadsheet opens, and never runs.

use crate::error::ApiError;

/// Tells a spreadsheet that the text is UTF-8.
pub(super) const BYTE_ORDER_MARK: &str = "\u{feff}";
/// What makes a spreadsheet take a text for a formula.
const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A text that no spreadsheet takes for a formula: people choose their own names.
pub(super) fn harmless(text: &str) -> String {
    if text.starts_with(FORMULA_STARTS) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// One line of the table.
pub(super) fn line(cells: &[String]) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).map_err(ApiError::internal)?;
    writer
        .into_inner()
        .map_err(|error| ApiError::internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_a_formula() {
        assert_eq!(harmless("=1+1"), "'=1+1");
        assert_eq!(harmless("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(harmless("João -"), "João -");
    }
}
