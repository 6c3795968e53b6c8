import Star from 'lucide-react/icons/star';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font } from '@/styles/tokens';
import { Tooltip } from '@/ui/Tooltip';
import { starsOf } from '../model';

/** S140 */
const STARS = [1, 2, 3] as const;

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 1px;
  vertical-align: middle;

  & > svg {
    width: 14px;
    height: 14px;
    color: ${color.lineStrong};
    stroke-width: 1.75;
  }
  & > svg[data-full] {
    color: ${color.warning};
    fill: ${color.warning};
  }
`;

const Exact = styled.span`
  margin-left: 5px;
  color: ${color.textMuted};
  font-size: ${font.xs};
`;

interface StarsProps {
  rating: number | null;
}

/** S026: what customers said on average; the words of the number are its tooltip. */
export function Stars({ rating }: StarsProps) {
  const t = useT();
  const full = starsOf(rating);
  const locale = useLocale();
  const text = t(`dashboard.rating.${full}`);
  if (rating === null)
    return (
      <span role="img" aria-label={text}>
        —
      </span>
    );
  const exact = new Intl.NumberFormat(htmlLang(locale), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Tooltip text={text}>
      <Root role="img" aria-label={text}>
        {STARS.map((star) => (
          <Star key={star} aria-hidden data-full={star <= full || undefined} />
        ))}
        <Exact aria-hidden>{exact.format(rating)}</Exact>
      </Root>
    </Tooltip>
  );
}
