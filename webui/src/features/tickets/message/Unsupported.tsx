import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useT } from '@/i18n';
import { Card, CardIcon, CardText } from './Card.styles';

export function Unsupported() {
  const t = useT();
  return (
    <Card>
      <CardIcon>
        <CircleHelp aria-hidden />
      </CardIcon>
      <div>
        <CardText>{t('tickets.unsupported')}</CardText>
      </div>
    </Card>
  );
}
