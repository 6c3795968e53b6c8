import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keyOf, kindOf, messageOf, type Row } from './rows';

const AWAY_PX = 160;

const isIncoming = (row: Row) => messageOf(row)?.fromMe === false;

/** How many messages came since the reader scrolled away from the end. */
export function useNewMessages(rows: readonly Row[], virtualizer: Virtualizer<HTMLDivElement, Element>) {
  // The virtualizer renders anew whenever a scroll begins or ends and whenever a row takes its measure.
  const isAway = virtualizer.scrollElement !== null && virtualizer.getDistanceFromEnd() > AWAY_PX;
  const last = rows.at(-1);
  const lastKey = last === undefined ? undefined : keyOf(last);
  const [seenKey, setSeenKey] = useState(lastKey);
  const isOwnLast = last !== undefined && kindOf(last) === 'outgoing';
  const known = useRef(lastKey);

  if (!isAway && seenKey !== lastKey) setSeenKey(lastKey);
  const seenAt = isAway ? rows.findLastIndex((row) => keyOf(row) === seenKey) : -1;
  const newCount = seenAt === -1 ? 0 : rows.slice(seenAt + 1).filter(isIncoming).length;

  // Synchronises the scroll with an own message: who writes wants to see it.
  useEffect(() => {
    if (known.current !== lastKey && isOwnLast) virtualizer.scrollToEnd();
    known.current = lastKey;
  }, [lastKey, isOwnLast, virtualizer]);

  const scrollToEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  return { isAway, newCount, scrollToEnd };
}
