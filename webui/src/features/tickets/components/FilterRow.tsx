import styled from 'styled-components';
import { useT } from '../../../i18n';
import { color, font } from '../../../styles/tokens';
import { Switch } from '../../../ui/Switch';
import type { ListView } from '../model/filters';
import { QueueFilter } from './QueueFilter';

const Root = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  height: 47px;
  padding: 0 14px;
  border-bottom: 1px solid ${color.line};

  & label {
    font-size: ${font.sm};
  }
`;

interface FilterRowProps {
  view: ListView;
  mayShowAll: boolean;
  onChange: (part: Partial<ListView>) => void;
}

/** The queues, and for those who may the switch between all tickets and the own ones (S030). */
export function FilterRow({ view, mayShowAll, onChange }: FilterRowProps) {
  const t = useT();
  return (
    <Root>
      <QueueFilter chosen={view.queueIds} onChange={(queueIds) => onChange({ queueIds })} />
      {mayShowAll && (
        <Switch label={t('tickets.showAll')} isOn={view.showAll} onChange={(showAll) => onChange({ showAll })} />
      )}
    </Root>
  );
}
