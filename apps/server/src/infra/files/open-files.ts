import { join } from 'node:path';
import { fileLimits } from '@boathouse/contract/files';
import { openDiskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import { openS3Files, type S3Options } from './s3-files.ts';
import { openDiskUploadParts, openS3UploadParts, type UploadParts } from './upload-parts.ts';

export type FileStorage = { images: FileStore; parts: UploadParts };

/** Opens the stores of images and unfinished uploads: in the bucket with `s3`, else under `dataDir`. */
export async function openFileStorage(options: {
  dataDir: string;
  s3: S3Options | null;
}): Promise<FileStorage> {
  const { dataDir, s3 } = options;
  const expireMs = fileLimits.pendingMs;
  if (s3 !== null) return { images: openS3Files(s3), parts: openS3UploadParts(s3, expireMs) };
  return {
    images: openDiskFiles(join(dataDir, 'files')),
    parts: await openDiskUploadParts(join(dataDir, 'uploads'), expireMs),
  };
}
