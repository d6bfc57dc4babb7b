import { type Delivery, on, type Subscription } from '@g2/kit/events';
import { facts } from '@g2/proto/facts';
import type { Deps } from './deps.ts';
import { statementOf } from './domain/certificate.ts';
import { isKept } from './doubts/domain/doubt.ts';
import { heardOf, hearOf } from './doubts/store.ts';
import { recordArrived, recordPaid } from './evidence/recording.ts';
import { eraseEvidence } from './evidence/store-deposits.ts';
import { recordInspected } from './evidence/store-inspected.ts';
import { certificatesHeldBack } from './metrics.ts';

/** Records evidence on arrival, payment and inspection of a file; issues on the status change or the end of a block. */
export const subscriptions = (deps: Deps): Subscription[] => {
  const { peers, store, issue, log } = deps;
  const issueNow = async (registrationId: string, delivery: Delivery): Promise<void> => {
    const known = await peers.certificateFacts(registrationId);
    if (known.blocked && !isKept(await heardOf(store.db, registrationId))) {
      certificatesHeldBack.inc();
      log.warn({ registrationId }, 'certificate held back: its payment was given back or is disputed');
      return;
    }
    await issue(statementOf(known), delivery);
  };
  return [
    on(facts.fileAttached, ({ registrationId }, delivery) => recordArrived(deps, registrationId, delivery)),
    on(facts.registrationDeleted, ({ registrationId }, delivery) =>
      eraseEvidence(store.db, registrationId, delivery),
    ),
    on(facts.statusChanged, async ({ registrationId, toStatus }, delivery) => {
      if (toStatus === 'paid') await recordPaid(deps, registrationId, delivery);
      if (toStatus === 'certificate_issued') await issueNow(registrationId, delivery);
    }),
    on(facts.certificateUnblocked, ({ registrationId }, delivery) => issueNow(registrationId, delivery)),
    on(facts.paymentFlagChanged, ({ paymentId, registrationId, flag }, delivery) =>
      hearOf(store.db, { paymentId, registrationId, flag: flag || null }, delivery),
    ),
    on(facts.fileInspected, async ({ registrationId, sha256, problem, files, root }, delivery) => {
      // An unreadable file has no root.
      if (problem || !sha256) return;
      await recordInspected(deps, { registrationId, fileSha256: sha256 }, { files, root }, delivery);
    }),
  ];
};
