/** An athlete of the sheet. */
type Named = { _id: string; displayName: string };

/** The athletes that a pasted name can mean: one, more than one, or none. */
type Match<A extends Named> = { kind: 'one'; athlete: A } | { kind: 'many' } | { kind: 'none' };

/** Words without case, accents and punctuation: `Oar, Zoë` and `zoe oar` have the same. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted();
}

/**
 * Finds the athlete of a name in a spreadsheet's form: in any order of its words, or shortened (`A. Oar`, `Ann`) if
 * only one athlete fits.
 */
export function matchName<A extends Named>(athletes: readonly A[], name: string): Match<A> {
  const wanted = wordsOf(name);
  if (wanted.length === 0) return { kind: 'none' };
  const named = athletes.map((athlete) => ({ athlete, words: wordsOf(athlete.displayName) }));
  const same = named.filter(({ words }) => words.join(' ') === wanted.join(' '));
  const fitting = same.length > 0 ? same : named.filter(({ words }) => areStartsOf(wanted, words));
  const [first, ...others] = fitting;
  if (first === undefined) return { kind: 'none' };
  return others.length > 0 ? { kind: 'many' } : { kind: 'one', athlete: first.athlete };
}

/** Whether each wanted word begins another word of the name. */
function areStartsOf(wanted: readonly string[], words: readonly string[]): boolean {
  const left = [...words];
  // Tries long ones first, so that an initial does not take the only word that a longer one matches.
  return wanted
    .toSorted((one, other) => other.length - one.length)
    .every((start) => {
      const index = left.findIndex((word) => word.startsWith(start));
      if (index < 0) return false;
      left.splice(index, 1);
      return true;
    });
}
