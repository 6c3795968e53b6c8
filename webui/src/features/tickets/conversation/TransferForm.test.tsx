import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import TransferForm from './TransferForm';

const answers: Record<string, unknown> = {
  '/users/list': [{ id: 4, name: 'Rafael Lima', profile: 'user', online: false, queues: [{ id: 5 }] }],
  '/queue': [
    { id: 5, name: 'Logística', color: '#b7791f' },
    { id: 6, name: 'Suporte', color: '#189b76' },
  ],
  '/whatsapp': [{ id: 7, name: 'Loja Centro' }],
};
beforeEach(() => {
  vi.spyOn(api, 'get').mockImplementation(((path: string) => Promise.resolve(answers[path])) as never);
});

// spec: S064
it('gives a ticket to the attendant, the queue and the connection that were chosen', async () => {
  const transfer = vi.fn();
  renderSignedIn(<TransferForm holderId={1} isBusy={false} onTransfer={transfer} onClose={vi.fn()} />);
  const choose = async (field: string, option: string) => {
    const { value } = await screen.findByRole<HTMLOptionElement>('option', { name: option });
    fireEvent.change(screen.getByLabelText(field), { target: { value } });
  };
  await choose('Atendente', 'Rafael Lima');
  await choose('Fila', 'Logística');
  await choose('Conexão', 'Loja Centro');
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(transfer).toHaveBeenCalledExactlyOnceWith({ userId: 4, queueId: 5, whatsappId: 7 });
});

// spec: S064
it('leaves the connection as it is unless one was chosen', async () => {
  const transfer = vi.fn();
  renderSignedIn(<TransferForm holderId={1} isBusy={false} onTransfer={transfer} onClose={vi.fn()} />);
  await screen.findByRole('option', { name: 'Suporte' });
  fireEvent.change(screen.getByLabelText('Fila'), { target: { value: '6' } });
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(transfer).toHaveBeenCalledExactlyOnceWith({ status: 'pending', userId: null, queueId: 6 });
});

// spec: S064
it('leaves the queue as it is where an attendant alone was chosen', async () => {
  const transfer = vi.fn();
  renderSignedIn(<TransferForm holderId={1} isBusy={false} onTransfer={transfer} onClose={vi.fn()} />);
  await screen.findByRole('option', { name: 'Rafael Lima' });
  fireEvent.change(screen.getByLabelText('Atendente'), { target: { value: '4' } });
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(transfer).toHaveBeenCalledExactlyOnceWith({ userId: 4 });
});
