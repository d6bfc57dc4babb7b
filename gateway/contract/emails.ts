export { EMAIL } from '@g2/terms/email';
