import { useCallback } from 'react';
import type { Message } from '@/api/types';
import { translate } from '@/i18n';
import { changeComposing, currentComposing, useComposing, type PickedFile } from '@/state/composing';
import { toast } from '@/ui/toast';
import { MAX_FILES } from './pieces';

/** Puts files behind those that a ticket's next message has; what is too many stays out, and that is said. */
export function attach(ticketId: number, added: readonly File[], caption = ''): void {
  const { files } = currentComposing(ticketId);
  const picked = added.map((file) => ({ id: crypto.randomUUID(), file, caption }));
  const next = [...files, ...picked];
  changeComposing(ticketId, { files: next.slice(0, MAX_FILES) });
  if (next.length > MAX_FILES) {
    toast.warning(translate('tickets.tooManyFiles', { max: MAX_FILES, count: next.length - MAX_FILES }));
  }
}

/** The files and the quote of a ticket's next message: other conversations may be read meanwhile. */
export function useAttachments(ticketId: number) {
  const { files, quoted } = useComposing(ticketId);
  const addFiles = useCallback(
    (added: readonly File[], caption?: string) => attach(ticketId, added, caption),
    [ticketId],
  );
  const takeFiles = useCallback(
    (next: readonly PickedFile[]) => changeComposing(ticketId, { files: next }),
    [ticketId],
  );
  const quote = useCallback((message: Message | null) => changeComposing(ticketId, { quoted: message }), [ticketId]);
  return { files, quoted, addFiles, takeFiles, quote };
}
