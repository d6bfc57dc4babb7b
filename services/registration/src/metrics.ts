import { Gauge } from '@g2/kit/metrics';
import { STATUSES } from '@g2/terms/statuses';
import { countByStatus } from './store/figures.ts';
import type { Database } from './store.ts';

const registrations = new Gauge({
  name: 'g2_registrations',
  help: 'Registrations, by status',
  labelNames: ['status'] as const,
});

export async function observe(db: Database): Promise<void> {
  const { byStatus } = await countByStatus(db);
  for (const status of STATUSES) registrations.set({ status }, byStatus.get(status) ?? 0);
}
