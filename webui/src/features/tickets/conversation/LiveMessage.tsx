import { useState } from 'react';
import { useT } from '@/i18n';
import type { Row } from './rows';
import { plainText } from '@/features/tickets/message/text';

interface LiveMessageProps {
  rows: readonly Row[];
}

const newest = (rows: readonly Row[]) => {
  const row = rows.findLast((each) => each.kind === 'message' && !each.message.fromMe);
  return row?.kind === 'message' ? row.message : null;
};

/** Tells a screen reader about each message that comes in while the conversation is open. */
export function LiveMessage({ rows }: LiveMessageProps) {
  const t = useT();
  const message = newest(rows);
  const [first] = useState(message?.id ?? 0);
  const isNew = message !== null && message.id > first;
  const name = message?.contact?.name ?? '';
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {isNew && t('tickets.said', { name, text: plainText(message.body) })}
    </div>
  );
}
