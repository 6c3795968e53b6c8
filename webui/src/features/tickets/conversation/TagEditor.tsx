import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import styled from 'styled-components';
import { useSingleMutation } from '@/api/useSingleMutation';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import type { Ticket } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { applyTicket } from '@/realtime/handlers/ticket';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Combobox } from '@/ui/Combobox';
import { ErrorState } from '@/ui/ErrorState';
import { Tag } from '@/ui/Tag';
import { toast } from '@/ui/toast';
import { tagsOptions } from '@/api/tags';
import { ticketCalls } from '@/features/tickets/api';
import { useViewer } from '@/features/tickets/useViewer';
import { MIN_TAG, sameName, tagsWith } from './tagChoices';

const Root = styled.div`
  display: grid;
  gap: 8px;
  padding: 10px;
`;

const Tick = styled.span`
  flex: none;
  width: 16px;
  height: 16px;
  color: ${color.accent};

  & > svg {
    width: 16px;
    height: 16px;
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
  const combo = { text, search: text, isStill: true, onText: setText, onHurry: () => undefined };
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
  const create = useSingleMutation({
    mutationFn: () => ticketCalls.createTag(name),
    onSuccess: async (tag) => {
      setText('');
      choose([...chosen, tag.id]);
      await client.invalidateQueries({ queryKey: pageKeys.allTags });
    },
    onError: (failure) => toast.error(errorText(failure)),
  });

  if (error && !tags) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const found = tagsWith(tags ?? [], name);
  const isNew = [...name].length >= MIN_TAG && !(tags ?? []).some((tag) => sameName(tag.name, name));
  return (
    <Root>
      <Combobox
        label={t('tags.editor.search')}
        isLabelHidden
        isMultiple
        placeholder={t('tags.editor.search')}
        search={combo}
        options={found}
        keyOf={(tag) => tag.id}
        isChosen={(tag) => chosen.includes(tag.id)}
        isAnswered={tags !== undefined}
        onChoose={(tag) => {
          // What was searched for and found is done; what is only pressed may be one of several.
          if (name !== '') setText('');
          const isTaken = chosen.includes(tag.id);
          if (isTaken && name !== '') return;
          choose(isTaken ? chosen.filter((id) => id !== tag.id) : [...chosen, tag.id]);
        }}
        onEnter={() => {
          if (isNew) create.mutate();
        }}
      >
        {(tag) => (
          <>
            <Tick aria-hidden>{chosen.includes(tag.id) && <Check />}</Tick>
            <Tag tint={tag.color}>{tag.name}</Tag>
          </>
        )}
      </Combobox>
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
