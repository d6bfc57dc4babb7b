import { useQuery } from '@tanstack/react-query';
import { formatPercent } from '../../../lib/format.ts';
import { staffHoldersQuery } from '../../../shared/registration/staff-api.ts';
import { texts } from '../texts.ts';
import classes from './registrations.module.css';

/** The rights holders with their shares; nothing when there are none. */
export function Holders({ id }: { id: string }) {
  const { data = [] } = useQuery(staffHoldersQuery(id));
  if (data.length === 0) return null;
  return (
    <section aria-label={texts.details.holders}>
      <h3 className={classes.partTitle}>{texts.details.holders}</h3>
      <ul className={classes.lines}>
        {data.map((holder) => (
          <li key={holder.id} className={classes.line}>
            <span>{holder.holderName}</span>
            <strong className={classes.number}>{formatPercent(holder.ownershipPercentage)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
