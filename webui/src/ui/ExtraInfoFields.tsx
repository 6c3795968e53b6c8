import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { useFieldArray, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { problemText, useT } from '@/i18n';
import type { ContactValues } from '@/lib/contactForm';
import { color, font } from '@/styles/tokens';
import { Button } from './Button';
import { FieldGroup } from './FieldGroup';
import { IconButton } from './IconButton';
import { Input } from './Input';

/** As many as the server takes. */
const PAIRS_MAX = 50;

const Row = styled.div`
  display: grid;
  grid-template-columns: 2fr 3fr auto;
  gap: 8px;
`;

const Problem = styled.p`
  color: ${color.danger};
  font-size: ${font.sm};
`;

const Add = styled.div`
  justify-self: start;
`;

/** S038: free name and value pairs. */
export function ExtraInfoFields() {
  const t = useT();
  const { control, register, formState } = useFormContext<ContactValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'extraInfo' });
  return (
    <FieldGroup>
      <legend>{t('contacts.form.extraInfo')}</legend>
      {fields.map((field, index) => {
        const number = index + 1;
        const problem = formState.errors.extraInfo?.[index]?.name?.message;
        return (
          <div key={field.id}>
            <Row>
              <Input
                aria-label={t('contacts.form.extraName', { number })}
                aria-invalid={problem ? true : undefined}
                placeholder={t('contacts.form.extraNamePlaceholder')}
                maxLength={100}
                {...register(`extraInfo.${index}.name`)}
              />
              <Input
                aria-label={t('contacts.form.extraValue', { number })}
                placeholder={t('contacts.form.extraValuePlaceholder')}
                maxLength={1000}
                {...register(`extraInfo.${index}.value`)}
              />
              <IconButton label={t('contacts.form.extraRemove', { number })} onClick={() => remove(index)}>
                <Trash2 />
              </IconButton>
            </Row>
            {problem && <Problem role="alert">{problemText(problem)}</Problem>}
          </div>
        );
      })}
      {fields.length < PAIRS_MAX && (
        <Add>
          <Button variant="soft" size="sm" icon={<Plus />} onClick={() => append({ name: '', value: '' })}>
            {t('contacts.form.extraAdd')}
          </Button>
        </Add>
      )}
    </FieldGroup>
  );
}
