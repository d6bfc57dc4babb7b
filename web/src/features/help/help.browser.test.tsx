import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../../testing/render.tsx';
import { main, press } from '../../testing/screen.ts';

const questions = () => main.getByRole('heading', { level: 3 }).elements();
const question = (id: string) => page.elementLocator(document.querySelector(`details#${id}`) as Element);

async function openHelp(hash = ''): Promise<void> {
  open(`/help${hash}`, null);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Central de Ajuda' })).toBeVisible();
  await expect.poll(() => document.title).toBe('Central de Ajuda · G2 Software Registry');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the help centre', () => {
  it('[help-tab] the link in the footer opens the help centre in a new tab', async () => {
    open('/termos', null);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Central de Ajuda' });
    await expect.element(link).toHaveAttribute('href', '/help');
    await expect.element(link).toHaveAttribute('target', '_blank');
  });

  it('[help-search] filters the questions while typing, and says when no question matches', async () => {
    await openHelp();
    const totalCount = questions().length;
    expect(totalCount).toBeGreaterThan(10);
    const search = page.getByLabelText('Buscar na ajuda');
    await search.fill('CARTAO credito');
    await expect.element(main.getByText(/^\d+ perguntas?$/)).toBeVisible();
    expect(questions().map((heading) => heading.textContent)).toContain('Como posso pagar?');
    expect(questions().length).toBeLessThan(totalCount);
    // A search with few results opens their answers.
    await expect.element(main.getByText(/R\$ 100,00 a R\$ 100\.000,00/)).toBeVisible();
    await search.fill('xilofone');
    await expect.element(main.getByText('Nenhuma pergunta encontrada')).toBeVisible();
    await press('Limpar busca');
    await expect.poll(() => questions().length).toBe(totalCount);
  });

  it('[help-anchor] opens the question that the URL’s anchor names, and copies a command and a link', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openHelp('#hash');
    await expect.element(question('hash').getByText('sha256sum meu-software.zip')).toBeVisible();
    expect(document.querySelectorAll('details[open]')).toHaveLength(1);
    await press('Copiar comando para Windows', question('hash'));
    await expect.element(question('hash').getByText('Copiado')).toBeVisible();
    await main.getByRole('link', { name: 'Quanto custa?' }).click();
    const priceQuestion = question('precos');
    await expect.element(priceQuestion).toHaveAttribute('open');
    await priceQuestion.getByRole('link', { name: 'Copiar o link desta pergunta' }).click();
    await expect.element(priceQuestion.getByText('Copiado')).toBeVisible();
    expect(writeText.mock.calls).toEqual([
      ['certutil -hashfile meu-software.zip SHA256'],
      [`${window.location.origin}/help#precos`],
    ]);
  });

  it('[help-facts] shows the prices and the stages, and says that the service is not INPI', async () => {
    await openHelp();
    for (const name of [
      'Quanto custa?',
      'Quais são as etapas e quanto tempo leva cada uma?',
      'Vocês são o INPI?',
    ])
      await main.getByRole('heading', { name }).click();
    await expect
      .element(main.getByText(/O registro custa R\$ 3\.499,00.*R\$ 1\.499,99 por atualização/))
      .toBeVisible();
    await expect.element(main.getByText(/não somos o INPI nem qualquer órgão público/)).toBeVisible();
    const steps = question('etapas').getByRole('listitem').elements();
    expect(steps.map(({ children }) => [children[0]?.textContent, children[2]?.textContent])).toEqual([
      ['Submetido', 'Prazo estimado: Imediato'],
      ['Pago', 'Prazo estimado: 1-2 dias úteis'],
      ['Em Análise', 'Prazo estimado: 3-5 dias úteis'],
      ['Processamento Governamental', 'Prazo estimado: 15-30 dias úteis'],
      ['Concluído', 'Prazo estimado: 1-2 dias úteis'],
      ['Certificado Emitido', 'Prazo estimado: Imediato'],
    ]);
  });
});
