import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { fileFolders, imageTypeWords } from '@boathouse/contract/files';
import { forbiddenTexts, hostileFiles, type HostileFile } from '../../../test/support/hostile-files.ts';
import { fittedSize, ImageRejected, ImagesBusy, reencodeImage } from './images.ts';

const icon = fileFolders.usericons;
const banner = fileFolders.userbanners;
const megabyte = 1 << 20;

/** Re-encodes an image. Returns the result or the refusal, and the growth of the process's memory in bytes. */
async function attempt(bytes: Buffer) {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  try {
    const encoded = await reencodeImage(bytes, icon);
    return { encoded: Buffer.from(encoded), words: 'cleaned', grown: peak - before };
  } catch (error) {
    if (!(error instanceof ImageRejected)) throw error;
    return { encoded: null, words: error.message, grown: peak - before };
  } finally {
    clearInterval(watch);
  }
}

describe('hostile files', () => {
  let files: HostileFile[] = [];
  beforeAll(async () => {
    files = await hostileFiles();
  });

  test('[STORE-1] are rejected with a message that names the accepted formats, or become plain pixels', async () => {
    expect(files.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThan(30);
    const table: Record<string, { bytes: number; outcome: string; grownMB: number }> = {};
    for (const { name, bytes, outcome } of files) {
      const { encoded, words, grown } = await attempt(bytes);
      table[name] = { bytes: bytes.length, outcome: words, grownMB: Math.round(grown / megabyte) };
      if (outcome === 'refused') expect(encoded, name).toBeNull();
      if (outcome === 'cleaned') expect(words, name).toBe('cleaned');
      if (encoded === null) expect(words, name).toMatch(/JPEG|PNG|WebP|GIF|AVIF/);
      else await expectPlainPixels(encoded, name);
      for (const text of forbiddenTexts)
        expect(encoded?.includes(text, 0, 'latin1') ?? false, `${name}: ${text}`).toBe(false);
      expect(grown, `${name}: memory`).toBeLessThan(400 * megabyte);
    }
    if (process.env['SHOW_HOSTILE_FILES'] === '1') console.table(table);
  });

  test('[STORE-1] contain the location, script and archive that their names claim', () => {
    const bytesOf = (name: string) => files.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0);
    expect(bytesOf('a JPEG with a GPS position').includes('Exif')).toBe(true);
    expect(bytesOf('a JPEG with a GPS position').includes('secret')).toBe(true);
    expect(bytesOf('html in a JPEG comment').includes('<script')).toBe(true);
    expect(bytesOf('a PNG with a zip behind it').includes('PK\x03\x04')).toBe(true);
  });

  test('[STORE-1] do not leak memory', async () => {
    const twice = async () => {
      for (const { bytes } of files) await attempt(bytes);
      return process.memoryUsage.rss();
    };
    const after = await twice();
    expect((await twice()) - after).toBeLessThan(150 * megabyte);
  });
});

async function expectPlainPixels(encoded: Buffer, name: string): Promise<void> {
  const found = await sharp(encoded).metadata();
  expect(found, name).toMatchObject({ format: 'webp' });
  expect([found.exif, found.icc, found.xmp, found.iptc, found.orientation, found.pages], name).toEqual(
    Array.from({ length: 6 }),
  );
  expect(Math.max(found.width, found.height), name).toBeLessThanOrEqual(512);
}

describe('an image', () => {
  const striped = (width: number, height: number) => {
    // Upper half red, lower half blue.
    const pixels = Buffer.alloc(width * height * 3);
    for (let index = 0; index < width * height; index += 1) {
      pixels[index * 3 + (index < (width * height) / 2 ? 0 : 2)] = 255;
    }
    return sharp(pixels, { raw: { width, height, channels: 3 } });
  };
  const colorAt = async (image: Uint8Array, x: number, y: number) => {
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (y * info.width + x) * info.channels;
    return (data[at] ?? 0) > 128 ? 'red' : 'blue';
  };

  test.for(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('[STORE-1] is accepted as %s', async (format) => {
    const bytes = await striped(600, 600).toFormat(format).toBuffer();
    const encoded = await reencodeImage(bytes, icon);
    expect(await sharp(encoded).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(await colorAt(encoded, 256, 20)).toBe('red');
    expect(await colorAt(encoded, 256, 490)).toBe('blue');
  });

  test('[STORE-1] is cropped to its shape and never enlarged', async () => {
    const sizeOf = async (width: number, height: number, shape: { width: number; height: number }) => {
      const encoded = await reencodeImage(await striped(width, height).png().toBuffer(), shape);
      const found = await sharp(encoded).metadata();
      return [found.width, found.height];
    };
    expect(await sizeOf(2000, 1000, icon)).toEqual([512, 512]);
    expect(await sizeOf(300, 200, icon)).toEqual([200, 200]);
    expect(await sizeOf(1, 1, icon)).toEqual([1, 1]);
    expect(await sizeOf(3200, 800, banner)).toEqual([1600, 400]);
    expect(await sizeOf(800, 800, banner)).toEqual([800, 200]);
    expect(await sizeOf(4, 1000, banner)).toEqual([4, 1]);
  });

  test('[STORE-1] an image of any size gets the largest size that fits its shape without enlarging', () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, fc.constantFrom(icon, banner), (width, height, shape) => {
        const fitted = fittedSize({ width, height }, shape);
        expect(fitted.width).toBeLessThanOrEqual(Math.min(shape.width, width));
        expect(fitted.height).toBeLessThanOrEqual(Math.min(shape.height, height));
        const isFilled =
          fitted.width === Math.min(shape.width, width) || fitted.height === Math.min(shape.height, height);
        expect(isFilled).toBe(true);
        const skew = fitted.width / fitted.height / (shape.width / shape.height);
        if (fitted.height > 20) expect(Math.abs(1 - skew)).toBeLessThan(0.05);
      }),
    );
  });

  test('[STORE-1] an image with an Exif orientation becomes upright', async () => {
    // Orientation 3 is rotated by 180 degrees: the stored lower half is displayed on top.
    const bytes = await striped(600, 600).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const encoded = await reencodeImage(bytes, icon);
    expect(await colorAt(encoded, 256, 20)).toBe('blue');
    expect(await colorAt(encoded, 256, 490)).toBe('red');
  });

  test('[STORE-1] an image that is animated becomes its first frame', async () => {
    const frames = await Promise.all([
      striped(60, 60).png().toBuffer(),
      striped(60, 60).negate().png().toBuffer(),
    ]);
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const encoded = await reencodeImage(bytes, icon);
    expect((await sharp(encoded).metadata()).pages).toBeUndefined();
    expect(await colorAt(encoded, 30, 5)).toBe('red');
  });

  test('[STORE-1] is re-encoded to the same bytes each time, because its name is their hash', async () => {
    const bytes = await striped(700, 900).png().toBuffer();
    const [first, second] = [await reencodeImage(bytes, icon), await reencodeImage(bytes, icon)];
    expect(Buffer.from(first).equals(second)).toBe(true);
  });

  test('[STORE-1] waits while two are being decoded, and is rejected when too many wait', async () => {
    const bytes = await striped(1200, 1200).png().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => reencodeImage(bytes, icon)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(8);
    for (const error of refused) expect(error).toBeInstanceOf(ImagesBusy);
    await expect(reencodeImage(bytes, icon)).resolves.toBeInstanceOf(Uint8Array);
  });

  test('[STORE-1] is not read before its turn, and never when too many wait', async () => {
    const bytes = await striped(1200, 1200).png().toBuffer();
    let reads = 0;
    const read = () => {
      reads += 1;
      return Promise.resolve(bytes);
    };
    const encodings = Array.from({ length: 40 }, () => reencodeImage(read, icon));
    expect(reads).toBe(2);
    const results = await Promise.allSettled(encodings);
    expect(reads).toBe(32);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
  });

  test('[STORE-1] an image of random or damaged bytes is either rejected or re-encoded', async () => {
    const whole = await striped(64, 64).jpeg().toBuffer();
    const damaged = fc
      .tuple(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 30 }))
      .map(([at, noise]) => Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at + noise.length)]));
    const seen = new Set<string>();
    const random = fc.uint8Array({ maxLength: 300 }).map((noise) => Buffer.from(noise));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, random), async (bytes) => {
        const { encoded, words } = await attempt(bytes);
        seen.add(encoded === null ? 'rejected' : 'encoded');
        // Noise in the header can declare too many pixels.
        const refusals = [imageTypeWords, 'A JPEG image may have at most 50 million pixels'];
        if (encoded === null) expect(words).toMatch(new RegExp(refusals.join('|')));
        else await expectPlainPixels(encoded, 'random');
      }),
      { numRuns: 200 },
    );
    expect(seen).toEqual(new Set(['rejected', 'encoded']));
  });
});
