import type { Registration } from '@g2/gateway/contract/registrations';
import { IconMessageReport } from '@tabler/icons-react';
import { texts } from './texts.ts';
import classes from './wizard.module.css';

const t = texts.corrections;

/** What the staff asked of an already paid registration, where one corrects it. */
export function CorrectionBanner({ registration }: { registration: Registration }) {
  return (
    <section className={classes.asked} aria-labelledby="correction-asked">
      <IconMessageReport size={20} aria-hidden />
      <div>
        <strong id="correction-asked">{t.asked}</strong>
        <p className={classes.reason}>{registration.correctionReason ?? t.fallback}</p>
        <p className={classes.after}>{t.after}</p>
      </div>
    </section>
  );
}
