import { fireEvent, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { paths } from '@/app/paths';
import { renderSignedIn } from '@/dev/signedIn';
import { layout } from '@/styles/tokens';
import TicketsPage from './TicketsPage';

vi.mock('@/features/tickets/list/ListPane', () => ({
  ListPane: ({ selectedUuid }: { selectedUuid: string | null }) => <p>lista, {selectedUuid ?? 'nada'} escolhido</p>,
}));
vi.mock('@/features/tickets/conversation/Conversation', () => ({
  Conversation: ({ uuid }: { uuid: string }) => <p>conversa {uuid}</p>,
}));
vi.mock('@/features/tickets/conversation/NoConversation', () => ({ NoConversation: () => <p>nenhuma conversa</p> }));
vi.mock('./firstHour/useFirstHour', () => ({ useFirstHour: () => ({ firstHour: null }) }));

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));

function Place() {
  return <output>{useLocation().pathname}</output>;
}

function visit(path: string) {
  renderSignedIn(
    <>
      <Routes>
        {[paths.tickets, paths.ticketPattern].map((at) => (
          <Route key={at} path={at} element={<TicketsPage />} />
        ))}
      </Routes>
      <Place />
    </>,
    { path },
  );
}
const place = () => document.querySelector('output')?.textContent;
// jsdom knows no width of a part of the page: the tabs are there, and not in sight
const tab = (name: string) => screen.getByRole('tab', { name, hidden: true });
const shown = () => ['Ticket', 'Atendimentos'].filter((name) => tab(name).getAttribute('aria-selected') === 'true');

// spec: S010
it('has the list on the left and the conversation on the right', () => {
  visit('/tickets');
  const list = screen.getByText('lista, nada escolhido').parentElement as HTMLElement;
  const talk = screen.getByText('nenhuma conversa').parentElement as HTMLElement;
  expect(list.compareDocumentPosition(talk) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const { display, gridTemplateColumns } = getComputedStyle(list.parentElement as HTMLElement);
  expect([display, gridTemplateColumns]).toEqual(['grid', `${layout.list} minmax(0, 1fr)`]);
});

// spec: S011
it('opens the conversation that the address names, beside the list', () => {
  visit('/tickets/0b2f');
  expect(screen.getByText('conversa 0b2f')).toBeTruthy();
  expect(screen.getByText('lista, 0b2f escolhido')).toBeTruthy();
});

// spec: S031
it('has two tabs for narrow screens, which lead from one side to the other and back', () => {
  visit('/tickets/0b2f');
  expect(screen.queryByRole('tab'), 'there is room for both').toBeNull();
  expect(shown()).toEqual(['Ticket']);
  fireEvent.click(tab('Atendimentos'));
  expect([shown(), place()]).toEqual([['Atendimentos'], '/tickets']);
  fireEvent.click(tab('Ticket'));
  expect([shown(), place()]).toEqual([['Ticket'], '/tickets/0b2f']);
});
