/** S018: the fixed label of the product. */
export const PRODUCT_VERSION = '6.0.0';
