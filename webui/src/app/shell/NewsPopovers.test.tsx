import { act, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { TicketNote } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import * as sound from '@/lib/sound';
import { showContact, useIsContactShown } from '@/state/contactDrawer';
import { announceMention } from '@/state/mentions';
import { toast } from '@/ui/toast';
import NewsPopovers from './NewsPopovers';

beforeEach(() => void vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never));
afterEach(() => {
  showContact(false);
  vi.restoreAllMocks();
});

function Place() {
  const isContactShown = useIsContactShown();
  return <output>{`${useLocation().pathname}, contato ${isContactShown ? 'aberto' : 'fechado'}`}</output>;
}

it('tells whoever is named in a note of it by sound and words, and leads to its ticket', () => {
  const ping = vi.spyOn(sound, 'playPing').mockImplementation(() => undefined);
  const told = vi.spyOn(toast, 'undoable').mockReturnValue();
  const view = renderSignedIn(
    <>
      <NewsPopovers />
      <Place />
    </>,
    { path: '/contacts' },
  );
  const note = { id: 4, note: '@Marina paga em dia', user: { id: 2, name: 'Rafael' } } as TicketNote;
  const mention = { note, ticket: makeTicket({ id: 7 }) };
  act(() => announceMention(mention));
  expect(ping).toHaveBeenCalledOnce();
  const [text, action] = told.mock.calls[0] ?? [];
  expect(text).toMatch(/Rafael.*Beatriz Nogueira.*paga em dia/s);
  expect(screen.getByRole('status').textContent).toBe('/contacts, contato fechado');
  act(() => action?.onClick());
  expect(screen.getByRole('status').textContent).toBe('/tickets/ticket-7, contato aberto');

  view.unmount();
  announceMention(mention);
  expect(told).toHaveBeenCalledOnce();
});
