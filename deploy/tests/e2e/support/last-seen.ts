import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** Limits of a failure report: requests, log lines, characters per page. */
const REQUESTS = 20;
const LINES = 40;
const CHARACTERS = 4_000;
/** Time-out for a page that does not respond, ms. */
const TIMEOUT_MS = 5_000;

const pages = new Map<Page, Request[]>();
let requestIds: string[] = [];

export function recordRequests(page: Page): void {
  const requests: Request[] = [];
  pages.set(page, requests);
  page.on('request', (request) => {
    requests.push(request);
    if (requests.length > REQUESTS) requests.shift();
  });
  page.on('response', async (response) => {
    if (response.status() < 400) return;
    const body: unknown = await response.json().catch(() => null);
    if (typeof body === 'object' && body !== null && 'requestId' in body)
      requestIds = [...requestIds.slice(1 - REQUESTS), String(body.requestId)];
  });
  page.on('close', () => pages.delete(page));
}

/**
 * Returns URL, text and newest requests of each open page, and the log lines of failed requests. Without a
 * page it returns the newest log lines.
 * @param logFile output of the stack
 */
export async function failureReport(logFile: string): Promise<string> {
  const shown = await Promise.all([...pages].map(([page, requests]) => describePage(page, requests)));
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').split('\n') : [];
  const logged =
    pages.size === 0 ? lines : lines.filter((line) => requestIds.some((id) => line.includes(id)));
  return [...shown, `--- log of the programs\n${logged.slice(-LINES).join('\n')}`].join('\n\n');
}

async function describePage(page: Page, requests: readonly Request[]): Promise<string> {
  const text = page.locator('body').innerText().catch(String);
  const shown = await Promise.race([text, after(TIMEOUT_MS, 'It does not answer.', { ref: false })]);
  return [`--- ${page.url()}`, shown.slice(0, CHARACTERS), ...requests.map(requestLine)].join('\n');
}

/** One line for a request with its status, its failure, or `open` while it has neither. */
function requestLine(request: Request): string {
  const end = request.existingResponse()?.status() ?? request.failure()?.errorText ?? 'open';
  return `${request.method()} ${new URL(request.url()).pathname}: ${end}`;
}
