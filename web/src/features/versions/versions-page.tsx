import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useUser } from '../../lib/session.ts';
import { texts } from './texts.ts';
import classes from './versions.module.css';

/** Public page that explains how to register a new version of a program. */
export function VersionsPage() {
  useDocumentTitle(texts.tab);
  const isUser = Boolean(useUser());
  return (
    <div className={classes.page}>
      <header className={classes.intro}>
        <h1 className={classes.title}>
          <span className={classes.half}>{texts.title[0]}</span>{' '}
          <span className={classes.half}>{texts.title[1]}</span>
        </h1>
        <p className={classes.lead}>{texts.lead}</p>
        <div className={classes.actions}>
          <Button component={Link} to={isUser ? '/dashboard' : '/auth'} size="md">
            {isUser ? texts.startUser : texts.start}
          </Button>
          <Button component={Link} to="/help#contato" size="md" variant="default">
            {texts.help}
          </Button>
        </div>
      </header>
      <VersionLine />
      <WhenSection />
      <ComparisonSection />
      <CertificatesSection />
      <PriceSection />
      <StepsSection />
    </div>
  );
}

function WhenSection() {
  const t = texts.when;
  return (
    <section className={classes.section} aria-labelledby="quando">
      <h2 id="quando">{t.title}</h2>
      <div className={classes.pair}>
        <div>
          <h3>{t.yes}</h3>
          <ul className={classes.list}>
            {t.yesItems.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{t.no}</h3>
          <ul className={classes.list}>
            {t.noItems.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </div>
      <p className={classes.said}>{t.why}</p>
    </section>
  );
}

function ComparisonSection() {
  const t = texts.compared;
  return (
    <section className={classes.section} aria-labelledby="comparacao">
      <h2 id="comparacao">{t.title}</h2>
      <p>{t.lead}</p>
      <dl className={classes.facts}>
        {t.items.map(([name, what]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="g2-note">{t.private}</p>
    </section>
  );
}

function CertificatesSection() {
  const t = texts.certificates;
  return (
    <section className={classes.section} aria-labelledby="certificados">
      <h2 id="certificados">{t.title}</h2>
      <ul className={classes.list}>
        {t.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        <Link to="/verificar" className={classes.more}>
          {t.check} <IconArrowRight size={16} aria-hidden />
        </Link>
      </p>
    </section>
  );
}

function PriceSection() {
  const t = texts.price;
  return (
    <section className={classes.price} aria-labelledby="preco">
      <div>
        <h2 id="preco">{t.title}</h2>
        <p className={classes.amount}>
          {t.price} <span className={classes.unit}>{t.unit}</span>
        </p>
      </div>
      <ul className={classes.list}>
        {t.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

function StepsSection() {
  const t = texts.how;
  return (
    <section className={classes.section} aria-labelledby="como">
      <h2 id="como">{t.title}</h2>
      <ol className={classes.steps}>
        {t.steps.map(([name, what]) => (
          <li key={name}>
            <strong>{name}</strong>
            <span className={classes.step}>{what}</span>
          </li>
        ))}
      </ol>
      <p>
        {t.question}{' '}
        <Link to="/help#versao" className={classes.more}>
          {t.toHelp} <IconArrowRight size={16} aria-hidden />
        </Link>
      </p>
    </section>
  );
}

/** Example versions on a line with their hashes and the changes between them; a list for screen readers. */
function VersionLine() {
  const t = texts.line;
  return (
    <figure className={classes.figure}>
      <ol className={classes.line} aria-label={t.label}>
        {t.versions.map((version, index) => (
          <Fragment key={version.name}>
            <ChangeCounts at={index} />
            <li className={classes.version} data-first={index === 0 || undefined}>
              <span className={classes.kind}>{version.kind}</span>
              <strong>{version.name}</strong>
              <span className={classes.date}>{version.date}</span>
              <code>{version.hash}</code>
            </li>
          </Fragment>
        ))}
      </ol>
      <figcaption className="g2-meta">{t.note}</figcaption>
    </figure>
  );
}

/** The changes between a version and the previous one. */
function ChangeCounts({ at }: { at: number }) {
  const t = texts.line;
  const change = t.links[at - 1];
  if (change === undefined) return null;
  return (
    <li className={classes.change} aria-label={t.change(change)}>
      <span aria-hidden className={classes.signs}>
        <b data-sign="add">+{change.add}</b>
        <b data-sign="change">~{change.change}</b>
        <b data-sign="remove">−{change.remove}</b>
      </span>
    </li>
  );
}
