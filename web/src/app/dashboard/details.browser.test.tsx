import { expect, it, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { aHistoryEntry, answersDashboard, answersDetails, collectDownloads } from '../../testing/client.ts';
import { aPayableRegistration, aUser } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, press, setViewport, toast } from '../../testing/screen.ts';
import { answerWith } from '../../testing/server.ts';

const paid = aPayableRegistration({
  status: 'reviewing',
  canPay: false,
  canEdit: false,
  createdAt: '2026-03-02T12:01:00.000Z',
  paymentPaidAt: '2026-03-02T12:07:00.000Z',
  statusUpdatedAt: '2026-03-03T13:00:00.000Z',
  jurisdiction: 'brasil',
});
const steps = dialog.getByRole('list').first().getByRole('listitem');
const expectText = (where: Locator, text: string | RegExp) =>
  expect.element(where.getByText(text, { exact: true })).toBeVisible();

it('[details-facts] the details show all data of a registration and offer ZIP and receipt', async () => {
  const holder = { registrationId: paid.id, createdAt: paid.createdAt };
  answersDashboard(paid);
  answersDetails(paid, {
    holders: [
      {
        ...holder,
        id: crypto.randomUUID(),
        holderName: 'Ana',
        holderTaxId: '529.982.247-25',
        ownershipPercentage: 60,
      },
      {
        ...holder,
        id: crypto.randomUUID(),
        holderName: 'Bruno',
        holderTaxId: '12.ABC.345/01DE-35',
        ownershipPercentage: 40,
      },
    ],
  });
  open('/dashboard', aUser());
  await press('Ver Detalhes', article(paid.title));
  await expectText(dialog, 'Bruno · 12.ABC.345/01DE-35');
  for (const name of [
    paid.title,
    'Prova de autoria',
    'Software',
    'Titular',
    'Requerente',
    'Proteção legal',
    'Próximos passos',
  ])
    await expect.element(dialog.getByRole('heading', { name, exact: true })).toBeVisible();
  const facts = [...dialog.element().querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);
  for (const fact of [
    ['E-mail', paid.applicantEmail],
    ['CPF/CNPJ', paid.applicantTaxId],
    ['Descrição', paid.description],
    ['Jurisdição', 'Brasil'],
    ['Arquivo', paid.fileName],
    ['Tamanho', '1,18 MB (1.234.567 bytes)'],
    ['Identificador', paid.id],
    ['Pago em', '02/03/2026 09:07'],
  ])
    expect(facts).toContainEqual(fact);
  for (const text of [
    'Nenhuma taxa adicional: o valor do registro é único.',
    'Você recebe o recibo e cada mudança de status por e-mail.',
    'A proteção independe de registro; o registro serve de prova de autoria e de data.',
    /Lei nº 9\.609\/1998/,
    paid.sha256 ?? '',
  ])
    await expectText(dialog, text);
  const helpLink = dialog.getByRole('link', { name: 'Como conferir este hash' });
  await expect.element(helpLink).toHaveAttribute('href', '/help#hash');
  await expect.element(helpLink).toHaveAttribute('target', '_blank');
  await expect.element(dialog.getByRole('button', { name: /Excluir|Pagar/ })).not.toBeInTheDocument();

  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press('Copiar SHA-256', dialog);
  await expectText(dialog, 'Copiado');
  expect(copied).toHaveBeenCalledWith(paid.sha256);
  const savedFiles = collectDownloads();
  const fileResponse = (name: string) => () =>
    new Response('x', { headers: { 'content-disposition': `attachment; filename="${name}"` } });
  answerWith('downloadFile', fileResponse('fonte.zip'));
  answerWith('getReceipt', fileResponse('recibo.pdf'));
  await press('Baixar ZIP', dialog);
  await expect.poll(() => savedFiles).toEqual(['fonte.zip']);
  await press('Baixar recibo', dialog);
  await expect.poll(() => savedFiles).toEqual(['fonte.zip', 'recibo.pdf']);
});

it('[details-timeline] the details show past, current and future steps with their times', async () => {
  await setViewport(360);
  answersDashboard(paid);
  answersDetails(paid, {
    history: [
      aHistoryEntry('paid', '2026-03-02T12:07:00.000Z'),
      aHistoryEntry('reviewing', '2026-03-03T13:00:00.000Z'),
    ],
  });
  open('/dashboard');
  await press('Ver Detalhes', article(paid.title));
  await expectText(steps.nth(2), 'Desde 03/03/2026 10:00');
  const shownSteps = steps
    .elements()
    .map((step) => [
      step.getAttribute('data-state'),
      ...[...step.querySelectorAll('p')].map((line) => line.textContent),
    ]);
  expect(shownSteps).toEqual([
    ['done', 'Submetido: Concluída', '02/03/2026 09:01'],
    ['done', 'Pago: Concluída', '02/03/2026 09:07'],
    [
      'current',
      'Em AnáliseAgora',
      'Desde 03/03/2026 10:00',
      'Nossa equipe confere dados, titulares e arquivo.',
      'Prazo estimado: 3-5 dias úteis',
    ],
    ['todo', 'Processamento Governamental: A seguir', 'Prazo estimado: 15-30 dias úteis'],
    ['todo', 'Concluído: A seguir', 'Prazo estimado: 1-2 dias úteis'],
    ['todo', 'Certificado Emitido: A seguir', 'Prazo estimado: imediato'],
  ]);
  await expect.element(steps.nth(2)).toHaveAttribute('aria-current', 'step');
  // On a phone the details fill the whole screen.
  expect(dialog.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 360, height: 780 });
});

it('[details-certificate] the details offer the certificate for download', async () => {
  const issued = { ...paid, status: 'certificate_issued' as const };
  answersDashboard(issued);
  answersDetails(issued);
  answerWith('getCertificate', () => new Response('%PDF-'));
  open('/dashboard');
  await press('Ver Detalhes', article(issued.title));
  const savedFiles = collectDownloads();
  await press('Download', dialog);
  await expectText(toast, 'Download concluído');
  expect(savedFiles).toEqual([`certificado_${issued.id.slice(0, 8)}.pdf`]);
});
