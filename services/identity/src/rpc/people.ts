import { isStaff, userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import type { IdentityService, MailReportRequest } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { isPeriod } from '@g2/terms/periods';
import type { Deps } from '../deps.ts';
import { report } from '../domain/mails/staff.ts';
import { listSent, queueMail } from '../store/mails.ts';
import { findEmails, findPeople, listOperators } from '../store/users.ts';
import { getLogin } from '../store.ts';

const MAX_IDS = 200;
const services = ['service:registration', 'service:payment-credit', 'service:certificate'] as const;

/** Below the limits of common mail servers. */
const MAX_REPORT_BYTES = 3 * 1024 * 1024;

/** @throws AppError invalid-input */
function checkIds(ids: string[]): string[] {
  if (ids.length <= MAX_IDS) return ids;
  throw new AppError('invalid-input', { message: `No máximo ${MAX_IDS} pessoas por consulta` });
}

export const peopleRpcs = (deps: Deps) =>
  ({
    listOperators: {
      allow: [...staff, 'service:registration'],
      run: async () => ({ items: await listOperators(deps.db) }),
    },
    getPeople: {
      allow: [...signedIn, ...services],
      // The history of a registration shows who changed its status.
      scopes: ['registrations:read'],
      async run({ ids }, { actor }) {
        const people = await findPeople(deps.db, checkIds(ids));
        // Clients see names only, neither role nor activity.
        const seesRole = actor.kind === 'service' || isStaff(actor);
        return {
          items: seesRole ? people : people.map((one) => ({ ...one, role: '', isActive: false })),
        };
      },
    },
    getEmails: {
      allow: ['admin'],
      run: async ({ ids }) => ({ items: await findEmails(deps.db, checkIds(ids)) }),
    },
    mailReport: {
      allow: ['admin'],
      run: (request, call) => mailReport(deps, request, userOf(call.actor).id),
    },
    listDevMail: {
      allow: ['anyone'],
      async run() {
        if (!deps.config.G2_DEMO) throw new AppError('not-found');
        const sent = await listSent(deps.db);
        return {
          items: sent.map((mail) => ({
            id: mail.id,
            to: mail.recipient,
            subject: mail.subject,
            text: mail.body,
            sentAt: mail.sentAt ?? undefined,
          })),
        };
      },
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

/** @throws AppError invalid-input for a malformed report */
async function mailReport(
  deps: Deps,
  { period, fileName, content }: MailReportRequest,
  actorId: string,
): Promise<{ queued: boolean }> {
  const isWhole = (content?.length ?? 0) <= MAX_REPORT_BYTES;
  if (!isPeriod(period) || !/^[\w.-]{1,100}$/.test(fileName) || !isWhole) {
    throw new AppError('invalid-input');
  }
  if (!deps.config.SMTP_URL) return { queued: false };
  const { user } = await getLogin(deps.db, actorId);
  const attachment = content && { name: fileName, content };
  const mail = report(user.firstName, period, attachment, deps.config.PUBLIC_URL);
  await deps.db.tx((tx) => queueMail(tx, user, `report:${newId()}`, mail, deps.clock()));
  deps.triggerMailer();
  return { queued: true };
}
