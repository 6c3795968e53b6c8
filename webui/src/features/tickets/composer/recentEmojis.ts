import { readStored, writeStored } from '@/state/storage';

const KEY = 'recentEmojis';
export const RECENT_MAX = 8;

const isText = (each: unknown): each is string => typeof each === 'string' && each !== '' && each.length <= 32;

/** What was picked last in this browser, the newest first. */
export function recentEmojis(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isText).slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

export function noteEmoji(emoji: string): void {
  const others = recentEmojis().filter((each) => each !== emoji);
  writeStored(KEY, JSON.stringify([emoji, ...others].slice(0, RECENT_MAX)));
}
