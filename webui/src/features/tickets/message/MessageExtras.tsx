import Forward from 'lucide-react/icons/forward';
import Megaphone from 'lucide-react/icons/megaphone';
import Package from 'lucide-react/icons/package';
import Star from 'lucide-react/icons/star';
import { Suspense } from 'react';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { lazyExtra, useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { isWebAddress } from './extras';
import { Card, CardIcon, CardText, CardTitle } from './Card.styles';

const Mark = styled.p`
  display: flex;
  align-items: center;
  gap: 4px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-style: italic;
  line-height: 18px;

  & > svg {
    width: 12px;
    height: 12px;
  }
`;

const Stars = styled.span`
  display: inline-flex;
  gap: 2px;

  & > svg {
    width: 18px;
    height: 18px;
    color: ${color.lineStrong};
    stroke-width: 1.75;
  }
  & > svg[data-full] {
    color: ${color.warning};
    fill: ${color.warning};
  }
`;

const Sources = lazyExtra(() => import('@/features/tickets/assist/Sources'), 'assist');

const RATINGS = [1, 2, 3] as const;

type Details = NonNullable<Message['details']>;

/** What came with a message: that it was forwarded or is a rating, the advertisement or the product it is about. */
export function MessageExtras({ details }: { details: Details }) {
  const t = useT();
  const { forwarded, product, rating, referral, sources } = details;
  const given = RATINGS.find((each) => each === rating);
  return (
    <>
      {forwarded && (
        <Mark>
          <Forward aria-hidden />
          {t(forwarded === 'often' ? 'tickets.forwardedOften' : 'tickets.forwarded')}
        </Mark>
      )}
      {given && (
        <Card>
          <div>
            <CardText>{t('compose.rating')}</CardText>
            <CardTitle>{t(`compose.rating.${given}`)}</CardTitle>
          </div>
          <Stars aria-hidden>
            {RATINGS.map((star) => (
              <Star key={star} data-full={star <= given || undefined} />
            ))}
          </Stars>
        </Card>
      )}
      {referral && <Advertisement referral={referral} />}
      {product && (
        <Card>
          <CardIcon>
            <Package aria-hidden />
          </CardIcon>
          <div>
            <CardTitle>{t('tickets.product')}</CardTitle>
            <CardText>{product.productId ?? product.catalogId}</CardText>
          </div>
        </Card>
      )}
      {sources && sources.length > 0 && (
        <Suspense fallback={null}>
          <Sources titles={sources} />
        </Suspense>
      )}
    </>
  );
}

function Advertisement({ referral }: { referral: NonNullable<Details['referral']> }) {
  const t = useT();
  const { body, headline, sourceType, sourceUrl } = referral;
  const kind = t(sourceType === 'post' ? 'tickets.fromPost' : 'tickets.fromAd');
  const inside = (
    <>
      <CardIcon>
        <Megaphone aria-hidden />
      </CardIcon>
      <div>
        <CardText>{kind}</CardText>
        {headline && <CardTitle>{headline}</CardTitle>}
        {body && <CardText>{body}</CardText>}
      </div>
    </>
  );
  // what stands in an advertisement comes from outside: only an address of the web becomes a link
  return sourceUrl && isWebAddress(sourceUrl) ? (
    <Card as="a" href={sourceUrl} target="_blank" rel="noopener noreferrer">
      {inside}
    </Card>
  ) : (
    <Card>{inside}</Card>
  );
}
