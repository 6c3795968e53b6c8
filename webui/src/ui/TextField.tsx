import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Field } from './Field';
import { Input } from './Input';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string;
  aside?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  size?: 'md' | 'lg';
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, aside, hint, error, size = 'md', ref, ...rest }: TextFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => <Input ref={ref} {...rest} {...control} data-size={size} />}
    </Field>
  );
}
