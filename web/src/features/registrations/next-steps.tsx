import type { Registration } from '@g2/gateway/contract/registrations';
import { formatCents } from '../../lib/format.ts';
import { correctionOf } from './actions.ts';
import classes from './details.module.css';
import { texts } from './texts.ts';

/** What comes next: first what this registration waits for, then what holds for every one (spec §2). */
export function NextSteps({ registration }: { registration: Registration }) {
  const t = texts.details;
  return (
    <section className={classes.next} aria-labelledby="details-next">
      <h3 id="details-next" className={classes.heading}>
        {t.next}
      </h3>
      <p className={classes.nextNow}>{nextOf(registration)}</p>
      <ul>
        {t.nextPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

function nextOf(registration: Registration): string {
  const t = texts.details.nextBy;
  if (registration.status !== 'submitted') return t[registration.status];
  if (correctionOf(registration, '') !== null) return t.sentBack;
  return registration.canPay ? t.payable(formatCents(registration.paymentAmount)) : t.unfinished;
}
