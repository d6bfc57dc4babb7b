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
  unchangedTitle: 'Reenviar sem alterações?',
  unchangedText: 'Nada foi alterado desde o pedido. Reenviar mesmo assim?',
  confirmUnchanged: 'Reenviar mesmo assim',
} as const;

type ResubmittableRegistration = Pick<Registration, 'id' | 'canResubmit' | 'changedSinceCorrection'>;

interface ResubmitButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly registration: ResubmittableRegistration;
  readonly onDone?: () => void;
}

const notifyFailure = (error: unknown) => notify.error(texts.failed, reasonOf(error, texts.failedText));

/** Resubmits a paid registration after corrections (api-rules R3). If it is unchanged, asks for confirmation first. */
export function ResubmitButton({ registration, onDone, ...buttonProps }: ResubmitButtonProps) {
  const { id } = registration;
  const client = useQueryClient();
  const intentKey = useIntentKey();
  const [isConfirming, setConfirming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The callbacks are here, because those passed to mutate() do not run: the optimistic update unmounts this button.
  const resubmit = useMutation({
    mutationFn: (_button: HTMLElement) =>
      intentKey.run(id, (idempotencyKey) => resubmitRegistration(id, idempotencyKey)),
    onMutate: async (pressedButton) => {
      const refocus = prepareFocusFallback(pressedButton);
      const statusUpdatedAt = new Date().toISOString();
      const patch = { status: 'paid', statusUpdatedAt, canEdit: false, canPay: false, canResubmit: false };
      return { undo: await applyOptimistic(client, { root: REGISTRATIONS, id, patch }), refocus };
    },
    onSuccess: () => {
      notify.success(texts.done, texts.doneText);
      onDone?.();
    },
    onError: (error, _button, context) => {
      context?.undo();
      notifyFailure(error);
    },
    onSettled: async (_answer, _error, _button, context) => {
      await refreshRegistrations(client);
      context?.refocus();
    },
  });
  const startResubmission = () => button.current && resubmit.mutate(button.current);
  const checkChanges = useMutation({
    mutationFn: () => wasChanged(client, registration),
    onSuccess: (isChanged) => (isChanged ? startResubmission() : setConfirming(true)),
    onError: notifyFailure,
  });
  return (
    <>
      <Button
        {...buttonProps}
        ref={button}
        disabled={!registration.canResubmit}
        loading={checkChanges.isPending || resubmit.isPending}
        onClick={() => checkChanges.mutate()}
      >
        {texts.label}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={texts.unchangedTitle}
        confirm={texts.confirmUnchanged}
        pending={false}
        onConfirm={() => {
          setConfirming(false);
          startResubmission();
        }}
        onClose={() => setConfirming(false)}
      >
        <Text>{texts.unchangedText}</Text>
      </ConfirmDialog>
    </>
  );
}

/** Reads the registration again unless it is known to be changed: no event reports changes from another device. */
async function wasChanged(
  client: QueryClient,
  { id, changedSinceCorrection }: ResubmittableRegistration,
): Promise<boolean> {
  if (changedSinceCorrection) return true;
  return (await client.fetchQuery({ ...registrationQuery(id), staleTime: 0 })).changedSinceCorrection;
}
