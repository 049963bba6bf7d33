/** Splits a workout's text into tokens, in one pass. */
import { secondsByUnit } from './words.ts';

type Span = {
  /** Offsets in `Tokens.text`. */
  start: number;
  end: number;
  /** Whether white space precedes it. */
  isSpaced: boolean;
};

export type NumberToken = Span & { kind: 'number'; value: number; decimals: number };
export type Token =
  | NumberToken
  /** '1:30' and '1:05:00' in seconds; `tenths` is 5 in '2:05.5', null without a point. */
  | (Span & { kind: 'clock'; sec: number; tenths: number | null; hasHours: boolean })
  /** Letters, in lower case. */
  | (Span & { kind: 'word'; word: string })
  | (Span & { kind: 'mark'; mark: string });

export type Tokens = { text: string; tokens: readonly Token[] };
/** Text that can't be split into tokens: the rest from there on. */
type NoTokens = { unread: string };

const deepestBrackets = 4;
/** Enough for the text of 100 pieces that each have every target. */
const mostTokens = 2700;

const closingOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** One typographic form for each mark. Letters keep their case: an intensity is shown as the coach wrote it. */
export function normalize(text: string): string {
  return text
    .replace(/[×✕]/g, 'x')
    .replace(/[’′‘]/g, "'")
    .replace(/''|[”″“]/g, '"')
    .replace(/[–—−]/g, '-')
    .replace(/≤/g, '<')
    .replace(/(?<![\d.:,])(\d{1,2}),(\d{3})(?= ?m)/gi, '$1$2')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<=[a-z\d)])\.$/i, '');
}

const clockPattern = /(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:\.(\d))?(?!\d|:\d|\.\d)/y;
const numberPattern = /(\d{1,6})(?:\.(\d{1,4}))?(?!\d|:\d|\.\d)/y;
const wordPattern = /[a-z]+/iy;
/** A unit that a rest or count follows without a space: '2minrest', '500mx8'. */
const gluedUnitPattern =
  /(?:min(?:ute)?s?|sec(?:ond)?s?|h(?:r|our)?s?|s|km?|m|cals?)(?=(?:rest|recovery|off|on|r|x)(?![a-z]))/iy;
const markPattern = /[-+,;/()[\]{}=@*:&<%'"]/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readClock(text: string, span: Span): Token | null {
  const match = matchAt(clockPattern, text, span.start);
  if (!match) return null;
  const [whole, hours, minutes, seconds, tenths] = match;
  const hasHours = hours !== undefined;
  if (Number(seconds) > 59 || (hasHours && Number(minutes) > 59)) return null;
  return {
    ...span,
    kind: 'clock',
    end: span.start + whole.length,
    sec: Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds),
    tenths: tenths === undefined ? null : Number(tenths),
    hasHours,
  };
}

function readToken(text: string, span: Span): Token | null {
  const { start } = span;
  const clock = readClock(text, span);
  if (clock) return clock;
  const number = matchAt(numberPattern, text, start);
  if (number) {
    const decimals = number[2]?.length ?? 0;
    return { ...span, kind: 'number', end: start + number[0].length, value: Number(number[0]), decimals };
  }
  const whole = matchAt(wordPattern, text, start);
  const isAfterNumber = /\d ?$/.test(text.slice(Math.max(0, start - 2), start));
  const mayBeGlued = whole && isAfterNumber && !secondsByUnit.has(whole[0].toLowerCase());
  const word = (mayBeGlued && matchAt(gluedUnitPattern, text, start)) || whole;
  if (word) return { ...span, kind: 'word', end: start + word[0].length, word: word[0].toLowerCase() };
  const mark = matchAt(markPattern, text, start);
  return mark && { ...span, kind: 'mark', end: start + 1, mark: mark[0] };
}

/** Refuses unknown characters and numbers, brackets that do not match or are too deep, and too many tokens. */
export function tokenise(source: string): Tokens | NoTokens {
  const text = normalize(source);
  const tokens: Token[] = [];
  const open: { closing: string; at: number }[] = [];
  let at = 0;
  while (at < text.length) {
    const isSpaced = text[at] === ' ';
    if (isSpaced) at += 1;
    const token = readToken(text, { start: at, end: at, isSpaced });
    if (token === null || tokens.push(token) > mostTokens) return { unread: text.slice(at) };
    if (token.kind === 'mark') {
      const closing = closingOf[token.mark];
      const isTooDeep = closing !== undefined && open.push({ closing, at }) > deepestBrackets;
      const isWrongEnd = /[)\]}]/.test(token.mark) && open.pop()?.closing !== token.mark;
      if (isTooDeep || isWrongEnd) return { unread: text.slice(at) };
    }
    at = token.end;
    // The point of an abbreviation ('5 min. rest') or at the end.
    if (token.kind === 'word' && /^\.(?! ?\d*\.)(?=[ ,;/)]|$)/.test(text.slice(at, at + 3))) at += 1;
  }
  const [unclosed] = open;
  return unclosed ? { unread: text.slice(unclosed.at) } : { text, tokens };
}
