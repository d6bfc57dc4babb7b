import type { ServiceName } from '@g2/kit/provision';
import type { ObjectStore } from '../../../services/storage-hashing/src/objects/objects.ts';

export type RestoreTarget = { databaseUrls: Record<ServiceName, string>; objects: ObjectStore };
