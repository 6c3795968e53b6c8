import { Suspense } from 'react';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { lazyPart } from '@/i18n';
import { ImageMedia } from './ImageMedia';

// On their way while the messages are.
const parts = () => import('./richMedia');
const AudioPlayer = lazyPart(async () => ({ default: (await parts()).AudioPlayer }));
const CallEntry = lazyPart(async () => ({ default: (await parts()).CallEntry }));
const ContactCards = lazyPart(async () => ({ default: (await parts()).ContactCards }));
const DocumentCard = lazyPart(async () => ({ default: (await parts()).DocumentCard }));
const LocationCard = lazyPart(async () => ({ default: (await parts()).LocationCard }));
const MediaPending = lazyPart(async () => ({ default: (await parts()).MediaPending }));
const Unsupported = lazyPart(async () => ({ default: (await parts()).Unsupported }));
const VideoMedia = lazyPart(async () => ({ default: (await parts()).VideoMedia }));

AudioPlayer.preload();

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
      return mediaUrl === null ? <MediaPending message={message} /> : <ImageMedia message={message} url={mediaUrl} />;
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
