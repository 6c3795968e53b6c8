import { useId } from 'react';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { plainText } from '@/lib/messageText';
import { Checkbox } from '@/ui/Checkbox';
import { List, ROW_PX, Words } from './ForwardDialog.styles';
import { MESSAGES_MAX } from './forwarding';

interface ForwardMessagesProps {
  offered: readonly Message[];
  asked: number;
  chosen: ReadonlySet<number>;
  onToggle: (id: number) => void;
}

/** What is handed on: the message that was asked for, and what of its neighbours is chosen. */
export function ForwardMessages({ offered, asked, chosen, onToggle }: ForwardMessagesProps) {
  const t = useT();
  const id = useId();
  const isFull = chosen.size >= MESSAGES_MAX;
  /** The one that was asked for is in sight. */
  const show = (row: HTMLLIElement | null) => {
    if (row?.parentElement) row.parentElement.scrollTop = row.offsetTop - row.parentElement.offsetTop - ROW_PX;
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('compose.forwardMessages', { count: chosen.size })}</h3>
      <List data-short>
        {offered.map((each) => (
          <li key={each.id} ref={each.id === asked ? show : undefined}>
            <Checkbox
              isChecked={chosen.has(each.id)}
              disabled={isFull && !chosen.has(each.id)}
              label={<Words>{plainText(each.body) || t(`tickets.kind.${each.mediaType ?? 'text'}`)}</Words>}
              onChange={() => onToggle(each.id)}
            />
          </li>
        ))}
      </List>
    </section>
  );
}
