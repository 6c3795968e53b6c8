import { useState } from 'react';
import styled from 'styled-components';
import { problemText, translate, useT } from '@/i18n';
import { hasPlace, slotsOf, MAX_VALUE, previewOf, SAMPLES, valueOf, withValue } from '@/lib/templates';
import { color, font, media } from '@/styles/tokens';
import { Checkbox } from '@/ui/Checkbox';
import { FileField } from '@/ui/FileField';
import { FormDialog } from '@/ui/FormDialog';
import { Select } from '@/ui/Select';
import { TemplatePreview } from '@/ui/TemplatePreview';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import { toast } from '@/ui/toast';
import { refusalText, useCreateTemplate } from '../templateCalls';
import {
  componentsOf,
  EMPTY_FORM,
  LANGUAGES,
  NEW_CATEGORIES,
  problemsOf,
  toNewTemplate,
  type TemplateForm as Form,
} from '../templates';
import { TemplateButtons } from './TemplateButtons';

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const FileOfHeader = styled.div`
  display: grid;
  gap: 6px;
  font-size: ${font.sm};

  & > :first-child {
    font-weight: ${font.medium};
  }
  & > :last-child {
    color: ${color.textMuted};
  }
`;

interface TemplateFormProps {
  connectionId: number;
  onClose: () => void;
}

/** A new template, with an example for each of its variables, as Meta wants to see it. */
export function TemplateForm({ connectionId, onClose }: TemplateFormProps) {
  const t = useT();
  const create = useCreateTemplate(connectionId);
  const [form, setForm] = useState<Form>(EMPTY_FORM);
  const [file, setFile] = useState<File | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const components = componentsOf(form);
  const slots = slotsOf({ components });
  const found = problemsOf(form);
  const problems = isChecked ? found : {};
  const put = (part: Partial<Form>) => setForm({ ...form, ...part });
  const isMissing = (slot: (typeof slots)[number]) => valueOf(form.examples, slot).trim() === '';
  const first = { first: '{{1}}', second: '{{2}}' };
  const problem = (field: 'name' | 'header' | 'body' | 'footer') =>
    problems[field] === 'templates.countWrong'
      ? translate('templates.countWrong', first)
      : problemText(problems[field]);
  const handleSubmit = () => {
    setIsChecked(true);
    if (Object.keys(found).length > 0 || slots.some(isMissing)) return;
    // Examples of variables that are gone stay behind.
    const examples = {
      ...form.examples,
      header: slots.filter(({ part }) => part === 'header').map((slot) => valueOf(form.examples, slot)),
      body: slots.filter(({ part }) => part === 'body').map((slot) => valueOf(form.examples, slot)),
      buttons: slots.filter(({ part }) => part === 'buttons').map((slot) => valueOf(form.examples, slot)),
    };
    create.mutate(
      { template: toNewTemplate({ ...form, examples }), file },
      {
        onSuccess: () => {
          toast.success(t('templates.created'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      size="lg"
      title={t('templates.new')}
      saveLabel={t('templates.create')}
      isSaving={create.isPending}
      failure={create.isError ? refusalText(create.error) : null}
      hasChanges={form !== EMPTY_FORM || file !== null}
      onSubmit={(event) => {
        event.preventDefault();
        handleSubmit();
      }}
      onClose={onClose}
    >
      <TextField
        label={t('templates.name')}
        hint={t('templates.nameHint')}
        value={form.name}
        maxLength={512}
        autoComplete="off"
        spellCheck={false}
        error={problem('name')}
        onChange={(event) => put({ name: event.target.value.toLowerCase().replaceAll(' ', '_') })}
      />
      <Pair>
        <Select
          label={t('templates.language')}
          value={form.language}
          options={LANGUAGES.map((value) => ({ value, label: value }))}
          onValueChange={(language) => put({ language })}
        />
        <Select
          label={t('templates.category')}
          value={form.category}
          options={NEW_CATEGORIES.map((value) => ({ value, label: t(`templates.category.${value}`) }))}
          onValueChange={(value) => put({ category: value === 'MARKETING' ? 'MARKETING' : 'UTILITY' })}
        />
      </Pair>
      {file === null && !form.place && (
        <TextField
          label={t('templates.headerText')}
          value={form.header}
          maxLength={60}
          error={problem('header')}
          onChange={(event) => put({ header: event.target.value })}
        />
      )}
      {form.header.trim() === '' && !form.place && (
        <FileOfHeader role="group" aria-label={t('templates.headerFile')}>
          <span>{t('templates.headerFile')}</span>
          <FileField name={file?.name ?? null} accept={SAMPLES} onChange={setFile} />
          <span>{t('templates.headerFileHint')}</span>
        </FileOfHeader>
      )}
      {form.header.trim() === '' && file === null && (
        <Checkbox label={t('templates.headerPlace')} isChecked={form.place} onChange={(place) => put({ place })} />
      )}
      <TextArea
        label={t('templates.bodyText')}
        hint={t('templates.bodyHint', first)}
        rows={5}
        maxLength={1024}
        value={form.body}
        error={problem('body')}
        onChange={(event) => put({ body: event.target.value })}
      />
      <TextField
        label={t('templates.footerText')}
        value={form.footer}
        maxLength={60}
        error={problem('footer')}
        onChange={(event) => put({ footer: event.target.value })}
      />
      <TemplateButtons buttons={form.buttons} problems={problems} onChange={(buttons) => put({ buttons })} />
      {slots.map((slot) => {
        const words = { header: 'templates.header', body: 'templates.body', buttons: 'templates.button' } as const;
        return (
          <TextField
            key={`${slot.part}${slot.index}`}
            label={t(words[slot.part], { name: slot.name })}
            hint={slot === slots[0] ? t('templates.examples') : undefined}
            value={valueOf(form.examples, slot)}
            maxLength={MAX_VALUE}
            error={isChecked && isMissing(slot) ? t('templates.missing') : undefined}
            onChange={(event) => put({ examples: withValue(form.examples, slots, slot, event.target.value) })}
          />
        );
      })}
      {components.length > 0 && (
        <TemplatePreview
          text={previewOf({ components }, form.examples)}
          place={hasPlace({ components }) ? null : undefined}
        />
      )}
    </FormDialog>
  );
}
