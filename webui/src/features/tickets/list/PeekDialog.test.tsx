import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { ApiError, api } from '@/api/client';
import type { Profile } from '@/api/types';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import PeekDialog from './PeekDialog';

vi.mock('@/features/tickets/conversation/MessageList', () => ({
  MessageList: ({ isReadOnly, onReply }: { isReadOnly?: boolean; onReply: unknown }) => (
    <p>{isReadOnly && onReply === null ? 'a conversa, só para ler' : 'a conversa'}</p>
  ),
}));

const OWN_QUEUE = 10;
const FOREIGN_QUEUE = 99;

function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
const place = () => document.querySelector('output')?.textContent;

function Peek({ queueId }: { queueId: number }) {
  const [isPeeking, setIsPeeking] = useState(true);
  return isPeeking && <PeekDialog ticket={makeTicket({ queueId })} onClose={() => setIsPeeking(false)} />;
}

/** Peeks from beside another conversation; answers what is said meanwhile. */
function peek(profile: Profile, queueId: number, answer: () => Promise<unknown>) {
  vi.spyOn(api, 'get').mockImplementation(answer as never);
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  const parts = [<Peek key="peek" queueId={queueId} />, <Place key="place" />];
  renderSignedIn(parts, { user: makeUser({ profile }), path: '/tickets/outra?tab=search' });
  return said;
}
const page = () =>
  Promise.resolve({ messages: [makeMessage()], count: 1, ticket: makeTicket(), hasMore: false, tickets: [] });

async function expectRefused(said: ReturnType<typeof peek>) {
  await waitFor(() => expect(place()).toBe('/tickets?tab=search'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(said.mock.calls).toEqual([['Acesso não permitido']]);
}

// spec: S080 S131
it('shows a supervisor nothing of a queue that is not his, and leads him back to the list', async () => {
  const said = peek('supervisor', FOREIGN_QUEUE, page);
  await expectRefused(said);
});

// spec: S080 S131
it('leads back to the list also who is refused by the server alone', async () => {
  const refused = () => Promise.reject(new ApiError('ERR_NO_PERMISSION', 403, ''));
  const said = peek('supervisor', OWN_QUEUE, refused);
  await expectRefused(said);
});

// spec: S037 S080
it.each([
  ['admin', FOREIGN_QUEUE],
  ['supervisor', OWN_QUEUE],
] as const)('shows the conversation, to be read alone, to the %s of queue %s', async (profile, queueId) => {
  const said = peek(profile, queueId, page);
  expect(await screen.findByText('a conversa, só para ler')).toBeTruthy();
  await waitFor(() => expect(api.get).toHaveBeenCalled());
  expect([place(), said.mock.calls]).toEqual(['/tickets/outra?tab=search', []]);
});
