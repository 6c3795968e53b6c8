import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Row } from './rows';

const AWAY_PX = 160;

const isIncoming = (row: Row) => row.kind === 'message' && !row.message.fromMe;

/** How many messages came since the reader scrolled away from the end. */
export function useNewMessages(rows: readonly Row[], virtualizer: Virtualizer<HTMLDivElement, Element>) {
  // The virtualizer renders anew whenever a scroll begins or ends and whenever a row takes its measure.
  const isAway = virtualizer.scrollElement !== null && virtualizer.getDistanceFromEnd() > AWAY_PX;
  const [seenKey, setSeenKey] = useState<Row['key'] | undefined>(() => rows.at(-1)?.key);
  const lastKey = rows.at(-1)?.key;
  const isOwnLast = rows.at(-1)?.kind === 'outgoing';
  const known = useRef(lastKey);

  if (!isAway && seenKey !== lastKey) setSeenKey(lastKey);
  const seenAt = isAway ? rows.findLastIndex((row) => row.key === seenKey) : -1;
  const newCount = seenAt === -1 ? 0 : rows.slice(seenAt + 1).filter(isIncoming).length;

  // Synchronises the scroll with an own message: who writes wants to see it.
  useEffect(() => {
    if (known.current !== lastKey && isOwnLast) virtualizer.scrollToEnd();
    known.current = lastKey;
  }, [lastKey, isOwnLast, virtualizer]);

  const scrollToEnd = useCallback(() => virtualizer.scrollToEnd(), [virtualizer]);
  return { isAway, newCount, scrollToEnd };
}
