import { randomUUID } from 'node:crypto';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Api } from '../api.ts';
import { detailsFor, givenInput } from '../details.ts';
import type { Options } from '../options.ts';
import { CODES, type Code, log, Refused } from '../output.ts';
import {
  forgetProgress,
  keepLast,
  keepProgress,
  type Progress,
  readProgress,
  tokenFor,
  urlOf,
} from '../settings.ts';
import { type Source, withSource } from '../source.ts';
import { upload } from '../upload.ts';
import { addHolders, update, withKeys } from './update.ts';

/** Registers a repository or a ZIP. The user pays on the site. A repeated command resumes an interrupted one. */
export const register = (options: Options): Promise<Code> => {
  const isDry = options.flag('dry-run');
  // A missing address or token must fail before the slow packing.
  const url = isDry ? '' : urlOf(options);
  const token = isDry ? '' : tokenFor(url);
  return withSource(options.subject ?? '.', options, async (source) => {
    log(`${source.fileName}: ${source.size} bytes`);
    log(`SHA-256: ${source.sha256}`);
    if (isDry) {
      if (options.flag('json')) console.log(JSON.stringify(sourceFacts(source)));
      return CODES.done;
    }
    const api = new Api(url, token);
    const it = await createOrResume(api, source, options);
    const stored = await upload(api, source, it).catch((error: unknown) =>
      deleteDuplicateDraft(api, it, error),
    );
    if (stored !== source.sha256) {
      throw new Refused(`O hash que o serviço encontrou não é o daqui: ${stored}`, 'hash-mismatch');
    }
    printDone(url, it, source, options.flag('json'));
    return CODES.done;
  });
};

const sourceFacts = ({ sha256, size, fileName, commit }: Source) => ({
  sha256,
  size,
  fileName,
  commit: commit ?? null,
});

const pageOf = (url: string, id: string): string => `${url}/registros/${id}`;

function printDone(
  url: string,
  { registrationId: id = '' }: Progress,
  source: Source,
  isJson: boolean,
): void {
  keepLast({ url, id });
  const payUrl = pageOf(url, id);
  if (isJson) {
    console.log(JSON.stringify({ id, payUrl, ...sourceFacts(source) }));
    return;
  }
  log('Recebido, e o hash confere com o daqui.');
  log('Falta o pagamento; faça-o em:');
  console.log(payUrl);
}

/** Creates the registration and its holders, or resumes an earlier attempt. */
async function createOrResume(api: Api, source: Source, options: Options): Promise<Progress> {
  const known = readProgress(api.url, source.sha256);
  if (known?.registrationId !== undefined && (await isOwnRegistration(api, known.registrationId))) {
    log(`Continua o registro ${known.registrationId}.`);
    await update(api, known, givenInput(options, source.folder));
    return known;
  }
  const { details, holders } = await detailsFor(options, source.folder);
  // If an earlier response was lost, the same idempotency key prevents a second registration.
  const key = known !== undefined && known.registrationId === undefined ? known.key : randomUUID();
  const it: Progress = {
    url: api.url,
    sha256: source.sha256,
    key,
    details,
    holders: withKeys(holders),
    added: [],
  };
  keepProgress(it);
  const headers = { 'idempotency-key': key };
  const { json } = await api.sendWithRetry('POST', '/api/registrations', { body: details, headers });
  it.registrationId = String((json as Partial<Registration>).id);
  keepProgress(it);
  log(`Registro ${it.registrationId}`);
  await addHolders(api, it);
  return it;
}

/** If the file is already registered, deletes the new draft and names the older registration. */
async function deleteDuplicateDraft(api: Api, it: Progress, error: unknown): Promise<never> {
  if (!(error instanceof Refused) || error.code !== 'duplicate-file') throw error;
  await api.sendWithRetry('DELETE', `/api/registrations/${it.registrationId}`, {}, [404, 409]);
  forgetProgress(it);
  const { message, code, registrationId } = error;
  if (registrationId === undefined) throw error;
  throw new Refused(`${message}\n${pageOf(api.url, registrationId)}`, code, registrationId);
}

/** Whether the registration still exists and belongs to the caller. */
const isOwnRegistration = async (api: Api, id: string): Promise<boolean> =>
  (await api.sendWithRetry('GET', `/api/registrations/${id}/upload`, {}, [404])).status === 200;
