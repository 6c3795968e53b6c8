/** What not every conversation shows: it arrives after the list. */
export { AudioPlayer } from './AudioPlayer';
export { CallEntry } from './CallEntry';
export { ContactCards } from './ContactCards';
export { DocumentCard } from './DocumentCard';
export { LocationCard } from './LocationCard';
export { MediaPending } from './MediaPending';
export { MessageExtras } from './MessageExtras';
export { OutgoingFile } from './OutgoingFile';
export { Reactions } from './Reactions';
export { Unsupported } from './Unsupported';
export { VideoMedia } from './VideoMedia';
