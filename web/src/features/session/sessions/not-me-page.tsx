import { Button, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../../../ui/page.tsx';
import classes from './sessions.module.css';
import { texts } from './texts.ts';

const t = texts.unknown;

/** Where the mail about a new device leads whoever did not sign in: what to do, without an account open. */
export function NotMePage() {
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        <section className="g2-panel g2-edge">
          <ol className={classes.steps}>
            {t.steps.map((step, index) => (
              <li key={step.to}>
                <Title order={2} size="h4">
                  {step.title}
                </Title>
                <p>{step.text}</p>
                <Button component={Link} to={step.to} variant={index === 0 ? 'filled' : 'default'}>
                  {step.action}
                </Button>
              </li>
            ))}
          </ol>
        </section>
        <section>
          <Title order={2} size="h4">
            {t.noteTitle}
          </Title>
          <p>{t.note}</p>
          <p>{t.reuse}</p>
        </section>
      </Stack>
    </Page>
  );
}
