import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeMessage } from '@/dev/fixtures';
import { buildRows } from './rows';
import { ConversationContext, type ConversationActions } from '@/features/tickets/message/conversationActions';
import { MessageScroller } from './MessageScroller';

const ROW_PX = 40;
const VIEW_PX = 800;

const actions: ConversationActions = {
  groupId: null,
  canMarkUnread: true,
  isReadOnly: false,
  reply: vi.fn(),
  jumpTo: vi.fn(),
  renewLink: vi.fn(),
  canEdit: () => false,
  canRemove: () => false,
  edit: vi.fn(),
  remove: vi.fn(),
  markUnread: vi.fn(),
  fetchFile: vi.fn(),
  retryStored: vi.fn(),
  resolve: vi.fn(),
  retry: vi.fn(),
  discard: vi.fn(),
  forward: vi.fn(),
  talkTo: vi.fn(),
  openImage: vi.fn(),
};

const rowsOf = (count: number) =>
  buildRows({
    messages: Array.from({ length: count }, (_, index) => makeMessage({ id: index + 1, fromMe: index % 3 === 0 })),
    episodes: new Map(),
    outgoing: [],
    isComplete: true,
    dayOf: (iso) => iso.slice(0, 10),
  });

/** jsdom lays nothing out: every row is 40 px and the scroller 800 px high. */
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.hasAttribute('data-index') ? ROW_PX : VIEW_PX;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_PX);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(10_000 * ROW_PX);
  Element.prototype.scrollTo = vi.fn();
});

afterEach(() => vi.unstubAllGlobals());

describe('a long conversation', () => {
  // spec: S034 S135
  it('of 10,000 messages mounts at most 60 rows', async () => {
    const rows = rowsOf(10_000);
    render(
      <ConversationContext value={actions}>
        <MessageScroller
          ref={null}
          rows={rows}
          hasOlder={false}
          isLoadingOlder={false}
          isOlderFailed={false}
          onOlder={() => Promise.resolve()}
          onReach={() => Promise.resolve()}
        />
      </ConversationContext>,
    );
    await act(async () => {
      await Promise.resolve();
    });
    const mounted = screen.getAllByRole('listitem');
    expect(mounted.length).toBeGreaterThan(10);
    expect(mounted.length).toBeLessThanOrEqual(60);
  });
});

// spec: S135
it('asks for older messages within 50 px of the top, and not before', () => {
  const onOlder = vi.fn(() => Promise.resolve());
  const { container } = render(
    <ConversationContext value={actions}>
      <MessageScroller
        ref={null}
        rows={rowsOf(100)}
        hasOlder
        isLoadingOlder={false}
        isOlderFailed={false}
        onOlder={onOlder}
        onReach={() => Promise.resolve()}
      />
    </ConversationContext>,
  );
  const scroller = container.querySelector('[tabindex="-1"]')!;
  fireEvent.scroll(scroller, { target: { scrollTop: 50 } });
  expect(onOlder).not.toHaveBeenCalled();
  fireEvent.scroll(scroller, { target: { scrollTop: 49 } });
  expect(onOlder).toHaveBeenCalledTimes(1);
});
