import { useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { cssVars } from '../../../lib/cssVars';
import { useT } from '../../../i18n';
import { color, font, radius } from '../../../styles/tokens';
import { useQueues } from '../api';
import type { ConnectionForm } from '../model';

const Root = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  & > legend {
    margin-bottom: 6px;
    padding: 0;
    font-size: ${font.base};
    font-weight: ${font.medium};
  }
`;

const Chip = styled.label`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  height: 30px;
  padding: 0 12px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.full};
  color: ${color.textMuted};
  font-size: ${font.base};
  cursor: pointer;

  &::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--q);
  }
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

const None = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

export function QueueChoice() {
  const t = useT();
  const queues = useQueues();
  const { control } = useFormContext<ConnectionForm>();
  const { value, onChange } = useController({ control, name: 'queueIds' }).field;
  return (
    <Root>
      <legend>{t('connections.field.queues')}</legend>
      {queues.data?.map((queue) => (
        <Chip key={queue.id} style={cssVars({ '--q': queue.color })}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={value.includes(queue.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, queue.id] : value.filter((id) => id !== queue.id))
            }
          />
          {queue.name}
        </Chip>
      ))}
      {queues.data?.length === 0 && <None>{t('connections.noQueues')}</None>}
    </Root>
  );
}
