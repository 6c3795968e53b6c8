import { describe, expect, it } from 'vitest';
import { goodRows, isMendable, mendedFile, problemOf } from './importMending';

const row = (part: object = {}) => ({ line: 2, name: 'Beatriz', number: '+55 11 98765-4321', email: '', ...part });

describe('a mended row', () => {
  it('can be mended where its own words are wrong', () => {
    const of = (problem: string | null) => isMendable({ ...row(), problem } as never);
    expect([of('name'), of('number'), of('email'), of('repeated'), of('known'), of(null)]).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('says what is still wrong', () => {
    expect(problemOf(row())).toBeNull();
    expect(problemOf(row({ name: ' B ' }))).toBe('name');
    expect(problemOf(row({ name: 'a'.repeat(51) }))).toBe('name');
    expect(problemOf(row({ number: '1234567' }))).toBe('number');
    expect(problemOf(row({ number: 'reservas 12345678' }))).toBe('number');
    expect(problemOf(row({ email: 'bia@' }))).toBe('email');
    expect(problemOf(row({ email: 'bia@correio.example' }))).toBeNull();
  });

  it('goes into a file of its own once it is good', async () => {
    const mended = { 2: row({ name: 'Ana "Bia"; Prado' }), 3: row({ name: '' }) };
    expect(goodRows(mended)).toHaveLength(1);
    const text = await mendedFile(mended)?.text();
    expect(text).toBe('nome;numero;email\r\n"Ana ""Bia""; Prado";"+55 11 98765-4321";""\r\n');
    expect(mendedFile({ 3: row({ name: '' }) })).toBeNull();
  });
});
