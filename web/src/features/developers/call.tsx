import type { ReferenceBody, ReferenceCall } from '@g2/gateway/contract/reference';
import { Fields, Type } from './fields.tsx';
import classes from './reference.module.css';
import { texts as t } from './reference-texts.ts';

/** Reference of one API call: parameters, bodies, responses and errors. Its anchor is its operationId. */
export function Call({ call }: { call: ReferenceCall }) {
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
      <p className="g2-note">{scope === null ? t.noTokenNeeded : <Scope scope={scope} />}</p>
      {parameters.length > 0 && (
        <>
          <h4>{t.parameters}</h4>
          <Fields fields={parameters} optional={t.optional} placeOf={(at) => parameters[at]?.place} />
        </>
      )}
      {bodies.length > 0 && <h4>{t.body}</h4>}
      {bodies.map((body) => (
        <Body key={body.media} body={body} />
      ))}
      <h4>{t.answer}</h4>
      {successes.map(({ status, body }) => (
        <div key={status} className={classes.part}>
          <p className={classes.media}>
            <code>{status}</code> {body === null ? t.empty : <Media body={body} />}
          </p>
          {body !== null && body.fields.length > 0 && (
            <Fields fields={body.fields} optional={t.mayBeAbsent} />
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

const Scope = ({ scope }: { scope: string }) => (
  <>
    {t.scope} <code className={classes.scope}>{scope}</code>
  </>
);

const Body = ({ body }: { body: ReferenceBody }) => (
  <div className={classes.part}>
    <p className={classes.media}>
      <Media body={body} />
    </p>
    {body.fields.length > 0 && <Fields fields={body.fields} optional={t.optional} />}
  </div>
);

/** The media type of a body, and its schema type if it has no fields. */
const Media = ({ body: { media, type, fields } }: { body: ReferenceBody }) => (
  <>
    <code>{media}</code>
    {fields.length === 0 && (
      <>
        {': '}
        <Type type={type} />
      </>
    )}
  </>
);
