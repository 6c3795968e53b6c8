import { useState } from 'react';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { FormDialog } from '@/ui/FormDialog';
import { TextField } from '@/ui/TextField';
import { useTrial } from '../api';

const Outcome = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
  overflow-wrap: anywhere;

  &[data-tone='success'] {
    color: ${color.success};
  }
  &[data-tone='danger'] {
    color: ${color.danger};
  }
`;

const SENT = ['accepted'];
const UNDER_WAY = ['queued', 'attempting'];

interface TestDialogProps {
  connection: Connection;
  onClose: () => void;
}

/** A message to oneself: shows that a number really sends. */
export function TestDialog({ connection, onClose }: TestDialogProps) {
  const t = useT();
  const [number, setNumber] = useState(connection.provider === 'cloud' ? '' : (connection.number ?? ''));
  const { send, outcome } = useTrial(connection.id);
  const state = outcome?.state;
  const isUnderWay = state !== undefined && UNDER_WAY.includes(state);
  const text = () => {
    if (!outcome || isUnderWay) return t('connections.test.sending');
    if (SENT.includes(outcome.state)) return t('connections.test.sent');
    return t('connections.test.failed', { error: outcome.error ?? outcome.state });
  };
  return (
    <FormDialog
      title={t('connections.test.title')}
      size="sm"
      saveLabel={t('connections.test.send')}
      isSaving={send.isPending}
      failure={send.isError ? errorText(send.error) : null}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnderWay) send.mutate(number.trim());
      }}
      onClose={onClose}
    >
      {/* what was sent is no change that could be lost */}
      <TextField
        key={send.data?.id}
        label={t('connections.test.number')}
        hint={t(connection.provider === 'cloud' ? 'connections.test.cloudHint' : 'connections.test.hint')}
        value={number}
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        placeholder="5511999990000"
        onChange={(event) => setNumber(event.target.value)}
      />
      <Outcome
        role="status"
        data-tone={isUnderWay || !outcome ? undefined : SENT.includes(outcome.state) ? 'success' : 'danger'}
      >
        {send.isSuccess && text()}
      </Outcome>
    </FormDialog>
  );
}
