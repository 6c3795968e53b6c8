import { Suspense, type ReactNode } from 'react';
import styled from 'styled-components';
import { lazyExtra } from '@/i18n';
import { PRODUCT_VERSION } from '@/lib/version';
import { offeredLocale, useLocale } from '@/state/locale';
import { color, font, media } from '@/styles/tokens';
import { Brand } from './Brand';
import { LanguageChoice } from './LanguageChoice';
import { PublicArt } from './PublicArt';
import { ThemeToggle } from './ThemeToggle';

const Root = styled.div`
  display: grid;
  grid-template-columns: 670fr 770fr;
  min-height: 100dvh;
  background: ${color.surface};

  @media ${media.md} {
    grid-template-columns: 1fr;
  }
`;

const Side = styled.div`
  display: grid;
  grid-template-rows: auto 1fr auto;
  gap: 16px;
  padding: 32px 40px;

  @media ${media.sm} {
    padding: 20px 24px;
  }
`;

const Row = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
`;

const Main = styled.main`
  display: grid;
  grid-template-rows: 1fr auto 1fr;
  justify-items: center;
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  align-items: center;
  justify-content: space-between;
  color: ${color.textSubtle};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

const LanguageOffer = lazyExtra(() => import('./LanguageOffer'), 'offer');

/** The frame of the pages for visitors: the form on the left, a picture of the product on wide screens. */
export function PublicPage({ children }: { children: ReactNode }) {
  useLocale();
  // Once something is chosen, there is nothing to offer.
  const offered = offeredLocale();
  return (
    <Root>
      <Side>
        <Row>
          <Brand />
          <ThemeToggle />
        </Row>
        <Main>{children}</Main>
        <Foot>
          {PRODUCT_VERSION}
          {offered && (
            <Suspense fallback={null}>
              <LanguageOffer locale={offered} />
            </Suspense>
          )}
          <LanguageChoice />
        </Foot>
      </Side>
      <PublicArt />
    </Root>
  );
}
