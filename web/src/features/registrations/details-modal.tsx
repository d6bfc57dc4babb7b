import type { Registration } from '@g2/gateway/contract/registrations';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { historyQuery, registrationQuery } from '../../lib/registrations.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { StatusTimeline } from '../../ui/timeline.tsx';
import classes from './details.module.css';
import { DetailsFacts } from './details-facts.tsx';
import { DetailsFooter } from './details-footer.tsx';
import { texts } from './texts.ts';

interface DetailsModalProps {
  readonly registration: Registration | null;
  readonly onClose: () => void;
  readonly onPay: (registration: Registration) => void;
}

export function DetailsModal({ registration, onClose, onPay }: DetailsModalProps) {
  return (
    <Modal opened={registration !== null} onClose={onClose} title={texts.details.title} size={920}>
      {registration !== null && <Details initial={registration} onClose={onClose} onPay={onPay} />}
    </Modal>
  );
}

function Details({
  initial,
  onClose,
  onPay,
}: {
  initial: Registration;
  onClose: () => void;
  onPay: (registration: Registration) => void;
}) {
  // The card's copy shows at once; the one by id follows the server's events while the modal is open.
  const registration =
    useQuery({ ...registrationQuery(initial.id), placeholderData: initial }).data ?? initial;
  const history = useQuery(historyQuery(initial.id)).data?.items ?? [];
  const t = texts.details;
  const correction =
    registration.status === 'submitted' && registration.paymentPaidAt !== null
      ? (registration.correctionReason ?? texts.card.defaultCorrection)
      : null;
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{registration.title}</h2>
        <StatusBadge status={registration.status} />
      </div>
      <div className={classes.columns}>
        <div className={classes.side}>
          <section aria-labelledby="details-progress">
            <h3 id="details-progress" className={classes.heading}>
              {t.progress}
            </h3>
            <StatusTimeline status={registration.status} history={history} correction={correction} />
          </section>
          <section className={classes.next} aria-labelledby="details-next">
            <h3 id="details-next" className={classes.heading}>
              {t.next}
            </h3>
            <ul>
              {t.nextPoints.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        </div>
        <DetailsFacts registration={registration} />
      </div>
      <DetailsFooter registration={registration} onClose={onClose} onPay={onPay} />
    </>
  );
}
