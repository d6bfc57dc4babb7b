/** The mark and the colours of the house. */
export { BRAND, MARK } from '@g2/terms/brand';
