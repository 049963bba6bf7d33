import { describe, expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { NudgeSchema } from './nudges.ts';

const place = {
  room: '018f0000-0000-7000-8000-000000000001',
  activity: '018f0000-0000-7000-8000-000000000002',
};
const parse = (message: object) => NudgeSchema.safeParse({ ...place, ...message });

describe('a nudge', () => {
  test('is one line of text, trimmed', () => {
    expect(parse({ text: '  Rate   22 ' }).data).toEqual({ ...place, text: 'Rate 22' });
    expect(parse({ text: 'x'.repeat(limits.nudgeMax) }).success).toBe(true);
  });

  test.each([
    ['is too long', 'x'.repeat(limits.nudgeMax + 1), 'A nudge has at most 60 characters'],
    ['is empty', '', 'A nudge is required'],
    ['is of invisible characters', '\u200b \u2800', 'A nudge is required'],
    [
      'has two lines',
      'Sit\nup',
      'A nudge must not contain line breaks, control characters or invisible characters',
    ],
  ])('%s is refused with the reason', (_, text, reason) => {
    expect(parse({ text }).error?.issues.map(({ message }) => message)).toEqual([reason]);
  });

  test('names no sender, because the server knows who it is', () => {
    expect(parse({ text: 'Sit up', sender: place.activity }).success).toBe(false);
  });
});
