import { Button, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../../../ui/page.tsx';
import { texts } from './texts.ts';

const t = texts.notMe;

/** Target of the "not me" link in the e-mail about a new device; works without being signed in. */
export function NotMePage() {
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <Stack gap="xl">
        <section className="g2-panel g2-edge">
          <ol className="grid gap-5 m-0 ps-6 marker:font-bold">
            {t.steps.map((step, index) => (
              <li key={step.to}>
                <Title order={2} size="h4">
                  {step.title}
                </Title>
                <p className="m-0 mt-1.5 mb-3">{step.text}</p>
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
          <p>{t.reusedPasswordHint}</p>
        </section>
      </Stack>
    </Page>
  );
}
