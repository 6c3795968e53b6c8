import { useLayoutEffect, useRef } from 'react';

/** The ref of a text field that is as high as its text; the style sheet sets the bound. */
export function useAutoGrow(text: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  // Synchronises the height of the element with its content.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = text === '' ? '' : `${element.scrollHeight}px`;
  }, [text]);
  return area;
}
