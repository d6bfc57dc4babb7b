import { loadConfig } from '@g2/kit/env';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { createMailTransport } from '../src/mailing/mailer.ts';
import { claimMails, type QueuedMail } from '../src/store/mails.ts';
import { openStore } from '../src/store.ts';
import { createSmtpSink, type SmtpSink } from './smtp-sink.ts';
import { newEmail, newPerson, testServiceForFile } from './world.ts';

const world = await testServiceForFile();

describe('a mail by SMTP', () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await createSmtpSink();
    await world.restart({ SMTP_URL: sink.url, MAIL_FROM: 'G2 <registro@g2.example>' });
  });
  afterAll(() => sink?.close());

  const got = (email: string) => sink.received.filter((mail) => mail.to.includes(email));

  it('arrives once after temporary refusals', async () => {
    const email = newEmail();
    sink.refusals.push('451 greylisted, come back later', '452 too many for now');
    await newPerson(world, 'client', email);
    const [mail] = await eventually('the mail arrives', async () => got(email).length > 0 && got(email));
    expect(mail?.from).toContain('registro@g2.example');
    expect(mail?.source).toMatch(/^Subject: Boas-vindas ao G2 Software Registry: confirme seu e-mail$/m);
    const stored = await eventually('marked as sent', async () => {
      const { rows } = await world.db.query('SELECT * FROM outgoing_emails WHERE recipient = $1', [email]);
      return rows[0].sent_at !== null && rows[0];
    });
    expect(stored.attempts).toBe(3);
    expect(mail?.source).toContain(stored.id);
    // The delivered mail has the link; the stored mail loses it.
    expect(mail?.source.replaceAll('=\n', '')).toMatch(/token=3D[\w-]{43}/);
    await eventually('the link is gone', async () => {
      const { rows } = await world.db.query('SELECT body FROM outgoing_emails WHERE id = $1', [stored.id]);
      return rows[0].body.includes('token=\n');
    });
    await newPerson(world);
    await eventually('the next mail arrives', async () => sink.received.length > 1);
    expect(got(email)).toHaveLength(1);
  });

  it('has a text part and an HTML part with the same link', async () => {
    const { email } = await newPerson(world);
    const [mail] = await eventually('the mail arrives', async () => got(email).length > 0 && got(email));
    const source = mail?.source.replaceAll(/=\n/g, '') ?? '';
    const [, boundary = ''] =
      /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"/m.exec(source) ?? [];
    const parts = source.split(`--${boundary}`).slice(1, -1);
    expect(parts.map((part) => /^Content-Type: (\S+);/m.exec(part)?.[1])).toEqual([
      'text/plain',
      'text/html',
    ]);
    expect(parts[0]).toContain('/auth/confirmar?token');
    expect(parts[1]).toMatch(/<a href=3D"\S+\/auth\/confirmar\?token=3D[\w-]{43}"/);
  });

  it('delivers the copy of a report to an admin, after which the stored file is deleted', async () => {
    const admin = await newPerson(world, 'admin');
    const content = Buffer.from('\ufeff"Identificador";"Título"\r\n"1";"Água"\r\n');
    const request = { period: 30, fileName: 'registros_30_dias.csv', content };
    const options = { token: admin.token };
    expect(await world.rpc.mailReport(request, options)).toEqual({ queued: true });
    const reports = () => got(admin.email).filter((mail) => mail.source.includes('registros_30_dias.csv'));
    const [mail] = await eventually('the report arrives', async () => reports().length > 0 && reports());
    expect(mail?.source.replaceAll('\n', '')).toContain(content.toString('base64'));
    await eventually('its bytes are gone', async () => {
      const { rows } = await world.db.query(
        "SELECT attachment, attachment_name FROM outgoing_emails WHERE recipient = $1 AND dedupe_key LIKE 'report:%'",
        [admin.email],
      );
      expect(rows).toHaveLength(1);
      return rows[0].attachment === null && rows[0].attachment_name === request.fileName;
    });
    await world.rpc.mailReport({ period: 365, fileName: 'registros_365_dias.csv' }, options);
    const isLarge = (source: string) => /365\s+dias/.test(source) && !source.includes('attachment');
    await eventually('the other one comes without a file', async () =>
      got(admin.email).some(({ source }) => isLarge(source)),
    );
    for (const wrong of [{ period: 8 }, { fileName: '../x' }, { content: Buffer.alloc(3_200_000) }]) {
      await expect(world.rpc.mailReport({ ...request, ...wrong }, options)).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
  });

  it('is retried until an unreachable server is back', async () => {
    const { port } = new URL(sink.url);
    await sink.close();
    const { email } = await newPerson(world);
    await eventually('a try failed', async () => {
      const { rows } = await world.db.query('SELECT attempts FROM outgoing_emails WHERE recipient = $1', [
        email,
      ]);
      return rows[0].attempts > 1;
    });
    sink = await createSmtpSink(Number(port));
    await eventually('the mail arrives', async () => got(email).length === 1);
  });
});

describe('a claim of mails by a worker', () => {
  it('never gives one mail to two workers', async () => {
    const { id } = await newPerson(world);
    const due = new Date('2020-01-01T00:00:00Z');
    // The mails are given up at first, so that the running worker ignores them.
    await world.db.query(
      `INSERT INTO outgoing_emails (id, user_id, recipient, subject, body, dedupe_key, next_at, created_at, given_up_at)
       SELECT gen_random_uuid(), $1, 'x@y.zz', 's', 'b', 'claim:' || n, $2, $2, $2 FROM generate_series(1, 200) n`,
      [id, due],
    );
    const db = openStore(loadConfig(config, world.env));
    const rows = () => world.db.query("SELECT attempts FROM outgoing_emails WHERE dedupe_key LIKE 'claim:%'");
    try {
      await world.running.stop();
      await world.db.query("UPDATE outgoing_emails SET given_up_at = NULL WHERE dedupe_key LIKE 'claim:%'");
      const claims = await Promise.all(Array.from({ length: 20 }, () => claimMails(db, 10, new Date())));
      const ids = claims.flat().map((mail) => mail.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect((await rows()).rows.every((row) => row.attempts <= 1)).toBe(true);
    } finally {
      await db.close();
      await world.restart();
    }
  });
});

describe('without G2_DEMO', () => {
  it('[smtp-plain] sends no password to a server without TLS, unless configured', async () => {
    const sink = await createSmtpSink();
    const withPassword = sink.url.replace('//', '//g2:secret@');
    const mail = { id: crypto.randomUUID(), recipient: 'ana@example.com', subject: 's', body: 'b' };
    const sendBy = async (url: string) => {
      const transport = createMailTransport(loadConfig(config, { ...world.env, G2_DEMO: '', SMTP_URL: url }));
      try {
        await transport.send({ ...mail, attachment: null, attachmentName: null } as QueuedMail);
      } finally {
        transport.close();
      }
    };
    await expect(sendBy(withPassword)).rejects.toThrow(/SSL|TLS/);
    expect(sink.received).toEqual([]);
    await sendBy(sink.url);
    expect(sink.received).toHaveLength(1);
    await expect(sendBy(`${withPassword}/?requireTLS=false`)).resolves.toBeUndefined();
    expect(sink.received).toHaveLength(2);
    await sink.close();
  });

  it('has no development mailbox', async () => {
    const sink = await createSmtpSink();
    await world.restart({ G2_DEMO: '', SMTP_URL: sink.url });
    await expect(world.rpc.listDevMail({})).rejects.toMatchObject({ code: 'not-found' });
    await world.restart();
    await sink.close();
  });
});
