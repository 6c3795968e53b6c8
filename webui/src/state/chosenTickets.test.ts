import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { choose, chooseNone, CHOSEN_MAX, setChoosing, useChosen } from './chosenTickets';

const chosenIds = () => {
  const { result } = renderHook(() => useChosen());
  return result.current && [...result.current.keys()];
};

describe('chosen tickets', () => {
  it('are none outside of the choosing, and nothing when it begins', () => {
    expect(chosenIds()).toBeNull();
    setChoosing(true);
    expect(chosenIds()).toEqual([]);
    setChoosing(false);
    expect(chosenIds()).toBeNull();
  });

  it('come and go one by one, and all when another list is shown', () => {
    setChoosing(true);
    for (const id of [1, 2, 3]) choose(makeTicket({ id }), true);
    choose(makeTicket({ id: 2 }), false);
    expect(chosenIds()).toEqual([1, 3]);
    chooseNone();
    expect(chosenIds()).toEqual([]);
  });

  it('are at most as many as the server takes', () => {
    setChoosing(true);
    for (let id = 1; id <= CHOSEN_MAX + 1; id += 1) choose(makeTicket({ id }), true);
    expect(chosenIds()).toHaveLength(CHOSEN_MAX);
  });
});
