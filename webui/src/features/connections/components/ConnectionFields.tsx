import { useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Panel } from '@/ui/Panel';
import { Switch } from '@/ui/Switch';
import { TextArea } from '@/ui/TextArea';
import { TextField } from '@/ui/TextField';
import type { ConnectionForm } from '../model';
import { useFieldError } from '../useFieldError';
import { CloudFields } from './CloudFields';
import { ProviderChoice } from './ProviderChoice';
import { QueueChoice } from './QueueChoice';

const Grid = styled.div`
  display: grid;
  gap: 16px;
`;

const Texts = styled.details`
  border: 1px solid ${color.line};
  border-radius: ${radius.md};

  & > summary {
    padding: 10px 12px;
    font-size: ${font.base};
    font-weight: ${font.medium};
    cursor: pointer;
  }
  & > div {
    padding: 4px 12px 14px;
  }
`;

interface ConnectionFieldsProps {
  edited: Connection | null;
}

export function ConnectionFields({ edited }: ConnectionFieldsProps) {
  const t = useT();
  const error = useFieldError();
  const { register, watch, control } = useFormContext<ConnectionForm>();
  const isDefault = useController({ control, name: 'isDefault' }).field;
  const isCloud = watch('provider') === 'cloud';
  return (
    <Grid>
      {edited === null && <ProviderChoice />}
      <TextField label={t('connections.field.name')} {...register('name')} error={error('name')} autoComplete="off" />
      {isCloud && <CloudFields edited={edited} />}
      <QueueChoice />
      <Panel>
        <Switch label={t('connections.field.isDefault')} isOn={isDefault.value} onChange={isDefault.onChange} isWide />
      </Panel>
      <TextArea
        label={t('connections.field.greetingMessage')}
        rows={2}
        {...register('greetingMessage')}
        error={error('greetingMessage')}
      />
      <Texts>
        <summary>{t('connections.moreTexts')}</summary>
        <Grid>
          <TextArea
            label={t('connections.field.complationMessage')}
            rows={2}
            {...register('complationMessage')}
            error={error('complationMessage')}
          />
          <TextArea
            label={t('connections.field.outOfHoursMessage')}
            rows={2}
            {...register('outOfHoursMessage')}
            error={error('outOfHoursMessage')}
          />
          <TextArea
            label={t('connections.field.ratingMessage')}
            rows={2}
            {...register('ratingMessage')}
            error={error('ratingMessage')}
          />
        </Grid>
      </Texts>
    </Grid>
  );
}
