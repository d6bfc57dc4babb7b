import { newId } from '@g2/kit/ids';
import type { TestEnvironment } from '@g2/kit/testing';
import {
  type Database as IdentityDatabase,
  openStore as openIdentity,
} from '../../../services/identity/src/store.ts';
import {
  openStore as openPayments,
  type Database as PaymentDatabase,
} from '../../../services/payment-credit/src/store.ts';
import type { Caller, Registration } from '../../../services/registration/src/domain/registration.ts';
import {
  openStore as openRegistrations,
  type Database as RegistrationDatabase,
} from '../../../services/registration/src/store.ts';
import type { SeededRandom } from './dice.ts';

export const RECONCILE_WAITS = { staleMs: 60_000, remindMs: 60_000 };

export type Stores = {
  registrations: RegistrationDatabase;
  payments: PaymentDatabase;
  identity: IdentityDatabase;
};

export function openStores(testEnv: TestEnvironment): Stores & { close: () => Promise<void> } {
  const of = (service: 'registration' | 'payment-credit' | 'identity') => ({
    DATABASE_URL: testEnv.env(service).DATABASE_URL ?? '',
    DATABASE_POOL: 6,
  });
  const stores: Stores = {
    registrations: openRegistrations(of('registration')),
    payments: openPayments(of('payment-credit')),
    identity: openIdentity(of('identity')),
  };
  return {
    ...stores,
    close: async () => void (await Promise.all(Object.values(stores).map((store) => store.close()))),
  };
}

/** Rows that one concurrent lane has created and may act on. */
export type Lane = Stores & {
  dice: SeededRandom;
  owners: string[];
  operators: Caller[];
  admin: Caller;
  known: Map<string, Registration>;
  /** `open`: attempts by card or boleto. `paid`: intents that were paid, with the remaining cents. */
  open: { paymentId: string; registrationId: string; intentId: string }[];
  purchases: { purchaseId: string; intentId: string }[];
  paid: { intentId: string; cents: number }[];
  /** Ids of payments by boleto, paid in time or late. */
  boletos: string[];
  refunds: {
    intentId: string;
    id: string;
    amount: number;
    status: 'pending' | 'succeeded';
    createdAt: Date;
  }[];
  disputes: { intentId: string; id: string; amount: number; createdAt: Date }[];
  failedNotices: string[];
  users: string[];
};

export const newLane = (
  stores: Stores,
  dice: SeededRandom,
  staff: Pick<Lane, 'operators' | 'admin'>,
): Lane => ({
  ...stores,
  ...staff,
  dice,
  owners: Array.from({ length: 12 }, newId),
  known: new Map(),
  open: [],
  purchases: [],
  paid: [],
  boletos: [],
  refunds: [],
  disputes: [],
  failedNotices: [],
  users: [],
});
