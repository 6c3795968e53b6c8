import { Suspense } from 'react';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { lazyPart } from '@/i18n';
import { ImageMedia } from './ImageMedia';

// On its way while the messages are.
const RichMedia = lazyPart(async () => ({ default: (await import('./later')).RichMedia }));

RichMedia.preload();

/** Keeps the place of what is on its way. */
const Place = styled.span`
  display: block;
  min-width: 220px;
  min-height: 48px;
`;

/** What a message carries besides its text; pictures are in the first load, as they are what is looked at first. */
export function MessageMedia({ message }: { message: Message }) {
  const { location, mediaType, mediaUrl } = message;
  if (mediaType === null && !location) return null;
  if (mediaType === 'image' && mediaUrl !== null) return <ImageMedia message={message} url={mediaUrl} />;
  return (
    <Suspense fallback={<Place />}>
      <RichMedia message={message} />
    </Suspense>
  );
}
