import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { open } from '../../testing/render.tsx';
import { main } from '../../testing/screen.ts';

const heading = (name: string) => expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible();
const reads = (text: RegExp) => expect.element(main.getByText(text).first()).toBeVisible();

describe('the legal pages', () => {
  it('[legal-terms] are linked in the footer, and name what is not promised', async () => {
    open('/verificar', null);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' }).click();
    await heading('Termos de Uso');
    await expect.poll(() => document.title).toBe('Termos de Uso · G2 Software Registry');
    await reads(/Não somos o INPI nem órgão público, e não falamos em nome deles\./);
    await reads(/não garantimos o resultado de nenhum processo/);
    await reads(/custa R\$ 3\.499,00, pagos uma única vez/);
    const contents = page.getByRole('navigation', { name: 'Nesta página' });
    await contents.getByRole('link', { name: /Desistência/ }).click();
    await expect
      .poll(() => document.getElementById('devolucoes')?.getBoundingClientRect().top)
      .toBeLessThan(200);
    const more = page.getByRole('navigation', { name: 'Veja também' });
    await more.getByRole('link', { name: 'Política de Privacidade' }).click();
    await heading('Política de Privacidade');
  });

  it('[legal-privacy] lists data, purposes, retention and rights, and opens at an anchor', async () => {
    open('/privacidade#direitos', null);
    await reads(/A LGPD \(art\. 18\) garante a você/);
    await expect.poll(() => window.scrollY).toBeGreaterThan(300);
    await reads(/Lei nº 13\.709\/2018 \(LGPD\)/);
    await reads(/“Usuário removido”/);
    await reads(/dois cookies, ambos só para quem entra na conta: o da sessão/);
    await expect.poll(() => document.title).toBe('Política de Privacidade · G2 Software Registry');
  });
});
