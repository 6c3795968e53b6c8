import Pencil from 'lucide-react/icons/pencil';
import styled from 'styled-components';
import type { Contact } from '@/api/types';
import { useT } from '@/i18n';
import { displayName, formatPhone, isPhone } from '@/lib/phone';
import { color, font } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';

const Root = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 20px 16px;
  text-align: center;
`;

const Name = styled.p`
  margin-top: 8px;
  font-size: ${font.lg};
  font-weight: ${font.semibold};
  overflow-wrap: anywhere;
`;

const Line = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`;

const Edit = styled.div`
  margin-top: 8px;
`;

const Pairs = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  gap: 6px 12px;
  padding: 0 16px 16px;
  font-size: ${font.base};

  & > dt {
    color: ${color.textMuted};
    overflow-wrap: anywhere;
  }
  & > dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

interface ContactFactsProps {
  contact: Contact;
  onEdit: () => void;
}

export function ContactFacts({ contact, onEdit }: ContactFactsProps) {
  const t = useT();
  const { name, number, email, profilePicUrl, isGroup, extraInfo, marketingOptOut, username } = contact;
  return (
    <>
      <Root>
        <Avatar name={name} picture={profilePicUrl} size={64} />
        <Name>{displayName(name)}</Name>
        <Line>{isGroup ? t('drawer.group') : isPhone(number) ? formatPhone(number) : t('drawer.numberUnknown')}</Line>
        {username && <Line>@{username}</Line>}
        {marketingOptOut && <Pill tone="warning">{t('drawer.optedOut')}</Pill>}
        {email !== '' && <Line>{email}</Line>}
        <Edit>
          <Button variant="secondary" size="sm" icon={<Pencil />} onClick={onEdit}>
            {t('drawer.edit')}
          </Button>
        </Edit>
      </Root>
      {extraInfo.length > 0 && (
        <Pairs>
          {extraInfo.map((pair, index) => (
            // Pairs have no key of their own and are only shown.
            // oxlint-disable-next-line react/no-array-index-key
            <Pair key={index} {...pair} />
          ))}
        </Pairs>
      )}
    </>
  );
}

const Pair = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
