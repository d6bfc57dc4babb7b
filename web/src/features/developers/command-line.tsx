import { CodeBlock } from '../../ui/code-block.tsx';
import { programOf } from './programs.ts';
import { FactList, Section, Sha } from './section.tsx';
import * as snippets from './snippets.ts';
import { texts } from './texts.ts';

const t = texts.sections.start;

export function CommandLine({ origin }: { origin: string }) {
  const { version, sha256 } = programOf('g2-registry');
  return (
    <Section section={t}>
      <CodeBlock label={t.install} code={snippets.install(origin)} />
      <CodeBlock label={t.once} code={snippets.once(origin)} />
      <p>{t.onceText}</p>
      <CodeBlock label={t.check} code={snippets.compare(origin)} />
      <Sha label={t.version(version)} sha256={sha256} />
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
