export { STATUS_ESTIMATED_TIME, STATUS_NAMES, STATUSES } from '@g2/terms/statuses';
