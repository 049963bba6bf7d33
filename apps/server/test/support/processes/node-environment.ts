/**
 * The variables of this process that each Node process of a test gets: the paths of programs, Node's compile cache, and
 * the memory allocator. `npm test` sets the last two: a start takes less processor time with them.
 */
export function nodeEnvironment(): Record<string, string | undefined> {
  const { PATH, NODE_COMPILE_CACHE, GLIBC_TUNABLES } = process.env;
  return { PATH, NODE_COMPILE_CACHE, GLIBC_TUNABLES };
}
