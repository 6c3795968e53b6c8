import Forward from 'lucide-react/icons/forward';
import Megaphone from 'lucide-react/icons/megaphone';
import Package from 'lucide-react/icons/package';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
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

type Details = NonNullable<Message['details']>;

/** What came with a message: that it was forwarded, the advertisement or the product it is about. */
export function MessageExtras({ details }: { details: Details }) {
  const t = useT();
  const { forwarded, product, referral } = details;
  return (
    <>
      {forwarded && (
        <Mark>
          <Forward aria-hidden />
          {t(forwarded === 'often' ? 'tickets.forwardedOften' : 'tickets.forwarded')}
        </Mark>
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
