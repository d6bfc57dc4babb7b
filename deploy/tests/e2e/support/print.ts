import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Problem, probeLayout } from './inspect.ts';

/** What a sheet of A4 has between margins of a centimetre, in CSS pixels. */
const PAPER = { width: 718, height: 1047 };
/** On paper nothing is pressed. */
const OF_SCREENS = ['target-size', 'placeholder-clipped'];

const printProbe = readFileSync(join(import.meta.dirname, 'print-probe.js'), 'utf8');

/** What is wrong with a screen on paper, asked of a browser in the dark: paper is white all the same. */
export async function inspectPrint(page: Page, screen: string): Promise<Problem[]> {
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  try {
    const found = [
      ...(await probeLayout(page)).filter(({ rule }) => !OF_SCREENS.includes(rule)),
      ...((await page.evaluate(printProbe)) as Awaited<ReturnType<typeof probeLayout>>),
    ];
    return found.map((finding) => ({ screen, ...finding, seen: ['print'] }));
  } finally {
    await page.emulateMedia({ media: null });
  }
}
