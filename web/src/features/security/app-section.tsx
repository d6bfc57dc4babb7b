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
import { type ShowCodes, useFactorChange } from './api.ts';
import { texts } from './texts.ts';

const t = texts.app;

const showError = (error: Error) => notify.error(t.failed, reasonOf(error, texts.genericText));
/** Error text of the code field; other errors are shown in a toast. */
const codeError = (error: Error | null): string | undefined =>
  error instanceof HttpError ? error.fields.code : undefined;

export function AppSection({ isActive, onCodes }: { isActive: boolean; onCodes: ShowCodes }) {
  const setUp = useMutation({ mutationFn: () => call(factorCalls.setUpTotp) });
  const [turnsOff, setTurnsOff] = useState(false);
  const closeTurnOff = () => {
    setTurnsOff(false);
    setUp.reset();
  };
  return (
    <Panel title={t.title}>
      <Stack>
        <p className="g2-note">{t.lead}</p>
        {isActive ? (
          <div className="g2-spread">
            <strong>{t.active}</strong>
            <Button variant="default" onClick={() => setTurnsOff(true)}>
              {t.off}
            </Button>
          </div>
        ) : setUp.data === undefined ? (
          <div>
            <Button loading={setUp.isPending} onClick={() => setUp.mutate(undefined, { onError: showError })}>
              {t.start}
            </Button>
          </div>
        ) : (
          <SetUpForm {...setUp.data} onCancel={() => setUp.reset()} onCodes={onCodes} />
        )}
      </Stack>
      <Modal opened={turnsOff} onClose={closeTurnOff} title={t.offTitle}>
        {turnsOff && <TurnOffForm onClose={closeTurnOff} />}
      </Modal>
    </Panel>
  );
}

interface SetUpFormProps {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly onCancel: () => void;
  readonly onCodes: ShowCodes;
}

function SetUpForm({ secret, otpauthUrl, onCancel, onCodes }: SetUpFormProps) {
  const enable = useFactorChange((code: string) => call(factorCalls.enableTotp, { body: { code } }));
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enable.mutate(code, {
      onSuccess: ({ recoveryCodes }) => {
        notify.success(t.done, t.doneText);
        onCodes(recoveryCodes);
      },
      onError: (error) => codeError(error) ?? showError(error),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{t.scan}</p>
        <QrCode text={otpauthUrl} label={t.qr} />
        <div className="g2-row">
          <span className="g2-meta">{t.secret}</span>
          {/* In groups of four characters, easier to type; the copy has no spaces. */}
          <code className="g2-mono wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton
            value={secret}
            label={t.secret}
            className="g2-inline g2-bare min-h-7 text-xs font-semibold text-accent print:hidden"
          />
        </div>
        <CodeInput kind="app" value={code} onChange={setCode} error={codeError(enable.error)} autoFocus />
        <div className="g2-row">
          <Button type="submit" loading={enable.isPending} disabled={code === ''}>
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

function TurnOffForm({ onClose }: { onClose: () => void }) {
  const disable = useFactorChange((code: string) => call(factorCalls.disableTotp, { body: { code } }));
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    disable.mutate(code, {
      onSuccess: () => {
        notify.success(t.offDone);
        onClose();
      },
      onError: (error) => codeError(error) ?? showError(error),
    });
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit={t.off}
      danger
      pending={disable.isPending}
      disabled={code === ''}
    >
      <CodeInput
        kind="app"
        description={t.offLead}
        value={code}
        onChange={setCode}
        error={codeError(disable.error)}
        autoFocus
      />
    </DialogForm>
  );
}
