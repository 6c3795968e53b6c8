import { useT } from '../../../i18n';
import { Select } from '../../../ui/Select';
import type { Closing } from '../hooks/useClosing';

/** Why the tickets are closed; nothing where the company does not ask. */
export function CloseReason({ closing }: { closing: Closing }) {
  const t = useT();
  const { reasons, reasonId, choose, isRequired } = closing;
  if (reasons.length === 0) return null;
  return (
    <Select
      label={t('bulk.reason')}
      value={reasonId === null ? '' : String(reasonId)}
      placeholder={t(isRequired ? 'bulk.chooseReason' : 'bulk.noReason')}
      options={reasons.map(({ id, name }) => ({ value: String(id), label: name }))}
      onValueChange={(value) => choose(value === '' ? null : Number(value))}
    />
  );
}
