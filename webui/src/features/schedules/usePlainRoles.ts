import { useEffect, type RefObject } from 'react';

/** What the library calls a table, though its parts stand where no table's parts may. */
const ROLES = ['table', 'grid', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell', 'gridcell'];
const VIEWS = ':is(.rbc-month-view, .rbc-time-view)';
const MARKED = ROLES.flatMap((role) => [`${VIEWS}[role=${role}]`, `${VIEWS} [role=${role}]`]).join(',');

function strip(root: HTMLElement): void {
  for (const marked of root.querySelectorAll(MARKED)) {
    marked.removeAttribute('role');
    marked.removeAttribute('aria-sort');
  }
  // the button of an entry is its name: others stand beside it
  for (const entry of root.querySelectorAll('.rbc-event[role=button]')) {
    entry.removeAttribute('role');
    entry.removeAttribute('tabindex');
  }
  // hours scroll also where no entry could take the focus
  for (const hours of root.querySelectorAll<HTMLElement>('.rbc-time-content')) hours.tabIndex = 0;
}

/** Takes wrong roles away: days and entries are named by buttons of their own, which need no broken table around them. */
export function usePlainRoles(root: RefObject<HTMLElement | null>): void {
  // Synchronises with what the library draws, now and whenever it draws anew.
  useEffect(() => {
    const box = root.current;
    if (!box) return undefined;
    strip(box);
    const observer = new MutationObserver(() => strip(box));
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [root]);
}
