/** Large module: the browser loads it only when a user chooses a password. */
export { type PasswordOwner, type PasswordScore, passwordScore } from '@g2/terms/password-strength';
