import PhoneMissed from 'lucide-react/icons/phone-missed';
import { useT } from '@/i18n';
import { Card, CardIcon, CardTitle } from './Card.styles';

export function CallEntry() {
  const t = useT();
  return (
    <Card>
      <CardIcon data-tone="danger">
        <PhoneMissed aria-hidden />
      </CardIcon>
      <div>
        <CardTitle>{t('tickets.missedCall')}</CardTitle>
      </div>
    </Card>
  );
}
