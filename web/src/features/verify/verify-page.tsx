import { useDocumentTitle } from '../../lib/document-title.ts';
import { useTexts } from '../../lib/language.ts';
import { useDropGuard } from '../../ui/file-drop.tsx';
import { GuillocheStrip } from '../../ui/guilloche-strip.tsx';
import { Seal } from '../../ui/seal.tsx';
import { FileCheckPanel } from './file-check.tsx';
import { Legend } from './legend.tsx';
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
    <div className={classes.page}>
      <div className={classes.intro}>
        <div>
          <h1 className={classes.title}>{t.title}</h1>
          <p className={classes.lead}>{t.lead}</p>
        </div>
        <Seal size={132} />
      </div>
      <div className={classes.desk}>
        <GuillocheStrip />
        <div className={classes.ways}>
          <section aria-labelledby="by-number">
            <h2 id="by-number" className={classes.heading}>
              {t.form.title}
            </h2>
            <p className="g2-note">{t.form.text}</p>
            <NumberForm />
          </section>
          <section aria-labelledby="by-file">
            <h2 id="by-file" className={classes.heading}>
              {t.file.title}
            </h2>
            <p className="g2-note">{t.file.text}</p>
            <FileCheckPanel certificate={null} />
          </section>
        </div>
        <GuillocheStrip />
      </div>
      <Legend />
      <SelfCheck />
    </div>
  );
}
