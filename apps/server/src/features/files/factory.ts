import sharp from 'sharp';

/** An image of noise, which no format makes small; in bytes about three times its pixels. */
export function buildNoise(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'black', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A small image of one colour. */
export function buildPlain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Upload-Metadata of tus. */
export const tusMetadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
