import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius, shadow } from '@/styles/tokens';

const Root = styled.aside`
  display: grid;
  place-items: center;
  margin: 12px 12px 12px 0;
  padding: 40px;
  border-radius: ${radius.xl};
  background:
    radial-gradient(63% 46% at 86% 8%, color-mix(in srgb, ${color.accent} 26%, transparent), transparent),
    radial-gradient(49% 41% at 12% 100%, color-mix(in srgb, ${color.tick} 18%, transparent), transparent),
    ${color.canvas};

  @media (max-width: 959.98px) {
    display: none;
  }
`;

const Talk = styled.div`
  display: grid;
  justify-items: start;
  gap: 12px;
`;

const Column = styled.div`
  width: min(440px, 100%);
`;

const Bubble = styled.div`
  max-width: 344px;
  padding: 10px 14px 11px;
  border-radius: ${radius.xl} ${radius.xl} ${radius.xl} 4px;
  background: ${color.raised};
  box-shadow: ${shadow.md};
  font-size: ${font.md};

  &[data-mine] {
    justify-self: end;
    border-radius: ${radius.xl} ${radius.xl} 4px;
    background: ${color.accent};
    color: ${color.onAccent};
  }
  & > time {
    display: block;
    font-size: ${font.xs};
    font-variant-numeric: tabular-nums;
    line-height: 16px;
    text-align: right;
  }
`;

const Claim = styled.p`
  margin-top: 40px;
  font-size: ${font.xl};
  font-weight: ${font.medium};
  letter-spacing: -0.015em;
  line-height: 1.35;

  & > span {
    display: block;
    color: ${color.textMuted};
  }
`;

/** A picture of the product beside the log-in; only on wide screens. */
export function PublicArt() {
  const t = useT();
  return (
    <Root>
      <Column>
        <Talk aria-hidden>
          <Bubble>
            {t('login.art.question')}
            <time>09:41</time>
          </Bubble>
          <Bubble data-mine>
            {t('login.art.answer')}
            <time>09:42</time>
          </Bubble>
          <Bubble>
            {t('login.art.thanks')}
            <time>09:42</time>
          </Bubble>
        </Talk>
        <Claim>
          {t('login.art.claim')}
          <span>{t('login.art.claimEnd')}</span>
        </Claim>
      </Column>
    </Root>
  );
}
