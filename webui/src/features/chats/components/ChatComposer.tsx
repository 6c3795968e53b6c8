import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useRef, type FormEvent, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { currentChatDraft, setChatDraft, useChatDraft } from '@/state/chatDrafts';
import { color } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { TextAreaInput } from '@/ui/Input';
import { useSend } from '../api';

const Form = styled.form`
  display: flex;
  flex: none;
  align-items: flex-end;
  gap: 8px;
  padding: 12px 18px 14px;
  border-top: 1px solid ${color.line};

  & > textarea {
    min-height: 38px;
    max-height: 130px;
    field-sizing: content;
    resize: none;
  }
`;

/** Enter sends, Shift and Enter begin a new line. A089: nothing is sent for an empty text. */
export function ChatComposer({ chatId }: { chatId: number }) {
  const t = useT();
  const text = useChatDraft(chatId);
  const area = useRef<HTMLTextAreaElement>(null);
  const send = useSend(chatId);

  const submit = () => {
    const message = currentChatDraft(chatId).trim();
    if (message === '') return;
    setChatDraft(chatId, '');
    send.mutate(message);
    area.current?.focus();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <Form onSubmit={handleSubmit}>
      <TextAreaInput
        ref={area}
        rows={1}
        value={text}
        maxLength={4096}
        placeholder={t('chats.write')}
        aria-label={t('chats.write')}
        onChange={(event) => setChatDraft(chatId, event.target.value)}
        onKeyDown={handleKeyDown}
      />
      <IconButton type="submit" variant="primary" label={t('chats.send')}>
        <SendHorizontal />
      </IconButton>
    </Form>
  );
}
