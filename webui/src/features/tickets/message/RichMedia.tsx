import type { Message } from '@/api/types';
import { AudioPlayer } from './AudioPlayer';
import { CallEntry } from './CallEntry';
import { ContactCards } from './ContactCards';
import { DocumentCard } from './DocumentCard';
import { LocationCard } from './LocationCard';
import { MediaPending } from './MediaPending';
import { Unsupported } from './Unsupported';
import { VideoMedia } from './VideoMedia';

/** What a message carries besides its text, except for a picture that is there. */
export function RichMedia({ message }: { message: Message }) {
  const { mediaType, mediaUrl } = message;
  switch (mediaType) {
    // The place above an approved text is a part of it.
    case null:
      return message.location && <LocationCard location={message.location} />;
    case 'vcard':
      return <ContactCards text={message.body} />;
    case 'locationMessage':
      return <LocationCard location={message.location} />;
    case 'call_log':
      return <CallEntry />;
    case 'image':
      return <MediaPending message={message} />;
    case 'video':
      return mediaUrl === null ? <MediaPending message={message} /> : <VideoMedia message={message} url={mediaUrl} />;
    case 'audio':
      return mediaUrl === null ? <MediaPending message={message} /> : <AudioPlayer message={message} url={mediaUrl} />;
    case 'application':
      return mediaUrl === null ? <MediaPending message={message} /> : <DocumentCard message={message} url={mediaUrl} />;
    default:
      return <Unsupported />;
  }
}
