export { type PayableUntil, payableUntil } from '@g2/terms/bank-days';
