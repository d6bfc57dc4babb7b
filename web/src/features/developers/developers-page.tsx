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
  useDocumentTitle(texts.documentTitle);
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
            {texts.createTokenLink}
          </Button>
          <Button component={Link} to="/desenvolvedores/api" size="md" variant="default">
            {texts.referenceLink}
          </Button>
        </div>
      </header>
      <TableOfContents label={texts.tableOfContents} sections={Object.values(texts.sections)} />
      <Section section={token}>
        <Subtitle>{token.scopesTitle}</Subtitle>
        <CodeList rows={SCOPE_NAMES.map((name) => [name, SCOPES[name]])} />
        <ul className="grid gap-2 max-w-[68ch] pl-5 marker:text-accent">
          {token.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <MoreLink to="/profile/tokens">{token.manageTokensLink}</MoreLink>
      </Section>
      <Section section={start}>
        <CodeBlock label={start.installLabel} code={snippets.installCommands(origin)} />
        <CodeBlock label={start.runOnceLabel} code={snippets.runOnceCommand(origin)} />
        <p>{start.runOnceText}</p>
        <CodeBlock label={start.checksumLabel} code={snippets.checksumCommands(origin)} />
        <Sha256Line label={start.sha256Label(registryProgram.version)} sha256={registryProgram.sha256} />
        <Subtitle>{start.loginTitle}</Subtitle>
        <CodeBlock label={start.loginTitle} code={snippets.loginCommand(origin)} />
        <p>{start.loginText}</p>
        <Subtitle>{start.detailsTitle}</Subtitle>
        <CodeBlock label={start.detailsFile} code={snippets.detailsFile} />
        <p>{start.detailsText}</p>
        <Subtitle>{start.registerTitle}</Subtitle>
        <CodeBlock label={start.registerTitle} code={snippets.registerCommands} />
        <p>{start.registerText}</p>
        <Subtitle>{start.followTitle}</Subtitle>
        <CodeBlock label={start.followTitle} code={snippets.followCommands} />
        <p>{start.followText}</p>
        <Subtitle>{start.exitCodesTitle}</Subtitle>
        <CodeList rows={start.exitCodes} />
      </Section>
      <Section section={zip} />
      <Section section={resume} />
      <Section section={ci}>
        <CodeBlock label={ci.githubLabel} code={snippets.githubWorkflow(origin)} />
        <CodeBlock label={ci.gitlabLabel} code={snippets.gitlabJob(origin)} />
        <p>{ci.gitlabText}</p>
        <p>{ci.repeatedRunText}</p>
      </Section>
      <Section section={http}>
        <CodeBlock label={http.createLabel} code={snippets.createRegistrationCommand(origin)} />
        <CodeBlock label={http.sendLabel} code={snippets.sendFileCommand(origin)} />
        <CodeBlock label={http.readLabel} code={snippets.readRegistrationCommands(origin)} />
        <CodeBlock label={http.findFileLabel} code={snippets.findFileCommand(origin)} />
        <p>{http.allCallsText}</p>
        <MoreLink to="/desenvolvedores/api">{texts.referenceLink}</MoreLink>
        <p>
          <a href="/api/openapi.json" className="g2-link g2-link-alone">
            {http.openapiLink}
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
        <p>{limits.errorText}</p>
        <CodeBlock label={limits.errorExampleLabel} code={snippets.errorExample} />
        <CodeList rows={limits.errorCodes} />
      </Section>
      <Section section={verify}>
        <CodeBlock label={verify.verifyBundleLabel} code={snippets.verifyBundleCommands(origin)} />
        <Sha256Line label={verify.sha256Label(verifyProgram.version)} sha256={verifyProgram.sha256} />
        <p>{verify.exitCodesText}</p>
        <MoreLink to="/verificar">{verify.verifyOnlineLink}</MoreLink>
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

/** A list of codes, such as scopes or exit codes, with their meanings. */
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
