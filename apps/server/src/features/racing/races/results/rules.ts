import { formatTenths } from '@boathouse/racing/race-time';
import { placesOf } from '@boathouse/racing/draw';
import { mastersAgeTime, percentOfRecord } from '@boathouse/racing/handicap';
import { csvOf } from '@boathouse/formats/csv/write-rows';
import type {
  CategoryResults,
  RaceRecord,
  RaceResultRow,
  RaceResults,
  RaceTeamRow,
} from '@boathouse/contract/races/results';
import { attemptOutcomes, type AttemptOutcome } from '@boathouse/contract/races/race';
import type { RaceMedals, RaceRules } from '@boathouse/contract/races';
import { hasResult, isFinal, scoreOf, validAttempt } from '../day/rules.ts';
import type { AttemptRow, LaneRow, RaceRow } from '../day/store.ts';
import type { EventFacts } from '../reads/service.ts';
import type { CategoryRow } from '../store.ts';

type Naming = { nameOf: (entryId: string) => string; officialOf: (userId: string | null) => string };

/** Returns the results of a category: the final's ranking, then the heats' ranking; flights have one common ranking. */
export function categoryResults(facts: EventFacts, category: CategoryRow, naming: Naming): CategoryResults {
  const races = facts.races.filter((race) => race.categoryId === category.id);
  const shown = races.filter(hasResult);
  const finals = shown.filter(({ round }) => round === 'final');
  const others = shown.filter(({ round }) => round !== 'final');
  const inFinal = new Set(
    facts.lanes
      .filter(({ raceId }) => finals.some(({ id }) => id === raceId))
      .flatMap(({ entryId }) => entryId ?? []),
  );
  const ranked = [
    rowsOf(finals, facts, category, naming),
    rowsOf(others, facts, category, naming).filter(({ entryId }) => !inFinal.has(entryId)),
  ];
  const isOfficial = shown.length > 0 && races.every(isFinal);
  const withMedals = finals.length > 0 || others.every(({ round }) => round === 'flight');
  const rows: RaceResultRow[] = [];
  const starters = ranked
    .flat()
    .filter(({ outcome }) => outcome !== null && started.includes(outcome)).length;
  const medals = isOfficial && withMedals ? medalsFor(facts.event.medals, starters) : 0;
  for (const some of ranked) {
    // A final's athletes come before those of the heats, even if a heat was faster.
    const before = rows.filter(({ place }) => place !== null).length;
    const isFirst = before === 0 && some === (finals.length > 0 ? ranked[0] : ranked[1]);
    rows.push(...placed(some, category.rules, before, isFirst ? medals : 0));
  }
  const withPlace = [
    ...rows.filter(({ place }) => place !== null),
    ...rows.filter(({ place }) => place === null),
  ];
  const newest = races.toSorted((one, other) => msOf(other) - msOf(one))[0];
  const { piece, scoring, handicap = null } = category.rules;
  return {
    category: category.id,
    name: category.name,
    piece,
    scoring,
    handicap,
    state: isOfficial ? 'official' : shown.length > 0 ? 'provisional' : 'none',
    officialAt: isOfficial ? (newest?.officialAt?.toISOString() ?? null) : null,
    officialBy: isOfficial && newest !== undefined ? naming.officialOf(newest.officialBy) : null,
    rows: withPlace,
    teams: teamsOf(withPlace, category.rules),
  };
}

const started: readonly AttemptOutcome[] = ['finished', 'dnf', 'dsq'];

/** Returns how many places get medals if this many athletes started. */
export function medalsFor({ places, minStarters, isOneFewer }: RaceMedals, starters: number): number {
  if (starters < minStarters) return 0;
  return isOneFewer ? Math.max(0, Math.min(places, starters - 1)) : places;
}

const msOf = ({ officialAt }: RaceRow) => officialAt?.getTime() ?? 0;

type Row = RaceResultRow & { entryId: string };

function rowsOf(
  races: readonly RaceRow[],
  facts: EventFacts,
  { rules }: CategoryRow,
  { nameOf }: Naming,
): Row[] {
  return races.flatMap((race) => {
    const attempts = facts.attempts.filter(({ raceId }) => raceId === race.id);
    return facts.lanes
      .filter(({ raceId, entryId }) => raceId === race.id && entryId !== null)
      .flatMap((lane): Row[] => {
        const entry = facts.entries.find(({ id }) => id === lane.entryId);
        if (entry === undefined) return [];
        const attempt = validAttempt(lane, attempts);
        const outcome = outcomeOf(lane, attempt);
        const score = outcome === 'finished' ? scoreOf(attempt, rules.piece) : null;
        return [
          {
            entryId: entry.id,
            place: null,
            medal: null,
            bib: entry.bib,
            name: nameOf(entry.id),
            club: entry.club,
            team: entry.team,
            race: race.id,
            round: race.round,
            number: race.number,
            lane: lane.lane,
            outcome,
            ...figuresOf(attempt),
            score,
            adjusted: score === null ? null : adjustedOf(rules, score, attempt, ageIn(facts.event, entry)),
            records: outcome === 'finished' && isFinal(race) ? lane.records : [],
            gap: null,
            isOfficial: isFinal(race),
          },
        ];
      });
  });
}

/** In the year of the event, as masters count it. */
const ageIn = ({ day }: { day: string }, { birthYear }: { birthYear: number | null }) =>
  birthYear === null ? null : Number(day.slice(0, 4)) - birthYear;

/** Returns the score by the category's handicap; a penalty is added after the time is corrected for age. */
export function adjustedOf(
  { handicap, piece }: Pick<RaceRules, 'handicap' | 'piece'>,
  score: number,
  attempt: Pick<AttemptRow, 'penaltyTenths'> | null,
  age: number | null,
): number | null {
  if (handicap === undefined || piece.kind !== 'distance') return null;
  if (handicap.kind === 'percentOfRecord') {
    return Math.round(percentOfRecord(score, handicap.recordTenths) * 100);
  }
  if (age === null || age <= 0) return null;
  const penalty = attempt?.penaltyTenths ?? 0;
  const sec = mastersAgeTime({ sec: (score - penalty) / 10, meters: piece.amount, age });
  return Math.round(sec * 10) + penalty;
}

/** Returns the figure that ranks a category: the raw one, or the time corrected for age. */
function rankedScore(
  { handicap }: RaceRules,
  { score, adjusted }: Pick<RaceResultRow, 'score' | 'adjusted'>,
) {
  return handicap?.kind === 'mastersAge' ? (adjusted ?? score) : score;
}

/** An official's decision about a lane replaces its result. */
function outcomeOf({ state }: LaneRow, attempt: AttemptRow | null): AttemptOutcome | null {
  const said = attemptOutcomes.find((outcome) => outcome === state);
  return said ?? attempt?.outcome ?? null;
}

function figuresOf(attempt: AttemptRow | null) {
  if (attempt === null) {
    return {
      tenths: null,
      meters: null,
      penaltyTenths: 0,
      averagePace: null,
      strokeRate: null,
      splits: [],
      source: null,
      note: '',
    };
  }
  const { tenths, meters, penaltyTenths, strokeRate, splits, source, note } = attempt;
  const averagePace = tenths !== null && meters !== null && meters > 0 ? (tenths * 50) / meters : null;
  return { tenths, meters, penaltyTenths, averagePace, strokeRate, splits, source, note };
}

/** Gives the rows their places, after the `before` places that are taken, the best first. */
function placed(rows: readonly Row[], rules: RaceRules, before: number, medals: number): RaceResultRow[] {
  const direction = rules.piece.kind === 'distance' ? 'ascending' : 'descending';
  const ranked = rows.map((row) => rankedScore(rules, row));
  const places = placesOf(ranked, direction);
  const scores = ranked.filter((score) => score !== null);
  const best = direction === 'ascending' ? Math.min(...scores) : Math.max(...scores);
  return rows
    .map(({ entryId: _entryId, ...row }, index) => {
      const place = places[index] ?? null;
      const score = ranked[index] ?? null;
      return {
        ...row,
        place: place === null ? null : place + before,
        medal: place !== null && place <= medals ? place : null,
        gap: score === null ? null : Math.abs(score - best),
      };
    })
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity));
}

const teamScorings = ['teamSum', 'teamAverage', 'teamBest', 'place'] as const;

/**
 * Scores the teams of a category. A team with fewer results than the rule needs has none. A mean is in tenths of a
 * second like the times, or in tenths of a meter.
 */
export function teamsOf(rows: readonly RaceResultRow[], rules: RaceRules): RaceTeamRow[] {
  const { scoring, piece } = rules;
  if (!teamScorings.some((one) => one === scoring)) return [];
  const names = [...new Set(rows.map(({ team }) => team).filter((team) => team !== ''))];
  const teams = names.map((team) => {
    const members = rows.filter((row) => row.team === team);
    const scores = members.map((row) => (scoring === 'place' ? row.place : row.score));
    return { team, ...scoreOfTeam(scores, rules), names: members.map(({ name }) => name) };
  });
  const isLessBetter = scoring === 'place' || piece.kind === 'distance';
  const places = placesOf(
    teams.map(({ score }) => score),
    isLessBetter ? 'ascending' : 'descending',
  );
  return teams
    .map(({ team, score, scores, counts, names: ofMembers }, index) => ({
      place: places[index] ?? null,
      team,
      score,
      members: ofMembers.map((name, at) => ({
        name,
        score: scores[at] ?? null,
        counts: counts[at] === true,
      })),
    }))
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity));
}

function scoreOfTeam(scores: readonly (number | null)[], { scoring, teamSize, piece }: RaceRules) {
  const isLessBetter = scoring === 'place' || piece.kind === 'distance';
  const order = scores
    .map((score, index) => ({ score, index }))
    .filter((one): one is { score: number; index: number } => one.score !== null)
    .toSorted((one, other) => (isLessBetter ? one.score - other.score : other.score - one.score));
  // A sum and a mean need the whole team; for the other rules the best count.
  const isWhole = scoring === 'teamSum' || scoring === 'teamAverage';
  const counted = isWhole ? order : order.slice(0, teamSize);
  const isComplete = counted.length >= teamSize && (!isWhole || counted.length === scores.length);
  const sum = counted.reduce((total, { score }) => total + score, 0);
  const mean = Math.round((piece.kind === 'time' ? sum * 10 : sum) / counted.length);
  const score = !isComplete ? null : scoring === 'teamAverage' ? mean : sum;
  return { score, scores, counts: scores.map((_, index) => counted.some((one) => one.index === index)) };
}

/** Ranks all results of each piece over the categories. */
export function overallOf(categories: readonly CategoryResults[]): RaceResults['overall'] {
  const pieces = new Map(categories.map(({ piece }) => [`${piece.kind} ${piece.amount}`, piece]));
  return [...pieces.values()].map((piece) => {
    const rows = categories
      .filter((one) => one.piece.kind === piece.kind && one.piece.amount === piece.amount)
      .flatMap(({ name, rows: ofCategory }) =>
        ofCategory.map((row) => ({ ...row, category: name, medal: null })),
      );
    const places = placesOf(
      rows.map(({ score }) => score),
      piece.kind === 'distance' ? 'ascending' : 'descending',
    );
    const scores = rows.flatMap(({ score }) => score ?? []);
    const best = piece.kind === 'distance' ? Math.min(...scores) : Math.max(...scores);
    return {
      piece,
      rows: rows
        .map((row, index) => ({
          ...row,
          place: places[index] ?? null,
          gap: row.score === null ? null : Math.abs(row.score - best),
        }))
        .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity)),
    };
  });
}

/** Ranks the rows of all categories that compare with a record. */
export function byPercentOf(categories: readonly CategoryResults[]): RaceResults['byPercent'] {
  const rows = categories
    .filter(({ handicap }) => handicap?.kind === 'percentOfRecord')
    .flatMap(({ name, rows: ofCategory }) =>
      ofCategory.map((row) => ({ ...row, category: name, medal: null })),
    );
  const places = placesOf(
    rows.map(({ adjusted }) => adjusted),
    'ascending',
  );
  const best = Math.min(...rows.flatMap(({ adjusted }) => adjusted ?? []));
  return rows
    .map((row, index) => ({
      ...row,
      place: places[index] ?? null,
      gap: row.adjusted === null ? null : row.adjusted - best,
    }))
    .toSorted((one, other) => (one.place ?? Infinity) - (other.place ?? Infinity));
}

/** Returns the results as CSV, a row for each athlete. */
export function resultsCsv({ categories }: Pick<RaceResults, 'categories'>): string {
  const header =
    'Category,Place,Medal,Bib,Name,Club,Team,Round,Number,Lane,Outcome,Time,Meters,Penalty (s),Age-adjusted,Percent over the record,Records,Pace per 500 m,Rate,Source,State,Note';
  const rows = categories.flatMap(({ name, handicap, rows: ofCategory }) =>
    ofCategory.map((row) => [
      name,
      row.place,
      row.medal,
      row.bib,
      row.name,
      row.club,
      row.team,
      row.round,
      row.number,
      row.lane,
      row.outcome,
      row.tenths === null ? null : formatTenths(row.tenths),
      row.meters,
      row.penaltyTenths / 10,
      handicap?.kind === 'mastersAge' && row.adjusted !== null ? formatTenths(row.adjusted) : null,
      handicap?.kind === 'percentOfRecord' && row.adjusted !== null ? row.adjusted / 100 : null,
      row.records.map(recordName).join('; '),
      row.averagePace === null ? null : formatTenths(Math.round(row.averagePace * 10)),
      row.strokeRate,
      row.source,
      row.isOfficial ? 'official' : 'provisional',
      row.note,
    ]),
  );
  return csvOf([header.split(','), ...rows], '\r\n');
}

/** `club record`, `club record of the category, equaled`, `event record`. */
function recordName({ of, isOverall, isEqual }: RaceRecord): string {
  const name = of === 'event' ? 'event record' : isOverall ? 'club record' : 'club record of the category';
  return isEqual ? `${name}, equaled` : name;
}
