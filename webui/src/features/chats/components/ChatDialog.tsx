import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import { attendantsOptions } from '@/api/attendants';
import type { Chat } from '@/api/types';
import { errorText, useT, type MessageId } from '@/i18n';
import { useUser } from '@/state/session';
import { color, radius } from '@/styles/tokens';
import { Checkbox } from '@/ui/Checkbox';
import { ErrorState } from '@/ui/ErrorState';
import { FieldGroup } from '@/ui/FieldGroup';
import { FormDialog } from '@/ui/FormDialog';
import { Spinner } from '@/ui/Spinner';
import { TextField } from '@/ui/TextField';
import { useSaveChat } from '../api';
import { problemOf, toForm } from '../model';

const People = styled.ul`
  max-height: 280px;
  padding: 6px 12px;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};

  & > li {
    padding: 5px 0;
  }
`;

interface ChatDialogProps {
  /** Null makes a new one. */
  chat: Chat | null;
  onSaved: (chat: Chat) => void;
  onClose: () => void;
}

/** Title and members of a chat (A026, A089). */
export function ChatDialog({ chat, onSaved, onClose }: ChatDialogProps) {
  const t = useT();
  const user = useUser();
  const [form, setForm] = useState(() => toForm(chat));
  const [problem, setProblem] = useState<MessageId | null>(null);
  const colleagues = useQuery(attendantsOptions);
  const save = useSaveChat(chat?.id ?? null);
  const others = (colleagues.data ?? []).filter((each) => each.id !== user.id);

  const handleToggle = (id: number) =>
    setForm(({ title, userIds }) => ({
      title,
      userIds: userIds.includes(id) ? userIds.filter((each) => each !== id) : [...userIds, id],
    }));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(form);
    setProblem(found);
    if (found !== null) return;
    save.mutate(form, {
      onSuccess: (saved) => {
        onSaved(saved);
        onClose();
      },
    });
  };
  const failure = problem !== null ? t(problem) : save.isError ? errorText(save.error) : null;

  return (
    <FormDialog
      title={t(chat ? 'chats.edit' : 'chats.new')}
      saveLabel={t('chats.save')}
      isSaving={save.isPending}
      failure={failure}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label={t('chats.titleField')}
        value={form.title}
        maxLength={50}
        autoComplete="off"
        onChange={(event) => setForm({ ...form, title: event.target.value })}
      />
      {colleagues.isPending && <Spinner />}
      {colleagues.isError && <ErrorState error={colleagues.error} onRetry={() => void colleagues.refetch()} />}
      {colleagues.isSuccess && (
        <FieldGroup>
          <legend>{t('chats.users')}</legend>
          <People>
            {others.map(({ id, name }) => (
              <li key={id}>
                <Checkbox label={name} isChecked={form.userIds.includes(id)} onChange={() => handleToggle(id)} />
              </li>
            ))}
          </People>
        </FieldGroup>
      )}
    </FormDialog>
  );
}
