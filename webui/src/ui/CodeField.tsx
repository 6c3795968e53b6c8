import { useEffect, useRef } from 'react';
import { useT } from '@/i18n';
import { TextField } from './TextField';

interface CodeFieldProps {
  value: string;
  /** Where there is no code on paper yet. */
  isFirst?: boolean;
  hasFocus?: boolean;
  /** It may stay empty: a passkey is asked instead. */
  isOptional?: boolean;
  size?: 'md' | 'lg';
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** Six digits of the app, or a code on paper. */
export function CodeField({
  value,
  isFirst = false,
  hasFocus = false,
  isOptional = false,
  size = 'md',
  error,
  onChange,
}: CodeFieldProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  // Synchronises with the page: this is what is asked for next.
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  return (
    <TextField
      ref={field}
      label={t('security.code')}
      hint={t(isFirst ? 'security.firstCodeHint' : isOptional ? 'security.orPasskey' : 'security.codeHint')}
      name="code"
      size={size}
      inputMode={isFirst ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={50}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
