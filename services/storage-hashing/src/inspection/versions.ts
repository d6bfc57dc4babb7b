import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { withoutNulls } from '@g2/kit/nulls';
import type { StorageService } from '@g2/proto/storage';
import { VERSION_CHANGES } from '@g2/terms/archive';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import type { Deps } from '../deps.ts';
import { compareVersions, countChanges } from '../store/versions.ts';
import { depositOpener, requireInspected } from './inspected-deposit.ts';

type Table = Pick<RpcTable<typeof StorageService>, 'compareVersions' | 'countChanges'>;

const ITEMS = 100;

export const versionRpcs = ({ keys, store }: Pick<Deps, 'keys' | 'store'>): Table => {
  const opened = depositOpener({ keys, store });
  return {
    compareVersions: {
      allow: signedIn,
      async run({ ticket, earlierTicket, change: asked, page }) {
        const change = VERSION_CHANGES.find((one) => one === asked) ?? null;
        if (asked !== '' && !change) throw new AppError('invalid-input');
        const bounds = pageBounds(page, ITEMS);
        const [now, before] = await Promise.all([opened(ticket), opened(earlierTicket)]);
        const pair = { now: now.key, before: before.key };
        const { items, folders, languages, ...rest } = await compareVersions(store.db, pair, change, bounds);
        return {
          ...rest,
          items: items.map(withoutNulls),
          folders: folders.map(({ name, ...counts }) => ({ name, counts })),
          languages: languages.map(({ name, ...counts }) => ({ name, counts })),
        };
      },
    },
    countChanges: {
      allow: ['service:certificate'],
      async run({ objectKey: now, earlierObjectKey: before }) {
        await Promise.all([requireInspected(store, now), requireInspected(store, before)]);
        return countChanges(store.db, { now, before });
      },
    },
  };
};
