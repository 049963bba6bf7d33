import sharp from 'sharp';
import { imageTypeWords } from '@boathouse/contract/files';
import { formatOf, jpegScansOf, otherContentOf, type Format } from './image-bytes.ts';

/** Why these bytes become no image, in words for the person who sent them. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
}

/** More images are waiting than can be worked on soon. */
export class ImagesBusy extends Error {
  override name = 'ImagesBusy';
  constructor() {
    super('Too many images are being worked on. Try again in a moment.');
  }
}

const formats = {
  jpeg: { words: 'JPEG', megapixelsMax: 50 },
  png: { words: 'PNG', megapixelsMax: 25 },
  webp: { words: 'WebP', megapixelsMax: 25 },
  gif: { words: 'GIF', megapixelsMax: 25 },
  // Decoded as a whole, at 18 bytes a pixel.
  heif: { words: 'AVIF', megapixelsMax: 16 },
} as const satisfies Record<Format, { words: string; megapixelsMax: number }>;

/** What is decoded at once: with the limits of pixels above this bounds the memory. */
const decodesMax = 2;
const waitingMax = 30;
const timeoutSec = 10;
/**
 * Cameras and programs write about ten. Each pass goes over the whole image, and the timeout is not looked at before
 * the last: half a megabyte of passes would be half a minute of work.
 */
const jpegScansMax = 100;

// One thread for an image, and nothing kept between two of them: uploads are rare and the live rows come first.
sharp.concurrency(1);
sharp.cache(false);
// Whatever the sniffing below lets through by mistake, no other decoder of the library ever sees it.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/** The bytes of an image, or how to read them. */
export type ImageSource = Uint8Array | (() => Promise<Uint8Array>);

/**
 * Decodes what somebody sent and draws it anew: a WebP image of nothing but pixels, upright, of the given shape, never
 * enlarged; of an animation its first frame. What the bytes are is found in the bytes, never in a name or a header.
 * Bytes that are elsewhere are read when their turn comes: those that wait take no memory.
 * @throws ImageRefused, ImagesBusy, and what reading throws
 */
export function redrawImage(
  source: ImageSource,
  shape: { width: number; height: number },
): Promise<Uint8Array> {
  return oneOfFew(async () => {
    const bytes = typeof source === 'function' ? await source() : source;
    const format = formatOf(bytes);
    if (format === null) throw new ImageRefused(`This is no ${imageTypeWords} image.`);
    if (format === 'jpeg' && jpegScansOf(bytes) > jpegScansMax) {
      throw new ImageRefused(`A JPEG image may have at most ${jpegScansMax} scans. Choose another one.`);
    }
    const other = otherContentOf(bytes);
    if (other !== null)
      throw new ImageRefused(`There is ${other} inside this image. Choose another ${imageTypeWords} image.`);
    return redraw(bytes, format, shape);
  });
}

async function redraw(
  bytes: Uint8Array,
  format: Format,
  shape: { width: number; height: number },
): Promise<Uint8Array> {
  const { words, megapixelsMax } = formats[format];
  try {
    const image = sharp(bytes, {
      autoOrient: true,
      // Its own limit is only the second line: the size is checked below, to say it in words.
      limitInputPixels: megapixelsMax * 1_000_000,
      failOn: 'error',
      pages: 1,
    }).timeout({ seconds: timeoutSec });
    const found = await image.metadata();
    if (found.format !== format || (format === 'heif' && found.compression !== 'av1')) {
      throw new ImageRefused(`This is no ${imageTypeWords} image.`);
    }
    if (found.width * found.height > megapixelsMax * 1_000_000) throw tooManyPixels(words, megapixelsMax);
    const size = fittedSize(found.autoOrient, shape);
    return await image
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw tooManyPixels(words, megapixelsMax);
    }
    throw new ImageRefused(
      `This ${words} image is damaged or cut short. Choose another ${imageTypeWords} image.`,
      { cause: error },
    );
  }
}

const tooManyPixels = (words: string, megapixelsMax: number) =>
  new ImageRefused(
    `${words === 'AVIF' ? 'An' : 'A'} ${words} image may have at most ${megapixelsMax} million pixels. Choose a smaller one.`,
  );

/** The largest size of the wanted shape, at most the wanted one, that needs no enlarging. In pixels. */
export function fittedSize(
  image: { width: number; height: number },
  wanted: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, image.width / wanted.width, image.height / wanted.height);
  return {
    width: Math.max(1, Math.round(wanted.width * scale)),
    height: Math.max(1, Math.round(wanted.height * scale)),
  };
}

let working = 0;
const waiting: Array<() => void> = [];

async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  if (working >= decodesMax) {
    if (waiting.length >= waitingMax) throw new ImagesBusy();
    // The one that ends hands its place over, so that nobody slips in between.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  } else {
    working += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else next();
  }
}
