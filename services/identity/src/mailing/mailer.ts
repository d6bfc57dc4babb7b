import type { Logger } from '@g2/kit/log';
import { type Loop, startLoop } from '@g2/kit/loop';
import { inSpan, SpanKind } from '@g2/kit/telemetry';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { htmlOf } from '../domain/mails/mail-html.ts';
import { nextAttempt } from '../domain/retry.ts';
import { mailsTotal as mailsSent } from '../metrics.ts';
import { queueDigest } from '../store/assignment-notices.ts';
import { claimMails, markFailed, markSent, type QueuedMail, redactLinks } from '../store/mails.ts';
import { handleResetRequest } from '../store/password-resets.ts';
import { handleSignInRequest } from '../store/sign-in-requests.ts';
import type { Database } from '../store.ts';

const BATCH = 10;
const POLL_MS = 1_000;
const TIMEOUT_MS = 15_000;

/**
 * `send` throws when the mail is not delivered. `isMailbox`: mails are read in the queue itself (development
 * mailbox), so their links must stay in it.
 */
export type Transport = { isMailbox: boolean; send(mail: QueuedMail): Promise<void>; close(): void };

const sender = (config: Config): string =>
  config.MAIL_FROM ?? `G2 Software Registry <nao-responda@${new URL(config.PUBLIC_URL).hostname}>`;

/** Without SMTP_URL (demo only), mails are just marked as sent, and the development mailbox lists them. */
export function createMailTransport(config: Config): Transport {
  if (!config.SMTP_URL) return { isMailbox: true, send: async () => {}, close: () => {} };
  const from = sender(config);
  const host = new URL(config.PUBLIC_URL).hostname;
  const smtp = createTransport({
    url: config.SMTP_URL,
    // Requires STARTTLS: otherwise an attacker in the network could suppress it and read credentials and links.
    requireTLS: URL.parse(config.SMTP_URL)?.password !== '' && !config.G2_DEMO,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    isMailbox: false,
    async send(mail) {
      await smtp.sendMail({
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        html: htmlOf(mail, config.PUBLIC_URL),
        ...(mail.attachment && mail.attachmentName
          ? { attachments: [{ filename: mail.attachmentName, content: mail.attachment }] }
          : {}),
        // The message id is the same at every attempt, so that mail programs can drop duplicates.
        messageId: `<${mail.id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => smtp.close(),
  };
}

/** Sends queued mails with retries (api-rules R10). All replicas run it and share the queue by SKIP LOCKED. */
export function startMailer(
  db: Database,
  transport: Transport,
  retryMs: number,
  clock: () => Date,
  log: Logger,
): Loop {
  const deliver = async (mail: QueuedMail) => {
    try {
      await inSpan('send mail', SpanKind.CLIENT, { 'peer.service': 'smtp' }, () => transport.send(mail));
    } catch (error) {
      const next = nextAttempt(mail.attempts, retryMs, clock());
      // The response of the mail server may quote the e-mail address: only its code is logged.
      const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
      log.warn({ mailId: mail.id, attempts: mail.attempts, code, givenUp: !next }, 'mail not sent');
      mailsSent.inc({ outcome: next ? 'failed' : 'given_up' });
      await markFailed(db, mail.id, next, clock());
      if (!next) await redactLinks(db, mail.id);
      return;
    }
    mailsSent.inc({ outcome: 'sent' });
    await markSent(db, mail.id, clock());
    if (!transport.isMailbox) await redactLinks(db, mail.id);
  };
  return startLoop('mail', Math.min(POLL_MS, retryMs), log, async () => {
    const mails = await claimMails(db, BATCH, clock());
    const done = await Promise.allSettled(mails.map(deliver));
    const failure = done.find((one) => one.status === 'rejected');
    if (failure) throw failure.reason;
    return mails.length === BATCH;
  });
}

/** Queues reset and sign-in mails outside the request: response times do not reveal whether an account exists. */
export const startRequestMails = ({ db, config, clock, triggerMailer }: Deps, log: Logger): Loop =>
  startLoop('resets', POLL_MS, log, async () => {
    const moment = { now: clock(), publicUrl: config.PUBLIC_URL };
    const reset = await handleResetRequest(db, moment.publicUrl, moment.now);
    const entry = await handleSignInRequest(db, moment);
    if (reset || entry) triggerMailer();
    return reset || entry;
  });

/** Loop that mails staff which registrations others assigned to them or took away, several in one mail. */
export function startAssignmentDigests({ db, config, clock, triggerMailer }: Deps, log: Logger): Loop {
  const { ASSIGNMENT_DIGEST_MS: wait, PUBLIC_URL: url } = config;
  return startLoop('assignment-digests', Math.min(POLL_MS, wait), log, async () => {
    const now = clock();
    const queued = await queueDigest(db, url, new Date(now.getTime() - wait), now);
    if (queued) triggerMailer();
    return queued;
  });
}
