import type { Templates } from '@g2/kit/testing-databases';
import type { NatsServer } from '../../stack/infra.ts';

export type TestInfra = {
  /** Superuser URL; a test makes roles and schemas of its own. */
  postgresUrl: string;
  /** What the databases of tests are copies of. */
  templates: Templates;
  /** NATS for a user who may do everything. */
  natsUrl: string;
  /** NATS for each program's own user. */
  natsUrls: NatsServer['urls'];
  /** null where MinIO cannot be had. */
  s3: { endpoint: string; accessKey: string; secretKey: string } | null;
  /** Environment of programs that tests start: where those of before left their code compiled. */
  compiled: { NODE_COMPILE_CACHE: string };
};

/** The servers alone. */
export type TestServers = Omit<TestInfra, 'templates' | 'compiled'>;
