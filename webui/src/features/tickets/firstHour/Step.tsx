import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, type ReactNode } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, motion, radius } from '@/styles/tokens';

const Item = styled.li`
  & + & {
    border-top: 1px solid ${color.line};
  }
`;

const Head = styled.button`
  display: flex;
  align-items: center;
  gap: 14px;
  width: 100%;
  min-height: 48px;
  padding: 10px 16px;
  border-radius: ${radius.lg};
  text-align: left;

  &:hover {
    background: ${color.hover};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Mark = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 24px;
  height: 24px;
  border: 1px solid ${color.lineStrong};
  border-radius: 50%;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.semibold};

  &[data-open] {
    border-color: ${color.accent};
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
  &[data-done] {
    border-color: transparent;
    background: ${color.accent};
    color: ${color.onAccent};
  }
  & > svg {
    width: 14px;
    height: 14px;
    stroke-width: 2.5;
  }
`;

const Words = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;

  & > b {
    font-size: ${font.md};
    font-weight: ${font.semibold};
  }
  &[data-done] > b {
    color: ${color.textMuted};
    font-weight: ${font.medium};
  }
  & > small {
    color: ${color.textMuted};
    font-size: ${font.base};
    font-weight: ${font.regular};
  }
`;

const Aside = styled.span`
  max-width: 55%;
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.regular};
  text-overflow: ellipsis;

  @container (max-width: 719.98px) {
    &[data-words] {
      display: none;
    }
  }
`;

/** Looks like a button; the whole head is one. */
const Action = styled.span`
  flex: none;
  padding: 6px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surface};
  font-size: ${font.sm};
  font-weight: ${font.medium};
`;

const Chevron = styled.span`
  display: grid;
  flex: none;
  color: ${color.textMuted};
  transition: transform ${motion.fast};

  &[data-open] {
    transform: rotate(90deg);
  }
  & > svg {
    width: 16px;
    height: 16px;
  }
`;

const Body = styled.div`
  padding: 2px 16px 16px 54px;

  @container (max-width: 719.98px) {
    padding-left: 16px;
  }
`;

interface StepProps {
  place: number;
  title: string;
  text: string;
  /** What opening it leads to. */
  action: string;
  /** What is there of it. */
  summary?: ReactNode;
  isDone: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** Somebody has begun to do something in it. */
  onWork: () => void;
  children: ReactNode;
}

/** One step of the list: its head opens and closes it. */
export function Step({ place, title, text, action, summary, isDone, isOpen, onToggle, onWork, children }: StepProps) {
  const t = useT();
  const id = useId();
  const hasEnd = !isOpen && !isDone;
  return (
    <Item>
      <h3>
        <Head type="button" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={onToggle}>
          <Mark data-done={isDone || undefined} data-open={isOpen || undefined} aria-hidden>
            {isDone ? <Check /> : place}
          </Mark>
          <Words data-done={isDone || undefined}>
            <b>
              {title}
              {isDone && <span className="visually-hidden"> {t('firstHour.isDone')}</span>}
            </b>
            {(isOpen || !isDone) && <small>{text}</small>}
          </Words>
          {!isOpen && isDone && summary && (
            <Aside data-words={typeof summary === 'string' || undefined}>{summary}</Aside>
          )}
          {hasEnd ? (
            <Action aria-hidden>{action}</Action>
          ) : (
            <Chevron data-open={isOpen || undefined} aria-hidden>
              <ChevronRight />
            </Chevron>
          )}
        </Head>
      </h3>
      {isOpen && (
        <Body id={id} onInput={onWork}>
          {children}
        </Body>
      )}
    </Item>
  );
}
