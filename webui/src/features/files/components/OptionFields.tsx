import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { FieldGroup } from '@/ui/FieldGroup';
import { FileField, type FileChange } from '@/ui/FileField';
import { IconButton } from '@/ui/IconButton';
import { Input } from '@/ui/Input';
import { kindOf, newOption, OPTIONS_MAX, type FileListForm, type OptionForm } from '../model';

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(140px, 1fr) minmax(0, auto) auto;
  align-items: center;
  gap: 8px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr) auto;
    padding: 8px;
    border: 1px solid ${color.line};
    border-radius: ${radius.md};

    & > :nth-child(2) {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`;

const Chosen = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;

  & > :last-child {
    flex: none;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Add = styled.div`
  justify-self: start;
`;

/** The files of a list: each has a name, and a file that is sent when the list is saved. */
export function OptionFields() {
  const t = useT();
  const { control, register } = useFormContext<FileListForm>();
  const kind = (file: FileChange, { known, mediaType }: OptionForm) => {
    const type = file === 'keep' ? known && (mediaType ?? '') : file && file.type;
    return type === null ? '' : t('files.kind', { kind: kindOf(type) });
  };
  const { fields, append, remove } = useFieldArray({ control, name: 'options' });
  return (
    <FieldGroup>
      <legend>{t('files.options')}</legend>
      {fields.map((field, index) => {
        const number = index + 1;
        return (
          <Row key={field.id}>
            <Input
              aria-label={t('files.optionName', { number })}
              placeholder={t('files.optionPlaceholder')}
              autoComplete="off"
              maxLength={100}
              {...register(`options.${index}.name`)}
            />
            <Controller
              control={control}
              name={`options.${index}.file`}
              render={({ field: file }) => (
                <Chosen>
                  <FileField
                    name={file.value === 'keep' ? field.known : (file.value?.name ?? null)}
                    onChange={file.onChange}
                  />
                  <span>{kind(file.value, field)}</span>
                </Chosen>
              )}
            />
            <IconButton label={t('files.optionRemove', { number })} onClick={() => remove(index)}>
              <Trash2 />
            </IconButton>
          </Row>
        );
      })}
      {fields.length < OPTIONS_MAX && (
        <Add>
          <Button variant="soft" size="sm" icon={<Plus />} onClick={() => append({ ...newOption })}>
            {t('files.optionAdd')}
          </Button>
        </Add>
      )}
    </FieldGroup>
  );
}
