import Contact from 'lucide-react/icons/contact';
import FileText from 'lucide-react/icons/file-text';
import MapPin from 'lucide-react/icons/map-pin';
import PhoneMissed from 'lucide-react/icons/phone-missed';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { MessageText } from '@/ui/MessageText';
import { formatPhone } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { cardsOf, placeOf, type PhoneMessage } from '../model';

const Picture = styled.img`
  width: 100%;
  min-width: 180px;
  max-height: 260px;
  margin: 2px 0 4px;
  border-radius: ${radius.md};
  background: ${color.active};
  object-fit: cover;
`;

const Film = styled.video`
  width: 260px;
  max-width: 100%;
  max-height: 260px;
  margin: 2px 0 4px;
  border-radius: ${radius.md};
  background: #000;
`;

const Sound = styled.audio`
  display: block;
  width: 250px;
  max-width: 100%;
  height: 40px;
  margin: 2px 0 4px;
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 180px;
  padding: 6px 2px;
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color.textMuted};
    stroke-width: 1.75;
  }
  & small {
    display: block;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

interface PhoneContentProps {
  message: PhoneMessage;
}

export function PhoneContent({ message }: PhoneContentProps) {
  const t = useT();
  const { type, body, mediaUrl, mediaName } = message;
  const caption = body !== '' && body !== mediaName ? <MessageText text={body} /> : null;
  switch (type) {
    case 'text':
      return <MessageText text={body} />;
    case 'image':
      return (
        <>
          {mediaUrl && <Picture src={mediaUrl} alt={mediaName ?? t('simulator.kind.image')} />}
          {caption}
        </>
      );
    case 'video':
      return (
        <>
          {mediaUrl && (
            <Film src={mediaUrl} controls preload="metadata" aria-label={mediaName ?? t('simulator.kind.video')} />
          )}
          {caption}
        </>
      );
    case 'audio':
      return mediaUrl ? <Sound src={mediaUrl} controls preload="none" aria-label={t('simulator.kind.audio')} /> : null;
    case 'document':
      return (
        <>
          <Line>
            <FileText aria-hidden />
            {mediaUrl ? (
              <a href={mediaUrl} download={mediaName ?? ''}>
                {mediaName ?? t('simulator.kind.document')}
              </a>
            ) : (
              (mediaName ?? t('simulator.kind.document'))
            )}
          </Line>
          {caption}
        </>
      );
    case 'location': {
      const place = placeOf(body);
      return (
        <Line>
          <MapPin aria-hidden />
          <span>
            {place?.name ?? t('simulator.kind.location')}
            {place && <small>{place.address ?? `${place.latitude}, ${place.longitude}`}</small>}
          </span>
        </Line>
      );
    }
    case 'contacts':
      return cardsOf(body).map((card) => (
        <Line key={card.name + card.number}>
          <Contact aria-hidden />
          <span>
            {card.name}
            <small>{formatPhone(card.number)}</small>
          </span>
        </Line>
      ));
    case 'call':
      return (
        <Line>
          <PhoneMissed aria-hidden />
          {t('simulator.kind.call')}
        </Line>
      );
    default:
      return <MessageText text={body || t('simulator.kind.unsupported')} />;
  }
}
