import '../../../ui/mantine-forms.ts';
import type { Approval } from '@g2/gateway/contract/approvals';
import { STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
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
const OVER = `${PATH}?ver=decididos`;

/** Requests of admins that a second admin must approve; with `?ver=decididos`, the decided ones. */
export function ApprovalsPage() {
  const params = useListParams();
  const over = params.get('ver') === 'decididos';
  const query = useQuery(approvalsQuery(params.page, over));
  return (
    <SectionPage title={t.title} lead={t.lead} current={PATH}>
      <nav aria-label={t.views.label} className="mb-3">
        <LinkRow
          links={[
            { name: t.views.open, to: PATH },
            { name: t.views.over, to: OVER },
          ]}
          current={over ? OVER : PATH}
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
              title={over ? t.empty.over : t.empty.open}
            />
          ) : (
            <>
              <ul className="grid gap-2 m-0 mb-3 p-0 list-none" aria-label={t.list}>
                {items.map((approval) => (
                  <Request key={approval.id} approval={approval} />
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

function Request({ approval }: { approval: Approval }) {
  const { operation, isOwn, requestedAt, state, decidedAt, note, failure } = approval;
  const act = t.acts[operation] ?? operation;
  const when = formatDateTime(requestedAt);
  const word = t.states[state] ?? state;
  const reason = failure === '' ? note : failure;
  return (
    <li className="g2-panel g2-edge grid gap-2">
      <div>
        <h2 className="g2-title">{act}</h2>
        <p className="g2-meta">{isOwn ? t.own(when) : t.asked(nameOf(approval.requestedBy), when)}</p>
      </div>
      <RequestFacts approval={approval} />
      {state !== 'open' && (
        <p>
          <strong>
            {decidedAt === null ? word : t.by(word, nameOf(approval.decidedBy), formatDateTime(decidedAt))}
          </strong>
          {reason !== '' && <span className="block">{t.why(reason)}</span>}
        </p>
      )}
      {(state === 'open' || state === 'approved') && <Actions approval={approval} act={act} />}
    </li>
  );
}

function Actions({ approval, act }: { approval: Approval; act: string }) {
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null);
  const [note, setNote] = useState('');
  const close = () => setAsking(null);
  const decide = useDecide(close);
  const { id, isOwn, state, expiresAt } = approval;
  const yes = state === 'approved' ? t.finish : t.approve;
  return (
    <div className="flex flex-wrap gap-1.5 items-center justify-between">
      <p className="g2-meta">
        {isOwn && `${t.waitsForOther} `}
        {t.expires(formatDateTime(expiresAt))}
      </p>
      <div className="flex gap-1.5">
        {isOwn && state === 'open' && (
          <Button
            variant="default"
            loading={decide.isPending}
            aria-label={t.of(t.withdraw, act)}
            onClick={() => decide.mutate({ id, how: 'withdraw' })}
          >
            {t.withdraw}
          </Button>
        )}
        {!isOwn && state === 'open' && (
          <Button variant="default" aria-label={t.of(t.refuse, act)} onClick={() => setAsking('refuse')}>
            {t.refuse}
          </Button>
        )}
        {!isOwn && (
          <Button aria-label={t.of(yes, act)} onClick={() => setAsking('approve')}>
            {yes}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking === 'approve'}
        title={act}
        confirm={yes}
        pending={decide.isPending}
        onConfirm={() => decide.mutate({ id, how: 'approve' })}
        onClose={close}
      >
        <div className="grid gap-2">
          <p>{t.sure(nameOf(approval.requestedBy))}</p>
          <RequestFacts approval={approval} />
        </div>
      </ConfirmDialog>
      <Modal opened={asking === 'refuse'} onClose={close} title={t.refusal}>
        <DialogForm
          onSubmit={(event) => {
            event.preventDefault();
            decide.mutate({ id, how: 'refuse', note: note.trim() });
          }}
          onCancel={close}
          submit={t.refuse}
          pending={decide.isPending}
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

/** Formats of the facts of a request. */
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
const NAMES = Object.keys(FORMATS) as (keyof typeof t.facts)[];

/** The facts of an approval request, and a link to the page of its subject. */
function RequestFacts({ approval }: { approval: Approval }) {
  const { about, body } = approval;
  const given = NAMES.filter((name) => body[name] !== undefined && body[name] !== null && body[name] !== '');
  const subject = subjectOf(approval);
  return (
    <>
      {(about !== null || given.length > 0) && (
        <Facts beside>
          {about !== null && <Fact name={t.account}>{fullName(about)}</Fact>}
          {given.map((name) => (
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
