import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import type { ListView } from './filters';

const Root = styled.div`
  display: grid;
  gap: 12px;
  padding: 14px;
`;

export interface DateFieldsProps {
  view: Pick<ListView, 'created' | 'updated'>;
  onChange: (part: Partial<ListView>) => void;
  onClose: () => void;
}

/** The days of the date filter; they come when it is opened. */
export default function DateFields({ view: { created, updated }, onChange, onClose }: DateFieldsProps) {
  const t = useT();
  return (
    <Root>
      <DateField
        label={t('search.created')}
        value={created}
        canBeEmpty
        onChange={(day) => onChange({ created: day })}
      />
      <DateField
        label={t('search.updated')}
        value={updated}
        canBeEmpty
        onChange={(day) => onChange({ updated: day })}
      />
      <Button
        variant="secondary"
        size="sm"
        disabled={created === '' && updated === ''}
        onClick={() => {
          onChange({ created: '', updated: '' });
          onClose();
        }}
      >
        {t('search.anyDay')}
      </Button>
    </Root>
  );
}
