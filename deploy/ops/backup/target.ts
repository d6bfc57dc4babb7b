import type { ServiceName } from '@g2/kit/provision';
import type { ObjectStore } from '../../../services/storage-hashing/src/objects/objects.ts';

/** An empty target: each service's own database URL with an empty schema, and an object store. */
export type Target = { databaseUrls: Record<ServiceName, string>; objects: ObjectStore };
