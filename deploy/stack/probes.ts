import { connect } from 'node:net';
import pg from 'pg';

export async function isPostgresReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {}); // a server that goes down during the query counts as not ready
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the NATS server with this name answers. The server sends one line "INFO {…}" first. */
export function isNatsReady(port: number, serverName: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2_000 });
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    const named = `"server_name":${JSON.stringify(serverName)}`;
    socket.once('data', (data) => answer(data.toString().startsWith('INFO ') && data.includes(named)));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}

export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
