import type { Holder } from '@g2/gateway/contract/holders';
import { formatPercent } from '../../lib/format.ts';
import classes from './holder-shares.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

/** The rights holders, the length of each bar being the share; what nobody holds is said below. */
export function HolderShares({ holders }: { holders: readonly Holder[] }) {
  const total = holders.reduce((sum, { ownershipPercentage }) => sum + ownershipPercentage, 0);
  return (
    <>
      <ul className="g2-rows">
        {holders.map((holder) => (
          <li key={holder.id} className={classes.holder}>
            <span className={classes.holderName}>{holder.holderName}</span>
            <span className={classes.share}>{formatPercent(holder.ownershipPercentage)}</span>
            <span className={classes.shareTrack} aria-hidden>
              <span style={{ width: `${holder.ownershipPercentage}%` }} />
            </span>
            <span className={classes.mail}>{holder.holderTaxId}</span>
          </li>
        ))}
      </ul>
      <p className={classes.total}>
        {total === 100 ? t.sharesWhole : t.sharesOpen(formatPercent(total), formatPercent(100 - total))}
      </p>
    </>
  );
}
