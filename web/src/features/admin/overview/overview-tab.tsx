import type { EnhancedStats } from '@g2/gateway/contract/admin';
import type { DoubtfulCertificates } from '@g2/gateway/contract/certificates';
import { ACTIVE_STATUSES, CONCLUDED_STATUSES } from '@g2/gateway/contract/status-terms';
import { Button } from '@mantine/core';
import { IconChartBar, IconFiles, IconListCheck, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatDate, formatInteger, formatPercent } from '../../../lib/format.ts';
import { useEagerQuery } from '../../../lib/use-eager-query.ts';
import { Panel } from '../../../ui/facts.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { StatGrid } from '../../../ui/stat-grid.tsx';
import { useErrorToast } from '../../../ui/toast-store.ts';
import { doubtfulCertificatesQuery, enhancedStatsQuery, sumCounts } from '../api.ts';
import { RecordLink } from '../cells.tsx';
import { type Decision, DecisionDialog } from '../registrations/decision-dialog.tsx';
import { type AdminTab, texts as adminTexts } from '../texts.ts';
import { LINE_CLASSES, LineArrow, LineText } from './line.tsx';
import { CurrentFigures } from './now.tsx';
import { texts as t } from './texts.ts';
import { WaitingWork } from './waiting.tsx';

/** The overview: totals, current figures, certificates to decide on, waiting work, and links to other tabs. */
export function OverviewTab({ onTab }: { onTab: (tab: AdminTab) => void }) {
  const { data, error, isFetching, refetch } = useEagerQuery(enhancedStatsQuery);
  useErrorToast(error, adminTexts.failed, adminTexts.failedText);
  const failed = error !== null && data === undefined;
  return (
    <>
      <StatGrid label={t.totalsLabel} failed={failed} stats={overviewStats(data)} />
      {failed && <RetryLine text={adminTexts.failedText} busy={isFetching} onRetry={() => void refetch()} />}
      <CurrentFigures />
      <DoubtfulCertificateList />
      <div className="grid grid-cols-1 gap-4 desktop:grid-cols-[3fr_2fr]">
        <WaitingWork counts={data?.statusCounts} failed={failed} />
        <QuickActions onTab={onTab} />
      </div>
    </>
  );
}

function overviewStats(data: EnhancedStats | undefined) {
  const counts = data?.statusCounts;
  const total = data?.registrations.total ?? 0;
  const concluded = counts ? sumCounts(counts, CONCLUDED_STATUSES) : 0;
  // While the figures load, empty notes keep the space for the loaded notes.
  return [
    {
      label: t.users,
      value: data && formatInteger(data.users.total),
      note: (
        <>
          <span className="block min-h-[1.6em]">{data && usersNote(data.users)}</span>
          <span className="block">
            <RecordLink to="/admin/users">{t.usersLink}</RecordLink>
          </span>
        </>
      ),
    },
    {
      label: t.active,
      value: counts && formatInteger(sumCounts(counts, ACTIVE_STATUSES)),
      note: data ? t.activeNote(formatInteger(data.registrations.recent)) : '',
    },
    {
      label: t.total,
      value: data && formatInteger(total),
      note: data ? t.totalNote(formatInteger(data.statusCounts.certificate_issued)) : '',
    },
    {
      label: t.completed,
      value: data && formatInteger(concluded),
      note: data
        ? t.completedNote(formatPercent(total === 0 ? 0 : Math.round((concluded / total) * 1000) / 10))
        : '',
    },
  ];
}

/** The remaining users, neither admins nor clients, are operators. */
const usersNote = ({ total, admins, clients }: EnhancedStats['users']): string =>
  t.usersNote(formatInteger(admins), formatInteger(clients), formatInteger(total - admins - clients));

const QUICK_ACTIONS = [
  { tab: 'users', Icon: IconUsers },
  { tab: 'registrations', Icon: IconFiles },
  { tab: 'analytics', Icon: IconChartBar },
  { tab: 'status', Icon: IconListCheck },
] as const;

/** Buttons that open the most used tabs (spec §2). */
function QuickActions({ onTab }: { onTab: (tab: AdminTab) => void }) {
  return (
    <Panel title={t.quickActionsTitle}>
      <ul className="g2-rows -mx-3 -mb-2">
        {QUICK_ACTIONS.map(({ tab, Icon }) => (
          <li key={tab}>
            <button type="button" className={LINE_CLASSES} onClick={() => onTab(tab)}>
              <Icon className="text-accent" size={22} stroke={1.6} aria-hidden />
              <LineText note={t.quickActions[tab][1]}>{t.quickActions[tab][0]}</LineText>
              <LineArrow />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Certificate = DoubtfulCertificates['items'][number];

/** Certificates with a refunded or disputed payment, on which an admin must decide. Hidden if there are none. */
function DoubtfulCertificateList() {
  const query = useQuery(doubtfulCertificatesQuery);
  const [decisionRequest, setDecisionRequest] = useState<{ certificate: Certificate; decision: Decision }>();
  const [isOpen, setIsOpen] = useState(false);
  const openDialog = (certificate: Certificate, decision: Decision) => {
    setDecisionRequest({ certificate, decision });
    setIsOpen(true);
  };
  const certificates = query.data?.items ?? [];
  const failed = failedToLoad(query);
  if (certificates.length === 0 && !failed && !isOpen) return null;
  return (
    <div className="mb-4">
      <Panel title={t.doubtful.title}>
        {failed ? (
          <RetryLine text={t.doubtful.failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <p className="g2-meta">{t.doubtful.lead}</p>
            <ul className="g2-rows">
              {certificates.map((certificate) => (
                <DoubtfulCertificate
                  key={certificate.number}
                  certificate={certificate}
                  onDecide={(decision) => openDialog(certificate, decision)}
                />
              ))}
            </ul>
          </>
        )}
      </Panel>
      {decisionRequest && (
        <DecisionDialog
          key={`${decisionRequest.certificate.number} ${decisionRequest.decision}`}
          decision={decisionRequest.decision}
          number={decisionRequest.certificate.number}
          opened={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

interface DoubtfulCertificateProps {
  readonly certificate: Certificate;
  readonly onDecide: (decision: Decision) => void;
}

function DoubtfulCertificate({ certificate, onDecide }: DoubtfulCertificateProps) {
  const { number, registrationId, title, flag, since } = certificate;
  const problem = flag === 'disputed' ? t.doubtful.problems.disputed : t.doubtful.problems.refunded;
  return (
    <li className="g2-row gap-x-4 py-2">
      <div className="grid flex-[1_1_18rem] min-w-0 wrap-anywhere">
        <RecordLink to={`/admin?tab=registrations&open=${registrationId}`}>{number}</RecordLink>
        <span>{title}</span>
        <span className="g2-meta">{t.doubtful.problemSince(problem, formatDate(since))}</span>
      </div>
      <div className="flex gap-2">
        {(['keep', 'revoke'] as const).map((decision) => (
          <Button
            key={decision}
            size="sm"
            variant="default"
            {...(decision === 'revoke' && { color: 'red' })}
            onClick={() => onDecide(decision)}
            aria-label={`${t.doubtful[decision]} ${number}`}
          >
            {t.doubtful[decision]}
          </Button>
        ))}
      </div>
    </li>
  );
}
