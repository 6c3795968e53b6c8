export { activateLocale, i18n, loadFeatures } from './i18n';
export { lazyExtra, lazyPart } from './lazyPart';
export { Rich } from './Rich';
export { translate, useT, type Translate } from './useT';
export { errorText } from './errorText';
