import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { color, layer, radius, shadow } from '@/styles/tokens';
import { backTo } from './backTo';

const Positioner = styled(Base.Positioner)`
  z-index: ${layer.popup};
`;

const Popup = styled(Base.Popup)`
  width: min(var(--w), calc(100vw - 16px));
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  outline: none;
  background: ${color.raised};
  box-shadow: ${shadow.lg};
  transform-origin: var(--transform-origin);
  transition:
    opacity 100ms,
    transform 100ms;

  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    transform: scale(0.97);
  }
`;

interface PopoverPopupProps {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
  width: number;
  align: 'start' | 'center' | 'end';
  children: ReactNode;
}

export default function PopoverPopup({ label, isOpen, onClose, anchor, width, align, children }: PopoverPopupProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Positioner anchor={anchor} align={align} sideOffset={8} collisionPadding={8}>
          <Popup aria-label={label} finalFocus={backTo(anchor)} style={cssVars({ '--w': `${width}px` })}>
            {children}
          </Popup>
        </Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
