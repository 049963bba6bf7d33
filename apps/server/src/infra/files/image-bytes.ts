/** The accepted formats, by the decoder's names. */
export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

/**
 * Detects the format by the first bytes: JPEG ISO/IEC 10918-1 B.1.1.3, PNG (W3C) 5.2, GIF89a 17, WebP RFC 9649 2.4,
 * AVIF as major or one of the first compatible brands of an ISO base media file (ISO/IEC 23000-22).
 */
export function formatOf(bytes: Uint8Array): Format | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (text.startsWith('ftyp', 4)) {
    if (/^(.{4})*(avif|avis)/s.test(text.slice(8))) return 'heif';
  }
  return null;
}

/** Counts the scans up to the end-of-image marker, like the decoder: ISO/IEC 10918-1 B.1.1 and B.2. */
export function jpegScansOf(bytes: Uint8Array): number {
  let scans = 0;
  let at = bytes.indexOf(0xff, 2);
  while (at >= 0 && at + 3 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (marker === 0xda) scans += 1;
    // No length follows a stuffed byte, a fill byte, a reserved marker or a standalone marker.
    const hasLength = marker >= 0xc0 && marker < 0xff && (marker < 0xd0 || marker > 0xd8);
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    at = bytes.indexOf(0xff, at + (hasLength ? 2 + Math.max(2, length) : 1));
  }
  return scans;
}

const scripts = ['<script', '<SCRIPT', '<?php', '<?PHP'];

/**
 * Detects polyglots: returns the name of the other format as which programs would read these bytes, or null. A script
 * runs if a server can be made to serve the bytes as HTML; a PDF may start within the first 1024 bytes (ISO 32000-1
 * annex H, note 13); a ZIP archive is read from its end (APPNOTE 4.3.16: end of central directory record, then a
 * comment).
 */
export function otherContentOf(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (scripts.some((text) => buffer.includes(text, 0, 'latin1'))) return 'a script';
  if (buffer.subarray(0, 1024).includes('%PDF-', 0, 'latin1')) return 'a PDF document';
  const directory = buffer.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const isArchive =
    directory >= 0 &&
    directory + 22 <= buffer.length &&
    directory + 22 + buffer.readUInt16LE(directory + 20) === buffer.length;
  return isArchive ? 'a ZIP archive' : null;
}
