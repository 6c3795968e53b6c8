import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';

/** Keeps the end in sight while the composer grows, a keyboard opens or the window changes. */
export function useStayAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  threshold: number,
): void {
  const isAtEnd = useRef(true);
  // Synchronises with the scroll and the size of the scroller.
  useEffect(() => {
    const element = scroller.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    let height = element.clientHeight;
    const note = () => {
      // A change of size scrolls too: that is not the reader's doing.
      if (element.clientHeight !== height) return;
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight <= threshold;
    };
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return;
      height = element.clientHeight;
      if (isAtEnd.current) virtualizer.scrollToEnd();
    });
    element.addEventListener('scroll', note, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', note);
      observer.disconnect();
    };
  }, [scroller, virtualizer, threshold]);
}
