/** A block of shell commands in a document. Those marked `run` are run by a test, the others only read. */
type CommandBlock = { text: string; isRun: boolean };

/** Returns the blocks of a document that begin with ```sh or ```sh run, in order. */
export function commandBlocks(document: string): CommandBlock[] {
  return [...document.matchAll(/^```sh( run)?\n(.*?)^```$/gms)].map(([, run, text = '']) => ({
    text,
    isRun: run !== undefined,
  }));
}
