import type { Approval } from '@g2/gateway/contract/approvals';
import type { Contact } from '@g2/gateway/contract/contacts';
import { AppError } from '@g2/gateway/contract/errors';
import type { Government } from '@g2/gateway/contract/government';
import type { Holder } from '@g2/gateway/contract/holders';
import type { ListedPayment } from '@g2/gateway/contract/payment-admin';
import type { CreditPurchase, CreditTransaction, PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import type { CountedQueueView } from '@g2/gateway/contract/queue-views';
import type { KeptReason } from '@g2/gateway/contract/reasons';
import type { HistoryEntry, InternalNote, Registration } from '@g2/gateway/contract/registrations';
import type { User } from '@g2/gateway/contract/users';
import { aTransaction } from './records.ts';
import type { TusUploads } from './tus.ts';

/** Sign-in password of every account in tests. */
export const PASSWORD = 'Senha-Boa-1';

export type Account = User & { password: string };

/** A stored registration. Flags about allowed actions, such as `canPay`, are computed on each read instead. */
export type StoredRegistration = Registration & { paymentFlag?: 'refunded' | 'disputed' | null };

/** A contact as staff see it. `isUnread`: its author has not read the latest answer. */
export type StoredContact = Contact & { isUnread: boolean };

export interface StoredMessage {
  readonly id: string;
  readonly registrationId: string;
  readonly authorId: string;
  readonly side: 'client' | 'staff';
  readonly text: string;
  readonly createdAt: string;
}

/** A payment intent with the status that the simulated payment provider reports. */
export interface StoredIntent {
  readonly answer: PaymentIntentAnswer;
  readonly userId: string;
  readonly target: { readonly registrationId: string } | { readonly purchaseId: string };
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
}

/** Initial data of the mock, oldest first. `user` is signed in. A user's `credits` are the opening balance. */
export interface Seed {
  readonly user?: User | null;
  readonly users?: readonly User[];
  readonly registrations?: readonly StoredRegistration[];
  readonly holders?: readonly Holder[];
  readonly history?: readonly HistoryEntry[];
  readonly payments?: readonly ListedPayment[];
  readonly contacts?: readonly StoredContact[];
  readonly approvals?: readonly Approval[];
  readonly reasons?: readonly KeptReason[];
}

/** The state of the mock, which tests may read and change. */
export class Db {
  readonly users: Account[] = [];
  readonly registrations: StoredRegistration[] = [];
  readonly holders: Holder[] = [];
  readonly history: HistoryEntry[] = [];
  readonly notes: (InternalNote & { registrationId: string })[] = [];
  readonly messages: StoredMessage[] = [];
  readonly transactions: CreditTransaction[] = [];
  readonly purchases: (CreditPurchase & { userId: string })[] = [];
  readonly payments: ListedPayment[] = [];
  readonly intents: StoredIntent[] = [];
  readonly contacts: StoredContact[] = [];
  readonly approvals: Approval[] = [];
  readonly reasons: KeptReason[] = [];
  readonly views: (Omit<CountedQueueView, 'count'> & { userId: string })[] = [];
  /** By registration id. */
  readonly government = new Map<string, Government>();
  readonly uploads = new Map<string, TusUploads>();
  /** Number of read messages. The key is the registration id, a space, and the side that has read them. */
  readonly readCounts = new Map<string, number>();
  /** Ids of registrations with a certificate that the owner has downloaded. */
  readonly downloadedCertificates = new Set<string>();
  /** Id of the signed-in user; null when signed out. */
  sessionUserId: string | null = null;
  #lastId = 0;

  constructor(seed: Seed = {}) {
    for (const user of [...(seed.user ? [seed.user] : []), ...(seed.users ?? [])]) this.addUser(user);
    this.sessionUserId = seed.user?.id ?? null;
    this.registrations.push(...(seed.registrations ?? []).map((registration) => ({ ...registration })));
    this.holders.push(...(seed.holders ?? []));
    this.history.push(...(seed.history ?? []));
    this.payments.push(...(seed.payments ?? []));
    this.contacts.push(...(seed.contacts ?? []));
    this.approvals.push(...(seed.approvals ?? []));
    this.reasons.push(...(seed.reasons ?? []));
  }

  /** A new id in UUIDv7 form; later ids sort after earlier ones. */
  nextId(): string {
    this.#lastId += 1;
    return `0199d7a1-0000-7000-8000-${this.#lastId.toString(16).padStart(12, '0')}`;
  }

  now(): string {
    return new Date().toISOString();
  }

  addUser(user: User, password = PASSWORD): Account {
    const account = { ...user, password };
    this.users.push(account);
    if (user.credits) this.addTransaction(user.id, { delta: user.credits, reason: 'Saldo inicial' });
    return account;
  }

  /** The signed-in account. @throws AppError unauthenticated */
  get me(): Account {
    const me = this.users.find(({ id, isActive }) => id === this.sessionUserId && isActive);
    if (me === undefined) throw new AppError('unauthenticated');
    return me;
  }

  get isStaff(): boolean {
    return this.me.role !== 'client';
  }

  /** Balance of a user in hundredths of a credit: the sum of the user's transactions. */
  balanceOf(userId: string): number {
    return this.transactions.reduce((sum, entry) => sum + (entry.userId === userId ? entry.delta : 0), 0);
  }

  addTransaction(userId: string, entry: Partial<CreditTransaction> & { delta: number }): CreditTransaction {
    const transaction = aTransaction({
      id: this.nextId(),
      userId,
      balanceAfter: this.balanceOf(userId) + entry.delta,
      createdAt: this.now(),
      ...entry,
    });
    this.transactions.push(transaction);
    return transaction;
  }

  account(id: string): Account {
    const account = this.users.find((user) => user.id === id);
    if (account === undefined) throw new AppError('not-found', { message: 'Usuário não encontrado' });
    return account;
  }

  /** Id and name of a user; a placeholder name for a deleted account. */
  personOf(id: string): { id: string; firstName: string; lastName: string } {
    const { firstName, lastName } = this.users.find((user) => user.id === id) ?? {
      firstName: 'Usuário',
      lastName: 'removido',
    };
    return { id, firstName, lastName };
  }

  nameOf(id: string | null): string | null {
    if (id === null) return null;
    const { firstName, lastName } = this.personOf(id);
    return `${firstName} ${lastName}`;
  }
}
