import { formatTenths } from '@boathouse/racing/race-time';
import type { RaceHandicap, RacePiece, RaceRules, RaceScoring, RaceSex } from '@boathouse/contract/races';
import type { AttemptOutcome, LaneState, RaceRound, RaceState } from '@boathouse/contract/races/race';
import type { RaceRecord } from '@boathouse/contract/races/results';
import { formatWhole } from '../../../lib/format.ts';

/** Formats the figure that ranks a race: a time, or meters; a dash for null. */
export function formatScore({ kind }: Pick<RacePiece, 'kind'>, score: number | null): string {
  if (score === null) return '–';
  return kind === 'distance' ? formatTenths(score) : `${formatWhole(score)} m`;
}

/** Formats hundredths of a percent as `12.45 %`; a dash for null. */
export function formatPercent(hundredths: number | null): string {
  return hundredths === null ? '–' : `${(hundredths / 100).toFixed(2)} %`;
}

/** `Club record`, `Club record of the category, equaled`, `Event record`. */
export function recordWords({ of, isOverall, isEqual }: RaceRecord): string {
  const name = of === 'event' ? 'Event record' : isOverall ? 'Club record' : 'Club record of the category';
  return isEqual ? `${name}, equaled` : name;
}

/** The formula of a handicap and its record, for the line below a table. */
export function handicapWords(handicap: RaceHandicap): string {
  return handicap.kind === 'mastersAge'
    ? "Places by the time corrected for age, by the formula of USRowing's masters: T − D / 1000 × 0.0216 × (age − 27)². Up to " +
        '27 years, and without a year of birth, the raw time counts.'
    : `Percent over the record: (time / record − 1) × 100. Record: ${formatTenths(handicap.recordTenths)}, ${handicap.source}.`;
}

/** Formats the distance to the first: `+1.2` s or `−12 m`; empty for the first itself and without one. */
export function formatGap({ kind }: Pick<RacePiece, 'kind'>, gap: number | null): string {
  if (gap === null || gap === 0) return '';
  return kind === 'distance'
    ? `+${formatTenths(gap).replace(/^0:0?/, '')}`
    : `−${formatWhole(Math.abs(gap))} m`;
}

/** Names the clock of an event by the city of its zone: `Berlin time`; `UTC`. */
export function zoneWords(timeZone: string): string {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return timeZone.includes('/') ? `${city} time` : timeZone;
}

/** `2,000 m` or `4:00`. */
export function pieceWords({ kind, amount }: RacePiece): string {
  return kind === 'distance' ? `${formatWhole(amount)} m` : formatTenths(amount * 10).replace(/\.0$/, '');
}

type Named = { round: RaceRound; number: number };

/** `Heat 3`, `Flight 1`, `Final`. */
export function roundWords({ round, number }: Named): string {
  if (round === 'final') return number === 1 ? 'Final' : `Final ${number}`;
  return `${round === 'heat' ? 'Heat' : 'Flight'} ${number}`;
}

/** `Women 2k, heat 3`. */
export function raceWords(category: string, race: Named): string {
  return `${category}, ${roundWords(race).toLowerCase()}`;
}

export const stateWords: Record<RaceState, string> = {
  draft: 'Draft',
  published: 'To come',
  called: 'Called',
  armed: 'Armed',
  started: 'Starting',
  running: 'Under way',
  finished: 'Finished',
  provisional: 'Provisional',
  official: 'Official',
  falseStart: 'False start',
  stopped: 'Stopped',
  void: 'Void',
};

export const laneWords: Record<LaneState, string> = {
  empty: 'Empty',
  closed: 'Closed',
  entered: 'Not here yet',
  here: 'Here',
  ready: 'Ready',
  running: 'Rowing',
  noData: 'No data',
  finished: 'Finished',
  dns: 'Did not start',
  dnf: 'Did not finish',
  dsq: 'Disqualified',
  exhibition: 'Exhibition',
};

/** Shown on a result instead of a place. */
export const outcomeWords: Record<AttemptOutcome, string> = {
  finished: '',
  dnf: 'DNF',
  dns: 'DNS',
  dsq: 'DSQ',
  exhibition: 'Exhibition',
};

export const sexWords: Record<RaceSex, string> = { women: 'Women', men: 'Men', mixed: 'Mixed', open: 'Open' };

export const scoringWords: Record<RaceScoring, string> = {
  single: 'Single',
  relay: 'Relay, one erg',
  teamSum: 'Team, sum of all',
  teamAverage: 'Team, average',
  teamBest: 'Team, the best count',
  place: 'Team, points by place',
};

/** The rules of a category in one line: `Women, 30 to 39 years, 61.5 kg, 2,000 m, flights`. */
export function rulesWords(rules: RaceRules): string {
  const { sex, ageFrom, ageTo, maxWeight, piece, scoring, teamSize, progression } = rules;
  const age = ageWords(ageFrom, ageTo);
  return [
    sexWords[sex],
    ...(age === null ? [] : [age]),
    ...(maxWeight === null ? [] : [`up to ${maxWeight / 10} kg`]),
    pieceWords(piece),
    ...(scoring === 'single' ? [] : [`${scoringWords[scoring].toLowerCase()} (${teamSize})`]),
    progression.kind === 'flights'
      ? 'one ranking over all flights'
      : `${progression.heats} heats, the first ${progression.byPlace} of each and the ${progression.fastest} fastest to the final`,
    ...(rules.handicap === undefined
      ? []
      : [rules.handicap.kind === 'mastersAge' ? 'corrected for age' : 'percent of a record']),
  ].join(', ');
}

function ageWords(from: number | null, to: number | null): string | null {
  if (from === null && to === null) return null;
  if (from === null) return `up to ${to} years`;
  return to === null ? `from ${from} years` : `${from} to ${to} years`;
}

/** Returns whether a change of a race's lanes needs a reason. */
export function isArmed(state: RaceState): boolean {
  return !['draft', 'published', 'called'].includes(state);
}

/** Returns whether seats can't change in the draw: results are moved by swaps. */
export function hasResult(state: RaceState): boolean {
  return ['finished', 'provisional', 'official', 'void'].includes(state);
}
