import { SCOPE_NAMES, SCOPES } from '@g2/gateway/contract/scopes';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { TableOfContents } from '../../ui/table-of-contents.tsx';
import { programOf, siteOrigin } from './programs.ts';
import { Row, RowList } from './rows.tsx';
import * as snippets from './snippets.ts';
import { texts } from './texts.ts';

const { token, start, zip, resume, ci, http, limits, verify } = texts.sections;

/** Public guide for developers: the API token, the command line and the API. */
export function DevelopersPage() {
  useDocumentTitle(texts.tab);
  const origin = siteOrigin();
  const registryProgram = programOf('g2-registry');
  const verifyProgram = programOf('g2-verify');
  return (
    <div className="max-w-215 mx-auto px-(--g2-gutter) pt-12 pb-18">
      <header className="mb-12">
        <h1 className="g2-serif text-display leading-[1.12]">
          <span className="block">{texts.title[0]}</span> <span className="block">{texts.title[1]}</span>
        </h1>
        <p className="max-w-[60ch] m-0 mt-4 text-muted text-lg">{texts.lead}</p>
        <div className="g2-actions mt-6">
          <Button component={Link} to="/profile/tokens" size="md">
            {texts.token}
          </Button>
          <Button component={Link} to="/desenvolvedores/api" size="md" variant="default">
            {texts.reference}
          </Button>
        </div>
      </header>
      <TableOfContents label={texts.toc} sections={Object.values(texts.sections)} />
      <Section section={token}>
        <Subtitle>{token.scopes}</Subtitle>
        <CodeList rows={SCOPE_NAMES.map((name) => [name, SCOPES[name]])} />
        <ul className="grid gap-2 max-w-[68ch] pl-5 marker:text-accent">
          {token.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <MoreLink to="/profile/tokens">{token.link}</MoreLink>
      </Section>
      <Section section={start}>
        <CodeBlock label={start.install} code={snippets.install(origin)} />
        <CodeBlock label={start.once} code={snippets.runOnce(origin)} />
        <p>{start.onceText}</p>
        <CodeBlock label={start.check} code={snippets.compareChecksum(origin)} />
        <Sha256Line label={start.version(registryProgram.version)} sha256={registryProgram.sha256} />
        <Subtitle>{start.login}</Subtitle>
        <CodeBlock label={start.login} code={snippets.login(origin)} />
        <p>{start.loginText}</p>
        <Subtitle>{start.details}</Subtitle>
        <CodeBlock label={start.detailsFile} code={snippets.details} />
        <p>{start.detailsText}</p>
        <Subtitle>{start.register}</Subtitle>
        <CodeBlock label={start.register} code={snippets.register} />
        <p>{start.registerText}</p>
        <Subtitle>{start.follow}</Subtitle>
        <CodeBlock label={start.follow} code={snippets.follow} />
        <p>{start.followText}</p>
        <Subtitle>{start.codes}</Subtitle>
        <CodeList rows={start.codeRows} />
      </Section>
      <Section section={zip} />
      <Section section={resume} />
      <Section section={ci}>
        <CodeBlock label={ci.github} code={snippets.github(origin)} />
        <CodeBlock label={ci.gitlab} code={snippets.gitlab(origin)} />
        <p>{ci.gitlabText}</p>
        <p>{ci.again}</p>
      </Section>
      <Section section={http}>
        <CodeBlock label={http.create} code={snippets.createRegistration(origin)} />
        <CodeBlock label={http.send} code={snippets.sendFile(origin)} />
        <CodeBlock label={http.read} code={snippets.readRegistration(origin)} />
        <CodeBlock label={http.look} code={snippets.findFile(origin)} />
        <p>{http.more}</p>
        <MoreLink to="/desenvolvedores/api">{texts.reference}</MoreLink>
        <p>
          <a href="/api/openapi.json" className="g2-link g2-link-alone">
            {http.openapi}
          </a>
        </p>
      </Section>
      <Section section={limits}>
        <RowList>
          {limits.facts.map(([name, text]) => (
            <Row key={name} name={name}>
              {text}
            </Row>
          ))}
        </RowList>
        <p>{limits.error}</p>
        <CodeBlock label={limits.example} code={snippets.errorExample} />
        <CodeList rows={limits.codes} />
      </Section>
      <Section section={verify}>
        <CodeBlock label={verify.prove} code={snippets.verifyProof(origin)} />
        <Sha256Line label={verify.sha(verifyProgram.version)} sha256={verifyProgram.sha256} />
        <p>{verify.after}</p>
        <MoreLink to="/verificar">{verify.site}</MoreLink>
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly section: { readonly id: string; readonly title: string; readonly text?: readonly string[] };
  readonly children?: ReactNode;
}

function Section({ section: { id, title, text = [] }, children }: SectionProps) {
  return (
    <section
      id={id}
      className="grid grid-cols-1 gap-4 mt-12 scroll-mt-18 *:m-0 [&>p]:max-w-[68ch]"
      aria-labelledby={`${id}-titulo`}
    >
      <h2 id={`${id}-titulo`} className="g2-serif text-2xl">
        {title}
      </h2>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {children}
    </section>
  );
}

const Subtitle = ({ children }: { children: string }) => <h3 className="g2-title pt-3">{children}</h3>;

/** Codes, such as scopes or exit codes, with their meanings. */
const CodeList = ({ rows }: { rows: readonly (readonly [code: string, meaning: string])[] }) => (
  <RowList>
    {rows.map(([code, meaning]) => (
      <Row key={code} name={<code className="g2-mono">{code}</code>}>
        {meaning}
      </Row>
    ))}
  </RowList>
);

const MoreLink = ({ to, children }: { to: string; children: string }) => (
  <p>
    <Link to={to} className="g2-inline g2-link min-h-7 font-semibold">
      {children} <IconArrowRight size={16} aria-hidden />
    </Link>
  </p>
);

const Sha256Line = ({ label, sha256 }: { label: string; sha256: string }) => (
  <p>
    {label} <code className="g2-mono block mt-1.5 text-sm wrap-anywhere">{sha256}</code>
  </p>
);
