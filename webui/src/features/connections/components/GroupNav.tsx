import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Bot from 'lucide-react/icons/bot';
import KeyRound from 'lucide-react/icons/key-round';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Timer from 'lucide-react/icons/timer';
import { useRef, type ComponentType, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, media, motion, radius, shadow } from '@/styles/tokens';
import { GROUP_NAMES, type Group } from '../groups';

const List = styled.div`
  display: grid;
  gap: 2px;
  align-content: start;

  @media ${media.sm} {
    display: flex;
    gap: 4px;
    overflow-x: auto;
    scrollbar-width: none;
  }
`;

const Tab = styled.button`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  height: 34px;
  padding: 0 12px;
  border: 1px solid transparent;
  border-radius: ${radius.md};
  color: ${color.textMuted};
  font-size: ${font.base};
  font-weight: ${font.medium};
  text-align: left;
  white-space: nowrap;
  transition: background-color ${motion.fast};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
  &:hover {
    background: ${color.hover};
  }
  &[aria-selected='true'] {
    border-color: ${color.line};
    background: ${color.surface};
    color: ${color.text};
    box-shadow: ${shadow.sm};
  }
  &[aria-selected='true'] > svg {
    color: ${color.accent};
  }
`;

const Wrong = styled.span`
  width: 7px;
  height: 7px;
  margin-left: auto;
  border-radius: 50%;
  background: ${color.danger};
`;

const ICONS: Record<Group, ComponentType> = {
  general: SlidersHorizontal,
  texts: MessageSquareText,
  bot: Bot,
  idle: Timer,
  transfer: ArrowLeftRight,
  api: KeyRound,
};

interface GroupNavProps {
  id: string;
  chosen: Group;
  /** Those in which something is wrong. */
  wrong: readonly Group[];
  onChoose: (group: Group) => void;
}

/** The groups of the dialog: one stop in the tab order, arrows between them. */
export function GroupNav({ id, chosen, wrong, onChoose }: GroupNavProps) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const count = GROUP_NAMES.length;
    const next = (GROUP_NAMES.indexOf(chosen) + step + count) % count;
    const group = GROUP_NAMES[next];
    if (!group) return;
    onChoose(group);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus();
  };
  return (
    <List
      ref={list}
      role="tablist"
      aria-label={t('connections.groups')}
      aria-orientation="vertical"
      onKeyDown={handleKeyDown}
    >
      {GROUP_NAMES.map((group) => {
        const Icon = ICONS[group];
        const isWrong = wrong.includes(group);
        return (
          <Tab
            key={group}
            type="button"
            role="tab"
            id={`${id}-${group}`}
            aria-controls={`${id}-${group}-panel`}
            aria-selected={group === chosen}
            tabIndex={group === chosen ? 0 : -1}
            onClick={() => onChoose(group)}
          >
            <Icon aria-hidden />
            {t(`connections.group.${group}`)}
            {isWrong && <Wrong role="img" aria-label={t('connections.groupWrong')} />}
          </Tab>
        );
      })}
    </List>
  );
}
