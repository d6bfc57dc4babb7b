import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answersOverview } from '../testing/overview.ts';
import { anAdmin, aStaffRegistration, pageOf } from '../testing/records.ts';
import { open } from '../testing/render.tsx';
import { keys } from '../testing/screen.ts';
import { answer } from '../testing/server.ts';
import { settled } from '../testing/settled.ts';

const FROM_MS = 100;

/** Holds the page's timers of at least 100 ms; the returned function lets the given time pass, in ms. */
function holdTimers(): (ms: number) => void {
  const [nativeSet, nativeClear] = [window.setTimeout, window.clearTimeout];
  const timers = new Map<number, { due: number; run: () => void }>();
  let now = 0;
  let lastId = -1_000_000;
  window.setTimeout = ((run: () => void, ms = 0) => {
    if (ms < FROM_MS) return nativeSet(run, ms);
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

const hints = () =>
  page
    .getByRole('tooltip')
    .elements()
    .map((one) => one.textContent);
/** Checks that no tooltip is shown once the page has settled. */
const noHint = async () => {
  await settled();
  expect(hints()).toEqual([]);
};

describe('tooltips and menus with delays', () => {
  beforeEach(() => {
    answersOverview();
  });

  it('[tooltip-delays] a tooltip opens after 700 ms, or at once within 300 ms after another', async () => {
    const records = ['Um', 'Dois'].map((title) => aStaffRegistration({ title }));
    answer('listAllRegistrations', pageOf(records, 10));
    const leave = () => page.getByRole('banner').hover({ position: { x: 3, y: 3 } });
    // Start on a page without a tooltip under the pointer.
    open('/help', null);
    await leave();
    open('/admin?tab=registrations', anAdmin());
    const button = (name: string) => page.getByRole('button', { name: new RegExp(name) });
    await expect.element(button('Um').first()).toBeVisible();
    const targets = [button('Um').first(), button('Um').last(), button('Dois').first()] as const;
    const labels = targets.map((one) => one.element().getAttribute('aria-label'));
    const pass = holdTimers();

    await targets[0].hover();
    pass(690);
    await noHint();
    pass(20);
    await expect.poll(hints).toEqual([labels[0]]);
    // First the neighbour in the same row, then the one in the next row.
    for (const at of [1, 2] as const) {
      await targets[at].hover();
      pass(20);
      await expect.poll(hints).toEqual([labels[at]]);
    }
    await leave();
    pass(280);
    await targets[0].hover();
    pass(10);
    await expect.poll(hints).toEqual([labels[0]]);
    await leave();
    pass(320);
    await noHint();
    await targets[1].hover();
    pass(690);
    await noHint();
    pass(20);
    await expect.poll(hints).toEqual([labels[1]]);
  });

  it('[menu-type-ahead] letters typed in a menu form one search text until a 1 s pause', async () => {
    open('/help', anAdmin());
    const avatar = page.getByRole('button', { name: 'Abrir menu do usuário' });
    await expect.element(avatar).toBeVisible();
    (avatar.element() as HTMLElement).focus();
    await keys('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
    let now = 10_000;
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now);
    const after = async (ms: number, key: string) => {
      now += ms;
      await keys(key);
      return document.activeElement?.textContent?.trim();
    };
    expect(await after(0, 's')).toBe('Sair');
    expect(await after(1_010, 'p')).toBe('Perfil');
    expect(await after(990, 'a')).toBe('Painel do Operador');
    // No item starts with “pap”; a new “p” moves on to the next item with P.
    expect(await after(1_010, 'p')).toBe('Painel Administrativo');
    expect(await after(1_010, 'a')).toBe('Atualizar Permissões');
    vi.restoreAllMocks();
  });
});
