import type { Ref, TextareaHTMLAttributes } from 'react';
import { Field } from './Field';
import { TextAreaInput } from './Input';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, error, ref, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <TextAreaInput ref={ref} rows={rows} {...rest} {...control} />}
    </Field>
  );
}
