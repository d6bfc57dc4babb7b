import { userOf } from '@g2/kit/actor';
import { type Call, signedIn, staff } from '@g2/kit/grpc-server';
import type { ContactChange, Contact as ContactMessage } from '@g2/proto/identity';
import { pageBounds } from '@g2/terms/pages';
import { checkSearch } from '@g2/terms/search';
import type { Deps, IdentityRpcs } from '../deps.ts';
import {
  assignContact,
  type Contact,
  type ContactTransition,
  closeContact,
  contactState,
  reopenContact,
  type StaffAction,
} from '../domain/contacts.ts';
import { toContact, toOwnContact } from '../present.ts';
import { listContacts, listOwnContacts } from '../store/contact-lists.ts';
import {
  assertActiveStaff,
  getContact,
  lockContact,
  markRead,
  saveContactChange,
} from '../store/contacts.ts';

/** Rpcs that list and change contacts; contact-messages.ts has those that write messages. */
export const contactRpcs = (deps: Deps) =>
  ({
    listOwnContacts: {
      allow: signedIn,
      async run({ page, unread }, { actor }) {
        const listed = await listOwnContacts(deps.db, userOf(actor).id, { ...pageBounds(page), unread });
        const now = deps.clock();
        return { ...listed, items: listed.items.map((it) => toOwnContact(it, now)) };
      },
    },
    readContact: {
      allow: signedIn,
      async run({ number, version }, { actor }) {
        await markRead(deps.db, number, userOf(actor).id, version);
        return {};
      },
    },
    listContacts: {
      allow: staff,
      async run({ page, search, state, mine }, { actor }) {
        const listed = await listContacts(deps.db, {
          ...pageBounds(page),
          search: checkSearch(search),
          state: contactState(state),
          assigneeId: mine ? userOf(actor).id : undefined,
        });
        const now = deps.clock();
        return { ...listed, items: listed.items.map((it) => toContact(it, now)) };
      },
    },
    getContact: {
      allow: staff,
      run: async ({ number }) => toContact(await getContact(deps.db, number), deps.clock()),
    },
    takeContact: {
      allow: staff,
      run: ({ take, ...seen }, call) =>
        change(deps, seen, call, (contact, doing) => assignContact(contact, take, doing)),
    },
    closeContact: { allow: staff, run: (seen, call) => change(deps, seen, call, closeContact) },
    reopenContact: { allow: staff, run: (seen, call) => change(deps, seen, call, reopenContact) },
  }) satisfies IdentityRpcs;

async function change(
  { db, clock }: Deps,
  { number, version }: ContactChange,
  { actor }: Call,
  decide: (contact: Contact, doing: StaffAction) => ContactTransition,
): Promise<ContactMessage> {
  const { id: actorId } = userOf(actor);
  await db.tx(async (tx) => {
    await assertActiveStaff(tx, actorId);
    await saveContactChange(tx, decide(await lockContact(tx, number), { actorId, version, now: clock() }));
  });
  return toContact(await getContact(db, number), clock());
}
