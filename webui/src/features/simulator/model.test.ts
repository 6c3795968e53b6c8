import { describe, expect, it } from 'vitest';
import { cardsOf, digitsOf, isNumber, placeOf, toAcknowledge, typeOfFile, type PhoneMessage } from './model';

const message = (more: Partial<PhoneMessage>): PhoneMessage => ({
  id: 'a',
  direction: 'out',
  type: 'text',
  body: '',
  mediaUrl: null,
  mediaName: null,
  mime: null,
  quotedId: null,
  deleted: false,
  edited: false,
  ack: 3,
  at: '2026-01-01T00:00:00Z',
  ...more,
});

describe('the simulator', () => {
  it('reads numbers as people write them', () => {
    expect(digitsOf('+55 (11) 98888-7777')).toBe('5511988887777');
    expect(isNumber('1234567')).toBe(false);
    expect(isNumber('5511988887777')).toBe(true);
    expect(isNumber('1'.repeat(16))).toBe(false);
  });

  it('reads places and cards, and nothing from rubbish', () => {
    expect(placeOf('{"latitude":-23.5,"longitude":-46.6,"name":"Loja"}')).toMatchObject({
      latitude: -23.5,
      name: 'Loja',
    });
    expect(placeOf('-23.5,-46.6')).toMatchObject({ longitude: -46.6 });
    expect(placeOf('null')).toBeNull();
    expect(placeOf('{"latitude":"x"}')).toBeNull();
    const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Silva\\, Ana\r\nTEL;type=CELL;waid=5511:+55 11\r\nEND:VCARD';
    expect(cardsOf(card)).toEqual([{ name: 'Silva, Ana', number: '+55 11' }]);
    expect(cardsOf('oi')).toEqual([]);
  });

  it('sends disguised pictures as documents', () => {
    expect(typeOfFile('image/png')).toBe('image');
    expect(typeOfFile('image/svg+xml')).toBe('document');
    expect(typeOfFile('')).toBe('document');
  });

  it('says of the company’s messages alone that they were read', () => {
    const list = [
      message({}),
      message({ id: 'b', ack: 4 }),
      message({ id: 'c', direction: 'in' }),
      message({ id: 'd', deleted: true }),
    ];
    expect(toAcknowledge(list)).toEqual(['a']);
  });
});
