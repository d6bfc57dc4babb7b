import {
  type PaymentStep,
  type PaymentStepEntry,
  REFUND_REASON_NAMES,
  type RefundOrder,
} from '@g2/gateway/contract/payment-admin';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconCreditCardOff,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import { formatCents, formatDateTime, UNKNOWN } from '../../../lib/format.ts';
import { declineReason } from './badges.tsx';
import classes from './payments.module.css';
import { texts } from './texts.ts';

const t = texts.steps;

const LOOKS = {
  created: { Icon: IconPlus, tone: 'plain' },
  declined: { Icon: IconCreditCardOff, tone: 'danger' },
  succeeded: { Icon: IconCheck, tone: 'accent' },
  settled: { Icon: IconCheck, tone: 'accent' },
  cancelled: { Icon: IconX, tone: 'plain' },
  failed: { Icon: IconX, tone: 'danger' },
  refund_ordered: { Icon: IconArrowBackUp, tone: 'plain' },
  refund: { Icon: IconArrowBackUp, tone: 'info' },
  transferred: { Icon: IconArrowBackUp, tone: 'info' },
  dispute: { Icon: IconAlertTriangle, tone: 'danger' },
  returned: { Icon: IconArrowBackUp, tone: 'info' },
} as const satisfies Record<PaymentStep, unknown>;

/** A kind of step from a later release gets the default look. */
const looksOf = (kind: string) => (kind in LOOKS ? LOOKS[kind as PaymentStep] : LOOKS.created);
const NAMES: Readonly<Record<string, string>> = t.names;
const STATUSES: Readonly<Record<string, string>> = t.statuses;

/** The history of a payment, oldest step first. */
export function PaymentSteps({ steps }: { steps: readonly PaymentStepEntry[] }) {
  return (
    <ol className={classes.steps} aria-label={texts.details.story}>
      {steps.map((step) => (
        <Step key={`${step.kind} ${step.at} ${step.reference} ${step.order?.id}`} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: PaymentStepEntry }) {
  const { kind, at, amount, status, decline, reference, order } = step;
  const { Icon, tone } = looksOf(kind);
  const state = STATUSES[status] ?? status;
  return (
    <li className={classes.step} data-tone={tone}>
      <span className={classes.mark}>
        <Icon size={16} stroke={2} aria-hidden />
      </span>
      <div className={classes.stepBody}>
        <p className={classes.stepHead}>
          <strong>{NAMES[kind] ?? kind}</strong>
          {amount !== null && <span className={classes.stepAmount}>{formatCents(amount)}</span>}
        </p>
        <p className="g2-meta">
          {at === null ? t.unknownTime : formatDateTime(at)}
          {state !== '' && ` · ${state}`}
        </p>
        {decline !== null && <p className={classes.stepNote}>{declineReason(decline)}</p>}
        {order !== null && <Order order={order} />}
        {reference !== '' && <code className={classes.code}>{reference}</code>}
      </div>
    </li>
  );
}

function Order({ order: { orderedByName, reason, note } }: { order: RefundOrder }) {
  return (
    <p className={classes.stepNote}>
      {t.by(orderedByName ?? UNKNOWN)} · {REFUND_REASON_NAMES[reason] ?? reason}
      {note !== '' && `: ${note}`}
    </p>
  );
}
