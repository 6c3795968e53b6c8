import styled from 'styled-components';
import { useT } from '../i18n';
import { color } from '../styles/tokens';
import { Button } from '../ui/Button';

const Root = styled.div`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 12px;
  min-height: 260px;
  height: 100%;
  padding: 24px;
  color: ${color.textMuted};
  text-align: center;

  & > h1 {
    color: ${color.text};
    font-size: 1rem;
  }
`;

/** Needs nothing that would have to be fetched first. */
export function CrashPage() {
  const t = useT();
  return (
    <Root role="alert">
      <h1>{t('common.crash.title')}</h1>
      {t('common.crash.text')}
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {t('common.crash.reload')}
      </Button>
    </Root>
  );
}
