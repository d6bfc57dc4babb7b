import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useUser } from '../../../lib/session.ts';
import dialogClasses from '../../../ui/dialog.module.css';
import { DialogFoot, useAskedReason } from '../registrations/dialog-foot.tsx';
import { ReasonAndNotes } from '../registrations/reason-and-notes.tsx';
import { chosen, StatusChoice } from '../registrations/status-choice.tsx';
import { consequenceOfAll, isManualPayment } from '../status-change.ts';
import { texts } from '../texts.ts';
import { split } from './bulk.ts';
import { BulkRows, SelectedRecords } from './bulk-rows.tsx';
import { type Bulk, useBulk } from './use-bulk.ts';

const t = texts.status;

interface BulkDialogProps {
  readonly opened: boolean;
  readonly records: readonly StaffRegistration[];
  readonly onClose: () => void;
  /** These were updated; whatever was not stays selected. */
  readonly onUpdated: (ids: readonly string[]) => void;
}

/** Moves the selected registrations to a status: what is sent is seen before, what became of each after. */
export function BulkDialog({ opened, records, onClose, onUpdated }: BulkDialogProps) {
  const leave = (rows: Bulk['rows']) => {
    onClose();
    onUpdated((rows ?? []).filter(({ state }) => state === 'done').map(({ record }) => record.id));
    bulk.reset();
  };
  const bulk = useBulk(leave);
  return (
    <Modal
      opened={opened}
      onClose={() => leave(bulk.rows)}
      title={t.bulkDialog}
      size={640}
      // What is under way is stopped by its own button, not by a stray click.
      closeOnClickOutside={!bulk.running}
      closeOnEscape={!bulk.running}
      withCloseButton={!bulk.running}
    >
      {bulk.rows === null ? (
        <BulkForm records={records} bulk={bulk} onClose={onClose} />
      ) : (
        <BulkResults bulk={bulk} onClose={() => leave(bulk.rows)} />
      )}
    </Modal>
  );
}

interface BulkFormProps {
  readonly records: readonly StaffRegistration[];
  readonly bulk: Bulk;
  readonly onClose: () => void;
}

function BulkForm({ records, bulk, onClose }: BulkFormProps) {
  const userId = useUser()?.id;
  const form = useForm({
    initialValues: { status: '', reason: '', notes: '' },
    validate: { status: (status) => (chosen(status) === undefined ? t.invalid : null) },
  });
  const to = chosen(form.values.status);
  const able = to === undefined ? [] : split(records, to, userId).able;
  const asked = useAskedReason(
    able.some((record) => isManualPayment(record, to)) && form.values.reason.trim() === '',
  );
  const submit = ({ status, reason, notes }: typeof form.values) => {
    const next = chosen(status);
    if (next !== undefined && asked.mayGoOn())
      bulk.start(split(records, next, userId).able, { status: next, reason, notes });
  };
  // A status that no row could take; why, where all say the same.
  const refusal = (status: RegistrationStatus) => {
    const { able, refused } = split(records, status, userId);
    if (able.length > 0) return null;
    const reasons = new Set(refused.map(({ why }) => why));
    return reasons.size === 1 ? (refused[0]?.why ?? null) : t.noneAble;
  };
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <StatusChoice
        value={form.values.status}
        error={form.errors.status}
        onChange={(status) => form.setFieldValue('status', status)}
        refusal={refusal}
        note={(status) => t.eligible(split(records, status, userId).able.length, records.length)}
      />
      <SelectedRecords records={records} to={to} userId={userId} />
      <ReasonAndNotes
        reason={form.getInputProps('reason')}
        notes={form.getInputProps('notes')}
        reasonRef={asked.field}
      />
      <DialogFoot
        effect={to === undefined ? null : consequenceOfAll(able, to)}
        asksForReason={asked.asking}
        submit={to === undefined ? t.bulkUnchosen : t.bulkSubmit(able.length)}
        onCancel={onClose}
      />
    </form>
  );
}

/** What became of each, with what is left to stop or to try again. */
export function BulkResults({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const rows = bulk.rows ?? [];
  const left = rows.filter(({ state }) => state !== 'done').length;
  const top = useRef<HTMLDivElement>(null);
  // The form may have been scrolled down; one reads the results from the first.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className={dialogClasses.form}>
      <BulkRows rows={rows} running={bulk.running} />
      <div className={dialogClasses.actions}>
        {bulk.running && (
          <Button variant="default" onClick={bulk.stop}>
            {t.stop}
          </Button>
        )}
        {!bulk.running && left > 0 && (
          <Button variant="default" onClick={bulk.retry}>
            {t.retryRows(left)}
          </Button>
        )}
        {!bulk.running && <Button onClick={onClose}>{t.close}</Button>}
      </div>
    </div>
  );
}
