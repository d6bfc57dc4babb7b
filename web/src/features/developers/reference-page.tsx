import { reference } from '@g2/gateway/contract/gen/reference';
import type { ReferenceGroup } from '@g2/gateway/contract/reference';
import { SCOPE_NAMES, SCOPES } from '@g2/gateway/contract/scopes';
import { Link } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { Call } from './call.tsx';
import { Fields } from './fields.tsx';
import classes from './reference.module.css';
import { texts as t } from './reference-texts.ts';

const calls = reference.groups.flatMap((group) => group.calls);
/** One section per scope, with what it permits; the last one is for calls without a token. */
const SECTIONS = [
  ...SCOPE_NAMES.map((scope) => ({ scope, about: SCOPES[scope] })),
  { scope: null, about: t.anybody },
];

/** Public API reference, generated from the route table that the gateway serves. */
export function ReferencePage() {
  return (
    <Page title={t.title} lead={t.lead}>
      <div className={classes.page}>
        <p className={classes.ways}>
          <Link to="/desenvolvedores" className="g2-link">
            {t.guide}
          </Link>
          <a href="/api/openapi.json" className="g2-link">
            {t.openapi}
          </a>
        </p>
        <Contents />
        {reference.groups.map((group) => (
          <Group key={group.tag} group={group} />
        ))}
        <Schemas />
        <Refusals />
      </div>
    </Page>
  );
}

const Contents = () => (
  <nav className={classes.contents} aria-label={t.contents}>
    {SECTIONS.map(({ scope, about }) => (
      <div key={scope ?? ''}>
        <h2>{scope === null ? t.noToken : <code>{scope}</code>}</h2>
        <p className="g2-note">{about}</p>
        <ul className="g2-list">
          {calls
            .filter((call) => call.scope === scope)
            .map(({ id, summary, method }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span className={classes.verb}>{method}</span>
                  {summary}
                </a>
              </li>
            ))}
        </ul>
      </div>
    ))}
  </nav>
);

const Group = ({ group: { tag, about, calls: own } }: { group: ReferenceGroup }) => (
  <section className={classes.group} aria-label={tag}>
    <h2>{tag}</h2>
    <p className={classes.about}>{about}</p>
    {own.map((call) => (
      <Call key={call.id} call={call} />
    ))}
  </section>
);

const Schemas = () => (
  <section className={classes.group} aria-label={t.schemas}>
    <h2>{t.schemas}</h2>
    <p className={classes.about}>{t.schemasAbout}</p>
    {reference.schemas.map(({ name, fields }) => (
      <article key={name} id={`esquema-${name}`} className={classes.call} aria-label={name}>
        <h3>
          <code>{name}</code>
        </h3>
        <Fields fields={fields} optional={t.mayBeAbsent} />
      </article>
    ))}
  </section>
);

const Refusals = () => (
  <section id="erros" className={classes.group} aria-label={t.errors}>
    <h2>{t.errors}</h2>
    <p className={classes.about}>
      {t.errorsAbout}{' '}
      <a href="#esquema-Error" className="g2-link">
        Error
      </a>
      .
    </p>
    <dl className={classes.fields}>
      {reference.refusals.map(({ status, says }) => (
        <div key={status}>
          <dt>
            <code>{status}</code>
          </dt>
          <dd>{says}</dd>
        </div>
      ))}
    </dl>
  </section>
);
