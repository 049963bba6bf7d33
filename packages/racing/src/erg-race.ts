/**
 * The files of Concept2's ErgRace, both JSON: `.rac2`, the definition of a race, and its results. Source: the converters of
 * lukadscode/ffavironchrono (commit c1eed207); Concept2 publishes no description.
 */
import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import { asciiOf, shownNameMax } from './monitor-name.ts';
import {
  firstNameFirst,
  metersOf,
  numberAtEnd,
  resultsOf,
  sharedSeats,
  tenthsOf,
  type RaceFileProblem,
  type RaceForFile,
  type RaceResult,
  type RaceResults,
  type StartList,
  type StartListEntry,
} from './start-list.ts';
import { heatOf } from './venue-race.ts';

/**
 * Writes a race as `.rac2`: JSON with one athlete in each boat. Empty lanes are left out. A timed race has its length
 * in seconds.
 */
export function writeRac2(race: RaceForFile): string {
  const boats = race.lanes
    .filter(({ name }) => name.trim() !== '')
    .toSorted((one, other) => one.lane - other.lane)
    .map(({ lane, name, bib, className, country }) => {
      const id = bib === '' ? `Lane ${lane}` : bib;
      return {
        name,
        class_name: className,
        affiliation: country,
        lane_number: lane,
        id,
        participants: [{ id, name }],
      };
    });
  const definition = {
    name_long: race.name,
    name_short: asciiOf(race.name).slice(0, shownNameMax).trim(),
    race_type: 'individual',
    duration: race.amount,
    duration_type: race.kind === 'distance' ? 'meters' : 'time',
    split_value: race.split,
    team_size: 1,
    team_scoring: 'sum',
    handicap_enabled: false,
    time_cap: 0,
    event_name: '',
    race_id: '',
    c2_race_id: '',
    display_prompt_at_splits: false,
    sound_horn_at_splits: false,
    boats,
  };
  return `${JSON.stringify({ race_definition: definition }, null, 2)}\n`;
}

/** Programs write numbers as texts, and leave out unknown values. */
const TextSchema = otherwise(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => `${value}`.trim()),
  ),
  '',
);

const BoatSchema = z.object({
  name: TextSchema,
  class_name: TextSchema,
  affiliation: TextSchema,
  lane_number: TextSchema,
  id: TextSchema,
  participants: otherwise(z.array(z.object({ name: TextSchema })), []),
});

const DefinitionSchema = z.object({
  race_definition: z.object({
    name_long: TextSchema,
    event_name: TextSchema,
    boats: otherwise(z.array(z.unknown()), []),
    // In some files all machines have one kind.
    bikes: otherwise(z.array(z.unknown()), []),
  }),
});

const ParticipantSchema = z.object({
  id: TextSchema,
  lane: TextSchema,
  participant: TextSchema,
  time: TextSchema,
  distance: TextSchema,
});

const ResultsSchema = z.object({ results: z.object({ participants: z.array(z.unknown()) }) });

/** Reads JSON text with a byte order mark at its start; null for any other text. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return value;
  } catch {
    return null;
  }
}

/** Reads the boats of a `.rac2`. */
export function readRac2(json: unknown): StartList {
  const parsed = DefinitionSchema.safeParse(json);
  if (!parsed.success) {
    return {
      entries: [],
      problems: [{ line: null, message: 'This file is not a race of ErgRace: race_definition is missing.' }],
    };
  }
  const { name_long: title, event_name: eventName, boats, bikes } = parsed.data.race_definition;
  const entries: StartListEntry[] = [];
  const problems: RaceFileProblem[] = [];
  for (const [index, value] of [...boats, ...bikes].entries()) {
    const boat = BoatSchema.safeParse(value);
    if (!boat.success) {
      problems.push({ line: null, message: `Boat ${index + 1} can't be read.` });
      continue;
    }
    const { name, class_name: className, affiliation: club, lane_number: lane, id, participants } = boat.data;
    const [first] = participants;
    const athlete = firstNameFirst(participants.length === 1 && first?.name ? first.name : name);
    if (/^(?:|lane \d+|empty)$/i.test(athlete)) continue;
    const bib = /^lane \d+$/i.test(id) ? '' : id;
    entries.push({
      heat: heatOf(title),
      lane: numberAtEnd(lane),
      name: athlete,
      bib,
      club,
      event: eventName || className,
    });
  }
  return { entries, problems: [...problems, ...sharedSeats(entries)] };
}

/**
 * Reads the results of ErgRace. An athlete whose id is a bib has that bib; `Lane 3` is the id of an unknown athlete.
 */
export function readErgRaceResults(json: unknown): RaceResults {
  const parsed = ResultsSchema.safeParse(json);
  if (!parsed.success) {
    return {
      results: [],
      problems: [{ line: null, message: 'It has no results of ErgRace: results.participants is missing.' }],
    };
  }
  const results: RaceResult[] = [];
  const problems: RaceFileProblem[] = [];
  for (const [index, value] of parsed.data.results.participants.entries()) {
    const participant = ParticipantSchema.safeParse(value);
    if (!participant.success) {
      problems.push({ line: null, message: `Result ${index + 1} can't be read.` });
      continue;
    }
    const { id, lane, participant: name, time, distance } = participant.data;
    const tenths = tenthsOf(time);
    const isUnknown = /^lane \d+$/i.test(id);
    if (tenths === undefined) {
      problems.push({
        line: null,
        message: `Result ${index + 1}, ${name || `lane ${lane}`}: "${time}" isn't a time.`,
      });
    }
    results.push({
      lane: numberAtEnd(lane) ?? (isUnknown ? numberAtEnd(id) : null),
      name: firstNameFirst(name),
      bib: isUnknown ? '' : id,
      tenths: tenths ?? null,
      meters: metersOf(distance),
    });
  }
  return resultsOf(results, problems);
}
