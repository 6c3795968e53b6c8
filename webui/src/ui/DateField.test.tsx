import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { useState, type FormEvent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocale } from '@/state/locale';
import { DateField, DateTimeField, TimeField, type DateFieldProps } from './DateField';

type Part = typeof DateField;
interface FormProps extends Partial<DateFieldProps> {
  part?: Part;
  first?: string;
  onSave?: (value: string) => void;
}

function Form({ part: Part = DateField, first = '', onSave, ...rest }: FormProps) {
  const [value, setValue] = useState(first);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSave?.(value);
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Part label="Dia" value={value} onChange={setValue} {...rest} />
      <output>{value}</output>
      <button type="submit">Salvar</button>
    </form>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Dia', { selector: 'input' });
const held = () => screen.getByRole('status').textContent;
const put = (value: string) => {
  act(() => field().focus());
  fireEvent.change(field(), { target: { value } });
};
const type = (keys: string) => {
  for (const key of keys) put(field().value + key);
};
const leave = () => fireEvent.blur(field());
const save = () => fireEvent.submit(screen.getByRole('button', { name: 'Salvar' }));
const WRONG = 'Data incompleta ou que não existe';

afterEach(() => {
  setLocale('pt');
  i18n.activate('pt');
});

describe('a date that is typed', () => {
  it('needs digits alone, and reaches the form when it is whole', () => {
    render(<Form />);
    type('2611202');
    expect([field().value, held()]).toEqual(['26/11/202', '']);
    type('6');
    expect([field().value, held()]).toEqual(['26/11/2026', '2026-11-26']);
  });

  it('has its day first in English too, and a morning hour as its writer likes', () => {
    setLocale('en');
    i18n.activate('en');
    render(<Form part={DateTimeField} />);
    expect(field().placeholder).toBe('dd/mm/yyyy hh:mm');
    type('261120260230p');
    leave();
    expect([field().value, held()]).toEqual(['26/11/2026 14:30', '2026-11-26T14:30']);
  });

  it('may be pasted as another program writes it', () => {
    render(<Form />);
    put('2026-11-26');
    expect([field().value, held()]).toEqual(['26/11/2026', '2026-11-26']);
  });

  it('is said when it does not exist, is not lost, and is never the one before', () => {
    const onSave = vi.fn();
    render(<Form first="2026-11-26" onSave={onSave} />);
    put('31/02/2026');
    expect(screen.queryByRole('alert')).toBeNull();
    leave();
    expect(screen.getByRole('alert').textContent).toBe(WRONG);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect([field().value, held()]).toEqual(['31/02/2026', '2026-11-26']);
    save();
    expect(onSave).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field());
    put('28/02/2026');
    expect(screen.queryByRole('alert')).toBeNull();
    save();
    expect(onSave).toHaveBeenCalledExactlyOnceWith('2026-02-28');
  });

  it('is not saved while it is half typed, also by Enter', () => {
    const onSave = vi.fn();
    render(<Form onSave={onSave} />);
    type('2611');
    fireEvent.keyDown(field(), { key: 'Enter' });
    save();
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe(WRONG);
  });

  it('is completed where the year is short, before it is saved', () => {
    const onSave = vi.fn();
    render(<Form onSave={onSave} />);
    type('261126');
    fireEvent.keyDown(field(), { key: 'Enter' });
    save();
    expect(field().value).toBe('26/11/2026');
    expect(onSave).toHaveBeenCalledExactlyOnceWith('2026-11-26');
  });

  it('may be taken away', () => {
    render(<Form first="2026-11-26" />);
    put('');
    leave();
    expect(held()).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is refused outside of its bounds', () => {
    const onSave = vi.fn();
    render(<Form min="2026-11-20" max="2026-11-30" onSave={onSave} />);
    type('01122026');
    expect(screen.getByRole('alert').textContent).toBe('Não pode ser depois de 30/11/2026');
    save();
    expect(onSave).not.toHaveBeenCalled();
  });

  it('is another one when the form says so', () => {
    const { rerender } = render(<DateField label="Dia" value="" onChange={vi.fn()} />);
    type('2611');
    rerender(<DateField label="Dia" value="2026-12-24" onChange={vi.fn()} />);
    expect(field().value).toBe('24/12/2026');
  });
});

it('takes a time of day in short', () => {
  render(<Form part={TimeField} first="08:00" />);
  put('9');
  leave();
  expect([field().value, held()]).toEqual(['09:00', '09:00']);
  put('25:00');
  leave();
  expect(screen.getByRole('alert').textContent).toBe('Hora incompleta ou que não existe');
});

describe('the calendar', () => {
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Abrir o calendário' }));
  const day = (name: RegExp) => screen.findByRole('button', { name });
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

  it('begins at the day that stands, and goes by keys', async () => {
    render(<Form first="2026-11-26" />);
    open();
    const first = await day(/26 de novembro de 2026/);
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(first.closest('td')?.getAttribute('aria-selected')).toBe('true');
    press('ArrowDown');
    press('ArrowRight');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/4 de dezembro de 2026/);
    if (document.activeElement) fireEvent.click(document.activeElement);
    expect(held()).toBe('2026-12-04');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  });

  it('clears what may be empty, and nothing else', async () => {
    const { unmount } = render(<Form first="2026-11-26" canBeEmpty />);
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Limpar' }));
    expect(held()).toBe('');
    unmount();
    render(<Form first="2026-11-26" />);
    open();
    await screen.findByRole('grid');
    expect(screen.queryByRole('button', { name: 'Limpar' })).toBeNull();
  });

  it('does not give a day outside of the bounds', async () => {
    render(<Form first="2026-11-26" max="2026-11-27" />);
    open();
    fireEvent.click(await day(/28 de novembro/));
    expect(held()).toBe('2026-11-26');
  });

  it('keeps the time of day beside the day, and begins the week as the language does', async () => {
    setLocale('es');
    i18n.activate('es');
    render(<Form part={DateTimeField} first="2026-11-26T14:30" />);
    fireEvent.click(screen.getByRole('button', { name: 'Abrir el calendario' }));
    fireEvent.click(await day(/27 de noviembre/));
    expect(held()).toBe('2026-11-27T14:30');
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)[0]).toBe('lun');
    const time = screen.getByLabelText('Hora');
    fireEvent.change(time, { target: { value: '15:45' } });
    expect(held()).toBe('2026-11-27T15:45');
  });
});
