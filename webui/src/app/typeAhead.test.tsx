import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState, type ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from '@/i18n';
import { FormDialog } from '@/ui/FormDialog';
import { lazyLayer } from '@/ui/lazyLayer';
import { TextField } from '@/ui/TextField';
import { typeAhead } from './typeAhead';

interface Props {
  onClose: () => void;
}

let stop = () => {};
/** What the page hears of keys, as its shortcuts do. */
const heard = vi.fn();
const hear = (event: KeyboardEvent) => heard(event.key);
beforeEach(() => {
  stop = typeAhead();
  document.addEventListener('keydown', hear);
});
afterEach(() => {
  stop();
  document.removeEventListener('keydown', hear);
  heard.mockClear();
  vi.useRealTimers();
});

const key = (name: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
const type = (text: string) => {
  for (const letter of text) key(letter);
};

/** A page with a button that opens a dialog, whose code comes when it is told to. */
function show(Dialog: ComponentType<Props>, make: typeof lazyPart = lazyLayer) {
  let arrive = () => {};
  const Later = make<Props>(
    () => new Promise((resolve) => void (arrive = () => resolve({ default: Dialog }))),
  ) as ComponentType<Props>;
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <input aria-label="Buscar" />
        <button onClick={() => setIsOpen(true)}>Novo</button>
        <Suspense fallback={null}>{isOpen && <Later onClose={() => setIsOpen(false)} />}</Suspense>
      </>
    );
  }
  render(<Page />);
  const button = screen.getByText('Novo');
  button.focus();
  fireEvent.click(button);
  return { button, arrive: () => act(async () => arrive()) };
}

/** Shows what React knows of its field. */
function Contact() {
  const [name, setName] = useState('');
  return (
    <div role="dialog">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as a dialog does */}
      <input aria-label="Nome" autoFocus value={name} onChange={(event) => setName(event.target.value)} />
      <p data-testid="name">{name}</p>
    </div>
  );
}
const Question = () => (
  <div role="dialog">
    {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as a dialog does */}
    <button autoFocus>Excluir</button>
  </div>
);
const name = () => screen.getByTestId('name').textContent;

describe('what is typed before a dialog is there', () => {
  it('is typed into its field, and neither button nor shortcut gets it', async () => {
    const { arrive } = show(Contact);
    type('  Anm');
    key('Backspace');
    type('a Lima');
    key('@', { ctrlKey: true, altKey: true });
    expect(heard).not.toHaveBeenCalled();
    await arrive();
    expect(name()).toBe('Ana Lima@');
    const field = screen.getByLabelText<HTMLInputElement>('Nome');
    expect(field.selectionStart).toBe('Ana Lima@'.length);
    expect(key('x')).toBe(true);
  });

  it('waits for the frame of the dialog too, and is a change of its form', async () => {
    const onClose = vi.fn();
    const Form = () => (
      <FormDialog
        title="Contato"
        saveLabel="Salvar"
        isSaving={false}
        failure={null}
        onSubmit={vi.fn()}
        onClose={onClose}
      >
        <TextField label="Nome" defaultValue="Sra. " />
      </FormDialog>
    );
    const { arrive } = show(Form);
    type('Ana');
    await arrive();
    type(' Lima');
    const field = await screen.findByLabelText<HTMLInputElement>('Nome');
    await vi.waitFor(() => expect(field.value).toMatch(/^Sra\. Ana/), 10_000);
    fireEvent.click(screen.getByRole('button', { name: 'Fechar' }));
    expect(await screen.findByText('Descartar as mudanças?')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is dropped when the focus comes to a button, which then has the keyboard', async () => {
    const { arrive } = show(Question);
    type('Ana');
    await arrive();
    expect(key(' ')).toBe(true);
    expect(heard.mock.calls).toEqual([[' ']]);
  });

  it('is dropped when no focus comes within a second', async () => {
    vi.useFakeTimers();
    const { arrive } = show(() => <p>Aviso</p>);
    await arrive();
    await act(() => vi.advanceTimersByTimeAsync(900));
    expect(key('a')).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(key('a')).toBe(true);
  });

  it('is dropped with Escape, and so is the dialog', async () => {
    const { arrive } = show(Contact);
    type('Ana');
    expect(key('Escape')).toBe(false);
    await arrive();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(key('a')).toBe(true);
    fireEvent.click(screen.getByText('Novo'));
    expect(name()).toBe('');
  });

  it('is the page’s again once the dialog was closed that stays in its place', async () => {
    const Later = lazyLayer<Props & { isOpen: boolean }>(() => new Promise(() => undefined));
    const { rerender } = render(<Later isOpen={false} onClose={vi.fn()} />);
    expect(key('a')).toBe(true);
    rerender(<Later isOpen onClose={vi.fn()} />);
    expect(key('a')).toBe(false);
    vi.useFakeTimers();
    rerender(<Later isOpen={false} onClose={vi.fn()} />);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(key('a')).toBe(true);
  });

  it('is dropped with a press elsewhere', async () => {
    const { arrive } = show(Contact);
    type('Ana');
    fireEvent.pointerDown(document.body);
    await arrive();
    expect(name()).toBe('');
  });

  it('ends with the key that leaves the first field', async () => {
    const { arrive } = show(Contact);
    type('Ana');
    expect(key('Tab')).toBe(false);
    type('5511');
    key('Backspace');
    expect(key('Enter')).toBe(false);
    await arrive();
    expect(name()).toBe('Ana');
  });

  it('stays where it is typed when that is a text, and commands stay commands', async () => {
    const { button, arrive } = show(Contact);
    expect(key('k', { ctrlKey: true })).toBe(true);
    expect(key('r', { altKey: true })).toBe(true);
    expect(key('r', { metaKey: true })).toBe(true);
    expect(key('a', { isComposing: true })).toBe(true);
    expect(key('Tab')).toBe(true);
    type('Ana');
    const search = screen.getByLabelText<HTMLInputElement>('Buscar');
    await act(async () => search.focus());
    expect(key('b')).toBe(true);
    expect(search.value).toBe('');
    button.focus();
    await arrive();
    expect(name()).toBe('Ana');
  });

  it('does not press the button with Space', () => {
    const { button } = show(Contact);
    expect(key(' ')).toBe(false);
    expect(fireEvent.keyUp(button, { key: ' ' })).toBe(false);
  });
});

it('is the page’s while a part of the page comes that nobody has opened over it', async () => {
  const { arrive } = show(Contact, lazyPart);
  expect(key('a')).toBe(true);
  await arrive();
  expect(name()).toBe('');
});
