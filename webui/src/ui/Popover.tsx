import { cloneElement, Suspense, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { lazyLayer } from './lazyLayer';

interface TriggerProps {
  ref?: React.Ref<HTMLButtonElement>;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onPointerDown?: () => void;
  'aria-haspopup'?: 'dialog';
  'aria-expanded'?: boolean;
}

export interface PopoverProps {
  label: string;
  trigger: ReactElement<TriggerProps>;
  width?: number;
  align?: 'start' | 'center' | 'end';
  /** Asks for the code of what the panel shows, at the same time as for the panel's own. */
  preload?: () => void;
  children: (close: () => void) => ReactNode;
}

const PopoverPopup = lazyLayer(() => import('./PopoverPopup'));

/** A small panel that opens from its button; its code arrives when the pointer first comes near. */
export function Popover({ label, trigger, width = 320, align = 'end', preload, children }: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        onPointerEnter: () => {
          PopoverPopup.preload();
          preload?.();
        },
        // The press outside of the popup closes it before the click arrives.
        onPointerDown: () => {
          wasOpen.current = isOpen;
        },
        onClick: () => {
          setIsWanted(true);
          setIsOpen(!wasOpen.current);
          wasOpen.current = false;
        },
      })}
      {isWanted && (
        <Suspense fallback={null}>
          <PopoverPopup
            label={label}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            anchor={anchor}
            width={width}
            align={align}
          >
            {isOpen && children(() => setIsOpen(false))}
          </PopoverPopup>
        </Suspense>
      )}
    </>
  );
}
