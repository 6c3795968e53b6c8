import { useVirtualizer } from '@tanstack/react-virtual';
import { Suspense, use, useEffect, useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { lazyExtra } from '@/i18n';
import { useJump } from './useJump';
import { useNewMessages } from './useNewMessages';
import { useStayAtEnd } from './useStayAtEnd';
import { keyOf, kindOf, messageOf, type Row } from './rows';
import { ConversationContext } from '@/features/tickets/message/conversationActions';
import { Frame, Inner, Line, Scroller } from './MessageScroller.styles';
import { OlderMessages } from './OlderMessages';
import { GAP_PX, RowView } from './RowView';

const NewMessagesPill = lazyExtra(() => import('./NewMessagesPill'));
const LiveMessage = lazyExtra(() => import('./LiveMessage'));

/** S135: older messages load this near to the top. */
const TOP_PX = 50;
/** This near to the end counts as being at the end. */
const END_PX = 60;
const OVERSCAN = 6;

const ESTIMATES: Record<ReturnType<typeof kindOf>, number> = {
  day: 44,
  episode: 36,
  gap: GAP_PX,
  message: 46,
  outgoing: 46,
};

function estimate(row: Row | undefined): number {
  const message = messageOf(row);
  if (!message) return row === undefined ? 46 : ESTIMATES[kindOf(row)];
  const { mediaType, body } = message;
  if (mediaType === 'image' || mediaType === 'video') return 240;
  if (mediaType !== null) return 90;
  return 42 + Math.floor(body.length / 70) * 20;
}

export interface ScrollerHandle {
  jumpTo: (messageId: number) => Promise<void>;
}

interface MessageScrollerProps {
  rows: readonly Row[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  isOlderFailed: boolean;
  onOlder: () => Promise<unknown>;
  /** Loads down to a message. */
  onReach: (messageId: number) => Promise<unknown>;
  ref: Ref<ScrollerHandle>;
}

/** The rows in sight, anchored at the end: what comes in front moves nothing, what comes behind is followed. */
export function MessageScroller({
  rows,
  hasOlder,
  isLoadingOlder,
  isOlderFailed,
  onOlder,
  onReach,
  ref,
}: MessageScrollerProps) {
  // what is only looked at holds nothing that the keyboard could reach
  const isReadOnly = use(ConversationContext)?.isReadOnly ?? false;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: (index) => keyOf(rows[index] ?? index),
    overscan: OVERSCAN,
    paddingStart: 12,
    paddingEnd: 18,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
  });
  useStayAtEnd(scroller, virtualizer, END_PX);
  const { isAway, newCount, scrollToEnd } = useNewMessages(rows, virtualizer);
  const { jumpTo, flashKey } = useJump(rows, virtualizer, hasOlder ? onReach : null);
  useImperativeHandle(ref, () => ({ jumpTo }), [jumpTo]);

  // Synchronises the scroller with the conversation: it opens at its end.
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);

  const loadOlder = () => {
    const element = scroller.current;
    if (element && hasOlder && !isLoadingOlder && !isOlderFailed && element.scrollTop < TOP_PX) void onOlder();
  };
  // Synchronises with the size of the scroller: what does not fill it can never be scrolled to its top.
  useEffect(() => {
    const element = scroller.current;
    if (element && element.scrollHeight <= element.clientHeight) loadOlder();
  });

  return (
    <Frame>
      <OlderMessages isLoading={isLoadingOlder} isFailed={isOlderFailed} onRetry={() => void onOlder()} />
      <Scroller ref={scroller} onScroll={loadOlder} tabIndex={isReadOnly ? 0 : -1}>
        <Inner role="list" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              <Line
                key={item.key}
                role="listitem"
                data-index={item.index}
                // A gap is as high as it was estimated; its size need not be kept.
                ref={typeof row === 'number' ? undefined : virtualizer.measureElement}
                data-flash={(row !== undefined && keyOf(row) === flashKey) || undefined}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                {row !== undefined && <RowView row={row} />}
              </Line>
            );
          })}
        </Inner>
      </Scroller>
      {isAway && (
        <Suspense fallback={null}>
          <NewMessagesPill count={newCount} onClick={scrollToEnd} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <LiveMessage rows={rows} />
      </Suspense>
    </Frame>
  );
}
