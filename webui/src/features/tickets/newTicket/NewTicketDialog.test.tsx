import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { typeAhead } from '@/app/typeAhead';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { NewTicketDialog } from './NewTicketDialog';

const { gate, arrive } = vi.hoisted(() => {
  let open = () => {};
  const closed = new Promise<void>((resolve) => void (open = resolve));
  return { gate: closed, arrive: () => open() };
});
vi.mock('./NewTicketSteps', async (original) => {
  await gate;
  return await original();
});

let stop = () => {};
beforeEach(() => {
  stop = typeAhead();
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never);
});
afterEach(() => stop());

// Before, the letters went to the dialog's X while its field was on its way, and a Space among them closed it.
it('keeps what is typed into its frame for the search that fills it later', async () => {
  const onClose = vi.fn();
  renderSignedIn(<NewTicketDialog isOpen onClose={onClose} />);
  const type = (text: string) => {
    for (const letter of text) fireEvent.keyDown(document.activeElement ?? document.body, { key: letter });
  };
  type('Ma');
  const dialog = await screen.findByRole('dialog');
  await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  expect(screen.queryByRole('combobox')).toBeNull();
  type('ria L');
  await act(async () => arrive());
  const search = await screen.findByRole('combobox');
  await vi.waitFor(() => expect(search).toHaveProperty('value', 'Maria L'));
  expect(onClose).not.toHaveBeenCalled();
});
