import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { certificateRoutes } from '@g2/gateway/contract/routes/certificates';
import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../lib/call.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Modal } from '../../../ui/modal.tsx';
import { Recovered } from '../../../ui/recovered.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { texts } from '../texts.ts';

const DECISIONS = {
  revoke: { texts: texts.revoke, route: certificateRoutes.revokeCertificate, button: { color: 'red' } },
  keep: { texts: texts.keep, route: certificateRoutes.keepCertificate, button: {} },
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
  const { texts: t, route, button } = DECISIONS[decision];
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
      <form
        className={dialogClasses.form}
        onSubmit={form.onSubmit(({ reason }) => decide.mutate({ reason: reason.trim() }))}
        noValidate
      >
        <p className={dialogClasses.lead}>
          <strong>{number}</strong>
        </p>
        <p className={dialogClasses.warning}>{t.consequence}</p>
        {draft.recovered && <Recovered onDiscard={() => draft.discard(form)} />}
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_LENGTH.reason}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" {...button} loading={decide.isPending}>
            {t.submit}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
