import { pressShown } from './timing/press-shown.ts';

/** Loading a part of the page fails after this time. */
export const chunkTimeoutMs = 120_000;

/** A lazily loaded chunk did not arrive: slow network, or a new version has replaced the file. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  constructor(cause?: unknown) {
    super("This part of the page couldn't be loaded. Check your connection, then reload.", { cause });
  }
}

/**
 * Loads a lazy module, after the press that needs it is shown. Throws ChunkLoadError on failure or after
 * `chunkTimeoutMs`.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  await pressShown();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError()), chunkTimeoutMs);
  });
  try {
    return await Promise.race([
      load().catch((error: unknown) => {
        throw new ChunkLoadError(error);
      }),
      tooLate,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
