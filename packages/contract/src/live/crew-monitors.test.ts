import { describe, expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { MonitorReportMessageSchema, SetMonitorsSchema } from './crew-monitors.ts';

const room = '018f0000-0000-7000-8000-000000000001';
const press = '018f0000-0000-7000-8000-000000000002';

describe('the press that sets all monitors', () => {
  test('names a room, an item and itself, and no sender, because the server knows the sender', () => {
    expect(SetMonitorsSchema.safeParse({ room, press, item: 0 }).success).toBe(true);
    expect(SetMonitorsSchema.safeParse({ room, press, item: 0, sender: press }).success).toBe(false);
  });

  test.each([
    ['an item that no session has', { room, press, item: limits.workoutItemsMax }],
    ['a part of an item', { room, press, item: 0.5 }],
    ['a press without an id', { room, press: 'once', item: 0 }],
    ['a workout of the sender’s own', { room, press, item: 0, workout: '2000m' }],
  ])('is refused with %s', (_, message) => {
    expect(SetMonitorsSchema.safeParse(message).success).toBe(false);
  });
});

describe('the report of a monitor', () => {
  const parse = (answer: unknown) => MonitorReportMessageSchema.safeParse({ room, report: { answer } });

  test('belongs to one press, or to none', () => {
    expect(parse(null).success).toBe(true);
    expect(parse({ press, item: 0, outcome: 'asking' }).success).toBe(true);
  });

  test('has only the outcomes that a coach is shown', () => {
    expect(parse({ press, item: 0, outcome: 'exploded' }).success).toBe(false);
    expect(parse({ press, outcome: 'set' }).success).toBe(false);
  });
});
