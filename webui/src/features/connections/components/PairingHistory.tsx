import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { FieldGroup } from '@/ui/FieldGroup';
import { useChooseHistory } from '../api';

const Root = styled(FieldGroup)`
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surfaceAlt};

  /* inside the frame, as a heading: a legend would stand on its line */
  & > legend {
    float: left;
    width: 100%;
    margin-bottom: 0;
    font-weight: ${font.semibold};
  }
  & > p {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Options = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  clear: both;
`;

const Option = styled.label`
  display: inline-flex;
  align-items: center;
  height: 30px;
  padding: 0 12px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.full};
  background: ${color.surface};
  color: ${color.textMuted};
  font-size: ${font.base};
  cursor: pointer;

  &:hover {
    background: ${color.hover};
  }
  &:has(:checked) {
    border-color: ${color.accent};
    background: ${color.selected};
    color: ${color.text};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
`;

const DAYS = [0, 7, 30] as const;

/** How much of the phone's past comes with it: chosen before it takes the code, kept for the next time. */
export function PairingHistory({ connection: { id, historyDays } }: { connection: Connection }) {
  const t = useT();
  const choose = useChooseHistory(id);
  const chosen = choose.isPending ? choose.variables : historyDays;
  return (
    <Root>
      <legend>{t('connections.history.title')}</legend>
      <p>{t('connections.history.text')}</p>
      <Options>
        {DAYS.map((days) => (
          <Option key={days}>
            <input
              type="radio"
              name={`history-${id}`}
              className="visually-hidden"
              checked={chosen === days}
              onChange={() => choose.mutate(days)}
            />
            {days === 0 ? t('connections.history.none') : t('connections.history.days', { count: days })}
          </Option>
        ))}
      </Options>
    </Root>
  );
}
