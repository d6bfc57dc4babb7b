import type { AuditEntry } from '@g2/gateway/contract/audit';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../../testing/archive.ts';
import { anAccount, anAdmin, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import {
  alerts,
  hasNoHorizontalScroll,
  main,
  press,
  retry,
  setViewport,
  toast,
} from '../../../testing/screen.ts';
import { answer, answerWith, callsOf, hold, refuse } from '../../../testing/server.ts';

const ACTOR_ID = '0192f0c0-0000-7000-8000-00000000aaaa';
const REGISTRATION_ID = '0192f0c0-0000-7000-8000-00000000bbbb';
const UNAVAILABLE = 'O serviço está indisponível.';

let entryCount = 0;
const anEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `0192f0c0-0000-7000-8000-${String(++entryCount).padStart(12, '0')}`,
  at: '2026-12-03T15:30:00.000Z',
  action: 'status-set',
  actorId: ACTOR_ID,
  actorName: 'Otávio Lima',
  subjectType: 'registration',
  subjectId: REGISTRATION_ID,
  address: '203.0.113.7',
  requestId: 'um-pedido-1234',
  detail: { from: 'paid', to: 'reviewing', byHand: 'true' },
  ...changes,
});
/** The input of a filter. Its list box has the same name, but another role. */
const field = (name: string) => page.getByRole('combobox', { name, exact: true });
const rows = page.getByRole('table', { name: 'Trilha' }).getByRole('row');
const cards = page.getByRole('list', { name: 'Trilha' }).getByRole('listitem');

beforeEach(() => {
  answer('listUsers', pageOf([anAccount({ id: ACTOR_ID, firstName: 'Otávio', lastName: 'Lima' })], 100));
  answer('listAudit', pageOf([anEntry()], 25));
});

describe('the audit trail', () => {
  it('shows actor, action, subject and address of an entry, and the rest in collapsed details', async () => {
    open('/admin/trilha', anAdmin());
    const row = rows.nth(1);
    await expect.element(row.getByText('Alterou o status de um registro')).toBeVisible();
    await expect.element(row.getByText('03/12/2026 12:30')).toBeVisible();
    await expect.element(row.getByText('203.0.113.7')).toBeVisible();
    await expect
      .element(row.getByRole('link', { name: 'Otávio Lima' }))
      .toHaveAttribute('href', `/admin/users/${ACTOR_ID}`);
    await expect
      .element(row.getByRole('link', { name: REGISTRATION_ID }))
      .toHaveAttribute('href', `/operator/registrations/${REGISTRATION_ID}`);
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
          anEntry({
            ...unidentified,
            action: 'sign-in-refused',
            subjectType: 'user',
            subjectId: 'unknown',
            detail: { method: 'password', reason: 'wrong-credentials' },
          }),
          anEntry({ actorName: 'Usuário removido' }),
          anEntry({ action: 'a-later-word' as 'sign-in', subjectType: 'a-later-thing' as 'user' }),
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

  it('reads the filters from the URL, and keeps them there', async () => {
    answer('listAudit', ({ query }) => pageOf([anEntry()], 25, 60, query.page));
    open(
      `/admin/trilha?action=sign-in&actor=${ACTOR_ID}&subject=G2-1&from=2026-12-01&to=bogus&page=2`,
      anAdmin(),
    );
    await expect.element(rows.nth(1)).toBeVisible();
    const lastQuery = () => callsOf('listAudit').at(-1)?.query;
    await expect
      .poll(() => callsOf('listAudit')[0]?.query)
      .toMatchObject({
        action: ['sign-in'],
        actor: ACTOR_ID,
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

  it('exports the filtered entries as a file, and reports success or failure', async () => {
    answerWith('exportAudit', () => new Response('a;b\r\n', { headers: { 'content-type': 'text/csv' } }));
    open('/admin/trilha?action=role-changed', anAdmin());
    await press('Exportar CSV');
    await expect.element(toast.getByText('Trilha exportada')).toBeVisible();
    await expect
      .poll(() => callsOf('exportAudit').map(({ body }) => body))
      .toMatchObject([{ action: ['role-changed'] }]);
    refuse('exportAudit', 'unavailable', { message: UNAVAILABLE });
    await press('Exportar CSV');
    await expect.element(toast.getByText('Erro ao exportar a trilha')).toBeVisible();
  });

  it('shows a loading state, an error, and a text for an empty list', async () => {
    const release = hold('listAudit');
    open('/admin/trilha', anAdmin());
    await expect.element(page.getByRole('status', { name: 'Carregando: Trilha' })).toBeVisible();
    release();
    await expect.element(rows.nth(1)).toBeVisible();
    refuse('listAudit', 'unavailable', { message: UNAVAILABLE });
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
  ] as const)('has no accessibility violations, %i px wide, %s scheme', async (width, scheme) => {
    await setViewport(width);
    open('/admin/trilha', anAdmin());
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    const firstItem = width === 360 ? cards.first() : rows.nth(1);
    await firstItem.getByText('Detalhes', { exact: true }).click();
    await expect.element(firstItem.getByText('um-pedido-1234')).toBeVisible();
    expect(await violations()).toEqual([]);
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});
