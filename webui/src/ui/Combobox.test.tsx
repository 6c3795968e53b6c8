import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Combobox } from './Combobox';
import { useComboSearch } from './comboSearch';

const ALL = ['Beatriz', 'Bento', 'Caio'];

function Picker({ onChoose, isSlow = false }: { onChoose: (name: string) => void; isSlow?: boolean }) {
  const search = useComboSearch();
  const found = isSlow ? [] : ALL.filter((name) => name.startsWith(search.search));
  return (
    <Combobox
      label="Contato"
      search={search}
      options={search.search === '' ? [] : found}
      keyOf={(name) => name}
      isAnswered={search.isStill && !isSlow}
      none="Ninguém"
      onChoose={onChoose}
    >
      {(name) => name}
    </Combobox>
  );
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const field = () => screen.getByRole('combobox', { name: 'Contato' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const wait = () => act(() => vi.advanceTimersByTime(600));
const press = (key: string) => fireEvent.keyDown(field(), { key });

describe('a combobox', () => {
  it('asks when the text stood still, and offers what was found', () => {
    render(<Picker onChoose={vi.fn()} />);
    write('Be');
    expect(screen.queryByRole('option')).toBeNull();
    wait();
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Beatriz', 'Bento']);
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
  });

  it('chooses by a press', () => {
    const onChoose = vi.fn();
    render(<Picker onChoose={onChoose} />);
    write('Be');
    wait();
    fireEvent.click(screen.getByRole('option', { name: 'Bento' }));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('Bento');
  });

  it('goes through the options by the arrows, and takes one by Enter', () => {
    const onChoose = vi.fn();
    render(<Picker onChoose={onChoose} />);
    act(() => field().focus());
    write('Be');
    wait();
    press('ArrowDown');
    wait();
    press('Enter');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('Bento');
  });

  // Fails while Enter takes what was found for the text before.
  it('takes the first of what is typed when Enter comes before the answer', () => {
    const onChoose = vi.fn();
    render(<Picker onChoose={onChoose} />);
    write('Be');
    wait();
    write('Ca');
    press('Enter');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('Caio');
  });

  it('says that nothing was found, and Enter then does nothing', () => {
    const onChoose = vi.fn();
    render(<Picker onChoose={onChoose} />);
    write('Zo');
    wait();
    expect(screen.getByRole('status').textContent).toBe('Ninguém');
    press('Enter');
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('forgets an Enter when more is typed', () => {
    const onChoose = vi.fn();
    const { rerender } = render(<Picker onChoose={onChoose} isSlow />);
    write('Be');
    press('Enter');
    write('Ben');
    rerender(<Picker onChoose={onChoose} />);
    wait();
    expect(onChoose).not.toHaveBeenCalled();
  });
});
