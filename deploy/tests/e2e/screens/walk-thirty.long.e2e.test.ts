import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { hasFocus } from '../support/keyboard.ts';
import { dialog, enter } from '../support/payment-screens.ts';
import { colleague, queueWorld } from '../support/queue-world.ts';
import { startStack } from '../support/stack.ts';

const SOON = { timeout: 15_000 };
const HOSTILE = { '.env': 'SENHA=123', 'chave/id_rsa': '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n' };
const REASON = 'Retire a chave privada do ZIP e envie-o de novo.';

type Kind = 'plain' | 'sent again' | 'hostile' | 'in review' | 'of a colleague';
const KINDS: readonly Kind[] = [
  ...Array.from({ length: 14 }, () => 'plain' as const),
  ...Array.from({ length: 5 }, () => 'sent again' as const),
  ...Array.from({ length: 4 }, () => 'hostile' as const),
  ...Array.from({ length: 4 }, () => 'in review' as const),
  ...Array.from({ length: 3 }, () => 'of a colleague' as const),
];

// Of its own: the counts at the end are of all that there is.
const stack = await startStack();
afterAll(() => stack.stop());
const browser = await ownBrowser();
const world = await queueWorld(stack.url);
const paula = await colleague(stack.url, world, 'Paula', 'Lima');

type One = { id: string; name: string; kind: Kind };

/** So named that the kinds are mixed when the list is sorted. */
async function seeded(): Promise<One[]> {
  const all: One[] = [];
  for (const [i, kind] of KINDS.entries()) {
    const name = `${String((i * 7) % KINDS.length).padStart(2, '0')} registro`;
    const id = await world.add(
      name,
      kind === 'in review' || kind === 'hostile' ? 'reviewing' : 'paid',
      {},
      kind === 'hostile' ? HOSTILE : {},
    );
    if (kind === 'sent again') await sendAgain(id, name);
    if (kind === 'of a colleague')
      await world.admin.post(`/api/admin/registrations/${id}/assign-operator`, { operatorId: paula.id });
    all.push({ id, name, kind });
  }
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function sendAgain(id: string, name: string): Promise<void> {
  const act = (body: object) => world.operator.patch(`/api/registrations/${id}/operator-action`, body);
  await act({ action: 'approve', expectedStatus: 'paid' });
  await act({ action: 'request_corrections', expectedStatus: 'reviewing', reason: 'Explique melhor.' });
  const owner = world.ownerOf(id);
  await owner.patch(`/api/registrations/${id}`, { description: `Agora explicado: ${name}` });
  await owner.post(`/api/registrations/${id}/resubmit`);
}

const look = (id: string) =>
  world.operator.ok<{ status: string; assignedOperatorId: string | null; correctionReason: string | null }>(
    `/api/operator/registrations/${id}`,
  );
const panel = (page: Page, { name }: One): Locator =>
  page.getByRole('complementary', { name: `${world.mark} ${name}` });

/** Keys that were pressed, without those of the texts. */
let pressed = 0;
async function press(page: Page, key: string): Promise<void> {
  pressed += 1;
  await page.keyboard.press(key);
}

async function approve(page: Page, one: One): Promise<void> {
  if (one.kind === 'sent again')
    await panel(page, one).getByText(`Agora explicado: ${one.name}`).first().waitFor();
  await press(page, 'a');
  await page.getByRole('status', { name: 'Passo por enviar' }).getByText(one.name).waitFor();
}

/** Sends it back with a reason; where the network goes before, the text is still there when it has come back. */
async function sendBack(page: Page, one: One, isCut: boolean): Promise<void> {
  await panel(page, one).getByText('Chave privada').first().waitFor();
  await press(page, 'c');
  const field = dialog(page).getByLabel(/^O que o cliente deve corrigir/);
  await expect.poll(() => hasFocus(field), SOON).toBe(true);
  if (isCut) {
    await page.keyboard.type(REASON.slice(0, 20));
    await page.context().setOffline(true);
  }
  await page.keyboard.type(isCut ? REASON.slice(20) : REASON);
  await press(page, 'Control+Enter');
  if (!isCut) return;
  await dialog(page)
    .getByText(/^Sem conexão/)
    .waitFor();
  expect(await field.inputValue()).toBe(REASON);
  await page.context().setOffline(false);
  await press(page, 'Control+Enter');
}

/** A colleague's is left: the question says whose it is. */
async function leave(page: Page, one: One): Promise<void> {
  await press(page, 'a');
  await dialog(page)
    .getByText(/Paula Lima/)
    .waitFor();
  await press(page, 'Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await press(page, 'j');
  await panel(page, one).waitFor({ state: 'hidden' });
}

it('[walk-thirty] thirty records by keys alone: none that is another’s, no text lost, the counts right', async () => {
  const all = await seeded();
  const { page } = await person(browser, stack.url);
  await page.addInitScript(() =>
    localStorage.setItem('queue', JSON.stringify({ rows: 50, advance: true, undo: true })),
  );
  await enter(page, world.operator);
  await page.goto(`/operator?search=${world.mark}&sort=title`);
  await page.getByText(`Mostrando 1-${all.length} de ${all.length}`).waitFor();
  await press(page, 'j');
  await press(page, 'Enter');
  let cut = true;
  for (const one of all) {
    await panel(page, one).getByRole('heading', { name: 'Pontos de atenção' }).waitFor();
    if (one.kind === 'of a colleague') await leave(page, one);
    else if (one.kind === 'hostile') {
      await sendBack(page, one, cut);
      cut = false;
    } else await approve(page, one);
  }
  // What was approved last waits for its ten seconds, or for the page to be left.
  await press(page, 'Escape');
  await page.goto('/');

  const wanted: Readonly<Record<Kind, string>> = {
    plain: 'reviewing',
    'sent again': 'reviewing',
    hostile: 'submitted',
    'in review': 'government_processing',
    'of a colleague': 'paid',
  };
  const me = await world.operator.ok<{ id: string }>('/api/auth/user');
  for (const { id, name, kind } of all) {
    await expect.poll(async () => [name, (await look(id)).status], SOON).toEqual([name, wanted[kind]]);
    const { assignedOperatorId, correctionReason } = await look(id);
    if (kind === 'plain') expect(assignedOperatorId).toBe(me.id);
    if (kind === 'of a colleague') expect(assignedOperatorId).toBe(paula.id);
    if (kind === 'hostile') expect(correctionReason).toBe(REASON);
  }
  const of = (...kinds: Kind[]) => KINDS.filter((kind) => kinds.includes(kind)).length;
  await page.goto('/operator?tab=all');
  const shown = (role: 'tab' | 'link', name: string, count: number) =>
    page.getByRole(role, { name: new RegExp(`^${name}\\D*${count}$`) }).waitFor();
  await shown('tab', 'Todos', all.length);
  await shown('tab', 'Meus atribuídos', all.length - of('of a colleague'));
  await shown('tab', 'Aguardando', of('of a colleague'));
  await shown('tab', 'Em análise', of('plain', 'sent again'));
  await shown('link', 'Aguardando cliente', of('hostile'));
  await shown('link', 'Processamento governamental', of('in review'));
  console.log(
    `${pressed} keys for ${all.length} records: ${(pressed / all.length).toFixed(2)} a record, texts apart`,
  );
});
