import styled from 'styled-components';
import { useT } from '@/i18n';
import { Switch } from '@/ui/Switch';
import type { ListView } from './filters';

const Root = styled.div`
  display: grid;
  gap: 12px;
  padding: 12px 14px;
`;

interface ListOptionsProps {
  view: ListView;
  onChange: (part: Partial<ListView>) => void;
}

/** What the list shows and in which order. */
export default function ListOptions({ view, onChange }: ListOptionsProps) {
  const t = useT();
  return (
    <Root>
      <Switch label={t('snooze.only')} isOn={view.isSnoozed} onChange={(isSnoozed) => onChange({ isSnoozed })} />
      <Switch
        label={t('snooze.byPriority')}
        isOn={view.byPriority}
        onChange={(byPriority) => onChange({ byPriority })}
      />
    </Root>
  );
}
