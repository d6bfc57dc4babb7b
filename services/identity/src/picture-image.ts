import sharp from 'sharp';
import { PictureRefused } from './picture-fetch.ts';

/** Width and height of a kept picture, pixels: 38 on the screen, at three times the density. */
const PICTURE_SIDE = 128;
export const PICTURE_TYPE = 'image/webp';
/** Pixels of a picture as it comes; above it may be a bomb. */
const MAX_PIXELS = 25_000_000;
const DECODE_SECONDS = 5;

// Only the plain picture formats are ever decoded: no SVG, PDF, TIFF or anything else the library knows.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

/**
 * The picture as it is kept: decoded, turned upright, cut to a small square and encoded anew, so that nothing of the
 * original file is left, its metadata included.
 * @throws PictureRefused for what is no JPEG, PNG or WebP that can be read
 */
export async function encodePicture(bytes: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // What the library says quotes the file.
    throw new PictureRefused('not a picture that can be read');
  }
}
