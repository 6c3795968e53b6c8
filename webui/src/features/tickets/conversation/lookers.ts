import type { Looker } from '@/api/types';

/** What is said of the others in a conversation: of those who write if anybody does, else of those who look. */
export function noticeOf(users: readonly Looker[], ownId: number) {
  const others = users.filter((user) => user.id !== ownId);
  const writers = others.filter((user) => user.isWriting);
  const named = writers.length > 0 ? writers : others;
  const [first] = named;
  if (!first) return null;
  return { isWriting: writers.length > 0, name: first.name, more: named.length - 1 };
}
