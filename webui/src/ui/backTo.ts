import type { RefObject } from 'react';

/**
 * Where the keyboard goes when a popup has closed: back to its button, unless it is somewhere else by then. What was
 * chosen may have opened a dialog or begun an answer, and what is typed there must not land on the button.
 */
export function backTo(anchor: RefObject<HTMLElement | null>): () => HTMLElement | false {
  return () => {
    const { activeElement } = document;
    const isLeftBehind =
      activeElement === null || activeElement === document.body || activeElement.closest('[data-closed]') !== null;
    return isLeftBehind && (anchor.current ?? false);
  };
}
