import type { FormerAssignment } from '@g2/gateway/contract/former-assignments';
import type { AdminAccount } from '@g2/gateway/contract/own-data';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { holderOf } from '../users/give-back.tsx';
import { droppedQuery, isAtWork, restoreAssignments, restoredWords } from '../users/leftovers.ts';
import { texts as t } from '../users/leftovers-texts.ts';
import classes from './account.module.css';
import { Rows } from './section.tsx';

/** The assignments an account lost when it left the staff, and the button to restore them. No section without any. */
export function Dropped({ user }: { user: AdminAccount }) {
  const [page, onPage] = useState(1);
  const query = useQuery(droppedQuery(user.id, page));
  // No placeholder while loading, because the section may not exist.
  if (query.isPending) return null;
  return (
    <Rows
      texts={{ ...t, empty: '' }}
      query={query}
      page={page}
      onPage={onPage}
      row={(one) => <DroppedRow dropped={one} />}
      action={<Give user={user} free={query.data?.free ?? 0} />}
    />
  );
}

function Give({ user, free }: { user: AdminAccount; free: number }) {
  const give = useAdminMutation('registrations', () => restoreAssignments(user.id), {
    onSuccess: (given) => notify.success(t.title, restoredWords(given)),
    failed: [t.giveFailed, t.giveFailedText],
  });
  if (!isAtWork(user)) return <span className="g2-meta">{t.notStaff}</span>;
  if (free === 0) return null;
  return (
    <Button variant="default" size="sm" loading={give.isPending} onClick={() => give.mutate(undefined)}>
      {t.give(free)}
    </Button>
  );
}

function DroppedRow({ dropped }: { dropped: FormerAssignment }) {
  return (
    <>
      <div className={classes.what}>
        <Link to={`/operator/registrations/${dropped.id}`} className={classes.title}>
          {dropped.title}
        </Link>
        <span className="g2-meta">
          {holderOf(dropped)} · {t.when(formatDateTime(dropped.droppedAt))}
        </span>
      </div>
      <StatusBadge status={dropped.status} />
    </>
  );
}
