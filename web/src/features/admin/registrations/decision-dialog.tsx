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
  revoke: { texts: texts.revokeDialog, route: certificateCalls.revokeCertificate },
  keep: { texts: texts.keepDialog, route: certificateCalls.keepCertificate },
} as const;
export type Decision = keyof typeof DECISIONS;

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly number: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * A dialog that revokes a certificate, with a public reason, or keeps it, with an internal reason. It closes on
 * success.
 */
export function DecisionDialog({ decision, number, opened, onClose }: DecisionDialogProps) {
  const { texts: t, route } = DECISIONS[decision];
  const draft = useDraft(`certificate-${decision}.${number}`, ['reason']);
  const decisionMutation = useAdminMutation(
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
    validate: { reason: (reason) => (reason.trim() === '' ? t.reasonRequired : null) },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t.title}>
      <DialogForm
        onSubmit={form.onSubmit(({ reason }) => decisionMutation.mutate({ reason: reason.trim() }))}
        onCancel={onClose}
        submit={t.submit}
        pending={decisionMutation.isPending}
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
