/** All rows of the pages once: one that moved between two pages while they loaded stands in both. */
export function rowsOf<Page, Row extends { id: number }>(
  pages: readonly Page[],
  ofPage: (page: Page) => readonly Row[],
): Row[] {
  const rows = new Map<number, Row>();
  for (const page of pages) for (const row of ofPage(page)) rows.set(row.id, row);
  return [...rows.values()];
}
