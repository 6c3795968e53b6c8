import { useQuery } from '@tanstack/react-query';
import Paperclip from 'lucide-react/icons/paperclip';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import styled from 'styled-components';
import type { QuickMessage, Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { useNow } from '@/lib/useNow';
import { filled } from '@/lib/variables';
import { color, font, radius, shadow } from '@/styles/tokens';
import { MessageText } from '@/ui/MessageText';
import { quickMessagesOptions } from '@/features/tickets/api';
import { quickLabel, quickMatches } from './quickReplies';

const List = styled.ul`
  max-height: 220px;
  padding: 4px;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.raised};
  box-shadow: ${shadow.md};
`;

const Option = styled.li`
  display: flex;
  align-items: center;
  gap: 8px;
  height: 34px;
  padding: 0 10px;
  border-radius: ${radius.md};
  font-size: ${font.base};
  cursor: pointer;

  &[aria-selected='true'] {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  & > svg {
    width: 14px;
    height: 14px;
    color: ${color.textSubtle};
  }
`;

/** What the customer will read, beside the list; below it where there is no room. */
const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 6px;
  margin-bottom: 6px;

  @container (max-width: 719.98px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Preview = styled.figure`
  max-height: 220px;
  margin: 0;
  padding: 10px 12px;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.raised};
  box-shadow: ${shadow.md};
  font-size: ${font.base};
  overflow-wrap: anywhere;

  & > figcaption {
    margin-bottom: 4px;
    color: ${color.textSubtle};
    font-size: ${font.xs};
    font-weight: ${font.medium};
  }
`;

const MAX_SHOWN = 50;

/** The greeting and the hour go with the clock. */
const CLOCK_MS = 15_000;

export interface QuickListHandle {
  /** Takes the keys that move in the list and choose; says whether it took one. */
  handleKey: (event: KeyboardEvent) => boolean;
}

interface QuickListProps {
  id: string;
  ticket: Ticket;
  query: string;
  /** Enter was pressed before this list was there. */
  isEntered: boolean;
  onChoose: (record: QuickMessage) => void;
  onDismiss: () => void;
  /** The chosen option's id, for the text field that keeps the focus. */
  onActive: (id: string | null) => void;
  ref: Ref<QuickListHandle>;
}

/** S036: what can be put into the composer by its short code; the keyboard stays in the text. */
export default function QuickList({
  id,
  ticket,
  query,
  isEntered,
  onChoose,
  onDismiss,
  onActive,
  ref,
}: QuickListProps) {
  const t = useT();
  const { data: all = [], isPending } = useQuery(quickMessagesOptions);
  const [entered, setEntered] = useState(isEntered ? query : null);
  const found = quickMatches(all, query).slice(0, MAX_SHOWN);
  const [place, setPlace] = useState({ query, index: 0 });
  const list = useRef<HTMLUListElement>(null);
  // Another query begins at the top again.
  const index = place.query === query ? Math.min(place.index, found.length - 1) : 0;
  const optionId = (record: QuickMessage) => `${id}-${record.id}`;
  const active = found[index];
  const activeId = active ? optionId(active) : null;

  // Synchronises the text field and the scroller with the option that Enter would take.
  useEffect(() => {
    onActive(activeId);
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    return () => onActive(null);
  }, [activeId, onActive]);

  // What is typed after Enter asks anew.
  if (entered !== null && entered !== query) setEntered(null);
  const isChosen = !isPending && entered === query;
  const chooseFirst = useEffectEvent(() => {
    if (active) onChoose(active);
  });
  // Synchronises with the server: Enter was pressed before its answer, and was not meant to send the code.
  useEffect(() => {
    if (isChosen) chooseFirst();
  }, [isChosen]);

  const handleKey = (event: KeyboardEvent) => {
    if (isPending && event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setEntered(query);
      return true;
    }
    if (!active || event.nativeEvent.isComposing) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setPlace({ query, index: (index + step + found.length) % found.length });
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') onChoose(active);
    else if (event.key === 'Escape') onDismiss();
    else return false;
    event.preventDefault();
    return true;
  };
  useImperativeHandle(ref, () => ({ handleKey }));

  const now = useNow(CLOCK_MS);
  if (found.length === 0) return null;
  const words =
    active && filled(active.message, { name: ticket.contact.name, ticketId: ticket.id, now: new Date(now) });
  return (
    <Frame>
      <List ref={list} id={id} role="listbox" aria-label={t('compose.quickReplies')}>
        {found.map((record) => (
          // The keyboard is served by the text field, which keeps the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <Option
            key={record.id}
            id={optionId(record)}
            role="option"
            aria-selected={record === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(record)}
          >
            {quickLabel(record)}
            {record.isMedia && <Paperclip aria-hidden />}
          </Option>
        ))}
      </List>
      {active && words && (
        <Preview aria-live="polite">
          <figcaption>{t('compose.quickPreview')}</figcaption>
          <MessageText text={words} />
        </Preview>
      )}
    </Frame>
  );
}
