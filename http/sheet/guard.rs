//! Looks at a workbook before the reader does, which believes what a file says about its own size.

use std::{
    collections::HashSet,
    io::{Cursor, Read as _},
};

use zip::ZipArchive;

use super::{COLUMNS_MAX, Refused, check_bounds};

/// Files inside an `.xlsx`; one with pictures on every sheet has some dozens.
const PARTS_MAX: usize = 1_000;
/// Bytes of all of them unpacked.
const UNPACKED_BYTES_MAX: u64 = 32 * 1024 * 1024;
/// Texts that a workbook may announce; the reader makes room for as many.
const TEXTS_MAX: u64 = 1_000_000;
/// How a workbook announces them.
const TEXTS_ANNOUNCED: &[u8] = b"uniqueCount";
/// Cells for which a sheet of an `.xls` file may announce room: every row of a sheet, some columns wide.
const ANNOUNCED_CELLS_MAX: usize = 4_000_000;
/// Sheets of an `.xls` file: each is read whole.
const SHEETS_MAX: usize = 16;

/// Unpacks every part without keeping it.
pub(super) fn check_xlsx(bytes: &[u8]) -> Result<(), Refused> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refused::Unreadable)?;
    if archive.len() > PARTS_MAX {
        return Err(Refused::TooLarge);
    }
    let mut left = UNPACKED_BYTES_MAX;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|_| Refused::Unreadable)?;
        let mut unpacked = Vec::new();
        let mut bounded = part.take(left.saturating_add(1));
        let size = bounded.read_to_end(&mut unpacked);
        let size = u64::try_from(size.map_err(|_| Refused::Unreadable)?).unwrap_or(u64::MAX);
        left = left.checked_sub(size).ok_or(Refused::TooLarge)?;
        check_announced_texts(&unpacked)?;
    }
    Ok(())
}

/// No part announces more texts than a file of this size can hold.
fn check_announced_texts(part: &[u8]) -> Result<(), Refused> {
    for (at, _) in part
        .windows(TEXTS_ANNOUNCED.len())
        .enumerate()
        .filter(|(_, word)| *word == TEXTS_ANNOUNCED)
    {
        let rest = part.get(at + TEXTS_ANNOUNCED.len()..).unwrap_or_default();
        let mut digits = rest
            .iter()
            .skip_while(|byte| b" \t\r\n=\"'+".contains(byte));
        let number = digits.by_ref().take_while(|byte| byte.is_ascii_digit());
        let number = number.fold(0_u64, |sum, digit| {
            sum.saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'))
        });
        if number > TEXTS_MAX {
            return Err(Refused::TooLarge);
        }
    }
    Ok(())
}

/// Records of an `.xls` file that hold cells with values (MS-XLS 2.3): row and column come first.
const CELL_RECORDS: [u16; 8] = [
    0x0203, 0x0204, 0x00d6, 0x0205, 0x0006, 0x027e, NUMBERS, 0x00fd,
];
/// Several numbers side by side, six bytes each.
const NUMBERS: u16 = 0x00bd;
/// Says from which to which cell a sheet goes.
const DIMENSIONS: u16 = 0x0200;
/// Begins the workbook and each sheet.
const BEGIN: u16 = 0x0809;
/// Says where a sheet begins.
const SHEET: u16 = 0x0085;

/// Reads the heads of all records: no cell is outside of the bounds, since a sheet is made as large as its corners say,
/// and every sheet begins where a record begins that was read here.
pub(super) fn check_xls(bytes: &[u8]) -> Result<(), Refused> {
    let stream = workbook_stream(bytes).ok_or(Refused::Unreadable)?;
    let mut rest = stream.as_slice();
    let (mut begun, mut sheets) = (HashSet::new(), Vec::new());
    while let Some((head, behind)) = rest.split_first_chunk::<4>() {
        let at = stream.len() - rest.len();
        let [kind_low, kind_high, size_low, size_high] = *head;
        let kind = u16::from_le_bytes([kind_low, kind_high]);
        let size = usize::from(u16::from_le_bytes([size_low, size_high]));
        let (data, next) = behind.split_at_checked(size).ok_or(Refused::Unreadable)?;
        match kind {
            BEGIN => drop(begun.insert(at)),
            SHEET => sheets.push(sheet_start(data).ok_or(Refused::Unreadable)?),
            DIMENSIONS => check_dimensions(data)?,
            kind if CELL_RECORDS.contains(&kind) => check_place(kind, data)?,
            _ => {}
        }
        rest = next;
    }
    if sheets.len() > SHEETS_MAX {
        return Err(Refused::TooLarge);
    }
    if sheets.iter().any(|at| !begun.contains(at)) {
        return Err(Refused::Unreadable);
    }
    Ok(())
}

fn sheet_start(data: &[u8]) -> Option<usize> {
    usize::try_from(u32::from_le_bytes(*data.first_chunk()?)).ok()
}

fn workbook_stream(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
    let names = ["/Workbook", "/Book"];
    let name = names.into_iter().find(|name| file.is_stream(name))?;
    let stream = file.open_stream(name).ok()?;
    let mut whole = Vec::new();
    let limit = u64::try_from(bytes.len()).ok()?;
    stream.take(limit).read_to_end(&mut whole).ok()?;
    Some(whole)
}

fn number(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..)?.first_chunk::<2>()?;
    Some(usize::from(u16::from_le_bytes(*bytes)))
}

fn check_place(kind: u16, data: &[u8]) -> Result<(), Refused> {
    let row = number(data, 0).ok_or(Refused::Unreadable)?;
    let column = number(data, 2).ok_or(Refused::Unreadable)?;
    let wide = if kind == NUMBERS { data.len() / 6 } else { 1 };
    check_bounds(row, (column + wide).saturating_sub(1))?;
    if column + wide > COLUMNS_MAX {
        return Err(Refused::TooLarge);
    }
    Ok(())
}

/// Rows are four bytes wide in this record, or two in files of old programs; the columns follow.
fn check_dimensions(data: &[u8]) -> Result<(), Refused> {
    let wide = data.len() >= 14;
    let (last_row, first_column, last_column) = if wide { (4, 8, 10) } else { (2, 4, 6) };
    let high = if wide {
        number(data, last_row + 2)
    } else {
        Some(0)
    };
    let (row, high) = (number(data, last_row), high);
    let (first, last) = (number(data, first_column), number(data, last_column));
    let (Some(row), Some(high), Some(first), Some(last)) = (row, high, first, last) else {
        return Err(Refused::Unreadable);
    };
    let rows = row + high * 0x1_0000;
    let cells = rows.saturating_mul(last.saturating_sub(first).saturating_add(1));
    if cells > ANNOUNCED_CELLS_MAX {
        return Err(Refused::TooLarge);
    }
    Ok(())
}
