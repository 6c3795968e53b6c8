import { useState } from 'react';
import { useT } from '@/i18n';
import { messageOf, type Row } from './rows';
import { plainText } from '@/lib/messageText';

interface LiveMessageProps {
  rows: readonly Row[];
}

const newest = (rows: readonly Row[]) => messageOf(rows.findLast((row) => messageOf(row)?.fromMe === false));

/** Tells a screen reader about each message that comes in while the conversation is open. */
export default function LiveMessage({ rows }: LiveMessageProps) {
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
