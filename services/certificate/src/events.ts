import { type Delivery, type Subscription, subscribeTo } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Deps } from './deps.ts';
import { statementOf } from './domain/certificate.ts';
import { isCertificateKept } from './doubts/domain/doubt.ts';
import { paymentFlagsOf, savePaymentFlag } from './doubts/store.ts';
import { recordArrived, recordPaid } from './evidence/recording.ts';
import { eraseEvidence } from './evidence/store-deposits.ts';
import { recordInspected } from './evidence/store-inspected.ts';
import { certificatesBlocked } from './metrics.ts';

/** Records evidence of arrival, payment and inspection; issues on certificate_issued or when a refund/dispute ends. */
export const subscriptions = (deps: Deps): Subscription[] => {
  const { peers, store, issue, log } = deps;
  const issueNow = async (registrationId: string, delivery: Delivery): Promise<void> => {
    const known = await peers.certificateFacts(registrationId);
    if (known.blocked && !isCertificateKept(await paymentFlagsOf(store.db, registrationId))) {
      certificatesBlocked.inc();
      log.warn({ registrationId }, 'certificate held back: its payment was given back or is disputed');
      return;
    }
    await issue(statementOf(known), delivery);
  };
  return [
    subscribeTo(facts.fileAttached, ({ registrationId }, delivery) =>
      recordArrived(deps, registrationId, delivery),
    ),
    subscribeTo(facts.registrationDeleted, ({ registrationId }, delivery) =>
      eraseEvidence(store.db, registrationId, delivery),
    ),
    subscribeTo(facts.statusChanged, async ({ registrationId, toStatus }, delivery) => {
      if (toStatus === 'paid') await recordPaid(deps, registrationId, delivery);
      if (toStatus === 'certificate_issued') await issueNow(registrationId, delivery);
    }),
    subscribeTo(facts.certificateUnblocked, ({ registrationId }, delivery) =>
      issueNow(registrationId, delivery),
    ),
    subscribeTo(facts.paymentFlagChanged, ({ paymentId, registrationId, flag }, delivery) =>
      savePaymentFlag(store.db, { paymentId, registrationId, flag: flag || null }, delivery),
    ),
    subscribeTo(facts.fileInspected, async ({ registrationId, sha256, problem, files, root }, delivery) => {
      // An unreadable file has no Merkle root.
      if (problem || !sha256) return;
      await recordInspected(deps, { registrationId, fileSha256: sha256 }, { files, root }, delivery);
    }),
  ];
};
