import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { operatorsQuery } from '../../../shared/registration/staff-change.ts';
import { Panel } from '../../../ui/facts.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { ListSkeleton } from '../../../ui/record-list.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import adminClasses from '../admin.module.css';
import { texts } from './texts.ts';
import { accountPath } from './user-cells.tsx';
import classes from './users.module.css';

/** Operators and admins with their number of assignments, busiest first. */
export function OperatorLoads() {
  const { data, isPending, isFetching, refetch } = useQuery(operatorsQuery);
  const most = Math.max(1, ...(data ?? []).map(({ assigned }) => assigned));
  return (
    <div className={classes.loads}>
      <Panel title={texts.operators}>
        <div className={classes.team}>
          {isPending && <ListSkeleton label={texts.operators} rows={1} />}
          {!isPending && data === undefined && (
            <div className={classes.failed} role="alert">
              <p>{texts.failed}</p>
              <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
                {ui.retry}
              </Button>
            </div>
          )}
          {data?.length === 0 && <p className={classes.quiet}>{texts.operatorsEmpty}</p>}
          {data !== undefined && data.length > 0 && (
            // A long list scrolls inside the panel, so that the list of users stays in view.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            <section className={classes.scroll} aria-label={texts.operatorsList} tabIndex={0}>
              <ul className={classes.lines}>
                {data.map((operator) => (
                  <li key={operator.id} className={classes.line}>
                    <Link to={accountPath(operator.id)} className={adminClasses.account}>
                      <PersonName person={operator} none="" />
                    </Link>
                    <span className={classes.quiet}>{texts.assigned(operator.assigned)}</span>
                    <span className={classes.bar} aria-hidden>
                      <span style={{ width: `${(operator.assigned / most) * 100}%` }} />
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </Panel>
    </div>
  );
}
