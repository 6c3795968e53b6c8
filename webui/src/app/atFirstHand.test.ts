import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atFirstHand } from './atFirstHand';

const AFTER_MS = 2000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once when nobody touches the page for a while', () => {
  const run = vi.fn();
  atFirstHand(run, AFTER_MS);
  vi.advanceTimersByTime(AFTER_MS - 1);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  window.dispatchEvent(new Event('keydown'));
  expect(run).toHaveBeenCalledTimes(1);
});

it.each(['pointermove', 'pointerdown', 'keydown'])(
  'runs at once at the first %s, whoever takes it, and never again',
  (kind) => {
    const run = vi.fn();
    const button = document.body.appendChild(document.createElement('button'));
    button.addEventListener(kind, (event) => event.stopPropagation());
    atFirstHand(run, AFTER_MS);
    button.dispatchEvent(new Event(kind, { bubbles: true }));
    expect(run).toHaveBeenCalledTimes(1);
    button.dispatchEvent(new Event(kind, { bubbles: true }));
    vi.advanceTimersByTime(AFTER_MS);
    expect(run).toHaveBeenCalledTimes(1);
    button.remove();
  },
);

it('runs no more once it was stopped', () => {
  const run = vi.fn();
  atFirstHand(run, AFTER_MS)();
  window.dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(AFTER_MS);
  expect(run).not.toHaveBeenCalled();
});
