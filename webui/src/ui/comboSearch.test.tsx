import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { useComboSearch } from './comboSearch';

/** A field with nothing around it: whoever waits here is the search alone. */
function Finder({ onAsk }: { onAsk: (text: string) => void }) {
  const { text, search, isStill, onText, onHurry } = useComboSearch();
  useQuery({
    queryKey: [search],
    queryFn: () => {
      onAsk(search);
      return null;
    },
    enabled: search !== '',
  });
  return (
    <input
      aria-label="Contato"
      aria-busy={!isStill}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && onHurry()}
    />
  );
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Contato' });
const write = (value: string) => fireEvent.change(field(), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// spec: A135
it('asks once, when the typing has rested for 500 ms', async () => {
  const onAsk = vi.fn();
  renderSignedIn(<Finder onAsk={onAsk} />);
  for (const text of ['Be', ' Beatriz ']) {
    write(text);
    expect(field().value).toBe(text);
    // each letter begins the rest anew
    await pass(499);
    expect(onAsk).not.toHaveBeenCalled();
    expect(field().getAttribute('aria-busy')).toBe('true');
  }
  await pass(1);
  expect(onAsk.mock.calls).toEqual([['Beatriz']]);
  expect(field().getAttribute('aria-busy')).toBe('false');
});

// spec: A135
it('asks at once on Enter, and not again when the 500 ms are over', async () => {
  const onAsk = vi.fn();
  renderSignedIn(<Finder onAsk={onAsk} />);
  write('Beatriz');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await pass(0);
  expect(onAsk.mock.calls).toEqual([['Beatriz']]);
  await pass(500);
  expect(onAsk).toHaveBeenCalledOnce();
});
