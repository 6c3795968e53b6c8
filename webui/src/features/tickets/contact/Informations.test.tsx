import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { Informations } from './Informations';
import { noteCalls } from './noteCalls';

afterEach(() => vi.restoreAllMocks());

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

// spec: S038 S045
it('are three fields of the ticket, and what others keep beside them stays', async () => {
  const informations = JSON.stringify({ facebook: 'odete.lima', frete: 'R$ 20', pedido: 77 });
  const ticket = makeTicket({ id: 5, informations });
  const save = vi.spyOn(noteCalls, 'saveInformations').mockImplementation(() => Promise.resolve(ticket));
  renderSignedIn(<Informations ticket={ticket} />);
  const values = () =>
    Object.fromEntries(['Instagram', 'Facebook', 'Cotação de frete'].map((name) => [name, field(name).value]));
  expect(values()).toEqual({ Instagram: '', Facebook: 'odete.lima', 'Cotação de frete': 'R$ 20' });
  fireEvent.change(field('Instagram'), { target: { value: '@odete' } });
  fireEvent.change(field('Cotação de frete'), { target: { value: 'R$ 25' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  const [id, text] = save.mock.calls[0] ?? [];
  expect(id).toBe(5);
  expect(JSON.parse(text ?? '')).toEqual({
    instagram: '@odete',
    facebook: 'odete.lima',
    frete: 'R$ 25',
    pedido: 77,
  });
});
