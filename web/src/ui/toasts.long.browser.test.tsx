import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { advanceClock } from '../testing/clock.ts';
import '../testing/fonts.ts';
import { open } from '../testing/render.tsx';
import { keys, toast, widen } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

const submit = page.getByRole('button', { name: 'Entrar' }).last();
const banner = page.getByRole('banner');
const shown = toast.getByText('Falha no login');
const isShown = () => expect.element(shown).toBeVisible();
const isGone = () => expect.element(shown).not.toBeInTheDocument();
const boxOf = (one: typeof shown) => one.element().getBoundingClientRect();

/** Submits a login that is refused, and waits for the error toast. */
async function fail(): Promise<void> {
  await submit.click();
  await isShown();
}

beforeEach(async () => {
  refuse('logIn', 'wrong-credentials', { message: 'Recusado.' });
  open('/auth', null);
  await page.getByLabelText('E-mail').fill('ninguem@example.com');
  await page.getByLabelText('Senha', { exact: true }).fill('errada');
});

/** Texts of the controls that the toast covers, fully or in part. */
const hidden = (): (string | null)[] => {
  const card = boxOf(toast);
  return [...document.querySelectorAll('a, button, input')]
    .filter((one) => !toast.element().contains(one))
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
    })
    .map((one) => one.textContent);
};

function swipe(distance: number): void {
  const card = shown.element().closest('[data-tone]') as Element;
  const { left, top } = card.getBoundingClientRect();
  const send = (type: string, moved: number) =>
    card.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        clientX: left + 20 + moved,
        clientY: top + 10,
      }),
    );
  send('pointerdown', 0);
  send('pointerup', distance);
}

describe('toasts', () => {
  it('[toasts-time] are shown one at a time and close after 5 s without a pointer', async () => {
    await fail();
    await fail();
    expect(toast.getByRole('button', { name: 'Fechar notificação' }).elements()).toHaveLength(1);
    expect(boxOf(toast).width).toBeLessThanOrEqual(420);
    const card = shown.element().closest('[data-tone="error"]') as Element;
    expect(getComputedStyle(card).backgroundColor).toBe('rgb(163, 33, 26)');
    await shown.hover();
    advanceClock(60_000);
    await isShown();
    await banner.hover({ position: { x: 5, y: 5 } });
    advanceClock(4_990);
    await isShown();
    advanceClock(20);
    await isGone();
  });

  it('[toasts-f8] get the focus by F8, stay open while focused, and then return the focus', async () => {
    await fail();
    (submit.element() as HTMLElement).focus();
    await keys('{F8}');
    await expect.element(toast).toHaveFocus();
    advanceClock(20_000);
    await isShown();
    await userEvent.tab();
    await keys('{Enter}');
    await isGone();
    await expect.element(submit).toHaveFocus();
    await fail();
    await keys('{F8}{Escape}');
    await isGone();
  });

  it('[toasts-swipe] are dismissed by a swipe of at least 50 px', async () => {
    await fail();
    swipe(49);
    await isShown();
    swipe(50);
    await isGone();
  });

  it('[toasts-place] are in the header, or below it on a phone, and cover no control', async () => {
    for (const width of [1280, 768]) {
      await widen(width, 800);
      await fail();
      expect(boxOf(toast).top).toBeLessThan(boxOf(banner).bottom);
      expect(hidden()).toEqual([]);
    }
    await widen(360);
    await fail();
    expect(boxOf(toast).top).toBeGreaterThanOrEqual(boxOf(banner).bottom);
    expect(boxOf(toast).bottom).toBeLessThanOrEqual(boxOf(submit).top);
    expect(boxOf(toast).right).toBeLessThanOrEqual(360);
  });
});
