import { cloneElement, useCallback, useEffect, useRef, useState, type ReactElement, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { color, font, layer, radius, shadow } from '@/styles/tokens';

const DELAY_MS = 450;
const EDGE = 8;

const Bubble = styled.div`
  position: fixed;
  z-index: ${layer.tooltip};
  max-width: 260px;
  padding: 5px 8px;
  border-radius: ${radius.sm};
  background: ${color.text};
  color: ${color.surface};
  box-shadow: ${shadow.md};
  font-size: ${font.sm};
  font-weight: ${font.medium};
  line-height: 1.3;
  pointer-events: none;
`;

interface Handlers {
  onPointerEnter?: (event: SyntheticEvent) => void;
  onPointerLeave?: (event: SyntheticEvent) => void;
  onFocus?: (event: SyntheticEvent) => void;
  onBlur?: (event: SyntheticEvent) => void;
  onPointerDown?: (event: SyntheticEvent) => void;
}

interface TooltipProps {
  text: string;
  children: ReactElement<Handlers>;
}

/** A small text on hover or keyboard focus. It only repeats what the accessible name already says. */
export function Tooltip({ text, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setAnchor(null);
  }, []);
  const show = (event: SyntheticEvent) => {
    const element = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(element), DELAY_MS);
  };
  // Synchronises with the clock and the window: no tooltip outlives its element.
  useEffect(() => hide, [hide]);
  useEffect(() => {
    if (!anchor) return undefined;
    window.addEventListener('scroll', hide, true);
    return () => window.removeEventListener('scroll', hide, true);
  }, [anchor, hide]);

  const { props } = children;
  const child = cloneElement(children, {
    onPointerEnter: (event: SyntheticEvent) => {
      props.onPointerEnter?.(event);
      if ((event.nativeEvent as PointerEvent).pointerType !== 'touch') show(event);
    },
    onPointerLeave: (event: SyntheticEvent) => {
      props.onPointerLeave?.(event);
      hide();
    },
    onPointerDown: (event: SyntheticEvent) => {
      props.onPointerDown?.(event);
      hide();
    },
    onFocus: (event: SyntheticEvent) => {
      props.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) show(event);
    },
    onBlur: (event: SyntheticEvent) => {
      props.onBlur?.(event);
      hide();
    },
  });
  return (
    <>
      {child}
      {anchor && createPortal(<Placed anchor={anchor} text={text} />, document.body)}
    </>
  );
}

function Placed({ anchor, text }: { anchor: Element; text: string }) {
  const place = useCallback(
    (bubble: HTMLDivElement | null) => {
      if (!bubble) return;
      const box = anchor.getBoundingClientRect();
      const left = box.left + box.width / 2 - bubble.offsetWidth / 2;
      const below = box.bottom + 6;
      const fits = below + bubble.offsetHeight < window.innerHeight - EDGE;
      bubble.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - bubble.offsetWidth - EDGE))}px`;
      bubble.style.top = `${fits ? below : box.top - bubble.offsetHeight - 6}px`;
    },
    [anchor],
  );
  return (
    <Bubble ref={place} aria-hidden>
      {text}
    </Bubble>
  );
}
