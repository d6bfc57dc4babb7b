import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { newContextPage } from '../e2e/support/browser.ts';
import { dropFile } from '../e2e/support/drop.ts';
import { median, report } from './support.ts';
import { makeZip } from './zip.ts';

const MB = 1_000_000;
const SIZE_MB = 500;
const ROUNDS = 3;
const GOAL = 0.7;
const LIBRARY = new URL('../../../node_modules/hash-wasm/dist/sha256.umd.min.js', import.meta.url);

/** Measures in the page the time from the drop to its result, and counts the progress values shown. */
const WATCH = `
  window.dropped = new Promise((done) => {
    const shown = new Set();
    let from = 0;
    addEventListener('drop', () => { from = performance.now(); }, { capture: true, once: true });
    const look = () => {
      const bar = document.querySelector('main [role=progressbar]');
      if (bar) shown.add(bar.getAttribute('aria-valuenow'));
      if (bar || from === 0 || !/SHA-256 de /.test(document.querySelector('main').textContent)) return;
      watching.disconnect();
      done({ ms: performance.now() - from, shown: shown.size });
    };
    const watching = new MutationObserver(look);
    watching.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  0; // not the promise: that would be waited for
`;

/** Baseline: hashes the same bytes, already in memory, with the library alone. */
const libraryBaseline = (library: string): string => `
  new Promise((done, failed) => {
    const source = ${JSON.stringify(library)} + \`;
      (async () => {
        const hasher = await hashwasm.createSHA256();
        const chunk = crypto.getRandomValues(new Uint8Array(65536));
        hasher.init();
        const from = performance.now();
        for (let left = ${SIZE_MB * MB}; left > 0; left -= chunk.length) hasher.update(chunk);
        hasher.digest();
        postMessage(performance.now() - from);
      })();\`;
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.onmessage = ({ data }) => { worker.terminate(); done(data); };
    worker.onerror = failed;
  })`;

function watchSent(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/')) sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

async function drop(browser: Browser, url: string, path: string): Promise<number> {
  const { page, context } = await newContextPage(browser, url);
  page.setDefaultTimeout(120_000);
  // When the network is idle, the service worker controls the page.
  await page.goto('/verificar', { waitUntil: 'networkidle' });
  const sent = watchSent(context);
  await page.evaluate(WATCH);
  await dropFile(page, page.getByText('Arraste o arquivo até aqui'), path);
  const { ms, shown } = (await page.evaluate('dropped')) as { ms: number; shown: number };
  await context.close();
  if (shown < 10) throw new Error(`progress was shown ${shown} times only`);
  const [asked, ...more] = sent;
  if (more.length > 0 || !/^GET \/api\/public\/files\/[0-9a-f]{64}$/.test(asked ?? ''))
    throw new Error(`more than the hash was sent: ${sent.join(', ')}`);
  return ms;
}

/** Drops a large ZIP on the verification page, compared with the hashing library alone in the same browser. */
export async function benchDrop(browser: Browser, url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'g2-drop-'));
  const path = join(folder, 'fonte.zip');
  const library = await readFile(LIBRARY, 'utf8');
  const blank: Page = await browser.newPage();
  const ours: number[] = [];
  const bare: number[] = [];
  try {
    await makeZip(path, SIZE_MB * MB);
    for (let round = 0; round < ROUNDS; round++) {
      bare.push((await blank.evaluate(libraryBaseline(library))) as number);
      ours.push(await drop(browser, url, path));
    }
  } finally {
    await blank.close();
    await rm(folder, { recursive: true });
  }
  const speed = (ms: number) => `${((SIZE_MB * 1000) / ms).toFixed(0)} MB/s`;
  const [page, alone] = [median(ours), median(bare)];
  report(`ZIP of ${SIZE_MB} MB dropped on /verificar`, speed(page), speed(alone), alone / page, GOAL);
  console.log('  progress was shown, and nothing sent but the hash');
}
