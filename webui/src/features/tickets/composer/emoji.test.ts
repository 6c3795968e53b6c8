import { describe, expect, it } from 'vitest';
import { EMOJI_GROUPS, emojiOf, type EmojiGroup } from './emoji';
import { isEmojiOnly } from '@/features/tickets/message/text';

describe('the emoji of the composer', () => {
  it('are each one emoji, and none stands in two places', () => {
    const all = (Object.keys(EMOJI_GROUPS) as EmojiGroup[]).flatMap(emojiOf);
    const odd = all.filter(
      (emoji) => !isEmojiOnly(emoji) && !/^(\d\uFE0F\u20E3|\p{Regional_Indicator}{2})$/u.test(emoji),
    );
    expect(odd).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });
});
