import { useLayoutEffect, useRef } from 'react';

/** The ref of a text field that is as high as its text while it is shown; the style sheet sets the bound. */
export function useAutoGrow(text: string, isShown: boolean) {
  const area = useRef<HTMLTextAreaElement>(null);
  // Synchronises the height of the element with its content.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !isShown) return;
    element.style.height = 'auto';
    element.style.height = text === '' ? '' : `${element.scrollHeight}px`;
  }, [text, isShown]);
  return area;
}
