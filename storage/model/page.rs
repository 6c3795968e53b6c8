//! Pages of lists.

use serde::{Deserialize, Serialize};

/// Which page of a list: numbered from 1.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Page {
    /// From 1.
    pub number: i64,
    /// Rows a page.
    pub size: i64,
}

/// Highest page number served; deeper pages are reached by cursor.
const PAGE_NUMBER_MAX: i64 = 10_000;

impl Page {
    /// A page; a number below 1 is read as 1, one above 10,000 as 10,000.
    pub fn new(number: Option<i64>, size: i64) -> Self {
        Self {
            number: number.unwrap_or(1).clamp(1, PAGE_NUMBER_MAX),
            size,
        }
    }

    /// Rows to skip.
    pub fn offset(self) -> i64 {
        (self.number - 1) * self.size
    }
}

/// Rows of one page and how many there are in all.
#[derive(Debug, Clone)]
pub struct Rows<T> {
    /// The rows of this page.
    pub rows: Vec<T>,
    /// All rows that match, on every page.
    pub count: i64,
    /// Whether rows follow this page.
    pub has_more: bool,
}

impl<T> Rows<T> {
    /// `has_more = count > offset + rows`, as the specification's clients expect.
    pub fn new(rows: Vec<T>, count: i64, page: Page) -> Self {
        let shown = page.offset() + i64::try_from(rows.len()).unwrap_or(i64::MAX);
        Self {
            has_more: count > shown,
            rows,
            count,
        }
    }
}
