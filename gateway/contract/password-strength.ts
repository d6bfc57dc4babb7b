/** How well a password stands, as the server judges it. Heavy: the browser fetches it when somebody chooses one. */
export { type PasswordOwner, type PasswordScore, passwordScore } from '@g2/terms/password-strength';
