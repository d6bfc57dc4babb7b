import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { AskedToast } from '../features/admin/approvals/asked-toast.tsx';
import { LiveUpdates } from '../features/live/live-updates.tsx';
import { ConfirmHost } from '../features/security/confirm-host.tsx';
import { FactorGate } from '../features/security/factor-gate.tsx';
import { failedToRefresh } from '../lib/failures.ts';
import { usePath, useTexts } from '../lib/language.ts';
import { SupportLine } from '../shared/support/support-line.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import staleNoticeClasses from './stale-notice.module.css';
import { texts } from './texts.ts';

/** Header, page and footer. Scrolls to the top when the path changes. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const t = useTexts(texts);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the signal.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    // Keyboard and screen-reader users start at the new page, not at the link that is gone.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#conteudo">
        {t.header.skip}
      </a>
      <Header />
      <LiveUpdates />
      <ConfirmHost />
      <FactorGate />
      <AskedToast />
      <StaleNotice />
      <main id="conteudo" ref={main} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Footer() {
  const t = useTexts(texts).footer;
  const path = usePath();
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <span>{t.rights}</span>
        <span className={classes.footerNote}>{t.note}</span>
        <SupportLine />
        <nav aria-label={t.nav}>
          <Link to={path('/help')} target="_blank" rel="noopener">
            {t.help}
          </Link>
          <Link to="/help#contato">{t.contact}</Link>
          <Link to={path('/verificar')}>{t.check}</Link>
          <Link to="/desenvolvedores">{t.developers}</Link>
          <Link to="/termos">{t.terms}</Link>
          <Link to="/privacidade">{t.privacy}</Link>
        </nav>
      </div>
    </footer>
  );
}

/** Warns that data on the screen may be outdated, as long as a query of the page has failed to refetch. */
function StaleNotice() {
  const t = useTexts(texts).stale;
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const stale = () => cache.findAll({ type: 'active', predicate: ({ state }) => failedToRefresh(state) });
  const isStale = useSyncExternalStore(
    subscribe,
    () => stale().length > 0,
    () => false,
  );
  const refresh = () => {
    // A second click must not restart a request that is on its way.
    for (const { queryKey } of stale())
      void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
  };
  return (
    <div role="status">
      {isStale && (
        <div className={staleNoticeClasses.notice}>
          <IconCloudOff size={18} aria-hidden />
          <span>{t.text}</span>
          <PlainButton size="compact" variant="default" onClick={refresh}>
            {t.refresh}
          </PlainButton>
        </div>
      )}
    </div>
  );
}
