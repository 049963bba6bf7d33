import { describe, expect, test } from 'vitest';
import { buildCategory, rules } from '../../../../../test/races/factory.ts';
import { draftOf, newDraft, readDraft } from './category-draft.ts';

const named = { ...newDraft, name: 'Women 2k' };

describe('the draft of a category', () => {
  test('is 2,000 m in flights until the user types something else', () => {
    expect(readDraft(named)).toEqual({ name: 'Women 2k', rules, problems: {} });
  });

  test('the draft of a stored category reads as that category', () => {
    const stored = {
      ...rules,
      ageFrom: 30,
      ageOn: { month: 12, day: 31 },
      maxWeight: 615,
      piece: { kind: 'time', amount: 240 },
      split: 60,
      scoring: 'teamBest',
      teamSize: 4,
      progression: { kind: 'heats', heats: 3, byPlace: 1, fastest: 3 },
    } as const;
    expect(readDraft(draftOf(buildCategory({ rules: stored }))).rules).toEqual(stored);
  });

  test.each([
    ['name', ' ', 'Name is required'],
    ['amount', 'far', 'Type a distance such as 2000 or 2,000 m.'],
    ['amount', '5', 'From 20 to 50,000 m'],
    ['ageFrom', '0', 'Enter a number from 1 to 120'],
    ['maxWeight', 'light', 'Enter kilograms such as 61.5'],
  ] as const)('names what is wrong with %s "%s"', (field, value, problem) => {
    const read = readDraft({ ...named, [field]: value });
    expect(read.problems[field]).toBe(problem);
    expect(read.rules).toBeNull();
  });

  test('reads a record to compare with, which needs a source, and only for a distance and single athletes', () => {
    const compared = { ...named, handicap: 'percentOfRecord', record: '6:22.4' } as const;
    expect(readDraft(compared).problems.recordSource).toBe('Say whose record it is, and from when');
    const handicap = { kind: 'percentOfRecord', recordTenths: 3824, source: 'World record' };
    const whole = { ...compared, recordSource: 'World record' };
    expect(readDraft(whole).rules?.handicap).toEqual(handicap);
    expect(readDraft({ ...whole, record: 'fast' }).rules).toBeNull();
    const ofTime = { ...whole, kind: 'time', amount: '4:00', split: '1:00' } as const;
    expect(readDraft(ofTime).rules?.handicap).toBeUndefined();
    const stored = { ...rules, handicap: { kind: 'mastersAge' } } as const;
    expect(readDraft(draftOf(buildCategory({ rules: stored }))).rules).toEqual(stored);
  });

  test('reads a comma in a weight, and refuses a minimum age above the maximum', () => {
    expect(readDraft({ ...named, maxWeight: '61,5 kg' }).rules?.maxWeight).toBe(615);
    expect(readDraft({ ...named, ageFrom: '40', ageTo: '30' }).problems.ageTo).toBe(
      'Enter the higher age here',
    );
  });
});
