import type { Registration } from '@g2/gateway/contract/registrations';
import { Link } from 'react-router';
import { registrationPath } from '../../shared/registration/api.ts';

/** Title of a registration as a link to its page. Text after two lines is cut off. */
export function TitleLink({ registration: { id, title } }: { registration: Registration }) {
  return (
    <Link
      to={registrationPath(id)}
      className="g2-clamp min-h-6 font-semibold leading-[1.35] text-inherit no-underline underline-offset-3 hover:underline"
      title={title}
    >
      {title}
    </Link>
  );
}
