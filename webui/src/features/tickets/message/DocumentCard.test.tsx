import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { useMessageActions } from '@/features/tickets/conversation/useMessageActions';
import { ConversationContext, type ConversationActions } from './conversationActions';
import { DocumentCard } from './DocumentCard';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const paper = makeMessage({ id: 7, mediaType: 'application', mediaName: 'nota.pdf', mediaUrl: '/media/old' });
let started: string[];

beforeEach(() => {
  started = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    started.push(`${this.getAttribute('href')} as ${this.download}`);
  });
});

function Row() {
  const calls = useMessageActions(makeTicket());
  return (
    <ConversationContext value={calls as unknown as ConversationActions}>
      <DocumentCard message={paper} url="/media/old" />
    </ConversationContext>
  );
}

const open = () => {
  renderSignedIn(<Row />);
  fireEvent.click(screen.getByRole('link'));
};
const link = (name: string, status: number) => http.head(`*/media/${name}`, () => new HttpResponse(null, { status }));
const page = (mediaUrl: string | null) => ({
  messages: [{ ...paper, mediaUrl }],
  tickets: [],
  hasMore: false,
  count: 1,
});

// spec: S034 S046
describe('a document in a page that stayed open', () => {
  it('is loaded while its link is good', async () => {
    server.use(link('old', 200));
    open();
    await waitFor(() => expect(started).toEqual(['/media/old as nota.pdf']));
  });

  it('is loaded by a fresh link when its own has expired', async () => {
    let asked = '';
    server.use(
      link('old', 404),
      http.get('*/api/messages/1', ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json(page('/media/new'));
      }),
    );
    open();
    await waitFor(() => expect(started).toEqual(['/media/new as nota.pdf']));
    expect(asked).toBe('?before=8');
  });

  it('says so when no fresh link can be had, and tries again with the next click', async () => {
    const notice = vi.spyOn(toast, 'error');
    server.use(
      link('old', 404),
      http.get('*/api/messages/1', () => HttpResponse.error(), { once: true }),
      http.get('*/api/messages/1', () => HttpResponse.json(page('/media/new'))),
    );
    open();
    await waitFor(() => expect(notice).toHaveBeenCalledWith('Ocorreu um erro. Tente de novo.'));
    expect(started).toEqual([]);
    fireEvent.click(screen.getByRole('link'));
    await waitFor(() => expect(started).toEqual(['/media/new as nota.pdf']));
  });

  it('leaves another tab to the browser', () => {
    renderSignedIn(<Row />);
    expect(fireEvent.click(screen.getByRole('link'), { ctrlKey: true })).toBe(true);
    expect(started).toEqual([]);
  });
});
