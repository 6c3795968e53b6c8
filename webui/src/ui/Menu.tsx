import { cloneElement, Suspense, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { lazyLayer } from './lazyLayer';

interface ItemBase {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface MenuAction extends ItemBase {
  kind?: 'action';
  onSelect: () => void;
  isDanger?: boolean;
}

export interface MenuCheck extends ItemBase {
  kind: 'check';
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** One of several: shows a tick beside the chosen one and closes. */
export interface MenuChoice extends ItemBase {
  kind: 'choice';
  isChosen: boolean;
  onSelect: () => void;
}

export interface MenuSubmenu extends ItemBase {
  kind: 'submenu';
  items: MenuEntry[];
}

export type MenuEntry =
  | MenuAction
  | MenuCheck
  | MenuChoice
  | MenuSubmenu
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; id: string; label: ReactNode };

interface TriggerProps {
  ref?: React.Ref<HTMLButtonElement>;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onPointerDown?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

export interface MenuProps {
  /** The accessible name of the list. */
  label: string;
  /** A Button or IconButton. */
  trigger: ReactElement<TriggerProps>;
  items: MenuEntry[];
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'right';
}

const MenuPopup = lazyLayer(() => import('./MenuPopup'));

/** A menu that opens from its button. The popup's code arrives when the pointer first comes near. */
export function Menu({ label, trigger, items, align = 'end', side = 'bottom' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onPointerEnter: MenuPopup.preload,
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
          <MenuPopup
            label={label}
            items={items}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            anchor={anchor}
            align={align}
            side={side}
          />
        </Suspense>
      )}
    </>
  );
}
