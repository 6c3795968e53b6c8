import X from 'lucide-react/icons/x';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { color, font, media, radius, shadow } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { IconButton } from '@/ui/IconButton';
import { Switch } from '@/ui/Switch';
import { sayWriting, usePhoneActions, usePhoneMessages, usePhones, usePutPhone } from '../api';
import type { Phone, PhoneMessage, SimulatorConnection } from '../model';
import { useReceipts } from '../useReceipts';
import { PhoneComposer } from './PhoneComposer';
import { PhonePicture } from './PhonePicture';
import { PhoneTalk } from './PhoneTalk';

const Root = styled.section`
  display: flex;
  flex: none;
  flex-direction: column;
  gap: 10px;
  width: 372px;
  min-height: 0;

  @media ${media.sm} {
    width: calc(100vw - 24px);
    scroll-snap-align: center;
  }
`;

const Owner = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  padding: 0 4px 0 8px;
  font-size: ${font.sm};
`;

const Who = styled.h2`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  font-size: ${font.base};
  white-space: nowrap;
  text-overflow: ellipsis;

  & > small {
    display: block;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.regular};
    font-variant-numeric: tabular-nums;
  }
`;

const Case = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
  max-height: 780px;
  padding: 9px;
  border: 1px solid ${color.lineStrong};
  border-radius: 40px;
  background: ${color.raised};
  box-shadow: ${shadow.lg};
`;

const Screen = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-height: 0;
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: 32px;
  background: ${color.canvas};
`;

const Chat = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 10px;
  padding: 12px 16px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  font-size: ${font.base};
  font-weight: ${font.semibold};

  & small {
    display: block;
    color: ${color.textMuted};
    font-size: ${font.xs};
    font-weight: ${font.regular};
  }
`;

const Home = styled.span`
  flex: none;
  align-self: center;
  width: 110px;
  height: 4px;
  margin: 2px 0 7px;
  border-radius: ${radius.full};
  background: ${color.lineStrong};
`;

interface PhoneViewProps {
  connection: SimulatorConnection;
  phone: Phone;
  onClose: () => void;
}

/** A customer's phone with his chat with the company. */
export function PhoneView({ connection, phone, onClose }: PhoneViewProps) {
  const t = useT();
  const messages = usePhoneMessages(connection.id, phone.number);
  const isWrittenTo = usePhones(connection.id).data?.find(({ number }) => number === phone.number)?.isWrittenTo;
  const { send, revoke } = usePhoneActions(connection.id, phone);
  const put = usePutPhone(connection.id);
  const [quoted, setQuoted] = useState<PhoneMessage | null>(null);
  const [hasReceipts, setHasReceipts] = useState(phone.readReceipts ?? true);
  useReceipts(connection.id, messages.data, hasReceipts);

  const handleReceipts = (isOn: boolean) => {
    setHasReceipts(isOn);
    put.mutate({ number: phone.number, pushName: phone.pushName, readReceipts: isOn });
  };

  return (
    <Root aria-label={t('simulator.phoneOf', { name: phone.pushName })}>
      <Owner>
        <PhonePicture connectionId={connection.id} phone={phone} />
        <Who>
          {displayName(phone.pushName)}
          <small>{formatPhone(phone.number)}</small>
        </Who>
        <Switch label={t('simulator.receipts')} isOn={hasReceipts} onChange={handleReceipts} />
        <IconButton size="sm" label={t('simulator.putAway', { name: phone.pushName })} onClick={onClose}>
          <X />
        </IconButton>
      </Owner>
      <Case>
        <Screen>
          <Chat>
            <Avatar name={connection.companyName} size={32} />
            <div>
              {connection.companyName}
              <small>{isWrittenTo ? t('simulator.writtenTo') : connection.name}</small>
            </div>
          </Chat>
          <PhoneTalk
            messages={messages.data}
            error={messages.isError && !messages.data ? messages.error : null}
            onRetry={() => void messages.refetch()}
            onReply={setQuoted}
            onDelete={(id) => revoke.mutate(id)}
          />
          <PhoneComposer
            quoted={quoted}
            onUnquote={() => setQuoted(null)}
            isBusy={send.isPending}
            onWriting={(isWriting) => void sayWriting(connection.id, phone.number, isWriting)}
            onSend={async (message) => {
              await send.mutateAsync({ ...message, quotedId: quoted?.id ?? null });
              setQuoted(null);
            }}
          />
          <Home aria-hidden />
        </Screen>
      </Case>
    </Root>
  );
}
