import type { Templates } from '@g2/kit/testing-databases';
import type { NatsServer } from '../../stack/infra.ts';

export type TestInfra = {
  /** Superuser URL, to create roles and schemas. */
  postgresUrl: string;
  /** Template databases that test databases are copied from. */
  templates: Templates;
  /** NATS URL of a user with all permissions. */
  natsUrl: string;
  /** NATS URLs of each program's restricted user. */
  natsUrls: NatsServer['urls'];
  /** null when MinIO is unavailable */
  s3: { endpoint: string; accessKey: string; secretKey: string } | null;
  /** Environment of started programs: a shared compile cache. */
  compiled: { NODE_COMPILE_CACHE: string };
};

export type TestServers = Omit<TestInfra, 'templates' | 'compiled'>;
