import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { dropFile } from '../support/drop.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();
const visitor = async (options: BrowserContextOptions = {}) =>
  (await person(browser, stackUrl(), options)).page;

/** A certificate's number but for its check character, which is 6. */
const MISTYPED = 'G2-2026-000001-1ECC-7';

describe('the page of a number', () => {
  it('[verify-no-scripts] reads without scripts, from the form on, with a true status', async () => {
    const page = await visitor({ javaScriptEnabled: false });
    await page.goto('/verificar');
    await page.getByLabel('Número do certificado').fill(MISTYPED.toLowerCase());
    const answered = page.waitForResponse((one) => one.url().endsWith(`/verificar/${MISTYPED}`));
    await page.getByRole('button', { name: 'Conferir' }).click();
    expect((await answered).status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Há um erro de digitação no número' }).waitFor();
    expect(await page.title()).toBe('Número com erro de digitação · G2 Software Registry');
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    await page.getByText('Nada foi consultado').waitFor();
  });

  it('[verify-takeover] is taken over as it stands: the same elements, nothing asked, nothing moved', async () => {
    const page = await visitor({ colorScheme: 'dark' });
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      addEventListener('DOMContentLoaded', () => { window.first = document.querySelector('h1'); });
    `);
    await page.goto(`/verificar/${MISTYPED}`);
    // The browser tells of the slip once it has taken over; before, the form leads to the same page again.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Conferir' }).click();
        return page.getByRole('alert').isVisible();
      })
      .toBe(true);
    expect(await page.evaluate('window.first === document.querySelector("h1")')).toBe(true);
    expect(await page.evaluate('window.shift')).toBe(0);
    expect([asked, complaints]).toEqual([[], []]);
  });
});

describe('a file', () => {
  it('[verify-nothing-sent] dropped on the page leaves the browser as its hash alone', async () => {
    const line = await openMeter(stackUrl());
    onTestFinished(line.close);
    const { page } = await person(browser, line.url);
    // Taken over by then.
    await page.goto('/verificar', { waitUntil: 'networkidle' });
    const bytes = randomBytes(30_000_000);
    const hash = createHash('sha256').update(bytes).digest('hex');
    // Whatever the page or its workers ask for from here on.
    const sent: string[] = [];
    page.context().on('request', (request) => {
      const { pathname } = new URL(request.url());
      const body = request.postDataBuffer()?.length ?? 0;
      if (!pathname.startsWith('/assets/')) sent.push(`${request.method()} ${pathname} ${body}`);
    });
    const folder = await mkdtemp(join(tmpdir(), 'g2-verify-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'fonte.zip'), bytes);
    const before = line.passed();
    await dropFile(page, page.getByText('Arraste o arquivo até aqui'), join(folder, 'fonte.zip'));
    await page.getByText('SHA-256 de fonte.zip').waitFor();
    expect((await page.locator('main code').allInnerTexts()).join(' ')).toContain(hash);
    expect(new Set(sent)).toEqual(new Set([`GET /api/public/files/${hash} 0`]));
    // And no more on the line than requests have in their heads.
    expect(line.passed() - before).toBeGreaterThan(0);
    expect(line.passed() - before).toBeLessThan(20_000);
  });
});

/** A way to the stack on which the bytes that leave the browser are counted. */
async function openMeter(base: string) {
  let passed = 0;
  const { hostname, port } = new URL(base);
  const server = createServer((browserSide) => {
    const stackSide = connect(Number(port), hostname);
    browserSide.on('data', (chunk) => {
      passed += chunk.length;
    });
    browserSide.pipe(stackSide).pipe(browserSide);
    browserSide.on('error', () => stackSide.destroy()).on('close', () => stackSide.destroy());
    stackSide.on('error', () => browserSide.destroy());
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    passed: () => passed,
    close: () => void server.close(),
  };
}
