import type { Page } from 'playwright-core';

export type Scheme = 'light' | 'dark';

const SETTLED = `(async () => {
  await document.fonts.ready;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
  if (moving.length === 0) return;
  await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
  await frame();
})()`;

export const heightOf = (width: number): number => (width <= 360 ? 780 : width === 640 ? 450 : 900);

export async function setViewport(page: Page, width: number, scheme: Scheme): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) });
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(SETTLED);
}
