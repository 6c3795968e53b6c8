import styled from 'styled-components';
import type { DemoLogin } from '@/api/demo';
import { useT } from '@/i18n';
import { color, font, motion, radius, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';

const Root = styled.section`
  margin-top: 28px;
`;

const Title = styled.h2`
  display: flex;
  align-items: center;
  gap: 12px;
  margin-bottom: 8px;
  color: ${color.textSubtle};
  font-size: ${font.sm};
  font-weight: ${font.medium};

  &::after {
    content: '';
    flex: 1;
    height: 1px;
    background: ${color.line};
  }
`;

const List = styled.ul`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 6px;
`;

const Choice = styled.button`
  display: flex;
  align-items: center;
  gap: 8px;
  width: 100%;
  padding: 6px 8px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  text-align: left;
  transition: background-color ${motion.fast};

  &:hover:not(:disabled) {
    background: ${color.hover};
  }
`;

const Words = styled.span`
  display: grid;
  min-width: 0;
  line-height: 1.3;

  & > * {
    ${truncate}
  }
  & > :first-child {
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & > :last-child {
    color: ${color.textSubtle};
    font-size: ${font.xs};
  }
`;

interface DemoLoginsProps {
  logins: readonly DemoLogin[];
  isBusy: boolean;
  onChoose: (login: DemoLogin) => void;
}

/** The log-ins of a demo server. Its code is only loaded there. */
export default function DemoLogins({ logins, isBusy, onChoose }: DemoLoginsProps) {
  const t = useT();
  return (
    <Root>
      <Title>{t('login.demo')}</Title>
      <List>
        {logins.map((login) => (
          <li key={login.email}>
            <Choice type="button" disabled={isBusy} onClick={() => onChoose(login)} title={login.email}>
              <Avatar name={login.name} size={26} />
              <Words>
                <span>{login.name}</span>
                <span>{login.profile === 'admin' ? `${login.company} · admin` : login.company}</span>
              </Words>
            </Choice>
          </li>
        ))}
      </List>
    </Root>
  );
}
