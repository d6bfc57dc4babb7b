/** Working days a registration waits, counted the same as on the server. */
export { type Lateness, lateness, workingDays } from '@g2/terms/working-days';
