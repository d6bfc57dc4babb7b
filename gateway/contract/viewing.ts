import { z } from 'zod';
import { body, id, pageOf, pageQuery, person, timestamp } from './common.ts';

export { VIEWING_BEAT_MS } from '@g2/terms/queue';

/** Upper bound of open registrations of all colleagues. */
const VIEWERS_PAGE_SIZE = 500;
export const viewersQuery = pageQuery(VIEWERS_PAGE_SIZE, VIEWERS_PAGE_SIZE);

/** `left`: the registration was closed. */
export const viewingBody = body({ left: z.boolean('Informe true ou false').optional() });

/** Staff member other than the caller; `since` is when they opened it. */
const viewer = person.extend({ since: timestamp }).meta({ id: 'Viewer' });
export type Viewer = z.infer<typeof viewer>;

export const viewers = z.object({ viewers: z.array(viewer) }).meta({ id: 'Viewers' });

const viewerElsewhere = viewer.extend({ registrationId: id }).meta({ id: 'ViewerElsewhere' });
export type ViewerElsewhere = z.infer<typeof viewerElsewhere>;
export const viewerPage = pageOf(viewerElsewhere).meta({ id: 'ViewerPage' });
