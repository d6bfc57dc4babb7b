import pg from 'pg';
import { connectionProblem, explicitSslMode } from './database-url.ts';

/** A dedicated connection. `variable`: name of the setting, for errors. @throws ConfigError for a permanent error */
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
  // The next statement reports a connection lost while idle.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw connectionProblem(error, variable) ?? error;
  }
  return client;
}
