import { CERTIFICATE_STATUSES } from '@g2/gateway/contract/certificate-status';
import clsx from 'clsx';
import toneCss from '../../shared/certificate/tones.module.css';
import { iconOf } from '../../shared/certificate/tones.ts';
import classes from './parts.module.css';
import { texts } from './texts.ts';
import page from './verify.module.css';

const ROWS = [
  ...CERTIFICATE_STATUSES.map((status) => ({
    tone: status as string,
    title: texts.statuses[status].title,
    text: texts.statuses[status].legend,
  })),
  { tone: 'unknown', title: texts.legend.unknown, text: texts.legend.unknownText },
];

/** The possible verdicts with their colours and icons. */
export function Legend() {
  return (
    <section className={classes.part} aria-labelledby="legend-title">
      <h2 id="legend-title" className={page.heading}>
        {texts.legend.title}
      </h2>
      <ul className={classes.legend}>
        {ROWS.map(({ tone, title, text }) => {
          const Icon = iconOf(tone);
          return (
            <li key={tone} className={clsx(classes.answer, toneCss.tone)} data-tone={tone}>
              <Icon size={26} stroke={1.6} aria-hidden />
              <div>
                <p className={classes.answerTitle}>{title}</p>
                <p className="g2-meta">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
