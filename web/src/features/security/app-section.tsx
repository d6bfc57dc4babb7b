import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { Button, Stack, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { CodeInput } from '../../shared/factor/code-input.tsx';
import { DialogActions } from '../../ui/confirm-dialog.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { notify } from '../../ui/toast-store.ts';
import { useFactorChange } from './api.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

const t = texts.app;

interface AppSectionProps {
  readonly isActive: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

const tell = (error: Error) => notify.error(t.failed, reasonOf(error, texts.genericText));
/** Error text of the code field; other errors are shown in a toast. */
const codeError = (error: Error | null): string | undefined =>
  error instanceof HttpError ? error.fields.code : undefined;

export function AppSection({ isActive, onCodes }: AppSectionProps) {
  const setUp = useMutation({ mutationFn: () => call(factorCalls.setUpTotp) });
  const [turnsOff, setTurnsOff] = useState(false);
  const started = setUp.data;
  const closeTurnOff = () => {
    setTurnsOff(false);
    setUp.reset();
  };
  return (
    <section className="g2-panel g2-edge" aria-label={t.title}>
      <Stack gap="md">
        <Title order={2}>{t.title}</Title>
        <p className="g2-note">{t.lead}</p>
        {isActive && (
          <div className="g2-spread">
            <strong>{t.active}</strong>
            <Button variant="default" onClick={() => setTurnsOff(true)}>
              {t.off}
            </Button>
          </div>
        )}
        {!isActive && started === undefined && (
          <div>
            <Button loading={setUp.isPending} onClick={() => setUp.mutate(undefined, { onError: tell })}>
              {t.start}
            </Button>
          </div>
        )}
        {!isActive && started !== undefined && (
          <SetUp {...started} onCancel={() => setUp.reset()} onCodes={onCodes} />
        )}
      </Stack>
      <Modal opened={turnsOff} onClose={closeTurnOff} title={t.offTitle}>
        {turnsOff && <TurnOffForm onClose={closeTurnOff} />}
      </Modal>
    </section>
  );
}

interface SetUpProps {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly onCancel: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

function SetUp({ secret, otpauthUrl, onCancel, onCodes }: SetUpProps) {
  const enable = useFactorChange((code: string) => call(factorCalls.enableTotp, { body: { code } }));
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enable.mutate(code, {
      onSuccess: ({ recoveryCodes }) => {
        notify.success(t.done, t.doneText);
        onCodes(recoveryCodes);
      },
      onError: (error) => codeError(error) ?? tell(error),
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>{t.scan}</p>
        <QrCode text={otpauthUrl} label={t.qr} />
        <SecretLine secret={secret} />
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
      onError: (error) => codeError(error) ?? tell(error),
    });
  };
  return (
    <form className={dialogClasses.form} onSubmit={submit} noValidate>
      <CodeInput
        kind="app"
        description={t.offLead}
        value={code}
        onChange={setCode}
        error={codeError(disable.error)}
        autoFocus
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" color="red" loading={disable.isPending} disabled={code === ''}>
          {t.off}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Shows a secret in groups of four characters for typing; the copy button omits the spaces. */
function SecretLine({ secret }: { secret: string }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <div className={classes.secret}>
      <span className="g2-meta">{texts.app.secret}</span>
      <code className={classes.code}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <Button
        size="xs"
        variant="default"
        aria-label={ui.copyOf(texts.app.secret)}
        leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
        onClick={() => copy(secret)}
      >
        <span aria-live="polite">{copied ? ui.copied : ui.copy}</span>
      </Button>
    </div>
  );
}
