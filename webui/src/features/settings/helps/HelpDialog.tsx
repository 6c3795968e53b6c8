import { useState, type FormEvent } from 'react';
import type { Help } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { LONG_SUBMIT_DELAY_MS } from '@/lib/submitDelay';
import { FormDialog } from '@/ui/FormDialog';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveHelp } from './api';

interface HelpDialogProps {
  /** Null makes a new one. */
  help: Help | null;
  onClose: () => void;
}

export function HelpDialog({ help, onClose }: HelpDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(help);
  const [title, setTitle] = useState(edited?.title ?? '');
  const [video, setVideo] = useState(edited?.video ?? '');
  const [description, setDescription] = useState(edited?.description ?? '');
  const [isTried, setIsTried] = useState(false);
  const save = useSaveHelp(edited?.id ?? null);
  const missing = (text: string) => (isTried && text.trim() === '' ? t('platform.required') : undefined);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (title.trim() === '' || video.trim() === '') return;
    save.mutate(
      { title: title.trim(), video: video.trim(), description: description.trim() },
      {
        onSuccess: () => {
          toast.success(t('platform.saved'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t(edited ? 'platform.help.edit' : 'platform.help.new')}
      saveLabel={t('platform.save')}
      isSaving={save.isPending}
      failure={save.isError ? `${t('platform.helpFailed')} ${errorText(save.error)}` : null}
      onSubmit={handleSubmit}
      submitDelay={LONG_SUBMIT_DELAY_MS}
      onClose={onClose}
    >
      <TextField
        label={t('platform.help.heading')}
        autoComplete="off"
        maxLength={100}
        value={title}
        error={missing(title)}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label={t('platform.help.video')}
        hint={t('platform.help.videoHint')}
        autoComplete="off"
        maxLength={200}
        value={video}
        error={missing(video)}
        onChange={(event) => setVideo(event.target.value)}
      />
      <TextArea
        label={t('platform.help.description')}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  );
}
