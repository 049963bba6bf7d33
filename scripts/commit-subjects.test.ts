import { describe, expect, test } from 'vitest';
import { problemOfSubject } from './commit-subjects.ts';

describe('the subject of a commit', () => {
  test.each([
    'live: encode each frame once per tick',
    'web, e2e: wait for the worker',
    'check-boundaries: see types',
  ])('%s is fine', (subject) => {
    expect(problemOfSubject(subject)).toBeNull();
  });

  test.each([
    [`live: ${'e'.repeat(67)}`, 'has 73 characters; 72 are the limit'],
    ['Encode each frame once', 'does not begin with its area, such as "live: "'],
    ['live: Encode each frame once', 'does not go on in small letters after its area'],
    ['live: encode each frame once; read it twice', 'has more than one thought'],
    ['live: encode each frame once.', 'ends with a full stop'],
    ['live: a frame is encoded once', 'does not begin with its verb'],
  ])('%j is refused', (subject, problem) => {
    expect(problemOfSubject(subject)).toBe(problem);
  });
});
