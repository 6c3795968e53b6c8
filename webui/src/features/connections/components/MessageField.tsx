import { useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { insertAt } from '@/lib/insertAt';
import { color, font } from '@/styles/tokens';
import { Field } from '@/ui/Field';
import { TextAreaInput } from '@/ui/Input';
import { VariableChips } from '@/ui/VariableChips';
import type { ConnectionForm } from '../model';
import { useFieldError } from '../useFieldError';

const When = styled.span`
  color: ${color.textSubtle};
  font-size: ${font.sm};
`;

const Wrap = styled.div`
  display: grid;
  gap: 6px;
`;

type TextName =
  | 'greetingMessage'
  | 'outOfHoursMessage'
  | 'ratingMessage'
  | 'complationMessage'
  | 'expiresInactiveMessage';

/** A text that is sent by itself, with its variables, and when that is. */
export function MessageField({ name }: { name: TextName }) {
  const t = useT();
  const error = useFieldError();
  const { control } = useFormContext<ConnectionForm>();
  const { field } = useController({ control, name });
  const input = useRef<HTMLTextAreaElement | null>(null);

  const handleChoose = (placeholder: string) => {
    const area = input.current;
    if (!area) return;
    const [text, cursor] = insertAt(field.value, area.selectionStart, area.selectionEnd, placeholder);
    field.onChange(text);
    // After the text is there.
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(cursor, cursor);
    });
  };

  return (
    <Field
      label={t(`connections.field.${name}`)}
      aside={<When>{t(`connections.when.${name}`)}</When>}
      error={error(name)}
    >
      {(aria) => (
        <Wrap>
          <TextAreaInput
            {...aria}
            rows={2}
            name={name}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={(element) => {
              input.current = element;
              field.ref(element);
            }}
          />
          <VariableChips label={t('connections.variables')} onChoose={handleChoose} />
        </Wrap>
      )}
    </Field>
  );
}
