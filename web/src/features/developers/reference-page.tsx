import { reference } from '@g2/gateway/contract/gen/reference';
import type {
  ReferenceBody,
  ReferenceCall,
  ReferenceField,
  ReferenceGroup,
  ReferenceType,
} from '@g2/gateway/contract/reference';
import { SCOPE_NAMES, SCOPES } from '@g2/gateway/contract/scopes';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Page } from '../../ui/page.tsx';
import classes from './reference.module.css';
import { texts as t } from './reference-texts.ts';

const calls = reference.groups.flatMap((group) => group.calls);
/** One section per scope, with what it permits; the last one is for calls without a token. */
const SCOPE_SECTIONS = [
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
        <TableOfContents />
        {reference.groups.map((group) => (
          <GroupSection key={group.tag} group={group} />
        ))}
        <SchemasSection />
        <ErrorsSection />
      </div>
    </Page>
  );
}

const TableOfContents = () => (
  <nav className={classes.contents} aria-label={t.contents}>
    {SCOPE_SECTIONS.map(({ scope, about }) => (
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

const GroupSection = ({ group: { tag, about, calls: own } }: { group: ReferenceGroup }) => (
  <section className={classes.group} aria-label={tag}>
    <h2>{tag}</h2>
    <p className={classes.about}>{about}</p>
    {own.map((call) => (
      <CallArticle key={call.id} call={call} />
    ))}
  </section>
);

const SchemasSection = () => (
  <section className={classes.group} aria-label={t.schemas}>
    <h2>{t.schemas}</h2>
    <p className={classes.about}>{t.schemasAbout}</p>
    {reference.schemas.map(({ name, fields }) => (
      <article key={name} id={`esquema-${name}`} className={classes.call} aria-label={name}>
        <h3>
          <code>{name}</code>
        </h3>
        <FieldList fields={fields} optional={t.mayBeAbsent} />
      </article>
    ))}
  </section>
);

const ErrorsSection = () => (
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

/** Reference of one API call: parameters, bodies, responses and errors. Its anchor is its operationId. */
function CallArticle({ call }: { call: ReferenceCall }) {
  const { id, method, path, summary, scope, parameters, bodies, successes, refusals } = call;
  return (
    <article id={id} className={classes.call} aria-labelledby={`${id}-titulo`}>
      <h3 id={`${id}-titulo`}>
        <a href={`#${id}`} className={classes.anchor}>
          {summary}
        </a>
      </h3>
      <p className={classes.address}>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
      </p>
      <p className="g2-note">{scope === null ? t.noTokenNeeded : <ScopeNote scope={scope} />}</p>
      {parameters.length > 0 && (
        <>
          <h4>{t.parameters}</h4>
          <FieldList fields={parameters} optional={t.optional} placeOf={(at) => parameters[at]?.place} />
        </>
      )}
      {bodies.length > 0 && <h4>{t.body}</h4>}
      {bodies.map((body) => (
        <BodyPart key={body.media} body={body} />
      ))}
      <h4>{t.answer}</h4>
      {successes.map(({ status, body }) => (
        <div key={status} className={classes.part}>
          <p className={classes.media}>
            <code>{status}</code> {body === null ? t.empty : <MediaType body={body} />}
          </p>
          {body !== null && body.fields.length > 0 && (
            <FieldList fields={body.fields} optional={t.mayBeAbsent} />
          )}
        </div>
      ))}
      <p className={classes.refusals}>
        <a href="#erros" className="g2-link">
          {t.errors}
        </a>
        {': '}
        {refusals.join(', ')}
      </p>
    </article>
  );
}

const ScopeNote = ({ scope }: { scope: string }) => (
  <>
    {t.scope} <code className={classes.scope}>{scope}</code>
  </>
);

const BodyPart = ({ body }: { body: ReferenceBody }) => (
  <div className={classes.part}>
    <p className={classes.media}>
      <MediaType body={body} />
    </p>
    {body.fields.length > 0 && <FieldList fields={body.fields} optional={t.optional} />}
  </div>
);

/** The media type of a body, and its schema type if it has no fields. */
const MediaType = ({ body: { media, type, fields } }: { body: ReferenceBody }) => (
  <>
    <code>{media}</code>
    {fields.length === 0 && (
      <>
        {': '}
        <TypeText type={type} />
      </>
    )}
  </>
);

/** A type in words; the name of a schema links to it. */
const TypeText = ({ type }: { type: ReferenceType }) =>
  type.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one type never change.
    <Fragment key={at}>
      {typeof part === 'string' ? (
        part
      ) : (
        <a href={`#esquema-${part.schema}`} className="g2-link">
          {part.schema}
        </a>
      )}
    </Fragment>
  ));

interface FieldListProps {
  readonly fields: readonly ReferenceField[];
  /** Label of an optional field. */
  readonly optional: string;
  /** Where the parameter with this index is sent. */
  readonly placeOf?: (at: number) => 'path' | 'query' | 'header' | undefined;
}

const FieldList = ({ fields, optional, placeOf }: FieldListProps) => (
  <dl className={classes.fields}>
    {fields.map(({ name, type, required, note }, at) => {
      const place = placeOf?.(at);
      return (
        <div key={`${place}${name}`}>
          <dt>
            <code>{name}</code>
            {place !== undefined && <span className={classes.place}>{t.places[place]}</span>}
          </dt>
          <dd>
            <TypeText type={type} />
            {!required && <span className={classes.optional}> · {optional}</span>}
            {note !== null && <span className={classes.note}>{note}</span>}
          </dd>
        </div>
      );
    })}
  </dl>
);
