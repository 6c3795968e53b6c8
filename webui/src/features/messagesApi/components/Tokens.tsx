import { useState } from 'react';
import styled from 'styled-components';
import type { ConnectionToken } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CopyButton, Mono } from '@/ui/Code';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { useNewToken } from '../api';

const Text = styled.p`
  margin-bottom: 8px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  padding: 8px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  font-size: ${font.base};

  & > span {
    flex: 1 1 160px;
    min-width: 0;
    color: ${color.textMuted};
  }
`;

const Fresh = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-top: 8px;
  padding: 8px 12px;
  border-radius: ${radius.md};
  background: ${color.successSoft};
  color: ${color.success};

  & > code {
    flex: 1;
    min-width: 0;
  }
`;

interface TokensProps {
  connection: ConnectionToken;
  /** A token that was just made, the only time that it is seen. */
  fresh: string;
  onMade: (token: string) => void;
}

/** The token of the chosen connection: whether there is one, when it was used, and another one. */
export function Tokens({ connection, fresh, onMade }: TokensProps) {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const make = useNewToken();
  const handleMake = () => make.mutate(connection.id, { onSuccess: onMade, onSettled: () => setAsked(false) });
  const state = () => {
    if (!connection.tokenSet) return t('messagesApi.token.none');
    if (connection.usedAt === null) return t('messagesApi.token.unused');
    return t('messagesApi.token.used', { time: formatDateTime(connection.usedAt) });
  };
  return (
    <>
      <Text>{t('messagesApi.authText')}</Text>
      <Root>
        <strong>{connection.name}</strong>
        <span>{state()}</span>
        <Button
          variant="secondary"
          size="sm"
          isBusy={make.isPending}
          onClick={() => (connection.tokenSet ? setAsked(true) : handleMake())}
        >
          {t(connection.tokenSet ? 'messagesApi.token.another' : 'messagesApi.token.make')}
        </Button>
      </Root>
      {fresh !== '' && (
        <>
          <Fresh role="status">
            <Mono>{fresh}</Mono>
            <CopyButton label={t('messagesApi.token.copy')} copiedLabel={t('messagesApi.copied')} text={fresh} />
          </Fresh>
          <Text>{t('messagesApi.token.once')}</Text>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={t('messagesApi.token.askTitle', { name: connection.name })}
        text={t('messagesApi.token.askText')}
        confirmLabel={t('messagesApi.token.another')}
        isDanger
        isBusy={make.isPending}
        onConfirm={handleMake}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
