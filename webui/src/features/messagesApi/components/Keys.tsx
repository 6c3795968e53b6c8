import { useQuery } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import type { ApiKey, ApiKeys } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CodeText, CopyButton, Mono } from '@/ui/Code';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DataRow, DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { SecretDialog } from '@/ui/SecretDialog';
import { apiKeysOptions, useRevokeKey } from '../api';
import { firstCall, SCOPES, stateOf } from '../keyModel';
import { KeyCalls } from './KeyCalls';
import { KeyDialog } from './KeyDialog';

const Stale = styled.p`
  margin-bottom: 10px;
  color: ${color.warning};
  font-size: ${font.base};
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: 10px 16px;
  max-width: 1180px;
  margin-bottom: 14px;
  color: ${color.textMuted};
  font-size: ${font.base};

  & > div {
    flex: 1 1 320px;
    min-width: 0;
  }
  & a {
    color: ${color.accentText};
    text-decoration: underline;
  }
`;

const Name = styled.div`
  & > strong {
    display: block;
    font-weight: ${font.semibold};
  }
  & > code {
    color: ${color.textMuted};
  }
`;

const Scopes = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

const Sample = styled.section`
  max-width: 1180px;
  margin-top: 24px;
  padding: 10px 16px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surfaceAlt};

  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-bottom: 6px;
  }
  & h2 {
    font-size: ${font.md};
  }
`;

const DOCUMENT = '/api/v1/openapi.json';

/** The keys of the company's own programs: made, shown once, taken back (rule B25). */
export function Keys() {
  const t = useT();
  const { data, error, refetch } = useQuery(apiKeysOptions);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState('');
  const newButton = (
    <Button icon={<Plus />} onClick={() => setMaking(true)}>
      {t('messagesApi.keys.new')}
    </Button>
  );
  return (
    <>
      {!data && !error && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && error && <Stale role="status">{t('messagesApi.keys.stale')}</Stale>}
      {data?.apiKeys.length === 0 && (
        <EmptyState
          icon={<KeyRound />}
          title={t('messagesApi.keys.empty')}
          text={t('messagesApi.keys.emptyText')}
          action={newButton}
        />
      )}
      {data && data.apiKeys.length > 0 && <List about={data} newButton={newButton} />}
      {isMaking && <KeyDialog apiKey={null} onClose={() => setMaking(false)} onMade={setMade} />}
      {made !== '' && (
        <SecretDialog
          title={t('messagesApi.keys.made')}
          text={t('messagesApi.keys.madeText')}
          secret={made}
          words={{
            copy: t('messagesApi.keys.copy'),
            copied: t('messagesApi.copied'),
            kept: t('messagesApi.keys.kept'),
          }}
          onClose={() => setMade('')}
        />
      )}
    </>
  );
}

function List({ about, newButton }: { about: ApiKeys; newButton: ReactNode }) {
  const t = useT();
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const [changed, setChanged] = useState<ApiKey | null>(null);
  const [looked, setLooked] = useState<ApiKey | null>(null);
  const revoke = useRevokeKey();
  const call = firstCall(globalThis.location.origin);
  const heads = (['name', 'scopes', 'used', 'state', 'actions'] as const).map((head) =>
    t(`messagesApi.keys.head.${head}`),
  );
  const handleRevoke = () => {
    if (!asked) return;
    revoke.mutate(asked.id, {
      onSuccess: () => toast.success(t('messagesApi.keys.revokedDone')),
      onSettled: () => setAsked(null),
    });
  };
  return (
    <>
      <Head>
        <div>
          <p>{t('messagesApi.keys.intro')}</p>
          <p>
            {t('messagesApi.keys.limits', { count: about.perMinute })} ·{' '}
            <a href={DOCUMENT} target="_blank" rel="noreferrer">
              {t('messagesApi.keys.docs')}
            </a>
          </p>
        </div>
        {newButton}
      </Head>
      <DataTable heads={heads}>
        {about.apiKeys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onLook={() => setLooked(key)}
            onChange={() => setChanged(key)}
            onRevoke={() => setAsked(key)}
          />
        ))}
      </DataTable>
      <Sample aria-label={t('messagesApi.keys.sample')}>
        <header>
          <h2>{t('messagesApi.keys.sample')}</h2>
          <CopyButton label={t('messagesApi.keys.copySample')} copiedLabel={t('messagesApi.copied')} text={call} />
        </header>
        <CodeText>{call}</CodeText>
      </Sample>
      {looked && <KeyCalls apiKey={looked} onClose={() => setLooked(null)} />}
      {changed && <KeyDialog apiKey={changed} onClose={() => setChanged(null)} onMade={() => undefined} />}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('messagesApi.keys.revokeTitle', { name: asked?.name ?? '' })}
        text={t('messagesApi.keys.revokeText')}
        confirmLabel={t('messagesApi.keys.revoke')}
        isDanger
        isBusy={revoke.isPending}
        onConfirm={handleRevoke}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  onLook: () => void;
  onChange: () => void;
  onRevoke: () => void;
}

function KeyRow({ apiKey, onLook, onChange, onRevoke }: KeyRowProps) {
  const t = useT();
  const state = stateOf(apiKey, useNow(MINUTE_MS));
  const isGood = state === 'good' || state === 'until';
  const words = () => {
    if (state === 'good') return t('messagesApi.keys.good');
    const time = formatDateTime(state === 'revoked' ? (apiKey.revokedAt ?? '') : (apiKey.expiresAt ?? ''));
    return t(`messagesApi.keys.${state}`, { time });
  };
  return (
    <DataRow>
      <td>
        <Name>
          <strong>{apiKey.name}</strong>
          <Mono>{`${apiKey.prefix}…`}</Mono>
        </Name>
      </td>
      <td>
        <Scopes>
          {SCOPES.filter((scope) => apiKey.scopes.includes(scope)).map((scope) => (
            <Pill key={scope}>{scope}</Pill>
          ))}
        </Scopes>
      </td>
      <td>{apiKey.usedAt === null ? t('messagesApi.keys.never') : formatDateTime(apiKey.usedAt)}</td>
      <td>
        <Pill tone={isGood ? 'success' : 'neutral'}>{words()}</Pill>
      </td>
      <td>
        <Actions>
          <Button
            variant="secondary"
            size="sm"
            aria-label={t('messagesApi.keys.callsOf', { name: apiKey.name })}
            onClick={onLook}
          >
            {t('messagesApi.keys.calls')}
          </Button>
          {state !== 'revoked' && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('messagesApi.keys.changeOf', { name: apiKey.name })}
              onClick={onChange}
            >
              {t('messagesApi.keys.edit')}
            </Button>
          )}
          {isGood && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('messagesApi.keys.revokeOf', { name: apiKey.name })}
              onClick={onRevoke}
            >
              {t('messagesApi.keys.revoke')}
            </Button>
          )}
        </Actions>
      </td>
    </DataRow>
  );
}
