import type { KeyRing } from '@g2/kit/actor';
import { type Delivery, on, type Subscription } from '@g2/kit/events';
import type { RpcClient } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import { facts } from '@g2/proto/facts';
import type { RegistrationsService } from '@g2/proto/registration';
import { statementOf } from './domain/certificate.ts';
import type { Issue } from './issue.ts';
import { certificatesHeldBack } from './metrics.ts';

type Deps = {
  registrations: RpcClient<typeof RegistrationsService>;
  issue: Issue;
  keys: KeyRing;
  log: Logger;
};

/** Issues as soon as the status says so; what is held back then, as soon as nothing does so any longer. */
export const subscriptions = ({ registrations, issue, keys, log }: Deps): Subscription[] => {
  const issueNow = async (registrationId: string, delivery: Delivery): Promise<void> => {
    const token = await keys.serviceToken('registration');
    const known = await registrations.getCertificateFacts({ id: registrationId }, { token });
    if (known.blocked) {
      certificatesHeldBack.inc();
      log.warn({ registrationId }, 'certificate held back: its payment was given back or is disputed');
      return;
    }
    await issue(statementOf(known), delivery);
  };
  return [
    on(facts.statusChanged, async ({ registrationId, toStatus }, delivery) => {
      if (toStatus === 'certificate_issued') await issueNow(registrationId, delivery);
    }),
    on(facts.certificateUnblocked, ({ registrationId }, delivery) => issueNow(registrationId, delivery)),
  ];
};
