import { describe, expect, it } from 'vitest';
import { ownBrowser, person } from '../support/browser.ts';
import { Client, demo, demoSession, signUp } from '../support/client.ts';
import { advance, downloaded, filed } from '../support/dashboard.ts';
import { pdfText } from '../support/files.ts';
import { details } from '../support/journey.ts';
import { dialog, payByCard, toast } from '../support/payment-screens.ts';
import { stackUrl } from '../support/shared-stack.ts';

const browser = await ownBrowser();

type Mail = { to: string; subject: string; text: string };

/** The mails an account has had, read by somebody else: nobody's session is used. */
async function mailsTo(email: string): Promise<Mail[]> {
  const { items } = await new Client(stackUrl()).ok<{ items: Mail[] }>('/dev/mail');
  return items.filter(({ to }) => to === email);
}

async function mail(email: string, subject: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailsTo(email)).find((one) => one.subject.startsWith(subject));
        return found?.subject;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  return found as Mail;
}

const linkIn = ({ text }: Mail, label: string): string =>
  new RegExp(`^${label}: (\\S+)$`, 'm').exec(text)?.[1] ?? `no link "${label}"`;

/** A client whose registration has its certificate. */
async function certified(): Promise<{ api: Client; email: string; password: string; id: string }> {
  const { client: api, user, password } = await signUp(stackUrl());
  const { id } = await filed(api);
  await payByCard(api, id);
  await advance(stackUrl(), id, 'certificate_issued', 'paid');
  return { api, email: user.email, password, id };
}

describe('the links of mails', () => {
  it('[mail-links] lead whoever is signed out to the sign-in, and from there to the document', async () => {
    const { email, password, id } = await certified();
    const links = {
      // As older mails have them.
      oldCertificate: `${stackUrl()}/api/registrations/${id}/certificate`,
      oldReceipt: `${stackUrl()}/api/registrations/${id}/receipt`,
      certificate: linkIn(await mail(email, 'Certificado disponível'), 'Baixar certificado'),
      receipt: linkIn(await mail(email, 'Recibo de pagamento'), 'Recibo em PDF'),
    };
    for (const [kind, link] of Object.entries(links)) {
      const isReceipt = /receipt/i.test(kind);
      const { page, context } = await person(browser, stackUrl());
      await page.goto(link);
      await page.waitForURL((url) => url.pathname === '/auth');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Senha', { exact: true }).fill(password);
      await page.locator('form').getByRole('button', { name: 'Entrar' }).click();
      await page.getByRole('heading', { name: details.title, level: 1 }).waitFor();
      const button = page.getByRole('button', {
        name: isReceipt ? 'Baixar recibo' : 'Download',
        exact: true,
      });
      await button.and(page.locator(':focus')).waitFor();
      const file = await downloaded(page, button);
      expect(pdfText(file.bytes)).toContain(isReceipt ? 'R$ 3.499,00' : details.title);
      expect(new URL(page.url()).pathname).toBe(`/registros/${id}`);
      // As mails had it before there was that page.
      await page.goto(`/dashboard?registro=${id}&documento=${isReceipt ? 'recibo' : 'certificado'}`);
      await dialog(page)
        .getByRole('button', { name: isReceipt ? 'Baixar recibo' : 'Download' })
        .waitFor();
      // Closed, it is out of the address: neither reload nor the way back opens it again.
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      await context.close();
    }
  });

  it('[mail-links-old] of older mails still download for whoever is signed in', async () => {
    const { api, id } = await certified();
    const { page, context } = await person(browser, stackUrl());
    const [name = '', value = ''] = api.cookie.split('=');
    await context.addCookies([{ name, value, url: stackUrl() }]);
    await page.goto('/dashboard');
    for (const [path, file] of [
      ['certificate', `certificado_${id.slice(0, 8)}.pdf`],
      ['receipt', `recibo_${id.slice(0, 8)}.pdf`],
    ]) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.goto(`/api/registrations/${id}/${path}`).catch(() => undefined),
      ]);
      expect(download.suggestedFilename()).toBe(file);
    }
    await context.close();
  });

  it('[mail-links-foreign] say so when the registration is not of who signed in, or the page has no such document', async () => {
    const { id } = await certified();
    const { client: api } = await signUp(stackUrl());
    const { page, context } = await person(browser, stackUrl());
    const [name = '', value = ''] = api.cookie.split('=');
    await context.addCookies([{ name, value, url: stackUrl() }]);
    for (const word of [id, '0192f0c0-0000-7000-8000-000000000000', '..%2Fauth%2Fuser']) {
      await page.goto(`/dashboard?registro=${word}&documento=certificado`);
      await toast(page).getByText('Registro não encontrado', { exact: true }).waitFor();
      expect(await dialog(page).count()).toBe(0);
    }
    const { id: own } = await filed(api);
    await page.goto(`/dashboard?registro=${own}&documento=nada`);
    await dialog(page).getByRole('heading', { name: details.title, level: 2 }).waitFor();
    await context.close();
  });
});

describe('mails', () => {
  it('[mail-one-each] tell the payment and the certificate once each, with all there is to say', async () => {
    const { email, id } = await certified();
    const receipt = await mail(email, 'Recibo de pagamento');
    expect(receipt.text).toContain('agora é "Pago"');
    const certificate = await mail(email, 'Certificado disponível');
    expect(certificate.text).toContain('mudou para "Certificado Emitido"');
    // A later mail has arrived: those before it would have.
    const admin = await demoSession(stackUrl(), 'admin');
    const { id: other } = await filed(await demoSession(stackUrl(), 'client'));
    await advance(stackUrl(), other, 'reviewing');
    await expect
      .poll(async () =>
        (await mailsTo(demo.client.email)).some(({ subject }) => subject.startsWith('Em Análise')),
      )
      .toBe(true);
    expect((await admin.ok<{ status: string }>(`/api/registrations/${id}`)).status).toBe(
      'certificate_issued',
    );
    const subjects = (await mailsTo(email)).map(({ subject }) => subject.split(':')[0] ?? '').sort();
    expect(subjects).toEqual([
      'Boas-vindas ao G2 Software Registry',
      'Certificado disponível',
      'Concluído',
      'Em Análise',
      'Processamento Governamental',
      'Recibo de pagamento',
    ]);
  });
});
