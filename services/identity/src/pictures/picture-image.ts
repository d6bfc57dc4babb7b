import sharp from 'sharp';
import { PictureRefused } from './picture-fetch.ts';

/** Stored width and height, pixels. The picture is shown at 38 pixels, on screens of up to three times the density. */
const PICTURE_SIDE = 128;
export const PICTURE_TYPE = 'image/webp';
/** Limit before decoding: larger pictures may be decompression bombs. */
const MAX_PIXELS = 25_000_000;
const DECODE_SECONDS = 5;

// Enables only these loaders: no SVG, PDF, TIFF or others of libvips.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

/** Re-encodes to a small square, without metadata. @throws PictureRefused unless it is a readable JPEG, PNG or WebP */
export async function encodePicture(bytes: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // The error message of the library may quote the file, so it is not passed on.
    throw new PictureRefused('not a picture that can be read');
  }
}
