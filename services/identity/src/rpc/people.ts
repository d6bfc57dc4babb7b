import { isStaff, userOf } from '@g2/kit/actor';
import { signedIn, staff } from '@g2/kit/grpc-server';
import { isUuid, newId } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import { AppError } from '@g2/terms/errors';
import { isPeriod } from '@g2/terms/periods';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { report } from '../domain/mails/staff.ts';
import { PICTURE_TYPE } from '../pictures/picture-image.ts';
import { listSent, queueMail } from '../store/mails.ts';
import { getPicture } from '../store/pictures.ts';
import { findEmails, findPeople, listOperators } from '../store/users.ts';
import { getLogin } from '../store.ts';

const MAX_IDS = 200;
const services = ['service:registration', 'service:payment-credit', 'service:certificate'] as const;

/** Maximum size of a mailed report, bytes: below the limits of common mail servers. */
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
      // API tokens with this scope may call it: the history of a registration shows who changed its status.
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
      async run({ period, fileName, content }, { actor }) {
        const isWhole = (content?.length ?? 0) <= MAX_REPORT_BYTES;
        if (!isPeriod(period) || !/^[\w.-]{1,100}$/.test(fileName) || !isWhole) {
          throw new AppError('invalid-input');
        }
        if (!deps.config.SMTP_URL) return { queued: false };
        const { user } = await getLogin(deps.db, userOf(actor).id);
        const { now, publicUrl } = mailContextOf(deps);
        const attachment = content && { name: fileName, content };
        const mail = report(user.firstName, period, attachment, publicUrl);
        await deps.db.tx((tx) => queueMail(tx, user, `report:${newId()}`, mail, now));
        deps.triggerMailer();
        return { queued: true };
      },
    },
    /** Users see their own picture, staff see the pictures of all users. */
    getPicture: {
      allow: signedIn,
      async run({ id }, { actor }) {
        const may = userOf(actor).id === id || isStaff(actor);
        const picture = may && isUuid(id) ? await getPicture(deps.db, id) : undefined;
        if (!picture) throw new AppError('not-found', { message: 'Imagem não encontrada' });
        return { content: picture.image, mediaType: PICTURE_TYPE, version: picture.version };
      },
    },
    listDevMail: {
      allow: ['anyone'],
      async run() {
        if (!deps.config.G2_DEMO) throw new AppError('not-found');
        const sent = (await listSent(deps.db)).map(withoutNulls);
        return { items: sent.map((mail) => ({ ...mail, to: mail.recipient, text: mail.body })) };
      },
    },
  }) satisfies IdentityRpcs;
