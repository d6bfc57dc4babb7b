/** E-mail addresses as screens check them. */
export { EMAIL } from '@g2/terms/email';
