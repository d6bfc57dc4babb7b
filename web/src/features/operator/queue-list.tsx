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
import { useKeys } from './admin/steps.tsx';
import { queueQuery } from './api.ts';
import { defaultSort, FILTERS, queueAddress, queueView } from './queue.ts';
import { columns, QueueCard, type RowProps, Unread } from './queue-cells.tsx';
import { QueueFilters, SettingsButton } from './queue-filters.tsx';
import { useOpenedPanel } from './queue-panel.tsx';
import { useAdvance, useQueueSettings } from './queue-settings.ts';
import { CorrectionMark } from './record-marks.tsx';
import { PANEL_SHORTCUTS, texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';
import { useViewersElsewhere, ViewersMark } from './viewers.tsx';

const t = texts.list;

/** Search, one page of the queue and the panel of the open record. The user's own rows are highlighted. */
export function QueueList({ params, flow }: { params: ListParams; flow: ActionFlow }) {
  const user = useUser();
  const view = queueView(params.key);
  const { rows, compact } = useQueueSettings();
  const query = useEagerQuery(queueQuery(view, rows));
  const { id: openId, open, close } = useIdParam('open');
  const panel = useOpenedPanel(openId, query.data?.items ?? [], flow);
  useAdvance(flow.stepped, (steppedId) => {
    const items = query.data?.items ?? [];
    const next = items[items.findIndex(({ id }) => id === steppedId) + 1];
    // Does not advance when the user has opened another record meanwhile.
    if (steppedId === openId && next !== undefined) open(next.id);
  });
  // The key leaves out the open record, so that opening one does not reset the list.
  const list = { ...params, key: queueAddress(view) };
  const isMine = ({ assignedOperatorId }: StaffRegistration) => assignedOperatorId === user?.id;
  const Card = compact ? FoldedCard : QueueCard;
  const viewers = useViewersElsewhere();
  const propsOf = (record: StaffRegistration): RowProps => ({
    record,
    mine: isMine(record),
    viewers: viewers.get(record.id) ?? [],
  });
  const emptyText =
    view.search !== ''
      ? t.emptySearch
      : FILTERS.some((name) => view[name] !== '')
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
        searchHint={t.finds}
        opens
        shortcuts={useKeys(PANEL_SHORTCUTS)}
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
            params={list}
            pageSize={rows}
            columns={columns(propsOf)}
            card={(record) => <Card {...propsOf(record)} />}
            nameOf={({ title }) => title}
            defaultSort={defaultSort(view)}
            openId={openId}
            onOpen={({ id }) => open(id)}
            highlighted={isMine}
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

/** Compact queue row for phones: title and waiting time on the first line, status and operator on the second. */
function FoldedCard({ record, mine, viewers }: RowProps) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="g2-line">
        <span className="g2-clip flex-1 font-semibold" title={record.title}>
          {record.title}
        </span>
        {mine && <span className="g2-hidden">{texts.list.mine}</span>}
        <ViewersMark viewers={viewers} />
        <Unread record={record} brief />
        <WaitingAge registration={record} brief />
      </div>
      {/* One line: a name without room for it is hidden. */}
      <div className="g2-row h-6.5 overflow-hidden">
        <StatusBadge status={record.status} />
        <CorrectionMark registration={record} />
        <span className="g2-clip g2-meta flex-[1_1_64px] leading-[26px]" title={record.applicantName}>
          {record.applicantName}
        </span>
      </div>
    </div>
  );
}
