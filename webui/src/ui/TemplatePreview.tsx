import styled from 'styled-components';
import type { MessageLocation } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { MessageText } from './MessageText';

const Root = styled.figure`
  display: grid;
  gap: 6px;
  margin: 0;

  & > figcaption {
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
`;

const Bubble = styled.p`
  justify-self: start;
  max-width: 100%;
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.canvas};
  font-size: ${font.base};
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`;

interface TemplatePreviewProps {
  text: string;
  /** The place above the text; null while none is said, absent where none stands. */
  place?: MessageLocation | null | undefined;
}

/** A template as the customer reads it. */
export function TemplatePreview({ text, place }: TemplatePreviewProps) {
  const t = useT();
  const where = place === undefined ? '' : `📍 ${place?.name ?? t('templates.place')}\n\n`;
  return (
    <Root>
      <figcaption>{t('templates.preview')}</figcaption>
      <Bubble>
        <MessageText text={where + text} />
      </Bubble>
    </Root>
  );
}
