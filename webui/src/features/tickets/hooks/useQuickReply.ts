import { fetchFile } from '../../../api/media';
import type { QuickMessage } from '../../../api/types';
import { errorText } from '../../../i18n';
import { toast } from '../../../ui/toast';

/**
 * Puts a quick message into the composer: its text, or its file with the text as caption (S102: the file is fetched as
 * if it had been chosen here). Variables stay as they are; the server fills them in.
 */
export function useQuickReply(
  setText: (text: string) => void,
  addFiles: (files: readonly File[], caption: string) => void,
) {
  return ({ message, mediaUrl, mediaName, mediaMime }: QuickMessage) => {
    if (mediaUrl === null) {
      setText(message);
      return;
    }
    setText('');
    fetchFile(mediaUrl, mediaName ?? '', mediaMime ?? '').then(
      (file) => addFiles([file], message),
      (error: unknown) => {
        // The words are not lost with the file.
        setText(message);
        toast.error(errorText(error));
      },
    );
  };
}
