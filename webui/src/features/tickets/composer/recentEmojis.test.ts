import { afterEach, describe, expect, it } from 'vitest';
import { noteEmoji, RECENT_MAX, recentEmojis } from './recentEmojis';

afterEach(() => localStorage.clear());

describe('emoji that were picked last', () => {
  it('stand with the newest first, each once, and not for ever', () => {
    for (const emoji of ['🙂', '👍', '🙂']) noteEmoji(emoji);
    expect(recentEmojis()).toEqual(['🙂', '👍']);
    for (let count = 0; count < 20; count += 1) noteEmoji(String.fromCodePoint(0x1f400 + count));
    expect(recentEmojis()).toHaveLength(RECENT_MAX);
  });

  it('are none when the store holds something else', () => {
    localStorage.setItem('recentEmojis', '{"a":1}');
    expect(recentEmojis()).toEqual([]);
    localStorage.setItem('recentEmojis', '[1, "🙂", ""');
    expect(recentEmojis()).toEqual([]);
  });
});
