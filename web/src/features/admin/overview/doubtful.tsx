import type { DoubtfulCertificates } from '@g2/gateway/contract/certificates';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatDate } from '../../../lib/format.ts';
import { Panel } from '../../../ui/facts.tsx';
import { texts as ui } from '../../../ui/texts.ts';
import adminClasses from '../admin.module.css';
import { doubtfulQuery } from '../api.ts';
import { type Decision, DecisionDialog } from '../registrations/decision-dialog.tsx';
import classes from './overview.module.css';
import { texts } from './texts.ts';

const t = texts.doubtful;
type Item = DoubtfulCertificates['items'][number];

/** Certificates with a refunded or disputed payment that need an admin's decision; renders nothing without any. */
export function Doubtful() {
  const query = useQuery(doubtfulQuery);
  const [asked, setAsked] = useState<{ item: Item; decision: Decision }>();
  const [opened, setOpened] = useState(false);
  const ask = (item: Item, decision: Decision) => {
    setAsked({ item, decision });
    setOpened(true);
  };
  const items = query.data?.items ?? [];
  const failed = failedToLoad(query);
  if (items.length === 0 && !failed && !opened) return null;
  return (
    <div className={classes.doubtful}>
      <Panel title={t.title}>
        {failed ? (
          <div className={classes.failed} role="alert">
            <span>{t.failed}</span>
            <Button
              size="sm"
              variant="default"
              loading={query.isFetching}
              onClick={() => void query.refetch()}
            >
              {ui.retry}
            </Button>
          </div>
        ) : (
          <>
            <p className="g2-meta">{t.lead}</p>
            <ul className={classes.doubts}>
              {items.map((item) => (
                <Doubt key={item.number} item={item} onDecide={(decision) => ask(item, decision)} />
              ))}
            </ul>
          </>
        )}
      </Panel>
      {asked && (
        <DecisionDialog
          key={`${asked.item.number} ${asked.decision}`}
          decision={asked.decision}
          number={asked.item.number}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}

function Doubt({ item, onDecide }: { item: Item; onDecide: (decision: Decision) => void }) {
  const { number, registrationId, title, flag, since } = item;
  const what = flag === 'disputed' ? t.what.disputed : t.what.refunded;
  return (
    <li className={classes.doubt}>
      <div className={classes.words}>
        <Link className={adminClasses.link} to={`/admin?tab=registrations&open=${registrationId}`}>
          {number}
        </Link>
        <span>{title}</span>
        <span className="g2-meta">{t.since(what, formatDate(since))}</span>
      </div>
      <div className={classes.decisions}>
        <Button
          size="sm"
          variant="default"
          onClick={() => onDecide('keep')}
          aria-label={`${t.keep} ${number}`}
        >
          {t.keep}
        </Button>
        <Button
          size="sm"
          variant="default"
          color="red"
          onClick={() => onDecide('revoke')}
          aria-label={`${t.revoke} ${number}`}
        >
          {t.revoke}
        </Button>
      </div>
    </li>
  );
}
