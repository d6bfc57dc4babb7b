import { AppError } from '@g2/kit/errors';
import { type RpcTable, signedIn, staff } from '@g2/kit/grpc-server';
import type { IdentityService } from '@g2/proto/identity';
import type { Deps } from '../deps.ts';
import { listSent } from '../store-mails.ts';
import { findPeople, listOperators } from '../store-users.ts';

const MAX_IDS = 200;
const services = ['service:registration', 'service:payment-credit', 'service:certificate'] as const;

/** Names for screens, and the development mailbox. */
export const peopleRpcs = (
  deps: Deps,
): Pick<RpcTable<typeof IdentityService>, 'listOperators' | 'getPeople' | 'listDevMail'> => ({
  listOperators: {
    allow: [...staff, 'service:registration'],
    run: async () => ({ items: await listOperators(deps.db) }),
  },
  getPeople: {
    allow: [...signedIn, ...services],
    async run({ ids }) {
      if (ids.length > MAX_IDS) {
        throw new AppError('invalid-input', { message: `No máximo ${MAX_IDS} pessoas por consulta` });
      }
      return { items: await findPeople(deps.db, ids) };
    },
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
});
