import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../../testing/render.tsx';
import { main, press } from '../../testing/screen.ts';

const questions = () => main.getByRole('heading', { level: 3 }).elements();
const question = (id: string) => page.elementLocator(document.querySelector(`details#${id}`) as Element);

async function atHelp(hash = ''): Promise<void> {
  open(`/help${hash}`, null);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Central de Ajuda' })).toBeVisible();
  await expect.poll(() => document.title).toBe('Central de Ajuda · G2 Software Registry');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the help centre', () => {
  it('[help-tab] the footer opens the help centre in a new tab', async () => {
    open('/termos', null);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Central de Ajuda' });
    await expect.element(link).toHaveAttribute('href', '/help');
    await expect.element(link).toHaveAttribute('target', '_blank');
  });

  it('[help-search] filters the questions while typing, and says when none is left', async () => {
    await atHelp();
    const all = questions().length;
    expect(all).toBeGreaterThan(10);
    const search = page.getByLabelText('Buscar na ajuda');
    await search.fill('CARTAO credito');
    await expect.element(main.getByText(/^\d+ perguntas?$/)).toBeVisible();
    expect(questions().map((one) => one.textContent)).toContain('Como posso pagar?');
    expect(questions().length).toBeLessThan(all);
    // Few questions are left, so their answers are open.
    await expect.element(main.getByText(/R\$ 100,00 a R\$ 100\.000,00/)).toBeVisible();
    await search.fill('xilofone');
    await expect.element(main.getByText('Nenhuma pergunta encontrada')).toBeVisible();
    await press('Limpar busca');
    await expect.poll(() => questions().length).toBe(all);
  });

  it('[help-anchor] opens the question in the URL, and copies its command and its link', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await atHelp('#hash');
    await expect.element(question('hash').getByText('sha256sum meu-software.zip')).toBeVisible();
    expect(document.querySelectorAll('details[open]')).toHaveLength(1);
    await press('Copiar comando para Windows', question('hash'));
    await expect.element(question('hash').getByText('Copiado')).toBeVisible();
    await main.getByRole('link', { name: 'Quanto custa?' }).click();
    const price = question('precos');
    await expect.element(price).toHaveAttribute('open');
    await price.getByRole('link', { name: 'Copiar o link desta pergunta' }).click();
    await expect.element(price.getByText('Copiado')).toBeVisible();
    expect(copied.mock.calls).toEqual([
      ['certutil -hashfile meu-software.zip SHA256'],
      [`${window.location.origin}/help#precos`],
    ]);
  });

  it('[help-facts] shows prices and steps, and says that the service is not INPI', async () => {
    await atHelp();
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
