import { createHash } from 'node:crypto';
import { type RpcTable, staff } from '@g2/kit/grpc-server';
import type { StorageService } from '@g2/proto/storage';
import { AppError } from '@g2/terms/errors';
import type { Deps } from './deps.ts';
import { filesRpcs } from './inspection/files.ts';
import { versionRpcs } from './inspection/versions.ts';
import type { ObjectStore } from './objects/objects.ts';
import type { ObjectRow } from './store.ts';

export const rpcTable = (deps: Deps): RpcTable<typeof StorageService> => {
  const { store, objects } = deps;
  const find = async (key: string): Promise<ObjectRow> => {
    // PostgreSQL rejects NUL in text.
    const found = key.includes('\0') ? undefined : await store.find(key);
    if (!found) throw new AppError('not-found', { message: 'Arquivo não encontrado.' });
    return found;
  };
  return {
    ...filesRpcs(deps),
    ...versionRpcs(deps),
    getObject: {
      allow: [...staff, 'service:registration', 'service:certificate'],
      async run({ objectKey }) {
        const { key, entries, unpacked, ...rest } = await find(objectKey);
        return { ...rest, objectKey: key, zipEntries: entries, zipUnpackedSize: unpacked };
      },
    },
    verifyObject: {
      allow: staff,
      async run({ objectKey }) {
        const { key, sha256 } = await find(objectKey);
        const foundSha256 = await hashStored(objects, key);
        return { intact: foundSha256 === sha256, expectedSha256: sha256, foundSha256 };
      },
    },
  };
};

/** SHA-256 of the stored bytes, lower-case hex; '' when they are missing. @throws AppError unavailable */
async function hashStored(objects: ObjectStore, key: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await objects.get(key)) hash.update(chunk);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return '';
    throw new AppError('unavailable', { retryAfter: 5 });
  }
  return hash.digest('hex');
}
