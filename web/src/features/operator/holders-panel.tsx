import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../ui/facts.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { queuedHoldersQuery } from './api.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

/** The rights holders with their shares; nothing when there are none (spec §2). */
export function HoldersPanel({ id }: { id: string }) {
  const { data, error } = useQuery(queuedHoldersQuery(id));
  useErrorToast(error, t.failed, t.failedText);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Panel title={t.holders}>
      <ul className={classes.plain}>
        {data.items.map((holder) => (
          <li key={holder.id} className={classes.holder}>
            <span>{holder.holderName}</span>
            <span className={classes.share}>{holder.ownershipPercentage}%</span>
            <span className={classes.mail}>{holder.holderTaxId}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
