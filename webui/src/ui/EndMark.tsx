import { useEffect, useEffectEvent, useRef } from 'react';

/** S135: a list asks for its next page this near to its end. */
const NEAR = '100px';

interface EndMarkProps {
  onReached: () => void;
}

/** Stands behind the last row of a page's list and tells when it comes near the window. */
export function EndMark({ onReached }: EndMarkProps) {
  const mark = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(onReached);
  // Synchronises with the scroller, whichever it is.
  useEffect(() => {
    const element = mark.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && reached(), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden />;
}
