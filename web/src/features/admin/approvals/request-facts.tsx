import type { Approval } from '@g2/gateway/contract/approvals';
import { REFUND_REASON_NAMES } from '@g2/gateway/contract/payment-admin';
import { Link } from 'react-router';
import { formatCents, formatDate, formatSignedCredits } from '../../../lib/format.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { texts as t } from './texts.ts';

const shown: Readonly<Record<keyof typeof t.facts, (value: unknown) => string>> = {
  delta: (value) => (typeof value === 'number' ? formatSignedCredits(value) : ''),
  amount: (value) => (typeof value === 'number' ? formatCents(value) : ''),
  reason: (value) => REFUND_NAMES[String(value)] ?? String(value),
  note: String,
  notes: String,
  reference: String,
  transferredOn: (value) => formatDate(String(value)),
};
const REFUND_NAMES: Readonly<Record<string, string>> = REFUND_REASON_NAMES;
const NAMES = Object.keys(shown) as (keyof typeof t.facts)[];

/** The facts of an approval request, and a link to the page of its subject. */
export function RequestFacts({ approval }: { approval: Approval }) {
  const { body } = approval;
  const { about } = approval;
  const given = NAMES.filter((name) => body[name] !== undefined && body[name] !== null && body[name] !== '');
  const subject = subjectOf(approval);
  return (
    <>
      {(about !== null || given.length > 0) && (
        <Facts beside>
          {about !== null && <Fact name={t.account}>{`${about.firstName} ${about.lastName}`.trim()}</Fact>}
          {given.map((name) => (
            <Fact
              key={name}
              name={t.facts[name]}
              wide={typeof body[name] === 'string' && body[name].length > 60}
            >
              {shown[name](body[name])}
            </Fact>
          ))}
        </Facts>
      )}
      {subject && (
        <Link className="g2-link g2-link-alone" to={subject.to}>
          {subject.name}
        </Link>
      )}
    </>
  );
}

function subjectOf({ operation, params, body }: Approval): { name: string; to: string } | undefined {
  const { id = '', number = '' } = params;
  const userId = typeof body.userId === 'string' ? body.userId : id;
  switch (operation) {
    case 'changeRegistrationStatus':
      return { name: t.subjects.registration, to: `/operator/registrations/${id}` };
    case 'refundPayment':
    case 'recordTransfer':
      return { name: t.subjects.payment, to: `/admin/payments?open=${id}` };
    case 'revokeCertificate':
      return { name: t.subjects.certificate, to: `/verificar/${number}` };
    default:
      return userId === '' ? undefined : { name: t.subjects.user, to: `/admin/users/${userId}` };
  }
}
