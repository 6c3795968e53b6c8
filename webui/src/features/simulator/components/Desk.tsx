import Plus from 'lucide-react/icons/plus';
import Smartphone from 'lucide-react/icons/smartphone';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useIsNarrow } from '@/lib/useMedia';
import { color, font, layout, media } from '@/styles/tokens';
import { Brand } from '@/ui/Brand';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { PageSpinner } from '@/ui/PageSpinner';
import { ThemeToggle } from '@/ui/ThemeToggle';
import { MAX_PHONES } from '../model';
import { useDesk } from '../useDesk';
import { AddPhone } from './AddPhone';
import { BankBar } from './BankBar';
import { OwnPhoneBar } from './OwnPhoneBar';
import { PhoneView } from './PhoneView';
import { QuietSelect } from './QuietSelect';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  height: 100dvh;
  background:
    radial-gradient(60% 50% at 90% 0%, color-mix(in srgb, ${color.accent} 16%, transparent), transparent),
    radial-gradient(50% 45% at 5% 100%, color-mix(in srgb, ${color.tick} 12%, transparent), transparent),
    ${color.canvas};
`;

const Bar = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  height: ${layout.topbar};
  padding: 0 16px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
`;

const Title = styled.h1`
  padding-left: 12px;
  border-left: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${font.base};
  font-weight: ${font.medium};
`;

const Gap = styled.span`
  flex: 1;
`;

const Table = styled.main`
  display: flex;
  flex: 1;
  gap: 40px;
  justify-content: safe center;
  min-height: 0;
  padding: 20px 24px;
  overflow: auto hidden;

  @media ${media.sm} {
    gap: 14px;
    padding: 12px;
    scroll-snap-type: x mandatory;
  }
`;

export function Desk() {
  const t = useT();
  const desk = useDesk();
  const [isAdding, setIsAdding] = useState(false);
  const { connections, connection, phones, shown } = desk;
  const isNarrow = useIsNarrow();
  const isFull = shown.length >= MAX_PHONES;

  const content = () => {
    if (connections.isError) return <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />;
    if (connections.isPending) return <PageSpinner />;
    if (!connection) {
      return (
        <EmptyState icon={<Smartphone />} title={t('simulator.noConnection')} text={t('simulator.noConnectionText')} />
      );
    }
    if (phones.isError) return <ErrorState error={phones.error} onRetry={() => void phones.refetch()} />;
    if (phones.isPending) return <PageSpinner />;
    if (shown.length === 0) {
      return (
        <EmptyState
          icon={<Smartphone />}
          title={t('simulator.empty')}
          text={t('simulator.emptyText')}
          action={<Button onClick={() => setIsAdding(true)}>{t('simulator.add')}</Button>}
        />
      );
    }
    return shown.map((phone) => (
      <PhoneView
        key={`${connection.id}/${phone.number}`}
        connection={connection}
        phone={phone}
        onClose={() => desk.close(phone.number)}
      />
    ));
  };

  return (
    <Root>
      <Bar>
        <Brand isMarkOnly={isNarrow} />
        <Title className={isNarrow ? 'visually-hidden' : undefined}>{t('simulator.title')}</Title>
        <Gap />
        {connection && connections.data && (
          <QuietSelect
            label={t('simulator.connection')}
            value={String(connection.id)}
            options={connections.data.map((each) => ({
              value: String(each.id),
              label: `${each.companyName} · ${each.name}`,
            }))}
            onChange={(value) => desk.chooseConnection(Number(value))}
          />
        )}
        {connection && isNarrow && (
          <IconButton label={t('simulator.add')} disabled={isFull} onClick={() => setIsAdding(true)}>
            <Plus />
          </IconButton>
        )}
        {connection && !isNarrow && (
          <Button size="sm" icon={<Smartphone />} disabled={isFull} onClick={() => setIsAdding(true)}>
            {t('simulator.add')}
          </Button>
        )}
        <ThemeToggle />
      </Bar>
      {connection && <OwnPhoneBar key={connection.id} connectionId={connection.id} />}
      <BankBar />
      <Table>{content()}</Table>
      {connection && isAdding && (
        <AddPhone
          connectionId={connection.id}
          known={(phones.data ?? []).filter((phone) => !shown.some((each) => each.number === phone.number))}
          onAdd={(number) => {
            desk.add(number);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Root>
  );
}
