export { whenUsed } from '@g2/terms/when-used';
