import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import { errorText, useT } from '@/i18n';
import { useUser } from '@/state/session';
import { color, font, media, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { Link } from '@/ui/Link';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { countChanged, isSameWeek, isSound, type Week } from '@/ui/week';
import { WeeklyHours } from '@/ui/WeeklyHours';
import { companyWeekOptions, useSaveWeek } from './api';
import { Standing } from './Standing';

const Root = styled.div`
  display: grid;
  gap: 16px;
  max-width: 860px;
`;

const Note = styled.p`
  margin: 0;
  color: ${color.textMuted};
  font-size: ${font.base};

  & > a {
    color: ${color.accentText};
    font-weight: ${font.medium};
  }
`;

const Bar = styled.div`
  position: sticky;
  bottom: 12px;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 10px 12px 10px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.raised};
  font-size: ${font.base};

  & > p {
    flex: 1;
    min-width: 200px;
    margin: 0;
  }

  @media ${media.sm} {
    justify-content: flex-end;

    & > p {
      flex-basis: 100%;
    }
  }
`;

export interface DraftProps {
  /** The week as it is written, kept above the tabs; null while it is as it is stored. */
  draft: Week | null;
  onDraft: (draft: Week | null) => void;
}

/** A013: the hours of the company, saved as a whole. */
export default function HoursTab({ draft, onDraft }: DraftProps) {
  const t = useT();
  const { companyId } = useUser();
  const { data: saved, error, refetch } = useQuery(companyWeekOptions(companyId));
  const save = useSaveWeek(companyId);
  const [showsProblems, setShowsProblems] = useState(false);
  if (!saved) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  const week = draft ?? saved;

  const handleChange = (next: Week) => {
    setShowsProblems(false);
    onDraft(isSameWeek(next, saved) ? null : next);
  };
  const handleSave = () => {
    setShowsProblems(true);
    if (!isSound(week)) return;
    save.mutate(week, {
      onSuccess: () => {
        toast.success(t('hours.saved'));
        onDraft(null);
      },
      onError: (failure) => toast.error(errorText(failure)),
    });
  };
  return (
    <Root>
      <Standing week={saved} />
      <WeeklyHours week={week} saved={saved} showsProblems={showsProblems} onChange={handleChange} />
      <Note>
        {t('hours.noticeText')} <Link to={paths.connections}>{t('hours.toConnections')}</Link>
      </Note>
      {draft && (
        <Bar>
          <p>
            {t('hours.changed', { count: countChanged(draft, saved) })} {t('hours.hint')}
          </p>
          <Button variant="secondary" disabled={save.isPending} onClick={() => onDraft(null)}>
            {t('hours.discard')}
          </Button>
          <Button isBusy={save.isPending} onClick={handleSave}>
            {t('hours.save')}
          </Button>
        </Bar>
      )}
    </Root>
  );
}
