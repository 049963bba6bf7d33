import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';

/** Returns an archive with its parts changed and packed again; null omits a part. */
export async function changedArchive(
  bytes: Uint8Array,
  change: (name: string, text: string) => string | null,
): Promise<Buffer> {
  const entries = await unpackTar(gunzipSync(bytes));
  const kept = entries.flatMap(({ header, data }) => {
    const text = change(header.name, Buffer.from(data ?? []).toString());
    if (text === null) return [];
    return [{ header: { ...header, size: Buffer.byteLength(text) }, body: text }];
  });
  return gzipSync(await packTar(kept));
}
