import { createReadStream, statSync } from 'node:fs';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../e2e/support/client.ts';
import { details } from '../e2e/support/journey.ts';
import type { Stack } from '../e2e/support/stack.ts';
import { waitUntil } from '../faults/support.ts';

/** Sends a file. @returns ms until the whole response is received */
export type Sender = (path: string) => Promise<number>;

const CHUNK = 1024 * 1024;

export type UploadRequest = { method: string; url: string; headers: Record<string, string> };

/** Sends a file as one body. @returns ms until the whole response is received */
export async function send(
  { method, url, headers }: UploadRequest,
  path: string,
  expected: number,
): Promise<number> {
  const started = performance.now();
  const length = String(statSync(path).size);
  const call = request(url, { method, headers: { ...headers, 'content-length': length } });
  const answered = new Promise<void>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => {
      if (response.statusCode === expected) response.resume().once('end', resolve);
      else
        json(response).then(
          (body) => reject(new Error(`${response.statusCode} ${JSON.stringify(body)}`)),
          reject,
        );
    });
  });
  await pipeline(createReadStream(path, { highWaterMark: CHUNK }), call);
  await answered;
  return performance.now() - started;
}

export const sendToBaseline =
  (url: string): Sender =>
  (path) =>
    send({ method: 'POST', url, headers: {} }, path, 200);

export const newRegistration = async (client: Client): Promise<string> =>
  (await client.post<{ id: string }>('/api/registrations', details)).id;

function sendInOneRequest(stack: Stack, client: Client, id: string): Sender {
  const request = singleRequestUpload(stack, client, id);
  return (path) => send(request, path, 200);
}

export function singleRequestUpload(stack: Stack, client: Client, id: string): UploadRequest {
  const url = `${stack.url}/api/registrations/${id}/upload`;
  const headers = { cookie: client.cookie, 'content-type': 'application/zip', 'x-file-name': 'bench.zip' };
  return { method: 'POST', url, headers };
}

/** Uploads to one registration by tus in one part, as over an uninterrupted connection. */
export function sendByTus(stack: Stack, client: Client, id: string): Sender {
  const tus = { cookie: client.cookie, 'tus-resumable': '1.0.0' };
  const name = Buffer.from('bench.zip').toString('base64');
  return async (path) => {
    const begun = await fetch(`${stack.url}/api/registrations/${id}/uploads`, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(statSync(path).size),
        'upload-metadata': `filename ${name}`,
      },
    });
    if (begun.status !== 201) throw new Error(`an upload was not begun: ${begun.status}`);
    const url = new URL(begun.headers.get('location') ?? '', stack.url).href;
    const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    return send({ method: 'PATCH', url, headers }, path, 204);
  };
}

export const pidsOf = (stack: Stack, names: string[]): Record<string, number> =>
  Object.fromEntries(
    stack
      .facts()
      .processes.filter(({ name }) => names.includes(name))
      .map(({ name, pid }) => [name, pid]),
  );

export const UPLOAD_PROGRAMS = ['gateway', 'storage-hashing'];

/**
 * Creates a registration and the ways to upload to it; a file can belong to one registration only. `idle`
 * waits for the inspection.
 */
export async function uploadSenders(
  stack: Stack,
  client: Client,
): Promise<{ ways: Record<string, Sender>; idle: () => Promise<void> }> {
  const id = await newRegistration(client);
  return {
    ways: { 'in one request': sendInOneRequest(stack, client, id), 'by tus': sendByTus(stack, client, id) },
    idle: () => waitUntilInspected(client, id),
  };
}

export const waitUntilInspected = (client: Client, id: string): Promise<void> =>
  waitUntil('the file was looked into', async () => {
    const { contents } = await client.ok<{ contents: unknown }>(`/api/registrations/${id}`);
    return contents !== null;
  });
