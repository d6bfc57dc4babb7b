import { setTimeout as after } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** How much of what a page asked and shows is told. */
const ASKED = 20;
const SHOWN_CHARACTERS = 4_000;
/** A page that stands still answers nothing at all, ms. */
const PATIENCE_MS = 5_000;

/** What the pages that are open asked last, the newest at the end. */
const pages = new Map<Page, Request[]>();

/** Keeps what a page asks, to be told should its test fail. */
export function watch(page: Page): void {
  const asked: Request[] = [];
  pages.set(page, asked);
  page.on('request', (request) => {
    asked.push(request);
    if (asked.length > ASKED) asked.shift();
  });
  page.on('close', () => pages.delete(page));
}

/** @returns where each open page stands, what it shows, and what it asked last and got */
export async function lastSeen(): Promise<string> {
  return (await Promise.all([...pages].map(([page, asked]) => told(page, asked)))).join('\n\n');
}

async function told(page: Page, asked: readonly Request[]): Promise<string> {
  const text = page.locator('body').innerText().catch(String);
  const shown = await Promise.race([text, after(PATIENCE_MS, 'It does not answer.', { ref: false })]);
  return [`--- ${page.url()}`, shown.slice(0, SHOWN_CHARACTERS), ...asked.map(line)].join('\n');
}

/** A request and how it ended: its status, its failure, or not yet. */
function line(request: Request): string {
  const end = request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'open';
  return `${request.method()} ${new URL(request.url()).pathname}: ${end}`;
}
