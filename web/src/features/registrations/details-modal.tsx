import type { RegistrationDocument } from '@g2/gateway/contract/registration-terms';
import type { Registration } from '@g2/gateway/contract/registrations';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { pollDuringInspection } from '../../shared/archive/api.ts';
import { texts as changeTexts } from '../../shared/archive/changes-texts.ts';
import { texts as archiveTexts } from '../../shared/archive/texts.ts';
import { texts as evidenceTexts } from '../../shared/certificate/texts.ts';
import { historyQuery, registrationPath, registrationQuery } from '../../shared/registration/api.ts';
import { texts as messageTexts } from '../../shared/registration/messages/texts.ts';
import { UnreadMark } from '../../shared/registration/messages/unread-mark.tsx';
import { VersionsSection } from '../../shared/versions/versions-section.tsx';
import { isOnlyDialog } from '../../ui/dialog.ts';
import { Modal } from '../../ui/modal.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { AllActions, hasActions } from './actions.tsx';
import { RegistrationBadges } from './badges.tsx';
import { DepositProof } from './deposit-proof.tsx';
import {
  ApplicantBody,
  BulletList,
  ChangesBody,
  ContentsBody,
  type DocumentProps,
  HoldersBody,
  isComparable,
  MessagesBody,
  PaymentBody,
  ProgressBody,
  ProofBody,
  SoftwareBody,
} from './fact-bodies.tsx';
import { NextStepText } from './next-text.tsx';
import { texts } from './texts.ts';
import { isDraft, type RegistrationActions } from './use-actions.ts';

const t = texts.details;

interface DetailsModalProps extends Pick<RegistrationActions, 'onPay' | 'onRemove'> {
  readonly registration: Registration | null;
  /** The document whose button receives the initial focus, for example from a link in an e-mail. */
  readonly document: RegistrationDocument | undefined;
  readonly onClose: () => void;
}

/** All details of one registration (spec §2, "Details modal"); full screen on a phone. */
export function DetailsModal({ registration, onClose, ...actions }: DetailsModalProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={registration !== null}
      onClose={() => isOnlyDialog() && onClose()}
      title={t.title}
      size={960}
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : 'lg'}
    >
      {registration !== null && <Details listedRegistration={registration} {...actions} />}
    </Modal>
  );
}

function Details({
  listedRegistration,
  document,
  ...actions
}: Omit<DetailsModalProps, 'registration' | 'onClose'> & { listedRegistration: Registration }) {
  // Shows the data of the list until the registration itself is loaded; server events then keep it up to date.
  const detailsQuery = useQuery({
    ...registrationQuery(listedRegistration.id),
    placeholderData: listedRegistration,
    refetchInterval: pollDuringInspection,
  });
  const historyResult = useQuery(historyQuery(listedRegistration.id));
  const registration = detailsQuery.data ?? listedRegistration;
  const failedQuery = [detailsQuery, historyResult].find(failedToLoad);
  return (
    <div data-focus-home tabIndex={-1}>
      <div className="g2-row mb-5">
        <h2 className="g2-heading leading-[1.3] wrap-anywhere">{registration.title}</h2>
        <RegistrationBadges registration={registration} />
        <Link
          to={registrationPath(registration.id)}
          className="g2-inline g2-link min-h-7 ml-auto text-sm font-semibold"
        >
          {t.openPage}
          <IconArrowRight size={16} aria-hidden />
        </Link>
      </div>
      {failedQuery && (
        <RetryLine text={t.failed} busy={failedQuery.isFetching} onRetry={() => void failedQuery.refetch()} />
      )}
      <div className="grid gap-y-6 gap-x-8 tablet:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid gap-6 content-start min-w-0">
          <DetailsGroup id="details-progress" title={t.progress}>
            <ProgressBody registration={registration} history={historyResult.data?.items} />
          </DetailsGroup>
          {/* The next step of this registration, then the general points (spec §2). */}
          <section className="g2-box p-4" aria-labelledby="details-next">
            <h3 id="details-next" className="g2-subtitle mb-0.5 text-muted">
              {t.next}
            </h3>
            <NextStepText registration={registration} className="m-0 mb-3 font-semibold text-balance" />
            <BulletList points={t.nextPoints} />
          </section>
          <DetailsGroup
            id="details-messages"
            title={messageTexts.title}
            badge={<UnreadMark count={registration.unreadMessages} reader="owner" />}
          >
            <MessagesBody registration={registration} document={document} />
          </DetailsGroup>
        </div>
        <DetailsFacts registration={registration} document={document} />
      </div>
      <VersionsSection registration={registration} />
      {/* The bar stays visible. The main action is on the left, because a toast on the right would cover it. */}
      {hasActions(registration) && (
        <div className="g2-foot g2-spread mt-6">
          <AllActions registration={registration} document={document} {...actions} />
        </div>
      )}
    </div>
  );
}

function DetailsFacts({ registration, document }: DocumentProps) {
  return (
    <div className="grid gap-6 content-start min-w-0">
      <DetailsGroup title={t.proof}>
        <ProofBody registration={registration} />
      </DetailsGroup>
      {registration.sha256 !== null && (
        <DetailsGroup title={archiveTexts.title}>
          <ContentsBody registration={registration} document={document} />
        </DetailsGroup>
      )}
      {isComparable(registration) && (
        <DetailsGroup title={changeTexts.title}>
          <ChangesBody registration={registration} />
        </DetailsGroup>
      )}
      <DetailsGroup title={evidenceTexts.title}>
        <DepositProof registration={registration} />
      </DetailsGroup>
      <DetailsGroup title={t.software}>
        <SoftwareBody registration={registration} />
      </DetailsGroup>
      {!isDraft(registration) && (
        <DetailsGroup title={t.payment}>
          <PaymentBody registration={registration} document={document} />
        </DetailsGroup>
      )}
      <DetailsGroup title={t.holder}>
        <HoldersBody registration={registration} />
      </DetailsGroup>
      <DetailsGroup title={t.applicant}>
        <ApplicantBody registration={registration} />
      </DetailsGroup>
      <DetailsGroup title={t.legal}>
        <BulletList points={t.legalPoints} />
      </DetailsGroup>
    </div>
  );
}

interface DetailsGroupProps {
  /** If given, the group is an ARIA region labelled by its title. */
  readonly id?: string;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

function DetailsGroup({ id, title, badge, children }: DetailsGroupProps) {
  return (
    <section aria-labelledby={id}>
      <div className="g2-row mb-3">
        <h3 id={id} className="g2-subtitle">
          {title}
        </h3>
        {badge}
      </div>
      {children}
    </section>
  );
}
