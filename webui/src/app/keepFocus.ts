/** How long others have to put the focus where they want it: a dialog gives it back to what opened it, for one. */
const OTHERS_MS = 120;
/** What is taken out while a list is scrolled comes back with it. */
const SCROLLED_MS = 300;
const PRESSES = ['pointerdown', 'keydown'] as const;
const ROW = 'li, tr, [role="listitem"], [role="row"]';
const DIALOG = '[role="dialog"], [role="alertdialog"]';
const STOP = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';

/** Where the focus was, while it can be told: what is taken out has no surroundings any more. */
interface Place {
  element: Element;
  /** From the inside to the outside. */
  around: readonly Element[];
  rows: Element | null;
  /** Which of these it was in. */
  index: number;
}

function placeOf(element: Element, main: Element): Place {
  const around: Element[] = [];
  for (let at = element.parentElement; at && at !== main; at = at.parentElement) around.push(at);
  const row = element.closest(ROW);
  const rows = row && main.contains(row) ? row.parentElement : null;
  return { element, around: [...around, main], rows, index: row && rows ? [...rows.children].indexOf(row) : -1 };
}

/** Taken out, or hidden while another page is on its way. */
const isGone = (element: Element) => !element.isConnected || element.checkVisibility?.() === false;

/** A button may be barred while it does what it was pressed for, or by what came of it: that takes its focus. */
const isBarred = (element: Element) => element.matches(':disabled');

/** What has the focus next: what opened a layer that went, the row that moved up, or what is nearest around. */
function heir({ element, around, rows, index }: Place): HTMLElement | undefined {
  // what opened a question may be barred by its answer, such as the plan that was chosen
  if (!isGone(element) && !isBarred(element)) return element as HTMLElement;
  const left = rows && !isGone(rows) ? [...rows.children].filter((row) => row.matches(ROW)) : [];
  const row = left[Math.min(index, left.length - 1)];
  const stop = row?.querySelector<HTMLElement>(STOP);
  if (stop) return stop;
  const nearest = around.find((one) => !isGone(one) && one.hasAttribute('tabindex'));
  return nearest as HTMLElement | undefined;
}

/**
 * Keeps the keyboard where somebody works: when what has the focus goes, a row that is deleted for one, what has come to its
 * place has it next, and not the page as a whole. Returns how to stop.
 */
export function keepFocus(root: Document = document): () => void {
  let place: Place | null = null;
  let last: Element | null = null;
  let scrolledAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rescue = () => {
    timer = undefined;
    if (root.activeElement !== root.body || !last || !isGone(last)) return;
    last = null;
    const next = place ? heir(place) : undefined;
    (next ?? root.getElementById('main'))?.focus({ preventScroll: true });
  };
  const look = () => {
    if (timer || root.activeElement !== root.body || !last || !isGone(last)) return;
    const isScrolled = performance.now() - scrolledAt < SCROLLED_MS;
    // With its list, or from elsewhere, it went for another reason: a page comes, which goes to where it was.
    if (isScrolled && place?.element === last && place.rows && !isGone(place.rows)) last = null;
    else timer = setTimeout(rescue, OTHERS_MS);
  };
  const note = ({ target }: FocusEvent) => {
    const main = root.getElementById('main');
    if (!(target instanceof Element) || !main) return;
    last = target;
    if (main.contains(target) && target !== main) place = placeOf(target, main);
  };
  // Whoever presses a free place of the page leaves by himself; a press beside a dialog may close it.
  const leave = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (!last || target !== last || isGone(last) || isBarred(last) || last.closest(DIALOG)) return;
      if (root.activeElement === root.body) last = null;
    });
  const scrolled = () => {
    scrolledAt = performance.now();
  };
  // What goes after a press goes because of it.
  const act = () => {
    scrolledAt = -Infinity;
  };
  const observer = new MutationObserver(look);
  observer.observe(root.body, { childList: true, subtree: true });
  root.addEventListener('focusin', note);
  root.addEventListener('focusout', leave);
  root.addEventListener('scroll', scrolled, { capture: true, passive: true });
  for (const press of PRESSES) root.addEventListener(press, act, { capture: true, passive: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    root.removeEventListener('focusin', note);
    root.removeEventListener('focusout', leave);
    root.removeEventListener('scroll', scrolled, { capture: true });
    for (const press of PRESSES) root.removeEventListener(press, act, { capture: true });
  };
}
