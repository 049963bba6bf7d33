import type { RaceCategory, RaceEntry, RaceRules, WholeRaceEvent } from '@boathouse/contract/races';
import type { NowRace } from '@boathouse/contract/races/day';
import type { Race, RaceLane } from '@boathouse/contract/races/race';
import { idOf } from '../people.ts';

/* For tests: a race day of the club Harbour in Berlin, 6 lanes, the fifth closed. */

export const rules: RaceRules = {
  sex: 'women',
  ageFrom: null,
  ageTo: null,
  ageOn: null,
  maxWeight: null,
  piece: { kind: 'distance', amount: 2000 },
  split: 500,
  scoring: 'single',
  teamSize: 1,
  progression: { kind: 'flights' },
};

export function buildCategory(parts: Partial<RaceCategory> = {}): RaceCategory {
  return { _id: idOf(300), name: 'Women 2k', position: 0, rules, ...parts };
}

/** Entry 1 is named `Athlete 1`, has the number 1 and is a member. */
export function buildEntry(number: number, parts: Partial<RaceEntry> = {}): RaceEntry {
  const name = `Athlete ${number}`;
  return {
    _id: idOf(400 + number),
    category: idOf(300),
    user: { _id: idOf(600 + number), displayName: name, iconURL: null },
    name,
    bib: String(number),
    club: 'Harbour',
    team: '',
    birthYear: null,
    sex: null,
    seedTenths: null,
    weighed: 'none',
    weighedAt: null,
    isScratched: false,
    doubts: [],
    ...parts,
  };
}

export function buildLane(lane: number, parts: Partial<RaceLane> = {}): RaceLane {
  return {
    lane,
    entry: null,
    state: parts.entry == null ? 'empty' : 'entered',
    activity: null,
    result: null,
    needsConfirmation: false,
    ...parts,
  };
}

/** Entries 1 to `seated` in the lanes from 1. */
export function buildRace(number: number, parts: Partial<Race> = {}, seated = 3): Race {
  return {
    _id: idOf(500 + number),
    event: idOf(200),
    category: idOf(300),
    round: 'flight',
    number,
    startsAt: `2026-05-02T0${7 + number}:00:00.000Z`,
    state: 'published',
    version: 1,
    lanes: Array.from({ length: 6 }, (_, index) =>
      index === 4
        ? buildLane(5, { state: 'closed' })
        : buildLane(index + 1, index < seated ? { entry: idOf(401 + index) } : {}),
    ),
    run: null,
    provisionalAt: null,
    official: null,
    ...parts,
  };
}

export function buildEvent(parts: Partial<WholeRaceEvent> = {}): WholeRaceEvent {
  return {
    _id: idOf(200),
    club: { _id: idOf(50), name: 'Harbour', customURL: 'harbour', iconURL: null },
    title: 'Spring ergs',
    day: '2026-05-02',
    timeZone: 'Europe/Berlin',
    lanes: 6,
    closedLanes: [5],
    minutesBetween: 20,
    juniorNames: 'initials',
    protestMinutes: 20,
    medals: { places: 3, minStarters: 1, isOneFewer: false },
    isPublished: true,
    pageAt: null,
    may: { manage: true, judge: true },
    judges: [],
    control: null,
    categories: [buildCategory()],
    entries: [1, 2, 3].map((number) => buildEntry(number)),
    races: [buildRace(1)],
    ...parts,
  };
}

export function buildNowRace(parts: Partial<NowRace> = {}): NowRace {
  return {
    _id: idOf(501),
    category: 'Women 2k',
    round: 'heat',
    number: 3,
    ofRound: 3,
    piece: rules.piece,
    startsAt: '2026-05-02T08:00:00.000Z',
    state: 'called',
    version: 1,
    lanes: [1, 2].map((lane) => ({
      lane,
      state: 'entered',
      name: `Athlete ${lane}`,
      bib: String(lane),
      club: 'Harbour',
      activity: null,
      result: null,
      place: null,
      outcome: null,
    })),
    run: null,
    ...parts,
  };
}
