import '../../ui/mantine-forms.ts';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { Button, Stack, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconCheck,
  IconCopy,
  IconDownload,
  IconPrinter,
  IconShieldCheck,
  IconShieldExclamation,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../lib/call.ts';
import { saveBlob } from '../../lib/download.ts';
import { failedToLoad, reasonOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { ConfirmSaved } from '../../ui/confirm-saved.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { Modal } from '../../ui/modal.tsx';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { factorsQuery, useFactorChange } from './api.ts';
import { AppSection } from './app-section.tsx';
import { isNeeded } from './factor-gate.tsx';
import { LinksSection } from './links-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import classes from './security.module.css';
import { texts as t } from './texts.ts';

/** Second factors and linked provider accounts. @param nav links to the other account pages */
export function SecurityPage({ nav }: { nav: ReactNode }) {
  const user = useUser();
  const factors = useQuery(factorsQuery);
  const { state } = useLocation();
  // New recovery codes, shown once in a dialog, whichever section created them.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!user) return null;
  const StateIcon = user.mfaEnabled ? IconShieldCheck : IconShieldExclamation;
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        {isNeeded(state) && !user.mfaEnabled && (
          <p role="alert" className={classes.needed}>
            {t.needed}
          </p>
        )}
        {failedToLoad(factors) && (
          <RetryLine text={t.failedText} busy={factors.isFetching} onRetry={() => void factors.refetch()} />
        )}
        {factors.isPending && <PageSpinner />}
        {factors.data && (
          <>
            <div className={classes.state} data-on={user.mfaEnabled || undefined}>
              <StateIcon size={28} aria-hidden />
              <div>
                <p className="g2-title">{user.mfaEnabled ? t.state.on : t.state.off}</p>
                <p className="g2-note">{user.mfaEnabled ? t.state.onText : t.state.offText}</p>
              </div>
            </div>
            <AppSection isActive={factors.data.totp} onCodes={setCodes} />
            <PasskeysSection isOnly={!factors.data.totp} onCodes={setCodes} />
            {user.mfaEnabled && <RecoverySection left={factors.data.recoveryCodes} onCodes={setCodes} />}
          </>
        )}
        {!factors.isPending && <LinksSection />}
      </Stack>
      {codes !== null && <RecoveryDialog codes={codes} onClose={() => setCodes(null)} />}
    </Page>
  );
}

function RecoverySection({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const renew = useFactorChange(() => call(factorCalls.renewRecoveryCodes));
  const ask = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: (error) => notify.error(t.recovery.failed, reasonOf(error, t.genericText)),
    });
  return (
    <section className="g2-panel g2-edge" aria-label={t.recovery.title}>
      <Stack gap="md">
        <Title order={2}>{t.recovery.title}</Title>
        <p className="g2-note">
          {t.recovery.left(left)} {t.recovery.renewText}
        </p>
        <div>
          <Button variant="default" loading={renew.isPending} onClick={ask}>
            {t.recovery.renew}
          </Button>
        </div>
      </Stack>
    </section>
  );
}

/** Shows the new recovery codes, which are not shown again; closes only after the user confirms having saved them. */
function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const text = [t.recovery.head, '', ...codes, ''].join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.recovery.title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead}>{t.recovery.lead}</p>
        <ol className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="g2-row">
          <Button
            variant="default"
            size="xs"
            data-autofocus
            leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
            onClick={() => copy(codes.join('\n'))}
          >
            <span aria-live="polite">{copied ? t.recovery.copied : t.recovery.copy}</span>
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), t.recovery.file)}
          >
            {t.recovery.download}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={15} aria-hidden />}
            onClick={() => printText(text)}
          >
            {t.recovery.print}
          </Button>
        </div>
        <ConfirmSaved kept={t.recovery.kept} close={t.recovery.close} onClose={onClose} />
      </div>
    </Modal>
  );
}

function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  document.body.append(frame);
  const shown = frame.contentWindow;
  if (shown === null) return;
  shown.document.body.style.cssText = 'white-space:pre;font:14pt/1.8 monospace';
  shown.document.body.textContent = text;
  shown.addEventListener('afterprint', () => frame.remove());
  shown.print();
}
