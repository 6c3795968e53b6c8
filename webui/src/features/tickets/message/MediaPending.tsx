import { useT } from '@/i18n';
import { Spinner } from '@/ui/Spinner';
import { Card, CardIcon, CardText } from './Card.styles';

/** The file is known but not there yet; an event brings its address. */
export function MediaPending() {
  const t = useT();
  return (
    <Card>
      <CardIcon>
        <Spinner />
      </CardIcon>
      <div>
        <CardText>{t('tickets.mediaPending')}</CardText>
      </div>
    </Card>
  );
}
