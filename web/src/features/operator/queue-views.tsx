import { QUEUE_VIEWS, type QueueView as ViewName } from '@g2/gateway/contract/queue';
import type { CountedQueueView } from '@g2/gateway/contract/queue-views';
import { ActionIcon, Button, Menu, Popover, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBookmark,
  IconBookmarkPlus,
  IconBuildingBank,
  IconChevronDown,
  IconDotsVertical,
  IconHourglass,
  IconLock,
  IconMessage,
  IconRotateClockwise,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { reasonOf } from '../../lib/failures.ts';
import { formatCapped } from '../../lib/format.ts';
import { notify } from '../../ui/toast-store.ts';
import { useQueueCounts } from './api.ts';
import {
  formatViewCount,
  parseQueueUrl,
  parseSavedQuery,
  type QueueView,
  queryToSave,
  queueUrl,
} from './queue.ts';
import { useRememberedUrl } from './queue-settings.ts';
import {
  changeView,
  RemoveViewDialog,
  savedViewsQuery,
  useViewMutation,
  ViewNameDialog,
} from './saved-views.tsx';
import { texts } from './texts.ts';
import { texts as viewTexts } from './view-texts.ts';

const t = texts.views;
const ICONS = {
  late: IconAlertTriangle,
  resubmitted: IconRotateClockwise,
  'awaiting-client': IconHourglass,
  messages: IconMessage,
  government: IconBuildingBank,
  closed: IconLock,
} as const;

type OpenDialog =
  | { readonly kind: 'save' }
  | { readonly kind: 'rename' | 'remove'; readonly view: CountedQueueView }
  | null;

/**
 * Button with the menu of the predefined and the saved views. It names the selected view and shows the number of late
 * registrations. The URL determines the selected view; the last selected view opens on the next visit.
 */
export function ViewsButton({ currentView }: { currentView: QueueView }) {
  const { data: views = [], isPending } = useQuery(savedViewsQuery);
  const [opened, setOpened] = useState(false);
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const { tab, view } = currentView;
  const currentUrl = queueUrl({ ...currentView, page: 1 });
  const currentSavedView = views.find((savedView) => savedViewUrl(savedView) === currentUrl);
  // A search text is not stored, because it may contain personal data and other people may use this browser.
  const isSavedViewStored = currentSavedView !== undefined && currentView.search === '';
  useRememberedUrl(isSavedViewStored ? currentUrl : queueUrl({ ...parseQueueUrl(''), tab, view }));
  const showDialog = (next: OpenDialog) => {
    setOpened(false);
    setOpenDialog(next);
  };
  const close = () => setOpenDialog(null);
  const name = currentSavedView?.name ?? (view === null ? undefined : t[view]);
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant={name === undefined ? 'subtle' : 'light'}
            size="sm"
            className="flex-none max-w-[min(100%,300px)]"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            onClick={() => setOpened((now) => !now)}
          >
            <span className="g2-clip">{name === undefined ? t.button : t.selected(name)}</span> <LateCount />
          </Button>
        </Popover.Target>
        <Popover.Dropdown
          aria-label={t.button}
          className="grid gap-2 max-h-[min(70vh,560px)] p-2 overflow-y-auto"
          // A click on a link selects a view; the menu then closes.
          onClick={({ target }) => target instanceof Element && target.closest('a') && setOpened(false)}
        >
          <QueueViews selected={view} />
          <nav aria-label={viewTexts.label} className="grid grid-cols-1 pt-2 border-t border-line">
            {views.map((savedView) => (
              <SavedView
                key={savedView.id}
                view={savedView}
                currentView={currentView}
                current={savedView.id === currentSavedView?.id}
                onOpenDialog={(kind) => showDialog({ kind, view: savedView })}
              />
            ))}
            {/* Hidden until the views are loaded, because the current view may already be saved. */}
            {!isPending && currentSavedView === undefined && (
              <Button
                variant="subtle"
                size="sm"
                justify="flex-start"
                leftSection={<IconBookmarkPlus size={16} stroke={1.9} aria-hidden />}
                onClick={() => showDialog({ kind: 'save' })}
              >
                {viewTexts.save}
              </Button>
            )}
          </nav>
        </Popover.Dropdown>
      </Popover>
      <ViewNameDialog
        opened={openDialog?.kind === 'save' || openDialog?.kind === 'rename'}
        view={openDialog?.kind === 'rename' ? openDialog.view : null}
        query={queryToSave(currentView)}
        onClose={close}
      />
      <RemoveViewDialog view={openDialog?.kind === 'remove' ? openDialog.view : null} onClose={close} />
    </>
  );
}

/** The number of late registrations; visible even while the menu of views is closed. */
function LateCount() {
  const { late = 0 } = useQueueCounts();
  if (late === 0) return null;
  return (
    <CountBadge late className="ml-1.5">
      {formatViewCount('late', late)}
      <VisuallyHidden component="span"> {t.lateCount}</VisuallyHidden>
    </CountBadge>
  );
}

interface CountBadgeProps {
  readonly late?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** Badge with the number of registrations in a list. */
export function CountBadge({ late = false, className, children }: CountBadgeProps) {
  const colours = late ? 'bg-danger-soft text-danger' : 'bg-sunken text-muted';
  return (
    <span className={clsx('g2-badge min-w-6 justify-center tabular-nums', colours, className)}>
      {children}
    </span>
  );
}

interface ViewLinkProps {
  /** URL query of the view. */
  readonly search: string;
  readonly current: boolean;
  readonly Icon: TablerIcon;
  readonly name: string;
  /** null if the server does not count the view. */
  readonly count: string | null;
  readonly late?: boolean;
}

function ViewLink({ search, current, Icon, name, count, late = false }: ViewLinkProps) {
  return (
    <Link
      to={{ search }}
      preventScrollReset
      className={clsx(
        'g2-line flex-1 min-w-0 min-h-9 py-1 px-2 rounded-sm text-sm no-underline',
        current ? 'bg-accent-soft text-accent font-semibold' : 'text-ink hover:bg-sunken',
      )}
      aria-current={current ? 'true' : undefined}
    >
      <Icon size={16} stroke={1.9} aria-hidden />
      <span className="g2-clip" title={name}>
        {name}
      </span>{' '}
      {count !== null && (
        <CountBadge late={late} className="ml-auto">
          {count}
        </CountBadge>
      )}
    </Link>
  );
}

function QueueViews({ selected }: { selected: ViewName | null }) {
  const counts = useQueueCounts();
  const { search } = useLocation();
  return (
    <nav aria-label={t.label} className="grid grid-cols-1">
      {QUEUE_VIEWS.map((view) => (
        <ViewLink
          key={view}
          search={queueUrlWithView(search, view)}
          current={view === selected}
          Icon={ICONS[view]}
          name={t[view]}
          count={formatViewCount(view, counts[view])}
          late={view === 'late' && (counts.late ?? 0) > 0}
        />
      ))}
    </nav>
  );
}

/** URL query that selects a view: keeps search, filters and order; removes the page number and closes the panel. */
function queueUrlWithView(search: string, view: ViewName): string {
  const params = new URLSearchParams(search);
  for (const name of ['tab', 'page', 'open']) params.delete(name);
  params.set('view', view);
  return params.toString();
}

const savedViewUrl = ({ query }: CountedQueueView): string => queueUrl(parseSavedQuery(query));

interface SavedViewProps {
  readonly view: CountedQueueView;
  readonly currentView: QueueView;
  readonly current: boolean;
  readonly onOpenDialog: (kind: 'rename' | 'remove') => void;
}

function SavedView({ view, currentView, current, onOpenDialog }: SavedViewProps) {
  const updateMutation = useViewMutation((query: string) => changeView(view.id, { query }));
  const update = () =>
    updateMutation.mutate(queryToSave(currentView), {
      onSuccess: () => notify.success(viewTexts.updated, view.name),
      onError: (error) => notify.error(viewTexts.failed, reasonOf(error, viewTexts.failedText)),
    });
  return (
    <span className="flex items-center">
      <ViewLink
        search={savedViewUrl(view)}
        current={current}
        Icon={IconBookmark}
        name={view.name}
        count={view.count === null ? null : formatCapped(view.count, view.countCapped === true)}
      />
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            radius="xl"
            aria-label={viewTexts.options(view.name)}
          >
            <IconDotsVertical size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onOpenDialog('rename')}>{viewTexts.rename}</Menu.Item>
          <Menu.Item disabled={current || updateMutation.isPending} onClick={update}>
            {viewTexts.update}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => onOpenDialog('remove')}>
            {viewTexts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
