import { certificateCalls } from '@g2/gateway/contract/gen/calls/certificates';
import { useForm } from '@mantine/form';
import { call } from '../../../lib/call.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogForm } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { RecoveredNote } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { ReasonInput } from '../form.tsx';
import { texts } from '../texts.ts';

const DECISIONS = {
  revoke: { texts: texts.revoke, route: certificateCalls.revokeCertificate },
  keep: { texts: texts.keep, route: certificateCalls.keepCertificate },
} as const;
export type Decision = keyof typeof DECISIONS;

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly number: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * An admin's decision on a certificate: revoke it, with a public reason, or keep it, with an internal one. The dialog
 * stays open until the server accepts.
 */
export function DecisionDialog({ decision, number, opened, onClose }: DecisionDialogProps) {
  const { texts: t, route } = DECISIONS[decision];
  const draft = useDraft(`certificate-${decision}.${number}`, ['reason']);
  const decide = useAdminMutation(
    'registrations',
    (body: { reason: string }) => call(route, { params: { number }, body }),
    {
      onSuccess: () => {
        notify.success(t.done, t.doneText(number));
        draft.clear();
        onClose();
      },
      failed: [t.failed, t.failedText],
    },
  );
  const form = useForm({
    initialValues: { ...draft.initial },
    onValuesChange: draft.keep,
    validate: { reason: (reason) => (reason.trim() === '' ? t.missing : null) },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t.title}>
      <DialogForm
        onSubmit={form.onSubmit(({ reason }) => decide.mutate({ reason: reason.trim() }))}
        onCancel={onClose}
        submit={t.submit}
        pending={decide.isPending}
        danger={decision === 'revoke'}
      >
        <p className={dialogClasses.lead}>
          <strong>{number}</strong>
        </p>
        <p className={dialogClasses.warning}>{t.consequence}</p>
        {draft.recovered && <RecoveredNote onDiscard={() => draft.discard(form)} />}
        <ReasonInput
          label={t.reason}
          description={t.reasonHint}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
      </DialogForm>
    </Modal>
  );
}
