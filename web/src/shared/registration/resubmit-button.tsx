import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps, Text } from '@mantine/core';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { applyOptimistic } from '../../lib/optimistic.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { prepareFocusFallback } from '../../ui/focus-fallback.ts';
import { notify } from '../../ui/toast-store.ts';
import { REGISTRATIONS, refreshRegistrations, registrationQuery, resubmitRegistration } from './api.ts';

const texts = {
  label: 'Reenviar',
  done: 'Registro reenviado',
  doneText: 'A equipe vai retomar a análise. Nenhum valor foi cobrado.',
  failed: 'Erro ao reenviar registro',
  failedText: 'Não foi possível reenviar o registro. Tente novamente.',
  unchanged: 'Reenviar sem alterações?',
  unchangedText: 'Nada foi alterado desde o pedido. Reenviar mesmo assim?',
  anyway: 'Reenviar mesmo assim',
} as const;

type Target = Pick<Registration, 'id' | 'canResubmit' | 'changedSinceCorrection'>;

interface ResubmitButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly registration: Target;
  readonly onDone?: () => void;
}

const failed = (error: unknown) => notify.error(texts.failed, reasonOf(error, texts.failedText));

/** Resubmits a corrected, already paid registration (api-rules R3); if it was not changed, asks for confirmation. */
export function ResubmitButton({ registration, onDone, ...button }: ResubmitButtonProps) {
  const { id } = registration;
  const client = useQueryClient();
  const intent = useIntentKey();
  const [asking, setAsking] = useState(false);
  const control = useRef<HTMLButtonElement>(null);
  // Callbacks passed to mutate() would not run, because the optimistic update unmounts this button.
  const resubmit = useMutation({
    mutationFn: (_control: HTMLElement) => intent.run(id, (key) => resubmitRegistration(id, key)),
    onMutate: async (pressed) => {
      const refocus = prepareFocusFallback(pressed);
      const statusUpdatedAt = new Date().toISOString();
      const patch = { status: 'paid', statusUpdatedAt, canEdit: false, canPay: false, canResubmit: false };
      return { undo: await applyOptimistic(client, { root: REGISTRATIONS, id, patch }), refocus };
    },
    onSuccess: () => {
      notify.success(texts.done, texts.doneText);
      onDone?.();
    },
    onError: (error, _control, context) => {
      context?.undo();
      failed(error);
    },
    onSettled: async (_answer, _error, _control, context) => {
      await refreshRegistrations(client);
      context?.refocus();
    },
  });
  const send = () => control.current && resubmit.mutate(control.current);
  const check = useMutation({
    mutationFn: () => wasChanged(client, registration),
    onSuccess: (changed) => (changed ? send() : setAsking(true)),
    onError: failed,
  });
  return (
    <>
      <Button
        {...button}
        ref={control}
        disabled={!registration.canResubmit}
        loading={check.isPending || resubmit.isPending}
        onClick={() => check.mutate()}
      >
        {texts.label}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.unchanged}
        confirm={texts.anyway}
        pending={false}
        onConfirm={() => {
          setAsking(false);
          send();
        }}
        onClose={() => setAsking(false)}
      >
        <Text>{texts.unchangedText}</Text>
      </ConfirmDialog>
    </>
  );
}

/** Re-reads the registration unless it is known to be changed: no event reports changes made on another device. */
async function wasChanged(client: QueryClient, { id, changedSinceCorrection }: Target): Promise<boolean> {
  if (changedSinceCorrection) return true;
  return (await client.fetchQuery({ ...registrationQuery(id), staleTime: 0 })).changedSinceCorrection;
}
