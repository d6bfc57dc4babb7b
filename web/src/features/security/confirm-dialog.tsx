import '../../ui/mantine-forms.ts';
import type { ConfirmBody, ConfirmChallenge } from '@g2/gateway/contract/factors';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { CodeInput } from '../../shared/factor/code-input.tsx';
import { texts as factorTexts } from '../../shared/factor/texts.ts';
import { hasPasskeys, PasskeyCancelled, signWithPasskey } from '../../shared/factor/webauthn.ts';
import { DialogActions, DialogForm } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { withMantine } from '../../ui/mantine-root.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { texts } from './texts.ts';

const t = texts.confirm;

export const IdentityDialog = withMantine(IdentityPrompt);

/** Dialog that asks for the password or second factor again. Dialogs below it stay open. */
function IdentityPrompt({ respond }: { respond: (isConfirmed: boolean) => void }) {
  const options = useQuery({
    queryKey: [factorCalls.startConfirm.path],
    queryFn: ({ signal }) => call(factorCalls.startConfirm, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  const close = () => respond(false);
  return (
    <Modal
      opened
      onClose={close}
      title={t.title}
      // Shown above any other dialog. `ConfirmHost` handles the Escape key.
      zIndex={400}
      closeOnEscape={false}
    >
      {options.data && (
        <IdentityForm
          challenge={options.data}
          onDone={() => respond(true)}
          onCancel={close}
          renewChallenge={options.refetch}
        />
      )}
      {options.isPending && <PageSpinner />}
      {options.error && (
        <div className={dialogClasses.form}>
          <p role="alert" className={dialogClasses.warning}>
            {messageOf(options.error, t.confirmFailed)}
          </p>
          <DialogActions onCancel={close}>{null}</DialogActions>
        </div>
      )}
    </Modal>
  );
}

interface IdentityFormProps {
  readonly challenge: ConfirmChallenge;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** Fetches a new challenge, because each challenge can be used only once. */
  readonly renewChallenge: () => Promise<unknown>;
}

function IdentityForm({ challenge, onDone, onCancel, renewChallenge }: IdentityFormProps) {
  const { methods, passkey } = challenge;
  const usesPassword = methods.includes('password');
  const offersApp = methods.includes('totp');
  const [codeKind, setCodeKind] = useState<'app' | 'recovery'>(offersApp ? 'app' : 'recovery');
  const [value, setValue] = useState('');
  const confirmMutation = useMutation({
    mutationFn: (body: ConfirmBody) => call(factorCalls.confirmIdentity, { body }),
    onSuccess: onDone,
  });
  const passkeyMutation = useMutation({
    mutationFn: async () => {
      if (passkey) {
        const response = await signWithPasskey(passkey.options);
        await confirmMutation.mutateAsync({ flow: passkey.flow, passkey: response });
      }
    },
    onError: () => void renewChallenge(),
  });
  if (methods.length === 0) {
    return (
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead}>{t.providerHint}</p>
        <DialogActions onCancel={onCancel}>{null}</DialogActions>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals, so the form below the dialog would be submitted too.
    event.stopPropagation();
    if (value !== '') confirmMutation.mutate(usesPassword ? { password: value } : { code: value });
  };
  const passkeyError = passkeyMutation.error instanceof PasskeyCancelled ? null : passkeyMutation.error;
  const failure = confirmMutation.error ?? passkeyError;
  const errorText = failure && messageOf(failure, passkeyError ? factorTexts.passkeyFailed : t.confirmFailed);
  const isFieldError = failure instanceof HttpError && Object.keys(failure.fields).length > 0;
  const fieldError = isFieldError ? errorText : undefined;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onCancel}
      submit={t.confirmButton}
      pending={confirmMutation.isPending}
      disabled={value === ''}
    >
      <p className={dialogClasses.lead}>{t.lead}</p>
      {errorText !== null && !isFieldError && (
        <p role="alert" className={dialogClasses.warning}>
          {errorText}
        </p>
      )}
      {usesPassword ? (
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={fieldError}
          // The dialog sets its initial focus before this form appears.
          autoFocus
        />
      ) : (
        <CodeInput
          key={codeKind}
          kind={codeKind}
          value={value}
          onChange={setValue}
          error={fieldError}
          autoFocus
        />
      )}
      {passkey && hasPasskeys() && (
        <Button
          variant="default"
          loading={passkeyMutation.isPending}
          onClick={() => passkeyMutation.mutate()}
        >
          {factorTexts.passkey}
        </Button>
      )}
      {offersApp && methods.includes('recovery') && (
        <Button
          variant="subtle"
          onClick={() => {
            setCodeKind(codeKind === 'app' ? 'recovery' : 'app');
            setValue('');
            confirmMutation.reset();
          }}
        >
          {codeKind === 'app' ? factorTexts.toRecovery : factorTexts.toCode}
        </Button>
      )}
    </DialogForm>
  );
}
