import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { writeStored } from './storage';

export type Theme = 'light' | 'dark';

// index.html has already chosen the theme before the first paint.
const theme = signal<Theme>(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

export function useTheme(): Theme {
  useSignals();
  return theme.value;
}

export function setTheme(next: Theme): void {
  theme.value = next;
  document.documentElement.dataset.theme = next;
  writeStored('theme', next);
}

export function toggleTheme(): void {
  setTheme(theme.peek() === 'dark' ? 'light' : 'dark');
}
