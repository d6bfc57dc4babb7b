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
import { factorsQuery, type ShowCodes, useFactorChange } from './api.ts';
import { AppSection } from './app-section.tsx';
import { isNeeded } from './factor-gate.tsx';
import { LinksSection } from './links-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { texts as t } from './texts.ts';

/** Second factors and linked provider accounts. @param nav links to the other account pages */
export function SecurityPage({ nav }: { nav: ReactNode }) {
  const user = useUser();
  const factors = useQuery(factorsQuery);
  const { state } = useLocation();
  // New recovery codes, shown once in a dialog, whichever section created them.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!user) return null;
  const isOn = user.mfaEnabled;
  const StateIcon = isOn ? IconShieldCheck : IconShieldExclamation;
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        {nav}
        {isNeeded(state) && !isOn && (
          <p role="alert" className="g2-warning m-0 text-warning">
            {t.needed}
          </p>
        )}
        <QueryFrame query={factors} loading={<PageSpinner />} failed={t.failedText}>
          {({ totp, recoveryCodes }) => (
            <>
              <div className="g2-line">
                <StateIcon className={isOn ? 'text-accent' : 'text-warning'} size={28} aria-hidden />
                <div>
                  <p className="g2-title">{isOn ? t.state.on : t.state.off}</p>
                  <p className="g2-note">{isOn ? t.state.onText : t.state.offText}</p>
                </div>
              </div>
              <AppSection isActive={totp} onCodes={setCodes} />
              <PasskeysSection isOnly={!totp} onCodes={setCodes} />
              {isOn && <RecoverySection left={recoveryCodes} onCodes={setCodes} />}
            </>
          )}
        </QueryFrame>
        {!factors.isPending && <LinksSection />}
      </Stack>
      {codes !== null && <RecoveryDialog codes={codes} onClose={() => setCodes(null)} />}
    </Page>
  );
}

function RecoverySection({ left, onCodes }: { left: number; onCodes: ShowCodes }) {
  const renew = useFactorChange(() => call(factorCalls.renewRecoveryCodes));
  const ask = () =>
    renew.mutate(undefined, {
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: (error) => notify.error(t.recovery.failed, reasonOf(error, t.genericText)),
    });
  return (
    <Panel title={t.recovery.title}>
      <Stack>
        <p className="g2-note">
          {t.recovery.left(left)} {t.recovery.renewText}
        </p>
        <div>
          <Button variant="default" loading={renew.isPending} onClick={ask}>
            {t.recovery.renew}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}

function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const text = [t.recovery.head, '', ...codes, ''].join('\n');
  const { title, kept, close } = t.recovery;
  return (
    <ShownOnceDialog title={title} kept={kept} close={close} onClose={onClose}>
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
    </ShownOnceDialog>
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
