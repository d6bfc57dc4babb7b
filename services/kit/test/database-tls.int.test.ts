import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../src/config-error.ts';
import { createLogger } from '../src/log.ts';
import { retryForever } from '../src/loop.ts';
import { migrate } from '../src/migrate.ts';
import { connectClient } from '../src/pg-client.ts';
import { closeAfterTests, createTestEnvironment } from '../src/testing.ts';
import { createAuthority } from '../src/testing-certificates.ts';

const testEnv = await closeAfterTests(createTestEnvironment('schemas'));
const plain = testEnv.env('registration').DATABASE_URL ?? '';
const folder = await (await createAuthority()).issue('localhost');
const [key, cert] = ['tls.key', 'tls.crt'].map((name) => readFileSync(join(folder, name)));

/** TLS in front of the test database: accepts PostgreSQL's SSLRequest, then terminates TLS. */
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.write('S');
    const secure = new TLSSocket(socket, { isServer: true, key, cert });
    const { hostname, port } = new URL(plain);
    const behind = connect(Number(port), hostname);
    for (const one of [secure, behind]) one.on('error', () => {});
    secure.pipe(behind).pipe(secure);
  });
});
const port = await new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address ? address.port : 0);
  });
});
await closeAfterTests(Promise.resolve({ close: async () => void server.close() }));

function secured(query: string): string {
  const url = new URL(plain);
  url.hostname = 'localhost';
  url.port = String(port);
  url.search = query;
  return url.href;
}

it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
  'sslmode=%s with a private certificate authority fails with the variable and the required setting',
  async (mode) => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const error = await connectClient(secured(`sslmode=${mode}`)).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(ConfigError);
    const { message } = error as ConfigError;
    expect(message).toMatch(/^configuration: DATABASE_URL: the server's certificate does not verify \(/);
    expect(message).toContain("sslmode=verify-full&sslrootcert=<file with the authority's certificate>");
    expect(message).not.toContain('\n');
    expect(warnings).toEqual([]);
  },
);

it('verifies the server’s certificate with the authority in sslrootcert', async () => {
  const client = await connectClient(secured(`sslmode=verify-full&sslrootcert=${folder}/ca.crt`));
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});

it('reports a server without TLS', async () => {
  await expect(connectClient(`${plain}?sslmode=require`, {}, 'ADMIN_DATABASE_URL')).rejects.toThrow(
    /^configuration: ADMIN_DATABASE_URL: the server offers no TLS/,
  );
});

it('fails the start without waiting when the certificate is invalid', async () => {
  const migrations = new URL('./migrations/', import.meta.url);
  const start = retryForever('database', createLogger('test', 'silent'), new AbortController().signal, () =>
    migrate(secured('sslmode=require'), migrations),
  );
  await expect(start).rejects.toBeInstanceOf(ConfigError);
});
