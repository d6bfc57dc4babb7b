import { randomUUID } from 'node:crypto';
import type { Holder as Kept } from '@g2/gateway/contract/holders';
import { DETAIL_NAMES } from '@g2/terms/details';
import type { Api } from '../api.ts';
import { type Holder, PROMPTS, type RegistrationInput } from '../details.ts';
import { log, Refused } from '../output.ts';
import { keepProgress, type Progress } from '../settings.ts';

const pathOf = ({ registrationId }: Progress): string => `/api/registrations/${registrationId}`;

export const withKeys = (holders: readonly Holder[] = []): Progress['holders'] =>
  holders.map((holder) => ({ key: randomUUID(), holder }));

/**
 * Sends changed details and holders (by CPF or CNPJ); keeps omitted details.
 * @throws Refused if the registration is not editable
 */
export async function update(api: Api, it: Progress, now: RegistrationInput): Promise<void> {
  const changed = DETAIL_NAMES.filter(
    (name) => now.details[name] !== undefined && now.details[name] !== it.details[name],
  );
  // The prompt text without its hint in brackets.
  const labels = changed.map((name) => PROMPTS[name].replace(/ \(.*\)$/, ''));
  if (changed.length > 0) {
    const body = Object.fromEntries(changed.map((name) => [name, now.details[name]]));
    await orNotEditable(it, labels, () => api.sendWithRetry('PATCH', pathOf(it), { body }));
    it.details = { ...it.details, ...body };
    keepProgress(it);
    log(`Alterado no registro: ${labels.join(', ')}.`);
  }
  if (now.holders !== undefined) await updateHolders(api, it, now.holders);
  await orNotEditable(it, ['titulares'], () => addHolders(api, it));
}

/** Sends the holders that are not sent yet, each with its idempotency key: a repeat adds none twice. */
export async function addHolders(api: Api, it: Progress): Promise<void> {
  for (let [next] = it.holders; next; [next] = it.holders) {
    const { key, holder } = next;
    const headers = { 'idempotency-key': key };
    const { json } = await api.sendWithRetry('POST', `${pathOf(it)}/holders`, { body: holder, headers });
    it.added.push({ id: String((json as Partial<Kept>).id), holder });
    it.holders = it.holders.slice(1);
    keepProgress(it);
  }
}

const taxIdOf = ({ holderTaxId }: Holder): string => String(holderTaxId).replaceAll(/[^0-9A-Za-z]/g, '');
const isAs = (a: Holder, b: Holder): boolean =>
  a.holderName === b.holderName && a.ownershipPercentage === b.ownershipPercentage;

/** Removes holders first, then changes shares, largest decrease first: the total must never exceed 100 %. */
async function updateHolders(api: Api, it: Progress, now: readonly Holder[]): Promise<void> {
  const wanted = new Map(now.map((holder) => [taxIdOf(holder), holder]));
  for (const { id, holder } of it.added) {
    if (wanted.has(taxIdOf(holder))) continue;
    await orNotEditable(it, ['titulares'], () =>
      api.sendWithRetry('DELETE', `${pathOf(it)}/holders/${id}`, {}, [404]),
    );
    it.added = it.added.filter((one) => one.id !== id);
    keepProgress(it);
    log(`Titular removido do registro: ${holder.holderName}.`);
  }
  const others = it.added.flatMap((one) => {
    const as = wanted.get(taxIdOf(one.holder));
    return as === undefined || isAs(as, one.holder) ? [] : [{ one, as }];
  });
  const growth = ({ one, as }: (typeof others)[number]): number =>
    as.ownershipPercentage - one.holder.ownershipPercentage;
  for (const { one, as } of others.toSorted((a, b) => growth(a) - growth(b))) {
    await orNotEditable(it, ['titulares'], () =>
      api.sendWithRetry('PATCH', `${pathOf(it)}/holders/${one.id}`, { body: as }),
    );
    one.holder = as;
    keepProgress(it);
    log(`Titular alterado no registro: ${as.holderName}.`);
  }
  const known = new Set(it.added.map(({ holder }) => taxIdOf(holder)));
  const fresh = now.filter((holder) => !known.has(taxIdOf(holder)));
  // A holder keeps its idempotency key, since an earlier request may have succeeded without a response.
  it.holders = fresh.map((holder) => {
    const before = it.holders.find(
      (one) => isAs(one.holder, holder) && taxIdOf(one.holder) === taxIdOf(holder),
    );
    return before ?? { key: randomUUID(), holder };
  });
  keepProgress(it);
}

/** Runs `work`. @param what changed fields, for the message @throws Refused if the registration is not editable */
async function orNotEditable<T>(it: Progress, what: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'not-editable') throw error;
    throw new Refused(
      `Mudou aqui: ${what.join(', ')}. O registro ${it.registrationId} já não pode ser alterado, e lá nada mudou.`,
      'not-editable',
    );
  }
}
