import { formatCents } from '../../lib/format.ts';
import classes from './price-line.module.css';

interface PriceLineProps {
  readonly title: string;
  readonly note: string;
  /** Cents. */
  readonly amount: number;
}

export function PriceLine({ title, note, amount }: PriceLineProps) {
  return (
    <div className={classes.line}>
      <span className={classes.title}>
        {title}
        <span className={classes.note}>{note}</span>
      </span>
      <span className={classes.amount}>{formatCents(amount)}</span>
    </div>
  );
}
