import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { fileFolders, imageTypeWords } from '@boathouse/contract/files';
import { forbiddenTexts, hostileFiles, type HostileFile } from '../../../test/support/hostile-files.ts';
import { fittedSize, ImageRefused, ImagesBusy, redrawImage } from './images.ts';

const icon = fileFolders.usericons;
const banner = fileFolders.userbanners;
const megabyte = 1 << 20;

/** What became of it, and by how much the memory of this process grew meanwhile, in bytes. */
async function attempt(bytes: Buffer) {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  try {
    const drawn = await redrawImage(bytes, icon);
    return { drawn: Buffer.from(drawn), words: 'cleaned', grown: peak - before };
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    return { drawn: null, words: error.message, grown: peak - before };
  } finally {
    clearInterval(watch);
  }
}

describe('files that are no harmless image', () => {
  let files: HostileFile[] = [];
  beforeAll(async () => {
    files = await hostileFiles();
  });

  test('[STORE-1] are refused in words that name what is allowed, or come out as nothing but pixels', async () => {
    expect(files.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThan(30);
    const table: Record<string, { bytes: number; outcome: string; grownMB: number }> = {};
    for (const { name, bytes, outcome } of files) {
      const { drawn, words, grown } = await attempt(bytes);
      table[name] = { bytes: bytes.length, outcome: words, grownMB: Math.round(grown / megabyte) };
      if (outcome === 'refused') expect(drawn, name).toBeNull();
      if (outcome === 'cleaned') expect(words, name).toBe('cleaned');
      if (drawn === null) expect(words, name).toMatch(/JPEG|PNG|WebP|GIF|AVIF/);
      else await expectPlainPixels(drawn, name);
      for (const text of forbiddenTexts)
        expect(drawn?.includes(text, 0, 'latin1') ?? false, `${name}: ${text}`).toBe(false);
      expect(grown, `${name}: memory`).toBeLessThan(400 * megabyte);
    }
    if (process.env['SHOW_HOSTILE_FILES'] === '1') console.table(table);
  });

  test('[STORE-1] are what they say: the camera wrote where it stood, and the comments carry scripts', () => {
    const bytesOf = (name: string) => files.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0);
    expect(bytesOf('a JPEG that says where it was taken').includes('Exif')).toBe(true);
    expect(bytesOf('a JPEG that says where it was taken').includes('secret')).toBe(true);
    expect(bytesOf('html in a JPEG comment').includes('<script')).toBe(true);
    expect(bytesOf('a PNG with a zip behind it').includes('PK\x03\x04')).toBe(true);
  });

  test('[STORE-1] leave no memory behind that grows with their number', async () => {
    const twice = async () => {
      for (const { bytes } of files) await attempt(bytes);
      return process.memoryUsage.rss();
    };
    const after = await twice();
    expect((await twice()) - after).toBeLessThan(150 * megabyte);
  });
});

async function expectPlainPixels(drawn: Buffer, name: string): Promise<void> {
  const found = await sharp(drawn).metadata();
  expect(found, name).toMatchObject({ format: 'webp' });
  expect([found.exif, found.icc, found.xmp, found.iptc, found.orientation, found.pages], name).toEqual(
    Array.from({ length: 6 }),
  );
  expect(Math.max(found.width, found.height), name).toBeLessThanOrEqual(512);
}

describe('an image', () => {
  const striped = (width: number, height: number) => {
    // The upper half is red, the lower blue.
    const pixels = Buffer.alloc(width * height * 3);
    for (let index = 0; index < width * height; index += 1) {
      pixels[index * 3 + (index < (width * height) / 2 ? 0 : 2)] = 255;
    }
    return sharp(pixels, { raw: { width, height, channels: 3 } });
  };
  const colourAt = async (image: Uint8Array, x: number, y: number) => {
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (y * info.width + x) * info.channels;
    return (data[at] ?? 0) > 128 ? 'red' : 'blue';
  };

  test.for(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('[STORE-1] may be %s', async (format) => {
    const bytes = await striped(600, 600).toFormat(format).toBuffer();
    const drawn = await redrawImage(bytes, icon);
    expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(await colourAt(drawn, 256, 20)).toBe('red');
    expect(await colourAt(drawn, 256, 490)).toBe('blue');
  });

  test('[STORE-1] is cut to its shape and never enlarged', async () => {
    const sizeOf = async (width: number, height: number, shape: { width: number; height: number }) => {
      const drawn = await redrawImage(await striped(width, height).png().toBuffer(), shape);
      const found = await sharp(drawn).metadata();
      return [found.width, found.height];
    };
    expect(await sizeOf(2000, 1000, icon)).toEqual([512, 512]);
    expect(await sizeOf(300, 200, icon)).toEqual([200, 200]);
    expect(await sizeOf(1, 1, icon)).toEqual([1, 1]);
    expect(await sizeOf(3200, 800, banner)).toEqual([1600, 400]);
    expect(await sizeOf(800, 800, banner)).toEqual([800, 200]);
    expect(await sizeOf(4, 1000, banner)).toEqual([4, 1]);
  });

  test('[STORE-1] of any size fits its shape without enlarging, and fills it as far as it can', () => {
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

  test('[STORE-1] that a camera held sideways is drawn upright', async () => {
    // Orientation 3 is upside down: the upper half of what people see is the lower half of what is stored.
    const bytes = await striped(600, 600).withMetadata({ orientation: 3 }).jpeg().toBuffer();
    const drawn = await redrawImage(bytes, icon);
    expect(await colourAt(drawn, 256, 20)).toBe('blue');
    expect(await colourAt(drawn, 256, 490)).toBe('red');
  });

  test('[STORE-1] that moves becomes its first frame', async () => {
    const frames = await Promise.all([
      striped(60, 60).png().toBuffer(),
      striped(60, 60).negate().png().toBuffer(),
    ]);
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const drawn = await redrawImage(bytes, icon);
    expect((await sharp(drawn).metadata()).pages).toBeUndefined();
    expect(await colourAt(drawn, 30, 5)).toBe('red');
  });

  test('[STORE-1] drawn twice is the same bytes, which is what its name is made of', async () => {
    const bytes = await striped(700, 900).png().toBuffer();
    const [first, second] = [await redrawImage(bytes, icon), await redrawImage(bytes, icon)];
    expect(Buffer.from(first).equals(second)).toBe(true);
  });

  test('[STORE-1] waits while two are worked on, and is sent away when too many wait', async () => {
    const bytes = await striped(1200, 1200).png().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => redrawImage(bytes, icon)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(8);
    for (const error of refused) expect(error).toBeInstanceOf(ImagesBusy);
    await expect(redrawImage(bytes, icon)).resolves.toBeInstanceOf(Uint8Array);
  });

  test('[STORE-1] that waits is not read before its turn, and never when too many wait', async () => {
    const bytes = await striped(1200, 1200).png().toBuffer();
    let reads = 0;
    const read = () => {
      reads += 1;
      return Promise.resolve(bytes);
    };
    const drawings = Array.from({ length: 40 }, () => redrawImage(read, icon));
    expect(reads).toBe(2);
    const results = await Promise.allSettled(drawings);
    expect(reads).toBe(32);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
  });

  test('[STORE-1] of random bytes, or with random bytes in it, is refused or drawn, and nothing else', async () => {
    const whole = await striped(64, 64).jpeg().toBuffer();
    const damaged = fc
      .tuple(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 30 }))
      .map(([at, noise]) => Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at + noise.length)]));
    const seen = new Set<string>();
    const random = fc.uint8Array({ maxLength: 300 }).map((noise) => Buffer.from(noise));
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, random), async (bytes) => {
        const { drawn, words } = await attempt(bytes);
        seen.add(drawn === null ? 'refused' : 'drawn');
        // Noise in the head of an image can make it one of too many pixels.
        const refusals = [imageTypeWords, 'A JPEG image may have at most 50 million pixels'];
        if (drawn === null) expect(words).toMatch(new RegExp(refusals.join('|')));
        else await expectPlainPixels(drawn, 'random');
      }),
      { numRuns: 200 },
    );
    expect(seen).toEqual(new Set(['refused', 'drawn']));
  });
});
