import type { KeyboardEvent } from 'react';

/** The way that an arrow key goes, null for other keys. */
export function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 1 | -1 | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : null;
}

/** The company whose row holds an element, null outside of the rows. */
export function companyAt(element: EventTarget): number | null {
  const row = element instanceof Element ? element.closest<HTMLElement>('[data-company]') : null;
  return row ? Number(row.dataset.company) : null;
}

/** Puts the focus on the row of a company, where it is shown; on the page otherwise, so that the keyboard goes on there. */
export function focusRow(id: number): void {
  const row = document.querySelector<HTMLElement>(`[data-company="${id}"] button`);
  (row ?? document.getElementById('main'))?.focus();
  row?.closest('tr')?.scrollIntoView?.({ block: 'nearest' });
}
