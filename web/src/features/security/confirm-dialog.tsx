import '../../ui/mantine-forms.ts';
import type { ConfirmBody, ConfirmChallenge } from '@g2/gateway/contract/factors';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { CodeInput } from '../../shared/factor/code-input.tsx';
import { texts as factor } from '../../shared/factor/texts.ts';
import { askPasskey, hasPasskeys, PasskeyCancelled } from '../../shared/factor/webauthn.ts';
import { DialogActions, DialogForm } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { withMantine } from '../../ui/mantine-root.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { texts } from './texts.ts';

const t = texts.confirm;

export const ConfirmDialog = withMantine(ConfirmPrompt);

/** Asks for the password or second factor again. The dialogs below it keep their state. */
function ConfirmPrompt({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const options = useQuery({
    queryKey: [factorCalls.startConfirm.path],
    queryFn: ({ signal }) => call(factorCalls.startConfirm, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  const close = () => answer(false);
  return (
    <Modal
      opened
      onClose={close}
      title={t.title}
      // Above any other dialog. `ConfirmHost` handles Esc.
      zIndex={400}
      closeOnEscape={false}
    >
      {options.data && (
        <ConfirmForm
          challenge={options.data}
          onDone={() => answer(true)}
          onCancel={close}
          renew={options.refetch}
        />
      )}
      {options.isPending && <PageSpinner />}
      {options.error && (
        <div className={dialogClasses.form}>
          <p role="alert" className={dialogClasses.warning}>
            {messageOf(options.error, t.failed)}
          </p>
          <DialogActions onCancel={close}>{null}</DialogActions>
        </div>
      )}
    </Modal>
  );
}

interface ConfirmFormProps {
  readonly challenge: ConfirmChallenge;
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** Fetches a new challenge; each challenge is valid once. */
  readonly renew: () => Promise<unknown>;
}

function ConfirmForm({ challenge, onDone, onCancel, renew }: ConfirmFormProps) {
  const { methods, passkey } = challenge;
  const byPassword = methods.includes('password');
  const byApp = methods.includes('totp');
  const [kind, setKind] = useState<'app' | 'recovery'>(byApp ? 'app' : 'recovery');
  const [value, setValue] = useState('');
  const confirm = useMutation({
    mutationFn: (body: ConfirmBody) => call(factorCalls.confirmIdentity, { body }),
    onSuccess: onDone,
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      if (passkey) {
        const answer = await askPasskey(passkey.options);
        await confirm.mutateAsync({ flow: passkey.flow, passkey: answer });
      }
    },
    onError: () => void renew(),
  });
  if (methods.length === 0) {
    return (
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead}>{t.provider}</p>
        <DialogActions onCancel={onCancel}>{null}</DialogActions>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals: without this, the form below would be submitted too.
    event.stopPropagation();
    if (value !== '') confirm.mutate(byPassword ? { password: value } : { code: value });
  };
  const other = byPasskey.error instanceof PasskeyCancelled ? null : byPasskey.error;
  const failure = confirm.error ?? other;
  const message = failure && messageOf(failure, other ? factor.passkeyFailed : t.failed);
  const isOfField = failure instanceof HttpError && Object.keys(failure.fields).length > 0;
  const fieldError = isOfField ? message : undefined;
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onCancel}
      submit={t.submit}
      pending={confirm.isPending}
      disabled={value === ''}
    >
      <p className={dialogClasses.lead}>{t.lead}</p>
      {message !== null && !isOfField && (
        <p role="alert" className={dialogClasses.warning}>
          {message}
        </p>
      )}
      {byPassword ? (
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={fieldError}
          // The form appears after the dialog has placed the initial focus.
          autoFocus
        />
      ) : (
        <CodeInput key={kind} kind={kind} value={value} onChange={setValue} error={fieldError} autoFocus />
      )}
      {passkey && hasPasskeys() && (
        <Button variant="default" loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          {factor.passkey}
        </Button>
      )}
      {byApp && methods.includes('recovery') && (
        <Button
          variant="subtle"
          onClick={() => {
            setKind(kind === 'app' ? 'recovery' : 'app');
            setValue('');
            confirm.reset();
          }}
        >
          {kind === 'app' ? factor.toRecovery : factor.toCode}
        </Button>
      )}
    </DialogForm>
  );
}
