import { beforeEach, describe, expect, it } from 'vitest';
import { addTask, changeTask, removeTask, tickTask } from './todo';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-21T13:00:00Z');
const stored = (userId: number): unknown => JSON.parse(localStorage.getItem(`todo:${userId}`) ?? '[]');

// spec: S040 S057 S081
describe('local tasks', () => {
  beforeEach(() => {
    for (const user of [1, 2]) while ((stored(user) as unknown[]).length > 0) removeTask(user, 0);
  });

  it('are kept in the browser with their times, each user having his own', () => {
    expect(addTask(1, ' Ligar para a Bia ', now)).toBe(true);
    expect(changeTask(1, 0, 'Ligar para o Caio', later)).toBe(true);
    expect(stored(1)).toEqual([
      { text: 'Ligar para o Caio', createdAt: now.toISOString(), updatedAt: later.toISOString() },
    ]);
    expect(stored(2)).toEqual([]);
    removeTask(1, 0);
    expect(stored(1)).toEqual([]);
  });

  it('are ticked off, and that is taken back', () => {
    addTask(1, 'Ligar', now);
    tickTask(1, 0, true);
    expect(stored(1)).toMatchObject([{ text: 'Ligar', isDone: true }]);
    tickTask(1, 0, false);
    expect(stored(1)).toMatchObject([{ isDone: false }]);
    removeTask(1, 0);
  });

  it('ignore an empty or blank text', () => {
    expect(addTask(1, '', now)).toBe(false);
    expect(addTask(1, '   ', now)).toBe(false);
    addTask(1, 'Fica', now);
    expect(changeTask(1, 0, ' ', later)).toBe(false);
    expect(stored(1)).toHaveLength(1);
  });
});
