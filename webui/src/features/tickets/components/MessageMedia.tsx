import type { Message } from '../../../api/types';
import { AudioPlayer } from './AudioPlayer';
import { CallEntry } from './CallEntry';
import { ContactCards } from './ContactCards';
import { DocumentCard } from './DocumentCard';
import { ImageMedia } from './ImageMedia';
import { LocationCard } from './LocationCard';
import { MediaPending } from './MediaPending';
import { Unsupported } from './Unsupported';
import { VideoMedia } from './VideoMedia';

/** What a message carries besides its text. */
export function MessageMedia({ message }: { message: Message }) {
  const { mediaType, mediaUrl } = message;
  switch (mediaType) {
    case null:
      return null;
    case 'vcard':
      return <ContactCards text={message.body} />;
    case 'locationMessage':
      return <LocationCard location={message.location} />;
    case 'call_log':
      return <CallEntry />;
    case 'image':
      return mediaUrl === null ? <MediaPending /> : <ImageMedia message={message} url={mediaUrl} />;
    case 'video':
      return mediaUrl === null ? <MediaPending /> : <VideoMedia message={message} url={mediaUrl} />;
    case 'audio':
      return mediaUrl === null ? <MediaPending /> : <AudioPlayer message={message} url={mediaUrl} />;
    case 'application':
      return mediaUrl === null ? <MediaPending /> : <DocumentCard message={message} url={mediaUrl} />;
    default:
      return <Unsupported />;
  }
}
