import styled from 'styled-components';
import { useT } from '@/i18n';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font, radius } from '@/styles/tokens';
import { useToday } from '@/lib/useToday';
import { daysUntil, formatLongDate } from '@/lib/dates';

const Root = styled.div`
  display: flex;
  justify-content: center;
  padding: 10px 0;
`;

const Label = styled.time`
  padding: 3px 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.full};
  background: ${color.surface};
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-weight: ${font.medium};
  line-height: 16px;
`;

export function DayDivider({ at }: { at: string }) {
  const t = useT();
  const locale = useLocale();
  const distance = daysUntil(at, useToday());
  const label =
    distance === 0
      ? t('tickets.today')
      : distance === -1
        ? t('tickets.yesterday')
        : formatLongDate(at, htmlLang(locale));
  return (
    <Root>
      <Label dateTime={at}>{label}</Label>
    </Root>
  );
}
