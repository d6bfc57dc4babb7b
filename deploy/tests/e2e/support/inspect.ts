import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export type Scheme = 'light' | 'dark';

/** What is wrong with a screen, and where it was seen (scheme and width). */
export type Problem = { screen: string; rule: string; selector: string; detail: string; seen: string[] };

type Finding = { rule: string; selector: string; detail: string };

/** 640 px is what a page of 1280 px has left at 200 % zoom. */
const WIDTHS = [360, 640, 768, 1280, 1920] as const;

/** How closely a screen is looked at. */
export type Look = { widths: readonly number[]; schemes: readonly Scheme[] };
export const CLOSELY: Look = { widths: WIDTHS, schemes: ['light', 'dark'] };
export const BRIEFLY: Look = { widths: [360, 1280], schemes: ['light'] };

const AXE_WIDTHS: readonly number[] = [360, 1280];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose verdict hangs on colours: all that a change of scheme alone can bring about. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const layoutProbe = readFileSync(join(import.meta.dirname, 'layout-probe.js'), 'utf8');

/** Fonts there, two frames painted, everything that moves at its end. */
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

/** Gives the page a width and a colour scheme, and waits until it has taken them up. */
export async function present(page: Page, width: number, scheme: Scheme): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) });
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(SETTLED);
}

type AxeNode = { target: (string | string[])[]; failureSummary?: string };
type AxeViolation = { id: string; nodes: AxeNode[] };

/** Rules about a page as a whole, which an open dialog could break. */
const PAGE_RULES = [
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'aria-hidden-focus',
  'aria-dialog-name',
];

/** Which rules of axe-core to run: all, those about colours, those about the page as a whole. */
type Extent = 'all' | 'colours' | 'page';
const RUN_ONLY = {
  all: { type: 'tag', values: TAGS },
  colours: { type: 'rule', values: COLOUR_RULES },
  page: { type: 'rule', values: PAGE_RULES },
};
/** What lies under an open dialog is looked at on its own screen. */
const TOPMOST = `[...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document`;

/** Violations that axe-core finds: in the open dialog, else on the page. */
export async function runAxe(page: Page, extent: Extent = 'all'): Promise<Finding[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const context = extent === 'page' ? 'document' : TOPMOST;
  const options = JSON.stringify({
    runOnly: RUN_ONLY[extent],
    resultTypes: ['violations'],
    iframes: false,
  });
  const { violations } = (await page.evaluate(`axe.run(${context}, ${options})`)) as {
    violations: AxeViolation[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => ({
      rule: id,
      selector: node.target.flat().join(' '),
      detail: (node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 220),
    })),
  );
}

/** What is wrong with the layout at the width the page has. */
export const probeLayout = (page: Page): Promise<Finding[]> =>
  page.evaluate(layoutProbe) as Promise<Finding[]>;

/** Looks at the screen as it stands, always in the light; in the dark only colours can differ. */
export async function inspect(page: Page, screen: string, look: Look = CLOSELY): Promise<Problem[]> {
  const found = new Map<string, Problem>();
  const note = (where: string, findings: Finding[]) => {
    for (const { rule, selector, detail } of findings) {
      const key = `${rule} ${selector}`;
      const known = found.get(key) ?? { screen, rule, selector, detail, seen: [] };
      if (!known.seen.includes(where)) known.seen.push(where);
      found.set(key, known);
    }
  };
  const hasDialog = (await page.locator('[aria-modal=true]').count()) > 0;
  for (const width of look.widths) {
    await present(page, width, 'light');
    note(`${width}`, await probeLayout(page));
    if (!AXE_WIDTHS.includes(width)) continue;
    note(`light ${width}`, await runAxe(page));
    if (width === 1280 && hasDialog) note('light 1280', await runAxe(page, 'page'));
    if (!look.schemes.includes('dark')) continue;
    await present(page, width, 'dark');
    note(`dark ${width}`, await runAxe(page, 'colours'));
  }
  return [...found.values()];
}

/** A problem in one line: screen, where it was seen, rule, element, and how far it is off. */
export const problemLine = ({ screen, rule, selector, detail, seen }: Problem): string =>
  `${screen} [${seen.join(', ')}] ${rule}: ${selector} (${detail})`;
