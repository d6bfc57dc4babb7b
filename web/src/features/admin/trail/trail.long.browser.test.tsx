import type { AuditEntry } from '@g2/gateway/contract/audit';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import { anAccount, anAdmin, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { alerts, fits, main, press, retry, toast, widen } from '../../../testing/screen.ts';
import { answer, answerWith, callsOf, hold, refuse } from '../../../testing/server.ts';

const ACTOR = '0192f0c0-0000-7000-8000-00000000aaaa';
const REGISTRATION = '0192f0c0-0000-7000-8000-00000000bbbb';
const AWAY = 'O serviço está indisponível.';

let made = 0;
const anAct = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `0192f0c0-0000-7000-8000-${String(++made).padStart(12, '0')}`,
  at: '2026-12-03T15:30:00.000Z',
  action: 'status-set',
  actorId: ACTOR,
  actorName: 'Otávio Lima',
  subjectType: 'registration',
  subjectId: REGISTRATION,
  address: '203.0.113.7',
  requestId: 'um-pedido-1234',
  detail: { from: 'paid', to: 'reviewing', byHand: 'true' },
  ...changes,
});
/** The input of a combobox, because its list box has the same name. */
const field = (name: string) => page.getByRole('combobox', { name, exact: true });
const rows = page.getByRole('table', { name: 'Trilha' }).getByRole('row');
const cards = page.getByRole('list', { name: 'Trilha' }).getByRole('listitem');

beforeEach(() => {
  answer('listUsers', pageOf([anAccount({ id: ACTOR, firstName: 'Otávio', lastName: 'Lima' })], 100));
  answer('listAudit', pageOf([anAct()], 25));
});

describe('the audit trail', () => {
  it('shows an act’s actor, action, subject and address, and the rest in collapsed details', async () => {
    open('/admin/trilha', anAdmin());
    const row = rows.nth(1);
    await expect.element(row.getByText('Alterou o status de um registro')).toBeVisible();
    await expect.element(row.getByText('03/12/2026 12:30')).toBeVisible();
    await expect.element(row.getByText('203.0.113.7')).toBeVisible();
    await expect
      .element(row.getByRole('link', { name: 'Otávio Lima' }))
      .toHaveAttribute('href', `/admin/users/${ACTOR}`);
    await expect
      .element(row.getByRole('link', { name: REGISTRATION }))
      .toHaveAttribute('href', `/operator/registrations/${REGISTRATION}`);
    await expect.poll(() => row.getByText('um-pedido-1234').elements()[0]?.checkVisibility()).toBe(false);
    await row.getByText('Detalhes', { exact: true }).click();
    await expect.element(row.getByText('um-pedido-1234')).toBeVisible();
    await expect.element(row.getByText('Em Análise')).toBeVisible();
    await expect.element(row.getByText('sim')).toBeVisible();
  });

  it('shows a text in place of each unknown actor, subject, address and action', async () => {
    const unidentified = { actorId: null, actorName: null, address: null };
    answer(
      'listAudit',
      pageOf(
        [
          anAct({
            ...unidentified,
            action: 'sign-in-refused',
            subjectType: 'user',
            subjectId: 'unknown',
            detail: { method: 'password', reason: 'wrong-credentials' },
          }),
          anAct({ actorName: 'Usuário removido' }),
          anAct({ action: 'a-later-word' as 'sign-in', subjectType: 'a-later-thing' as 'user' }),
        ],
        25,
      ),
    );
    open('/admin/trilha', anAdmin());
    await expect.element(rows.nth(1).getByText('Ninguém identificado')).toBeVisible();
    await expect.element(rows.nth(1).getByText('Conta desconhecida')).toBeVisible();
    await expect.element(rows.nth(1).getByText('Não consta')).toBeVisible();
    await expect.element(rows.nth(2).getByRole('link', { name: 'Usuário removido' })).toBeVisible();
    await expect.element(rows.nth(3).getByText('a-later-word', { exact: true })).toBeVisible();
  });

  it('the audit trail reads its filters from the URL and keeps them there', async () => {
    answer('listAudit', ({ query }) => pageOf([anAct()], 25, 60, query.page));
    open(
      `/admin/trilha?action=sign-in&actor=${ACTOR}&subject=G2-1&from=2026-12-01&to=bogus&page=2`,
      anAdmin(),
    );
    await expect.element(rows.nth(1)).toBeVisible();
    const lastQuery = () => callsOf('listAudit').at(-1)?.query;
    await expect
      .poll(() => callsOf('listAudit')[0]?.query)
      .toMatchObject({
        action: ['sign-in'],
        actor: ACTOR,
        subject: 'G2-1',
        from: '2026-12-01',
        page: 2,
      });
    expect(callsOf('listAudit')[0]?.query.to).toBeUndefined();
    await expect.element(field('Ação')).toHaveValue('Entrou');
    await expect.element(field('Quem')).toHaveValue('Otávio Lima (ana@example.com)');
    const subject = page.getByLabelText('Identificador do objeto');
    await subject.fill('G2-2026-000007');
    subject.element().closest('form')?.requestSubmit();
    await expect.poll(() => lastQuery()?.subject).toBe('G2-2026-000007');
    await page.getByLabelText('Até').fill('2026-12-31');
    await expect.poll(() => lastQuery()?.to).toBe('2026-12-31');
    await field('Quem').fill('otá');
    await page.getByRole('option', { name: /Otávio/ }).click();
    expect(new URLSearchParams(location.search).get('subject')).toBe('G2-2026-000007');
    await expect.poll(() => lastQuery()?.page).toBe(1);
  });

  it('exports the filtered acts as a file, and reports success or failure', async () => {
    answerWith('exportAudit', () => new Response('a;b\r\n', { headers: { 'content-type': 'text/csv' } }));
    open('/admin/trilha?action=role-changed', anAdmin());
    await press('Exportar CSV');
    await expect.element(toast.getByText('Trilha exportada')).toBeVisible();
    await expect
      .poll(() => callsOf('exportAudit').map(({ body }) => body))
      .toMatchObject([{ action: ['role-changed'] }]);
    refuse('exportAudit', 'unavailable', { message: AWAY });
    await press('Exportar CSV');
    await expect.element(toast.getByText('Erro ao exportar a trilha')).toBeVisible();
  });

  it('the audit trail shows skeletons, an error, and a text for an empty list', async () => {
    const letGo = hold('listAudit');
    open('/admin/trilha', anAdmin());
    await expect.element(page.getByRole('status', { name: 'Carregando: Trilha' })).toBeVisible();
    letGo();
    await expect.element(rows.nth(1)).toBeVisible();
    refuse('listAudit', 'unavailable', { message: AWAY });
    open('/admin/trilha', anAdmin());
    await expect.element(alerts.getByText('Erro ao carregar a trilha')).toBeVisible();
    answer('listAudit', pageOf([], 25));
    await retry();
    await expect.element(main.getByText('Nenhum ato encontrado')).toBeVisible();
  });

  it.each([
    [360, 'light'],
    [360, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('the audit trail has no accessibility violations, %i px wide, %s', async (width, scheme) => {
    await widen(width);
    open('/admin/trilha', anAdmin());
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    const first = width === 360 ? cards.first() : rows.nth(1);
    await first.getByText('Detalhes', { exact: true }).click();
    await expect.element(first.getByText('um-pedido-1234')).toBeVisible();
    expect(await violations()).toEqual([]);
    await expect.poll(() => fits()).toBe(true);
  });
});
