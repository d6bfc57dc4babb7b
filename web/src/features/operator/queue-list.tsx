import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import clsx from 'clsx';
import type { ListParams } from '../../lib/list-params.ts';
import { useUser } from '../../lib/session.ts';
import { useEagerQuery } from '../../lib/use-eager-query.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { WaitingAge } from '../../shared/registration/waiting-age.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { ListWithPanel } from '../../ui/side-panel.tsx';
import { useShortcutHelp } from './admin/steps.tsx';
import { queueQuery } from './api.ts';
import { defaultSort, FILTER_PARAMS, parseQueueUrl, queueUrl } from './queue.ts';
import { QueueCard, queueColumns, type RowProps, Unread } from './queue-cells.tsx';
import { QueueFilters, SettingsButton } from './queue-filters.tsx';
import { useOpenedPanel } from './queue-panel.tsx';
import { useAdvance, useQueueSettings } from './queue-settings.ts';
import { CorrectionMark } from './record-marks.tsx';
import { PANEL_SHORTCUTS, texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';
import { useAllViewers, ViewersMark } from './viewers.tsx';

const t = texts.list;

/** Search box, one page of the queue, and the open registration's panel. Rows assigned to the user are highlighted. */
export function QueueList({ params, flow }: { params: ListParams; flow: ActionFlow }) {
  const user = useUser();
  const view = parseQueueUrl(params.key);
  const { rows: pageSize, compact } = useQueueSettings();
  const query = useEagerQuery(queueQuery(view, pageSize));
  const { id: openId, open, close } = useIdParam('open');
  const panel = useOpenedPanel(openId, query.data?.items ?? [], flow);
  useAdvance(flow.lastStep, (processedId) => {
    const items = query.data?.items ?? [];
    const next = items[items.findIndex(({ id }) => id === processedId) + 1];
    // Does not advance if the user has opened another registration meanwhile.
    if (processedId === openId && next !== undefined) open(next.id);
  });
  // The key excludes the `open` parameter, so that opening a registration does not reset the list.
  const listParams = { ...params, key: queueUrl(view) };
  const isAssignedToUser = ({ assignedOperatorId }: StaffRegistration) => assignedOperatorId === user?.id;
  const RowCard = compact ? CompactCard : QueueCard;
  const viewers = useAllViewers();
  const rowProps = (registration: StaffRegistration): RowProps => ({
    registration,
    isMine: isAssignedToUser(registration),
    viewers: viewers.get(registration.id) ?? [],
  });
  const emptyText =
    view.search !== ''
      ? t.emptySearch
      : FILTER_PARAMS.some((name) => view[name] !== '')
        ? t.emptyFiltered
        : view.tab === 'mine'
          ? t.emptyMine
          : undefined;
  return (
    <>
      <ListToolbar
        params={params}
        searchLabel={t.search}
        placeholder={t.placeholder}
        searchHint={t.searchHint}
        canOpen
        shortcuts={useShortcutHelp(PANEL_SHORTCUTS)}
      >
        <QueueFilters params={params} view={view} />
        <SettingsButton params={params} />
      </ListToolbar>
      <ListWithPanel {...panel} onClose={close}>
        <div
          data-compact={compact || undefined}
          className={clsx('min-w-0', compact && '[&_tbody_td]:py-1 [&_ul]:gap-1.5 [&_li]:py-2 [&_li]:px-3')}
        >
          <RecordList
            label={t.label}
            query={query}
            params={listParams}
            pageSize={pageSize}
            columns={queueColumns(rowProps)}
            card={(registration) => <RowCard {...rowProps(registration)} />}
            nameOf={({ title }) => title}
            defaultSort={defaultSort(view)}
            openId={openId}
            onOpen={({ id }) => open(id)}
            highlighted={isAssignedToUser}
            empty={t.empty}
            emptyText={emptyText}
            failed={t.failed}
            failedText={t.failedText}
          />
        </div>
      </ListWithPanel>
    </>
  );
}

/** Card that replaces a compact queue row on a phone: title and waiting time above status and applicant. */
function CompactCard({ registration, isMine, viewers }: RowProps) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="g2-line">
        <span className="g2-clip flex-1 font-semibold" title={registration.title}>
          {registration.title}
        </span>
        {isMine && <span className="g2-hidden">{texts.list.assignedBadge}</span>}
        <ViewersMark viewers={viewers} />
        <Unread registration={registration} brief />
        <WaitingAge registration={registration} brief />
      </div>
      {/* As high as one line; a name that does not fit is hidden. */}
      <div className="g2-row h-6.5 overflow-hidden">
        <StatusBadge status={registration.status} />
        <CorrectionMark registration={registration} />
        <span className="g2-clip g2-meta flex-[1_1_64px] leading-[26px]" title={registration.applicantName}>
          {registration.applicantName}
        </span>
      </div>
    </div>
  );
}
