import { useQuery } from '@tanstack/react-query';
import { integrationsOptions } from '@/api/integrations';
import { can } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Select } from './Select';

interface IntegrationChoiceProps {
  label: string;
  hint: string;
  /** While none is chosen. */
  none: string;
  /** The number of one, or nothing. */
  value: string;
  onChange: (value: string) => void;
}

/** Which integration answers; nothing for who has none to choose from. */
export function IntegrationChoice({ label, hint, none, value, onChange }: IntegrationChoiceProps) {
  const isAllowed = can(useUser(), { profile: 'admin', plan: 'useIntegrations' });
  const found = useQuery({ ...integrationsOptions, enabled: isAllowed });
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
