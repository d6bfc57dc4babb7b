import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { open } from '../../testing/render.tsx';
import { descriptionOf, fits, main, press, widen } from '../../testing/screen.ts';
import { answer, refuse } from '../../testing/server.ts';

const field = (name: string) => page.getByLabelText(name, { exact: true });

async function atSignUp(): Promise<void> {
  open('/auth', null);
  await page.getByRole('tab', { name: 'Criar conta' }).click();
  await expect.element(field('Sobrenome')).toBeVisible();
}

describe('choosing a password', () => {
  it('[password-strength] rates the password in a word, and one with the user’s name as weak', async () => {
    await atSignUp();
    await field('Nome').fill('Júlia');
    await field('Sobrenome').fill('Moreira');
    await field('E-mail').fill('julia@example.com');
    for (const [password, word] of [
      ['flamengo', 'Força da senha: Fraca (fácil de adivinhar)'],
      ['julia moreira', 'Força da senha: Fraca (fácil de adivinhar)'],
      ['tijolo azul no telhado', 'Força da senha: Forte'],
    ] as const) {
      await field('Senha').fill(password);
      await expect.element(main.getByText(word)).toBeVisible();
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

  it('[password-refused] shows the server’s refusal of the password at the field', async () => {
    await atSignUp();
    const easy = 'Esta senha é fácil de adivinhar.';
    refuse('register', 'invalid-input', { message: easy, fields: { password: easy } });
    await field('Nome').fill('Júlia');
    await field('Sobrenome').fill('Moreira');
    await field('E-mail').fill('julia@example.com');
    await field('Senha').fill('flamengo');
    await main.getByRole('button', { name: 'Criar conta' }).click();
    await expect.poll(() => descriptionOf(field('Senha'))).toContain(easy);
  });

  it.each([360, 1280])(
    'rates the password on the profile page without accessibility faults, %i px wide',
    async (width) => {
      await widen(width);
      answer('changePassword');
      open('/profile');
      await field('Nova senha').fill('senha123');
      await expect.element(main.getByText('Força da senha: Fraca (fácil de adivinhar)')).toBeVisible();
      expect(await violations()).toEqual([]);
      await expect.poll(() => fits()).toBe(true);
    },
  );
});
