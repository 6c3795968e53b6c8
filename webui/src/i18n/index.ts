export { activateLocale, i18n, loadFeatures } from './i18n';
export type { Catalogue, MessageId } from './ids';
export { lazyExtra, lazyPart } from './lazyPart';
export { Rich } from './Rich';
export { isMessageId, translate, useT, type Translate } from './useT';
export { errorText, problemText } from './errorText';
