import { PAGES } from '@g2/gateway/contract/pages';
import { useDocumentTitle } from '../../lib/document-title.ts';
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
  useDocumentTitle(PAGES['/verificar'].title);
  useDropGuard();
  return (
    <div className={classes.page}>
      <div className={classes.intro}>
        <div>
          <h1 className={classes.title}>{texts.title}</h1>
          <p className={classes.lead}>{texts.lead}</p>
        </div>
        <Seal size={132} />
      </div>
      <div className={classes.desk}>
        <GuillocheStrip />
        <div className={classes.ways}>
          <section aria-labelledby="by-number">
            <h2 id="by-number" className={classes.heading}>
              {texts.form.title}
            </h2>
            <p className="g2-note">{texts.form.text}</p>
            <NumberForm />
          </section>
          <section aria-labelledby="by-file">
            <h2 id="by-file" className={classes.heading}>
              {texts.file.title}
            </h2>
            <p className="g2-note">{texts.file.text}</p>
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
