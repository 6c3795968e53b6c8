import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, motion, radius, shadow } from '@/styles/tokens';
import { Badge } from './Badge';

const List = styled.div`
  display: flex;

  &[data-look='segmented'] {
    padding: 3px;
    border-radius: ${radius.md};
    background: ${color.active};
  }
  &[data-look='underlined'] {
    gap: 18px;
    overflow-x: auto;
    box-shadow: inset 0 -1px ${color.line};
    scrollbar-width: none;
  }
`;

const Tab = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 7px;
  color: ${color.textMuted};
  font-size: ${font.base};
  font-weight: ${font.medium};
  white-space: nowrap;
  transition: color ${motion.fast};

  &:hover,
  &[aria-selected='true'] {
    color: ${color.text};
  }
  [data-look='segmented'] > & {
    flex: 1;
    height: 28px;
    padding-inline: 10px;
    border-radius: ${radius.sm};
  }
  [data-look='segmented'] > &[aria-selected='true'] {
    background: ${color.raised};
    box-shadow: ${shadow.sm};
  }
  [data-look='underlined'] > & {
    height: 40px;
    border-bottom: 2px solid transparent;
  }
  [data-look='underlined'] > &:focus-visible {
    outline-offset: -2px;
  }
  [data-look='underlined'] > &[aria-selected='true'] {
    border-bottom-color: ${color.accent};
  }
`;

export interface TabItem<T extends string> {
  id: T;
  label: ReactNode;
  count?: number | undefined;
}

interface TabsProps<T extends string> {
  label: string;
  look: 'segmented' | 'underlined';
  items: readonly TabItem<T>[];
  selected: T;
  onSelect: (id: T) => void;
  /** The id of the element that the tabs switch, for `aria-controls`. */
  panelId?: string;
}

/** Tabs by arrow keys, Home and End, with one stop in the tab order. */
export function Tabs<T extends string>({ label, look, items, selected, onSelect, panelId }: TabsProps<T>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  const handleKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex((item) => item.id === selected);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const target = (next + items.length) % items.length;
    const item = items[target];
    if (!item) return;
    onSelect(item.id);
    (list.current?.children[target] as HTMLElement | undefined)?.focus();
  };

  return (
    <List ref={list} role="tablist" aria-label={label} data-look={look} onKeyDown={handleKeyDown}>
      {items.map((item) => {
        const isSelected = item.id === selected;
        return (
          <Tab
            key={item.id}
            id={`${base}-${item.id}`}
            type="button"
            role="tab"
            aria-selected={isSelected}
            aria-controls={panelId}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onSelect(item.id)}
          >
            {item.label}
            {item.count !== undefined && <Badge count={item.count} tone={isSelected ? 'accent' : 'neutral'} />}
          </Tab>
        );
      })}
    </List>
  );
}
