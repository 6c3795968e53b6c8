import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog } from './Dialog';
import { FormDialog } from './FormDialog';
import { SearchInput } from './SearchInput';
import { TextField } from './TextField';

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const isAsking = () => screen.queryByText('Descartar as mudanças?') !== null;
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nome' });
const write = (input: HTMLElement, value: string) => {
  fireEvent.keyDown(input, { key: 'x' });
  fireEvent.change(input, { target: { value } });
};
const pressOutside = () => {
  fireEvent.pointerDown(document.body);
  fireEvent.mouseDown(document.body);
  fireEvent.click(document.body);
};

function Form({ onClose, hasChanges }: { onClose: () => void; hasChanges?: boolean }) {
  const [name, setName] = useState('Bia');
  return (
    <FormDialog
      title="Contato"
      saveLabel="Salvar"
      isSaving={false}
      failure={null}
      hasChanges={hasChanges}
      onSubmit={() => undefined}
      onClose={onClose}
    >
      <TextField label="Nome" value={name} onChange={(event) => setName(event.target.value)} />
    </FormDialog>
  );
}

// Without the mend all forms were closed by the first stray press, Escape, X or Back, and what stood in them was gone.
describe('a form with changes', () => {
  it('is not emptied by a press outside, and asks on Escape and X', async () => {
    const onClose = vi.fn();
    render(<Form onClose={onClose} />);
    write(await field(), 'Beatriz');
    pressOutside();
    expect([onClose.mock.calls.length, isAsking()]).toEqual([0, false]);
    fireEvent.keyDown(await field(), { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    await waitFor(() => expect(isAsking()).toBe(false));
    expect((await field()).value).toBe('Beatriz');
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is closed by the word that says so', async () => {
    const onClose = vi.fn();
    render(<Form onClose={onClose} />);
    write(await field(), 'Beatriz');
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('closes as ever when it was not changed, or when the change was taken back', async () => {
    const onClose = vi.fn();
    render(<Form onClose={onClose} />);
    const input = await field();
    expect(asksBeforeLeaving()).toBe(false);
    write(input, 'Beatriz');
    expect(asksBeforeLeaving()).toBe(true);
    write(input, 'Bia');
    expect(asksBeforeLeaving()).toBe(false);
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('counts what no field shows, such as a picked file', async () => {
    const onClose = vi.fn();
    render(<Form hasChanges onClose={onClose} />);
    fireEvent.keyDown(await field(), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    expect(await screen.findByText('Descartar as mudanças?')).toBeTruthy();
  });
});

it('a dialog with only a search in it closes without a question', async () => {
  const onClose = vi.fn();
  render(
    <Dialog isOpen title="Encaminhar" onClose={onClose}>
      <SearchInput label="Buscar" onSearch={() => undefined} />
    </Dialog>,
  );
  const input = await screen.findByRole('searchbox');
  write(input, 'Bia');
  fireEvent.keyDown(input, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
