import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { ApprovalRequestedToast } from '../features/admin/approvals/asked-toast.tsx';
import { LiveUpdates } from '../features/live/live-updates.tsx';
import { ConfirmHost } from '../features/security/confirm-host.tsx';
import { FactorGate } from '../features/security/factor-gate.tsx';
import { failedToRefresh } from '../lib/failures.ts';
import { usePath, useTexts } from '../lib/language.ts';
import { SupportLine } from '../shared/support/support-line.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import { texts } from './texts.ts';

/** Header, page and footer. Scrolls to the top when the path changes. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const t = useTexts(texts);
  const main = useRef<HTMLElement>(null);
  const isFirstRender = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each path.
  useEffect(() => {
    if (isFirstRender.current) {
      isFirstRender.current = false;
      return;
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    // Keyboard and screen-reader users continue in the new page: the link that they followed no longer exists.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={clsx(classes.shell, 'flex flex-col min-h-dvh')}>
      <a
        className="absolute left-3 -top-15 z-300 px-4 py-3 rounded-b-md bg-accent text-on-accent focus:top-0 print:hidden"
        href="#conteudo"
      >
        {t.header.skipToContent}
      </a>
      <Header />
      <LiveUpdates />
      <ConfirmHost />
      <FactorGate />
      <ApprovalRequestedToast />
      <StaleNotice />
      <main id="conteudo" ref={main} tabIndex={-1} className="flex-1 focus:outline-none">
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
    <footer className={clsx(classes.footer, 'g2-note border-t border-line print:hidden')}>
      <div className="g2-row gap-x-6 gap-y-2 items-baseline max-w-(--g2-page) mx-auto py-6 pr-(--g2-page-end) pl-(--g2-gutter)">
        <span>{t.copyright}</span>
        <span className="flex-[1_1_300px] text-balance">{t.note}</span>
        <SupportLine />
        <nav className="flex flex-wrap gap-x-5 gap-y-1" aria-label={t.label}>
          <Link to={path('/help')} target="_blank" rel="noopener">
            {t.help}
          </Link>
          <Link to="/help#contato">{t.contact}</Link>
          <Link to={path('/verificar')}>{t.verify}</Link>
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
  const t = useTexts(texts).staleData;
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const staleQueries = () =>
    cache.findAll({ type: 'active', predicate: ({ state }) => failedToRefresh(state) });
  const isStale = useSyncExternalStore(
    subscribe,
    () => staleQueries().length > 0,
    () => false,
  );
  const refresh = () => {
    // A second click must not restart a running request.
    for (const { queryKey } of staleQueries())
      void client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
  };
  return (
    <div role="status">
      {isStale && (
        <div
          className={clsx(
            classes.notice,
            'g2-line px-(--g2-gutter) py-2 border-b border-line bg-surface text-sm text-ink',
          )}
        >
          <IconCloudOff size={18} aria-hidden />
          <span className="flex-1 min-w-0">{t.text}</span>
          <PlainButton size="compact" variant="default" onClick={refresh}>
            {t.refresh}
          </PlainButton>
        </div>
      )}
    </div>
  );
}
