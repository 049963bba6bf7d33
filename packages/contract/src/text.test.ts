import { describe, expect, it } from 'vitest';
import { ClubPatchSchema } from './clubs.ts';
import { CommentMessageSchema } from './comments.ts';
import { NewSessionSchema } from './sessions.ts';
import { DisplayNameSchema } from './users.ts';

const session = (title: string, workoutItem: string) => ({
  title,
  hostUser: '019a0000-0000-7000-8000-000000000001',
  startAt: '2026-11-21T10:00:00Z',
  isAccessibleByLink: true,
  workoutItems: [workoutItem],
});

describe('a required text', () => {
  it.each([
    ['nothing', ''],
    ['blanks of several kinds', ' \u00a0\u2003\u3000\t\n'],
    ['zero-width characters', '\u200b\u200d\u2060\ufeff\u00ad'],
    ['fillers', '\u3164\u115f\u2800'],
    ['control and direction characters', '\u0007\u202e\u2066'],
  ])('[SET-2] [WORK-1] [CLUB-1] [SOCIAL-1] is missing when it is %s', (_, text) => {
    expect(DisplayNameSchema.safeParse(text).error?.issues[0]?.message).toBe('A name is required');
    expect(CommentMessageSchema.safeParse(text).success).toBe(false);
    expect(ClubPatchSchema.safeParse({ name: text }).success).toBe(false);
    expect(NewSessionSchema.safeParse(session(text, '2k')).success).toBe(false);
    expect(NewSessionSchema.safeParse(session('Pieces', text)).success).toBe(false);
  });

  it.each(['Ann', '李', '🚣🏽‍♀️', 'İ', '.', 'Zoë\u200b', 'אבי'])('[SET-2] [SOCIAL-1] may be %j', (text) => {
    expect(DisplayNameSchema.safeParse(text).success).toBe(true);
    expect(CommentMessageSchema.safeParse(text).success).toBe(true);
    expect(NewSessionSchema.safeParse(session(text, text)).success).toBe(true);
  });
});
