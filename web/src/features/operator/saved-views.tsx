import type { CountedQueueView } from '@g2/gateway/contract/queue-views';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconDotsVertical } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/failures.ts';
import { formatCapped } from '../../lib/format.ts';
import { notify } from '../../ui/toast-store.ts';
import { type QueueView, queueAddress, queueView, savedQuery, savedView } from './queue.ts';
import { useLastPlace } from './queue-look.ts';
import classes from './queue-views.module.css';
import { savedViewsQuery, useViewChange } from './saved-views-api.ts';
import { NameDialog, RemoveDialog } from './saved-views-dialogs.tsx';
import { texts as t } from './view-texts.ts';

/** Which dialog is open. */
type Asking =
  | { readonly about: 'save' }
  | { readonly about: 'rename' | 'remove'; readonly view: CountedQueueView }
  | null;

/**
 * The user's saved views, beside the predefined ones. The URL determines the selected view;
 * the last one is the start of the next visit.
 */
export function SavedViews({ shown }: { shown: QueueView }) {
  const { data: views = [], isPending } = useQuery(savedViewsQuery);
  const [asking, setAsking] = useState<Asking>(null);
  const here = queueAddress({ ...shown, page: 1 });
  const isSaved = views.some((one) => addressOf(one) === here);
  const { tab, view } = shown;
  // A search text is not stored: another person may use this browser next.
  useLastPlace(isSaved && shown.search === '' ? here : queueAddress({ ...queueView(''), tab, view }));
  const close = () => setAsking(null);
  return (
    <nav aria-label={t.label} className={classes.views}>
      {views.map((view) => (
        <SavedView
          key={view.id}
          view={view}
          shown={shown}
          current={addressOf(view) === here}
          onAsk={(about) => setAsking({ about, view })}
        />
      ))}
      {/* The save button stays hidden until the views are loaded: the shown one may already be saved. */}
      {!isPending && !isSaved && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.save ?? ''}
          leftSection={<IconBookmarkPlus size={16} stroke={1.9} aria-hidden />}
          onClick={() => setAsking({ about: 'save' })}
        >
          {t.save}
        </Button>
      )}
      <NameDialog
        naming={asking?.about === 'save' ? 'new' : asking?.about === 'rename' ? asking.view : null}
        query={savedQuery(shown)}
        onClose={close}
      />
      <RemoveDialog view={asking?.about === 'remove' ? asking.view : null} onClose={close} />
    </nav>
  );
}

const addressOf = ({ query }: CountedQueueView): string => queueAddress(savedView(query));

interface SavedViewProps {
  readonly view: CountedQueueView;
  readonly shown: QueueView;
  readonly current: boolean;
  readonly onAsk: (about: 'rename' | 'remove') => void;
}

function SavedView({ view, shown, current, onAsk }: SavedViewProps) {
  const change = useViewChange();
  const update = () =>
    change.mutate(
      { kind: 'update', id: view.id, query: savedQuery(shown) },
      {
        onSuccess: () => notify.success(t.updated, view.name),
        onError: (error) => notify.error(t.failed, reasonOf(error, t.failedText)),
      },
    );
  return (
    <span className={classes.saved} data-current={current || undefined}>
      <Link
        to={{ search: addressOf(view) }}
        preventScrollReset
        className={classes.view}
        aria-current={current ? 'true' : undefined}
        title={view.name}
      >
        <IconBookmark size={16} stroke={1.9} aria-hidden />
        <span className={classes.savedName}>{view.name}</span>
        {view.count !== null && (
          <span className={classes.count}>{formatCapped(view.count, view.countCapped === true)}</span>
        )}
      </Link>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={26} radius="xl" aria-label={t.options(view.name)}>
            <IconDotsVertical size={15} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAsk('rename')}>{t.rename}</Menu.Item>
          <Menu.Item disabled={current || change.isPending} onClick={update}>
            {t.update}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => onAsk('remove')}>
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
