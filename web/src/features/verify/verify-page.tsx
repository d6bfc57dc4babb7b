import { CERTIFICATE_STATUSES } from '@g2/gateway/contract/certificate-status';
import clsx from 'clsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { certificateStatusIcon } from '../../shared/certificate/tones.ts';
import { useDropGuard } from '../../ui/file-drop.tsx';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { Seal } from '../../ui/seal.tsx';
import { FileCheckPanel } from './file-check.tsx';
import { ExplanationSection, SectionTitle, VerificationPage } from './layout.tsx';
import { NumberForm } from './number-form.tsx';
import { SelfCheck } from './self-check.tsx';
import { texts } from './texts.ts';
import classes from './verify.module.css';

/** Start page for checking a certificate, by its number or by a file. */
export function VerifyPage() {
  const t = useTexts(texts);
  useDocumentTitle(t.title);
  useDropGuard();
  return (
    <VerificationPage>
      <div className="flex items-center justify-between gap-6 mb-8 [&>svg]:flex-none narrow:[&>svg]:size-19">
        <div>
          <h1 className="g2-serif text-display leading-[1.12]">{t.title}</h1>
          <p className="m-0 mt-3 max-w-[52ch] text-lg text-muted">{t.lead}</p>
        </div>
        <Seal size={132} />
      </div>
      <div className="g2-panel py-4">
        <GuillocheStrip />
        <div className="grid gap-8 px-(--g2-edge) py-6 tablet:grid-cols-2 tablet:gap-0">
          <section className="min-w-0 tablet:pr-8" aria-labelledby="by-number">
            <SectionTitle id="by-number" title={t.form.title} />
            <p className="g2-note">{t.form.text}</p>
            <NumberForm />
          </section>
          <section
            className="min-w-0 border-line tablet:pl-8 tablet:border-l [--drop-edge:var(--g2-space-7)]"
            aria-labelledby="by-file"
          >
            <SectionTitle id="by-file" title={t.file.title} />
            <p className="g2-note">{t.file.text}</p>
            <FileCheckPanel certificate={null} />
          </section>
        </div>
        <GuillocheStrip />
      </div>
      <Legend />
      <SelfCheck />
    </VerificationPage>
  );
}

/** The possible verdicts with their colours and icons. */
function Legend() {
  const { legend, statuses } = useTexts(texts);
  const rows = [
    ...CERTIFICATE_STATUSES.map((status) => ({
      tone: status as string,
      title: statuses[status].title,
      text: statuses[status].legend,
    })),
    { tone: 'unknown', title: legend.unknownNumber, text: legend.unknownNumberText },
  ];
  return (
    <ExplanationSection id="legend-title" title={legend.title}>
      <ul className="g2-list grid grid-cols-[repeat(auto-fit,minmax(min(100%,380px),1fr))] gap-4 mt-5">
        {rows.map(({ tone, title, text }) => {
          const Icon = certificateStatusIcon(tone);
          return (
            <li
              key={tone}
              className={clsx(classes.legend, toneCss.tone, 'flex gap-3 px-4 py-3')}
              data-tone={tone}
            >
              <Icon className="flex-none text-(--tone)" size={26} stroke={1.6} aria-hidden />
              <div>
                <p className="m-0 font-bold text-(--tone)">{title}</p>
                <p className="g2-meta">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </ExplanationSection>
  );
}
