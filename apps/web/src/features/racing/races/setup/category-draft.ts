import { formatTenths } from '@boathouse/racing/race-time';
import type { RaceCategory, RacePiece, RaceRules } from '@boathouse/contract/races';
import { limits } from '@boathouse/contract/limits';
import { readDistance, readTime } from '@boathouse/workout/typed';
import { pieceWords } from '../race-words.ts';
import { readWhole } from '../typed-whole.ts';

/** A category as the user types it. */
export type CategoryDraft = {
  name: string;
  sex: RaceRules['sex'];
  kind: RacePiece['kind'];
  amount: string;
  split: string;
  ageFrom: string;
  ageTo: string;
  /** `event`, or the day of the year as `12-31`. */
  ageOn: string;
  /** Kilograms. */
  maxWeight: string;
  scoring: RaceRules['scoring'];
  teamSize: string;
  progression: 'flights' | 'heats';
  heats: string;
  byPlace: string;
  fastest: string;
  handicap: 'none' | 'mastersAge' | 'percentOfRecord';
  /** The record's time and its holder. */
  record: string;
  recordSource: string;
};

export const newDraft: CategoryDraft = {
  name: '',
  sex: 'women',
  kind: 'distance',
  amount: '2,000 m',
  split: '500 m',
  ageFrom: '',
  ageTo: '',
  ageOn: 'event',
  maxWeight: '',
  scoring: 'single',
  teamSize: '4',
  progression: 'flights',
  heats: '2',
  byPlace: '3',
  fastest: '0',
  handicap: 'none',
  record: '',
  recordSource: '',
};

const two = (value: number) => String(value).padStart(2, '0');
const textOf = (value: number | null) => (value === null ? '' : String(value));

export function draftOf({ name, rules }: RaceCategory): CategoryDraft {
  const { piece, split, ageOn, maxWeight, progression, handicap } = rules;
  const heats = progression.kind === 'heats' ? progression : null;
  return {
    name,
    sex: rules.sex,
    kind: piece.kind,
    amount: pieceWords(piece),
    split: pieceWords({ kind: piece.kind, amount: split }),
    ageFrom: textOf(rules.ageFrom),
    ageTo: textOf(rules.ageTo),
    ageOn: ageOn === null ? 'event' : `${two(ageOn.month)}-${two(ageOn.day)}`,
    maxWeight: maxWeight === null ? '' : String(maxWeight / 10),
    scoring: rules.scoring,
    teamSize: String(rules.teamSize),
    progression: progression.kind,
    heats: String(heats?.heats ?? 2),
    byPlace: String(heats?.byPlace ?? 3),
    fastest: String(heats?.fastest ?? 0),
    handicap: handicap?.kind ?? 'none',
    record: handicap?.kind === 'percentOfRecord' ? formatTenths(handicap.recordTenths) : '',
    recordSource: handicap?.kind === 'percentOfRecord' ? handicap.source : '',
  };
}

type Problems = Partial<Record<keyof CategoryDraft, string>>;

/** Reads a draft; each field that can't be read has its problem, as a text for the user. */
export function readDraft(draft: CategoryDraft): {
  name: string;
  rules: RaceRules | null;
  problems: Problems;
} {
  const problems: Problems = {};
  const name = draft.name.trim();
  if (name === '') problems.name = 'Name is required';
  const amount = amountOf(draft.kind, draft.amount);
  if (typeof amount === 'string') problems.amount = amount;
  const split = amountOf(draft.kind, draft.split);
  if (typeof split === 'string') problems.split = split;
  const whole = (field: keyof CategoryDraft, min: number, max: number, isOptional = false): number | null => {
    if (isOptional && draft[field].trim() === '') return null;
    const value = readWhole(draft[field], min, max);
    if (value === null) problems[field] = `Enter a number from ${min} to ${max}`;
    return value;
  };
  const ageFrom = whole('ageFrom', 1, 120, true);
  const ageTo = whole('ageTo', 1, 120, true);
  if (ageFrom !== null && ageTo !== null && ageFrom > ageTo) problems.ageTo = 'Enter the higher age here';
  const maxWeight = weightOf(draft.maxWeight);
  if (maxWeight === undefined) problems.maxWeight = 'Enter kilograms such as 61.5';
  const teamSize = draft.scoring === 'single' ? 1 : whole('teamSize', 1, 50);
  const [heats, byPlace, fastest] =
    draft.progression === 'flights'
      ? [1, 0, 0]
      : [
          whole('heats', 1, limits.racesMax),
          whole('byPlace', 0, limits.raceLanesMax),
          whole('fastest', 0, limits.raceLanesMax),
        ];
  const handicap = handicapOf(draft, problems);
  const [month = 12, day = 31] = draft.ageOn.split('-').map(Number);
  if (
    Object.keys(problems).length > 0 ||
    typeof amount === 'string' ||
    typeof split === 'string' ||
    maxWeight === undefined
  )
    return { name, rules: null, problems };
  return {
    name,
    problems,
    rules: {
      sex: draft.sex,
      ageFrom,
      ageTo,
      ageOn: draft.ageOn === 'event' ? null : { month, day },
      maxWeight,
      piece: { kind: draft.kind, amount },
      split: Math.min(split, amount),
      scoring: draft.scoring,
      teamSize: teamSize ?? 1,
      progression:
        draft.progression === 'flights'
          ? { kind: 'flights' }
          : { kind: 'heats', heats: heats ?? 1, byPlace: byPlace ?? 0, fastest: fastest ?? 0 },
      ...(handicap === undefined ? {} : { handicap }),
    },
  };
}

/** Handicaps compare times of single athletes over a distance. */
export function mayHaveHandicap({ kind, scoring }: Pick<CategoryDraft, 'kind' | 'scoring'>): boolean {
  return kind === 'distance' && scoring === 'single';
}

/** Reads the handicap, and adds its problems. */
function handicapOf(draft: CategoryDraft, problems: Problems): RaceRules['handicap'] {
  if (draft.handicap === 'none' || !mayHaveHandicap(draft)) return undefined;
  if (draft.handicap === 'mastersAge') return { kind: 'mastersAge' };
  const { value, problem } = readTime(draft.record);
  const source = draft.recordSource.trim();
  if (value === null) problems.record = problem;
  if (source === '') problems.recordSource = 'Say whose record it is, and from when';
  return value === null
    ? undefined
    : { kind: 'percentOfRecord', recordTenths: Math.round(value * 10), source };
}

/** Whole meters or seconds; otherwise a text with the problem. */
function amountOf(kind: RacePiece['kind'], text: string): number | string {
  const { value, problem } = kind === 'distance' ? readDistance(text) : readTime(text);
  if (value === null) return problem;
  const amount = Math.round(value);
  if (amount < 20 || amount > 50_000) return kind === 'distance' ? 'From 20 to 50,000 m' : 'From 0:20 on';
  return amount;
}

/** Tenths of a kilogram; null without a limit, undefined for another text. */
function weightOf(text: string): number | null | undefined {
  const typed = text.trim().replace(',', '.').replace(/ ?kg$/i, '');
  if (typed === '') return null;
  const tenths = /^\d{1,3}(?:\.\d)?$/.test(typed) ? Math.round(Number(typed) * 10) : Number.NaN;
  return tenths >= 200 && tenths <= 2_000 ? tenths : undefined;
}
