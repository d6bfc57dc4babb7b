import { type IsTransfer, limitBodies } from '@g2/kit/http';
import type { FastifyInstance } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';

const TRANSFERS: readonly string[] = [fileRoutes.uploadFile.path, fileRoutes.continueUpload.path];

const isUpload: IsTransfer = ({ routeOptions }) => TRANSFERS.includes(routeOptions.url ?? '');

/**
 * Bodies have 15 s to arrive, uploads apart, whose pace is watched (files/transfer.ts).
 * @param ms for tests
 */
export const addBodyLimits = (app: FastifyInstance, ms?: number): void => limitBodies(app, isUpload, ms);
