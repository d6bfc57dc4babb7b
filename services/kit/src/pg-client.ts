import pg from 'pg';
import { connectionProblem, explicitSslMode } from './database-url.ts';

/** Connects outside any pool. `variable`: the URL's setting. @throws ConfigError for a permanent connection error */
export async function connectClient(
  url: string,
  options: Omit<pg.ClientConfig, 'connectionString'> = {},
  variable = 'DATABASE_URL',
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: explicitSslMode(url),
    connectionTimeoutMillis: 5_000,
    ...options,
  });
  // Without a listener, a connection lost while idle would end the process. The next statement reports it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw connectionProblem(error, variable) ?? error;
  }
  return client;
}
