import { isStaff, userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { IdentityService } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { PICTURE_TYPE } from '../pictures/picture-image.ts';
import { getPicture } from '../store/pictures.ts';

/** Users see their own picture, staff see all. */
export const pictureRpcs = (deps: Deps) =>
  ({
    getPicture: {
      allow: signedIn,
      async run({ id }, { actor }) {
        const may = userOf(actor).id === id || isStaff(actor);
        const picture = may && isUuid(id) ? await getPicture(deps.db, id) : undefined;
        if (!picture) throw new AppError('not-found', { message: 'Imagem não encontrada' });
        return { content: picture.image, mediaType: PICTURE_TYPE, version: picture.version };
      },
    },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;
