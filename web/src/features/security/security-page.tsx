import '../../ui/mantine-forms.ts';
import { Stack } from '@mantine/core';
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { factorsQuery } from './api.ts';
import { AppSection } from './app-section.tsx';
import { isNeeded } from './factor-gate.tsx';
import { LinksSection } from './links-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { RecoveryDialog } from './recovery-dialog.tsx';
import { RecoverySection } from './recovery-section.tsx';
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
            <State isOn={user.mfaEnabled} />
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

function State({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? IconShieldCheck : IconShieldExclamation;
  return (
    <div className={classes.state} data-on={isOn || undefined}>
      <Icon size={28} aria-hidden />
      <div>
        <p className="g2-title">{isOn ? t.state.on : t.state.off}</p>
        <p className="g2-note">{isOn ? t.state.onText : t.state.offText}</p>
      </div>
    </div>
  );
}
