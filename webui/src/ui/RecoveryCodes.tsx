import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from './Button';

const Root = styled.div`
  display: grid;
  gap: 12px;
  justify-items: start;

  & > p {
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

const Codes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(170px, 1fr));
  gap: 6px 16px;
  width: 100%;
  margin: 0;
  padding: 12px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.active};
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: ${font.sm};
  list-style: none;
`;

/** Codes on paper: shown once, each good once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useT();
  const [isCopied, setIsCopied] = useState(false);
  const handleCopy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    setIsCopied(true);
  };
  return (
    <Root>
      <p>{t('security.codesText')}</p>
      <Codes aria-label={t('security.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Button type="button" variant="secondary" size="sm" onClick={() => void handleCopy().catch(() => undefined)}>
        {isCopied ? t('security.copied') : t('security.copy')}
      </Button>
    </Root>
  );
}
