import { open } from 'node:fs/promises';
import type { UploadState } from '@g2/gateway/contract/uploads';
import { type Api, type ApiResponse, isTransient, retryAfterMs, sleep, toError } from './api.ts';
import { log, progress, Refused, Unable } from './output.ts';
import { keepProgress, type Progress } from './settings.ts';
import type { Source } from './source.ts';

/** Bytes per request. An interruption loses at most one chunk. */
const CHUNK = 8 * 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
/** Waits between failed attempts, ms; reset after each accepted chunk. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];
const CHECK_MS = 1_000;
const CHECKS = 600;

/** Uploads the ZIP by tus, with resumption. @returns the service's SHA-256 @throws Refused, NoToken, Unable */
export async function upload(api: Api, source: Source, it: Progress): Promise<string> {
  const uploads = `/api/registrations/${it.registrationId}/uploads`;
  const state = `/api/registrations/${it.registrationId}/upload`;
  const before = (await api.sendWithRetry('GET', state)).json as Partial<UploadState>;
  if (before.state === 'stored' && before.sha256 === source.sha256) return source.sha256;
  let offset = it.location === undefined ? undefined : await offsetOf(api, it.location);
  if (offset === undefined) {
    const { headers } = await api.sendWithRetry('POST', uploads, {
      headers: { ...TUS, ...announcing(source) },
    });
    it.location = headers.get('location') ?? '';
    keepProgress(it);
    offset = 0;
  } else if (offset > 0) log(`Continua do byte ${offset} de ${source.size}.`);
  await send(api, source, it.location ?? '', offset);
  return waitForResult(api, state);
}

const announcing = ({ size, fileName, sha256 }: Source): Record<string, string> => ({
  'upload-length': String(size),
  'upload-metadata': `filename ${base64(fileName)},sha256 ${base64(sha256)}`,
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Asks the service how many bytes it has. @returns undefined when the upload no longer exists */
async function offsetOf(api: Api, location: string): Promise<number | undefined> {
  const response = await api.sendWithRetry('HEAD', location, { headers: TUS }, [404, 409, 410]);
  return response.status < 300 ? Number(response.headers.get('upload-offset')) : undefined;
}

async function send(api: Api, { path, size }: Source, location: string, from: number): Promise<void> {
  const file = await open(path);
  let offset = from;
  let tries = 0;
  try {
    while (offset < size) {
      const length = Math.min(CHUNK, size - offset);
      const chunk = new Uint8Array(length);
      await file.read(chunk, 0, length, offset);
      const response = await sendChunk(api, location, offset, chunk);
      if (response !== undefined && response.status < 300) {
        offset = Number(response.headers.get('upload-offset'));
        tries = 0;
        progress(`Enviado: ${Math.floor((offset / size) * 100)} %`);
        continue;
      }
      const wait = WAITS[tries++];
      if (wait === undefined)
        throw new Unable('O envio não avança. Repita o comando: ele continua de onde parou.');
      await sleep(Math.max(wait, response ? retryAfterMs(response) : 0));
      const now = await offsetOf(api, location);
      if (now === undefined) throw new Unable('O envio foi substituído ou expirou. Repita o comando.');
      // The service stored bytes although its response was lost, so the retries start over.
      if (now > offset) tries = 0;
      offset = now;
    }
  } finally {
    progress('');
    await file.close();
  }
}

/** Sends one chunk; undefined without a response. @throws Refused, NoToken when a retry cannot help */
async function sendChunk(
  api: Api,
  location: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
): Promise<ApiResponse | undefined> {
  const headers = {
    ...TUS,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  };
  try {
    const response = await api.send('PATCH', location, { body, headers });
    const mayGoOn =
      response.status < 300 || isTransient(response.status) || response.json.code === 'upload-offset';
    if (!mayGoOn) throw toError(response);
    return response;
  } catch (error) {
    if (error instanceof Unable) return undefined;
    throw error;
  }
}

/** Polls until the service has checked the uploaded file. @returns its SHA-256 */
async function waitForResult(api: Api, path: string): Promise<string> {
  for (let look = 0; look < CHECKS; look++) {
    const { state, sha256, problem } = (await api.sendWithRetry('GET', path)).json as Partial<UploadState>;
    if (state === 'stored' && sha256) return sha256;
    if (state === 'refused') throw new Refused(problem?.message ?? 'O arquivo foi recusado.', problem?.code);
    if (state !== 'checking' && state !== 'receiving') break;
    await sleep(CHECK_MS);
  }
  throw new Unable('O serviço não disse o que foi feito do arquivo. Repita o comando.');
}
