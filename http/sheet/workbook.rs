//! Tables as workbooks. Only the first sheet is read, and nothing before `guard` has seen the file.

use std::io::Cursor;

use calamine::{Data, DataRef, Reader as _, Xls, Xlsx, open_workbook_from_rs};

use super::{Refused, Rows, guard, place};

/// The first sheet of an `.xlsx` file, cell by cell: a sheet says where its cells are, and two may be far apart.
pub(super) fn xlsx(bytes: &[u8]) -> Result<Rows, Refused> {
    guard::check_xlsx(bytes)?;
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let first = book.sheet_names().first().cloned();
    let first = first.ok_or(Refused::Unreadable)?;
    let mut cells = book.worksheet_cells_reader(&first).map_err(unreadable)?;
    let mut rows = Rows::new();
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let text = match cell.get_value() {
            DataRef::SharedString(text) => (*text).to_owned(),
            other => shown(&Data::from(other.clone())),
        };
        let (row, column) = place_of(cell.get_position());
        place(&mut rows, row, column, &text)?;
    }
    Ok(rows)
}

/// The first sheet of an `.xls` file.
pub(super) fn xls(bytes: &[u8]) -> Result<Rows, Refused> {
    guard::check_xls(bytes)?;
    let mut book: Xls<_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(unreadable)?;
    let sheet = book.worksheet_range_at(0).ok_or(Refused::Unreadable)?;
    let sheet = sheet.map_err(unreadable)?;
    let (first_row, first_column) = place_of(sheet.start().unwrap_or_default());
    let mut rows = Rows::new();
    for (row, column, value) in sheet.used_cells() {
        place(
            &mut rows,
            first_row + row,
            first_column + column,
            &shown(value),
        )?;
    }
    Ok(rows)
}

fn place_of((row, column): (u32, u32)) -> (usize, usize) {
    let index = |number| usize::try_from(number).unwrap_or(usize::MAX);
    (index(row), index(column))
}

/// A value as people read it: a phone number that the sheet holds as a number has all its digits.
fn shown(value: &Data) -> String {
    match value {
        Data::Float(number) if number.fract() == 0.0 && number.abs() < 1e18 => {
            format!("{number:.0}")
        }
        Data::Empty | Data::Error(_) => String::new(),
        other => other.to_string(),
    }
}

fn unreadable<E>(_: E) -> Refused {
    Refused::Unreadable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_all_its_digits() {
        assert_eq!(shown(&Data::Float(5_511_988_887_777.0)), "5511988887777");
        assert_eq!(shown(&Data::Int(42)), "42");
        assert_eq!(shown(&Data::Float(1.5)), "1.5");
        assert_eq!(shown(&Data::Empty), "");
    }
}
