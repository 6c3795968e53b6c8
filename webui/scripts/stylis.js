/** Stands in for `stylis`, without the vendor prefixes that styled-components asks for only when told to. */
export * from '../node_modules/stylis/src/Enum.js';
export * from '../node_modules/stylis/src/Utility.js';
export * from '../node_modules/stylis/src/Parser.js';
export * from '../node_modules/stylis/src/Tokenizer.js';
export * from '../node_modules/stylis/src/Serializer.js';
export { middleware, namespace, rulesheet } from '../node_modules/stylis/src/Middleware.js';
export const prefixer = () => undefined;
