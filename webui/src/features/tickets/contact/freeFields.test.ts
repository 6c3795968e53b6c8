import { describe, expect, it } from 'vitest';
import { readInformations } from './freeFields';

// spec: S038 S045
describe('informations of a ticket', () => {
  it('are read from the stored text and nothing else is lost', () => {
    const read = readInformations('{"instagram":"@bia","frete":"R$ 18","origem":"feira"}');
    expect(read).toEqual({ instagram: '@bia', facebook: '', frete: 'R$ 18', origem: 'feira' });
  });

  it.each([null, '', 'x', '[]', '"a"', '7', '{"instagram":5}'])('are empty for %j', (text) => {
    expect(readInformations(text)).toEqual({ instagram: '', facebook: '', frete: '' });
  });
});
