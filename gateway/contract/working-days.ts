/** Working days that a registration has waited, counted the same as on the server. */
export { lateness, workingDays } from '@g2/terms/working-days';
