import pg from 'pg';
import { connectionProblem, explicitSslMode } from './database-url.ts';

/**
 * One connection of its own, for migrations and tools.
 * @param variable where the address is set, for what it says of a wrong one
 * @throws ConfigError for an address that no waiting mends
 */
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
  // A server that goes between two statements: the next one finds out.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw connectionProblem(error, variable) ?? error;
  }
  return client;
}
