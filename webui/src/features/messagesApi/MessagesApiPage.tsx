import { useQuery } from '@tanstack/react-query';
import Plug from 'lucide-react/icons/plug';
import { useState } from 'react';
import styled from 'styled-components';
import type { MessagesApi } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, media } from '@/styles/tokens';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { messagesApiOptions, useTrial } from './api';
import { Calls } from './components/Calls';
import { Documentation } from './components/Documentation';
import { Keys } from './components/Keys';
import { AnswerBox, Samples } from './components/Samples';
import { Tokens } from './components/Tokens';
import { TrialForm, type TrialWish } from './components/TrialForm';
import { bodyOf } from './model';

const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr);
  align-items: start;
  gap: 28px;

  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Side = styled.div`
  display: grid;
  gap: 16px;
  min-width: 0;
`;

const Stale = styled.p`
  margin-bottom: 10px;
  color: ${color.warning};
  font-size: ${font.base};
`;

const NOTHING: TrialWish = { token: '', number: '', body: '', files: [], closeTicket: false, queue: false };

const TABS = ['send', 'keys'] as const;
type Tab = (typeof TABS)[number];
const PANEL = 'messages-api-panel';

const Bar = styled.div`
  margin-bottom: 16px;
`;

/** How programs send by the company's connections (A017) and read and write with a key (rule B25). */
export default function MessagesApiPage() {
  const t = useT();
  const [tab, setTab] = useState<Tab>('send');
  const { data } = useQuery(messagesApiOptions);
  const isSending = tab === 'send';
  return (
    <PageFrame
      title={t('messagesApi.title')}
      note={t('messagesApi.subtitle')}
      tools={isSending && data && <Pill>{t('messagesApi.perMinute', { count: data.perMinute })}</Pill>}
    >
      <Bar>
        <Tabs
          label={t('messagesApi.tabs')}
          look="underlined"
          panelId={PANEL}
          items={TABS.map((id) => ({ id, label: t(`messagesApi.tab.${id}`) }))}
          selected={tab}
          onSelect={setTab}
        />
      </Bar>
      <div id={PANEL} role="tabpanel" aria-label={t(`messagesApi.tab.${tab}`)}>
        {isSending ? <Sending /> : <Keys />}
      </div>
    </PageFrame>
  );
}

function Sending() {
  const t = useT();
  const { data, error, refetch } = useQuery(messagesApiOptions);
  return (
    <>
      {!data && !error && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && error && <Stale role="status">{t('messagesApi.stale')}</Stale>}
      {data?.connections.length === 0 && (
        <EmptyState icon={<Plug />} title={t('messagesApi.empty')} text={t('messagesApi.emptyText')} />
      )}
      {data && data.connections.length > 0 && <Content about={data} />}
    </>
  );
}

function Content({ about }: { about: MessagesApi }) {
  const t = useT();
  const trial = useTrial();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [wish, setWish] = useState(NOTHING);
  const [fresh, setFresh] = useState('');
  const [isTried, setTried] = useState(false);
  const chosen = about.connections.find(({ id }) => id === chosenId) ?? about.connections[0];
  if (!chosen) return null;

  const url = `${globalThis.location.origin}/api/messages/send`;
  const asked = { ...wish, url, files: wish.files.map((file) => file.name) };
  const missing = (text: string) => (isTried && text.trim() === '' ? t('messagesApi.missing') : undefined);
  const body = wish.files.length > 0 ? undefined : missing(wish.body);
  const [token, number] = [missing(wish.token), missing(wish.number)];
  const problems = { ...(token && { token }), ...(number && { number }), ...(body && { body }) };
  const change = (part: Partial<TrialWish>) => setWish((known) => ({ ...known, ...part }));

  const handleChoose = (id: number) => {
    setChosenId(id);
    setFresh('');
    change({ token: '' });
  };
  const handleMade = (made: string) => {
    setFresh(made);
    change({ token: made });
  };
  const handleSend = () => {
    setTried(true);
    const needsBody = wish.files.length === 0 && wish.body.trim() === '';
    if (wish.token.trim() === '' || wish.number.trim() === '' || needsBody) return;
    const { body: text, ...rest } = bodyOf(asked);
    trial.mutate({
      token: wish.token.trim(),
      body: wish.body === '' ? rest : { ...rest, body: text },
      files: wish.files,
    });
  };

  return (
    <Grid>
      <div>
        <Documentation url={url} perMinute={about.perMinute} fileBytesMax={about.fileBytesMax}>
          <Tokens key={chosen.id} connection={chosen} fresh={fresh} onMade={handleMade} />
        </Documentation>
      </div>
      <Side>
        <TrialForm
          connections={about.connections}
          chosen={chosen}
          onChoose={handleChoose}
          wish={wish}
          onChange={change}
          problems={problems}
          isBusy={trial.isPending}
          onSend={handleSend}
        />
        <Samples trial={asked} />
        {trial.data && <AnswerBox answer={trial.data} />}
        <Calls whatsappId={chosen.id} />
      </Side>
    </Grid>
  );
}
