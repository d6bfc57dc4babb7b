import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { RegistrationStatus } from '@g2/gateway/contract/statuses';
import { Button, Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/http.ts';
import { useUser } from '../../../lib/session.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import classes from '../admin.module.css';
import { useAdminMutation } from '../api.ts';
import { StatusChoice } from '../registrations/status-choice.tsx';
import { changeStatus, chosen, ReasonAndNotes } from '../registrations/status-dialog.tsx';
import { texts } from '../texts.ts';
import { whyNot } from '../transitions.ts';
import { changeEach, type RowOutcome } from './bulk.ts';

const t = texts.status;

interface BulkDialogProps {
  readonly opened: boolean;
  readonly records: readonly StaffRegistration[];
  readonly onClose: () => void;
  /** All were updated, or the results were read. */
  readonly onDone: () => void;
}

export function BulkDialog({ opened, records, onClose, onDone }: BulkDialogProps) {
  const [outcomes, setOutcomes] = useState<RowOutcome[] | null>(null);
  const close = () => {
    onClose();
    if (outcomes !== null) onDone();
    setOutcomes(null);
  };
  const finish = (results: RowOutcome[]) => {
    const failed = results.filter(({ error }) => error !== null).length;
    if (failed > 0) {
      notify.error(t.bulkFailed, t.bulkFailedText(failed, results.length));
      setOutcomes(results);
      return;
    }
    notify.success(t.bulkDone, t.bulkDoneText(results.length));
    onClose();
    onDone();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t.bulkDialog}
      size={560}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {outcomes === null ? (
        <BulkForm records={records} onClose={close} onResults={finish} />
      ) : (
        <Results outcomes={outcomes} onClose={close} />
      )}
    </Modal>
  );
}

interface BulkFormProps {
  readonly records: readonly StaffRegistration[];
  readonly onClose: () => void;
  readonly onResults: (outcomes: RowOutcome[]) => void;
}

type Values = { status: string; reason: string; notes: string };

function BulkForm({ records, onClose, onResults }: BulkFormProps) {
  const userId = useUser()?.id;
  const form = useForm<Values>({
    initialValues: { status: '', reason: '', notes: '' },
    validate: { status: (status) => (chosen(status) === undefined ? t.invalid : null) },
  });
  const update = useAdminMutation(
    'registrations',
    ({ status, reason, notes }: Values & { status: RegistrationStatus }) =>
      changeEach(records, (record) =>
        changeStatus(record.id, { status, reason, notes, expectedStatus: record.status }),
      ),
  );
  const submit = (values: Values) => {
    const status = chosen(values.status);
    if (status !== undefined) update.mutate({ ...values, status }, { onSuccess: onResults });
  };
  const able = (status: RegistrationStatus) =>
    records.filter((record) => whyNot(record, status, userId) === null).length;
  // Refused only where no row could take it; the first row's reason stands for all.
  const refusal = (status: RegistrationStatus) => {
    const [first] = records;
    return first === undefined || able(status) > 0 ? null : whyNot(first, status, userId);
  };
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <ul className={classes.picked}>
        {records.map((record) => (
          <li key={record.id}>{record.title}</li>
        ))}
      </ul>
      <StatusChoice
        value={form.values.status}
        error={form.errors.status}
        onChange={(status) => form.setFieldValue('status', status)}
        refusal={refusal}
        note={(status) => t.eligible(able(status), records.length)}
      />
      <ReasonAndNotes reason={form.getInputProps('reason')} notes={form.getInputProps('notes')} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={update.isPending}>
          {t.bulkSubmit(records.length)}
        </Button>
      </DialogActions>
    </form>
  );
}

function Results({ outcomes, onClose }: { outcomes: readonly RowOutcome[]; onClose: () => void }) {
  const top = useRef<HTMLDivElement>(null);
  // The form may have been scrolled down; one reads the results from the first.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1} className={classes.dialogBody}>
      <ul className={classes.rows} aria-label={t.results}>
        {outcomes.map(({ id, title, error }) => (
          <li key={id} className={classes.outcome} data-failed={error !== null || undefined}>
            {error === null ? (
              <IconCircleCheck size={20} aria-hidden />
            ) : (
              <IconAlertTriangle size={20} aria-hidden />
            )}
            <div className={classes.stacked}>
              <span className={classes.strong}>{title}</span>
              <span className={classes.small}>
                {error === null ? t.rowDone : `${t.rowFailed(id)}: ${messageOf(error, t.failedText)}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <Button onClick={onClose}>{t.close}</Button>
    </div>
  );
}
