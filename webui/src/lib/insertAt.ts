/** The text with something in place of what is selected, and where the cursor stands then. */
export function insertAt(text: string, start: number, end: number, inserted: string): [string, number] {
  return [text.slice(0, start) + inserted + text.slice(end), start + inserted.length];
}
