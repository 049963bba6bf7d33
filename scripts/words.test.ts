import { describe, expect, test } from 'vitest';
import { findFaults, proseOf } from './words.ts';

function wordsIn(file: string, text: string): string[] {
  return findFaults(proseOf(file, text)).map(({ words }) => words);
}

test.each([
  ['/** What a file says. */', 'What'],
  ['// Kept. Who rows stays.', 'Who'],
  ['/** The size of what is sent. */', 'of what is'],
  ['/** The values, of which\n * some are null. */', 'of which'],
  ['// Draws it anew.', 'anew'],
  ['// Not a member any\n// more.', 'any more'],
  ['/** A row is of the monitor. */', 'is of'],
  ['// This is no member.', 'is no'],
  ['/** The last stroke that was heard. */', 'heard'],
  ['/* A style in place of another */', 'in place of'],
  ['// The page says so.', 'says so'],
  ['// The row goes on without a network.', 'goes on'],
  ['/** Stays for ever. */', 'for ever'],
  ['// Another tab may have read it meanwhile.', 'meanwhile'],
  ['/** Returns the title, else the text. */', ', else the'],
])('%j has a fault', (comment, words) => {
  expect(wordsIn('a.ts', `const a = 1;\n${comment}\n`)).toEqual([words]);
});

test.each([
  '// Says what is missing.',
  '// There is no more than one.',
  '// There is no club.',
  '// Expects `anew` and "any more".',
  '// The page goes on to the dashboard.',
  '// Press **Go on**.',
  '/** @param heard the records */',
  "const a = 'anew'; // As a text.",
])('%j has none', (line) => {
  expect(wordsIn('a.ts', `${line}\n`)).toEqual([]);
});

test('a fault is found at its place in the file', () => {
  const text = "const a = 'anew';\n\n/**\n * Draws it anew.\n */\n";
  const [finding] = findFaults(proseOf('a.ts', text));
  expect(text.slice(0, finding?.at).split('\n')).toHaveLength(4);
});

describe('titles of tests', () => {
  test('are read', () => {
    expect(wordsIn('a.test.ts', "test('draws it anew', () => {});\n")).toEqual(['anew']);
    expect(wordsIn('a.test.ts', "test.each([1])('what is left is sent', () => {});\n")).toEqual(['what']);
  });

  test('are not read elsewhere', () => {
    expect(wordsIn('a.ts', "test('draws it anew', () => {});\n")).toEqual([]);
  });
});

describe('a document', () => {
  test('may ask', () => {
    expect(wordsIn('a.md', '# Rows\n\nWhat is stored, and who reads it?\n')).toEqual([]);
  });

  test('may have questions as headings and in tables', () => {
    expect(wordsIn('a.md', '# What is stored\n\n| what | Who reads it |\n')).toEqual([]);
  });

  test.each(['Draw it anew.', '- Who rows stays.', 'Sent.\n\nWhat is left stays.'])(
    '%j has a fault',
    (text) => {
      expect(wordsIn('a.md', `${text}\n`)).toHaveLength(1);
    },
  );

  test('may hold any code', () => {
    expect(wordsIn('a.md', '```\ndraw anew\n```\n\n[Draw](anew.md) `anew`.\n')).toEqual([]);
  });
});
