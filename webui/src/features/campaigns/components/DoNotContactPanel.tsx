import { useInfiniteQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { DoNotContact } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { formatPhone } from '@/lib/phone';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EndMark } from '@/ui/EndMark';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { pagedList, useListSearch } from '@/ui/list';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { SearchInput } from '@/ui/SearchInput';
import { TextField } from '@/ui/TextField';
import { Box } from './Box';
import { doNotContactOptions, useAddNumber, useRemoveNumber } from '../api';

const Adding = styled.form`
  display: flex;
  gap: 10px;
  align-items: flex-end;

  & > :first-child {
    flex: 1;
  }
`;

const Note = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const Row = styled.li`
  display: flex;
  gap: 10px;
  align-items: center;
  border-bottom: 1px solid ${color.line};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & > small {
    flex: 1;
    color: ${color.textMuted};
  }
`;

/** Numbers that no campaign writes to. */
export function DoNotContactPanel() {
  const t = useT();
  const search = useListSearch();
  const list = pagedList(useInfiniteQuery(doNotContactOptions(search.search)), (page) => page.records);
  const add = useAddNumber();
  const remove = useRemoveNumber();
  const [number, setNumber] = useState('');
  const [chosen, setChosen] = useState<DoNotContact | null>(null);
  const handleAdd = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() === '' || add.isPending) return;
    add.mutate(number.trim(), { onSuccess: () => setNumber('') });
  };
  return (
    <Box aria-label={t('campaigns.doNotContact')}>
      <h2>{t('campaigns.doNotContact')}</h2>
      <Note>{t('campaigns.doNotContactText')}</Note>
      <Adding onSubmit={handleAdd} noValidate>
        <TextField
          label={t('campaigns.field.number')}
          inputMode="tel"
          autoComplete="off"
          value={number}
          error={add.isError ? errorText(add.error) : undefined}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button type="submit" variant="secondary" isBusy={add.isPending}>
          {t('campaigns.addNumber')}
        </Button>
      </Adding>
      <SearchInput label={t('campaigns.searchNumber')} value={search.text} maxLength={30} onSearch={search.onText} />
      {!list.rows && (list.error ? <ErrorState error={list.error} onRetry={list.onRetry} /> : <RowsSkeleton />)}
      {list.rows?.length === 0 && <Note>{t('campaigns.nobodyLeftAlone')}</Note>}
      {list.rows && list.rows.length > 0 && (
        <ul>
          {list.rows.map((each) => (
            <Row key={each.id}>
              {formatPhone(each.number)}
              <small>
                {t(each.reason === 'optOut' ? 'campaigns.reason.optOut' : 'campaigns.byPerson')} ·{' '}
                {formatDateTime(each.createdAt)}
              </small>
              <IconButton
                label={t('campaigns.removeNumber', { number: formatPhone(each.number) })}
                onClick={() => setChosen(each)}
              >
                <Trash2 />
              </IconButton>
            </Row>
          ))}
          {list.hasMore && <EndMark key={list.rows.length} onReached={list.onMore} />}
        </ul>
      )}
      <ConfirmDialog
        isOpen={chosen !== null}
        title={t('campaigns.removeNumber', { number: formatPhone(chosen?.number ?? '') })}
        text={t('campaigns.removeNumberText')}
        confirmLabel={t('campaigns.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={() => chosen && remove.mutate(chosen.id, { onSettled: () => setChosen(null) })}
        onClose={() => setChosen(null)}
      />
    </Box>
  );
}
