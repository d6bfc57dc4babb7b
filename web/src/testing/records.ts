import type { Registration, StaffRegistration } from '@g2/gateway/contract/registrations';
import type { AdminUser, User } from '@g2/gateway/contract/users';

const NOW = '2026-03-02T12:00:00.000Z';

/** A page of these, the first and only one unless said otherwise. */
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
  createdAt: NOW,
  updatedAt: NOW,
  ...changes,
});

export const anAdmin = (changes: Partial<User> = {}): User =>
  aUser({ role: 'admin', firstName: 'Rui', lastName: 'Chefe', email: 'rui@example.com', ...changes });

/** A row of the admins' list of accounts. */
export const anAccount = (changes: Partial<AdminUser> = {}): AdminUser => ({
  ...aUser(),
  deletionBlockedBy: null,
  ...changes,
});

/** A client's registration, submitted a moment ago and without a file. */
export const aRegistration = (changes: Partial<Registration> = {}): Registration => ({
  id: crypto.randomUUID(),
  userId: crypto.randomUUID(),
  title: 'Agenda da clínica',
  applicantName: 'Ana Lima',
  applicantEmail: 'ana@example.com',
  applicantTaxId: '529.982.247-25',
  holderName: 'Ana Lima',
  description: 'Marca consultas',
  jurisdiction: 'global',
  notes: null,
  sha256: null,
  fileName: null,
  fileSize: null,
  status: 'submitted',
  statusUpdatedAt: NOW,
  statusUpdatedBy: null,
  assignedOperatorId: null,
  paymentAmount: 10_000,
  paymentPaidAt: null,
  governmentSubmittedAt: null,
  certificateIssuedAt: null,
  createdAt: NOW,
  canPay: false,
  canEdit: true,
  canResubmit: false,
  correctionReason: null,
  changedSinceCorrection: false,
  ...changes,
});

/** The same as staff see it. */
export const aStaffRegistration = (changes: Partial<StaffRegistration> = {}): StaffRegistration => {
  const { applicant, ...plain } = { applicant: null, ...changes };
  return {
    ...aRegistration(plain),
    applicant,
    assignedOperator: null,
    fileStoragePath: null,
    allowedActions: [],
    allowedTransitions: [],
    internalNotes: [],
    internalNoteCount: 0,
    ...plain,
  };
};
