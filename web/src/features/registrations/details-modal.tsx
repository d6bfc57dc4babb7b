import type { Registration, RegistrationDocument } from '@g2/gateway/contract/registrations';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { texts as changes } from '../../shared/archive/changes-texts.ts';
import { texts as archive } from '../../shared/archive/texts.ts';
import { texts as evidence } from '../../shared/certificate/texts.ts';
import { historyQuery, recordPath, registrationQuery } from '../../shared/registration/api.ts';
import { texts as messages } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { VersionsSection } from '../../shared/versions/versions-section.tsx';
import { isOnlyDialog } from '../../ui/dialog.ts';
import { Modal } from '../../ui/modal.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { AllActions, hasActions } from './actions.tsx';
import { Badges } from './badges.tsx';
import { DepositProof } from './deposit-proof.tsx';
import classes from './details.module.css';
import {
  ApplicantBody,
  ChangesBody,
  ContentsBody,
  HoldersBody,
  isComparable,
  LegalBody,
  MessagesBody,
  PaymentBody,
  ProgressBody,
  ProofBody,
  SoftwareBody,
} from './fact-bodies.tsx';
import { NextText } from './next-text.tsx';
import { texts } from './texts.ts';
import { isDraft, type RegistrationActions } from './use-actions.ts';

const t = texts.details;

interface DetailsModalProps extends Pick<RegistrationActions, 'onPay' | 'onRemove'> {
  readonly registration: Registration | null;
  /** The button of this document receives the initial focus, for example when an e-mail linked to it. */
  readonly document: RegistrationDocument | undefined;
  readonly onClose: () => void;
}

/** All details of one registration (spec §2, "Details modal"); full screen on a phone. */
export function DetailsModal({ registration, onClose, ...actions }: DetailsModalProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={registration !== null}
      onClose={() => isOnlyDialog() && onClose()}
      title={t.title}
      size={960}
      fullScreen={narrow}
      radius={narrow ? 0 : 'lg'}
    >
      {registration !== null && <Details initial={registration} {...actions} />}
    </Modal>
  );
}

function Details({
  initial,
  document,
  ...actions
}: Omit<DetailsModalProps, 'registration' | 'onClose'> & { initial: Registration }) {
  // Shows the card's data at once; the query by id then follows the server's events while the modal is open.
  const current = useQuery({
    ...registrationQuery(initial.id),
    placeholderData: initial,
    refetchInterval: whileExamined,
  });
  const history = useQuery(historyQuery(initial.id));
  const registration = current.data ?? initial;
  const failed = [current, history].find(failedToLoad);
  return (
    <div data-focus-home tabIndex={-1}>
      <div className={classes.head}>
        <h2 className={classes.title}>{registration.title}</h2>
        <Badges registration={registration} />
        <Link to={recordPath(registration.id)} className={classes.toPage}>
          {t.openPage}
          <IconArrowRight size={16} aria-hidden />
        </Link>
      </div>
      {failed && <RetryLine text={t.failed} busy={failed.isFetching} onRetry={() => void failed.refetch()} />}
      <div className={classes.columns}>
        <div className={classes.side}>
          <section aria-labelledby="details-progress">
            <h3 id="details-progress" className={classes.heading}>
              {t.progress}
            </h3>
            <ProgressBody registration={registration} history={history.data?.items} />
          </section>
          {/* First this registration's own next step, then the general points (spec §2). */}
          <section className={classes.next} aria-labelledby="details-next">
            <h3 id="details-next" className={classes.heading}>
              {t.next}
            </h3>
            <NextText registration={registration} className={classes.nextNow} />
            <ul>
              {t.nextPoints.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="details-messages">
            <div className={classes.messagesHead}>
              <h3 id="details-messages" className="g2-subtitle">
                {messages.title}
              </h3>
              <UnreadMark count={registration.unreadMessages} reader="owner" />
            </div>
            <MessagesBody registration={registration} document={document} />
          </section>
        </div>
        <DetailsFacts registration={registration} document={document} />
      </div>
      <VersionsSection registration={registration} />
      {/* Always visible. The main action is on the left, because a toast on the right would cover it. */}
      {hasActions(registration) && (
        <div className={classes.footer}>
          <AllActions registration={registration} document={document} {...actions} />
        </div>
      )}
    </div>
  );
}

interface DetailsFactsProps {
  readonly registration: Registration;
  readonly document: RegistrationDocument | undefined;
}

function DetailsFacts({ registration, document }: DetailsFactsProps) {
  return (
    <div className={classes.facts}>
      <Group title={t.proof}>
        <ProofBody registration={registration} />
      </Group>
      {registration.sha256 !== null && (
        <Group title={archive.title}>
          <ContentsBody registration={registration} document={document} />
        </Group>
      )}
      {isComparable(registration) && (
        <Group title={changes.title}>
          <ChangesBody registration={registration} />
        </Group>
      )}
      <Group title={evidence.title}>
        <DepositProof registration={registration} />
      </Group>
      <Group title={t.software}>
        <SoftwareBody registration={registration} />
      </Group>
      {!isDraft(registration) && (
        <Group title={t.payment}>
          <PaymentBody registration={registration} document={document} />
        </Group>
      )}
      <Group title={t.holder}>
        <HoldersBody registration={registration} />
      </Group>
      <Group title={t.applicant}>
        <ApplicantBody registration={registration} />
      </Group>
      <Group title={t.legal}>
        <LegalBody />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  );
}
