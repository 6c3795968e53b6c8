import { lazy, Suspense } from 'react';
import styled from 'styled-components';
import type { Message } from '../../../api/types';
import { ImageMedia } from './ImageMedia';

// On their way while the messages are.
const parts = import('./richMedia');
const AudioPlayer = lazy(() => parts.then((it) => ({ default: it.AudioPlayer })));
const CallEntry = lazy(() => parts.then((it) => ({ default: it.CallEntry })));
const ContactCards = lazy(() => parts.then((it) => ({ default: it.ContactCards })));
const DocumentCard = lazy(() => parts.then((it) => ({ default: it.DocumentCard })));
const LocationCard = lazy(() => parts.then((it) => ({ default: it.LocationCard })));
const MediaPending = lazy(() => parts.then((it) => ({ default: it.MediaPending })));
const Unsupported = lazy(() => parts.then((it) => ({ default: it.Unsupported })));
const VideoMedia = lazy(() => parts.then((it) => ({ default: it.VideoMedia })));

/** Keeps the place of what is on its way. */
const Place = styled.span`
  display: block;
  min-width: 220px;
  min-height: 48px;
`;

/** What a message carries besides its text. */
export function MessageMedia({ message }: { message: Message }) {
  return (
    <Suspense fallback={<Place />}>
      <Carried message={message} />
    </Suspense>
  );
}

function Carried({ message }: { message: Message }) {
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
