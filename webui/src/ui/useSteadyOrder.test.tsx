import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSteadyOrder } from './useSteadyOrder';

function List({ names }: { names: readonly string[] }) {
  const { places, handlers } = useSteadyOrder(names, (name) => name);
  return (
    <ul {...handlers}>
      {places.map(({ key, item }) => (
        <li key={key}>{item ?? '·'}</li>
      ))}
    </ul>
  );
}

const order = () => screen.getAllByRole('listitem').map((row) => row.textContent);

/** A list, and what events make of it. */
function setup(...names: string[]) {
  const { rerender } = render(<List names={names} />);
  return { list: screen.getByRole('list'), become: (...next: string[]) => rerender(<List names={next} />) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// Without it the rows of the first test slide under the pointer.
describe('a list under the pointer', () => {
  it('keeps the place of every row, takes new ones at its end, and is put in order when the pointer leaves', () => {
    const { list, become } = setup('Ana', 'Bia', 'Caio');
    fireEvent.pointerEnter(list, { pointerType: 'mouse' });
    become('Caio', 'Davi', 'Ana', 'Bia');
    expect(order()).toEqual(['Ana', 'Bia', 'Caio', 'Davi']);
    become('Davi', 'Caio', 'Bia');
    expect(order()).toEqual(['·', 'Bia', 'Caio', 'Davi']);
    fireEvent.pointerLeave(list);
    expect(order()).toEqual(['Davi', 'Caio', 'Bia']);
  });

  it('catches up when nothing has moved for long, and holds still again with the next move', () => {
    const { list, become } = setup('Ana', 'Bia');
    fireEvent.pointerEnter(list, { pointerType: 'mouse' });
    become('Bia', 'Ana');
    act(() => void vi.advanceTimersByTime(20_000));
    expect(order()).toEqual(['Bia', 'Ana']);
    fireEvent.pointerMove(list, { pointerType: 'mouse' });
    become('Ana', 'Bia');
    expect(order()).toEqual(['Bia', 'Ana']);
  });

  it('shows another list at once, as after a search', () => {
    const { list, become } = setup('Ana', 'Bia', 'Caio');
    fireEvent.pointerEnter(list, { pointerType: 'mouse' });
    become('Zeca', 'Caio');
    expect(order()).toEqual(['Zeca', 'Caio']);
  });

  it('follows the events while nobody is over it', () => {
    const { become } = setup('Ana', 'Bia');
    become('Bia', 'Ana');
    expect(order()).toEqual(['Bia', 'Ana']);
  });
});
