import { isStaff, userOf } from '@g2/kit/actor';
import { type Call, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { isPaidManually } from '../domain/payments.ts';
import { canPay, notFound, ownedBy, type Registration } from '../domain/registration.ts';
import { assertPreviousValid } from '../domain/versions.ts';
import { fromClosureMessage, toMessage } from '../present.ts';
import { listHolders } from '../store/holders.ts';
import { takePayment, updatePaymentState } from '../store/payments.ts';
import { fileTakenBy, findRegistration, isFlagged, unfinishedPaid } from '../store/reads.ts';
import { objectHoldStatus } from '../store/uploads.ts';
import { previousVersionOf } from '../store/versions.ts';
import type { Database } from '../store.ts';
import { findVisible, idOf, visibleMessage } from './visible-registration.ts';

const MAX_USERS = 200;

/** A service may read any registration; a user must be the owner or staff. */
async function findForService(db: Database, id: string, call: Call): Promise<Registration> {
  if (call.actor.kind !== 'service') return findVisible(db, id, call);
  const state = await findRegistration(db, idOf(id));
  if (!state) throw notFound();
  return state;
}

async function objectsOf(db: Database, { file, lineage: { previousId } }: Registration) {
  const previous = previousId === null ? null : await findRegistration(db, previousId);
  return { objectKey: file?.objectKey, previousObjectKey: previous?.file?.objectKey };
}

export const internalRpcs = ({ db, clock }: Deps) =>
  ({
    getPayable: {
      allow: signedIn,
      async run({ id }, call) {
        const state = ownedBy(await findRegistration(db, idOf(id)), userOf(call.actor));
        if (state.fileTaken && state.closure === null) throw new AppError('file-taken');
        if (canPay(state)) assertPreviousValid(await previousVersionOf(db, state));
        return {
          registrationId: state.id,
          userId: state.userId,
          title: state.details.title,
          amountCents: state.paymentAmount,
          canPay: canPay(state),
          status: state.status,
          paymentPaidAt: state.paymentPaidAt ?? undefined,
        };
      },
    },
    takePayment: {
      allow: ['service:payment-credit'],
      async run({ paymentId, registrationId, userId, amountCents }) {
        if (!isUuid(paymentId) || !isUuid(registrationId)) throw new AppError('invalid-input');
        return takePayment(db, registrationId.toLowerCase(), { paymentId, userId, amountCents }, clock());
      },
    },
    followPayment: {
      allow: ['service:payment-credit'],
      async run({ paymentId, registrationId, flag, closure, refundFailed, version }) {
        if (!isUuid(paymentId) || !isUuid(registrationId)) throw new AppError('invalid-input');
        const about = { paymentId, registrationId: registrationId.toLowerCase(), refundFailed, version };
        return updatePaymentState(db, {
          ...about,
          flag: flag || null,
          closure: fromClosureMessage(closure),
          toldAt: clock(),
        });
      },
    },
    getManualPayment: {
      allow: ['service:payment-credit'],
      async run({ id }) {
        const state = isUuid(id) ? await findRegistration(db, id) : null;
        if (!state || !isPaidManually(state)) return { paid: false, userId: '', title: '', amountCents: 0 };
        const { userId, details, paymentAmount } = state;
        return { paid: true, userId, title: details.title, amountCents: paymentAmount };
      },
    },
    findFileTaken: {
      allow: ['service:payment-credit'],
      run: async ({ id }) => ({ ids: isUuid(id) ? await fileTakenBy(db, id.toLowerCase()) : [] }),
    },
    isObjectHeld: {
      allow: ['service:storage-hashing'],
      run: ({ objectKey, ticketId }) => objectHoldStatus(db, objectKey, isUuid(ticketId) ? ticketId : null),
    },
    getCertificateFacts: {
      allow: [...signedIn, 'service:certificate'],
      scopes: ['certificates:read'],
      async run({ id }, call) {
        const state = await findForService(db, id, call);
        const registration = isStaff(call.actor) ? await visibleMessage(db, id, call) : toMessage(state);
        const holders = await listHolders(db, state.id);
        return {
          registration,
          holders,
          blocked: await isFlagged(db, state.paymentId),
          ...(call.actor.kind === 'service' && (await objectsOf(db, state))),
        };
      },
    },
    hasUnfinishedPaid: {
      allow: ['service:identity'],
      run: async ({ id }) => ({ found: isUuid(id) && (await unfinishedPaid(db, [id])).length > 0 }),
    },
    isOwner: {
      allow: ['service:identity'],
      async run({ registrationId, userId }) {
        const state = isUuid(registrationId)
          ? await findRegistration(db, registrationId.toLowerCase())
          : null;
        return { owned: state !== null && state.userId === userId };
      },
    },
    findUnfinishedPaid: {
      allow: ['admin'],
      async run({ userIds }) {
        if (userIds.length > MAX_USERS) throw new AppError('invalid-input');
        return { userIds: await unfinishedPaid(db, userIds.filter(isUuid)) };
      },
    },
  }) satisfies RegistrationRpcs;
