import type { Analytics, EnhancedStats } from '@g2/gateway/contract/admin';
import {
  DURATION_STAGES,
  type Figures,
  FUNNEL_STEPS,
  type MoneyOfPeriod,
} from '@g2/gateway/contract/business-metrics';
import type { Evidence, PublicCertificate } from '@g2/gateway/contract/certificates';
import type { Contact } from '@g2/gateway/contract/contacts';
import { NO_DETAILS } from '@g2/gateway/contract/details';
import { type Government, NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import type { Message, MessagePage } from '@g2/gateway/contract/messages';
import type { ListedPayment, PaymentTotals } from '@g2/gateway/contract/payment-admin';
import type {
  CreditPackage,
  CreditTransaction,
  PaymentConfig,
  PaymentIntentAnswer,
  WebhookEvent,
} from '@g2/gateway/contract/payments';
import type { OperatorStats } from '@g2/gateway/contract/queue';
import type {
  Contents,
  Registration,
  RegistrationStats,
  StaffRegistration,
} from '@g2/gateway/contract/registrations';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/status-terms';
import type { AdminUser, User } from '@g2/gateway/contract/users';

const NOW = '2026-03-02T12:00:00.000Z';

/** A page of a list with these items; without a total, the list has no other page. */
export const pageOf = <Item>(items: Item[], pageSize = 12, total = items.length, page = 1) => ({
  items,
  total,
  page,
  pageSize,
});

export const aUser = (changes: Partial<User> = {}): User => ({
  id: crypto.randomUUID(),
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'client',
  isActive: true,
  profileImageUrl: null,
  credits: 0,
  emailVerified: true,
  mfaEnabled: false,
  createdAt: NOW,
  updatedAt: NOW,
  ...changes,
});

export const anAdmin = (changes: Partial<User> = {}): User =>
  aUser({ role: 'admin', firstName: 'Rui', lastName: 'Chefe', email: 'rui@example.com', ...changes });

export const anAccount = (changes: Partial<AdminUser> = {}): AdminUser => ({
  ...aUser(),
  deletionBlockedBy: null,
  ...changes,
});

/** Summary of the files in a small deposited ZIP. */
export const someContents: Contents = {
  files: 12,
  bytes: 345_678,
  languages: [{ name: 'TypeScript', files: 10, bytes: 300_000 }],
  warnings: [],
  root: 'ef'.repeat(32),
};

/** A client's registration in status submitted, without a file. */
export const aRegistration = (changes: Partial<Registration> = {}): Registration => {
  const id = changes.id ?? crypto.randomUUID();
  return {
    id,
    userId: crypto.randomUUID(),
    ...NO_DETAILS,
    title: 'Agenda da clínica',
    applicantName: 'Ana Lima',
    applicantEmail: 'ana@example.com',
    applicantTaxId: '529.982.247-25',
    holderName: 'Ana Lima',
    description: 'Marca consultas',
    jurisdiction: 'global',
    sha256: null,
    sha512: null,
    fileName: null,
    fileSize: null,
    depositedAt: null,
    closure: null,
    refundFailed: false,
    status: 'submitted',
    statusUpdatedAt: NOW,
    statusUpdatedBy: null,
    assignedOperatorId: null,
    paymentAmount: 10_000,
    paymentPaidAt: null,
    governmentSubmittedAt: null,
    certificateIssuedAt: null,
    createdAt: NOW,
    fileTaken: false,
    canPay: false,
    canEdit: true,
    canResubmit: false,
    hasEarlierFile: false,
    correctionsAskedAt: null,
    correctionReason: null,
    changedSinceCorrection: false,
    contents: null,
    contentsProblem: null,
    unreadMessages: 0,
    versionNumber: 1,
    rootId: id,
    previousId: null,
    whatIsNew: null,
    ...changes,
  };
};

export const aStaffRegistration = (changes: Partial<StaffRegistration> = {}): StaffRegistration => {
  const { applicant, ...otherChanges } = { applicant: null, ...changes };
  return {
    ...aRegistration(otherChanges),
    applicant,
    assignedOperator: null,
    fileStoragePath: null,
    allowedActions: [],
    allowedTransitions: [],
    internalNotes: [],
    internalNoteCount: 0,
    government: null,
    paymentFlag: null,
    ...otherChanges,
  };
};

export const noMessages: MessagePage = { items: [], total: 0, older: null, received: 0, receivedRead: 0 };

/** First message of a thread, written by staff. */
export const aMessage = (changes: Partial<Message> = {}): Message => ({
  id: crypto.randomUUID(),
  number: 1,
  side: 'staff',
  mine: false,
  authorName: null,
  text: 'Pode enviar o contrato?',
  createdAt: NOW,
  ...changes,
});

/** A visitor's message to the staff, not yet answered. */
export const aContact = (changes: Partial<Contact> = {}): Contact => ({
  number: 'AT-2026-000123',
  userId: null,
  name: 'Rui Barbosa',
  email: 'rui@example.com',
  emailProven: false,
  subject: 'Não consigo entrar',
  message: 'Perdi o celular.\n\nE agora?',
  registrationId: null,
  registrationTitle: null,
  state: 'open',
  version: 1,
  answerCount: 0,
  assignee: null,
  createdAt: NOW,
  changedAt: NOW,
  closedAt: null,
  closedBy: null,
  answers: [],
  ...changes,
});

/** Data of a registration's government stage, with no field filled in. */
export const aGovernment = (changes: Partial<Government> = {}): Government => ({
  version: 0,
  data: NO_GOVERNMENT_DATA,
  updatedByName: null,
  updatedAt: null,
  files: [],
  changes: [],
  verdict: 'absent',
  canEdit: true,
  proposedLanguages: [],
  ...changes,
});

export const adminStats: EnhancedStats = {
  users: { total: 7, admins: 1, clients: 4 },
  registrations: { total: 9, recent: 3 },
  statusCounts: {
    submitted: 2,
    paid: 1,
    reviewing: 1,
    government_processing: 1,
    completed: 1,
    certificate_issued: 3,
  },
};

/** Figures of the operators' queue; zero unless given in `changes`. */
export const queueStatsOf = (changes: Partial<OperatorStats> = {}): OperatorStats => ({
  total: 0,
  awaitingReview: 0,
  inReview: 0,
  inGovernmentProcessing: 0,
  late: 0,
  resubmitted: 0,
  awaitingClient: 0,
  closed: 0,
  messages: 0,
  ...changes,
});

/** Analytics figures of a period without any activity. */
const noKpis = { newRegistrations: 0, revenueCents: 0, conversionRate: 0, processedRate: 0 };
const noHealth = {
  paymentSuccessRate: null,
  finishedPayments: 0,
  meanProcessingDays: null,
  certificates: 0,
  satisfaction: null,
};

export const emptyAnalytics: Analytics = {
  period: 30,
  from: '2026-02-01',
  to: '2026-03-02',
  kpis: noKpis,
  distribution: REGISTRATION_STATUSES.map((status) => ({ status, count: 0 })),
  trend: ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03'].map((month) => ({
    month,
    registrations: 0,
    certificates: 0,
  })),
  recent: [],
  health: noHealth,
  previous: { from: '2026-01-02', to: '2026-01-31', kpis: noKpis, health: noHealth },
};

const zeroAmount = { count: 0, cents: 0 };

export const someMoney = (changes: Partial<MoneyOfPeriod> = {}): MoneyOfPeriod => ({
  cardPayments: zeroAmount,
  purchases: zeroAmount,
  settledCard: zeroAmount,
  settledCredits: zeroAmount,
  settledGifts: zeroAmount,
  settledManual: zeroAmount,
  refunds: zeroAmount,
  disputes: zeroAmount,
  disputesLost: zeroAmount,
  toReturn: zeroAmount,
  creditsOutstanding: 0,
  giftsOutstanding: 0,
  receivedCents: 0,
  netCents: 0,
  revenueCents: 0,
  ...changes,
});

const noDurations = { count: 0, medianSeconds: null, p90Seconds: null };

export const emptyFigures: Figures = {
  period: 7,
  from: '2026-02-24',
  to: '2026-03-02',
  span: 'day',
  money: { now: someMoney(), before: someMoney(), series: [] },
  flow: {
    now: { created: 0, paid: 0, issued: 0 },
    before: { created: 0, paid: 0, issued: 0 },
    series: [],
  },
  funnel: FUNNEL_STEPS.map((step) => ({ step, count: 0, before: 0 })),
  stages: DURATION_STAGES.map((stage) => ({ stage, ...noDurations, before: noDurations })),
  operators: [],
  backlog: [],
  backlogBefore: { day: '2026-02-23', counts: [0, 0, 0, 0, 0, 0] },
};

export const aPayment = (changes: Partial<ListedPayment> = {}): ListedPayment => ({
  id: crypto.randomUUID(),
  kind: 'credit_purchase',
  registrationId: null,
  userId: crypto.randomUUID(),
  method: 'card',
  status: 'settled',
  amount: 12_345,
  refundedAmount: 0,
  stripePaymentIntentId: 'pi_1',
  createdAt: NOW,
  settledAt: NOW,
  flag: null,
  decline: null,
  toTransfer: 0,
  refundState: null,
  disputeState: null,
  disputeDueBy: null,
  closedAt: null,
  payerName: 'Ana Lima',
  registrationTitle: null,
  ...changes,
});

/** A page of the admin's payment list, with totals of its items. */
export const paymentsPage = (
  items: ListedPayment[],
  totals: Partial<PaymentTotals> = {},
  pageFields: { total?: number; page?: number; totalCapped?: true; searchCapped?: true } = {},
) => ({
  ...pageOf(items, 10),
  totals: {
    count: pageFields.total ?? items.length,
    received: items.reduce((cents, { amount }) => cents + amount, 0),
    refunded: items.reduce((cents, { refundedAmount }) => cents + refundedAmount, 0),
    withCredits: 0,
    ...totals,
  },
  ...pageFields,
});

export const aWebhookEvent = (changes: Partial<WebhookEvent> = {}): WebhookEvent => ({
  id: 'evt_1',
  eventType: 'payment_intent.succeeded',
  paymentIntentId: 'pi_1',
  registrationId: null,
  receivedAt: NOW,
  processedAt: NOW,
  status: 'processed',
  errorMessage: null,
  decline: null,
  ...changes,
});

/** Figures of a client's dashboard. */
export const registrationStatsOf = (changes: Partial<RegistrationStats> = {}): RegistrationStats => ({
  totalRegistrations: 1,
  recentRegistrations: 1,
  totalFileSize: 0,
  uniqueJurisdictions: 1,
  ...changes,
});

/** A registration with a file, waiting for payment. */
export const aPayableRegistration = (changes: Partial<Registration> = {}): Registration =>
  aRegistration({
    sha256: 'ab'.repeat(32),
    sha512: 'cd'.repeat(64),
    fileName: 'código-fonte.zip',
    fileSize: 1_234_567,
    contents: someContents,
    canPay: true,
    ...changes,
  });

export const aTransaction = (changes: Partial<CreditTransaction> = {}): CreditTransaction => ({
  id: crypto.randomUUID(),
  userId: crypto.randomUUID(),
  delta: 100,
  balanceAfter: 100,
  reason: 'Ajuste',
  referenceType: null,
  referenceId: null,
  createdBy: null,
  createdAt: NOW,
  ...changes,
});

export const creditPackages = pageOf<CreditPackage>(
  [
    {
      id: 'registration',
      name: 'Registro de Software',
      popular: true,
      priceDisplay: 'R$ 3.499,00',
      priceInCents: 349_900,
      credits: 349_900,
      description: 'Créditos para um registro completo de software',
    },
    {
      id: 'update',
      name: 'Atualização de Registro',
      popular: false,
      priceDisplay: 'R$ 1.499,99',
      priceInCents: 149_999,
      credits: 149_999,
      description: 'Créditos para a atualização de um registro',
    },
  ],
  100,
);

/** The number of `aCertificate`, with a valid check character. */
export const CERTIFICATE_NUMBER = 'G2-2026-000001-1ECC-P';
/** A well-formed number that belongs to no certificate. */
export const UNKNOWN_CERTIFICATE_NUMBER = 'G2-2026-000999-1ECC-Y';

/** A certificate as the public verification shows it. */
export const aCertificate = (changes: Partial<PublicCertificate> = {}): PublicCertificate => ({
  number: CERTIFICATE_NUMBER,
  status: 'valid',
  title: 'Agenda da clínica',
  holders: [{ name: 'Ana Lima', taxIdMasked: '***.982.247-**', percentage: 100 }],
  sha256: '1ecc477b8474accaac7df00a2ba81d3923c5a92e3e8bbf4e0a4c3e948c943c06',
  sha512: 'ab'.repeat(64),
  fileName: 'fonte.zip',
  fileSize: 1_234_567,
  depositedAt: NOW,
  paidAt: NOW,
  issuedAt: NOW,
  revokedAt: null,
  reason: null,
  supersededBy: null,
  stamps: [{ authority: 'ACT de Teste', time: NOW, of: 'file' }],
  log: { index: 7, treeSize: 12 },
  versionNumber: 1,
  previous: null,
  next: null,
  changes: null,
  payment: null,
  ...changes,
});

/** The evidence (timestamps and log entry) of a deposit with an issued certificate. */
export const anEvidence = (changes: Partial<Evidence> = {}): Evidence => ({
  registrationId: crypto.randomUUID(),
  recordedAt: NOW,
  stamps: [{ authority: 'ACT de Teste', time: NOW, of: 'file' }],
  stampsPending: 0,
  provableSince: { authority: 'ACT de Teste', time: NOW },
  log: { index: 7, treeSize: 12 },
  number: CERTIFICATE_NUMBER,
  status: 'valid',
  publicity: { title: true, holders: false },
  contents: { files: 3, root: 'c'.repeat(64), log: { index: 9, treeSize: 12 } },
  ...changes,
});

export const paymentConfig = (changes: Partial<PaymentConfig> = {}): PaymentConfig => ({
  provider: 'simulator',
  publishableKey: 'pk_test',
  apiBase: '',
  methods: ['card'],
  instalments: false,
  ...changes,
});

/** An open payment intent, by default for a card. */
export const anIntent = (changes: Partial<PaymentIntentAnswer> = {}): PaymentIntentAnswer => ({
  clientSecret: 'pi_1_secret',
  amount: 349_900,
  paymentIntentId: 'pi_1',
  method: 'card',
  voucher: null,
  ...changes,
});
