import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../e2e/support/browser.ts';
import { heightOf, type Scheme, setViewport } from '../e2e/support/inspect.ts';
import { openAsViewer, openScreen, type Screen, screens } from '../e2e/support/screens.ts';
import { makeScreensWorld, type ScreensFixture, type Viewer } from '../e2e/support/screens-world.ts';
import { readStackFacts, root, startStack } from '../e2e/support/stack.ts';
import { indexPage, type Shot } from './index-page.ts';

const HELP = `npm run shots [-- --screen <part of a name>]… [--width 360|768|1280|1920|200%]… [--scheme light|dark]
Writes a picture of every screen to shots/screens/, and shots/index.html to page through.
With E2E_DATA_DIR=<data folder> it uses the stack that runs on it; otherwise it starts one.`;

/** 200% is a 1280 px window at zoom 2: half the width, four device pixels per CSS pixel. */
const SIZES = ['360', '768', '1280', '1920', '200%'] as const;
type Size = (typeof SIZES)[number];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
const ZOOMED_WIDTH = 640;

const { values: filters } = parseArgs({
  options: {
    screen: { type: 'string', multiple: true, default: [] },
    width: { type: 'string', multiple: true, default: [] },
    scheme: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
const wanted = screens.filter(
  ({ name }) => filters.screen.length === 0 || filters.screen.some((part) => name.includes(part)),
);
const sizes = SIZES.filter((size) => filters.width.length === 0 || filters.width.includes(size));
const schemes = SCHEMES.filter((scheme) => filters.scheme.length === 0 || filters.scheme.includes(scheme));
const folder = join(root, 'shots');
const pictures = join(folder, 'screens');

async function shootAll(page: Page, screen: Screen, viewerSizes: readonly Size[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  // With an open dialog only the viewport is captured, otherwise the whole page.
  const fullPage = (await page.locator('[aria-modal=true]').count()) === 0;
  for (const size of viewerSizes) {
    for (const scheme of schemes) {
      await setViewport(page, size === '200%' ? ZOOMED_WIDTH : Number(size), scheme);
      const file = `${screen.name}-${size.replace('%', '')}-${scheme}.png`;
      await page.screenshot({ path: join(pictures, file), fullPage });
      shots.push({ screen: screen.name, area: screen.area, size, scheme, file });
    }
  }
  return shots;
}

/** Captures the screens of one viewer in one browser. Unreachable states are logged and skipped. */
async function captureViewer(
  browser: Browser,
  world: ScreensFixture,
  who: Viewer,
  zoomed: boolean,
): Promise<Shot[]> {
  const viewerSizes = sizes.filter((size) => (size === '200%') === zoomed);
  const own = viewerSizes.length === 0 ? [] : wanted.filter((screen) => screen.viewer === who);
  if (own.length === 0) return [];
  const page = await openAsViewer(browser, world, who, zoomed ? { deviceScaleFactor: 2 } : {});
  const shots: Shot[] = [];
  for (const screen of own) {
    try {
      await openScreen(page, screen, world);
      if (zoomed) await page.setViewportSize({ width: ZOOMED_WIDTH, height: heightOf(ZOOMED_WIDTH) });
      shots.push(...(await shootAll(page, screen, viewerSizes)));
      console.log(`${screen.name}${zoomed ? ' at 200 %' : ''}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`${screen.name}: not reached: ${String(error).split('\n')[0]}`);
    }
  }
  await page.context().close();
  return shots;
}

async function run(url: string): Promise<void> {
  const world = await makeScreensWorld(url);
  const browser = await launch();
  try {
    const viewers = [...new Set(wanted.map((screen) => screen.viewer))];
    const walks = viewers.flatMap((who) =>
      [false, true].map((zoomed) => captureViewer(browser, world, who, zoomed)),
    );
    const shots = (await Promise.all(walks)).flat();
    writeFileSync(
      join(folder, 'index.html'),
      indexPage(
        wanted.map(({ name, area }) => ({ name, area })),
        shots,
      ),
    );
    console.log(`${shots.length} pictures: ${join(folder, 'index.html')}`);
  } finally {
    await browser.close();
  }
}

if (filters.help || wanted.length === 0 || sizes.length === 0 || schemes.length === 0) {
  console.log(HELP);
} else {
  // A full run removes stale pictures; a filtered run keeps the others.
  if (filters.screen.length + filters.width.length + filters.scheme.length === 0)
    rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  const running = process.env.E2E_DATA_DIR;
  if (running) await run(readStackFacts(running).url);
  else {
    const stack = await startStack();
    try {
      await run(stack.url);
    } finally {
      await stack.stop();
    }
  }
}
