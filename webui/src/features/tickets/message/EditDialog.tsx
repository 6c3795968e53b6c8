import { useState } from 'react';
import { useSingleMutation } from '@/api/useSingleMutation';
import type { Message } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextArea } from '@/ui/TextArea';
import { messageCalls } from './messageCalls';
import { isSendKey, MAX_TEXT } from '@/features/tickets/composer/pieces';
import { splitBody } from './edits';

interface EditDialogProps {
  message: Message;
  onSaved: (message: Message) => void;
  onClose: () => void;
}

/** S034: another text for a message that was sent. */
export default function EditDialog({ message, onSaved, onClose }: EditDialogProps) {
  const t = useT();
  const { head, text } = splitBody(message);
  const [draft, setDraft] = useState(text);
  const body = head + draft.trim();
  const save = useSingleMutation({
    mutationFn: () => messageCalls.edit(message.id, body),
    onSuccess: () => {
      // Shown at once to its author; the others see it when the customer does.
      onSaved({ ...message, body });
      onClose();
    },
  });
  const isReady = draft.trim() !== '' && body !== message.body;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={save.isPending}
      size="sm"
      title={t('compose.edit')}
      description={message.isPrivate ? undefined : t('compose.editText')}
      footer={
        <Button isBusy={save.isPending} disabled={!isReady} onClick={() => save.mutate()}>
          {t('compose.editSave')}
        </Button>
      }
    >
      <TextArea
        label={t('compose.editLabel')}
        value={draft}
        rows={4}
        maxLength={MAX_TEXT}
        error={save.isError ? errorText(save.error) : undefined}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          const { key, shiftKey, nativeEvent } = event;
          if (!isSendKey({ key, shiftKey, isComposing: nativeEvent.isComposing })) return;
          event.preventDefault();
          if (isReady) save.mutate();
        }}
      />
    </Dialog>
  );
}
