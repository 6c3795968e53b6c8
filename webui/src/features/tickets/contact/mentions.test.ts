import { describe, expect, it } from 'vitest';
import { mentioned, typedMention, withMentions } from './mentions';

const people = [{ name: 'Ana' }, { name: 'Ana Lima' }, { name: 'Rafael Lima' }];
const names = people.map(({ name }) => name);

describe('names in notes', () => {
  it('are offered while they are typed after an at sign', () => {
    expect(typedMention('fale com @ra', 12)).toEqual({ start: 9, part: 'ra' });
    expect(typedMention('@', 1)).toEqual({ start: 0, part: '' });
    expect(typedMention('ana@exemplo', 11)).toBeNull();
    expect(mentioned(people, 'lim').map(({ name }) => name)).toEqual(['Ana Lima', 'Rafael Lima']);
    expect(mentioned(people, 'rafael lima viu')).toEqual([]);
  });

  it('are marked whole, the longer ones first', () => {
    expect(withMentions('Oi @Ana Lima, veja', names)).toEqual([
      { text: 'Oi ', isName: false },
      { text: '@Ana Lima', isName: true },
      { text: ', veja', isName: false },
    ]);
    expect(withMentions('@Anatomia', names)).toEqual([{ text: '@Anatomia', isName: false }]);
  });
});
