import { fetchFile } from '@/api/media';
import type { QuickMessage } from '@/api/types';
import { errorText } from '@/i18n';
import { changeComposing, currentComposing } from '@/state/composing';
import { setDraft } from '@/state/drafts';
import { sessionEnd } from '@/state/session';
import { toast } from '@/ui/toast';
import { attach } from './useAttachments';

const noteFetching = (ticketId: number, step: 1 | -1) =>
  changeComposing(ticketId, { fetching: currentComposing(ticketId).fetching + step });

/**
 * Puts a quick message into the composer, where its code stands: its text, or its file with the text as caption (S102: the file is fetched as
 * if it had been chosen here). Variables stay as they are; the server fills them in. The file belongs to its ticket,
 * whatever is on the screen when it arrives.
 */
export function useQuickReply(ticketId: number, setText: (text: string) => void, currentText: () => string) {
  return ({ message, mediaUrl, mediaName, mediaMime }: QuickMessage, put: (words: string) => void) => {
    if (mediaUrl === null) {
      put(message);
      return;
    }
    put('');
    const end = sessionEnd();
    noteFetching(ticketId, 1);
    fetchFile(mediaUrl, mediaName ?? '', mediaMime ?? '').then(
      (file) => {
        if (end.aborted) return;
        noteFetching(ticketId, -1);
        attach(ticketId, [file], message);
      },
      (error: unknown) => {
        if (end.aborted) return;
        noteFetching(ticketId, -1);
        // The words are not lost with the file, nor what has been written meanwhile with them.
        const words = [currentText(), message].filter((each) => each !== '').join('\n');
        setDraft(ticketId, words);
        setText(words);
        toast.error(errorText(error));
      },
    );
  };
}
