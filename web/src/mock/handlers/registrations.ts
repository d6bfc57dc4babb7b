import { FEE_CENTS } from '@g2/gateway/contract/constants';
import { OPTIONAL_NAMES, type OptionalName } from '@g2/gateway/contract/details';
import { AppError } from '@g2/gateway/contract/errors';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/status-terms';
import type { Db, StoredRegistration } from '../db.ts';
import { hasWords, paginate, sortRows } from '../lists.ts';
import { aRegistration } from '../records.ts';
import {
  addHistoryEntry,
  asClient,
  asListed,
  asSignedInUser,
  canPay,
  canResubmit,
  changeStatus,
  editableRegistration,
  ownRegistration,
  visibleRegistration,
} from '../registrations.ts';
import type { Handlers } from './handler.ts';

/** Sort rank by what the owner must do, lowest first: corrections, payment, certificate, file, nothing. */
function urgencyRank(registration: StoredRegistration): number {
  if (registration.status === 'certificate_issued') return 3;
  if (registration.status !== 'submitted') return 5;
  if (canResubmit(registration)) return 1;
  return canPay(registration) ? 2 : 4;
}

const ownRegistrations = (db: Db): StoredRegistration[] =>
  db.registrations.filter(({ userId }) => userId === db.me.id);

/** The field to set when the owner changes a registration that staff sent back for corrections. */
const correctionFlag = (registration: StoredRegistration): Partial<StoredRegistration> =>
  canResubmit(registration) ? { changedSinceCorrection: true } : {};

/** Year and month of a time in America/Sao_Paulo, as YYYY-MM. */
const monthOf = (time: string): string =>
  new Date(time).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' }).slice(0, 7);

export const registrationHandlers: Handlers = {
  listRegistrations({ query }, db) {
    const { status, search, paid, waiting, sort = '-createdAt' } = query;
    const registrations = ownRegistrations(db).filter(
      (registration) =>
        (status?.includes(registration.status) ?? true) &&
        (waiting !== true || !db.downloadedCertificates.has(registration.id)) &&
        (paid !== true || registration.paymentPaidAt !== null) &&
        (search === undefined ||
          hasWords(`${registration.title} ${registration.holderName} ${registration.description}`, search)),
    );
    const ordered =
      sort === 'priority'
        ? sortRows(registrations, '-statusUpdatedAt', SORT_KEYS).toSorted(
            (a, b) => urgencyRank(a) - urgencyRank(b),
          )
        : sortRows(registrations, sort, SORT_KEYS);
    return paginate(
      ordered.map((registration) => asListed(asClient(db, registration))),
      query,
    );
  },
  getRegistrationStats(_input, db) {
    const rows = ownRegistrations(db);
    const month = monthOf(db.now());
    return {
      totalRegistrations: rows.length,
      recentRegistrations: rows.filter(({ createdAt }) => monthOf(createdAt) === month).length,
      totalFileSize: rows.reduce((sum, { fileSize }) => sum + (fileSize ?? 0), 0),
      uniqueJurisdictions: new Set(rows.map(({ jurisdiction }) => jurisdiction)).size,
    };
  },
  createRegistration({ body }, db) {
    const now = db.now();
    const fields = { id: db.nextId(), userId: db.me.id, createdAt: now, statusUpdatedAt: now };
    const optional = Object.fromEntries(OPTIONAL_NAMES.map((name) => [name, body[name] ?? null]));
    const registration = aRegistration({
      ...body,
      ...(optional as Record<OptionalName, string | null>),
      ...fields,
      statusUpdatedBy: db.me.id,
      paymentAmount: FEE_CENTS,
    });
    db.registrations.push(registration);
    addHistoryEntry(db, registration, { fromStatus: null, changedBy: db.me.id });
    return asSignedInUser(db, registration);
  },
  getRegistration: ({ params }, db) => asSignedInUser(db, visibleRegistration(db, params.id)),
  updateRegistration({ params, body }, db) {
    const registration = editableRegistration(db, params.id);
    const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    Object.assign(registration, changes, correctionFlag(registration));
    return asSignedInUser(db, registration);
  },
  deleteRegistration({ params }, db) {
    const registration = ownRegistration(db, params.id);
    if (registration.status !== 'submitted' || registration.paymentPaidAt !== null) {
      throw new AppError('not-editable', { message: 'Este registro não pode mais ser excluído.' });
    }
    db.registrations.splice(db.registrations.indexOf(registration), 1);
  },
  getRegistrationHistory({ params, query }, db) {
    const { id } = visibleRegistration(db, params.id);
    const rows = db.history.filter(({ registrationId }) => registrationId === id);
    if (db.isStaff) return paginate(rows, query);
    return paginate(
      rows.map(({ notes: _staffs, ...entry }) => entry),
      query,
    );
  },
  getCorrectionChanges({ params }, db) {
    visibleRegistration(db, params.id);
    throw new AppError('not-found', { message: 'Não há pedido de correções a comparar.' });
  },
  resubmitRegistration({ params }, db) {
    const registration = ownRegistration(db, params.id);
    if (!canResubmit(registration)) {
      throw new AppError('illegal-transition', { message: 'Este registro não aguarda correções.' });
    }
    changeStatus(db, registration, 'paid', { changedBy: db.me.id });
    return asSignedInUser(db, registration);
  },
  listVersions({ params, query }, db) {
    const { rootId } = visibleRegistration(db, params.id);
    const versions = db.registrations.filter((registration) => registration.rootId === rootId);
    const sortedVersions = sortRows(versions, 'versionNumber', {
      versionNumber: ({ versionNumber }) => versionNumber,
    });
    return paginate(
      sortedVersions.map((registration) => asClient(db, registration)),
      query,
    );
  },
};

const SORT_KEYS = {
  createdAt: (registration: StoredRegistration) => registration.createdAt,
  statusUpdatedAt: (registration: StoredRegistration) => registration.statusUpdatedAt,
  title: (registration: StoredRegistration) => registration.title,
  status: (registration: StoredRegistration) => REGISTRATION_STATUSES.indexOf(registration.status),
};
