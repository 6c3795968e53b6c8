import MapPin from 'lucide-react/icons/map-pin';
import type { MessageLocation } from '@/api/types';
import { useT } from '@/i18n';
import { Card, CardIcon, CardText, CardTitle } from './Card.styles';
import { Unsupported } from './Unsupported';

const mapUrl = ({ latitude, longitude }: MessageLocation) =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`;

/** A place as a card; the map itself opens elsewhere, so that no customer's place is told to a map service unasked. */
export function LocationCard({ location }: { location: MessageLocation | null }) {
  const t = useT();
  if (!location) return <Unsupported />;
  const { name, address, latitude, longitude } = location;
  return (
    <Card as="a" href={mapUrl(location)} target="_blank" rel="noopener noreferrer nofollow">
      <CardIcon data-tone="danger">
        <MapPin aria-hidden />
      </CardIcon>
      <div>
        <CardTitle>{name || t('tickets.location')}</CardTitle>
        <CardText>{address || `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</CardText>
        <CardText>{t('tickets.openMap')}</CardText>
      </div>
    </Card>
  );
}
