import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseChange, readChanges, removeChanges, withSection } from './changes.ts';

describe('a file of changes.d', () => {
  test('is one line with a kind and a sentence', () => {
    expect(parseChange('Fixed: Calories no longer count twice.\n')).toEqual({
      kind: 'Fixed',
      text: 'Calories no longer count twice.',
    });
  });

  test.each([
    ['Fixed: One line.\nAnother one.\n', 'has more than one line.'],
    ['Removed: Nothing.', 'does not begin with "Added: ", "Changed: ", "Fixed: ".'],
    ['', 'does not begin with "Added: ", "Changed: ", "Fixed: ".'],
    ['Added: no capital.', 'is not a sentence with a full stop.'],
    ['Added: No full stop', 'is not a sentence with a full stop.'],
    [`Added: T${'o'.repeat(199)}.`, 'has 201 characters; 200 are the limit.'],
  ])('%j is refused with a sentence', (content, problem) => {
    expect(parseChange(content)).toBe(problem);
  });

  test('is reported with its fault, and removed with the others', () => {
    const root = mkdtempSync(join(tmpdir(), 'boathouse-changes-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, 'changes.d'));
    writeFileSync(join(root, 'changes.d/README.md'), 'What is here?\n');
    writeFileSync(join(root, 'changes.d/board.md'), 'Added: The board has a clock.\n');
    writeFileSync(join(root, 'changes.d/wrong.md'), 'The board has a clock.\n');
    const { changes, problems } = readChanges(root);
    expect(changes).toEqual([{ kind: 'Added', text: 'The board has a clock.' }]);
    expect(problems).toEqual(['changes.d/wrong.md does not begin with "Added: ", "Changed: ", "Fixed: ".']);
    removeChanges(root);
    expect(readdirSync(join(root, 'changes.d'))).toEqual(['README.md']);
  });
});

test('a release follows the one before, with its changes by kind', () => {
  const before = '# Changelog\n\nHow to read it.\n\n## 1.0.0 - 2026-01-02\n\n- First.\n';
  expect(
    withSection(before, '1.1.0', '2026-02-03', [
      { kind: 'Fixed', text: 'A fault.' },
      { kind: 'Added', text: 'A board.' },
      { kind: 'Added', text: 'A clock.' },
    ]),
  ).toBe(
    '# Changelog\n\nHow to read it.\n\n## 1.1.0 - 2026-02-03\n\n### Added\n\n- A board.\n- A clock.\n\n' +
      '### Fixed\n\n- A fault.\n\n## 1.0.0 - 2026-01-02\n\n- First.\n',
  );
});
