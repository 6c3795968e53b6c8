import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { isTyping, LAYERS } from '@/lib/shortcuts';
import { useChosen } from '@/state/chosenTickets';

const OPEN_LAYER =
  'dialog[open], [role=dialog]:not([data-closed]), [role=alertdialog]:not([data-closed]), [role=menu], [role=listbox]';
const ROWS = '[data-tickets] [role=listitem] a';

/** Escape closes the conversation where nothing else takes the key; arrows go from row to row of the list. */
export default function TicketKeys({ uuid }: { uuid: string | null }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isChoosing = useChosen() !== null;
  /** Whether something lay over the page when the key went down; what takes it may be gone when it comes here. */
  const isCovered = useRef(false);
  const close = () => {
    if (uuid === null || isChoosing || isCovered.current) return;
    const address = paths.ticket(uuid);
    void navigate({ pathname: paths.tickets, search });
    // back to where the conversation was opened
    document.querySelector<HTMLElement>(`[data-tickets] a[href^="${address}"]`)?.focus();
  };
  const move = (step: 1 | -1): boolean => {
    const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
    const { activeElement } = document;
    const place = rows.findIndex((row) => row === activeElement);
    const isInList = activeElement === document.body || activeElement?.closest('[data-tickets]');
    if (!isInList) return false;
    const shown = rows.findIndex((row) => row.getAttribute('aria-current') !== null);
    const next = rows[place === -1 ? Math.max(shown, 0) : place + step];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return next !== undefined;
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, defaultPrevented, key, metaKey, shiftKey, target } = event;
    if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || event.isComposing) return;
    if (target instanceof Element && target.closest(LAYERS)) return;
    if (key === 'Escape') close();
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : null;
    if (step !== null && !isTyping(target) && move(step)) event.preventDefault();
  });
  // Synchronises with the keyboard.
  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event);
    const look = () => {
      isCovered.current = document.querySelector(OPEN_LAYER) !== null;
    };
    document.addEventListener('keydown', look, true);
    document.addEventListener('keydown', handle);
    return () => {
      document.removeEventListener('keydown', look, true);
      document.removeEventListener('keydown', handle);
    };
  }, []);
  return null;
}
