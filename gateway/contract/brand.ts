export { BRAND, MARK } from '@g2/terms/brand';
