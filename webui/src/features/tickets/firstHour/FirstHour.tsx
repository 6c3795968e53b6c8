import CircleCheck from 'lucide-react/icons/circle-check';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { connectionsOptions } from '@/api/connections';
import { queuesOptions } from '@/api/queues';
import type { FirstHour as Progress } from '@/api/types';
import { useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Invitations } from '@/ui/Invitations';
import { Tag } from '@/ui/Tag';
import { AnswerStep } from './AnswerStep';
import { useSkip } from './calls';
import { ConnectionStep } from './ConnectionStep';
import { countDone, firstUndone, isDone, shownConnection, STEPS, type StepName } from './model';
import { NumberCard } from './NumberCard';
import { QueuesStep } from './QueuesStep';
import { Step } from './Step';
import { WelcomeStep } from './WelcomeStep';

const Root = styled.section`
  container-type: inline-size;
  min-width: 0;
  height: 100%;
  overflow-y: auto;
`;

const Column = styled.div`
  display: grid;
  gap: 16px;
  max-width: 672px;
  margin: 0 auto;
  padding: 40px 16px;

  @container (max-width: 719.98px) {
    padding: 16px 14px 24px;
    gap: 12px;
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 8px 24px;
`;

const Title = styled.h2`
  font-size: ${font.xl};
  letter-spacing: -0.01em;
`;

const Subtitle = styled.p`
  color: ${color.textMuted};
  font-size: ${font.md};
`;

const Count = styled.div`
  display: grid;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  text-align: right;

  @container (max-width: 719.98px) {
    display: flex;
    flex: 1 0 100%;
    align-items: center;
    gap: 12px;
    white-space: nowrap;
  }
`;

const Bars = styled.span`
  display: grid;
  flex: 1;
  grid-template-columns: repeat(5, minmax(28px, 1fr));
  gap: 5px;

  & > i {
    height: 6px;
    border-radius: ${radius.full};
    background: ${color.lineStrong};
  }
  & > i[data-done] {
    background: ${color.accent};
  }
`;

const List = styled.ol`
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
  & > p {
    flex: 1;
    min-width: 200px;
  }
  && > button {
    padding-inline: 0;
    color: ${color.accentText};
  }
`;

const Chips = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: end;
  gap: 4px;
`;

const CHIPS_MAX = 3;

function useSummaries(): Partial<Record<StepName, ReactNode>> {
  const { data: connections = [] } = useQuery(connectionsOptions);
  const { data: queues = [] } = useQuery(queuesOptions);
  const connection = shownConnection(connections);
  return {
    connection:
      connection && [connection.name, connection.number && formatPhone(connection.number)].filter(Boolean).join(' · '),
    queues: queues.length > 0 && (
      <Chips>
        {queues.slice(0, CHIPS_MAX).map((queue) => (
          <Tag key={queue.id} dot={queue.color}>
            {queue.name}
          </Tag>
        ))}
        {queues.length > CHIPS_MAX && <Tag>+{queues.length - CHIPS_MAX}</Tag>}
      </Chips>
    ),
  };
}

interface FirstHourProps {
  progress: Progress;
}

/** What goes with the focus in it leaves it to the page. `keepFocus` does so for all, and comes a moment after the tickets. */
function useLeavesFocus() {
  const ref = useRef<HTMLElement>(null);
  // Synchronises with the keyboard, before what is here is taken out.
  useLayoutEffect(() => {
    const here = ref.current;
    return () => {
      if (here?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

/** What leads a new company's admin to the first answered message. Steps tick by what happens, not by clicks. */
export default function FirstHour({ progress }: FirstHourProps) {
  const t = useT();
  const skip = useSkip();
  const summaries = useSummaries();
  const ref = useLeavesFocus();
  /** Whoever works at a step keeps it open, also when it is ticked meanwhile; else the first undone one is. */
  const [chosen, setChosen] = useState<StepName | 'none' | null>(null);
  const open = chosen ?? firstUndone(progress);
  const done = countDone(progress);
  const goOn = () => setChosen(null);
  const bodies: Record<StepName, ReactNode> = {
    connection: <ConnectionStep onDone={goOn} />,
    queues: <QueuesStep />,
    team: <Invitations />,
    welcome: <WelcomeStep onDone={goOn} />,
    answer: <AnswerStep />,
  };
  return (
    <Root ref={ref} aria-label={t('firstHour.title')}>
      <Column>
        <Head>
          <div>
            <Title>{t('firstHour.title')}</Title>
            <Subtitle>{t('firstHour.subtitle')}</Subtitle>
          </div>
          <Count role="status">
            {t('firstHour.done', { done, all: STEPS.length })}
            <Bars aria-hidden>
              {STEPS.map((step, place) => (
                <i key={step} data-done={place < done || undefined} />
              ))}
            </Bars>
          </Count>
        </Head>
        <List>
          {STEPS.map((step, place) => (
            <Step
              key={step}
              place={place + 1}
              title={t(`firstHour.${step}.title`)}
              text={t(`firstHour.${step}.text`)}
              action={t(`firstHour.${step}.action`)}
              summary={summaries[step]}
              isDone={isDone(progress, step)}
              isOpen={open === step}
              onToggle={() => setChosen(open === step ? 'none' : step)}
              onWork={() => setChosen(step)}
            >
              {bodies[step]}
            </Step>
          ))}
        </List>
        <NumberCard isForNarrow />
        {progress.state === 'open' && (
          <Foot>
            <CircleCheck aria-hidden />
            <p>{t('firstHour.note')}</p>
            <Button variant="ghost" size="sm" isBusy={skip.isPending} onClick={() => skip.mutate()}>
              {t('firstHour.skip')}
            </Button>
          </Foot>
        )}
      </Column>
    </Root>
  );
}
