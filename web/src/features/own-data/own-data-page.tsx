import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../lib/session.ts';
import { RETENTION } from '../../shared/retention.ts';
import { Fact, Facts, Panel } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import classes from './own-data.module.css';
import { texts as t } from './texts.ts';

/**
 * What is stored about the user, with export and deletion (LGPD, art. 18).
 * @param nav links to the other account pages
 */
export function OwnDataPage({ nav }: { nav: ReactNode }) {
  const user = useUser();
  if (!user) return null;
  return (
    <Page title={t.title} lead={t.lead} narrow>
      {nav}
      <Stack gap="xl" mt="lg">
        <ExportPanel />
        <Panel title={t.kept}>
          <Facts>
            {RETENTION.map(([what, howLong]) => (
              <Fact key={what} name={what}>
                {howLong}
              </Fact>
            ))}
          </Facts>
          <p className={classes.more}>
            <Link to="/privacidade">{t.more}</Link>
          </p>
        </Panel>
        <DeletePanel user={user} />
      </Stack>
    </Page>
  );
}
