import { describe, expect, it } from 'vitest';
import { ownBrowser } from '../support/browser.ts';
import { advance, card, downloaded, filed, openDashboard, visit } from '../support/dashboard.ts';
import { pdfText, type SourceZip } from '../support/files.ts';
import { details, holders } from '../support/journey.ts';
import { dialog, payByCard, press, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

const STAMP = /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/;

describe('the details of a registration', () => {
  it('[details-facts] tell holder, applicant, software, the proof and the law, and hand out ZIP and receipt', async () => {
    let id = '';
    let zip: SourceZip = { path: '', name: '', bytes: Buffer.alloc(0), sha256: '' };
    const { page } = await visit(
      browser,
      stackUrl(),
      async (api) => {
        ({ id, zip } = await filed(api));
        for (const holder of holders) await api.post(`/api/registrations/${id}/holders`, holder);
        await payByCard(api, id);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    await openDashboard(page);
    await press(card(page, details.title), 'Ver Detalhes');
    const shown = dialog(page);
    const fact = (name: string) =>
      shown
        .locator('dt', { hasText: new RegExp(`^${name}(?!s)`) })
        .locator('+ dd')
        .first();
    await shown.getByRole('heading', { name: details.title, level: 2 }).waitFor();
    for (const title of [
      'Prova de autoria',
      'Software',
      'Titular',
      'Requerente',
      'Proteção legal',
      'Próximos passos',
    ])
      await shown.getByRole('heading', { name: title, exact: true }).waitFor();
    expect(await fact('E-mail').innerText()).toBe(details.applicantEmail);
    expect(await fact('CPF/CNPJ').innerText()).toBe(details.applicantTaxId);
    expect(await fact('Descrição').innerText()).toBe(details.description);
    expect(await fact('Jurisdição').innerText()).toBe('Brasil');
    expect(await fact('Arquivo').innerText()).toBe(zip.name);
    const size = (zip.bytes.length / 1024 / 1024).toFixed(2).replace('.', ',');
    expect(await fact('Tamanho').innerText()).toBe(
      `${size} MB (${zip.bytes.length.toLocaleString('pt-BR')} bytes)`,
    );
    expect(await fact('Identificador').innerText()).toBe(id);
    expect(await fact('Pago em').innerText()).toMatch(STAMP);
    await shown.getByText('Bruno Araújo · 12.ABC.345/01DE-35').waitFor();
    for (const text of [
      'Nenhuma taxa adicional: o valor do registro é único.',
      'Você recebe o recibo e cada mudança de status por e-mail.',
      'A proteção independe de registro; o registro serve de prova de autoria e de data.',
    ])
      await shown.getByText(text, { exact: true }).waitFor();
    await shown.getByText(/Lei nº 9\.609\/1998/).waitFor();
    await shown.getByText(zip.sha256, { exact: true }).waitFor();
    await press(shown, 'Copiar SHA-256');
    await shown.getByText('Copiado', { exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(zip.sha256);
    const help = shown.getByRole('link', { name: 'Como conferir este hash' });
    expect([await help.getAttribute('href'), await help.getAttribute('target')]).toEqual([
      '/help#hash',
      '_blank',
    ]);
    const file = await downloaded(page, shown.getByRole('button', { name: 'Baixar ZIP' }));
    expect(file.name).toBe(zip.name);
    expect(file.bytes.equals(zip.bytes)).toBe(true);
    const receipt = await downloaded(page, shown.getByRole('button', { name: 'Baixar recibo' }));
    expect(pdfText(receipt.bytes)).toContain('R$ 3.499,00');
    expect(await shown.getByRole('button', { name: /Excluir|Pagar/ }).count()).toBe(0);
    await page.context().close();
  });

  it('[details-timeline] show what is done and when, where it stands, and what comes with its time', async () => {
    const { page } = await visit(
      browser,
      stackUrl(),
      async (api) => advance(stackUrl(), (await filed(api)).id, 'reviewing'),
      { viewport: { width: 360, height: 780 } },
    );
    await openDashboard(page);
    await press(card(page, details.title), 'Ver Detalhes');
    const steps = dialog(page).getByRole('list').first().getByRole('listitem');
    await steps.filter({ hasText: 'Desde' }).waitFor();
    const texts = (await steps.allInnerTexts()).map((text) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    );
    expect(texts.map(([name]) => name?.replace(/:$/, ''))).toEqual([
      'Submetido',
      'Pago',
      'Em Análise',
      'Processamento Governamental',
      'Concluído',
      'Certificado Emitido',
    ]);
    expect(await steps.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-state')))).toEqual([
      'done',
      'done',
      'current',
      'todo',
      'todo',
      'todo',
    ]);
    expect(texts[0]?.at(-1)).toMatch(STAMP);
    expect(texts[1]?.at(-1)).toMatch(STAMP);
    expect(texts[2]?.slice(-3)).toEqual([
      expect.stringMatching(/^Desde \d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      'Nossa equipe confere dados, titulares e arquivo.',
      'Prazo estimado: 3-5 dias úteis',
    ]);
    expect(texts[3]?.at(-1)).toBe('Prazo estimado: 15-30 dias úteis');
    expect(await steps.nth(2).getAttribute('aria-current')).toBe('step');
    // On a phone the details are the whole screen.
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 780 });
    await page.context().close();
  });

  it('[details-certificate] download the certificate', async () => {
    let id = '';
    const { page } = await visit(browser, stackUrl(), async (api) => {
      ({ id } = await filed(api));
      await advance(stackUrl(), id, 'certificate_issued');
    });
    await openDashboard(page);
    await press(card(page, details.title), 'Ver Detalhes');
    const button = dialog(page).getByRole('button', { name: 'Download', exact: true });
    const file = await downloaded(page, button);
    expect(file.name).toBe(`certificado_${id.slice(0, 8)}.pdf`);
    await toast(page).getByText('Download concluído', { exact: true }).waitFor();
    await page.context().close();
  });
});
