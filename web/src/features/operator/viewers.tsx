import { IconEye } from '@tabler/icons-react';
import { fullName, Initials } from '../../ui/person-name.tsx';
import { useViewersHere } from './use-viewers.ts';
import { texts as t } from './view-texts.ts';
import classes from './viewers.module.css';

interface Named {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Colleagues who also have this record open, updated live; empty when there are none. */
export function Viewers({ id }: { id: string }) {
  const viewers = useViewersHere(id);
  return (
    <span role="status" className={classes.viewers}>
      {viewers.length > 0 && (
        <>
          <span className={classes.faces}>
            {viewers.slice(0, 3).map((one) => (
              <Initials key={one.id} name={fullName(one)} />
            ))}
          </span>
          <span>{said(viewers)}</span>
        </>
      )}
    </span>
  );
}

/** Icon in a list row: colleagues have this record open. */
export function ViewersMark({ viewers }: { viewers: readonly Named[] }) {
  if (viewers.length === 0) return null;
  return (
    <span role="img" className={classes.mark} aria-label={said(viewers)} title={said(viewers)}>
      <IconEye size={15} stroke={1.9} aria-hidden />
    </span>
  );
}

const said = (viewers: readonly Named[]): string =>
  t.viewing(
    new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(viewers.map(fullName)),
    viewers.length === 1,
  );
