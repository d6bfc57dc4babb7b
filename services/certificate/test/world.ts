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

/** Statuses after the first, in order. */
export const STEPS = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];

/** The real registration service, for permissions and events. */
export type Registrations = {
  bed: TestEnvironment;
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
  /** Advances it through these statuses as an admin. */
  advance: (id: string, steps?: readonly string[]) => Promise<void>;
  close(): Promise<void>;
};

/** With the real certificate service. */
export type World = Registrations & {
  running: RunningService;
  pool: pg.Pool;
  /** Environment of the service. */
  env: Record<string, string>;
  certificates: RpcClient<typeof CertificatesService>;
};

/** @param more environment for the service, or a function that creates it for a bed */
export async function startWorld(
  more: Record<string, string> | ((bed: TestEnvironment) => Promise<Record<string, string>>) = {},
): Promise<World> {
  const around = await startRegistrations();
  const { bed } = around;
  const extra = typeof more === 'function' ? await more(bed) : more;
  const env = bed.env('certificate', { REGISTRATION_GRPC: around.grpc, ...extra });
  const running = await start(loadConfig(config, env), { log: createLogger('certificate', 'silent') });
  const certificates = rpcWithLongDeadline(CertificatesService, `127.0.0.1:${running.grpcPort}`);
  return {
    ...around,
    running,
    pool: bed.pool({ connectionString: env.DATABASE_URL, max: 2 }),
    env,
    certificates,
    async close() {
      certificates.close();
      await running.stop();
      await around.close();
    },
  };
}

/** For tests that start the service themselves, such as to kill it. */
export async function startRegistrations(): Promise<Registrations> {
  const bed = await createTestEnvironment();
  // identity is not called here.
  const peer = await bed.startPeer('registration', { IDENTITY_GRPC: '127.0.0.1:1' });
  const registrations = rpcWithLongDeadline(RegistrationsService, peer.grpc);
  const [ownerId, adminId] = [newId(), newId()];
  const owner = { id: ownerId, token: await bed.userToken({ id: ownerId, role: 'client' }) };
  const admin = { id: adminId, token: await bed.userToken({ id: adminId, role: 'admin' }) };

  const upload: Registrations['upload'] = async (id, file) => {
    const { token } = owner;
    const asked = { registrationId: id, fileName: 'código.zip' };
    const { ticket } = await registrations.startUpload(asked, { token });
    const { jti = '' } = await bed.keys('registration').verify(ticket, 'upload-ticket', 'registration');
    const sha256 = createHash('sha256').update(file).digest('hex');
    const stored = { objectKey: `ab/${newId()}.zip`, sha256, size: file.length, entries: 1 };
    const receipt = await bed
      .keys('storage-hashing')
      .sign('upload-receipt', { jti, userId: owner.id, ...asked, ...stored }, 600);
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
    bed,
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
      await bed.close();
    },
  };
}
