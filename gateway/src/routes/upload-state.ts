import type { CallOptions } from '@g2/kit/grpc-client';
import type { StoredFile } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';
import type { UploadState } from '../../contract/uploads.ts';
import { finishUpload } from '../files/commit.ts';
import type { StorageClient } from '../files/storage-client.ts';
import { type Deps, route } from '../route.ts';

export function addUploadState(app: FastifyInstance, deps: Deps, storage: StorageClient): void {
  const { registrations } = deps.clients;

  route(app, deps, fileRoutes.getUpload, async ({ params, call }) => {
    const { state, fileName, ticket, stored, problem } = await registrations.getUpload(params, call);
    if (state === 'none') return NONE;
    if (stored) return storedAs(stored);
    if (problem) return { ...NONE, state: 'refused', fileName, problem };
    const found = await storage.getStatus(ticket);
    if (!found || found.state === 'expired') return NONE;
    const { offset, size, sha256 } = found;
    if (found.problem) return { state: 'refused', offset, size, fileName, sha256, problem: found.problem };
    const hasAllBytes = found.state === 'stored' || offset === size;
    if (hasAllBytes && !found.isBusy) return finishedState(params, ticket, fileName, call);
    return { state: hasAllBytes ? 'checking' : 'receiving', offset, size, fileName, sha256, problem: null };
  });

  /** All bytes have arrived, but the sender has left: completes the pending steps. */
  const finishedState = async (
    params: { id: string },
    ticket: string,
    fileName: string,
    call: CallOptions,
  ): Promise<UploadState> => {
    try {
      await finishUpload(deps.clients, storage, ticket);
    } catch (error) {
      if (!(error instanceof AppError) || error.httpStatus >= 500) throw error;
      const problem = { code: error.code, message: error.message };
      return { ...NONE, state: 'refused', fileName, problem };
    }
    const { stored } = await registrations.getUpload(params, call);
    return stored ? storedAs(stored) : NONE;
  };
}

const NONE: UploadState = {
  state: 'none',
  offset: 0,
  size: null,
  fileName: null,
  sha256: null,
  problem: null,
};

const storedAs = ({ sha256, fileName, fileSize: size }: StoredFile): UploadState => ({
  state: 'stored',
  offset: size,
  size,
  fileName,
  sha256,
  problem: null,
});
