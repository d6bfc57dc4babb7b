import '../../../ui/mantine-forms.ts';
import type { Approval } from '@g2/gateway/contract/approvals';
import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { REFUND_REASON_NAMES } from '@g2/gateway/contract/payment-admin';
import { Button, Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents, formatDate, formatDateTime, formatSignedCredits } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { ConfirmDialog, DialogForm } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { fullName } from '../../../ui/person-name.tsx';
import { QueryFrame } from '../../../ui/query-frame.tsx';
import { RecordLink } from '../cells.tsx';
import { ReasonInput } from '../form.tsx';
import { SectionPage } from '../sections.tsx';
import { approvalsQuery, useDecide } from './api.ts';
import { texts as t } from './texts.ts';

const PATH = '/admin/aprovacoes';
const DECIDED_PATH = `${PATH}?ver=decididos`;

/** Requests of admins that a second admin must approve. With `?ver=decididos`, it shows the decided requests. */
export function ApprovalsPage() {
  const params = useListParams();
  const isDecided = params.get('ver') === 'decididos';
  const query = useQuery(approvalsQuery(params.page, isDecided));
  return (
    <SectionPage title={t.title} lead={t.lead} current={PATH}>
      <nav aria-label={t.views.label} className="mb-3">
        <LinkRow
          links={[
            { name: t.views.open, to: PATH },
            { name: t.views.decided, to: DECIDED_PATH },
          ]}
          current={isDecided ? DECIDED_PATH : PATH}
        />
      </nav>
      <QueryFrame
        query={query}
        loading={<Skeleton height={240} radius="lg" role="status" aria-label={t.loading} />}
        failed={t.failed}
      >
        {({ items, total, totalCapped = false }) =>
          items.length === 0 ? (
            <EmptyState
              icon={<IconUsers size={22} aria-hidden />}
              title={isDecided ? t.empty.decided : t.empty.open}
            />
          ) : (
            <>
              <ul className="grid gap-2 m-0 mb-3 p-0 list-none" aria-label={t.list}>
                {items.map((approval) => (
                  <ApprovalRequest key={approval.id} approval={approval} />
                ))}
              </ul>
              <WindowPager
                page={params.page}
                pageSize={STAFF_PAGE_SIZE}
                total={total}
                capped={totalCapped}
                onChange={params.setPage}
              />
            </>
          )
        }
      </QueryFrame>
    </SectionPage>
  );
}

const nameOf = (person: Approval['requestedBy']): string =>
  person === null ? t.unknownPerson : fullName(person);

function ApprovalRequest({ approval }: { approval: Approval }) {
  const { operation, isOwn, requestedAt, state, decidedAt, note, failure } = approval;
  const operationLabel = t.operations[operation] ?? operation;
  const requestTime = formatDateTime(requestedAt);
  const stateLabel = t.states[state] ?? state;
  const reason = failure === '' ? note : failure;
  return (
    <li className="g2-panel g2-edge grid gap-2">
      <div>
        <h2 className="g2-title">{operationLabel}</h2>
        <p className="g2-meta">
          {isOwn ? t.requestedByYou(requestTime) : t.requestedBy(nameOf(approval.requestedBy), requestTime)}
        </p>
      </div>
      <RequestFacts approval={approval} />
      {state !== 'open' && (
        <p>
          <strong>
            {decidedAt === null
              ? stateLabel
              : t.decidedBy(stateLabel, nameOf(approval.decidedBy), formatDateTime(decidedAt))}
          </strong>
          {reason !== '' && <span className="block">{t.reason(reason)}</span>}
        </p>
      )}
      {(state === 'open' || state === 'approved') && (
        <Actions approval={approval} operationLabel={operationLabel} />
      )}
    </li>
  );
}

function Actions({ approval, operationLabel }: { approval: Approval; operationLabel: string }) {
  const [openDialog, setOpenDialog] = useState<'approve' | 'refuse' | null>(null);
  const [note, setNote] = useState('');
  const close = () => setOpenDialog(null);
  const decision = useDecide(close);
  const { id, isOwn, state, expiresAt } = approval;
  const approveLabel = state === 'approved' ? t.execute : t.approve;
  return (
    <div className="flex flex-wrap gap-1.5 items-center justify-between">
      <p className="g2-meta">
        {isOwn && `${t.waitsForOther} `}
        {t.expiresOn(formatDateTime(expiresAt))}
      </p>
      <div className="flex gap-1.5">
        {isOwn && state === 'open' && (
          <Button
            variant="default"
            loading={decision.isPending}
            aria-label={t.buttonLabel(t.withdraw, operationLabel)}
            onClick={() => decision.mutate({ id, action: 'withdraw' })}
          >
            {t.withdraw}
          </Button>
        )}
        {!isOwn && state === 'open' && (
          <Button
            variant="default"
            aria-label={t.buttonLabel(t.refuse, operationLabel)}
            onClick={() => setOpenDialog('refuse')}
          >
            {t.refuse}
          </Button>
        )}
        {!isOwn && (
          <Button
            aria-label={t.buttonLabel(approveLabel, operationLabel)}
            onClick={() => setOpenDialog('approve')}
          >
            {approveLabel}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={openDialog === 'approve'}
        title={operationLabel}
        confirm={approveLabel}
        pending={decision.isPending}
        onConfirm={() => decision.mutate({ id, action: 'approve' })}
        onClose={close}
      >
        <div className="grid gap-2">
          <p>{t.approvalQuestion(nameOf(approval.requestedBy))}</p>
          <RequestFacts approval={approval} />
        </div>
      </ConfirmDialog>
      <Modal opened={openDialog === 'refuse'} onClose={close} title={t.refuseTitle}>
        <DialogForm
          onSubmit={(event) => {
            event.preventDefault();
            decision.mutate({ id, action: 'refuse', note: note.trim() });
          }}
          onCancel={close}
          submit={t.refuse}
          pending={decision.isPending}
          disabled={note.trim() === ''}
          danger
        >
          <ReasonInput
            label={t.refusalReason}
            description={t.refusalHint}
            required
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
            data-autofocus
          />
        </DialogForm>
      </Modal>
    </div>
  );
}

/** The format of each fact in the body of a request. */
const FORMATS: Readonly<Record<keyof typeof t.facts, (value: unknown) => string>> = {
  delta: (value) => (typeof value === 'number' ? formatSignedCredits(value) : ''),
  amount: (value) => (typeof value === 'number' ? formatCents(value) : ''),
  reason: (value) => REFUND_NAMES[String(value)] ?? String(value),
  note: String,
  notes: String,
  reference: String,
  transferredOn: (value) => formatDate(String(value)),
};
const REFUND_NAMES: Readonly<Record<string, string>> = REFUND_REASON_NAMES;
const FACT_NAMES = Object.keys(FORMATS) as (keyof typeof t.facts)[];

/** The facts of a request, and a link to the page of its subject. */
function RequestFacts({ approval }: { approval: Approval }) {
  const { about, body } = approval;
  const presentFacts = FACT_NAMES.filter(
    (name) => body[name] !== undefined && body[name] !== null && body[name] !== '',
  );
  const subject = subjectOf(approval);
  return (
    <>
      {(about !== null || presentFacts.length > 0) && (
        <Facts compact>
          {about !== null && <Fact name={t.account}>{fullName(about)}</Fact>}
          {presentFacts.map((name) => (
            <Fact
              key={name}
              name={t.facts[name]}
              wide={typeof body[name] === 'string' && body[name].length > 60}
            >
              {FORMATS[name](body[name])}
            </Fact>
          ))}
        </Facts>
      )}
      {subject && <RecordLink to={subject.to}>{subject.name}</RecordLink>}
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
