import { clear, type Assumptions } from './assumptions.ts';
import type { NumberToken, Token, Tokens } from './tokens.ts';

type Listed = { has: (phrase: string) => boolean };

/** A place in the tokens. A reader returns null and leaves the place unchanged where its rule does not match. */
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

  /** Whether the text is not all in capitals. The x of a count does not matter. */
  get hasSmallLetters(): boolean {
    return /[a-wyz]/.test(this.#source.text);
  }

  /** The text between two places, as written. */
  writtenBetween(first: Token, last: Token): string {
    return this.#source.text.slice(first.start, last.end);
  }
}
