import { fileLimits, imageTypes, imageTypeWords } from '@boathouse/contract/files';
import { ApiError, messageOf, NetworkError } from '../../lib/api.ts';

/** The upload did not end within the time it has; what has come is kept for the next try with the same file. */
export class UploadTimeoutError extends Error {
  override name = 'UploadTimeoutError';
  constructor() {
    super('The upload took too long. Choose the same image again to go on where it stopped.');
  }
}

/** STORE-3 */
const wordsOfStatus: Readonly<Record<number, string>> = {
  401: 'You are not signed in. Sign in and choose the image again.',
  402: 'Your storage quota is exceeded. Images that are no longer shown are removed after a day.',
  403: 'You do not have permission to store an image here.',
  404: 'The upload does not exist any more. Choose the image again.',
};

/** What went wrong with an upload, for a person. */
export function uploadErrorWords(error: unknown): string {
  return (error instanceof ApiError ? wordsOfStatus[error.status] : undefined) ?? messageOf(error);
}

/** STORE-2: another try may help after 5xx, 408 and 429, and when there was no answer at all. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 408 || error.status === 429;
  return error instanceof NetworkError;
}

/** Why a chosen file cannot be uploaded, in words; null when it can be tried. The server looks at the bytes. */
export function problemOfFile(file: { type: string; size: number }): string | null {
  if (!imageTypes.some((type) => type === file.type)) return `Choose an image: ${imageTypeWords}.`;
  if (file.size === 0) return 'This file is empty. Choose another image.';
  if (file.size > fileLimits.imageBytes) {
    return `An image may have at most ${fileLimits.imageBytes / 1_048_576} MiB. Choose a smaller one.`;
  }
  return null;
}
