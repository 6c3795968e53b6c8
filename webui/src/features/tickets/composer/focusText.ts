/** Whether letters come from a keyboard of its own: that of a phone would cover half of the page. */
export const hasKeyboard = () => window.matchMedia?.('(hover: hover)').matches;

/** After a button that goes away with what it was for: whoever pressed it goes on writing. */
export function focusText() {
  if (hasKeyboard()) document.querySelector<HTMLElement>('[data-composer] :is(textarea, li input)')?.focus();
}
