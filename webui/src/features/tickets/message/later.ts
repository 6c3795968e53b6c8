/** What not every conversation shows: it arrives after the list. */
export { MessageExtras } from './MessageExtras';
export { OutgoingFile } from './OutgoingFile';
export { Reactions } from './Reactions';
export { RichMedia } from './RichMedia';
