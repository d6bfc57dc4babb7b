import type { Templates } from '@g2/kit/testing-databases';
import type { NatsServer } from '../../stack/infra.ts';

export type TestInfra = {
  /** PostgreSQL URL of a superuser. */
  postgresUrl: string;
  /** Template databases that test databases are copied from. */
  templates: Templates;
  /** NATS URL of a user with all permissions. `natsUrls` has the URL of each program's own user. */
  natsUrl: string;
  natsUrls: NatsServer['urls'];
  /** null when no S3 server is available */
  s3: { endpoint: string; accessKey: string; secretKey: string } | null;
  /** Environment variables for started programs, which share a compile cache. */
  compiled: { NODE_COMPILE_CACHE: string };
};

export type TestServers = Omit<TestInfra, 'templates' | 'compiled'>;
