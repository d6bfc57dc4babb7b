import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

describe('the legal pages', () => {
  it('[legal-terms] are found from the footer, say what is not promised, and lead on', async () => {
    const { page } = await person(browser, stackUrl());
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' }).click();
    await page.getByRole('heading', { level: 1, name: 'Termos de Uso' }).waitFor();
    expect(await page.title()).toBe('Termos de Uso · G2 Software Registry');
    await page.getByText('Não somos o INPI nem órgão público, e não falamos em nome deles.').waitFor();
    await page.getByText(/não garantimos o resultado de nenhum processo/).waitFor();
    await page.getByText(/custa R\$ 3\.499,00, pagos uma única vez/).waitFor();
    const contents = page.getByRole('navigation', { name: 'Nesta página' });
    await contents.getByRole('link', { name: /Desistência/ }).click();
    await expect
      .poll(() => page.evaluate(`document.getElementById('devolucoes').getBoundingClientRect().top`))
      .toBeLessThan(200);
    await page
      .getByRole('navigation', { name: 'Veja também' })
      .getByRole('link', { name: 'Política de Privacidade' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Política de Privacidade' }).waitFor();
  });

  it('[legal-privacy] tells data, purposes, retention and rights, and opens at an anchor', async () => {
    const { page } = await person(browser, stackUrl());
    await page.goto('/privacidade#direitos');
    await page.getByText('A LGPD (art. 18) garante a você').waitFor();
    expect(await page.evaluate('scrollY')).toBeGreaterThan(300);
    for (const text of [
      /Lei nº 13\.709\/2018 \(LGPD\)/,
      /“Usuário removido”/,
      /dois cookies, ambos só para quem entra na conta: o da sessão/,
    ]) {
      await page.getByText(text).first().waitFor();
    }
    expect(await page.title()).toBe('Política de Privacidade · G2 Software Registry');
  });
});
