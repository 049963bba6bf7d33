import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'changes.d';

/** The headings of Keep a Changelog that the product uses, in their order. */
const kinds = ['Added', 'Changed', 'Fixed'] as const;

/** The longest line of the changelog: readers go through all of them before an update. */
const charactersMax = 200;

export type Change = { kind: (typeof kinds)[number]; text: string };

/** Parses a file of `changes.d`: one line, such as `Fixed: Calories no longer count twice.` Returns what is wrong as a sentence. */
export function parseChange(content: string): Change | string {
  const [line = '', ...others] = content.trimEnd().split('\n');
  if (others.length > 0) return 'has more than one line.';
  const [, word, text = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
  const kind = kinds.find((known) => known === word);
  if (kind === undefined) return `does not begin with ${kinds.map((known) => `"${known}: "`).join(', ')}.`;
  if (text.length > charactersMax) return `has ${text.length} characters; ${charactersMax} are the limit.`;
  if (!/^[A-Z\d`"].*\.$/.test(text)) return 'is not a sentence with a full stop.';
  return { kind, text };
}

/** Reads the changes since the last release, and what is wrong with their files. */
export function readChanges(root: string): { changes: Change[]; problems: string[] } {
  const changes: Change[] = [];
  const problems: string[] = [];
  for (const file of filesOf(root)) {
    const change = parseChange(readFileSync(join(root, folder, file), 'utf8'));
    if (typeof change === 'string') problems.push(`${folder}/${file} ${change}`);
    else changes.push(change);
  }
  return { changes, problems };
}

export function removeChanges(root: string): void {
  for (const file of filesOf(root)) rmSync(join(root, folder, file));
}

function filesOf(root: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort();
}

/**
 * Returns the changelog with a section of the version above the last one.
 * @param day as `2026-11-29`
 */
export function withSection(changelog: string, version: string, day: string, changes: Change[]): string {
  const lists = kinds.flatMap((kind) => {
    const lines = changes.filter((change) => change.kind === kind).map(({ text }) => `- ${text}`);
    return lines.length === 0 ? [] : [`### ${kind}\n\n${lines.join('\n')}\n`];
  });
  const section = [`## ${version} - ${day}\n`, ...lists].join('\n');
  const last = changelog.search(/^## /m);
  return last < 0
    ? `${changelog.trimEnd()}\n\n${section}`
    : `${changelog.slice(0, last)}${section}\n${changelog.slice(last)}`;
}
