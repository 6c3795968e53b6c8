import { useT } from '@/i18n';
import { Checkbox } from '@/ui/Checkbox';
import { Select } from '@/ui/Select';
import type { Closing } from './useClosing';

/** Why the tickets are closed, where the company asks, and whether their customers are told. */
export function ClosingFields({ closing }: { closing: Closing }) {
  const t = useT();
  const { reasons, reasonId, choose, isRequired, isSilent, setIsSilent } = closing;
  return (
    <>
      {reasons.length > 0 && (
        <Select
          label={t('bulk.reason')}
          value={reasonId === null ? '' : String(reasonId)}
          placeholder={t(isRequired ? 'bulk.chooseReason' : 'bulk.noReason')}
          options={reasons.map(({ id, name }) => ({ value: String(id), label: name }))}
          onValueChange={(value) => choose(value === '' ? null : Number(value))}
        />
      )}
      <Checkbox label={t('bulk.silently')} isChecked={isSilent} onChange={setIsSilent} />
    </>
  );
}
