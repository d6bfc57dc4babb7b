import { join } from 'node:path';
import { provision, serviceNames } from '@g2/kit/provision';
import { openFileObjects } from '../../../services/storage-hashing/src/objects/objects-fs.ts';
import { startPostgres } from '../../stack/infra.ts';
import { loadOrCreateSecrets } from '../../stack/settings.ts';
import type { RestoreTarget } from './target.ts';

/** Creates a data folder with an embedded PostgreSQL, which runs while `work` restores into it. */
export async function withNewDataFolder<T>(
  dataDir: string,
  work: (target: RestoreTarget) => Promise<T>,
): Promise<T> {
  const secrets = await loadOrCreateSecrets(dataDir);
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  try {
    const roles = serviceNames.map((service) => ({
      service,
      role: `g2_${service.replaceAll('-', '_')}`,
      password: secrets.rolePasswords[service] ?? '',
    }));
    const databaseUrls = await provision(postgres.url, roles);
    return await work({ databaseUrls, objects: openFileObjects(join(dataDir, 'objects')) });
  } finally {
    await postgres.stop();
  }
}
