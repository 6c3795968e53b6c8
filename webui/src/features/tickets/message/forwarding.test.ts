import { describe, expect, it } from 'vitest';
import { makeMessage } from '@/dev/fixtures';
import { candidates, canForward, inOrder, toggled } from './forwarding';

const text = (id: number, more: Parameters<typeof makeMessage>[0] = {}) =>
  makeMessage({ id, mediaType: null, isPrivate: false, isDeleted: false, ...more });

describe('handing messages on', () => {
  it('takes words and files that are here, never a whisper or what was taken back', () => {
    expect(canForward(text(1))).toBe(true);
    expect(canForward(text(1, { mediaType: 'image', mediaUrl: '/media/1' }))).toBe(true);
    expect(canForward(text(1, { mediaType: 'image', mediaUrl: null }))).toBe(false);
    expect(canForward(text(1, { isPrivate: true }))).toBe(false);
    expect(canForward(text(1, { isDeleted: true }))).toBe(false);
  });

  it('offers the neighbours of a message in the order of the conversation', () => {
    const messages = [text(1), text(2, { isPrivate: true }), text(3), text(4)];
    expect(candidates(messages, text(3)).map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(candidates([], text(9)).map(({ id }) => id)).toEqual([9]);
    const many = Array.from({ length: 100 }, (_, at) => text(at + 1));
    const offered = candidates(many, text(50)).map(({ id }) => id);
    expect([offered.at(0), offered.at(-1), offered.length]).toEqual([20, 79, 60]);
  });

  it('keeps that order however they are chosen, and no more than go at once', () => {
    const offered = [text(1), text(2), text(3)];
    let chosen: ReadonlySet<number> = new Set([3]);
    chosen = toggled(chosen, 1, 2);
    expect(inOrder(offered, chosen)).toEqual([1, 3]);
    expect(toggled(chosen, 2, 2)).toEqual(chosen);
    expect(inOrder(offered, toggled(chosen, 3, 2))).toEqual([1]);
  });
});
