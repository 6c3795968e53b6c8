import { describe, expect, it } from 'vitest';
import { eventReader, type HelpEvent } from './events';

const all =
  ': \n\nevent: read\ndata: {"messages":3,"sources":["Trocas"]}\n\nevent: text\ndata: {"text":"Olá\\n\\nBia 😊"}\n\n' +
  'event: other\ndata: {}\n\nevent: text\ndata: {bad\n\nevent: done\ndata: {"isCut":true}\n\n';

describe('events of a model', () => {
  it('are read wherever they are cut, and what is none is passed over', () => {
    for (const size of [1, 2, 7, 1000]) {
      const seen: HelpEvent[] = [];
      const read = eventReader((event) => seen.push(event));
      for (let at = 0; at < all.length; at += size) read(all.slice(at, at + size));
      expect(seen).toEqual([
        { kind: 'read', messages: 3, sources: ['Trocas'] },
        { kind: 'text', text: 'Olá\n\nBia 😊' },
        { kind: 'done', isCut: true },
      ]);
    }
  });
});
