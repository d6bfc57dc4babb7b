import { emptyFigures, pageOf, paymentsPage, queueStatsOf, stats } from './records.ts';
import { answer } from './server.ts';

/** Answers all that the overview of administration asks, in a house where nothing waits; what a test says after it counts. */
export function answersOverview(): void {
  answer('getEnhancedStats', stats);
  answer('countAttention', { items: [] });
  answer('listDoubtfulCertificates', { items: [] });
  answer('listWebhookEvents', pageOf([], 10));
  answer('getQueueStats', queueStatsOf());
  answer('listQueue', pageOf([], 1));
  answer('listPayments', paymentsPage([]));
  answer('getFigures', emptyFigures);
}
