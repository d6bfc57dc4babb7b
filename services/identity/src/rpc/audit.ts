import { userOf } from '@g2/kit/actor';
import { isUuid } from '@g2/kit/ids';
import { withoutNulls } from '@g2/kit/nulls';
import type { AuditEntry, AuditRows } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { pageBounds } from '@g2/terms/pages';
import { isPeriod, PERIOD_MESSAGE } from '@g2/terms/periods';
import type { Deps, IdentityRpcs } from '../deps.ts';
import { checkAuditFilter } from '../domain/audit-filter.ts';
import { recordAuditAct } from '../store/audit.ts';
import { type AuditRow, listAudit, rowsAfter } from '../store/audit-list.ts';

/** Audit rows per page of an export. */
const ROWS = 500;

export const auditRpcs = ({ db, clock }: Deps) =>
  ({
    listAudit: {
      allow: ['admin'],
      async run({ page, filter }) {
        const listed = await listAudit(db, checkAuditFilter(filter), pageBounds(page));
        return { ...listed, items: listed.items.map(toEntry) };
      },
    },
    recordReport: {
      allow: ['admin'],
      async run({ period }, { actor }) {
        if (!isPeriod(period)) throw new AppError('invalid-input', { message: PERIOD_MESSAGE });
        const act = {
          action: 'report-exported',
          actorId: userOf(actor).id,
          subjectType: 'report',
          subjectId: 'registrations',
          detail: { period: String(period) },
        } as const;
        await recordAuditAct(db, act, clock());
        return {};
      },
    },
    startAuditExport: {
      allow: ['admin'],
      async run(request, { actor }) {
        const filter = checkAuditFilter(request);
        const { actions, ...rest } = filter;
        const detail = { ...rest, ...(actions ? { actions: actions.join(',') } : {}) };
        const subject = { subjectType: 'trail', subjectId: 'trail' } as const;
        const act = { action: 'trail-exported', actorId: userOf(actor).id, ...subject, detail } as const;
        return db.tx(async (tx) => {
          await recordAuditAct(tx, act, clock());
          return pageOf(await rowsAfter(tx, filter, '', ROWS + 1));
        });
      },
    },
    continueAuditExport: {
      allow: ['admin'],
      async run({ filter, after }) {
        if (!isUuid(after)) throw new AppError('invalid-input', { message: 'Página inválida' });
        return pageOf(await rowsAfter(db, checkAuditFilter(filter), after, ROWS + 1));
      },
    },
  }) satisfies IdentityRpcs;

/** @param rows up to ROWS + 1; the extra row means there is another page */
function pageOf(rows: AuditRow[]): AuditRows {
  const items = rows.slice(0, ROWS).map(toEntry);
  return { items, next: rows.length > ROWS ? (items.at(-1)?.id ?? '') : '' };
}

/** An unknown IP address ('') is shown like a deleted one: as absent. */
const toEntry = (row: AuditRow): AuditEntry => ({
  ...withoutNulls(row),
  address: row.address || undefined,
  detail: words(row.detail),
});

/** `detail` comes from other services too: non-text values are shown as JSON. */
const words = (detail: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof detail === 'object' && detail !== null ? detail : {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
