import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { readStored, writeStored } from './storage';

/** S057: a task as the browser keeps it. */
export interface Task {
  text: string;
  createdAt: string;
  updatedAt: string;
  /** Ticked off. */
  isDone?: boolean;
}

/** More than anybody works off; the browser's store has a bound of its own. */
export const TASKS_MAX = 500;

const keyOf = (userId: number) => `todo:${userId}`;

const isTask = (each: unknown): each is Task =>
  typeof each === 'object' &&
  each !== null &&
  ['text', 'createdAt', 'updatedAt'].every((field) => typeof (each as Record<string, unknown>)[field] === 'string');

function read(userId: number): readonly Task[] {
  try {
    const stored: unknown = JSON.parse(readStored(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isTask).slice(0, TASKS_MAX) : [];
  } catch {
    return [];
  }
}

/** The tasks of the one who looks at them, each user's own: a computer may be shared. */
const tasks = signal<{ userId: number; list: readonly Task[] } | null>(null);

const listOf = (userId: number): readonly Task[] => {
  const known = tasks.peek();
  return known?.userId === userId ? known.list : read(userId);
};

/** S040: the tasks of a user, oldest first. */
export function useTasks(userId: number): readonly Task[] {
  useSignals();
  const known = tasks.value;
  return known?.userId === userId ? known.list : read(userId);
}

function write(userId: number, list: readonly Task[]): void {
  tasks.value = { userId, list };
  writeStored(keyOf(userId), list.length === 0 ? null : JSON.stringify(list));
}

/** S081: an empty or blank text is no task. Answers whether one was made. */
export function addTask(userId: number, text: string, now: Date): boolean {
  const list = listOf(userId);
  const at = now.toISOString();
  if (text.trim() === '' || list.length >= TASKS_MAX) return false;
  write(userId, [...list, { text: text.trim(), createdAt: at, updatedAt: at }]);
  return true;
}

/** Answers whether the task was changed; an empty text changes nothing. */
export function changeTask(userId: number, index: number, text: string, now: Date): boolean {
  if (text.trim() === '') return false;
  const change = (task: Task, place: number) =>
    place === index ? { ...task, text: text.trim(), updatedAt: now.toISOString() } : task;
  write(userId, listOf(userId).map(change));
  return true;
}

/** Ticks a task off, or takes that back. */
export function tickTask(userId: number, index: number, isDone: boolean): void {
  write(
    userId,
    listOf(userId).map((task, place) => (place === index ? { ...task, isDone } : task)),
  );
}

export function removeTask(userId: number, index: number): void {
  write(
    userId,
    listOf(userId).filter((_, place) => place !== index),
  );
}
