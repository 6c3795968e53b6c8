import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import styled from 'styled-components';
import type { Announcement } from '@/api/types';
import { errorText, problemText, useT } from '@/i18n';
import { media } from '@/styles/tokens';
import { DateTimeField } from '@/ui/DateField';
import { FileField, type FileChange } from '@/ui/FileField';
import { FormDialog } from '@/ui/FormDialog';
import { Panel } from '@/ui/Panel';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { useSaveAnnouncement } from '../authoring';
import { announcementSchema, isPicture, PICTURES, toForm, type AnnouncementForm } from '../form';

const PRIORITIES = ['1', '2', '3'] as const;

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

interface AnnouncementDialogProps {
  /** Null makes a new one. */
  record: Announcement | null;
  companies: readonly { id: number; name: string }[];
  onClose: () => void;
}

export function AnnouncementDialog({ record, companies, onClose }: AnnouncementDialogProps) {
  const t = useT();
  // Remembered, because the list behind it changes while the dialog is open.
  const [edited] = useState(record);
  const [file, setFile] = useState<FileChange>('keep');
  const save = useSaveAnnouncement(edited);
  const { register, handleSubmit, control, formState } = useForm<AnnouncementForm>({
    defaultValues: toForm(edited),
    resolver: valibotResolver(announcementSchema),
  });
  const priority = useController({ control, name: 'priority' }).field;
  const company = useController({ control, name: 'companyId' }).field;
  const status = useController({ control, name: 'status' }).field;
  const from = useController({ control, name: 'visibleFrom' }).field;
  const until = useController({ control, name: 'visibleUntil' }).field;
  const error = (name: keyof AnnouncementForm) => problemText(formState.errors[name]?.message);

  const handleSave = handleSubmit((form) =>
    save.mutate(
      { form, file },
      {
        onSuccess: () => {
          toast.success(t('announcements.saved'));
          onClose();
        },
      },
    ),
  );
  const handleFile = (choice: FileChange) => {
    if (choice instanceof File && !isPicture(choice)) toast.error(t('announcements.pictureOnly'));
    else setFile(choice);
  };

  return (
    <FormDialog
      title={t(edited ? 'announcements.edit' : 'announcements.new')}
      saveLabel={t('announcements.save')}
      isSaving={save.isPending}
      hasChanges={file !== 'keep' || formState.isDirty}
      failure={save.isError ? errorText(save.error) : null}
      onSubmit={handleSave}
      onClose={onClose}
    >
      <TextField
        label={t('announcements.field.title')}
        autoComplete="off"
        maxLength={100}
        error={error('title')}
        {...register('title')}
      />
      <TextArea
        label={t('announcements.field.text')}
        rows={5}
        maxLength={4096}
        error={error('text')}
        {...register('text')}
      />
      <Pair>
        <Select
          label={t('announcements.field.priority')}
          value={priority.value}
          options={PRIORITIES.map((value) => ({ value, label: t('announcements.priority', { priority: value }) }))}
          onValueChange={priority.onChange}
        />
        <Select
          label={t('announcements.field.company')}
          value={company.value}
          options={[
            { value: '', label: t('announcements.everyCompany') },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onValueChange={company.onChange}
        />
        <DateTimeField label={t('announcements.field.from')} error={error('visibleFrom')} canBeEmpty {...from} />
        <DateTimeField label={t('announcements.field.until')} error={error('visibleUntil')} canBeEmpty {...until} />
      </Pair>
      <FileField
        name={file === 'keep' ? (edited?.mediaName ?? null) : (file?.name ?? null)}
        accept={PICTURES}
        onChange={handleFile}
      />
      <Panel>
        <Switch label={t('announcements.field.status')} isOn={status.value} onChange={status.onChange} isWide />
      </Panel>
    </FormDialog>
  );
}
