import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import styled from 'styled-components';
import { errorText, useT } from '@/i18n';
import { useSingleMutation } from '@/api/useSingleMutation';
import { pageKeys } from '@/api/pageKeys';
import { useUser } from '@/state/session';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { Spinner } from '@/ui/Spinner';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { readView, writeView, type ListView } from './filters';
import { savedFilterCalls, savedFiltersOptions } from './savedFilterCalls';

const NAME_MAX = 50;

/** The name that each user has begun to write: it stands there again when the popover was left in between. */
const begun = new Map<number, string>();

const Root = styled.div`
  display: grid;
  gap: 10px;
  padding: 12px;
`;

const List = styled.ul`
  display: grid;
  max-height: 280px;
  overflow-y: auto;
`;

const Row = styled.li`
  display: flex;
  align-items: center;
`;

const Choose = styled.button`
  flex: 1;
  min-width: 0;
  padding: 7px 8px;
  overflow: hidden;
  border-radius: ${radius.sm};
  font-size: ${font.base};
  text-align: left;
  text-overflow: ellipsis;
  white-space: nowrap;

  &:hover {
    background: ${color.hover};
  }
`;

const Hint = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Form = styled.form`
  display: grid;
  gap: 8px;
  padding-top: 10px;
  border-top: 1px solid ${color.line};
`;

interface SavedFiltersProps {
  view: ListView;
  onChange: (view: ListView) => void;
}

/** The filters that this person has kept; one brings the list back as it was. */
export default function SavedFilters({ view, onChange }: SavedFiltersProps) {
  const t = useT();
  const client = useQueryClient();
  const user = useUser();
  const isShowAllDefault = user.profile === 'admin';
  const query = useQuery(savedFiltersOptions);
  const [name, setName] = useState(begun.get(user.id) ?? '');
  const write = (text: string) => {
    begun.set(user.id, text);
    setName(text);
  };
  const settle = () => client.invalidateQueries({ queryKey: pageKeys.savedFilters });
  const save = useSingleMutation({
    mutationFn: () => savedFilterCalls.save(name.trim(), writeView(view, isShowAllDefault).toString()),
    onSuccess: () => {
      write('');
      return settle();
    },
  });
  const remove = useMutation({
    mutationFn: savedFilterCalls.remove,
    onSettled: settle,
    onError: (error) => toast.error(errorText(error)),
  });
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <Root>
      {query.isPending && <Spinner />}
      {query.data?.length === 0 && <Hint>{t('savedFilters.none')}</Hint>}
      {query.data && query.data.length > 0 && (
        <List aria-label={t('savedFilters.list')}>
          {query.data.map((filter) => (
            <Row key={filter.id}>
              <Choose
                type="button"
                onClick={() => onChange(readView(new URLSearchParams(filter.view), isShowAllDefault))}
              >
                {filter.name}
              </Choose>
              <IconButton
                size="sm"
                label={t('savedFilters.remove', { name: filter.name })}
                onClick={() => remove.mutate(filter.id)}
              >
                <Trash2 />
              </IconButton>
            </Row>
          ))}
        </List>
      )}
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
      >
        <TextField
          label={t('savedFilters.name')}
          value={name}
          maxLength={NAME_MAX}
          error={save.isError ? errorText(save.error) : undefined}
          onChange={(event) => write(event.target.value)}
        />
        <Button type="submit" variant="secondary" isBusy={save.isPending} disabled={name.trim() === ''}>
          {t('savedFilters.save')}
        </Button>
      </Form>
    </Root>
  );
}
