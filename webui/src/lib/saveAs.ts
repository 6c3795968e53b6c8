/** What tells a spreadsheet that a text is UTF-8; reading an answer took it away. */
const BYTE_ORDER_MARK = '\u{feff}';

/** Hands a table to the browser as a file. */
export const saveTable = (name: string, text: string) =>
  saveAs(name, [BYTE_ORDER_MARK, text], 'text/csv;charset=utf-8');

/** Hands a text to the browser as a file. */
export function saveAs(name: string, parts: string[], type: string) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
