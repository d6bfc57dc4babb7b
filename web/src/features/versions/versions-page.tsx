import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import clsx from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useUser } from '../../lib/session.ts';
import { texts } from './texts.ts';
import classes from './versions.module.css';

/** Public page that explains how to register a new version of a program. */
export function VersionsPage() {
  useDocumentTitle(texts.documentTitle);
  const isSignedIn = Boolean(useUser());
  return (
    <div className="w-full max-w-[980px] my-0 mx-auto px-(--g2-gutter) pt-12 pb-18">
      <header>
        <h1 className="g2-serif text-display font-medium leading-[1.12]">
          <span className="block">{texts.title[0]}</span> <span className="block">{texts.title[1]}</span>
        </h1>
        <p className="max-w-[60ch] m-0 mt-4 text-muted text-lg">{texts.lead}</p>
        <div className="g2-actions mt-6">
          <Button component={Link} to={isSignedIn ? '/dashboard' : '/auth'} size="md">
            {isSignedIn ? texts.openDashboard : texts.signInAndStart}
          </Button>
          <Button component={Link} to="/help#contato" size="md" variant="default">
            {texts.help}
          </Button>
        </div>
      </header>
      <VersionTimeline />
      <WhenSection />
      <ComparisonSection />
      <Section id="certificados" title={texts.certificates.title}>
        <BulletList items={texts.certificates.items} />
        <p>
          <ArrowLink to="/verificar" text={texts.certificates.check} />
        </p>
      </Section>
      <PriceSection />
      <StepsSection />
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-12" aria-labelledby={id}>
      <h2 id={id} className="g2-serif mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-2 max-w-[66ch] m-0 pl-5 marker:text-accent">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function ArrowLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="g2-inline g2-link min-h-7 font-semibold">
      {text} <IconArrowRight size={16} aria-hidden />
    </Link>
  );
}

function WhenSection() {
  const t = texts.whenToRegister;
  return (
    <Section id="quando" title={t.title}>
      <div className="grid tablet:grid-cols-2 gap-y-5 gap-x-12">
        <div>
          <h3 className="g2-title mb-2">{t.registerTitle}</h3>
          <BulletList items={t.registerItems} />
        </div>
        <div>
          <h3 className="g2-title mb-2">{t.skipTitle}</h3>
          <BulletList items={t.skipItems} />
        </div>
      </div>
      <p className="max-w-[66ch] m-0 mt-6 pl-4 border-l-3 border-accent font-serif text-xl leading-[1.4]">
        {t.why}
      </p>
    </Section>
  );
}

function ComparisonSection() {
  const t = texts.comparison;
  return (
    <Section id="comparacao" title={t.title}>
      <p className="max-w-[66ch]">{t.lead}</p>
      <dl className="g2-rows my-4 border-y border-line">
        {t.items.map(([name, description]) => (
          <div key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,5fr)] gap-4 py-3">
            <dt className="font-semibold">{name}</dt>
            <dd className="m-0 text-muted">{description}</dd>
          </div>
        ))}
      </dl>
      <p className="g2-note max-w-[66ch]">{t.privacy}</p>
    </Section>
  );
}

function PriceSection() {
  const t = texts.price;
  return (
    <section
      className="grid tablet:grid-cols-2 gap-y-5 gap-x-12 items-center mt-12 p-6 rounded-lg bg-accent-soft"
      aria-labelledby="preco"
    >
      <div>
        <h2 id="preco" className="g2-serif mb-1.5 text-2xl">
          {t.title}
        </h2>
        <p className="m-0 text-sm text-muted">
          <span className="font-serif text-headline leading-[1.2] text-ink">{t.price}</span> {t.unit}
        </p>
      </div>
      <BulletList items={t.items} />
    </section>
  );
}

function StepsSection() {
  const t = texts.howToStart;
  return (
    <Section id="como" title={t.title}>
      <ol className="grid gap-4 max-w-[66ch] m-0 mb-5 pl-6 marker:text-accent marker:font-bold">
        {t.steps.map(([name, description]) => (
          <li key={name} className="pl-1.5">
            <strong>{name}</strong>
            <span className="block text-muted">{description}</span>
          </li>
        ))}
      </ol>
      <p>
        {t.question} <ArrowLink to="/help#versao" text={t.toHelp} />
      </p>
    </Section>
  );
}

/** Example of a timeline of versions, with their hashes and the changes between them. */
function VersionTimeline() {
  const t = texts.timeline;
  return (
    <figure className="m-0 mt-12 pt-6 pb-4 border-y border-line">
      <ol
        className="g2-list grid grid-cols-[auto_1fr_auto_1fr_auto] items-start narrow:grid-cols-1 narrow:ml-1.5"
        aria-label={t.label}
      >
        {t.versions.map((version, index) => (
          <Fragment key={version.name}>
            <ChangeCounts versionIndex={index} />
            <li className={clsx(classes.version, 'grid gap-0.5')}>
              <span className="text-muted text-xs">{version.kind}</span>
              <strong className="text-lg font-bold">{version.name}</strong>
              <span className="text-muted text-xs">{version.date}</span>
              <code className="g2-mono text-xs">{version.hash}</code>
            </li>
          </Fragment>
        ))}
      </ol>
      <figcaption className="g2-meta mt-4">{t.note}</figcaption>
    </figure>
  );
}

/** Numbers of added, changed and removed files between a version and the previous one. */
function ChangeCounts({ versionIndex }: { versionIndex: number }) {
  const t = texts.timeline;
  const change = t.changes[versionIndex - 1];
  if (change === undefined) return null;
  return (
    <li className={classes.item} aria-label={t.change(change)}>
      <span aria-hidden className="grid narrow:flex gap-x-4 gap-y-0.5 w-fit mx-auto narrow:mx-0 text-xs">
        <b className="font-semibold text-accent">+{change.add}</b>
        <b className="font-semibold text-warning">~{change.change}</b>
        <b className="font-semibold text-danger">−{change.remove}</b>
      </span>
    </li>
  );
}
