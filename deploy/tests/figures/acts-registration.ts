import { newId } from '@g2/kit/ids';
import { NO_DETAILS } from '@g2/terms/details';
import type { Status } from '@g2/terms/statuses';
import { decideAssignment } from '../../../services/registration/src/domain/assignment.ts';
import {
  type Caller,
  create,
  type Registration,
  type RegistrationDecision,
  removeDraft,
} from '../../../services/registration/src/domain/registration.ts';
import {
  applyAction,
  changeStatus,
  resubmitCorrections,
} from '../../../services/registration/src/domain/status-machine.ts';
import { assignOperator, unassignOperator } from '../../../services/registration/src/store/assignments.ts';
import { updatePaymentState } from '../../../services/registration/src/store/payments.ts';
import { openTicket } from '../../../services/registration/src/store/tickets.ts';
import { commitUpload } from '../../../services/registration/src/store/uploads.ts';
import {
  changeRegistration,
  insertRegistration,
  deleteRegistration as removeRow,
} from '../../../services/registration/src/store.ts';
import type { Lane } from './world.ts';

/** Writes one random event of the time `now`. @returns false when no row allows it */
export type RandomAct = (lane: Lane, now: Date) => Promise<boolean>;

const DETAILS = {
  ...NO_DETAILS,
  title: 'Programa',
  applicantName: 'Ana Lima',
  applicantEmail: 'ana@example.com',
  applicantTaxId: '529.982.247-25',
  holderName: 'Ana Lima',
  description: 'Faz contas',
  jurisdiction: 'global',
};

const ownerOf = ({ userId }: Registration): Caller => ({ id: userId, role: 'client' });

/** A random registration that matches `may` and is not closed. Closed ones take no further steps. */
export const pick = ({ dice, known }: Lane, may: (state: Registration) => boolean) =>
  dice.of([...known.values()].filter((state) => state.closure === null && may(state)));

export async function step(
  lane: Lane,
  id: string,
  decide: (state: Registration | null) => RegistrationDecision,
) {
  lane.known.set(id, await changeRegistration(lane.registrations, id, decide));
}

const created: RandomAct = async (lane, now) => {
  const owner: Caller = { id: lane.dice.of(lane.owners) ?? '', role: 'client' };
  const made = await lane.registrations.tx((tx) =>
    insertRegistration(tx, create(DETAILS, owner, newId(), now)),
  );
  lane.known.set(made.id, made);
  return true;
};

const fileSent: RandomAct = async (lane, now) => {
  const state = pick(lane, ({ status }) => status === 'submitted');
  const unpaid = [...lane.known.values()].filter(
    (one) => one.userId === state?.userId && one.file && !one.paymentPaidAt,
  );
  if (!state || unpaid.length > 8) return false;
  const of = { registrationId: state.id, userId: state.userId, fileName: 'a.zip' };
  const id = await openTicket(lane.registrations, of, now);
  const sha256 = `${newId()}${newId()}`.replaceAll('-', '');
  const receipt = { ...of, id, objectKey: sha256, sha256, sha512: null, fileSize: 1_000 };
  await commitUpload(lane.registrations, receipt, now);
  await step(lane, state.id, same);
  return true;
};

function same(state: Registration | null): RegistrationDecision {
  if (!state) throw new Error('it is gone');
  return { next: state, facts: [] };
}

/** An unpaid file is deleted, as after thirty days. */
const fileGone: RandomAct = async (lane) => {
  const state = pick(lane, (one) => one.file !== null && one.paymentPaidAt === null);
  if (!state) return false;
  await step(lane, state.id, (found) => ({ next: { ...same(found).next, file: null }, facts: [] }));
  return true;
};

const deleted: RandomAct = async (lane) => {
  const state = pick(lane, (one) => one.status === 'submitted' && one.paymentPaidAt === null);
  if (!state) return false;
  await removeRow(lane.registrations, state.id, (found) => removeDraft(found, ownerOf(state)));
  lane.known.delete(state.id);
  return true;
};

const sentAgain: RandomAct = async (lane, now) => {
  const state = pick(lane, (one) => one.status === 'submitted' && one.paymentPaidAt !== null);
  if (!state) return false;
  await step(lane, state.id, (found) => resubmitCorrections(found, ownerOf(state), now));
  return true;
};

const operated =
  (action: 'approve' | 'request_corrections', ...from: Status[]): RandomAct =>
  async (lane, now) => {
    const state = pick(lane, ({ status }) => from.includes(status));
    const operator = lane.dice.of(lane.operators);
    if (!state || !operator) return false;
    await step(lane, state.id, (found) =>
      applyAction(found, operator, { action, reason: 'Falta algo' }, now),
    );
    return true;
  };

const set =
  (from: Status, status: Status): RandomAct =>
  async (lane, now) => {
    const state = pick(lane, (one) => one.status === from);
    if (!state) return false;
    await step(lane, state.id, (found) => changeStatus(found, lane.admin, { status }, now));
    return true;
  };

const closed: RandomAct = async (lane, now) => {
  const state = pick(lane, ({ paymentId }) => paymentId !== null);
  if (!state?.paymentId) return false;
  const { id: registrationId, paymentId, paymentAmount: amountCents } = state;
  const closure = { reason: 'refunded', amountCents, at: now } as const;
  const standing = { flag: 'refunded', closure, refundFailed: false, version: 9, toldAt: now };
  await updatePaymentState(lane.registrations, { paymentId, registrationId, ...standing });
  await step(lane, registrationId, same);
  return true;
};

/** Assigns an operator. Identity published no change of the operator that would prevent it. */
const assigned: RandomAct = async (lane) => {
  const state = pick(lane, (one) => one.assignedOperatorId === null);
  const operator = lane.dice.of(lane.operators);
  if (!state || !operator) return false;
  const noOperatorChanges = { changes: 0, releasing: false };
  await assignOperator(lane.registrations, state.id, operator.id, noOperatorChanges, (found) =>
    decideAssignment(found, operator.id, lane.admin.id),
  );
  await step(lane, state.id, same);
  return true;
};

const unassigned: RandomAct = async (lane) => {
  const state = pick(lane, (one) => one.assignedOperatorId !== null);
  if (!state) return false;
  await unassignOperator(lane.registrations, state.id, lane.admin.id, null);
  await step(lane, state.id, same);
  return true;
};

export const registrationActs: readonly (readonly [weight: number, act: RandomAct])[] = [
  [22, created],
  [22, fileSent],
  [2, fileGone],
  [1, closed],
  [2, deleted],
  [4, sentAgain],
  [14, operated('approve', 'paid')],
  [12, operated('approve', 'reviewing')],
  [5, operated('request_corrections', 'reviewing', 'government_processing')],
  [2, set('government_processing', 'reviewing')],
  [8, set('government_processing', 'completed')],
  [7, set('completed', 'certificate_issued')],
  [6, assigned],
  [1, unassigned],
];
