import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { makeSourceZip } from '../support/files.ts';
import { type HeldLine, openLine } from '../support/held-line.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { cancel, failure, MATCH, stored, withA } from '../support/upload-screen.ts';
import { choose } from '../support/wizard.ts';

let stack: Stack;
let browser: Browser;
let line: HeldLine;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launch()]);
  line = await openLine(stack.url);
});
afterAll(async () => {
  await browser?.close();
  await line?.close();
  await stack?.stop();
});

function pidOfStorage(): number {
  const found = stack.facts().processes.find(({ name }) => name === 'storage-hashing');
  if (!found) throw new Error('no storage');
  return found.pid;
}

const isUp = async (): Promise<boolean> => {
  const metrics = stack.facts().metricsUrls['storage-hashing'];
  return (
    metrics !== undefined &&
    (await fetch(metrics).then(
      ({ ok }) => ok,
      () => false,
    ))
  );
};

describe('while the file store is away', () => {
  it('a cancelled upload is shown as what the server holds, and as stored once the store goes on and stores it', async () => {
    const { page, a, held } = await withA(browser, line);
    const b = await makeSourceZip('b.zip');
    const stands = line.hold('last byte');
    await choose(page, b);
    const late = await stands;
    const pid = pidOfStorage();
    process.kill(pid, 'SIGSTOP');
    try {
      late.release();
      await cancel(page);
      await held(a.sha256);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await late.answered).toBe(200);
    await held(b.sha256);
    await stored(page).getByText('Você cancelou este envio, mas').waitFor();
  });

  it('an upload in which it died leaves what was stored before, and goes through when it is back', async () => {
    const { page, a, held } = await withA(browser, line);
    const b = await makeSourceZip('b.zip');
    const stands = line.hold(Math.floor(b.bytes.length / 2));
    await choose(page, b);
    const middle = await stands;
    const pid = pidOfStorage();
    process.kill(pid, 'SIGKILL');
    middle.release();
    await failure(page).getByText('Serviço temporariamente indisponível').waitFor();
    await held(a.sha256);
    await expect.poll(async () => pidOfStorage() !== pid && (await isUp()), { timeout: 60_000 }).toBe(true);
    await failure(page).getByRole('button', { name: 'Enviar novamente' }).click();
    await page.getByText(MATCH).waitFor();
    await held(b.sha256);
  });
});
