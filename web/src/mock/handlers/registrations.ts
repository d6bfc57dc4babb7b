import { FEE_CENTS } from '@g2/gateway/contract/common';
import { OPTIONAL_NAMES, type OptionalName } from '@g2/gateway/contract/details';
import { AppError } from '@g2/gateway/contract/errors';
import { REGISTRATION_STATUSES } from '@g2/gateway/contract/statuses';
import type { Db, StoredRegistration } from '../db.ts';
import { hasWords, paged, sorted } from '../lists.ts';
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

/** Sort key by what the owner must do, most urgent first: corrections, payment, certificate, file, nothing. */
function urgency(row: StoredRegistration): number {
  if (row.status === 'certificate_issued') return 3;
  if (row.status !== 'submitted') return 5;
  if (canResubmit(row)) return 1;
  return canPay(row) ? 2 : 4;
}

const ownRegistrations = (db: Db): StoredRegistration[] =>
  db.registrations.filter(({ userId }) => userId === db.me.id);

/** Sets the flag that a registration sent back for corrections has been changed. */
const correctionFlag = (row: StoredRegistration): Partial<StoredRegistration> =>
  canResubmit(row) ? { changedSinceCorrection: true } : {};

/** Year and month of a time in America/Sao_Paulo, as YYYY-MM. */
const monthOf = (time: string): string =>
  new Date(time).toLocaleDateString('sv', { timeZone: 'America/Sao_Paulo' }).slice(0, 7);

export const registrationHandlers: Handlers = {
  listRegistrations({ query }, db) {
    const { status, search, paid, waiting, sort = '-createdAt' } = query;
    const found = ownRegistrations(db).filter(
      (row) =>
        (status?.includes(row.status) ?? true) &&
        (waiting !== true || !db.downloadedCertificates.has(row.id)) &&
        (paid !== true || row.paymentPaidAt !== null) &&
        (search === undefined || hasWords(`${row.title} ${row.holderName} ${row.description}`, search)),
    );
    const ordered =
      sort === 'priority'
        ? sorted(found, '-statusUpdatedAt', SORT_KEYS).toSorted((a, b) => urgency(a) - urgency(b))
        : sorted(found, sort, SORT_KEYS);
    return paged(
      ordered.map((row) => asListed(asClient(db, row))),
      query,
    );
  },
  getRegistrationStats(_asked, db) {
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
    const made = { id: db.nextId(), userId: db.me.id, createdAt: now, statusUpdatedAt: now };
    const optional = Object.fromEntries(OPTIONAL_NAMES.map((name) => [name, body[name] ?? null]));
    const row = aRegistration({
      ...body,
      ...(optional as Record<OptionalName, string | null>),
      ...made,
      statusUpdatedBy: db.me.id,
      paymentAmount: FEE_CENTS,
    });
    db.registrations.push(row);
    addHistoryEntry(db, row, { fromStatus: null, by: db.me.id });
    return asSignedInUser(db, row);
  },
  getRegistration: ({ params }, db) => asSignedInUser(db, visibleRegistration(db, params.id)),
  updateRegistration({ params, body }, db) {
    const row = editableRegistration(db, params.id);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    Object.assign(row, given, correctionFlag(row));
    return asSignedInUser(db, row);
  },
  deleteRegistration({ params }, db) {
    const row = ownRegistration(db, params.id);
    if (row.status !== 'submitted' || row.paymentPaidAt !== null) {
      throw new AppError('not-editable', { message: 'Este registro não pode mais ser excluído.' });
    }
    db.registrations.splice(db.registrations.indexOf(row), 1);
  },
  getRegistrationHistory({ params, query }, db) {
    const { id } = visibleRegistration(db, params.id);
    const rows = db.history.filter(({ registrationId }) => registrationId === id);
    if (db.isStaff) return paged(rows, query);
    return paged(
      rows.map(({ notes: _staffs, ...entry }) => entry),
      query,
    );
  },
  getCorrectionChanges({ params }, db) {
    visibleRegistration(db, params.id);
    throw new AppError('not-found', { message: 'Não há pedido de correções a comparar.' });
  },
  resubmitRegistration({ params }, db) {
    const row = ownRegistration(db, params.id);
    if (!canResubmit(row)) {
      throw new AppError('illegal-transition', { message: 'Este registro não aguarda correções.' });
    }
    changeStatus(db, row, 'paid', { by: db.me.id });
    return asSignedInUser(db, row);
  },
  listVersions({ params, query }, db) {
    const { rootId } = visibleRegistration(db, params.id);
    const chain = db.registrations.filter((row) => row.rootId === rootId);
    const versions = sorted(chain, 'versionNumber', { versionNumber: (row) => row.versionNumber });
    return paged(
      versions.map((row) => asClient(db, row)),
      query,
    );
  },
};

const SORT_KEYS = {
  createdAt: (row: StoredRegistration) => row.createdAt,
  statusUpdatedAt: (row: StoredRegistration) => row.statusUpdatedAt,
  title: (row: StoredRegistration) => row.title,
  status: (row: StoredRegistration) => REGISTRATION_STATUSES.indexOf(row.status),
};
