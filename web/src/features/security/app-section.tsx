import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { CodeInput } from '../../shared/factor/code-input.tsx';
import { DialogForm } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/facts.tsx';
import { Modal } from '../../ui/modal.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { notify } from '../../ui/toast-store.ts';
import { type ShowRecoveryCodes, useFactorChange } from './api.ts';
import { texts } from './texts.ts';

const t = texts.app;

const showError = (error: Error) => notify.error(t.errorTitle, reasonOf(error, texts.requestFailed));
/** Error text of the code field; other errors are shown in a toast. */
const codeError = (error: Error | null): string | undefined =>
  error instanceof HttpError ? error.fields.code : undefined;

export function AuthenticatorSection({
  isActive,
  onCodes,
}: {
  isActive: boolean;
  onCodes: ShowRecoveryCodes;
}) {
  const setUpMutation = useMutation({ mutationFn: () => call(factorCalls.setUpTotp) });
  const [isDisabling, setDisabling] = useState(false);
  const closeDisableDialog = () => {
    setDisabling(false);
    setUpMutation.reset();
  };
  return (
    <Panel title={t.title}>
      <Stack>
        <p className="g2-note">{t.lead}</p>
        {isActive ? (
          <div className="g2-spread">
            <strong>{t.active}</strong>
            <Button variant="default" onClick={() => setDisabling(true)}>
              {t.disable}
            </Button>
          </div>
        ) : setUpMutation.data === undefined ? (
          <div>
            <Button
              loading={setUpMutation.isPending}
              onClick={() => setUpMutation.mutate(undefined, { onError: showError })}
            >
              {t.setUp}
            </Button>
          </div>
        ) : (
          <SetUpForm {...setUpMutation.data} onCancel={() => setUpMutation.reset()} onCodes={onCodes} />
        )}
      </Stack>
      <Modal opened={isDisabling} onClose={closeDisableDialog} title={t.disableTitle}>
        {isDisabling && <DisableForm onClose={closeDisableDialog} />}
      </Modal>
    </Panel>
  );
}

interface SetUpFormProps {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly onCancel: () => void;
  readonly onCodes: ShowRecoveryCodes;
}

function SetUpForm({ secret, otpauthUrl, onCancel, onCodes }: SetUpFormProps) {
  const enableMutation = useFactorChange((code: string) => call(factorCalls.enableTotp, { body: { code } }));
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enableMutation.mutate(code, {
      onSuccess: ({ recoveryCodes }) => {
        notify.success(t.enabled, t.enabledText);
        onCodes(recoveryCodes);
      },
      onError: (error) => codeError(error) ?? showError(error),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{t.scanHint}</p>
        <QrCode text={otpauthUrl} label={t.qrCodeLabel} />
        <div className="g2-row">
          <span className="g2-meta">{t.secret}</span>
          {/* Shown in groups of four characters, which are easier to type. The copied text has no spaces. */}
          <code className="g2-mono wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton
            value={secret}
            label={t.secret}
            className="g2-inline g2-bare min-h-7 text-xs font-semibold text-accent print:hidden"
          />
        </div>
        <CodeInput
          kind="app"
          value={code}
          onChange={setCode}
          error={codeError(enableMutation.error)}
          autoFocus
        />
        <div className="g2-row">
          <Button type="submit" loading={enableMutation.isPending} disabled={code === ''}>
            {t.enable}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function DisableForm({ onClose }: { onClose: () => void }) {
  const disableMutation = useFactorChange((code: string) =>
    call(factorCalls.disableTotp, { body: { code } }),
  );
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    disableMutation.mutate(code, {
      onSuccess: () => {
        notify.success(t.disabled);
        onClose();
      },
      onError: (error) => codeError(error) ?? showError(error),
    });
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={t.disable}
      danger
      pending={disableMutation.isPending}
      disabled={code === ''}
    >
      <CodeInput
        kind="app"
        description={t.disableLead}
        value={code}
        onChange={setCode}
        error={codeError(disableMutation.error)}
        autoFocus
      />
    </DialogForm>
  );
}
