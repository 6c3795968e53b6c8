import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import ListChecks from 'lucide-react/icons/list-checks';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useState } from 'react';
import styled from 'styled-components';
import { attendantsOptions } from '@/api/attendants';
import type { AuditRecord, AuditSubject } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { Pill } from '@/ui/Pill';
import { SearchInput } from '@/ui/SearchInput';
import { Select } from '@/ui/Select';
import { DateField } from '@/ui/DateField';
import { useExport, useRecords, type Asked } from './api';
import { actionOf, subjectOf, SUBJECTS } from './model';
import { RecordDialog } from './RecordDialog';

const Filters = styled.div`
  display: grid;
  grid-template-columns: minmax(200px, 2fr) repeat(2, minmax(130px, 1fr)) repeat(2, minmax(130px, auto));
  align-items: end;
  gap: 10px;
  max-width: 1180px;
  margin-bottom: 14px;

  @media ${media.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    & > :first-child {
      grid-column: 1 / -1;
    }
  }
`;

const Below = styled.span`
  display: block;
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** Who changed what in the company's administration, when and from where. For admins. */
export default function AuditPage() {
  const t = useT();
  const search = useListSearch();
  const [entity, setEntity] = useState<AuditSubject | null>(null);
  const [userId, setUserId] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [shown, setShown] = useState<AuditRecord | null>(null);
  const people = useQuery(attendantsOptions);
  const asked: Asked = { searchParam: search.search, entity, userId: userId === '' ? null : Number(userId), from, to };
  const query = useRecords(asked);
  const list = pagedList(query, ({ records }) => records);
  const download = useExport();
  const count = query.data?.pages.at(-1)?.count;
  const isFiltered = search.search !== '' || entity !== null || userId !== '' || from !== '' || to !== '';
  const what = (record: AuditRecord) => {
    const subject = subjectOf(record);
    return subject ? t(`audit.of.${subject}`) : record.entity;
  };
  const did = (record: AuditRecord) => {
    const action = actionOf(record);
    return action ? t(`audit.did.${action}`) : record.action;
  };
  const nameOf = (record: AuditRecord) => record.label || record.entityId;
  const heads = ['when', 'user', 'action', 'details'] as const;
  return (
    <ListPage
      title={t('audit.title')}
      note={count === undefined ? t('audit.subtitle') : `${t('audit.subtitle')} ${t('audit.count', { count })}`}
      tools={
        <Button
          variant="secondary"
          icon={<Download />}
          isBusy={download.isPending}
          onClick={() => download.mutate(asked)}
        >
          {t('audit.export')}
        </Button>
      }
      above={
        <Filters>
          <SearchInput
            label={t('audit.search')}
            placeholder={t('audit.search')}
            value={search.text}
            maxLength={200}
            onSearch={search.onText}
          />
          <Select
            label={t('audit.entity')}
            value={entity ?? ''}
            placeholder={t('audit.everyEntity')}
            options={SUBJECTS.map((value) => ({ value, label: t(`audit.of.${value}`) }))}
            onValueChange={(value) => setEntity(SUBJECTS.find((each) => each === value) ?? null)}
          />
          <Select
            label={t('audit.user')}
            value={userId}
            placeholder={t('audit.everyUser')}
            options={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onValueChange={setUserId}
          />
          <DateField label={t('audit.from')} value={from} max={to || undefined} canBeEmpty onChange={setFrom} />
          <DateField label={t('audit.to')} value={to} min={from || undefined} canBeEmpty onChange={setTo} />
        </Filters>
      }
      list={list}
      words={
        isFiltered
          ? { icon: <ScrollText />, empty: t('audit.none'), emptyText: t('audit.noneText') }
          : { icon: <ScrollText />, empty: t('audit.empty'), emptyText: t('audit.emptyText') }
      }
      dialogs={
        shown && (
          <RecordDialog record={shown} title={`${what(shown)}: ${nameOf(shown)}`} onClose={() => setShown(null)} />
        )
      }
    >
      {(records) => (
        <DataTable heads={heads.map((head) => t(`audit.${head}`))}>
          {records.map((record) => (
            <DataRow key={record.id}>
              <td>{formatDateTime(record.at)}</td>
              <td>
                {record.userName}{' '}
                {record.actorName && <Pill tone="info">{t('audit.support', { name: record.actorName })}</Pill>}
                <Below>{record.ip}</Below>
              </td>
              <td>
                {did(record)} {what(record)} <b>{nameOf(record)}</b>
                <Below>{record.changes.map(({ field }) => field).join(', ')}</Below>
              </td>
              <td>
                <IconButton label={t('audit.show', { name: nameOf(record) })} onClick={() => setShown(record)}>
                  <ListChecks />
                </IconButton>
              </td>
            </DataRow>
          ))}
        </DataTable>
      )}
    </ListPage>
  );
}
