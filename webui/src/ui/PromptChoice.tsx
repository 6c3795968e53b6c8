import { useQuery } from '@tanstack/react-query';
import { promptsOptions } from '@/api/prompts';
import { can } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Select } from './Select';

interface PromptChoiceProps {
  label: string;
  hint: string;
  /** While none is chosen. */
  none: string;
  /** The number of one, or nothing. */
  value: string;
  onChange: (value: string) => void;
}

/** Which prompt answers; nothing for who has none to choose from. */
export function PromptChoice({ label, hint, none, value, onChange }: PromptChoiceProps) {
  const isAllowed = can(useUser(), { profile: 'admin', plan: 'useOpenAi' });
  const found = useQuery({ ...promptsOptions, enabled: isAllowed });
  if (!isAllowed) return null;
  const options = (found.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Select
      label={label}
      hint={hint}
      placeholder={none}
      value={value}
      disabled={found.isPending}
      options={options}
      onValueChange={onChange}
    />
  );
}
