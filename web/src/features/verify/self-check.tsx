import { useTexts } from '../../lib/language.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ExplanationSection } from './layout.tsx';
import { texts } from './texts.ts';

/** How to verify a certificate independently of this page. */
export function SelfCheck() {
  const { selfCheck: t, sheet } = useTexts(texts);
  return (
    <ExplanationSection id="self-title" title={t.title}>
      <p className="g2-note">{t.lead}</p>
      <ol className="g2-list grid gap-6 my-6 mx-0 tablet:grid-cols-3">
        {t.steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="block font-serif text-2xl leading-[1.2] text-accent" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="g2-title mt-1 mb-1.5">{title}</h3>
            <p className="g2-note">{text}</p>
          </li>
        ))}
      </ol>
      <Facts>
        {t.commands.map(([system, command]) => (
          <Fact key={system} name={system}>
            <code className="g2-mono">{command}</code>
          </Fact>
        ))}
      </Facts>
      <p className="g2-note mt-4">
        {t.publicLog}{' '}
        <a href="/log/checkpoint" className="g2-link">
          {sheet.checkpoint}
        </a>{' '}
        ·{' '}
        <a href="/log/key" className="g2-link">
          {t.verificationKeyLink}
        </a>
      </p>
    </ExplanationSection>
  );
}
