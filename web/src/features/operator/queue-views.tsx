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
import { type QueueView, queueAddress, queueView, savedQuery, savedView, shownCount } from './queue.ts';
import { useLastPlace } from './queue-settings.ts';
import { changeView, NameDialog, RemoveDialog, savedViewsQuery, useViewMutation } from './saved-views.tsx';
import { texts } from './texts.ts';
import { texts as s } from './view-texts.ts';

const t = texts.views;
const ICONS = {
  late: IconAlertTriangle,
  resubmitted: IconRotateClockwise,
  'awaiting-client': IconHourglass,
  messages: IconMessage,
  government: IconBuildingBank,
  closed: IconLock,
} as const;

type Asking =
  | { readonly about: 'save' }
  | { readonly about: 'rename' | 'remove'; readonly view: CountedQueueView }
  | null;

/**
 * The predefined and the saved views behind one button, which names the selected one and counts the late records. The
 * URL determines the selected view; the last one is the start of the next visit.
 */
export function ViewsButton({ shown }: { shown: QueueView }) {
  const { data: views = [], isPending } = useQuery(savedViewsQuery);
  const [opened, setOpened] = useState(false);
  const [asking, setAsking] = useState<Asking>(null);
  const { tab, view } = shown;
  const here = queueAddress({ ...shown, page: 1 });
  const saved = views.find((one) => addressOf(one) === here);
  // A search text is not stored: another person may use this browser next.
  const isKept = saved !== undefined && shown.search === '';
  useLastPlace(isKept ? here : queueAddress({ ...queueView(''), tab, view }));
  const ask = (next: Asking) => {
    setOpened(false);
    setAsking(next);
  };
  const close = () => setAsking(null);
  const name = saved?.name ?? (view === null ? undefined : t[view]);
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
          // A link leads to another view: the list is wanted, not the menu.
          onClick={({ target }) => target instanceof Element && target.closest('a') && setOpened(false)}
        >
          <QueueViews selected={view} />
          <nav aria-label={s.label} className="grid grid-cols-1 pt-2 border-t border-line">
            {views.map((one) => (
              <SavedView
                key={one.id}
                view={one}
                shown={shown}
                current={one.id === saved?.id}
                onAsk={(about) => ask({ about, view: one })}
              />
            ))}
            {/* The save button stays hidden until the views are loaded: the shown one may already be saved. */}
            {!isPending && saved === undefined && (
              <Button
                variant="subtle"
                size="sm"
                justify="flex-start"
                leftSection={<IconBookmarkPlus size={16} stroke={1.9} aria-hidden />}
                onClick={() => ask({ about: 'save' })}
              >
                {s.save}
              </Button>
            )}
          </nav>
        </Popover.Dropdown>
      </Popover>
      <NameDialog
        opened={asking?.about === 'save' || asking?.about === 'rename'}
        view={asking?.about === 'rename' ? asking.view : null}
        query={savedQuery(shown)}
        onClose={close}
      />
      <RemoveDialog view={asking?.about === 'remove' ? asking.view : null} onClose={close} />
    </>
  );
}

/** The number of late records, so that they are noticed while the views are closed. */
function LateCount() {
  const { late = 0 } = useQueueCounts();
  if (late === 0) return null;
  return (
    <Count late className="ml-1.5">
      {shownCount('late', late)}
      <VisuallyHidden component="span"> {t.lateCount}</VisuallyHidden>
    </Count>
  );
}

interface CountProps {
  readonly late?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/** A number of records, beside the name of their list. */
export function Count({ late = false, className, children }: CountProps) {
  const colours = late ? 'bg-danger-soft text-danger' : 'bg-sunken text-muted';
  return (
    <span className={clsx('g2-badge min-w-6 justify-center tabular-nums', colours, className)}>
      {children}
    </span>
  );
}

interface ViewLinkProps {
  /** Search parameters of the view. */
  readonly search: string;
  readonly current: boolean;
  readonly Icon: TablerIcon;
  readonly name: string;
  /** null if the records of the view are not counted. */
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
        <Count late={late} className="ml-auto">
          {count}
        </Count>
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
          search={addressOfView(search, view)}
          current={view === selected}
          Icon={ICONS[view]}
          name={t[view]}
          count={shownCount(view, counts[view])}
          late={view === 'late' && (counts.late ?? 0) > 0}
        />
      ))}
    </nav>
  );
}

/** Keeps search, filters and sort order; starts at the first page with no record open. */
function addressOfView(search: string, view: ViewName): string {
  const params = new URLSearchParams(search);
  for (const name of ['tab', 'page', 'open']) params.delete(name);
  params.set('view', view);
  return params.toString();
}

const addressOf = ({ query }: CountedQueueView): string => queueAddress(savedView(query));

interface SavedViewProps {
  readonly view: CountedQueueView;
  readonly shown: QueueView;
  readonly current: boolean;
  readonly onAsk: (about: 'rename' | 'remove') => void;
}

function SavedView({ view, shown, current, onAsk }: SavedViewProps) {
  const change = useViewMutation((query: string) => changeView(view.id, { query }));
  const update = () =>
    change.mutate(savedQuery(shown), {
      onSuccess: () => notify.success(s.updated, view.name),
      onError: (error) => notify.error(s.failed, reasonOf(error, s.failedText)),
    });
  return (
    <span className="flex items-center">
      <ViewLink
        search={addressOf(view)}
        current={current}
        Icon={IconBookmark}
        name={view.name}
        count={view.count === null ? null : formatCapped(view.count, view.countCapped === true)}
      />
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={26} radius="xl" aria-label={s.options(view.name)}>
            <IconDotsVertical size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAsk('rename')}>{s.rename}</Menu.Item>
          <Menu.Item disabled={current || change.isPending} onClick={update}>
            {s.update}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => onAsk('remove')}>
            {s.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
