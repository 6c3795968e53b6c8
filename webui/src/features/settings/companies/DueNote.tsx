import styled from 'styled-components';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { formatDate } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { EDGES } from './edges';
import { dueColour, lockedFrom } from './model';
import { RenewButton, type RenewButtonProps } from './RenewButton';
import { useDueWords } from './useDueWords';

const Root = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surfaceAlt};
  font-size: ${font.sm};

  &[data-due] {
    border-color: color-mix(in srgb, var(--edge) 45%, ${color.surface});
    background: color-mix(in srgb, var(--edge) 9%, ${color.surface});
  }
`;

const Words = styled.p`
  font-weight: ${font.semibold};

  &::first-letter {
    text-transform: uppercase;
  }
`;

/** A061: how a company stands, what comes of it and when, and the way out. */
export function DueNote(props: RenewButtonProps) {
  const t = useT();
  const words = useDueWords();
  const { company, now } = props;
  const { dueDate } = company;
  const colour = dueColour(dueDate, now);
  return (
    <Root data-due={colour ?? undefined} style={colour ? cssVars({ '--edge': EDGES[colour] }) : undefined}>
      <div>
        <Words>{words(company, now)}</Words>
        {dueDate && colour && (
          <p>
            {t(colour === 'red' ? 'platform.company.lockedSince' : 'platform.company.lockedFrom', {
              date: formatDate(lockedFrom(dueDate).toISOString()),
            })}
          </p>
        )}
      </div>
      <RenewButton {...props} />
    </Root>
  );
}
