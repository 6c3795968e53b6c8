import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import styled from 'styled-components';
import { keys } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { applyTicket } from '@/realtime/handlers/ticket';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { ErrorState } from '@/ui/ErrorState';
import { Input } from '@/ui/Input';
import { Spinner } from '@/ui/Spinner';
import { Tag } from '@/ui/Tag';
import { toast } from '@/ui/toast';
import { tagsOptions, ticketCalls } from '@/features/tickets/api';
import { useViewer } from '@/features/tickets/useViewer';
import { MIN_TAG, sameName, tagsWith } from './tagChoices';

const Root = styled.div`
  display: grid;
  gap: 8px;
  padding: 10px;
`;

const List = styled.ul`
  display: grid;
  max-height: 240px;
  overflow-y: auto;

  & label {
    width: 100%;
    min-height: 34px;
    padding: 0 6px;
    border-radius: ${radius.sm};
  }
  & label:hover {
    background: ${color.hover};
  }
`;

const Hint = styled.p`
  padding: 4px 6px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** S033: which tags the ticket carries. A name that no tag has makes one (S104). */
export default function TagEditor({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const viewer = useViewer();
  const client = useQueryClient();
  const { data: tags, error, refetch } = useQuery(tagsOptions);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>(ticket.tags.map((tag) => tag.id));
  const name = text.trim();

  const sync = useMutation({
    // One after the other: the last click decides.
    scope: { id: `tags-${ticket.id}` },
    mutationFn: (ids: readonly number[]) => ticketCalls.setTags(ticket.id, ids),
    onSuccess: (next) => {
      client.setQueryData(keys.ticket(next.uuid), next);
      applyTicket(client, next, viewer);
    },
    onError: (failure) => {
      toast.error(errorText(failure));
      setChosen(ticket.tags.map((tag) => tag.id));
    },
  });
  const choose = (ids: readonly number[]) => {
    setChosen(ids);
    sync.mutate(ids);
  };
  const create = useMutation({
    mutationFn: () => ticketCalls.createTag(name),
    onSuccess: async (tag) => {
      setText('');
      choose([...chosen, tag.id]);
      await client.invalidateQueries({ queryKey: keys.allTags });
    },
    onError: (failure) => toast.error(errorText(failure)),
  });

  if (error && !tags) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const found = tagsWith(tags ?? [], name);
  const isNew = [...name].length >= MIN_TAG && !(tags ?? []).some((tag) => sameName(tag.name, name));
  return (
    <Root
      as="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!tags || create.isPending) return;
        // Enter takes what was found; a new one beside it is made by the button.
        const [first] = found;
        if (name !== '' && first) {
          setText('');
          if (!chosen.includes(first.id)) choose([...chosen, first.id]);
        } else if (isNew) create.mutate();
      }}
    >
      <Input
        value={text}
        maxLength={50}
        aria-label={t('tags.editor.search')}
        placeholder={t('tags.editor.search')}
        onChange={(event) => setText(event.target.value)}
      />
      {!tags && <Spinner />}
      {found.length > 0 && (
        <List aria-label={t('tags.title')}>
          {found.map((tag) => (
            <li key={tag.id}>
              <Checkbox
                label={<Tag tint={tag.color}>{tag.name}</Tag>}
                isChecked={chosen.includes(tag.id)}
                onChange={(isChecked) => choose(isChecked ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))}
              />
            </li>
          ))}
        </List>
      )}
      {tags && found.length === 0 && !isNew && (
        <Hint>{tags.length === 0 ? t('tags.empty') : t('tags.editor.tooShort')}</Hint>
      )}
      {isNew && (
        <Button variant="soft" size="sm" icon={<Plus />} isBusy={create.isPending} onClick={() => create.mutate()}>
          {t('tags.editor.create', { name })}
        </Button>
      )}
    </Root>
  );
}
