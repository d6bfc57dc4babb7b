import { DETAIL_LABELS } from '@g2/gateway/contract/details';
import type { Registration } from '@g2/gateway/contract/registrations';
import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { correctionChangesQuery } from './api.ts';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.corrections;

/** The staff's correction request and what has been changed since; shown while the owner makes corrections. */
export function CorrectionBanner({ registration }: { registration: Registration }) {
  return (
    <section className={classes.asked} aria-labelledby="correction-asked">
      <IconMessageReport size={20} aria-hidden />
      <div>
        <strong id="correction-asked">{t.asked}</strong>
        <p className={classes.reason}>{registration.correctionReason ?? t.fallback}</p>
        <p className={classes.after}>{t.after}</p>
        <Changed registration={registration} />
      </div>
    </section>
  );
}

function Changed({ registration }: { registration: Registration }) {
  const { id, changedSinceCorrection, hasEarlierFile } = registration;
  const { data } = useQuery({ ...correctionChangesQuery(id), enabled: changedSinceCorrection });
  if (!changedSinceCorrection) return <p className={classes.after}>{t.unchanged}</p>;
  // Until the changes are loaded, the banner does not name them.
  if (data === undefined) return null;
  const names = [
    ...data.details.map(({ field }) => DETAIL_LABELS[field]),
    ...(hasEarlierFile ? [t.file] : []),
    ...(data.holders.length > 0 ? [t.holders] : []),
  ];
  if (names.length === 0) return null;
  return (
    <p className={classes.after} role="status">
      {t.changed} <strong className={classes.changedNames}>{names.join(', ')}</strong>
    </p>
  );
}
