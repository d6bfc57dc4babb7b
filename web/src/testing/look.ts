import axe from 'axe-core';
import { page } from 'vitest/browser';
import './fonts.ts';
import { type Finding, probeLayout } from './layout-probe.js';
import { prefer, print } from './media.ts';
import { probePrint } from './print-probe.js';
import { widen } from './screen.ts';
import { settled } from './settled.ts';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** axe rules that depend on colours: only these can differ between the themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Printable area of an A4 page with margins of 1 cm, in CSS pixels. */
const PAPER_SIZE = { width: 718, height: 1047 };
/** Layout rules that do not apply in print. */
const SCREEN_ONLY_RULES = ['target-size', 'placeholder-clipped'];

const WIDTHS = [360, 768, 1280, 1920] as const;
type Width = (typeof WIDTHS)[number];

/** Waits until fonts are loaded, the page is rendered, and finite animations have ended. */
async function waitForPaint(): Promise<void> {
  await document.fonts.ready;
  await settled();
  const moving = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map((one) => one.finished));
}

export async function showAt(width: Width, theme: 'light' | 'dark'): Promise<void> {
  await widen(width, width === 360 ? 780 : 900);
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.documentElement.dataset.mantineColorScheme = theme;
  await waitForPaint();
}

/** axe violations in the topmost open dialog, or on the whole page without one. */
export async function violationsOf(extent: 'all' | 'colours'): Promise<Finding[]> {
  const context = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document;
  const { violations } = await axe.run(context, {
    runOnly: extent === 'all' ? { type: 'tag', values: AXE_TAGS } : { type: 'rule', values: COLOUR_RULES },
    resultTypes: ['violations'],
    iframes: false,
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({
      rule: id,
      selector: target.flat().join(' '),
      detail: (failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 220),
    })),
  );
}

/** Widths at which all axe rules run: the narrowest one and that of the main design. */
const AXE_WIDTHS: readonly Width[] = [360, 1280];

/** Faults of the current page, one per line. The dark theme is checked only for colour faults. */
export async function findFaults(widths: readonly Width[] = WIDTHS): Promise<string[]> {
  const found = new Map<string, string[]>();
  const note = (where: string, findings: readonly Finding[]) => {
    for (const { rule, selector, detail } of findings) {
      const line = `${rule}: ${selector} (${detail})`;
      found.set(line, [...(found.get(line) ?? []), where]);
    }
  };
  for (const width of widths) {
    await showAt(width, 'light');
    note(`${width}`, probeLayout());
    if (AXE_WIDTHS.includes(width)) note(`light ${width}`, await violationsOf('all'));
  }
  await showAt(1280, 'dark');
  note('dark 1280', await violationsOf('colours'));
  await showAt(1280, 'light');
  return [...found].map(([line, where]) => `[${where.join(', ')}] ${line}`);
}

/** Faults of the page in print, with the dark colour scheme on: print must be white anyway. */
export async function findPrintFaults(): Promise<string[]> {
  await page.viewport(PAPER_SIZE.width, PAPER_SIZE.height);
  await print();
  try {
    await waitForPaint();
    const found = [...probeLayout().filter(({ rule }) => !SCREEN_ONLY_RULES.includes(rule)), ...probePrint()];
    return found.map(({ rule, selector, detail }) => `[print] ${rule}: ${selector} (${detail})`);
  } finally {
    await prefer('light');
  }
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { node: Node | null }[];
}

/** Starts recording layout shifts; the returned function stops it and returns their sum and what moved. */
export function watchShifts(): () => { value: number; moved: string[] } {
  const shifts: Shift[] = [];
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
  observer.observe({ type: 'layout-shift' });
  return () => {
    shifts.push(...(observer.takeRecords() as Shift[]));
    observer.disconnect();
    return {
      value: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ sources }) =>
        sources.map(({ node }) => (node?.textContent ?? '').trim().slice(0, 40)),
      ),
    };
  };
}
