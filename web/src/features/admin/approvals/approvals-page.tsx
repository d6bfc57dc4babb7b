import '../../../ui/mantine-forms.ts';
import type { Approval } from '@g2/gateway/contract/approvals';
import { MAX_LENGTH, STAFF_PAGE_SIZE } from '@g2/gateway/contract/common';
import { Button, Skeleton, Textarea } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useListParams } from '../../../lib/list-params.ts';
import { ConfirmDialog, DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Page, WidePage } from '../../../ui/page.tsx';
import { WindowPager } from '../../../ui/pager.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { AdminSections } from '../sections.tsx';
import { approvalsQuery, useDecide } from './api.ts';
import classes from './approvals.module.css';
import { RequestFacts } from './request-facts.tsx';
import { texts as t } from './texts.ts';

const PATH = '/admin/aprovacoes';
const OVER = `${PATH}?ver=decididos`;

/** Requests of admins that a second admin must approve; with `?ver=decididos`, the decided ones. */
export function ApprovalsPage() {
  const params = useListParams();
  const over = params.get('ver') === 'decididos';
  const { data, error, isFetching, refetch } = useQuery(approvalsQuery(params.page, over));
  return (
    <WidePage>
      <Page title={t.title} lead={t.lead}>
        <AdminSections current={PATH} />
        <nav aria-label={t.views.label} className={classes.views}>
          <LinkRow
            links={[
              { name: t.views.open, to: PATH },
              { name: t.views.over, to: OVER },
            ]}
            current={over ? OVER : PATH}
          />
        </nav>
        {data === undefined && error === null && (
          <Skeleton height={240} radius="lg" role="status" aria-label={t.loading} />
        )}
        {data === undefined && error !== null && (
          <RetryLine text={t.failed} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {data?.items.length === 0 && (
          <EmptyState icon={<IconUsers size={22} aria-hidden />} title={over ? t.empty.over : t.empty.open} />
        )}
        {data !== undefined && data.items.length > 0 && (
          <>
            <ul className={classes.list} aria-label={t.list}>
              {data.items.map((approval) => (
                <Request key={approval.id} approval={approval} />
              ))}
            </ul>
            <WindowPager
              page={params.page}
              pageSize={STAFF_PAGE_SIZE}
              total={data.total}
              capped={data.totalCapped ?? false}
              onChange={params.setPage}
            />
          </>
        )}
      </Page>
    </WidePage>
  );
}

const nameOf = (person: Approval['requestedBy']): string =>
  person === null ? t.somebody : `${person.firstName} ${person.lastName}`.trim();

function Request({ approval }: { approval: Approval }) {
  const { operation, isOwn, requestedAt, state, decidedAt, note, failure } = approval;
  const act = t.acts[operation] ?? operation;
  const when = formatDateTime(requestedAt);
  const word = t.states[state] ?? state;
  const reason = failure === '' ? note : failure;
  return (
    <li className={clsx('g2-panel g2-edge', classes.request)}>
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
          {reason !== '' && <span className={classes.why}>{t.why(reason)}</span>}
        </p>
      )}
      {(state === 'open' || state === 'approved') && <Actions approval={approval} act={act} />}
    </li>
  );
}

function Actions({ approval, act }: { approval: Approval; act: string }) {
  const [asking, setAsking] = useState<'approve' | 'refuse' | null>(null);
  const close = () => setAsking(null);
  const decide = useDecide(close);
  const { id, isOwn, state, expiresAt } = approval;
  const yes = state === 'approved' ? t.finish : t.approve;
  return (
    <div className={classes.foot}>
      <p className="g2-meta">
        {isOwn && `${t.waitsForOther} `}
        {t.expires(formatDateTime(expiresAt))}
      </p>
      <div className={classes.actions}>
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
        <div className={classes.request}>
          <p>{t.sure(nameOf(approval.requestedBy))}</p>
          <RequestFacts approval={approval} />
        </div>
      </ConfirmDialog>
      <RefuseDialog
        opened={asking === 'refuse'}
        pending={decide.isPending}
        onRefuse={(note) => decide.mutate({ id, how: 'refuse', note })}
        onClose={close}
      />
    </div>
  );
}

interface RefuseDialogProps {
  readonly opened: boolean;
  readonly pending: boolean;
  readonly onRefuse: (note: string) => void;
  readonly onClose: () => void;
}

function RefuseDialog({ opened, pending, onRefuse, onClose }: RefuseDialogProps) {
  const [note, setNote] = useState('');
  return (
    <Modal opened={opened} onClose={onClose} title={t.refusal}>
      <form
        className={dialogClasses.form}
        onSubmit={(event) => {
          event.preventDefault();
          onRefuse(note.trim());
        }}
      >
        <Textarea
          label={t.refusalReason}
          description={t.refusalHint}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_LENGTH.reason}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          data-autofocus
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" color="red" loading={pending} disabled={note.trim() === ''}>
            {t.refuse}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
