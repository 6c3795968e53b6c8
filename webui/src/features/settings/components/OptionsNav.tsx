import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { isTyping, LAYERS } from '@/lib/shortcuts';
import { color, font, height, media, radius } from '@/styles/tokens';
import { SearchInput } from '@/ui/SearchInput';
import type { OptionRows } from './useOptionRows';

const Root = styled.nav`
  position: sticky;
  top: 16px;
  display: grid;
  gap: 12px;

  @media ${media.md} {
    position: static;
  }
`;

const List = styled.ul`
  display: grid;
  gap: 2px;

  @media ${media.md} {
    display: none;
  }
`;

const Item = styled.button`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  width: 100%;
  min-height: ${height.md};
  padding: 4px 10px;
  border-radius: ${radius.md};
  color: ${color.textMuted};
  font-size: ${font.base};
  font-weight: ${font.medium};
  text-align: left;

  &:hover,
  &[aria-current] {
    background: ${color.hover};
    color: ${color.text};
  }
  & > small {
    font-size: ${font.xs};
    font-variant-numeric: tabular-nums;
  }
`;

interface OptionsNavProps {
  groups: readonly OptionRows[];
  search: string;
  onSearch: (search: string) => void;
}

/** From here on above the field, in px, a group is the one that is read. */
const READ_ABOVE = 120;

const elementOf = (id: string) => document.getElementById(`settings-${id}`);

/** The group that is read: the last one whose head has come to the top, at the end of the page the last of all. */
function useCurrent(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  // Synchronises with the place to which the page is scrolled.
  useEffect(() => {
    const handle = ({ target }: Event) => {
      const scroller = target instanceof Element ? target : document.documentElement;
      const first = ids[0] === undefined ? null : elementOf(ids[0]);
      // a list that is open scrolls too
      if (!scroller.contains(first)) return;
      const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2;
      const from = Math.max(0, scroller.getBoundingClientRect().top);
      const isRead = (id: string) => (elementOf(id)?.getBoundingClientRect().top ?? Infinity) < from + READ_ABOVE;
      setCurrent(isAtEnd ? ids.at(-1) : ids.findLast(isRead));
    };
    document.addEventListener('scroll', handle, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', handle, { capture: true });
  }, [ids]);
  return current !== undefined && ids.includes(current) ? current : ids[0];
}

/** The way to one of many options: by its words, which `/` begins, or by the group that it stands in. */
export function OptionsNav({ groups, search, onSearch }: OptionsNavProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const current = useCurrent(groups.map(({ id }) => id));
  // Synchronises with the keyboard.
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.defaultPrevented || isTyping(target)) return;
      if (target instanceof Element && target.closest(LAYERS)) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  return (
    <Root aria-label={t('settings.groups')}>
      <SearchInput
        ref={field}
        label={t('settings.search')}
        value={search}
        maxLength={50}
        aria-keyshortcuts="/"
        onSearch={onSearch}
      />
      <List>
        {groups.map(({ id, title, rows }) => (
          <li key={id}>
            <Item
              type="button"
              aria-current={id === current ? 'location' : undefined}
              onClick={() => elementOf(id)?.scrollIntoView()}
            >
              {title}
              <small aria-hidden>{rows.length}</small>
            </Item>
          </li>
        ))}
      </List>
    </Root>
  );
}
