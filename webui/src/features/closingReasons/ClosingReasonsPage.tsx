import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { ASKED, askedOf, closingReasonsOptions, type Asked } from '@/api/closing';
import { settingsOptions } from '@/api/settings';
import type { ClosingReason } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { wholeList } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { Select } from '@/ui/Select';
import { toast } from '@/ui/toast';
import { useDeleteReason, useSetAsked } from './api';
import { ReasonDialog } from './components/ReasonDialog';

const report = (error: unknown) => toast.error(errorText(error));

/** Why tickets are closed: whether that is asked, and what can be answered. For admins. */
export default function ClosingReasonsPage() {
  const t = useT();
  const list = wholeList(useQuery(closingReasonsOptions), (reasons) => reasons);
  const settings = useQuery(settingsOptions);
  const setAsked = useSetAsked();
  const remove = useDeleteReason();
  const [edited, setEdited] = useState<ClosingReason | 'new' | null>(null);
  const [doomed, setDoomed] = useState<ClosingReason | null>(null);
  const asked = setAsked.isPending ? setAsked.variables : askedOf(settings.data ?? []);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setEdited('new')}>
      {t('closingReasons.new')}
    </Button>
  );
  return (
    <ListPage
      title={t('closingReasons.title')}
      note={t('closingReasons.subtitle')}
      newButton={newButton}
      filter={
        <Select
          label={t('closingReasons.asked')}
          value={asked}
          disabled={!settings.data || setAsked.isPending}
          options={ASKED.map((value) => ({ value, label: t(`closingReasons.${value}`) }))}
          onValueChange={(value) => setAsked.mutate(value as Asked, { onError: report })}
        />
      }
      list={list}
      words={{ icon: <CircleCheck />, empty: t('closingReasons.empty'), emptyText: t('closingReasons.emptyText') }}
      dialogs={
        <>
          {edited && <ReasonDialog reason={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
          <ConfirmDialog
            isOpen={doomed !== null}
            title={t('closingReasons.deleteTitle', { name: doomed?.name ?? '' })}
            text={t('closingReasons.deleteText')}
            confirmLabel={t('closingReasons.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={() => doomed && remove.mutate(doomed.id, { onError: report, onSettled: () => setDoomed(null) })}
            onClose={() => setDoomed(null)}
          />
        </>
      }
    >
      {(reasons) => (
        <DataTable heads={[t('closingReasons.name'), t('closingReasons.actions')]}>
          {reasons.map((reason) => (
            <DataRow key={reason.id}>
              <td>{reason.name}</td>
              <td>
                <IconButton
                  label={t('closingReasons.editNamed', { name: reason.name })}
                  onClick={() => setEdited(reason)}
                >
                  <Pencil />
                </IconButton>
                <IconButton
                  label={t('closingReasons.deleteNamed', { name: reason.name })}
                  onClick={() => setDoomed(reason)}
                >
                  <Trash2 />
                </IconButton>
              </td>
            </DataRow>
          ))}
        </DataTable>
      )}
    </ListPage>
  );
}
