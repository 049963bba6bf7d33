/** One fault of docs/writing.md: how it is found, and what to write instead. */
type Fault = { name: string; found: RegExp; instead: string };

/** Builds a fault; a space of the pattern also matches the end of a line. */
function fault(name: string, pattern: string, instead: string): Fault {
  return { name, found: new RegExp(pattern.replaceAll(' ', String.raw`\s+`), 'gi'), instead };
}

/** A clause begins here: at the start of a comment, a paragraph or a sentence. */
const begins = String.raw`(?<=[.;!?][*_]*\s*)`;
/** A full stop within a name, such as intervals.icu, ends no sentence. */
const noQuestion = String.raw`(?!(?:[^.!?]|\.(?! ))*\?)`;

export const faults: readonly Fault[] = [
  fault('What … as a subject', `${begins}what\\b${noQuestion}`, 'begin with the noun or the verb'),
  fault(
    'Who … as a subject',
    `${begins}(who|whose)\\b${noQuestion}`,
    'name the person: "users who …", "an athlete who …"',
  ),
  fault('for/of/to who', `\\b(for|of|to|from) who\\b`, '"for a user who …"'),
  fault(
    'of what is …',
    `\\b(of|in|for|from|with|by) what (is|was|are|were|has|had|comes|came|does)\\b${noQuestion}`,
    'name the thing: "the stored …", "expired …"',
  ),
  fault('of which', `\\bof (which|whom)\\b`, '"whose", "that has …", or two sentences'),
  fault('whoever', `\\b(whoever|whomever|whosoever)\\b`, '"anyone who", or the role'),
  fault('whatever', `\\bwhat(so)?ever\\b`, '"any", "regardless of", "even if"'),
  fault('somebody, nobody', `\\b(somebody|nobody)\\b`, '"a user", "no one", or the role'),
  fault('anew', `\\banew\\b`, '"again"'),
  fault('once more', `\\bonce more\\b`, '"again"'),
  fault('no more', `\\bno more\\b(?! than\\b)(?! [a-z]+s\\b)`, '"no longer", "deleted"'),
  fault('any more', `\\b(any ?more)\\b(?! than\\b)`, '"no longer …"'),
  fault('in place of', `\\bin (the |their |its )?place of\\b`, '"instead of", "replaces"'),
  fault('in … stead', `\\bin (\\w+ )?stead\\b`, '"instead of"'),
  fault(
    'is of',
    `\\b(is|are|was|were) of\\b(?! (use|no use|interest|help)\\b)`,
    '"belongs to", "has", "is from"',
  ),
  fault(
    'is no …',
    `(?<!\\bthere )\\b(is|are|was|were) no (?!(longer|more|less|one|such|other|further|earlier|later|older|newer|higher|lower|better|faster|slower)\\b)`,
    '"is not a", "isn\'t"',
  ),
  fault('is over', `\\b(is|are|was|were) over\\b(?! (it|time|the|a|an|\\d))`, '"has ended", "expired"'),
  fault('heard', `\\bheard\\b`, '"received", "connected"'),
  fault(
    'told',
    `\\b(is|are|was|were|be|been|has|have|had|not|none|one|once|never) told\\b`,
    '"notified", "reported", "sent"',
  ),
  fault('is said', `\\b(is|are|was|were|be|been) said\\b`, '"is shown", "is announced", "is logged"'),
  fault('is had', `\\b(is|are|was|were|be) had\\b`, '"exists", "is available"'),
  fault('gone on with', `\\bgone on with\\b`, '"continued"'),
  fault('stands', `\\bstands\\b(?! (for|in|out|still|by)\\b)`, '"is", "is shown", "is idle"'),
  fault('furniture', `\\bfurniture\\b`, '"controls", "page frame"'),
  fault('leftovers', `\\bleft-?overs?\\b`, '"rest", "remaining …"'),
  fault('twin', `\\btwins?\\b`, '"duplicate", "copy"'),
  fault(
    'house, drawer …',
    `\\b(drawers?|shelf|shelves|keepers?|doorkeeper)\\b`,
    '"store", "module", "cache"',
  ),
  fault('of theirs', `\\bof (theirs|ours|hers)\\b`, '"their …"'),
  fault('such a one', `\\bsuch a one\\b`, '"one", or the noun'),
  fault('one who', `(?<!\\bno )\\b(one|ones) who\\b`, '"a user who", or the role'),
  fault('but for', `\\b(but|save) for\\b`, '"except"'),
  fault(', for it …', `, for (it|they|there|nothing|none|no one)\\b`, '"because"'),
  fault(
    'thereby …',
    `\\b(thereby|thereof|therein|whereby|wherein|whence|hence|lest|shall|ought)\\b`,
    'a plain conjunction',
  ),
  fault('comes of', `\\b(come|comes|came) of (it|this|that)\\b`, '"causes", "results"'),
  fault('without a word', `\\bwithout a word\\b`, '"without a message", "silently"'),
  fault('says so', `\\bsa(y|ys|id) so\\b`, '"shows it", "reports it", or name the message'),
  fault('go on', `(?<!\\*\\*)\\b(go|goes|going|went) on\\b(?! (to|a|the)\\b)`, '"continue"'),
  fault('for ever', `\\bfor ever\\b`, '"forever", "permanently"'),
  fault('meanwhile', `\\bmeanwhile\\b`, '"since", "before", "in the meantime", "during that time"'),
  fault('…, else the …', `, else (the|a|an|its|their|to|in|by|one|none|null)\\b`, '"otherwise"'),
  fault('for its own', `\\b(take|takes|took|taken) for (its|their) own\\b`, '"assumes that … is its own"'),
];

/** `at` counts characters from 0; `words` are those found, on one line. */
type Finding = { at: number; words: string; fault: Fault };

/** Finds the faults of a text from `proseOf`, or of the subject of a commit. */
export function findFaults(prose: string): Finding[] {
  return faults.flatMap((fault) =>
    [...prose.matchAll(fault.found)].map((match) => ({
      at: match.index,
      words: match[0].replaceAll(/\s+/g, ' ').trim(),
      fault,
    })),
  );
}

/**
 * Returns the text with blanks for all that is not prose, so that places in it are those of the file. A comment, a title
 * of a test, a paragraph and an item of a list begin with a full stop.
 * @param file its name; decides how the text is read
 */
export function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return proseOfDocument(text);
  return proseOfSource(text, /\.test\.tsx?$|\.spec\.ts$/.test(file));
}

function proseOfSource(text: string, isTest: boolean): string {
  const comment = /\/\*[\s\S]*?\*\/|(?<=^[ \t]*|\s)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;
  const title =
    /\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1|\]\)\(\s*(['"`])((?:(?!\3)[^\\\n]|\\.)*)\3/g;
  let prose = '';
  const keep = (from: number, kept: string) => {
    prose += blank(text.slice(prose.length, from)) + kept;
  };
  const parts = [...text.matchAll(comment)].map((match) => ({ match, isTitle: false }));
  if (isTest) parts.push(...[...text.matchAll(title)].map((match) => ({ match, isTitle: true })));
  parts.sort((a, b) => a.match.index - b.match.index);
  for (const { match, isTitle } of parts) {
    if (match.index < prose.length) continue;
    if (isTitle) {
      const kept = match[2] ?? match[4] ?? '';
      const from = match.index + match[0].length - kept.length - 2;
      keep(from, `.${withoutQuotes(kept)}.`);
    } else {
      const kept = withoutQuotes(
        match[0].replaceAll(/^([ \t]*)(\/\*\*?|\*\/|\*|\/\/\/?)/gm, (all) => blank(all)),
      );
      keep(match.index, `.${kept.slice(1)}`);
    }
  }
  return prose + blank(text.slice(prose.length));
}

function proseOfDocument(text: string): string {
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```/gm, (all) => blank(all));
  const withBegins = withoutCode.replaceAll(
    /^[ \t]*([-*>]|\d+\.)(?= )/gm,
    (all) => `.${blank(all.slice(1))}`,
  );
  // A paragraph begins as well.
  return withoutQuotes(withBegins).replaceAll(/\n\n/g, '.\n');
}

/** Blanks code, quotations, names of parameters and the targets of links. */
function withoutQuotes(prose: string): string {
  return prose.replaceAll(/`[^`]*`|"[^"\n]*"|\]\([^)\n]*\)|(?<=@param )[\w.]+|https?:\S+/g, (all) =>
    blank(all),
  );
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
