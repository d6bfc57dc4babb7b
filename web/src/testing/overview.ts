import { adminStats, emptyFigures, pageOf, paymentsPage, queueStatsOf } from './records.ts';
import { answer } from './server.ts';

/** Answers all requests of the admin overview with an empty state; a later `answer` of a test takes precedence. */
export function answersOverview(): void {
  answer('getEnhancedStats', adminStats);
  answer('countAttention', { items: [] });
  answer('listDoubtfulCertificates', { items: [] });
  answer('listWebhookEvents', pageOf([], 10));
  answer('getQueueStats', queueStatsOf());
  answer('listQueue', pageOf([], 1));
  answer('listPayments', paymentsPage([]));
  answer('getFigures', emptyFigures);
}
