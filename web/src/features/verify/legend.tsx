import { CERTIFICATE_STATUSES } from '@g2/gateway/contract/certificate-status';
import clsx from 'clsx';
import { useTexts } from '../../lib/language.ts';
import toneCss from '../../shared/certificate/tones.module.css';
import { iconOf } from '../../shared/certificate/tones.ts';
import classes from './parts.module.css';
import { texts } from './texts.ts';
import page from './verify.module.css';

/** The possible verdicts with their colours and icons. */
export function Legend() {
  const { legend, statuses } = useTexts(texts);
  const rows = [
    ...CERTIFICATE_STATUSES.map((status) => ({
      tone: status as string,
      title: statuses[status].title,
      text: statuses[status].legend,
    })),
    { tone: 'unknown', title: legend.unknown, text: legend.unknownText },
  ];
  return (
    <section className={classes.part} aria-labelledby="legend-title">
      <h2 id="legend-title" className={page.heading}>
        {legend.title}
      </h2>
      <ul className={classes.legend}>
        {rows.map(({ tone, title, text }) => {
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
