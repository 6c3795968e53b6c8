import Star from 'lucide-react/icons/star';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { Tooltip } from '@/ui/Tooltip';
import { starsOf } from '../model';

/** S140 */
const STARS = [1, 2, 3] as const;

const Root = styled.span`
  display: inline-flex;
  gap: 2px;
  vertical-align: middle;

  & > svg {
    width: 16px;
    height: 16px;
    color: ${color.lineStrong};
    stroke-width: 1.75;
  }
  & > svg[data-full] {
    color: ${color.warning};
    fill: ${color.warning};
  }
`;

interface StarsProps {
  rating: number | null;
}

/** S026: what customers said on average; the words of the number are its tooltip. */
export function Stars({ rating }: StarsProps) {
  const t = useT();
  const full = starsOf(rating);
  const text = t(`dashboard.rating.${full}`);
  return (
    <Tooltip text={text}>
      <Root role="img" aria-label={text}>
        {STARS.map((star) => (
          <Star key={star} aria-hidden data-full={star <= full || undefined} />
        ))}
      </Root>
    </Tooltip>
  );
}
