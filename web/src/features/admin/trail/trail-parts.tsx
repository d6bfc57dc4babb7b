import type { AuditEntry } from '@g2/gateway/contract/audit';
import { REFUND_REASON_NAMES } from '@g2/gateway/contract/payment-admin';
import { STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { ROLE_NAMES } from '@g2/gateway/contract/users';
import { Link } from 'react-router';
import { formatCents, formatSignedCredits } from '../../../lib/format.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { texts as t } from './texts.ts';
import classes from './trail.module.css';

type Entry = { readonly entry: AuditEntry };

/** The actor by name, as a link to the account, which may have been removed. */
export function Actor({ entry: { actorId, actorName } }: Entry) {
  if (actorId === null) return <span className="g2-meta">{t.unidentified}</span>;
  return (
    <Link className={classes.link} to={`/admin/users/${actorId}`}>
      {actorName ?? actorId}
    </Link>
  );
}

/** The page of a subject, by its type. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/admin/users/${id}`,
  registration: (id) => `/operator/registrations/${id}`,
  certificate: (id) => `/verificar/${id}`,
  contact: (id) => `/operator/atendimentos/${id}`,
  approval: () => '/admin/aprovacoes?ver=decididos',
};
/** Only these actions have a payment as subject; for others of that type it is a webhook event, without a page. */
const paymentPath = (id: string): string => `/admin/payments?open=${id}`;
const SUBJECTS: Readonly<Record<string, string>> = t.subjects;

/** The subject of an entry: its type and its id, which is a link if the subject has a page. */
export function Subject({ entry: { action, subjectType, subjectId } }: Entry) {
  const kind = SUBJECTS[subjectType] ?? subjectType;
  if (subjectId === 'unknown') return <span className="g2-meta">{t.unknownSubject}</span>;
  if (subjectId === 'trail' || subjectType === 'report') return <span>{kind}</span>;
  const to =
    action === 'payment-refunded' || action === 'payment-given-back'
      ? paymentPath(subjectId)
      : PAGES[subjectType]?.(subjectId);
  return (
    <span className={classes.subject}>
      {kind}{' '}
      {to === undefined ? (
        <code className={classes.id}>{subjectId}</code>
      ) : (
        <Link className={classes.id} to={to}>
          {subjectId}
        </Link>
      )}
    </span>
  );
}

export function Details({ entry, name }: Entry & { readonly name: string }) {
  return (
    <details className={classes.details}>
      <summary aria-label={t.detailsOf(name)}>{t.details}</summary>
      <Facts>
        {Object.entries(entry.detail).map(([field, value]) => (
          <Fact key={field} name={FIELDS[field] ?? field}>
            {shown(entry, field, value)}
          </Fact>
        ))}
        <Fact name={t.request}>
          <code className={classes.id}>{entry.requestId || t.gone}</code>
        </Fact>
        <Fact name={t.entry}>
          <code className={classes.id}>{entry.id}</code>
        </Fact>
      </Facts>
    </details>
  );
}

const FIELDS: Readonly<Record<string, string>> = t.fields;
const VALUES: Readonly<Record<string, string>> = {
  ...ROLE_NAMES,
  ...STATUS_NAMES,
  ...REFUND_REASON_NAMES,
  ...t.values,
};

/** A value in Portuguese if its word is known, else as it is. */
function shown({ action }: AuditEntry, field: string, value: string): string {
  if (field === 'method' && value === 'password') return t.passwordMethod;
  if (field === 'amountCents') return formatCents(Number(value));
  if (field === 'delta') return formatSignedCredits(Number(value));
  const words = action === 'account-edited' ? value.split(',') : [value];
  return words.map((word) => VALUES[word] ?? word).join(', ');
}
