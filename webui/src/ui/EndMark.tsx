import { useEffect, useEffectEvent, useRef } from 'react';

/** S135: a list asks for its next page this near to its end. */
const NEAR = '100px';

/** What scrolls the mark, null where it is the window: an observer's margin counts at the edge of its root alone. */
function scrollerOf(mark: HTMLElement): HTMLElement | null {
  for (let box = mark.parentElement; box; box = box.parentElement) {
    // Boxes that scroll sideways say `auto` too.
    if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight) return box;
  }
  return null;
}

interface EndMarkProps {
  onReached: () => void;
}

/** Stands behind the last row of a page's list and tells when it comes near the end of what is seen. */
export function EndMark({ onReached }: EndMarkProps) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onReached);
  // Synchronises with the scroller, whichever it is.
  useEffect(() => {
    const element = mark.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && reached(), {
      root: scrollerOf(element),
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden />;
}
