/** One change of a file: `text` replaces the characters from `start` to before `end`. */
export type Mutant = {
  file: string;
  line: number;
  start: number;
  end: number;
  was: string;
  text: string;
  /** The line that has the change, for a reader. */
  source: string;
};

const changes: ReadonlyArray<readonly [RegExp, string]> = [
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \?\? /g, ' && '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bMath\.min\b/g, 'Math.max'],
  [/\bMath\.max\b/g, 'Math.min'],
];

/** Comments, texts, patterns, imports and types: a change there does not affect the logic, or does not compile. */
const notLogic =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|^import [\s\S]*?;$|^(?:export )?type [\s\S]*?;$|: (?:true|false)\b|<[\w\s,'|<>[\]]*>(?=\()/gm;

/** Returns each possible change of a file's logic. */
export function mutantsOf(file: string, content: string): Mutant[] {
  const logic = content.replace(notLogic, (text) => text.replace(/[^\n]/g, '~'));
  return changes.flatMap(([pattern, text]) =>
    Array.from(logic.matchAll(pattern), ({ index, 0: was }) => {
      const begin = content.lastIndexOf('\n', index) + 1;
      const end = content.indexOf('\n', index);
      return {
        file,
        line: content.slice(0, index).split('\n').length,
        start: index,
        end: index + was.length,
        was,
        text,
        source: content.slice(begin, end < 0 ? undefined : end).trim(),
      };
    }),
  );
}

/** Returns `count` elements, always the same for a seed. */
export function sampleOf<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = randomOf(seed);
  const rest = [...all];
  const sample: T[] = [];
  while (sample.length < count && rest.length > 0) {
    sample.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return sample;
}

/** Numbers from 0 to below 1 ("mulberry32", Tommy Ettinger, public domain). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
