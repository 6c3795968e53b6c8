import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Field } from '@/ui/Field';
import { IconButton } from '@/ui/IconButton';
import { Input } from '@/ui/Input';

const Row = styled.div`
  display: flex;
  gap: 6px;
  align-items: center;

  & > input {
    font-size: ${font.sm};
  }
`;

const Steps = styled.ol`
  display: grid;
  gap: 6px;
  margin-top: 12px;
  padding-left: 18px;
  color: ${color.textMuted};
  font-size: ${font.base};
  list-style: decimal;
`;

interface WebhookHelpProps {
  url: string;
}

/** The address that Meta must call, and the steps to tell it so. */
export function WebhookHelp({ url: known }: WebhookHelpProps) {
  const t = useT();
  // A server that was not told its public address knows the path alone; Meta needs all of it.
  const url = new URL(known, window.location.href).href;
  const [isCopied, setIsCopied] = useState(false);
  const handleCopy = async () => {
    await navigator.clipboard.writeText(url);
    setIsCopied(true);
  };
  return (
    <div>
      <Field label={t('connections.webhook.url')}>
        {(control) => (
          <Row>
            <Input {...control} readOnly value={url} onFocus={(event) => event.target.select()} />
            <IconButton
              label={isCopied ? t('connections.webhook.copied') : t('connections.webhook.copy')}
              onClick={() => void handleCopy().catch(() => undefined)}
            >
              {isCopied ? <Check /> : <Copy />}
            </IconButton>
          </Row>
        )}
      </Field>
      <Steps>
        <li>{t('connections.webhook.step1')}</li>
        <li>{t('connections.webhook.step2')}</li>
        <li>{t('connections.webhook.step3')}</li>
      </Steps>
    </div>
  );
}
