import { expect, it } from 'vitest';
import { type BrowserPage, type Locator, page } from 'vitest/browser';
import { answersDashboard, answersDetails, collectDownloads, serveCards } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { openMocked } from '../../testing/mock.ts';
import { anIntent } from '../../testing/payments.ts';
import {
  aPayableRegistration,
  aRegistration,
  aUser,
  pageOf,
  registrationStatsOf,
} from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  article,
  dialog,
  hasNoHorizontalScroll,
  keys,
  main,
  press,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, answerWith, callsOf, mockApi } from '../../testing/server.ts';

const rows = region('Prioridades').getByRole('listitem');
const row = (hasText: string) => rows.filter({ hasText });
const expectText = (where: Locator | BrowserPage, text: string | RegExp) =>
  expect.element(where.getByText(text, { exact: true })).toBeVisible();

const returned = aPayableRegistration({
  title: 'A corrigir',
  canPay: false,
  canResubmit: true,
  correctionReason: 'Falta o manual',
  paymentPaidAt: '2026-03-02T12:00:00.000Z',
});
const unpaid = aPayableRegistration({ title: 'A pagar', paymentAmount: 349_900 });
const issued = aPayableRegistration({
  title: 'Com certificado',
  status: 'certificate_issued',
  canPay: false,
  canEdit: false,
});
const draft = aRegistration({ title: 'Sem arquivo' });

it('a long description has one line on its card', async () => {
  const description = 'Plataforma de gestão de pedidos para cooperativas agrícolas. '.repeat(12).trim();
  const user = aUser();
  const records = [
    aRegistration({ userId: user.id, title: 'Longo', description }),
    aRegistration({ userId: user.id, title: 'Curto', description: 'Curta' }),
  ];
  openMocked('/dashboard', mockApi({ user, registrations: records }));
  const heightOf = (text: string) => page.getByText(text, { exact: true }).element().clientHeight;
  await expectText(article('Longo'), description);
  expect(heightOf(description)).toBe(heightOf('Curta'));
});

it('[dashboard-new-client] tells a new client only how to begin, and counts the first registration', async () => {
  const figures = () =>
    [...region('Resumo').element().querySelectorAll('dl > div')].map((figure) =>
      [...figure.children].map((part) => part.textContent),
    );
  answer('listRegistrations', pageOf([]));
  answer('getRegistrationStats', {
    ...registrationStatsOf({ totalRegistrations: 0, recentRegistrations: 0, uniqueJurisdictions: 0 }),
  });
  open('/dashboard', aUser({ credits: 0 }));
  await expectText(page, 'Nenhum registro ainda');
  await expect.element(page.getByLabelText('Buscar registros')).not.toBeInTheDocument();
  for (const name of ['Prioridades', 'Resumo', 'Saldo de créditos'])
    await expect.element(region(name)).not.toBeInTheDocument();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Envie o ZIP do código' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Registrar meu primeiro software' }))
    .toHaveAttribute('href', '/register');
  expect(main.getByRole('link', { name: /^Registrar/ }).elements()).toHaveLength(1);
  open('/dashboard', aUser({ credits: 1 }));
  await expect.element(region('Saldo de créditos')).toBeVisible();
  await expect.element(region('Resumo')).not.toBeInTheDocument();
  answersDashboard(draft);
  open('/dashboard');
  await expect.element(article(draft.title)).toBeVisible();
  await expect
    .poll(() => figures())
    .toEqual([
      ['Registros Totais', '1', '+1 este mês'],
      ['Registros Recentes', '1', 'Ativo'],
      ['Tamanho Total', '0 B', 'em arquivos protegidos'],
      ['Jurisdições', '1', 'Território ativo'],
    ]);
});

it('[dashboard-search] searches on the server, and offers to clear a search without results', async () => {
  answersDashboard(unpaid, draft);
  open('/dashboard');
  await expectText(page, 'Mostrando 1-2 de 2');
  answer('listRegistrations', ({ query: { search } }) => pageOf(search === 'BRUNO' ? [unpaid] : []));
  const box = page.getByLabelText('Buscar registros');
  await box.fill('BRUNO');
  await expectText(page, 'Mostrando 1-1 de 1');
  await box.fill('nada disso');
  await expectText(page, 'Nenhum resultado encontrado');
  await expectText(page, 'Nada corresponde a “nada disso”. Tente outras palavras.');
  answersDashboard(unpaid, draft);
  await press('Limpar busca');
  await expectText(page, 'Mostrando 1-2 de 2');
});

it('[dashboard-priority] lists the three most urgent registrations, each with its action', async () => {
  serveCards();
  answer('createPaymentIntent', anIntent());
  answersDashboard(returned, unpaid, issued, draft);
  answersDetails(unpaid);
  open('/dashboard');
  await expect.element(row(returned.title).getByRole('link', { name: 'Corrigir' })).toBeVisible();
  expect(rows.elements()).toHaveLength(3);
  await expect
    .poll(() => callsOf('listRegistrations').find(({ query }) => query.limit === 3)?.query)
    .toMatchObject({
      sort: 'priority',
      status: ['submitted', 'certificate_issued'],
    });
  const savedFiles = collectDownloads();
  answerWith(
    'getCertificate',
    () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }),
  );
  await press('Download', row(issued.title));
  await expectText(toast, 'Download concluído');
  expect(savedFiles).toEqual([`certificado_${issued.id.slice(0, 8)}.pdf`]);
  await expectText(row(unpaid.title), 'Aguardando pagamento de R$ 3.499,00');
  await press('Pagar', row(unpaid.title));
  await expect.element(dialog.getByLabelText('Número do cartão')).toBeVisible();
  await keys('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Ver Detalhes', row(unpaid.title));
  await expect.element(dialog.getByRole('heading', { name: unpaid.title, level: 2 })).toBeVisible();
});

it('the priorities, the list and the balance update with events from the server', async () => {
  answersDashboard(returned, unpaid, issued, draft);
  open('/dashboard');
  await expect.element(row(issued.title)).toBeVisible();
  await expect.poll(() => callsOf('followEvents').length).toBe(1);
  answersDashboard(issued, draft, { ...unpaid, status: 'paid', canPay: false, canEdit: false });
  tell('registration', { id: unpaid.id, status: 'paid', statusUpdatedAt: '2026-03-03T12:00:00.000Z' });
  await expect.element(row(draft.title).getByRole('link', { name: 'Continuar registro' })).toBeVisible();
  expect(rows.elements()).toHaveLength(2);
  await expectText(article(unpaid.title), 'Pago');
  tell('balance', { credits: 349_900 });
  await expectText(region('Saldo de créditos'), '3.499,00 créditos');
});

it.each([320, 360, 412])(
  '[priorities-labels] the priorities and the details show the full text of every button, %i px wide',
  async (width) => {
    const truncatedTexts = () =>
      [...document.querySelectorAll('button, a[class*="Button"], .mantine-Button-label')]
        // Hidden and inline elements have no client width.
        .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
        .map((part) => part.textContent);
    await setViewport(width);
    answersDashboard(returned, unpaid, issued, draft);
    open('/dashboard');
    await expect.element(article(draft.title)).toBeVisible();
    await expect.element(row(issued.title)).toBeVisible();
    expect(truncatedTexts()).toEqual([]);
    for (const registration of [returned, unpaid, issued, draft]) {
      answersDetails(registration);
      if (registration === returned)
        answer('listChanges', {
          ...pageOf([], 50),
          added: 0,
          removed: 0,
          changed: 0,
          earlier: {
            fileName: 'antes.zip',
            size: 1,
            sha256: '0'.repeat(64),
            attachedAt: '2026-03-01T12:00:00.000Z',
          },
        });
      await press('Ver Detalhes', article(registration.title));
      await expect.element(dialog.getByRole('heading', { name: registration.title, level: 2 })).toBeVisible();
      expect([registration.title, truncatedTexts()]).toEqual([registration.title, []]);
      await keys('{Escape}');
      await expect.element(dialog).not.toBeInTheDocument();
    }
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  },
);

it('[dashboard-card] shows all data of a registration, and Pagar while payment is due', async () => {
  const unpaidRegistration = aPayableRegistration({
    title: 'Motor fiscal',
    paymentAmount: 349_900,
    jurisdiction: 'uniao_europeia',
    holderName: 'Bruno Araújo',
    sha256: `abcdef01${'2'.repeat(48)}3456789f`,
    fileSize: 1_229,
    statusUpdatedAt: '2026-03-04T18:05:00.000Z',
  });
  answersDashboard(unpaidRegistration, draft);
  answersDetails(unpaidRegistration);
  open('/dashboard', aUser());
  const unpaidCard = article(unpaidRegistration.title);
  for (const text of [
    unpaidRegistration.title,
    'Submetido',
    'União Europeia',
    'Bruno Araújo',
    '02/03/2026',
    '04/03/2026 15:05',
    unpaidRegistration.description,
    'R$ 3.499,00',
    'Taxa de registro',
    'abcdef01…3456789f',
    'código-fonte.zip',
    '1,2 KB',
  ])
    await expectText(unpaidCard, text);
  await expect.element(unpaidCard.getByRole('button', { name: 'Pagar' })).toBeVisible();
  await expect
    .element(unpaidCard.getByRole('link', { name: 'Editar dados' }))
    .toHaveAttribute('href', `/register?id=${unpaidRegistration.id}&step=basic`);
  const draftCard = article(draft.title);
  await expectText(draftCard, 'Nenhum arquivo enviado ainda');
  await expect.element(draftCard.getByRole('link', { name: 'Continuar registro' })).toBeVisible();
  for (const [where, name] of [
    [draftCard, 'Pagar'],
    [unpaidCard, 'Download'],
  ] as const)
    await expect.element(where.getByRole('button', { name })).not.toBeInTheDocument();
  await press('Ver Detalhes', unpaidCard);
  await expectText(dialog, unpaidRegistration.sha256 ?? '');
});
