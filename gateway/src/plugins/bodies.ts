import { type IsTransfer, limitBodies } from '@g2/kit/http';
import type { FastifyInstance } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';

const isUpload: IsTransfer = ({ routeOptions }) => routeOptions.url === fileRoutes.uploadFile.path;

/**
 * Bodies have 15 s to arrive, uploads apart, whose pace is watched (files/transfer.ts).
 * @param ms for tests
 */
export const addBodyLimits = (app: FastifyInstance, ms?: number): void => limitBodies(app, isUpload, ms);
