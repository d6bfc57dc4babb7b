import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../testing/overview.ts';
import { anAdmin, aStaffRegistration, pageOf } from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { keys } from '../testing/screen.ts';
import { answer } from '../testing/server.ts';
import { settled } from '../testing/settled.ts';

const MIN_HELD_MS = 100;

/** Holds the page's timers of at least 100 ms. The returned function advances them by this time, in ms. */
function holdTimers(): (ms: number) => void {
  const [nativeSet, nativeClear] = [window.setTimeout, window.clearTimeout];
  const timers = new Map<number, { due: number; run: () => void }>();
  let now = 0;
  let lastId = -1_000_000;
  window.setTimeout = ((run: () => void, ms = 0) => {
    if (ms < MIN_HELD_MS) return nativeSet(run, ms);
    lastId -= 1;
    timers.set(lastId, { due: now + ms, run });
    return lastId;
  }) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    if (id === undefined || !timers.delete(id)) nativeClear(id);
  };
  onTestFinished(() => void Object.assign(window, { setTimeout: nativeSet, clearTimeout: nativeClear }));
  return (ms) => {
    now += ms;
    for (const [id, { due, run }] of timers) {
      if (due > now) continue;
      timers.delete(id);
      run();
    }
  };
}

const tooltips = () =>
  page
    .getByRole('tooltip')
    .elements()
    .map((element) => element.textContent);
/** Checks that no tooltip is shown once the page has settled. */
const expectNoTooltip = async () => {
  await settled();
  expect(tooltips()).toEqual([]);
};

describe('tooltips and menus with delays', () => {
  beforeEach(() => {
    answersOverview();
  });

  it('[tooltip-delays] a tooltip opens after 700 ms, or at once within 300 ms of another one', async () => {
    const records = ['Um', 'Dois'].map((title) => aStaffRegistration({ title }));
    answer('listAllRegistrations', pageOf(records, 10));
    const moveAway = () => page.getByRole('banner').hover({ position: { x: 3, y: 3 } });
    // Start on a page without a tooltip under the pointer.
    open('/help', null);
    await moveAway();
    open('/admin?tab=registrations', anAdmin());
    const button = (name: string) => page.getByRole('button', { name: new RegExp(name) });
    await expect.element(button('Um').first()).toBeVisible();
    const targets = [button('Um').first(), button('Um').last(), button('Dois').first()] as const;
    const labels = targets.map((target) => target.element().getAttribute('aria-label'));
    const advance = holdTimers();

    await targets[0].hover();
    advance(690);
    await expectNoTooltip();
    advance(20);
    await expect.poll(tooltips).toEqual([labels[0]]);
    // First the next button in the same row, then a button in the next row.
    for (const index of [1, 2] as const) {
      await targets[index].hover();
      advance(20);
      await expect.poll(tooltips).toEqual([labels[index]]);
    }
    await moveAway();
    advance(280);
    await targets[0].hover();
    advance(10);
    await expect.poll(tooltips).toEqual([labels[0]]);
    await moveAway();
    advance(320);
    await expectNoTooltip();
    await targets[1].hover();
    advance(690);
    await expectNoTooltip();
    advance(20);
    await expect.poll(tooltips).toEqual([labels[1]]);
  });

  it('[menu-type-ahead] letters typed in a menu form one search text until a pause of 1 s', async () => {
    open('/help', anAdmin());
    const menuButton = page.getByRole('button', { name: 'Abrir menu do usuário' });
    await expect.element(menuButton).toBeVisible();
    (menuButton.element() as HTMLElement).focus();
    await keys('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
    let now = 10_000;
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now);
    const typeAfter = async (ms: number, key: string) => {
      now += ms;
      await keys(key);
      return document.activeElement?.textContent?.trim();
    };
    expect(await typeAfter(0, 's')).toBe('Sair');
    expect(await typeAfter(1_010, 'p')).toBe('Perfil');
    expect(await typeAfter(990, 'a')).toBe('Painel do Operador');
    // No item starts with “pap”; a new “p” moves on to the next item with P.
    expect(await typeAfter(1_010, 'p')).toBe('Painel Administrativo');
    expect(await typeAfter(1_010, 'a')).toBe('Atualizar Permissões');
    vi.restoreAllMocks();
  });
});
