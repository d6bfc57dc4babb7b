import type { ReferenceField, ReferenceType } from '@g2/gateway/contract/reference';
import { Fragment } from 'react';
import classes from './reference.module.css';
import { texts as t } from './reference-texts.ts';

/** A type in words; the name of a schema links to it. */
export const Type = ({ type }: { type: ReferenceType }) =>
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

interface FieldsProps {
  readonly fields: readonly ReferenceField[];
  /** Label of an optional field. */
  readonly optional: string;
  /** Where the parameter with this index is sent. */
  readonly placeOf?: (at: number) => 'path' | 'query' | 'header' | undefined;
}

export const Fields = ({ fields, optional, placeOf }: FieldsProps) => (
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
            <Type type={type} />
            {!required && <span className={classes.optional}> · {optional}</span>}
            {note !== null && <span className={classes.note}>{note}</span>}
          </dd>
        </div>
      );
    })}
  </dl>
);
