import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../lib/http.ts';
import { useIntentKey } from '../lib/idempotency.ts';
import { refreshRegistrations, resubmitRegistration } from '../lib/registrations.ts';
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

/** Sends a corrected, already paid registration back to the staff (contract rule 3). */
export function ResubmitButton({ registration, onDone, ...button }: ResubmitButtonProps) {
  const client = useQueryClient();
  const intent = useIntentKey();
  const { id, canResubmit } = registration;
  const resubmit = useMutation({
    mutationFn: () => intent.run(id, (key) => resubmitRegistration(id, key)),
    // Not among the options of mutate(): the refreshed registration may take this button away first.
    onSuccess: () => {
      notify.success(texts.done, texts.doneText);
      onDone?.();
    },
    onError: (error) => notify.error(texts.failed, messageOf(error, texts.failedText)),
    onSettled: () => refreshRegistrations(client),
  });
  return (
    <Button
      {...button}
      disabled={!canResubmit}
      loading={resubmit.isPending}
      onClick={() => resubmit.mutate()}
    >
      {texts.label}
    </Button>
  );
}
