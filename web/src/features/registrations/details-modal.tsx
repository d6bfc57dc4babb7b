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
import {
  ApplicantBody,
  ChangesBody,
  ContentsBody,
  type DocumentProps,
  HoldersBody,
  isComparable,
  MessagesBody,
  PaymentBody,
  Points,
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
      <div className="g2-row mb-5">
        <h2 className="g2-heading leading-[1.3] wrap-anywhere">{registration.title}</h2>
        <Badges registration={registration} />
        <Link
          to={recordPath(registration.id)}
          className="g2-inline g2-link min-h-7 ml-auto text-sm font-semibold"
        >
          {t.openPage}
          <IconArrowRight size={16} aria-hidden />
        </Link>
      </div>
      {failed && <RetryLine text={t.failed} busy={failed.isFetching} onRetry={() => void failed.refetch()} />}
      <div className="grid gap-y-6 gap-x-8 tablet:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid gap-6 content-start min-w-0">
          <Group id="details-progress" title={t.progress}>
            <ProgressBody registration={registration} history={history.data?.items} />
          </Group>
          {/* First this registration's own next step, then the general points (spec §2). */}
          <section className="g2-box p-4" aria-labelledby="details-next">
            <h3 id="details-next" className="g2-subtitle mb-0.5 text-muted">
              {t.next}
            </h3>
            <NextText registration={registration} className="m-0 mb-3 font-semibold text-balance" />
            <Points points={t.nextPoints} />
          </section>
          <Group
            id="details-messages"
            title={messages.title}
            mark={<UnreadMark count={registration.unreadMessages} reader="owner" />}
          >
            <MessagesBody registration={registration} document={document} />
          </Group>
        </div>
        <DetailsFacts registration={registration} document={document} />
      </div>
      <VersionsSection registration={registration} />
      {/* Always visible. The main action is on the left, because a toast on the right would cover it. */}
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
        <Points points={t.legalPoints} />
      </Group>
    </div>
  );
}

interface GroupProps {
  /** With it, the group is a region that the title names. */
  readonly id?: string;
  readonly title: string;
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

function Group({ id, title, mark, children }: GroupProps) {
  return (
    <section aria-labelledby={id}>
      <div className="g2-row mb-3">
        <h3 id={id} className="g2-subtitle">
          {title}
        </h3>
        {mark}
      </div>
      {children}
    </section>
  );
}
