import type { Templates } from '@g2/kit/testing-databases';
import type { NatsServer } from '../../stack/infra.ts';

export type TestInfra = {
  /** Superuser URL. */
  postgresUrl: string;
  /** Template databases that test databases are copied from. */
  templates: Templates;
  /** User with all permissions; `natsUrls` has each program's own user. */
  natsUrl: string;
  natsUrls: NatsServer['urls'];
  /** null when MinIO is unavailable */
  s3: { endpoint: string; accessKey: string; secretKey: string } | null;
  /** Environment of started programs: a shared compile cache. */
  compiled: { NODE_COMPILE_CACHE: string };
};

export type TestServers = Omit<TestInfra, 'templates' | 'compiled'>;
