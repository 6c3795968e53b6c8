import { useEffect } from 'react';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/toast';
import { useAssist } from './useAssist';
import { useHelp } from './useHelp';

const Heard = styled.p`
  max-width: 272px;
  margin: 6px 0 0;
  color: inherit;
  font-size: ${font.base};
  overflow-wrap: anywhere;
  white-space: pre-wrap;

  & > span {
    display: block;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

/** What is said in a recording, or the button that asks for it. */
export default function Transcript({ message }: { message: Message }) {
  const heard = message.details?.transcript;
  const isHelped = useAssist();
  if (message.isDeleted) return null;
  if (heard) return <Shown text={heard} />;
  return isHelped && !message.isPrivate ? <Ask message={message} /> : null;
}

function Shown({ text }: { text: string }) {
  const t = useT();
  return (
    <Heard>
      <span>{t('assist.transcript')}</span>
      {text}
    </Heard>
  );
}

function Ask({ message }: { message: Message }) {
  const t = useT();
  const { help, start } = useHelp(message.ticketId);
  const failure = help?.phase === 'failed' ? help.error : null;
  // Synchronises with the notices.
  useEffect(() => {
    if (failure !== null) toast.error(errorText(failure));
  }, [failure]);
  // shown at once; the message's own event may come later
  if (help?.phase === 'done') return <Shown text={help.text} />;
  return (
    <Button
      variant="ghost"
      size="sm"
      isBusy={help?.phase === 'making'}
      onClick={() => void start({ kind: 'transcribe', messageId: message.id })}
    >
      {t('assist.transcribe')}
    </Button>
  );
}
