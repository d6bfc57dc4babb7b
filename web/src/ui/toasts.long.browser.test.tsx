import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { advanceClock } from '../testing/clock.ts';
import '../testing/fonts.ts';
import { open } from '../testing/render.tsx';
import { keys, setViewport, toast } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

const submit = page.getByRole('button', { name: 'Entrar' }).last();
const banner = page.getByRole('banner');
const errorToast = toast.getByText('Falha no login');
const expectShown = () => expect.element(errorToast).toBeVisible();
const expectGone = () => expect.element(errorToast).not.toBeInTheDocument();
const boxOf = (locator: typeof errorToast) => locator.element().getBoundingClientRect();

/** Submits a login that is refused, and waits for the error toast. */
async function failLogin(): Promise<void> {
  await submit.click();
  await expectShown();
}

beforeEach(async () => {
  refuse('logIn', 'wrong-credentials', { message: 'Recusado.' });
  open('/auth', null);
  await page.getByLabelText('E-mail').fill('ninguem@example.com');
  await page.getByLabelText('Senha', { exact: true }).fill('errada');
});

/** Texts of the controls that the toast covers, fully or in part. */
const coveredControls = (): (string | null)[] => {
  const card = boxOf(toast);
  return [...document.querySelectorAll('a, button, input')]
    .filter((element) => !toast.element().contains(element))
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
    })
    .map((element) => element.textContent);
};

function swipe(distance: number): void {
  const card = errorToast.element().closest('[data-tone]') as Element;
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
  it('[toasts-time] shows one toast at a time, and closes it 5 s after the pointer has left', async () => {
    await failLogin();
    await failLogin();
    expect(toast.getByRole('button', { name: 'Fechar notificação' }).elements()).toHaveLength(1);
    expect(boxOf(toast).width).toBeLessThanOrEqual(420);
    const card = errorToast.element().closest('[data-tone="error"]') as Element;
    expect(getComputedStyle(card).backgroundColor).toBe('rgb(163, 33, 26)');
    await errorToast.hover();
    advanceClock(60_000);
    await expectShown();
    await banner.hover({ position: { x: 5, y: 5 } });
    advanceClock(4_990);
    await expectShown();
    advanceClock(20);
    await expectGone();
  });

  it('[toasts-f8] F8 focuses a toast, which then stays open; closing it returns the focus', async () => {
    await failLogin();
    (submit.element() as HTMLElement).focus();
    await keys('{F8}');
    await expect.element(toast).toHaveFocus();
    advanceClock(20_000);
    await expectShown();
    await userEvent.tab();
    await keys('{Enter}');
    await expectGone();
    await expect.element(submit).toHaveFocus();
    await failLogin();
    await keys('{F8}{Escape}');
    await expectGone();
  });

  it('[toasts-swipe] a swipe of at least 50 px dismisses a toast', async () => {
    await failLogin();
    swipe(49);
    await expectShown();
    swipe(50);
    await expectGone();
  });

  it('[toasts-place] shows toasts in the header, on a phone below it, and never over a control', async () => {
    for (const width of [1280, 768]) {
      await setViewport(width, 800);
      await failLogin();
      expect(boxOf(toast).top).toBeLessThan(boxOf(banner).bottom);
      expect(coveredControls()).toEqual([]);
    }
    await setViewport(360);
    await failLogin();
    expect(boxOf(toast).top).toBeGreaterThanOrEqual(boxOf(banner).bottom);
    expect(boxOf(toast).bottom).toBeLessThanOrEqual(boxOf(submit).top);
    expect(boxOf(toast).right).toBeLessThanOrEqual(360);
  });
});
