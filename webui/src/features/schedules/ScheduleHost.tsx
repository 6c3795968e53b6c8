import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useScheduling } from '@/state/scheduling';
import { ScheduleDialog } from './components/ScheduleDialog';

/** S014 S039: a message for a contact, asked for from a ticket or a contact; afterwards the calendar shows it. */
export default function ScheduleHost({ onClose }: { onClose: () => void }) {
  const contact = useScheduling();
  const navigate = useNavigate();
  if (!contact) return null;
  return (
    <ScheduleDialog
      key={contact.id}
      schedule={null}
      contact={contact}
      onSaved={() => void navigate(paths.schedules)}
      onClose={onClose}
    />
  );
}
