import { imageTypeWords } from '@boathouse/contract/files';
import { formatOf, jpegScansOf, otherContentOf, type Format } from './image-bytes.ts';

/** The bytes are not an acceptable image. The message is for the user who sent them. */
export class ImageRejected extends Error {
  override name = 'ImageRejected';
}

/** Too many images wait to be re-encoded. */
export class ImagesBusy extends Error {
  override name = 'ImagesBusy';
  constructor() {
    super('The server is processing too many images. Try again in a moment.');
  }
}

const formats = {
  jpeg: { words: 'JPEG', megapixelsMax: 50 },
  png: { words: 'PNG', megapixelsMax: 25 },
  webp: { words: 'WebP', megapixelsMax: 25 },
  gif: { words: 'GIF', megapixelsMax: 25 },
  // The decoder holds the complete image, at 18 bytes per pixel.
  heif: { words: 'AVIF', megapixelsMax: 16 },
} as const satisfies Record<Format, { words: string; megapixelsMax: number }>;

/** Images decoded at the same time. With the pixel limits above this bounds the memory. */
const decodesMax = 2;
const waitingMax = 30;
const timeoutSec = 10;
/**
 * Encoders write about ten scans. Each scan covers the complete image and the timeout is only checked after the last:
 * half a megabyte of scans takes half a minute.
 */
const jpegScansMax = 100;

/** Loads the library with the first image: it takes time and memory of a start, and images are rare. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One thread per image and no cache: uploads are rare, and live rows have priority.
  sharp.concurrency(1);
  sharp.cache(false);
  // Disables every other decoder of the library, in case the format check below lets something through.
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
  return sharp;
}
let library: ReturnType<typeof loadSharp> | undefined;

/** The bytes of an image, or a function that reads them. */
export type ImageSource = Uint8Array | (() => Promise<Uint8Array>);

/**
 * Decodes an image and re-encodes it as WebP: only pixels (no metadata), upright, cropped to the shape's ratio, never
 * enlarged, only the first frame of an animation. Detects the format from the bytes, never from a name or a header.
 * Calls a source function only when a decode slot is free, so that waiting images take no memory.
 * @throws ImageRejected, ImagesBusy, and any error of the source function
 */
export function reencodeImage(
  source: ImageSource,
  shape: { width: number; height: number },
): Promise<Uint8Array> {
  return withDecodeSlot(async () => {
    const bytes = typeof source === 'function' ? await source() : source;
    const format = formatOf(bytes);
    if (format === null) throw notAnImage();
    if (format === 'jpeg' && jpegScansOf(bytes) > jpegScansMax) {
      throw new ImageRejected(`A JPEG image may have at most ${jpegScansMax} scans. Choose another one.`);
    }
    const other = otherContentOf(bytes);
    if (other !== null)
      throw new ImageRejected(`This image contains ${other}. Choose another ${imageTypeWords} image.`);
    return reencode(bytes, format, shape);
  });
}

async function reencode(
  bytes: Uint8Array,
  format: Format,
  shape: { width: number; height: number },
): Promise<Uint8Array> {
  const { words, megapixelsMax } = formats[format];
  library ??= loadSharp();
  const sharp = await library;
  try {
    const image = sharp(bytes, {
      autoOrient: true,
      // A second safeguard: the size is checked below, with a clear message.
      limitInputPixels: megapixelsMax * 1_000_000,
      failOn: 'error',
      pages: 1,
    }).timeout({ seconds: timeoutSec });
    const found = await image.metadata();
    if (found.format !== format || (format === 'heif' && found.compression !== 'av1')) {
      throw notAnImage();
    }
    if (found.width * found.height > megapixelsMax * 1_000_000) throw tooManyPixels(words, megapixelsMax);
    const size = fittedSize(found.autoOrient, shape);
    return await image
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof ImageRejected) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw tooManyPixels(words, megapixelsMax);
    }
    throw new ImageRejected(
      `This ${words} image is damaged or cut short. Choose another ${imageTypeWords} image.`,
      { cause: error },
    );
  }
}

const notAnImage = () => new ImageRejected(`This is not a ${imageTypeWords} image.`);

const tooManyPixels = (words: string, megapixelsMax: number) =>
  new ImageRejected(
    `${words === 'AVIF' ? 'An' : 'A'} ${words} image may have at most ${megapixelsMax} million pixels. Choose a smaller one.`,
  );

/** Returns the largest size in pixels with the wanted ratio that is neither above the wanted size nor enlarged. */
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

async function withDecodeSlot<T>(work: () => Promise<T>): Promise<T> {
  if (working >= decodesMax) {
    if (waiting.length >= waitingMax) throw new ImagesBusy();
    // The finished call passes its slot on, so that a new call cannot take it first.
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
