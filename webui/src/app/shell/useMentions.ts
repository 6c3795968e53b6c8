import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { translate } from '@/i18n';
import { displayName } from '@/lib/phone';
import { playPing } from '@/lib/sound';
import { showContact } from '@/state/contactDrawer';
import { onMention } from '@/state/mentions';
import { currentVolume } from '@/state/volume';
import { toast } from '@/ui/toast';

/** Who is named in a note hears and sees it, and is led to the ticket with its notes. */
export function useMentions(): void {
  const navigate = useNavigate();
  // Synchronises with what colleagues write.
  useEffect(
    () =>
      onMention(({ note, ticket }) => {
        playPing(currentVolume());
        const by = note.user?.name ?? '';
        const text = translate('mentions.told', { by, name: displayName(ticket.contact.name), note: note.note });
        toast.undoable(text, {
          label: translate('mentions.open'),
          onClick: () => {
            showContact(true);
            void navigate(paths.ticket(ticket.uuid));
          },
        });
      }),
    [navigate],
  );
}
