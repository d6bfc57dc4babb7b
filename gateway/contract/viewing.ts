import { z } from 'zod';
import { body, id, pageOf, pageQuery, person, timestamp } from './common.ts';

export { VIEWING_BEAT_MS } from '@g2/terms/queue';

/** Upper bound of the number of registrations that all colleagues have open. */
const VIEWERS_PAGE_SIZE = 500;
export const viewersQuery = pageQuery(VIEWERS_PAGE_SIZE, VIEWERS_PAGE_SIZE);

/** `left`: the caller closed the page of the registration. */
export const viewingBody = body({ left: z.boolean('Informe true ou false').optional() });

/** Another staff member who has the registration open, since the time `since`. */
const viewer = person.extend({ since: timestamp }).meta({ id: 'Viewer' });
export type Viewer = z.infer<typeof viewer>;

export const viewers = z.object({ viewers: z.array(viewer) }).meta({ id: 'Viewers' });

const viewerElsewhere = viewer.extend({ registrationId: id }).meta({ id: 'ViewerElsewhere' });
export type ViewerElsewhere = z.infer<typeof viewerElsewhere>;
export const viewerPage = pageOf(viewerElsewhere).meta({ id: 'ViewerPage' });
