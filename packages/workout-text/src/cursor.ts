import type { Work } from '@boathouse/pm5/plan';
import type { Draft, Group, ReadTarget } from './syntax.ts';
import type { NumberToken, Token, Tokens } from './tokens.ts';

/**
 * Rules that only a trusting reader has (`trusting.ts`). Each returns null and does not advance if it does not match.
 */
export type TrustingRules = {
  /** @param isAlone the work is not repeated */
  readGoal(cursor: Cursor, work: Work | null, isAlone: boolean): ReadTarget | null;
  readUnseparated(cursor: Cursor, last: Group): Group | null;
  /** A rest in seconds, of a number without a unit. */
  readBareRestSec(cursor: Cursor): number | null;
  /** Work of a number without a unit. */
  readBareWork(cursor: Cursor): Work | null;
  workOfBare(cursor: Cursor, number: NumberToken): Work | null;
  /** The pieces of a set whose only rest may be one of them, because a rest follows the set. */
  asPieces(groups: readonly Group[], drafts: readonly Draft[]): Draft[] | null;
  /** A repeated list without brackets, and its count. */
  listOfCount(
    groups: readonly Group[],
    time: Assumptions['time'],
  ): { count: number; once: readonly Group[] } | null;
};

/** The assumptions of a reader for texts with several meanings. */
export type Assumptions = {
  /** Whether it reads texts that a coach could mean differently. */
  isTrusting: boolean;
  /** Null for a reader that is not trusting. */
  rules: TrustingRules | null;
  /** The unit of a small number without one; a large one means meters. */
  unit: 'min' | 's';
  /** The meaning of a time without a name: '4 x 500m, 2:00', '2k 7:00'. */
  time: 'piece' | 'rest' | 'goal';
  /** The meaning of 'r30'. */
  shortRest: 'rate' | 'rest';
  /** The pace of a band. */
  band: 'slowest' | 'fastest';
  /** Where the rest after a set without rests applies: "2 x (500m, 250m) 1' rest". */
  setRest: 'set' | 'pieces';
};

/** No assumptions: reads only texts with one meaning. */
export const clear: Assumptions = {
  isTrusting: false,
  rules: null,
  unit: 'min',
  time: 'piece',
  shortRest: 'rate',
  band: 'slowest',
  setRest: 'set',
};

type Listed = { has: (phrase: string) => boolean };

/** A place in the tokens. A reader returns null and leaves the place unchanged if its rule does not match. */
export class Cursor {
  readonly #source: Tokens;
  readonly assume: Assumptions;
  #at = 0;
  #furthest = 0;

  constructor(source: Tokens, assume: Assumptions = clear) {
    this.#source = source;
    this.assume = assume;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.tokens.length;
  }

  /** The first token that no rule took. */
  get stumbledOn(): Token | undefined {
    return this.#source.tokens[this.#furthest];
  }

  peek(ahead = 0): Token | undefined {
    return this.#source.tokens[this.#at + ahead];
  }

  skip(count = 1): void {
    this.#at += count;
    this.#furthest = Math.max(this.#at, this.#furthest);
  }

  /** Runs a reader and returns to this place if it returns null. */
  attempt<T>(read: () => T | null): T | null {
    const before = this.#at;
    const found = read();
    if (found === null) this.#at = before;
    return found;
  }

  /** Runs a reader and returns to this place. */
  lookAhead<T>(read: () => T): T {
    const before = this.#at;
    const found = read();
    this.#at = before;
    return found;
  }

  takeNumber(): NumberToken | null {
    const token = this.peek();
    if (token?.kind !== 'number') return null;
    this.skip();
    return token;
  }

  isMark(marks: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'mark' && marks.includes(token.mark);
  }

  takeMark(marks: string): string | null {
    const token = this.peek();
    if (token?.kind !== 'mark' || !marks.includes(token.mark)) return null;
    this.skip();
    return token.mark;
  }

  isWord(words: Listed, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'word' && words.has(token.word);
  }

  takeWord(...words: string[]): string | null {
    const token = this.peek();
    if (token?.kind !== 'word' || !words.includes(token.word)) return null;
    this.skip();
    return token.word;
  }

  /**
   * Takes the longest phrase of up to 3 words or whole numbers; 'warm-up' is 'warm up', 'UT2' is 'ut 2'. Returns it as
   * listed and as written.
   */
  takePhrase(phrases: Listed): { phrase: string; written: string } | null {
    const first = this.peek();
    if (first?.kind !== 'word') return null;
    const parts = [first.word];
    let ahead = 1;
    const found: { phrase: string; ahead: number; end: number }[] = [];
    let { end } = first;
    for (;;) {
      const phrase = parts.join(' ');
      if (phrases.has(phrase)) found.push({ phrase, ahead, end });
      if (parts.length === 3) break;
      if (this.isMark('-', ahead) && this.peek(ahead + 1)?.isSpaced === false) ahead += 1;
      const next = this.peek(ahead);
      if (next?.kind !== 'word' && next?.kind !== 'number') break;
      parts.push(next.kind === 'word' ? next.word : String(next.value));
      ahead += 1;
      ({ end } = next);
    }
    const longest = found.at(-1);
    if (!longest) return null;
    this.skip(longest.ahead);
    return { phrase: longest.phrase, written: this.#source.text.slice(first.start, longest.end) };
  }

  /** Whether the text has small letters. The x of a count does not matter. */
  get hasSmallLetters(): boolean {
    return /[a-wyz]/.test(this.#source.text);
  }

  /** The text between two places, as written. */
  writtenBetween(first: Token, last: Token): string {
    return this.#source.text.slice(first.start, last.end);
  }
}
