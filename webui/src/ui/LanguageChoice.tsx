import styled from 'styled-components';
import { useT } from '@/i18n';
import { LOCALE_NAMES, LOCALES, setLocale, useLocale, type Locale } from '@/state/locale';
import { color, font, radius } from '@/styles/tokens';

const Native = styled.select`
  padding: 4px 6px;
  margin: -4px -6px;
  border: 0;
  border-radius: ${radius.sm};
  background: transparent;
  color: ${color.textSubtle};
  font-size: ${font.sm};
  text-align: right;
  text-align-last: right;
  appearance: none;
  cursor: pointer;

  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
  & > option {
    background: ${color.raised};
    color: ${color.text};
  }
`;

export function LanguageChoice() {
  const t = useT();
  const locale = useLocale();
  return (
    <Native
      aria-label={t('common.language')}
      value={locale}
      onChange={(event) => setLocale(event.target.value as Locale)}
    >
      {LOCALES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LOCALE_NAMES[each]}
        </option>
      ))}
    </Native>
  );
}
