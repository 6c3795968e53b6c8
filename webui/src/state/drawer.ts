import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';

/** S018: the side menu is open by default when the body is wider than 1200. Under 600 it is a temporary sheet. */
const isDrawerOpen = signal(document.documentElement.clientWidth > 1200);

export function useIsDrawerOpen(): boolean {
  useSignals();
  return isDrawerOpen.value;
}

export function setDrawerOpen(next: boolean): void {
  isDrawerOpen.value = next;
}

export function toggleDrawer(): void {
  isDrawerOpen.value = !isDrawerOpen.peek();
}
