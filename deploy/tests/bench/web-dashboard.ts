import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { newContextPage } from '../e2e/support/browser.ts';
import { signUp } from '../e2e/support/client.ts';
import { setSessionCookie } from '../e2e/support/payment-screens.ts';
import { longestTask, RECORD, reportFrames, scrollDown } from './web-frames.ts';
import { benchVisit } from './web-visit.ts';

const REGISTRATIONS = 1_000;
const SEARCH = 'programa de número 100';

/** Inserted directly: a thousand uploads over HTTP would take longer than the measurement. */
const SEED = `
  INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id,
    holder_name, description, status, status_updated_at, payment_paid_at, created_at,
    sha256, file_name, file_size, file_storage_path, file_attached_at)
  SELECT gen_random_uuid(), $1::uuid, 'Programa de número ' || n, 'Ana Conceição', 'ana@example.com', '11144477735',
    'Ana Conceição', repeat('Um programa que faz contas e mostra o resultado. ', 4),
    CASE WHEN n % 3 = 0 THEN 'submitted' ELSE 'paid' END, now(),
    CASE WHEN n % 3 = 0 THEN NULL ELSE now() END, now() - n * interval '1 minute',
    encode(sha256(convert_to($1::text || n, 'UTF8')), 'hex'), 'fonte.zip', 1000 + n, 'bench/' || $1::text || '/' || n, now()
  FROM generate_series(1, $2) AS n`;

async function seed(postgresUrl: string, userId: string): Promise<void> {
  const client = new pg.Client({
    connectionString: postgresUrl,
    options: '-c search_path=registration,public', // the table's triggers look there
  });
  await client.connect();
  try {
    await client.query(SEED, [userId, REGISTRATIONS]);
  } finally {
    await client.end();
  }
}

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('article').nth(11).waitFor();
  await page.waitForLoadState('load');
}

async function scrollAndSearch(page: Page): Promise<void> {
  await scrollDown(page);
  for (const name of ['2', '3']) {
    await page.getByRole('button', { name: new RegExp(`^(Página )?${name}$`) }).click();
    await page.getByText(new RegExp(`Mostrando ${(Number(name) - 1) * 12 + 1}\\D`)).waitFor();
    await scrollDown(page);
  }
  const box = page.getByLabel('Buscar registros').first();
  await box.click();
  await page.keyboard.type(SEARCH, { delay: 60 });
  // Two matches, 100 and 1000: a search of three letters or more finds substrings.
  await page
    .getByText(/de 2\b/)
    .first()
    .waitFor();
  await scrollDown(page);
  await box.fill('');
  await page
    .getByText(/de 1\.?000/)
    .first()
    .waitFor();
}

/** Measures the longest frame while a client with a thousand registrations scrolls and searches. */
export async function benchDashboard(
  browser: Browser,
  { url, postgresUrl }: { url: string; postgresUrl: string },
): Promise<void> {
  const { client, user } = await signUp(url);
  await seed(postgresUrl, user.id);
  await benchVisit(browser, url, { name: 'dashboard', path: '/dashboard', client });
  const { page, context } = await newContextPage(browser, url, { reducedMotion: 'no-preference' });
  page.setDefaultTimeout(60_000);
  await setSessionCookie(page, client);
  await open(page);
  await page.evaluate(RECORD);
  await scrollAndSearch(page);
  await reportFrames(page, `dashboard with ${REGISTRATIONS} registrations, scrolling, paging and searching`);
  // Scroll and search again for the trace, since tracing itself takes time.
  await open(page);
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await scrollAndSearch(page);
  const task = longestTask(await browser.stopTracing());
  await context.close();
  console.log(`  longest task of the page, processor time: ${task.toFixed(0)} ms`);
}
