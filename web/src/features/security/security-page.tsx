import '../../ui/mantine-forms.ts';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { Button, Stack } from '@mantine/core';
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
import { reasonOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import dialogClasses from '../../ui/dialog.module.css';
import { Panel } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryFrame } from '../../ui/query-frame.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { factorsQuery, type ShowRecoveryCodes, useFactorChange } from './api.ts';
import { AuthenticatorSection } from './app-section.tsx';
import { isFactorRequired } from './factor-gate.tsx';
import { LinksSection } from './links-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { texts as t } from './texts.ts';

/** Second factors and linked provider accounts. @param nav links to the other account pages */
export function SecurityPage({ nav }: { nav: ReactNode }) {
  const user = useUser();
  const factors = useQuery(factorsQuery);
  const { state } = useLocation();
  // New recovery codes, which a dialog shows once. Any of the sections can create them.
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  if (!user) return null;
  const isActive = user.mfaEnabled;
  const StateIcon = isActive ? IconShieldCheck : IconShieldExclamation;
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        {isFactorRequired(state) && !isActive && (
          <p role="alert" className="g2-warning m-0 text-warning">
            {t.factorRequired}
          </p>
        )}
        <QueryFrame query={factors} loading={<PageSpinner />} failed={t.loadFailed}>
          {({ totp, recoveryCodes }) => (
            <>
              <div className="g2-line">
                <StateIcon className={isActive ? 'text-accent' : 'text-warning'} size={28} aria-hidden />
                <div>
                  <p className="g2-title">{isActive ? t.state.active : t.state.inactive}</p>
                  <p className="g2-note">{isActive ? t.state.activeText : t.state.inactiveText}</p>
                </div>
              </div>
              <AuthenticatorSection isActive={totp} onCodes={setNewCodes} />
              <PasskeysSection isOnlyFactor={!totp} onCodes={setNewCodes} />
              {isActive && <RecoverySection codesLeft={recoveryCodes} onCodes={setNewCodes} />}
            </>
          )}
        </QueryFrame>
        {!factors.isPending && <LinksSection />}
      </Stack>
      {newCodes !== null && <RecoveryDialog codes={newCodes} onClose={() => setNewCodes(null)} />}
    </Page>
  );
}

function RecoverySection({ codesLeft, onCodes }: { codesLeft: number; onCodes: ShowRecoveryCodes }) {
  const renewMutation = useFactorChange(() => call(factorCalls.renewRecoveryCodes));
  const renewCodes = () =>
    renewMutation.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: (error) => notify.error(t.recovery.renewFailed, reasonOf(error, t.requestFailed)),
    });
  return (
    <Panel title={t.recovery.title}>
      <Stack>
        <p className="g2-note">
          {t.recovery.codesLeft(codesLeft)} {t.recovery.renewHint}
        </p>
        <div>
          <Button variant="default" loading={renewMutation.isPending} onClick={renewCodes}>
            {t.recovery.renewCodes}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}

function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const text = [t.recovery.fileHeading, '', ...codes, ''].join('\n');
  const { title, storedCheckbox, close } = t.recovery;
  return (
    <ShownOnceDialog title={title} savedLabel={storedCheckbox} closeLabel={close} onClose={onClose}>
      <p className={dialogClasses.lead}>{t.recovery.lead}</p>
      <ol className="g2-mono wrap-anywhere grid gap-1 m-0 pr-3 pl-12 py-3 rounded-md bg-sunken">
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
          <span aria-live="polite">{copied ? t.recovery.copied : t.recovery.copyCodes}</span>
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), t.recovery.fileName)}
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
    </ShownOnceDialog>
  );
}

function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  document.body.append(frame);
  const frameWindow = frame.contentWindow;
  if (frameWindow === null) return;
  frameWindow.document.body.style.cssText = 'white-space:pre;font:14pt/1.8 monospace';
  frameWindow.document.body.textContent = text;
  frameWindow.addEventListener('afterprint', () => frame.remove());
  frameWindow.print();
}
