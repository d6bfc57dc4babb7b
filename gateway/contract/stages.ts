/** The stages of a registration in words alone, for pages that check nothing. */
export { STATUS_ESTIMATED_TIME, STATUS_NAMES, STATUSES } from '@g2/terms/statuses';
