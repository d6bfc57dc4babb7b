import { Counter, Gauge } from '@g2/kit/metrics';
import type { Authority } from './authorities/authorities.ts';
import { outstandingStamps } from './evidence/store.ts';
import type { Database } from './store/database.ts';

export const certificatesIssued = new Counter({
  name: 'g2_certificates_issued_total',
  help: 'Certificates issued',
});

export const certificatesBlocked = new Counter({
  name: 'g2_certificates_held_back_total',
  help: 'Certificates not issued because their payment was given back or is disputed',
});

const outcomes = ['ok', 'failed'] as const;

export const stampRequests = new Counter({
  name: 'g2_time_stamps_total',
  help: 'Time stamps asked of authorities, by outcome',
  labelNames: ['outcome'] as const,
});

export const cosignatures = new Counter({
  name: 'g2_log_cosignatures_total',
  help: 'Checkpoints given to witnesses, by outcome',
  labelNames: ['outcome'] as const,
});
for (const outcome of outcomes) {
  stampRequests.inc({ outcome }, 0);
  cosignatures.inc({ outcome }, 0);
}

export const logEntries = new Counter({
  name: 'g2_log_entries_total',
  help: 'Entries taken into the log by this replica',
});

export const signingExpires = new Gauge({
  name: 'g2_signing_certificate_expires_at_seconds',
  help: 'When the certificate that signs documents expires, seconds since 1970',
});

const stampsOutstanding = new Gauge({
  name: 'g2_time_stamps_owed',
  help: 'Time stamps asked for and not yet there, by authority',
  labelNames: ['authority'] as const,
});

const oldest = new Gauge({
  name: 'g2_time_stamps_owed_oldest_seconds',
  help: 'Age of the oldest of them, by authority; 0 without any',
  labelNames: ['authority'] as const,
});

export async function observe(db: Database, authorities: readonly Authority[], now: Date): Promise<void> {
  const rows = await outstandingStamps(db);
  for (const url of new Set([...authorities, ...rows].map((one) => one.url))) {
    const row = rows.find((one) => one.url === url);
    const authority = new URL(url).host;
    stampsOutstanding.set({ authority }, row?.owed ?? 0);
    oldest.set({ authority }, row ? Math.max(0, (now.getTime() - row.oldest.getTime()) / 1_000) : 0);
  }
}
