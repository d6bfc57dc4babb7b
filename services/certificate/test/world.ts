import { createHash, randomBytes } from 'node:crypto';
import { loadConfig } from '@g2/kit/env';
import type { RpcClient } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { createLogger } from '@g2/kit/log';
import type { RunningService } from '@g2/kit/service';
import { createTestEnvironment, rpcWithLongDeadline, type TestEnvironment } from '@g2/kit/testing';
import { CertificatesService } from '@g2/proto/certificate';
import { RegistrationsService } from '@g2/proto/registration';
import type pg from 'pg';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';

/** Statuses of a registration after the first one, in order. */
export const STEPS = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];

/** The real registration service, for permissions and events. */
export type Registrations = {
  testEnv: TestEnvironment;
  /** host:port */
  grpc: string;
  registrations: RpcClient<typeof RegistrationsService>;
  owner: { id: string; token: string };
  admin: { id: string; token: string };
  /** Creates a registration of the owner with a stored file. */
  register: (
    title: string,
    more?: object,
    file?: Buffer,
  ) => Promise<{ id: string; sha256: string; file: Buffer }>;
  /** Stores a file for a registration without one. */
  upload: (id: string, file: Buffer) => Promise<string>;
  /** Advances a registration through these statuses as an admin. */
  advance: (id: string, steps?: readonly string[]) => Promise<void>;
  close(): Promise<void>;
};

/** The real registration and certificate services. */
export type World = Registrations & {
  running: RunningService;
  pool: pg.Pool;
  /** Environment variables of the certificate service. */
  env: Record<string, string>;
  certificates: RpcClient<typeof CertificatesService>;
};

/** @param more environment variables of the service, or a function that returns them for a test environment */
export async function startWorld(
  more: Record<string, string> | ((testEnv: TestEnvironment) => Promise<Record<string, string>>) = {},
): Promise<World> {
  const around = await startRegistrations();
  const { testEnv } = around;
  const extra = typeof more === 'function' ? await more(testEnv) : more;
  const env = testEnv.env('certificate', { REGISTRATION_GRPC: around.grpc, ...extra });
  const running = await start(loadConfig(config, env), { log: createLogger('certificate', 'silent') });
  const certificates = rpcWithLongDeadline(CertificatesService, `127.0.0.1:${running.grpcPort}`);
  return {
    ...around,
    running,
    pool: testEnv.pool({ connectionString: env.DATABASE_URL, max: 2 }),
    env,
    certificates,
    async close() {
      certificates.close();
      await running.stop();
      await around.close();
    },
  };
}

/** Starts only registration, for tests that start or kill the certificate service themselves. */
export async function startRegistrations(): Promise<Registrations> {
  const testEnv = await createTestEnvironment();
  // The tests do not call identity, so its address is a closed port.
  const peer = await testEnv.startPeer('registration', { IDENTITY_GRPC: '127.0.0.1:1' });
  const registrations = rpcWithLongDeadline(RegistrationsService, peer.grpc);
  const [ownerId, adminId] = [newId(), newId()];
  const owner = { id: ownerId, token: await testEnv.userToken({ id: ownerId, role: 'client' }) };
  const admin = { id: adminId, token: await testEnv.userToken({ id: adminId, role: 'admin' }) };

  const upload: Registrations['upload'] = async (id, file) => {
    const { token } = owner;
    const request = { registrationId: id, fileName: 'código.zip' };
    const { ticket } = await registrations.startUpload(request, { token });
    const { jti = '' } = await testEnv.keys('registration').verify(ticket, 'upload-ticket', 'registration');
    const sha256 = createHash('sha256').update(file).digest('hex');
    const stored = { objectKey: `ab/${newId()}.zip`, sha256, size: file.length, entries: 1 };
    const receipt = await testEnv
      .keys('storage-hashing')
      .sign('upload-receipt', { jti, userId: owner.id, ...request, ...stored }, 600);
    await registrations.commitUpload({ receipt }, { token });
    return sha256;
  };

  const register: Registrations['register'] = async (title, more = {}, file = randomBytes(1234)) => {
    const { token } = owner;
    const details = {
      title,
      applicantName: 'João Conceição',
      applicantEmail: 'joao@example.com',
      applicantTaxId: '123.456.789-09',
      holderName: 'Inês Araújo',
      description: 'Um programa',
      jurisdiction: 'brasil',
      ...more,
    };
    const { id } = await registrations.createRegistration(details, { token });
    return { id, sha256: await upload(id, file), file };
  };
  return {
    testEnv,
    grpc: peer.grpc,
    registrations,
    owner,
    admin,
    register,
    upload,
    async advance(id, steps = STEPS) {
      for (const status of steps) await registrations.changeStatus({ id, status }, { token: admin.token });
    },
    async close() {
      registrations.close();
      await testEnv.close();
    },
  };
}
