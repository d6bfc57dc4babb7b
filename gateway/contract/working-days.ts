/** How long a registration waits in working days, counted on screens as the server counts it. */
export { type Lateness, lateness, workingDays } from '@g2/terms/working-days';
