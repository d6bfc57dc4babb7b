import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { failedToRefresh } from '../lib/failures.ts';
import { useTexts } from '../lib/language.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import classes from './stale-notice.module.css';
import { texts } from './texts.ts';

/** Warns that data on the screen may be outdated, as long as a query of the page has failed to refetch. */
export function StaleNotice() {
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
        <div className={classes.notice}>
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
