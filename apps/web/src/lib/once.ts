/** Returns a function that does the work at its first call and gives all callers its result. A failure is not kept: the next call tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | null = null;
  return () =>
    (begun ??= work().catch((error: unknown) => {
      begun = null;
      throw error;
    }));
}
