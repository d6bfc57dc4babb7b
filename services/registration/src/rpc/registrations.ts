import { isStaff, userOf } from '@g2/kit/actor';
import { signedIn, staff } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { newId } from '@g2/kit/ids';
import { Registration as RegistrationMessage, type UpdateRegistrationRequest } from '@g2/proto/registration';
import type { DetailName } from '@g2/terms/details';
import { CLIENT_PAGE_SIZE, pageBounds } from '@g2/terms/pages';
import { checkSearch } from '@g2/terms/search';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { changesSince, noCorrectionsRequested } from '../domain/corrections.ts';
import { checkDetails, editDetails } from '../domain/details.ts';
import { checkOwnOrder, checkStatuses, checkUserId } from '../domain/query-parsing.ts';
import { checkQueue } from '../domain/queue-views.ts';
import { create, removeDraft as removal } from '../domain/registration.ts';
import { resubmitCorrections } from '../domain/status-machine.ts';
import {
  toCorrectionChanges,
  toHistoryEntry,
  toListMessage,
  toMessage,
  toNewRegistrationMessage,
  toStaffListMessage,
} from '../present.ts';
import { findSnapshot } from '../store/corrections.ts';
import { listHolders } from '../store/holders.ts';
import { listForStaff } from '../store/lists.ts';
import { listOwn, recordDownload } from '../store/own-lists.ts';
import { statusHistory } from '../store/reads.ts';
import { changeIn, changeRegistration, deleteRegistration, insertRegistration } from '../store.ts';
import { findVisible, idOf, reads, visibleMessage, writes } from './visible-registration.ts';

export const registrationRpcs = ({ db, clock }: Deps) =>
  ({
    createRegistration: {
      ...writes,
      async run(request, call) {
        const owner = userOf(call.actor);
        const details = checkDetails(request);
        return idempotentTx(db, call.idempotency, RegistrationMessage, async (tx) =>
          toNewRegistrationMessage(
            await insertRegistration(tx, create(details, owner, newId(), clock())),
            owner,
          ),
        );
      },
    },
    // payment-credit also calls this, on behalf of the user, for receipts.
    getRegistration: {
      allow: signedIn,
      scopes: ['registrations:read', 'certificates:read'],
      run: ({ id }, call) => visibleMessage(db, id, call),
    },
    updateRegistration: {
      ...writes,
      async run({ id, ...request }, call) {
        const caller = userOf(call.actor);
        // With this type, a detail that the request message lacks is a compile error.
        const patch: Pick<UpdateRegistrationRequest, DetailName> = request;
        await changeRegistration(db, idOf(id), (state) => editDetails(state, caller, patch));
        return visibleMessage(db, id, call);
      },
    },
    deleteRegistration: {
      ...writes,
      async run({ id }, call) {
        const asker = userOf(call.actor);
        await deleteRegistration(db, idOf(id), (state) => removal(state, asker));
        return {};
      },
    },
    listOwn: {
      ...reads,
      async run(request, call) {
        const asker = userOf(call.actor);
        const listed = await listOwn(db, asker.id, {
          ...pageBounds(request.page, CLIENT_PAGE_SIZE),
          statuses: checkStatuses(request.statuses),
          search: checkSearch(request.search),
          order: checkOwnOrder(request.sort),
          paidOnly: request.paid === true,
          waitingOnly: request.waiting === true,
        });
        return { ...listed, items: listed.items.map(toListMessage) };
      },
    },
    noteCertificateTaken: {
      allow: signedIn,
      scopes: ['certificates:read'],
      async run({ id }, call) {
        const { id: taken, userId, status } = await findVisible(db, id, call);
        const isOwners = userId === userOf(call.actor).id;
        if (isOwners && status === 'certificate_issued') await recordDownload(db, taken, clock());
        return {};
      },
    },
    listForStaff: {
      allow: staff,
      async run(request, call) {
        const asker = userOf(call.actor);
        const listed = await listForStaff(db, {
          ...pageBounds(request.page),
          ...checkQueue(request, asker.id, clock()),
          ownedBy: request.userId && checkUserId(request.userId),
        });
        return { ...listed, items: listed.items.map((item) => toStaffListMessage(item, asker)) };
      },
    },
    getHistory: {
      ...reads,
      async run({ id }, call) {
        const state = await findVisible(db, id, call);
        const rows = await statusHistory(db, state.id);
        return { items: rows.map((row) => toHistoryEntry(row, isStaff(call.actor))) };
      },
    },
    getCorrectionChanges: {
      ...reads,
      async run({ id }, call) {
        const state = await findVisible(db, id, call);
        const [then, holders] = await Promise.all([findSnapshot(db, state.id), listHolders(db, state.id)]);
        if (!then || !state.correctionsAskedAt) throw noCorrectionsRequested();
        return toCorrectionChanges(then, changesSince(then, state.details, holders));
      },
    },
    resubmit: {
      allow: signedIn,
      async run({ id }, call) {
        const asker = userOf(call.actor);
        await idempotentTx(db, call.idempotency, RegistrationMessage, async (tx) =>
          toMessage(await changeIn(tx, idOf(id), (state) => resubmitCorrections(state, asker, clock()))),
        );
        return visibleMessage(db, id, call);
      },
    },
  }) satisfies RegistrationRpcs;
