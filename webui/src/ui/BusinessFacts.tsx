import styled from 'styled-components';
import type { BusinessProfile } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { clock, webAddress } from './businessFacts';

const Pairs = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  gap: 6px 12px;
  font-size: ${font.base};

  & > dt {
    color: ${color.textMuted};
    overflow-wrap: anywhere;
  }
  & > dd {
    display: grid;
    gap: 2px;
    margin: 0;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

const Times = styled.span`
  font-variant-numeric: tabular-nums;
`;

/** What a business says of itself on WhatsApp, to be read. The page names the catalogue `business`. */
export function BusinessFacts({ profile }: { profile: BusinessProfile }) {
  const t = useT();
  const { name, description, categories, address, email, websites, hours } = profile;
  return (
    <Pairs>
      {name && <Fact label={t('business.name')}>{name}</Fact>}
      {description && <Fact label={t('business.description')}>{description}</Fact>}
      {categories.length > 0 && <Fact label={t('business.category')}>{categories.join(', ')}</Fact>}
      {address && <Fact label={t('business.address')}>{address}</Fact>}
      {email && <Fact label={t('business.email')}>{email}</Fact>}
      {websites.length > 0 && (
        <Fact label={t('business.website')}>
          {websites.map((website) => (
            <Website key={website} text={website} />
          ))}
        </Fact>
      )}
      {hours.length > 0 && (
        <Fact label={t('business.hours')}>
          {hours.map(({ day, mode, opens, closes }) => {
            const times = { from: clock(opens), to: clock(closes) };
            const open = t(mode === 'hours' ? 'business.between' : `business.${mode}`, times);
            return (
              <Times key={`${day} ${mode} ${opens}`}>
                {t(`business.day.${day}`)}: {open}
              </Times>
            );
          })}
        </Fact>
      )}
    </Pairs>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What is no address of the web stays text. */
function Website({ text }: { text: string }) {
  const href = webAddress(text);
  if (!href) return <span>{text}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}
