import type { Registration } from '@g2/gateway/contract/registrations';
import { Link } from 'react-router';
import { recordPath } from '../../shared/registration/api.ts';

/** The title of a registration in a list, as a link to its page; cut after two lines. */
export function TitleLink({ registration: { id, title } }: { registration: Registration }) {
  return (
    <Link
      to={recordPath(id)}
      className="g2-clamp min-h-6 font-semibold leading-[1.35] text-inherit no-underline underline-offset-3 hover:underline"
      title={title}
    >
      {title}
    </Link>
  );
}
