import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, hasNoHorizontalScroll, main, press, setViewport } from '../../testing/screen.ts';
import { answer, refuse } from '../../testing/server.ts';

const field = (name: string) => page.getByLabelText(name, { exact: true });

async function openSignUp(): Promise<void> {
  open('/auth', null);
  await page.getByRole('tab', { name: 'Criar conta' }).click();
  await expect.element(field('Sobrenome')).toBeVisible();
}

describe('the field for a new password', () => {
  it('[password-strength] shows the strength: weak for a password with the user’s name', async () => {
    await openSignUp();
    await field('Nome').fill('Júlia');
    await field('Sobrenome').fill('Moreira');
    await field('E-mail').fill('julia@example.com');
    for (const [password, strengthText] of [
      ['flamengo', 'Força da senha: Fraca (fácil de adivinhar)'],
      ['julia moreira', 'Força da senha: Fraca (fácil de adivinhar)'],
      ['tijolo azul no telhado', 'Força da senha: Forte'],
    ] as const) {
      await field('Senha').fill(password);
      await expect.element(main.getByText(strengthText)).toBeVisible();
    }
    expect(
      main
        .getByText(/^Força da senha/)
        .element()
        .getAttribute('aria-live'),
    ).toBe('polite');
    await field('Senha').fill('');
    await expect.element(main.getByText(/^Força da senha/)).not.toBeInTheDocument();
    await press('Mostrar ou ocultar senha');
    await expect.element(field('Senha')).toHaveAttribute('type', 'text');
  });

  it('[password-refused] shows at the password field why the server refused the password', async () => {
    await openSignUp();
    const refusal = 'Esta senha é fácil de adivinhar.';
    refuse('register', 'invalid-input', { message: refusal, fields: { password: refusal } });
    await field('Nome').fill('Júlia');
    await field('Sobrenome').fill('Moreira');
    await field('E-mail').fill('julia@example.com');
    await field('Senha').fill('flamengo');
    await main.getByRole('button', { name: 'Criar conta' }).click();
    await expect.poll(() => descriptionOf(field('Senha'))).toContain(refusal);
  });

  it.each([360, 1280])(
    'shows the password strength on the profile page without accessibility violations, %i px wide',
    async (width) => {
      await setViewport(width);
      answer('changePassword');
      open('/profile');
      await field('Nova senha').fill('senha123');
      await expect.element(main.getByText('Força da senha: Fraca (fácil de adivinhar)')).toBeVisible();
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    },
  );
});
