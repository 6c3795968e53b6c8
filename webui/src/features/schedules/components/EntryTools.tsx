import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { createContext, use } from 'react';
import type { Schedule } from '@/api/types';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { IconButton } from '@/ui/IconButton';
import { canChange, isFinal } from '../model';

/** What deletes an entry; the library passes nothing on to its entries. */
export const AskDelete = createContext<(schedule: Schedule) => void>(() => undefined);

/** A021: what may be done to an entry. A press that is not stopped bubbles up to the library, which opens the entry. */
export function EntryTools({ schedule }: { schedule: Schedule }) {
  const t = useT();
  const user = useUser();
  const askDelete = use(AskDelete);
  const { name } = schedule.contact;
  if (!canChange(schedule, user)) return null;
  return (
    <>
      {!isFinal(schedule) && (
        <IconButton size="sm" label={t('schedules.editNamed', { name })}>
          <Pencil />
        </IconButton>
      )}
      <IconButton
        size="sm"
        label={t('schedules.deleteNamed', { name })}
        onClick={(event) => {
          event.stopPropagation();
          askDelete(schedule);
        }}
      >
        <Trash2 />
      </IconButton>
    </>
  );
}
