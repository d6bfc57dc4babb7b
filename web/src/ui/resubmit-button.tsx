import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../lib/failures.ts';
import { useIntentKey } from '../lib/idempotency.ts';
import { applyGuess } from '../lib/optimistic.ts';
import { REGISTRATIONS, refreshRegistrations, resubmitRegistration } from '../lib/registrations.ts';
import { focusHome } from './focus-home.ts';
import { notify } from './toast-store.ts';

const texts = {
  label: 'Reenviar',
  done: 'Registro reenviado',
  doneText: 'A equipe vai retomar a análise. Nenhum valor foi cobrado.',
  failed: 'Erro ao reenviar registro',
  failedText: 'Não foi possível reenviar o registro. Tente novamente.',
} as const;

interface ResubmitButtonProps extends Pick<ButtonProps, 'size'> {
  readonly registration: Pick<Registration, 'id' | 'canResubmit'>;
  readonly onDone?: () => void;
}

/** How a resubmitted registration will read: paid again, for the staff to take up. */
const resubmitted = (): Partial<Registration> => ({
  status: 'paid',
  statusUpdatedAt: new Date().toISOString(),
  canEdit: false,
  canPay: false,
  canResubmit: false,
});

/** Sends a corrected, already paid registration back to the staff (contract rule 3). Shown at once, undone when refused. */
export function ResubmitButton({ registration, onDone, ...button }: ResubmitButtonProps) {
  const client = useQueryClient();
  const intent = useIntentKey();
  const { id, canResubmit } = registration;
  // Not among the options of mutate(): the changed registration takes this button away first.
  const resubmit = useMutation({
    mutationFn: (_control: HTMLElement) => intent.run(id, (key) => resubmitRegistration(id, key)),
    onMutate: async (control) => {
      const refocus = focusHome(control);
      return { undo: await applyGuess(client, { root: REGISTRATIONS, id, becomes: resubmitted() }), refocus };
    },
    onSuccess: () => {
      notify.success(texts.done, texts.doneText);
      onDone?.();
    },
    onError: (error, _control, context) => {
      context?.undo();
      notify.error(texts.failed, reasonOf(error, texts.failedText));
    },
    onSettled: async (_answer, _error, _control, context) => {
      await refreshRegistrations(client);
      context?.refocus();
    },
  });
  return (
    <Button
      {...button}
      disabled={!canResubmit}
      loading={resubmit.isPending}
      onClick={(event) => resubmit.mutate(event.currentTarget)}
    >
      {texts.label}
    </Button>
  );
}
