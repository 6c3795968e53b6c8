import styled from 'styled-components';
import type { QuotedMessage } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { readWhisper } from '@/features/tickets/composer/pieces';
import { plainText } from '@/lib/messageText';

const Root = styled.button`
  display: block;
  width: 100%;
  margin: 0 0 4px;
  padding: 4px 10px 5px;
  overflow: hidden;
  border-left: 3px solid ${color.accent};
  border-radius: ${radius.sm};
  background: color-mix(in srgb, ${color.text} 6%, transparent);
  font-size: ${font.sm};
  line-height: 18px;
  text-align: left;

  &:disabled {
    cursor: default;
  }
`;

const Name = styled.span`
  display: block;
  overflow: hidden;
  color: ${color.accentText};
  font-weight: ${font.semibold};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Text = styled.span`
  display: -webkit-box;
  overflow: hidden;
  color: ${color.textMuted};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

interface QuoteProps {
  quoted: QuotedMessage;
  onClick?: () => void;
}

/** The message that is answered; a press leads to it. */
export function Quote({ quoted, onClick }: QuoteProps) {
  const t = useT();
  const kind = quoted.mediaType ?? 'text';
  const isText = kind === 'text' || kind === 'image' || kind === 'video' || kind === 'application';
  const text = isText ? plainText(readWhisper(quoted.body).text) : '';
  return (
    <Root type="button" onClick={onClick} disabled={!onClick}>
      <Name>{quoted.fromMe ? t('tickets.youName') : (quoted.contact?.name ?? t('tickets.customer'))}</Name>
      <Text>{text || t(`tickets.kind.${kind}`)}</Text>
    </Root>
  );
}
