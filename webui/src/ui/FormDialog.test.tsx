import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeMutationCache } from '@/api/queryClient';
import { browserTransport } from '@/api/transport';
import { errorText } from '@/i18n';
import { FormDialog } from './FormDialog';
import { TextField } from './TextField';

afterEach(() => {
  vi.useRealTimers();
});

const onSave = vi.fn<(name: string) => Promise<void>>(() => Promise.resolve());
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Form() {
  const [name, setName] = useState('Bia');
  const [isTried, setIsTried] = useState(false);
  const save = useMutation({ mutationFn: onSave });
  const handleSubmit = () => {
    setIsTried(true);
    if (name !== '') save.mutate(name);
  };
  return (
    <FormDialog
      title="Contato"
      saveLabel="Salvar"
      isSaving={save.isPending}
      failure={null}
      onSubmit={handleSubmit}
      onClose={() => undefined}
    >
      <TextField
        label="Nome"
        value={name}
        error={isTried && name === '' ? 'Obrigatório' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

// spec: S134
it('sends a form 400 ms after it was submitted, once, as it was then; what is wrong is said at once', async () => {
  render(
    <QueryClientProvider client={new QueryClient({ mutationCache: makeMutationCache() })}>
      <Form />
    </QueryClientProvider>,
  );
  const save = await screen.findByRole('button', { name: 'Salvar' });
  vi.useFakeTimers();
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: 'Nome' }), { target: { value } });
  type('');
  fireEvent.click(save);
  expect(screen.getByText('Obrigatório')).toBeTruthy();
  type('Ana');
  fireEvent.click(save);
  await wait(0);
  fireEvent.click(save);
  type('Anabela');
  await wait(399);
  expect(onSave).not.toHaveBeenCalled();
  await wait(1);
  expect(onSave.mock.calls.map(([name]) => name)).toEqual(['Ana']);
});

function FormOnLine({ onClose }: { onClose: () => void }) {
  const save = useMutation({ mutationFn: () => browserTransport({ method: 'PUT', url: '/api/tags/1', headers: {} }) });
  return (
    <FormDialog
      title="Tag"
      saveLabel="Salvar"
      isSaving={save.isPending}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField label="Nome" defaultValue="Bia" />
    </FormDialog>
  );
}

// Without the mend it could not be left any more while the line hung.
it('can be left again half a minute after its line has begun to hang, and does not say that nothing was done', async () => {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FormOnLine onClose={onClose} />
    </QueryClientProvider>,
  );
  const cancel = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancelar' });
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await wait(29_000);
  expect(cancel.disabled).toBe(true);
  await wait(2_000);
  expect(screen.getByText(/^O servidor não respondeu a tempo. .* confira se foi feito/)).toBeTruthy();
  fireEvent.click(cancel);
  expect(onClose).toHaveBeenCalledOnce();
});
