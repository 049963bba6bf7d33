import sharp from 'sharp';

/** Returns a PNG of noise, which does not compress: about three bytes per pixel. */
export function buildNoise(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'black', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Returns a small PNG of one color. */
export function buildPlain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Returns the value of the tus header Upload-Metadata. */
export function tusMetadata(values: Record<string, string>) {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}
