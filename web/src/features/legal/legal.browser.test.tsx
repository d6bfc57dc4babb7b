import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../../testing/render.tsx';
import { main } from '../../testing/screen.ts';

const expectHeading = (name: string) =>
  expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const expectText = (text: RegExp) => expect.element(main.getByText(text).first()).toBeVisible();

describe('the legal pages', () => {
  it('[legal-terms] the footer links to the terms, which state what the service does not promise', async () => {
    open('/verificar', null);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' }).click();
    await expectHeading('Termos de Uso');
    await expect.poll(() => document.title).toBe('Termos de Uso · G2 Software Registry');
    await expectText(/Não somos o INPI nem órgão público, e não falamos em nome deles\./);
    await expectText(/não garantimos o resultado de nenhum processo/);
    await expectText(/custa R\$ 3\.499,00, pagos uma única vez/);
    const tableOfContents = page.getByRole('navigation', { name: 'Nesta página' });
    await tableOfContents.getByRole('link', { name: /Desistência/ }).click();
    await expect
      .poll(() => document.getElementById('devolucoes')?.getBoundingClientRect().top)
      .toBeLessThan(200);
    const relatedPages = page.getByRole('navigation', { name: 'Veja também' });
    await relatedPages.getByRole('link', { name: 'Política de Privacidade' }).click();
    await expectHeading('Política de Privacidade');
  });

  it('[legal-privacy] the privacy policy describes users’ rights and cookies, and scrolls to the anchor of the address', async () => {
    open('/privacidade#direitos', null);
    await expectText(/A LGPD \(art\. 18\) garante a você/);
    await expect.poll(() => window.scrollY).toBeGreaterThan(300);
    await expectText(/Lei nº 13\.709\/2018 \(LGPD\)/);
    await expectText(/“Usuário removido”/);
    await expectText(/dois cookies, ambos só para quem entra na conta: o da sessão/);
    await expect.poll(() => document.title).toBe('Política de Privacidade · G2 Software Registry');
  });
});
