import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCredits } from '../../lib/format.ts';
import { Panel } from '../../ui/facts.tsx';
import { registrationCountsQuery } from './api.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import classes from './own-data.module.css';
import { texts } from './texts.ts';

const t = texts.remove;

/** Account deletion: its consequences, and why it is not possible now, as far as the page knows. */
export function DeletePanel({ user }: { user: User }) {
  const [asked, setAsked] = useState(false);
  const obstacle = obstacleOf(user);
  return (
    <Panel title={t.title}>
      <p className={classes.text}>{t.text}</p>
      <Consequences />
      <p className={classes.text}>{obstacle ?? t.first}</p>
      <Button color="red" variant="light" disabled={obstacle !== null} onClick={() => setAsked(true)}>
        {t.button}
      </Button>
      {asked && <DeleteDialog onClose={() => setAsked(false)} />}
    </Panel>
  );
}

/** Obstacles that are visible in the user's own data; the server checks for others. */
function obstacleOf({ role, credits }: User): string | null {
  if (role !== 'client') return t.staff;
  return credits ? t.balance(formatCredits(credits)) : null;
}

function Consequences() {
  const { data } = useQuery(registrationCountsQuery);
  const unpaid = data ? t.unpaid(data.unpaid, !data.isWhole) : t.unpaidUnknown;
  const paid = typeof data?.paid === 'number' ? t.paid(data.paid) : t.paidUnknown;
  return (
    <>
      <h3 className={classes.heading}>{t.goes}</h3>
      <ul className={classes.list}>
        <li>{t.account}</li>
        <li>{unpaid}</li>
      </ul>
      <h3 className={classes.heading}>{t.stays}</h3>
      <ul className={classes.list}>
        <li>{paid}</li>
        <li>{t.money}</li>
      </ul>
    </>
  );
}
