import { SCOPE_NAMES, SCOPES } from '@g2/gateway/contract/scopes';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import classes from './developers.module.css';
import { programOf, siteOrigin } from './programs.ts';
import * as snippets from './snippets.ts';
import { texts } from './texts.ts';

const { sections } = texts;

/** Public guide for developers: the API token, the command line and the API. */
export function DevelopersPage() {
  useDocumentTitle(texts.tab);
  const origin = siteOrigin();
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>
          <span className={classes.half}>{texts.title[0]}</span>{' '}
          <span className={classes.half}>{texts.title[1]}</span>
        </h1>
        <p className={classes.lead}>{texts.lead}</p>
        <div className={classes.actions}>
          <Button component={Link} to="/profile/tokens" size="md">
            {texts.token}
          </Button>
          <Button component={Link} to="/desenvolvedores/api" size="md" variant="default">
            {texts.reference}
          </Button>
        </div>
      </header>
      <nav className={classes.toc} aria-label={texts.toc}>
        <ol>
          {Object.values(sections).map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <TokenSection />
      <CommandLineSection origin={origin} />
      <Section section={sections.zip} />
      <Section section={sections.resume} />
      <ContinuousIntegrationSection origin={origin} />
      <HttpSection origin={origin} />
      <LimitsSection />
      <VerifySection origin={origin} />
    </div>
  );
}

function TokenSection() {
  const t = sections.token;
  return (
    <Section section={t}>
      <h3>{t.scopes}</h3>
      <FactList code rows={SCOPE_NAMES.map((name) => [name, SCOPES[name]])} />
      <ul className={classes.list}>
        {t.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <MoreLink to="/profile/tokens">{t.link}</MoreLink>
    </Section>
  );
}

function ContinuousIntegrationSection({ origin }: { origin: string }) {
  const t = sections.ci;
  return (
    <Section section={t}>
      <CodeBlock label={t.github} code={snippets.github(origin)} />
      <CodeBlock label={t.gitlab} code={snippets.gitlab(origin)} />
      <Paragraphs texts={[t.gitlabText, t.again]} />
    </Section>
  );
}

function HttpSection({ origin }: { origin: string }) {
  const t = sections.http;
  return (
    <Section section={t}>
      <CodeBlock label={t.create} code={snippets.createRegistration(origin)} />
      <CodeBlock label={t.send} code={snippets.sendFile(origin)} />
      <CodeBlock label={t.read} code={snippets.readRegistration(origin)} />
      <CodeBlock label={t.look} code={snippets.findFile(origin)} />
      <p>{t.more}</p>
      <MoreLink to="/desenvolvedores/api">{texts.reference}</MoreLink>
      <p>
        <a href="/api/openapi.json" className="g2-link g2-link-alone">
          {t.openapi}
        </a>
      </p>
    </Section>
  );
}

function LimitsSection() {
  const t = sections.limits;
  return (
    <Section section={t}>
      <FactList rows={t.facts} />
      <p>{t.error}</p>
      <CodeBlock label={t.example} code={snippets.errorExample} />
      <FactList code rows={t.codes} />
    </Section>
  );
}

function VerifySection({ origin }: { origin: string }) {
  const t = sections.verify;
  const { version, sha256 } = programOf('g2-verify');
  return (
    <Section section={t}>
      <CodeBlock label={t.prove} code={snippets.verifyProof(origin)} />
      <Sha256Line label={t.sha(version)} sha256={sha256} />
      <p>{t.after}</p>
      <MoreLink to="/verificar">{t.site}</MoreLink>
    </Section>
  );
}

function CommandLineSection({ origin }: { origin: string }) {
  const t = sections.start;
  const { version, sha256 } = programOf('g2-registry');
  return (
    <Section section={t}>
      <CodeBlock label={t.install} code={snippets.install(origin)} />
      <CodeBlock label={t.once} code={snippets.runOnce(origin)} />
      <p>{t.onceText}</p>
      <CodeBlock label={t.check} code={snippets.compareChecksum(origin)} />
      <Sha256Line label={t.version(version)} sha256={sha256} />
      <h3>{t.login}</h3>
      <CodeBlock label={t.login} code={snippets.login(origin)} />
      <p>{t.loginText}</p>
      <h3>{t.details}</h3>
      <CodeBlock label={t.detailsFile} code={snippets.details} />
      <p>{t.detailsText}</p>
      <h3>{t.register}</h3>
      <CodeBlock label={t.register} code={snippets.register} />
      <p>{t.registerText}</p>
      <h3>{t.follow}</h3>
      <CodeBlock label={t.follow} code={snippets.follow} />
      <p>{t.followText}</p>
      <h3>{t.codes}</h3>
      <FactList code rows={t.codeRows} />
    </Section>
  );
}

interface SectionProps {
  readonly section: { readonly id: string; readonly title: string; readonly text?: readonly string[] };
  readonly children?: ReactNode;
}

function Section({ section: { id, title, text = [] }, children }: SectionProps) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-titulo`}>
      <h2 id={`${id}-titulo`}>{title}</h2>
      <Paragraphs texts={text} />
      {children}
    </section>
  );
}

const Paragraphs = ({ texts }: { texts: readonly string[] }) => texts.map((text) => <p key={text}>{text}</p>);

interface FactListProps {
  readonly rows: readonly (readonly [name: string, what: string])[];
  /** Whether the names are code, such as commands or fields. */
  readonly code?: boolean;
}

const FactList = ({ rows, code = false }: FactListProps) => (
  <dl className={classes.facts}>
    {rows.map(([name, what]) => (
      <div key={name}>
        <dt>{code ? <code>{name}</code> : name}</dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);

const MoreLink = ({ to, children }: { to: string; children: string }) => (
  <p>
    <Link to={to} className={classes.more}>
      {children} <IconArrowRight size={16} aria-hidden />
    </Link>
  </p>
);

const Sha256Line = ({ label, sha256 }: { label: string; sha256: string }) => (
  <p>
    {label} <code className={classes.sha}>{sha256}</code>
  </p>
);
