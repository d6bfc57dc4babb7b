import axe from 'axe-core';
import { page } from 'vitest/browser';
import './fonts.ts';
import { type Finding, probeLayout } from './layout-probe.js';
import { prefer, print } from './media.ts';
import { probePrint } from './print-probe.js';
import { setViewport } from './screen.ts';
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
  const finiteAnimations = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(finiteAnimations.map((animation) => animation.finished));
}

export async function showAt(width: Width, theme: 'light' | 'dark'): Promise<void> {
  await setViewport(width, width === 360 ? 780 : 900);
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

/** Widths at which all axe rules run: a phone and a desktop window. */
const AXE_WIDTHS: readonly Width[] = [360, 1280];

/** Faults of the current page, one per line. The dark theme is checked only for colour faults. */
export async function findFaults(widths: readonly Width[] = WIDTHS): Promise<string[]> {
  const faults = new Map<string, string[]>();
  const addFindings = (where: string, findings: readonly Finding[]) => {
    for (const { rule, selector, detail } of findings) {
      const line = `${rule}: ${selector} (${detail})`;
      faults.set(line, [...(faults.get(line) ?? []), where]);
    }
  };
  for (const width of widths) {
    await showAt(width, 'light');
    addFindings(`${width}`, probeLayout());
    if (AXE_WIDTHS.includes(width)) addFindings(`light ${width}`, await violationsOf('all'));
  }
  await showAt(1280, 'dark');
  addFindings('dark 1280', await violationsOf('colours'));
  await showAt(1280, 'light');
  return [...faults].map(([line, where]) => `[${where.join(', ')}] ${line}`);
}

/** Faults of the page in print. The colour scheme is dark, because print must be light even then. */
export async function findPrintFaults(): Promise<string[]> {
  await page.viewport(PAPER_SIZE.width, PAPER_SIZE.height);
  await print();
  try {
    await waitForPaint();
    const layoutFaults = probeLayout().filter(({ rule }) => !SCREEN_ONLY_RULES.includes(rule));
    const faults = [...layoutFaults, ...probePrint()];
    return faults.map(({ rule, selector, detail }) => `[print] ${rule}: ${selector} (${detail})`);
  } finally {
    await prefer('light');
  }
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { node: Node | null }[];
}

/** Starts recording layout shifts. The returned function stops it, and returns their sum and the moved texts. */
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
