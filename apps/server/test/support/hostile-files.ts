import { createHash } from 'node:crypto';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/**
 * The expected outcome: `refused` with a message, or `cleaned` to plain pixels; `either` if decoders may differ in how
 * much damage they tolerate.
 */
export type HostileFile = { name: string; bytes: Buffer; outcome: 'refused' | 'cleaned' | 'either' };

/** None of these may occur in a stored image. */
export const forbiddenTexts = ['<script', '<?php', 'alert(', 'PK\x03\x04', 'Exif', 'XMP ', 'ICCP', 'secret'];

const script = '<script>alert("secret")</script>';
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const picture = (width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 140 } } });

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** PNG (W3C) 5.3. */
function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([latin1(type), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}
const pngSignature = latin1('\x89PNG\r\n\x1a\n');
const pngHeader = (width: number, height: number, bits = 8, color = 2) =>
  pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([bits, color, 0, 0, 0])]));
const pngOf = (...chunks: Buffer[]) =>
  Buffer.concat([pngSignature, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
const pngPixels = (width: number, height: number) =>
  pngChunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * height)));
const smallPng = (...extra: Buffer[]) => pngOf(pngHeader(32, 32), ...extra, pngPixels(32, 32));

/** ISO/IEC 10918-1 B.1.1.4. */
const jpegSegment = (marker: number, data: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data]);

/** Inserts a segment after the start-of-image marker of a JPEG. */
const withJpegSegment = (jpeg: Buffer, marker: number, data: Buffer) =>
  Buffer.concat([jpeg.subarray(0, 2), jpegSegment(marker, data), jpeg.subarray(2)]);

/** Changes the size in the frame header of a JPEG, but not its scan. */
function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, frame + 5);
  changed.writeUInt16BE(width, frame + 7);
  return changed;
}

/** Returns a progressive gray JPEG whose scans each cover all pixels in 12 bytes; ISO/IEC 10918-1 B.2 and G.1.2. */
function jpegOfScans(side: number, scans: number): Buffer {
  const [high, low] = [side >> 8, side & 255];
  const blocks = Math.ceil(side / 8) ** 2;
  // One 1-bit code each: no difference to the previous block, and a run of ended blocks.
  const code = (kind: number, symbol: number) =>
    jpegSegment(0xc4, Buffer.from([kind << 4, 1, ...Buffer.alloc(15), symbol]));
  const scan = (first: number, last: number) => jpegSegment(0xda, Buffer.from([1, 1, 0, first, last, 0]));
  // A run of 32703 blocks.
  const pass = Buffer.concat([scan(1, 63), Buffer.from([0x7f, 0x7e])]);
  return Buffer.concat([
    latin1('\xff\xd8'),
    jpegSegment(0xdb, Buffer.from([0, ...Buffer.alloc(64, 16)])),
    jpegSegment(0xc2, Buffer.from([8, high, low, high, low, 1, 1, 0x11, 0])),
    code(0, 0),
    code(1, 0xe0),
    scan(0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array.from({ length: scans - 1 }, () => pass),
    latin1('\xff\xd9'),
  ]);
}

/** Returns a GIF89a of one pixel that declares any size. */
function gifOf(width: number, height: number, extension = Buffer.alloc(0)): Buffer {
  const size = Buffer.from([width & 255, width >> 8, height & 255, height >> 8]);
  const screen = Buffer.concat([latin1('GIF89a'), size, Buffer.from([0x80, 0, 0, 255, 0, 0, 0, 255, 0])]);
  const image = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), size, Buffer.from([0, 2, 2, 0x44, 1, 0])]);
  return Buffer.concat([screen, extension, image, latin1(';')]);
}
const gifFrame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
const gifComment = (text: string) =>
  Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), latin1(text), Buffer.from([0])]);

const box = (type: string, ...data: Buffer[]) => {
  const body = Buffer.concat(data);
  return Buffer.concat([u32(body.length + 8), latin1(type), body]);
};
const fileType = (...brands: string[]) =>
  box('ftyp', latin1(brands[0] ?? ''), u32(0), ...brands.slice(1).map((brand) => latin1(brand)));

/** Changes the declared image size of an AVIF, but not its pixels; ISO/IEC 23008-12 6.5.3. */
function withAvifSize(avif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(avif);
  const size = changed.indexOf('ispe') + 8;
  changed.writeUInt32BE(width, size);
  changed.writeUInt32BE(height, size + 4);
  return changed;
}

const svg = (more: string) =>
  latin1(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${more}<rect width="9" height="9"/></svg>`,
  );

/** Frames that differ, so that an encoder does not merge them. */
async function animation(): Promise<Sharp> {
  const frames = await Promise.all(
    ['red', 'green', 'blue'].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } });
}

function u32Little(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
  return bytes;
}

/** Returns a ZIP archive of one stored file; APPNOTE 4.3.7, 4.3.12 and 4.3.16. */
function zipOf(name: string, text: string, comment = ''): Buffer {
  const [version, u16Zero] = [latin1('\x14\0'), latin1('\0\0')];
  const about = Buffer.concat([
    Buffer.alloc(8),
    u32Little(crc32(text), text.length, text.length, name.length),
  ]);
  const file = Buffer.concat([latin1('PK\x03\x04'), version, about, latin1(name), latin1(text)]);
  const entry = Buffer.concat([
    latin1('PK\x01\x02'),
    version,
    version,
    about,
    Buffer.alloc(14),
    latin1(name),
  ]);
  const sizes = Buffer.concat([latin1('\x01\0\x01\0'), u32Little(entry.length, file.length)]);
  const commentSize = Buffer.from([comment.length & 255, comment.length >> 8]);
  return Buffer.concat([
    file,
    entry,
    latin1('PK\x05\x06'),
    u16Zero,
    u16Zero,
    sizes,
    commentSize,
    latin1(comment),
  ]);
}

/** Returns files that an attacker could send as an image. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await picture().jpeg().toBuffer();
  const png = await picture().png().toBuffer();
  // The same noise each time: random noise can contain one of the forbidden texts by chance.
  const shape = { width: 300, height: 200, channels: 3 } as const;
  const noisePixels = createHash('shake256', { outputLength: shape.width * shape.height * shape.channels });
  const noise = sharp(noisePixels.update('noise').digest(), { raw: shape });
  const webp = await noise.clone().webp().toBuffer();
  const avif = await noise.clone().avif({ effort: 0 }).toBuffer();
  const noisyPng = await noise.clone().png().toBuffer();
  const noisyJpeg = await noise.clone().jpeg().toBuffer();
  const gif = await picture(64, 64).gif().toBuffer();
  const zip = zipOf('secret.txt', 'in here');
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const gps = await picture()
    .withExif({
      IFD0: { Copyright: 'secret', Make: 'secret' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer();
  const turned = await picture(640, 480).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const webpOfHugeCanvas = Buffer.from(webp);
  // RFC 9649 2.7: an extended header instead of the simple one; canvas of 16384 x 16384.
  const extended = Buffer.concat([
    latin1('VP8X'),
    Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0]),
    webpOfHugeCanvas.subarray(12),
  ]);
  const riffSize = Buffer.alloc(4);
  riffSize.writeUInt32LE(extended.length + 4);

  const rows: Array<[name: string, bytes: Buffer, outcome: HostileFile['outcome']]> = [
    ['svg', svg(''), 'refused'],
    ['svg with a script', svg(script), 'refused'],
    ['svg behind a byte order mark', Buffer.concat([latin1('\xef\xbb\xbf'), svg(script)]), 'refused'],
    [
      'svg that reads a file of the server',
      latin1(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>').toString()}`),
      'refused',
    ],
    ['svg, gzipped', gzipSync(svg(script)), 'refused'],
    ['html', latin1(`<!doctype html>${script}`), 'refused'],
    ['html in a JPEG comment', withJpegSegment(jpeg, 0xfe, latin1(script)), 'refused'],
    ['php in a JPEG comment', withJpegSegment(jpeg, 0xfe, latin1('<?php system($_GET[0]); ?>')), 'refused'],
    [
      'html in the name of a JPEG application segment',
      withJpegSegment(jpeg, 0xe5, latin1(script)),
      'refused',
    ],
    ['a script that starts like a GIF', latin1('GIF89a=1;alert("secret");//'), 'refused'],
    ['a GIF whose width is the start of a JavaScript comment', gifOf(0x2a2f, 0x2f2a), 'refused'],
    ['a GIF with a script in its comment', gifOf(1, 1, gifComment(script)), 'refused'],
    ['a PNG with a zip behind it', Buffer.concat([png, zip]), 'refused'],
    ['a JPEG with a zip behind it', Buffer.concat([jpeg, zip]), 'refused'],
    ['a WebP with a zip behind it', Buffer.concat([webp, zip]), 'refused'],
    ['a GIF with a zip behind it', Buffer.concat([gif, zip]), 'refused'],
    [
      'a JPEG with a zip behind it that ends in a comment',
      Buffer.concat([jpeg, zipOf('a', 'b', 'c'.repeat(999))]),
      'refused',
    ],
    [
      'a PDF in a JPEG comment',
      withJpegSegment(jpeg, 0xfe, latin1('%PDF-1.7\n1 0 obj<<>>endobj')),
      'refused',
    ],
    // Not on the list of rejected texts, but removed by the re-encoding.
    [
      'a PNG with a script in odd letters',
      smallPng(pngChunk('tEXt', latin1('Comment\0<ScRiPt>alert("secret")</ScRiPt>'))),
      'cleaned',
    ],
    // Phones append the video of a motion photo, or a second picture.
    [
      'a JPEG followed by a video',
      Buffer.concat([jpeg, fileType('isom', 'mp42'), Buffer.alloc(999)]),
      'cleaned',
    ],
    ['a JPEG followed by another JPEG', Buffer.concat([jpeg, jpeg]), 'cleaned'],
    ['a PNG of declared 50000 x 50000', pngOf(pngHeader(50_000, 50_000), pngPixels(32, 32)), 'refused'],
    [
      'a PNG of real 20000 x 20000 in few bytes',
      pngOf(pngHeader(20_000, 20_000, 1, 0), pngChunk('IDAT', deflateSync(Buffer.alloc(2501 * 20_000)))),
      'refused',
    ],
    [
      'a PNG of 24 million pixels in few bytes',
      pngOf(pngHeader(6000, 4000), pngPixels(6000, 4000)),
      'cleaned',
    ],
    ['a PNG of no width', pngOf(pngHeader(0, 32), pngPixels(1, 32)), 'refused'],
    ['a PNG of a negative size', pngOf(pngHeader(0x8000_0001, 32), pngPixels(1, 32)), 'refused'],
    [
      'a PNG with a color profile of 64 MB',
      smallPng(pngChunk('iCCP', Buffer.concat([latin1('p\0\0'), deflateSync(Buffer.alloc(64 << 20))]))),
      'either',
    ],
    [
      'a PNG with a text of 64 MB',
      smallPng(
        pngChunk('zTXt', Buffer.concat([latin1('t\0\0'), deflateSync(Buffer.alloc(64 << 20, 'secret'))])),
      ),
      'either',
    ],
    [
      'a PNG with 20000 texts',
      smallPng(...Array.from({ length: 20_000 }, (_, index) => pngChunk('tEXt', latin1(`k${index}\0s`)))),
      'either',
    ],
    ['a PNG with a script in its text', smallPng(pngChunk('tEXt', latin1(`Comment\0${script}`))), 'refused'],
    [
      'a PNG with a wrong checksum',
      Buffer.concat([noisyPng.subarray(0, 60), latin1('!'), noisyPng.subarray(61)]),
      'refused',
    ],
    ['a PNG signature and nothing else', pngSignature, 'refused'],
    ['a PNG signature and noise', Buffer.concat([pngSignature, Buffer.alloc(500, 0xa5)]), 'refused'],
    ['half a JPEG', half(noisyJpeg), 'refused'],
    ['half a PNG', half(noisyPng), 'refused'],
    ['half a WebP', half(webp), 'refused'],
    ['half an AVIF', half(avif), 'refused'],
    ['half a GIF', half(gif), 'either'],
    ['the start of a JPEG and nothing else', latin1('\xff\xd8\xff'), 'refused'],
    ['a JPEG of declared 65500 x 65500', withJpegSize(jpeg, 65_500, 65_500), 'refused'],
    ['a JPEG of 20000 scans', jpegOfScans(1400, 20_000), 'refused'],
    ['a JPEG of 100 scans', jpegOfScans(1400, 100), 'cleaned'],
    [
      'a JPEG followed by 20000 scan markers',
      Buffer.concat([jpeg, ...Array.from({ length: 20_000 }, () => latin1('\xff\xda\0\x02'))]),
      'cleaned',
    ],
    ['a GIF of declared 65535 x 65535', gifOf(65_535, 65_535), 'refused'],
    [
      'a WebP of declared 16384 x 16384',
      Buffer.concat([latin1('RIFF'), riffSize, latin1('WEBP'), extended]),
      'refused',
    ],
    ['an AVIF of declared 60000 x 60000', withAvifSize(avif, 60_000, 60_000), 'refused'],
    [
      'a GIF of 15000 frames',
      gifOf(1, 1, Buffer.concat(Array.from({ length: 15_000 }, () => gifFrame))),
      'cleaned',
    ],
    ['nothing', Buffer.alloc(0), 'refused'],
    ['one byte', Buffer.from([0]), 'refused'],
    ['a PNG of one pixel', pngOf(pngHeader(1, 1), pngPixels(1, 1)), 'cleaned'],
    ['a PNG of 1 x 10000', pngOf(pngHeader(1, 10_000), pngPixels(1, 10_000)), 'cleaned'],
    ['a PNG of 16 bits', await picture().toColourspace('rgb16').png().toBuffer(), 'cleaned'],
    ['a JPEG in CMYK', await picture().toColourspace('cmyk').jpeg().toBuffer(), 'cleaned'],
    ['an animated GIF', await (await animation()).gif().toBuffer(), 'cleaned'],
    ['an animated WebP', await (await animation()).webp().toBuffer(), 'cleaned'],
    ['a JPEG with a GPS position', gps, 'cleaned'],
    ['a JPEG with an Exif orientation', turned, 'cleaned'],
    ['text', latin1('GIF and PNG are words'), 'refused'],
    ['a PDF', latin1('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'), 'refused'],
    ['PostScript', latin1('%!PS-Adobe-3.0 EPSF-3.0\n(secret) run'), 'refused'],
    ['an ICO with a PNG in it', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 1, 1]), png]), 'refused'],
    ['a TIFF', await picture().tiff().toBuffer(), 'refused'],
    ['a BMP', Buffer.concat([latin1('BM'), Buffer.alloc(200, 3)]), 'refused'],
    [
      'ImageMagick drawing commands (MVG)',
      latin1('push graphic-context\nimage over 0,0 0,0 "|id"\npop graphic-context'),
      'refused',
    ],
    [
      'an ImageMagick script (MSL)',
      latin1('<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>'),
      'refused',
    ],
    ['an image library command as content', latin1('ephemeral:/etc/passwd'), 'refused'],
    ['a Photoshop document', latin1('8BPS\0\x01\0\0\0\0\0\0\0\x03'), 'refused'],
    ['a HEIC', Buffer.concat([fileType('heic', 'mif1', 'heic'), Buffer.alloc(64)]), 'refused'],
    ['a video', Buffer.concat([fileType('isom', 'isom', 'mp42'), Buffer.alloc(64)]), 'refused'],
    [
      'a video that declares the brand AVIF',
      Buffer.concat([fileType('isom', 'avif'), Buffer.alloc(64)]),
      'refused',
    ],
    ['an AVIF of noise', Buffer.concat([fileType('avif', 'mif1'), Buffer.alloc(500, 0x5a)]), 'refused'],
    ['a JPEG XL', latin1('\0\0\0\x0cJXL \r\n\x87\n'), 'refused'],
    ['a JPEG 2000', latin1('\0\0\0\x0cjP  \r\n\x87\n'), 'refused'],
    ['an OpenEXR', latin1('v/1\x01\x02\0\0\0'), 'refused'],
    ['a WAV file, which starts like WebP', latin1('RIFF\x24\0\0\0WAVEfmt '), 'refused'],
  ];
  return rows.map(([name, bytes, outcome]) => ({ name, bytes, outcome }));
}
