import { fileLimits, imageTypes, imageTypeWords } from '@boathouse/contract/files';
import { ApiError, messageOf, NetworkError } from '../../../lib/api.ts';

/** The upload timed out. The server keeps its bytes, so that choosing the same file again resumes it. */
export class UploadTimeoutError extends Error {
  override name = 'UploadTimeoutError';
  constructor() {
    super('The upload took too long. Choose the same image again to resume it.');
  }
}

/** STORE-3 */
const wordsOfStatus: Readonly<Record<number, string>> = {
  401: 'You are not logged in. Log in and choose the image again.',
  402: 'Your storage quota is exceeded. Unused images are deleted after a day.',
  403: 'You do not have permission to store an image here.',
  404: 'The upload does not exist. Choose the image again.',
};

/** Returns the message of an upload error for the user. */
export function uploadErrorWords(error: unknown): string {
  return (error instanceof ApiError ? wordsOfStatus[error.status] : undefined) ?? messageOf(error);
}

/** STORE-2: retry after 5xx, 408, 429 and without a response. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408 || error.status === 429;
  return error instanceof NetworkError;
}

/** Returns why a chosen file cannot be uploaded; null if it can. The server checks the bytes. */
export function problemOfFile(file: { type: string; size: number }): string | null {
  if (!imageTypes.some((type) => type === file.type)) return `Choose an image: ${imageTypeWords}.`;
  if (file.size === 0) return 'This file is empty. Choose another image.';
  if (file.size > fileLimits.imageBytes) {
    return `An image can have at most ${fileLimits.imageBytes / 1_048_576} MiB. Choose a smaller one.`;
  }
  return null;
}
