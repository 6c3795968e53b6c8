import { Suspense } from 'react';
import styled from 'styled-components';
import type { MessageTemplate, TemplateChoice } from '@/api/types';
import { lazyPart, useT } from '@/i18n';
import { findChosen, hasPlace, MAX_VALUE, NO_VALUES, previewOf, slotsOf, valueOf, withValue } from '@/lib/templates';
import { Select } from './Select';
import { Skeleton } from './Skeleton';
import { TemplateFileField, type TemplateFile } from './TemplateFileField';
import { TemplatePreview } from './TemplatePreview';
import { TextField } from './TextField';

const TemplatePlaceField = lazyPart(() => import('./TemplatePlaceField'), 'things');

const Root = styled.div`
  display: grid;
  gap: 16px;
`;

interface TemplateFieldsProps {
  templates: readonly MessageTemplate[];
  choice: TemplateChoice | null;
  label: string;
  /** What stands for none. */
  placeholder: string;
  /** Says what is missing, once somebody wanted to go on. */
  isChecked: boolean;
  isLocked?: boolean;
  /** The file above its text; absent where it is chosen elsewhere. */
  file?: TemplateFile;
  onChoice: (choice: TemplateChoice | null) => void;
}

/** Which template, what stands for its variables, and what the customer reads then. */
export function TemplateFields(props: TemplateFieldsProps) {
  const { templates, choice, label, placeholder, isChecked, isLocked = false, file, onChoice } = props;
  const t = useT();
  const chosen = findChosen(templates, choice);
  const slots = chosen ? slotsOf(chosen) : [];
  const values = choice?.values ?? NO_VALUES;
  const handleTemplate = (value: string) => {
    const template = templates.find(({ id }) => String(id) === value);
    // A file of one template is none of another.
    if (file?.name) file.onChange(null);
    onChoice(template ? { templateId: template.id, values: NO_VALUES } : null);
  };
  return (
    <Root>
      <Select
        label={label}
        placeholder={placeholder}
        value={chosen ? String(chosen.id) : ''}
        disabled={isLocked}
        options={templates.map(({ id, name, language }) => ({ value: String(id), label: `${name} · ${language}` }))}
        onValueChange={handleTemplate}
      />
      {chosen && <TemplateFileField template={chosen} file={file} isChecked={isChecked} isLocked={isLocked} />}
      {chosen && hasPlace(chosen) && (
        <Suspense fallback={<Skeleton height={240} />}>
          <TemplatePlaceField
            key={chosen.id}
            place={values.place}
            isChecked={isChecked}
            isLocked={isLocked}
            onChange={(place) => onChoice({ templateId: chosen.id, values: { ...values, place } })}
          />
        </Suspense>
      )}
      {slots.map((slot) => {
        const value = valueOf(values, slot);
        const words = { header: 'templates.header', body: 'templates.body', buttons: 'templates.button' } as const;
        return (
          <TextField
            key={`${slot.part}${slot.index}`}
            label={t(words[slot.part], { name: slot.name })}
            hint={slot === slots[0] ? t('templates.variableHint', { variable: '{{firstName}}' }) : undefined}
            error={isChecked && value.trim() === '' ? t('templates.missing') : undefined}
            value={value}
            maxLength={MAX_VALUE}
            disabled={isLocked}
            autoComplete="off"
            onChange={(event) =>
              chosen && onChoice({ templateId: chosen.id, values: withValue(values, slots, slot, event.target.value) })
            }
          />
        );
      })}
      {chosen && (
        <TemplatePreview text={previewOf(chosen, values)} place={hasPlace(chosen) ? values.place : undefined} />
      )}
    </Root>
  );
}
