import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { connect as connectPlainly } from 'node:net';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { CertificatesService } from '@g2/proto/certificate';
import { Pdf } from '@g2/proto/common';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { connectRpc } from '../src/grpc-client.ts';
import { createHttp } from '../src/http.ts';
import { httpsOptions, readCa, reloadRenewedCertificate } from '../src/internal-tls.ts';
import { createLogger } from '../src/log.ts';
import { closeAfterTests, eventually } from '../src/testing.ts';
import { createAuthority } from '../src/testing-certificates.ts';
import { startWorld } from './world.ts';

const NOT_ANSWERED = /^(unavailable|outcome-unknown)$/;
const house = await createAuthority();
const server = await house.issue('localhost');
const world = await closeAfterTests(startWorld({ TLS_FOLDER: server }));
world.answer = async () => Pdf.create({ fileName: 'asked' });

async function asks(tls: string | undefined, host = 'localhost'): Promise<string> {
  const rpc = connectRpc(CertificatesService, `${host}:${world.running.grpcPort}`, {
    tls,
    idempotentRpcs: new Set(),
  });
  const token = await world.testEnv.userToken({ id: 'u1', role: 'client' });
  try {
    return (await rpc.getCertificate({ id: 'x' }, { token, deadlineMs: 3_000 })).fileName;
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    rpc.close();
  }
}

it('[inside-tls-rpc] accepts only programs with a certificate of the same authority', async () => {
  expect(await asks(await house.issue('gateway'))).toBe('asked');
  const stranger = await (await createAuthority()).issue('gateway');
  // This client trusts the server's authority, but its certificate is from another authority.
  const impostor = await house.issue('gateway');
  for (const file of ['tls.crt', 'tls.key']) copyFileSync(join(stranger, file), join(impostor, file));
  for (const tls of [undefined, stranger, impostor]) expect(await asks(tls)).toMatch(NOT_ANSWERED);
});

it('[inside-tls-name] refuses a peer with a certificate that does not match the address', async () => {
  expect(await asks(await house.issue('gateway'), '127.0.0.1')).toMatch(NOT_ANSWERED);
});

it('[inside-tls-http] serves HTTP only by TLS, to clients that trust the authority', async () => {
  const { httpPort } = world.running;
  const outgoing = get({ host: 'localhost', port: httpPort, path: '/readyz', ca: readCa(server) });
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  await expect(fetch(`https://localhost:${httpPort}/livez`)).rejects.toThrow();
  await expect(fetch(`http://localhost:${httpPort}/livez`)).rejects.toThrow();
});

it('[inside-tls-renewed] serves a renewed certificate without a restart', async () => {
  const folder = await house.issue('localhost');
  const { https = null } = httpsOptions(folder);
  const app = Fastify({ https });
  reloadRenewedCertificate(app.server, folder, 20);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const served = async () => {
    const socket: TLSSocket = connect({ port: Number(port), host: 'localhost', ca: readCa(folder) });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const before = await served();
  await house.renew(folder, 'localhost');
  await eventually('another certificate is served', async () => (await served()) !== before);
  await app.close();
});

it('[inside-tls-idle] stops although connections without a request are open', async () => {
  const http = createHttp(createLogger('test', 'silent'), async () => true, undefined, server);
  const port = await http.listen('127.0.0.1', 0);
  const agreed = connect({ port, host: 'localhost', ca: readCa(server) });
  await once(agreed, 'secureConnect');
  const silent = connectPlainly({ port, host: '127.0.0.1' });
  await once(silent, 'connect');
  const ended = Promise.all([once(agreed, 'close'), once(silent, 'close')]);
  for (const socket of [agreed, silent]) socket.on('error', () => undefined).resume();
  // If a connection stayed open, this would exceed the test's time-out.
  await http.app.close();
  await ended;
});

it('[inside-tls-missing] refuses to start without the files of TLS_FOLDER', () => {
  expect(() => httpsOptions('/nowhere')).toThrow(/TLS_FOLDER lacks/);
});
