import X from 'lucide-react/icons/x';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { currentLocale, setLocale, type Locale } from '@/state/locale';
import { Button } from './Button';
import { IconButton } from './IconButton';

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  margin: -8px 0;
`;

/** A first visit is in Portuguese; the browser's language is only offered, in its own words, until something is chosen. */
export default function LanguageOffer({ locale }: { locale: Exclude<Locale, 'pt'> }) {
  const t = useT();
  return (
    <Root role="group" aria-label={t('offer.title')}>
      <span lang={locale}>{t(`offer.${locale}`)}</span>
      <Button size="sm" variant="secondary" onClick={() => setLocale(locale)}>
        <span lang={locale}>{t(`offer.${locale}.yes`)}</span>
      </Button>
      <IconButton size="sm" label={t('offer.no')} onClick={() => setLocale(currentLocale())}>
        <X />
      </IconButton>
    </Root>
  );
}
