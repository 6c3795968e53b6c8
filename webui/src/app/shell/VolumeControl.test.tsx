import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('@/lib/sound', () => ({ playPing: vi.fn() }));

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Volume dos avisos' });

/** The control as a page that was just opened has it. */
async function open() {
  vi.resetModules();
  const { VolumeControl } = await import('./VolumeControl');
  return render(<VolumeControl />);
}

beforeEach(() => localStorage.clear());

// spec: S137
it('goes from 0 to 1 in steps of 0.1, and begins at its loudest', async () => {
  await open();
  const { min, max, step, value } = slider();
  expect([min, max, step, value]).toEqual(['0', '1', '0.1', '1']);
});

// spec: S020 S137
it('is heard as loud as it was made when it is let go', async () => {
  await open();
  const { playPing } = await import('@/lib/sound');
  fireEvent.change(slider(), { target: { value: '0.4' } });
  expect(playPing).not.toHaveBeenCalled();
  fireEvent.pointerUp(slider());
  expect(playPing).toHaveBeenCalledExactlyOnceWith(0.4);
});

// spec: S057 S137
it('is kept in this browser', async () => {
  const first = await open();
  fireEvent.change(slider(), { target: { value: '0.3' } });
  expect(localStorage.getItem('volume')).toBe('0.3');
  first.unmount();
  await open();
  expect(slider().value).toBe('0.3');
});

// spec: S137
it.each([
  ['7', '1'],
  ['-1', '0'],
  ['0.34', '0.3'],
  ['alto', '1'],
])('takes what is kept as a volume, if it is one: %s', async (stored, shown) => {
  localStorage.setItem('volume', stored);
  await open();
  expect(slider().value).toBe(shown);
});
