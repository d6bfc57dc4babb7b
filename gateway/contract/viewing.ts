import { z } from 'zod';
import { body, id, pageOf, pageQuery, person, timestamp } from './common.ts';

export { VIEWING_BEAT_MS } from '@g2/terms/queue';

/** As many as colleagues have something open. */
const ALL = 500;
export const viewersQuery = pageQuery(ALL, ALL);

/** `left`: it is open no longer. */
export const viewingBody = body({ left: z.boolean('Informe true ou false').optional() });

/** One of the staff, other than the one who asks, and since when they have it open. */
const viewer = person.extend({ since: timestamp }).meta({ id: 'Viewer' });
export type Viewer = z.infer<typeof viewer>;

export const viewers = z.object({ viewers: z.array(viewer) }).meta({ id: 'Viewers' });

const viewerElsewhere = viewer.extend({ registrationId: id }).meta({ id: 'ViewerElsewhere' });
export type ViewerElsewhere = z.infer<typeof viewerElsewhere>;
export const viewerPage = pageOf(viewerElsewhere).meta({ id: 'ViewerPage' });
