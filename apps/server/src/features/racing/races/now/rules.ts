import { placesOf } from '@boathouse/racing/draw';
import type { NowRace } from '@boathouse/contract/races/day';
import type { RaceState } from '@boathouse/contract/races/race';
import { hasResult, newestRun, scoreOf, validAttempt, viewRun } from '../day/rules.ts';
import type { RaceRow } from '../day/store.ts';
import type { Race } from '@boathouse/contract/races/race';
import { categoryOf, type EventFacts } from '../reads/service.ts';

/** States of races that screens show, the most urgent first. */
const urgency: readonly RaceState[] = ['started', 'falseStart', 'stopped', 'armed', 'called', 'finished'];

/** Returns the races of this moment: the current one, the next ones, and the newest with results. */
export function chosenRaces(races: readonly RaceRow[]): {
  current: RaceRow | null;
  next: RaceRow[];
  last: RaceRow[];
} {
  const rank = ({ state }: RaceRow) => urgency.indexOf(state);
  const [current = null] = races
    .filter((race) => rank(race) >= 0)
    .toSorted((one, other) => rank(one) - rank(other) || one.startsAt.getTime() - other.startsAt.getTime());
  const next = races.filter(({ id, state }) => id !== current?.id && ['published', 'called'].includes(state));
  const resultMs = ({ officialAt, provisionalAt }: RaceRow) => (officialAt ?? provisionalAt)?.getTime() ?? 0;
  const last = races.filter(hasResult).toSorted((one, other) => resultMs(other) - resultMs(one));
  return { current, next: next.slice(0, 3), last: last.slice(0, 3) };
}

type Names = {
  nameOf: (entryId: string) => string;
  /** Finds the lane's samples in the room. */
  activityId: (id: string) => string;
};

/** Returns a race for screens. `viewed` is the same race as its readers see it. */
export function nowRace(
  race: RaceRow,
  viewed: Race,
  facts: EventFacts,
  { nameOf, activityId }: Names,
): NowRace {
  const { name, rules } = categoryOf(facts, race.categoryId);
  const attempts = facts.attempts.filter(({ raceId }) => raceId === race.id);
  const lanes = facts.lanes.filter(({ raceId }) => raceId === race.id);
  const valid = lanes.map((lane) => validAttempt(lane, attempts));
  const scores = valid.map((attempt) =>
    attempt?.outcome === 'finished' ? scoreOf(attempt, rules.piece) : null,
  );
  const isPlaced = lanes.map(({ state }) => ['entered', 'here', 'ready'].includes(state));
  const places = placesOf(
    scores.map((score, index) => (isPlaced[index] ? score : null)),
    rules.piece.kind === 'distance' ? 'ascending' : 'descending',
  );
  const run = newestRun(race.id, facts.runs);
  const ofRound = facts.races.filter((one) => one.categoryId === race.categoryId && one.round === race.round);
  const { _id, state, version, startsAt } = viewed;
  return {
    _id,
    state,
    version,
    startsAt,
    category: name,
    round: race.round,
    number: race.number,
    ofRound: ofRound.length,
    piece: rules.piece,
    lanes: viewed.lanes.map((lane, index) => {
      const entry = facts.entries.find(({ id }) => id === lane.entry);
      return {
        lane: lane.lane,
        state: lane.state,
        name: entry === undefined ? '' : nameOf(entry.id),
        bib: entry?.bib ?? '',
        club: entry?.club ?? '',
        activity: lane.activity === null ? null : activityId(lane.activity),
        result: lane.result,
        place: places[index] ?? null,
        outcome: valid[index]?.outcome ?? null,
      };
    }),
    run: run && runOf(viewRun(run)),
  };
}

const runOf = ({ number, start, stopped }: ReturnType<typeof viewRun>) => ({
  number,
  start,
  stopped: stopped && { kind: stopped.kind, lanes: stopped.lanes, reason: stopped.reason },
});
