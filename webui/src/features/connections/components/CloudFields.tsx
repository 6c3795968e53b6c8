import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { PasswordField } from '@/ui/PasswordField';
import { TextField } from '@/ui/TextField';
import { healthNotes } from '../health';
import type { ConnectionForm } from '../model';
import { useFieldError } from '../useFieldError';
import { HealthNotes } from './HealthNotes';
import { WebhookHelp } from './WebhookHelp';

const Root = styled.section`
  display: grid;
  gap: 14px;
  padding: 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surfaceAlt};
`;

const Title = styled.h3`
  font-size: ${font.base};
`;

const Pair = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 12px;
  align-items: start;

  @media ${media.sm} {
    grid-template-columns: 1fr;
  }
`;

interface CloudFieldsProps {
  edited: Connection | null;
}

/** Data of the official API. Stored secrets never come back: an empty field keeps what is stored. */
export function CloudFields({ edited }: CloudFieldsProps) {
  const t = useT();
  const error = useFieldError();
  const { register } = useFormContext<ConnectionForm>();
  const cloud = edited?.cloud ?? null;

  const secret = (name: 'accessToken' | 'appSecret' | 'verifyToken', isSet: boolean | undefined) => (
    <PasswordField
      label={t(`connections.field.${name}`)}
      autoComplete="new-password"
      placeholder={isSet ? t('connections.stored') : ''}
      hint={isSet ? t('connections.storedHint') : undefined}
      {...register(name)}
      error={error(name)}
    />
  );

  return (
    <Root>
      <Title>{t('connections.cloudTitle')}</Title>
      <Pair>
        <TextField
          label={t('connections.field.phoneNumberId')}
          inputMode="numeric"
          autoComplete="off"
          {...register('phoneNumberId')}
          error={error('phoneNumberId')}
        />
        <TextField
          label={t('connections.field.wabaId')}
          inputMode="numeric"
          autoComplete="off"
          {...register('wabaId')}
          error={error('wabaId')}
        />
      </Pair>
      {secret('accessToken', cloud?.accessTokenSet)}
      <Pair>
        {secret('appSecret', cloud?.appSecretSet)}
        {secret('verifyToken', cloud?.verifyTokenSet)}
      </Pair>
      {cloud && <HealthNotes notes={healthNotes(cloud)} />}
      {cloud && <WebhookHelp url={cloud.webhookUrl} />}
    </Root>
  );
}
