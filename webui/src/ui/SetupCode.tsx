import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { QrCode } from './QrCode';

const Root = styled.div`
  display: grid;
  gap: 12px;
  justify-items: center;
  color: ${color.textMuted};
  font-size: ${font.base};
  text-align: center;

  & > code {
    color: ${color.text};
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    font-size: ${font.sm};
    overflow-wrap: anywhere;
  }
`;

/** What an app is to scan, or what is typed into it. */
export function SetupCode({ uri, secret }: { uri: string; secret: string }) {
  const t = useT();
  return (
    <Root>
      <p>{t('security.scan')}</p>
      <QrCode text={uri} label={t('security.qr')} />
      <p>{t('security.type')}</p>
      <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
    </Root>
  );
}
