import { describe, expect, it } from 'vitest';
import { parseVcard } from './vcard';

describe('contact cards', () => {
  // spec: S034
  it('reads several cards with grouped, folded and escaped lines', () => {
    const text = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Nogueira;Beatriz;;;',
      'FN:Beatriz',
      '  Nogueira',
      'ORG:Loja\\, Centro;',
      'item1.TEL;type=CELL;waid=5511988887777:+55 11 98888-7777',
      'item1.X-ABLabel:Celular',
      'EMAIL:bia@loja.example',
      'END:VCARD',
      'BEGIN:VCARD',
      'N:Silva;Ana',
      'TEL:tel:+55 11 3333-4444',
      'END:VCARD',
    ].join('\r\n');
    expect(parseVcard(text)).toEqual([
      {
        name: 'Beatriz Nogueira',
        phones: [{ number: '5511988887777', label: '+55 11 98888-7777' }],
        email: 'bia@loja.example',
        organization: 'Loja, Centro',
      },
      {
        name: 'Ana Silva',
        phones: [{ number: '+551133334444', label: '+55 11 3333-4444' }],
        email: null,
        organization: null,
      },
    ]);
  });

  it('forgives a cut card, other encodings and nonsense', () => {
    expect(parseVcard('BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o')).toMatchObject([
      { name: 'João', phones: [] },
    ]);
    expect(parseVcard('BEGIN:VCARD\nTEL:+1 555\nEND:VCARD')).toMatchObject([{ name: '+1 555' }]);
    expect(parseVcard('nothing')).toEqual([]);
    expect(parseVcard('')).toEqual([]);
    expect(parseVcard('BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:100% =ZZ')).toHaveLength(1);
  });
});
