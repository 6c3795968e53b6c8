import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Input } from '@/ui/Input';

const Root = styled.form`
  display: flex;
  gap: 8px;
  padding: 14px 0;
`;

interface TaskFormProps {
  text: string;
  /** A task is being changed rather than made. */
  isEdit: boolean;
  onText: (text: string) => void;
  onSubmit: (text: string) => void;
  onCancel: () => void;
}

export function TaskForm({ text, isEdit, onText, onSubmit, onCancel }: TaskFormProps) {
  const t = useT();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(text);
  };
  return (
    <Root onSubmit={handleSubmit}>
      <Input
        // A task that is to be changed is changed at once.
        ref={(input) => void (isEdit && input?.focus())}
        aria-label={t('todo.new')}
        placeholder={t('todo.new')}
        maxLength={1000}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {isEdit && (
        <IconButton label={t('common.cancel')} onClick={onCancel}>
          <X />
        </IconButton>
      )}
      <Button type="submit" icon={isEdit ? <Check /> : <Plus />}>
        {isEdit ? t('todo.save') : t('todo.add')}
      </Button>
    </Root>
  );
}
