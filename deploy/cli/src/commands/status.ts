import type { Registration, RegistrationPage } from '@g2/gateway/contract/registrations';
import { isStatus, STATUS_NAMES, STATUSES, type Status } from '@g2/terms/statuses';
import { Api, sleep } from '../api.ts';
import type { Options } from '../options.ts';
import { CODES, type Code, log, Unable } from '../output.ts';
import { lastRegistration, tokenFor, urlOf } from '../settings.ts';

const SHOWN = 12;
const MINUTE_MS = 60_000;
/** The first and the longest wait between two status requests, ms. Each wait is 1.5 times the last one. */
const FIRST_MS = 2_000;
const LAST_MS = 30_000;

export async function status(options: Options): Promise<Code> {
  const url = urlOf(options);
  const api = new Api(url, tokenFor(url));
  const wanted = options.text('wait');
  if (wanted !== undefined) return waitFor(api, options, wanted);
  if (options.subject === undefined) return list(api, options.flag('json'));
  printResult(await read(api, options.subject), options.flag('json'));
  return CODES.done;
}

const read = async (api: Api, id: string): Promise<Registration> =>
  (await api.sendWithRetry('GET', `/api/registrations/${encodeURIComponent(id)}`))
    .json as unknown as Registration;

async function list(api: Api, isJson: boolean): Promise<Code> {
  const { json } = await api.sendWithRetry('GET', `/api/registrations?limit=${SHOWN}`);
  const { items = [] } = json as Partial<RegistrationPage>;
  if (isJson) console.log(JSON.stringify({ items }));
  else if (items.length === 0) console.log('Nenhum registro.');
  else for (const it of items) console.log(`${it.id}  ${nameOf(it.status)}  ${titleOf(it)}`);
  return CODES.done;
}

/** All versions of a registration share one title, so later versions also show their number. */
export const titleOf = ({ title, versionNumber }: Pick<Registration, 'title' | 'versionNumber'>): string =>
  versionNumber > 1 ? `Versão ${versionNumber} de ${title}` : title;

const nameOf = (word: string): string => (isStatus(word) ? STATUS_NAMES[word] : word);

function printResult(it: Registration, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(it));
    return;
  }
  console.log(
    `${titleOf(it)}\nStatus: ${nameOf(it.status)}\nSHA-256: ${it.sha256 ?? 'nenhum arquivo ainda'}`,
  );
  if (it.correctionReason !== null) console.log(`Correções pedidas: ${it.correctionReason}`);
}

const isReached = (now: string, wanted: Status): boolean =>
  isStatus(now) && STATUSES.indexOf(now) >= STATUSES.indexOf(wanted);

async function waitFor(api: Api, options: Options, wanted: string): Promise<Code> {
  if (!isStatus(wanted)) throw new Unable(`Status desconhecido: ${wanted}. Há: ${STATUSES.join(', ')}`);
  const id = options.subject ?? lastRegistration(api.url);
  if (id === undefined) throw new Unable('Diga o id do registro: nenhum foi feito daqui.');
  const minutes = Number(options.text('timeout') ?? 60);
  if (!(minutes > 0)) throw new Unable('O prazo é um número de minutos: --timeout 60');
  const until = Date.now() + minutes * MINUTE_MS;
  let seen = '';
  for (let wait = FIRST_MS; ; wait = Math.min(LAST_MS, wait * 1.5)) {
    const it = await read(api, id);
    if (it.status !== seen) log(`Status: ${nameOf(it.status)}`);
    seen = it.status;
    if (isReached(it.status, wanted)) {
      printResult(it, options.flag('json'));
      return CODES.done;
    }
    if (Date.now() + wait > until) throw new Unable(`O prazo acabou: o status ainda é ${nameOf(it.status)}.`);
    await sleep(wait);
  }
}
