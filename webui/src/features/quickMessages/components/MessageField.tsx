import { useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { insertAt } from '@/lib/insertAt';
import { TextArea } from '@/ui/TextArea';
import { VariableChips } from '@/ui/VariableChips';
import { MESSAGE_MAX } from '../model';

const Root = styled.div`
  display: grid;
  gap: 8px;
`;

interface MessageFieldProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The text, and the variables that can be put into it (S036). */
export function MessageField({ value, error, onChange }: MessageFieldProps) {
  const t = useT();
  const area = useRef<HTMLTextAreaElement>(null);

  const insert = (placeholder: string) => {
    const field = area.current;
    if (!field) return;
    const [text, cursor] = insertAt(value, field.selectionStart, field.selectionEnd, placeholder);
    onChange(text);
    // The cursor can be placed when the new text is there.
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(cursor, cursor);
    });
  };

  return (
    <Root>
      <TextArea
        ref={area}
        label={t('quick.field.message')}
        rows={4}
        maxLength={MESSAGE_MAX}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <VariableChips
        label={t('quick.variables')}
        titleOf={(variable) => t(`quick.variable.${variable}`)}
        onChoose={insert}
      />
    </Root>
  );
}
