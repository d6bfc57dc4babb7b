import { mkdirSync, rmSync } from 'node:fs';
import { freePort } from '@g2/kit/testing-ports';
import { findBinary } from './binaries.ts';
import { startChild, waitReady } from './child.ts';
import { type InfraOptions, type Server, storedSecret } from './infra.ts';
import type { FindOptions } from './obtain.ts';
import { isHealthy } from './probes.ts';

export type S3Server = Server & { endpoint: string; accessKey: string; secretKey: string };

/** Starts SeaweedFS (S3) on the loopback interface. Random credentials are in files beside the folder (0600). */
export async function startSeaweed(options: InfraOptions & FindOptions): Promise<S3Server> {
  const { dataDir } = options;
  const command = await findBinary('weed', options);
  mkdirSync(dataDir, { recursive: true });
  const accessKey = storedSecret(dataDir, 'access-key');
  const secretKey = storedSecret(dataDir, 'secret-key');
  const ports = await portArguments();
  const sockets = ['filer', 's3'].map((part) => `-${part}.localSocket=${dataDir}.${part}.sock`);
  const child = await startChild({
    name: 'seaweedfs',
    command,
    args: [
      'mini',
      `-dir=${dataDir}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      '-admin.ui=false',
      '-webdav=false',
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      ...ports.args,
      ...sockets,
    ],
    env: {
      PATH: process.env.PATH,
      // SeaweedFS stores its settings in the home folder.
      HOME: dataDir,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
    },
    onLine: options.onLine,
  });
  const endpoint = `http://127.0.0.1:${ports.s3}`;
  await waitReady(child, () => isHealthy(`${endpoint}/healthz`));
  const stop = async () => {
    await child.stop();
    for (const part of ['filer', 's3']) rmSync(`${dataDir}.${part}.sock`, { force: true });
  };
  return { ...child, stop, endpoint, accessKey, secretKey };
}

/** Free ports for HTTP and gRPC of each component. The default gRPC port, HTTP port + 10,000, may be in use. */
async function portArguments(): Promise<{ args: string[]; s3: number }> {
  const args: string[] = [];
  let s3 = 0;
  for (const part of ['master', 'volume', 'filer', 's3', 'admin']) {
    const port = await freePort();
    args.push(`-${part}.port=${port}`, `-${part}.port.grpc=${await freePort()}`);
    if (part === 's3') s3 = port;
  }
  return { args, s3 };
}
