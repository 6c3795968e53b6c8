import { expect, it, vi } from 'vitest';
import { queueEntries } from './queueEntries';

const queues = [
  { id: 3, name: 'Vendas', color: '#189b76' },
  { id: 5, name: 'Logística', color: '#b7791f' },
];

/** Which queues are chosen after one was ticked or unticked, when these were before. */
function chosenAfter(chosen: readonly number[], id: number, isChecked: boolean) {
  const change = vi.fn();
  const entry = queueEntries({ all: 'Todas', queues, chosen, onChange: change }).find((each) => each.id === String(id));
  if (entry?.kind !== 'check') throw new Error('no queue to tick');
  expect(entry.isChecked).toBe(!isChecked);
  entry.onChange(isChecked);
  return change.mock.calls;
}

// spec: S029
it('offers several queues at once: each that is ticked joins those before it', () => {
  expect(chosenAfter([], 3, true)).toEqual([[[3]]]);
  expect(chosenAfter([3], 5, true)).toEqual([[[3, 5]]]);
  expect(chosenAfter([3, 5], 3, false)).toEqual([[[5]]]);
});
