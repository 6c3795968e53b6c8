/** Rows of a spreadsheet that are mended before they are imported. Pure but for the file that it makes. */
import type { ImportRow } from '@/api/types';

export type Mended = Readonly<Record<number, Pick<ImportRow, 'name' | 'number' | 'email'>>>;

/** A row whose own words are wrong can be mended; one whose number is there already cannot. */
export const isMendable = ({ problem }: ImportRow) => problem === 'name' || problem === 'number' || problem === 'email';

const NUMBER = /^[\d +\-().]*$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What is still wrong with a row; the server looks again. */
export function problemOf({ name, number, email }: Pick<ImportRow, 'name' | 'number' | 'email'>) {
  const letters = [...name.trim()].length;
  if (letters < 2 || letters > 50) return 'name';
  const digits = number.replaceAll(/\D/g, '').length;
  if (!NUMBER.test(number) || digits < 8 || digits > 15) return 'number';
  if (email.trim() !== '' && !EMAIL.test(email.trim())) return 'email';
  return null;
}

/** The rows that are good by now. */
export const goodRows = (mended: Mended) => Object.values(mended).filter((row) => problemOf(row) === null);

/** A cell of a file; a number written so is kept as a text. */
const cell = (text: string) => `"${text.trim().replaceAll('"', '""')}"`;

/** The mended rows as a file of their own: it is imported after the other one, by the same rules. */
export function mendedFile(mended: Mended): File | null {
  const rows = goodRows(mended);
  if (rows.length === 0) return null;
  const lines = rows.map(({ name, number, email }) => [name, number, email].map(cell).join(';'));
  return new File([['nome;numero;email', ...lines, ''].join('\r\n')], 'linhas-corrigidas.csv', { type: 'text/csv' });
}
