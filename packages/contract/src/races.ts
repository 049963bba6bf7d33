import * as z from 'zod/mini';
import { ClubRefSchema } from './clubs/club-ref.ts';
import { endpoint } from './endpoint.ts';
import { IdParamsSchema, IdSchema, NewIdSchema, SecretKeySchema, TimeSchema } from './ids.ts';
import { limits } from './limits.ts';
import { TimeZoneSchema } from './locale.ts';
import { RaceSchema } from './races/race.ts';
import { lineOfText } from './text.ts';
import { UserRefSchema } from './users.ts';

/** Set-up of race days: an event of a club, its categories, its entries. Races and their lanes are in `races/race.ts`. */

const LaneNumberSchema = z.int().check(z.minimum(1), z.maximum(limits.raceLanesMax));

/** Names of juniors (18 or younger in the event's year) on public pages: full names, or initials. */
export const juniorNames = ['full', 'initials'] as const;
export type JuniorNames = (typeof juniorNames)[number];

/** Which places of a category get medals. */
const MedalsSchema = z.strictObject({
  /** 3: gold, silver and bronze; 0: none. */
  places: z.int().check(z.minimum(0), z.maximum(3)),
  /** If fewer started in the category, there is no medal. */
  minStarters: z.int().check(z.minimum(1), z.maximum(limits.raceLanesMax)),
  /** At most one medal fewer than starters: two get one, a single one none. */
  isOneFewer: z.boolean(),
});
export type RaceMedals = z.infer<typeof MedalsSchema>;

const eventFields = {
  title: lineOfText('A title', limits.sessionTitleMax),
  /** The event's dates, by the clock of `timeZone`. */
  day: z.iso.date(),
  timeZone: TimeZoneSchema,
  lanes: LaneNumberSchema,
  /** Lanes with a broken erg: no draw uses them. */
  closedLanes: z.array(LaneNumberSchema).check(z.maxLength(limits.raceLanesMax)),
  /** Minutes from one race to the next in the timetable. */
  minutesBetween: z.int().check(z.minimum(1), z.maximum(240)),
  juniorNames: z.enum(juniorNames),
  /** Minutes for protests after a provisional result. */
  protestMinutes: z.int().check(z.minimum(0), z.maximum(240)),
  medals: MedalsSchema,
  /** From then on members read the event, and its public page opens. */
  isPublished: z.boolean(),
};

const NewEventSchema = z.strictObject({
  _id: NewIdSchema,
  title: eventFields.title,
  day: eventFields.day,
  timeZone: eventFields.timeZone,
  lanes: z._default(eventFields.lanes, 8),
  closedLanes: z._default(eventFields.closedLanes, []),
  minutesBetween: z._default(eventFields.minutesBetween, 20),
  juniorNames: z._default(eventFields.juniorNames, 'initials'),
  protestMinutes: z._default(eventFields.protestMinutes, 20),
});

const EventPatchSchema = z.partial(z.strictObject(eventFields));
export type RaceEventPatch = z.infer<typeof EventPatchSchema>;

export const raceSexes = ['women', 'men', 'mixed', 'open'] as const;
export type RaceSex = (typeof raceSexes)[number];

/** `place`: points of a team are its athletes' places; the lowest sum wins. */
export const raceScorings = ['single', 'relay', 'teamSum', 'teamAverage', 'teamBest', 'place'] as const;
export type RaceScoring = (typeof raceScorings)[number];

const AgeSchema = z.nullable(z.int().check(z.minimum(1), z.maximum(120)));

export const RacePieceSchema = z.strictObject({
  kind: z.enum(['distance', 'time']),
  /** Meters or seconds, by `kind`. */
  amount: z.int().check(z.minimum(20), z.maximum(50_000)),
});
export type RacePiece = z.infer<typeof RacePieceSchema>;

/**
 * A score shown beside the raw result. `mastersAge`: the category is ranked by the time corrected for age (USRowing's
 * masters). `percentOfRecord`: by how many percent the time is longer than a record, which ranks categories of
 * different pieces together.
 */
export const HandicapSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mastersAge') }),
  z.strictObject({
    kind: z.literal('percentOfRecord'),
    recordTenths: z.int().check(z.minimum(1), z.maximum(999_999)),
    /** The holder and the year: records change. */
    source: lineOfText('A source', limits.raceNameMax),
  }),
]);
export type RaceHandicap = z.infer<typeof HandicapSchema>;

/** Flights: one ranking of all. Heats: the first of each by place, and the fastest others, row a final. */
const ProgressionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('flights') }),
  z.strictObject({
    kind: z.literal('heats'),
    heats: z.int().check(z.minimum(1), z.maximum(limits.racesMax)),
    byPlace: z.int().check(z.minimum(0), z.maximum(limits.raceLanesMax)),
    fastest: z.int().check(z.minimum(0), z.maximum(limits.raceLanesMax)),
  }),
]);

const CategoryRulesSchema = z.strictObject({
  sex: z.enum(raceSexes),
  /** Both ages included; null without a limit. */
  ageFrom: AgeSchema,
  ageTo: AgeSchema,
  /**
   * The day on which the age counts; null means the day of the event. If only the year of birth is known, 31 December
   * is exact.
   */
  ageOn: z.nullable(
    z.strictObject({
      month: z.int().check(z.minimum(1), z.maximum(12)),
      day: z.int().check(z.minimum(1), z.maximum(31)),
    }),
  ),
  /** In tenths of a kilogram; null without a limit, and then there is no weigh-in. */
  maxWeight: z.nullable(z.int().check(z.minimum(200), z.maximum(2_000))),
  piece: RacePieceSchema,
  /** Meters or seconds, depending on the piece; the length of a leg in a relay. */
  split: z.int().check(z.minimum(20), z.maximum(50_000)),
  scoring: z.enum(raceScorings),
  /** Athletes of a team or relay; the n of `teamBest`. 1 for a single. */
  teamSize: z.int().check(z.minimum(1), z.maximum(50)),
  progression: ProgressionSchema,
  /** Absent: none. It works only over a distance and for single athletes. */
  handicap: z.optional(HandicapSchema),
});
export type RaceRules = z.infer<typeof CategoryRulesSchema>;

const CategoryNameSchema = lineOfText('A name', limits.raceNameMax);
const NewCategorySchema = z.strictObject({
  _id: NewIdSchema,
  name: CategoryNameSchema,
  rules: CategoryRulesSchema,
});
const CategoryPatchSchema = z.strictObject({
  name: z.optional(CategoryNameSchema),
  rules: z.optional(CategoryRulesSchema),
  /** Its place in the event's list, from 0. */
  position: z.optional(z.int().check(z.minimum(0), z.maximum(limits.raceCategoriesMax))),
});

const RaceCategorySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  position: z.int(),
  rules: CategoryRulesSchema,
});
export type RaceCategory = z.infer<typeof RaceCategorySchema>;

export const weighings = ['none', 'passed', 'failed'] as const;
export type Weighing = (typeof weighings)[number];

const BirthYearSchema = z.nullable(z.int().check(z.minimum(1900), z.maximum(2100)));
const EntrySexSchema = z.nullable(z.enum(['female', 'male']));
const optionalLine = z.string().check(z.trim(), z.maxLength(limits.raceNameMax));

const entryFields = {
  category: IdSchema,
  /** A member who rows with this account; null for a guest. A user who has entered the entry's code stays one. */
  user: z.nullable(IdSchema),
  name: lineOfText('A name', limits.displayNameMax),
  /** Unique within the event; empty if not set. */
  bib: z.string().check(z.trim(), z.maxLength(limits.raceBibMax)),
  club: optionalLine,
  /** Entries of a category with the same text are one team. */
  team: optionalLine,
  birthYear: BirthYearSchema,
  sex: EntrySexSchema,
  /** Tenths of a second for the category's piece; null if unknown. */
  seedTenths: z.nullable(z.int().check(z.minimum(1), z.maximum(999_999))),
};

const NewEntrySchema = z.strictObject({
  _id: NewIdSchema,
  category: entryFields.category,
  user: z._default(entryFields.user, null),
  name: entryFields.name,
  bib: z._default(entryFields.bib, ''),
  club: z._default(entryFields.club, ''),
  team: z._default(entryFields.team, ''),
  birthYear: z._default(entryFields.birthYear, null),
  sex: z._default(entryFields.sex, null),
  seedTenths: z._default(entryFields.seedTenths, null),
});

const EntryPatchSchema = z.partial(z.strictObject({ ...entryFields, isScratched: z.boolean() }));
export type RaceEntryPatch = z.infer<typeof EntryPatchSchema>;

/**
 * Members can't read `birthYear`, `sex`, `weighed` and `doubts` of other athletes: they get null, null, none and empty.
 * A guest who is not a member gets no `user` of others, and the names of the public page.
 */
const RaceEntrySchema = z.object({
  _id: IdSchema,
  category: IdSchema,
  user: z.nullable(UserRefSchema),
  name: z.string(),
  bib: z.string(),
  club: z.string(),
  team: z.string(),
  birthYear: z.nullable(z.int()),
  sex: EntrySexSchema,
  seedTenths: z.nullable(z.int()),
  /** `user` has entered its code, and may be of another club. Only officials and the athlete get it. */
  isClaimed: z.optional(z.literal(true)),
  weighed: z.enum(weighings),
  weighedAt: z.nullable(TimeSchema),
  isScratched: z.boolean(),
  /** The category's rules that the entry breaks or may break, as texts. */
  doubts: z.array(z.string()),
});
export type RaceEntry = z.infer<typeof RaceEntrySchema>;

/** `manage`: everything (admins and owner of the club). `judge`: enter and confirm results. */
const RightsSchema = z.object({ manage: z.boolean(), judge: z.boolean() });

export const RaceControlSchema = z.object({
  user: UserRefSchema,
  /** The page that holds the control, as a UUID that the page made. */
  device: IdSchema,
  since: TimeSchema,
});
export type RaceControl = z.infer<typeof RaceControlSchema>;

const ListedRaceEventSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  day: z.iso.date(),
  timeZone: z.string(),
  isPublished: z.boolean(),
  entryCount: z.int(),
});
export type ListedRaceEvent = z.infer<typeof ListedRaceEventSchema>;

export const RaceEventSchema = z.object({
  _id: IdSchema,
  club: ClubRefSchema,
  title: z.string(),
  day: z.iso.date(),
  timeZone: z.string(),
  lanes: z.int(),
  closedLanes: z.array(z.int()),
  minutesBetween: z.int(),
  juniorNames: z.enum(juniorNames),
  protestMinutes: z.int(),
  medals: MedalsSchema,
  isPublished: z.boolean(),
  /** When the key of its public page was made; null without a page. */
  pageAt: z.nullable(TimeSchema),
  may: RightsSchema,
  /** The reader has entered the code of an entry and is not a member of the club. */
  isGuest: z.optional(z.literal(true)),
  judges: z.array(UserRefSchema),
  /** The one page that calls, starts and ends races; null without one. */
  control: z.nullable(RaceControlSchema),
});
export type RaceEvent = z.infer<typeof RaceEventSchema>;

/** The event with all its parts; races in the order of the timetable. */
export const WholeRaceEventSchema = z.extend(RaceEventSchema, {
  categories: z.array(RaceCategorySchema),
  entries: z.array(RaceEntrySchema),
  races: z.array(RaceSchema),
});
export type WholeRaceEvent = z.infer<typeof WholeRaceEventSchema>;

const RemovedSchema = z.object({ _id: IdSchema });
const OfficialParamsSchema = z.strictObject({ id: IdSchema, user: IdSchema });

export const races = {
  ofClub: endpoint({
    method: 'GET',
    path: '/clubs/:id/races',
    summary: `A club's race days, the newest first, ${limits.raceEventsListed} at most; unpublished ones for its admins and their judges only. Members only.`,
    auth: 'user',
    params: IdParamsSchema,
    response: z.array(ListedRaceEventSchema),
  }),
  create: endpoint({
    method: 'POST',
    path: '/clubs/:id/races',
    summary:
      'Create a race day of a club; admins and owner only. Repeating the call with the same `_id` returns it.',
    auth: 'user',
    quota: 'workouts',
    params: IdParamsSchema,
    body: NewEventSchema,
    response: RaceEventSchema,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/races/events/:id',
    summary:
      "A race day with its categories, entries and races: for the club's members and its guests once it is published, and for its admins and judges.",
    auth: 'user',
    params: IdParamsSchema,
    response: WholeRaceEventSchema,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/races/events/:id',
    summary: 'Change a race day; admins and owner of its club only. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    body: EventPatchSchema,
    response: RaceEventSchema,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/races/events/:id',
    summary:
      'Delete a race day without an official result; admins and owner of its club only. Rowed activities stay with their athletes.',
    auth: 'user',
    params: IdParamsSchema,
    response: RemovedSchema,
  }),
  addJudge: endpoint({
    method: 'PUT',
    path: '/races/events/:id/judges/:user',
    summary: 'Make a member of the club a judge of a race day; admins and owner only. Idempotent.',
    auth: 'user',
    params: OfficialParamsSchema,
    response: z.array(UserRefSchema),
  }),
  removeJudge: endpoint({
    method: 'DELETE',
    path: '/races/events/:id/judges/:user',
    summary: 'Take the judge back; admins and owner only. Idempotent.',
    auth: 'user',
    params: OfficialParamsSchema,
    response: z.array(UserRefSchema),
  }),
  makePage: endpoint({
    method: 'POST',
    path: '/races/events/:id/page',
    summary:
      "Make a key for the race day's public page and its screens; admins and owner only. It replaces the key before.",
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    response: z.object({ key: SecretKeySchema, pageAt: TimeSchema }),
  }),
  closePage: endpoint({
    method: 'DELETE',
    path: '/races/events/:id/page',
    summary: 'Delete the key of the public page; admins and owner only. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    response: z.object({ pageAt: z.null() }),
  }),
  addCategory: endpoint({
    method: 'POST',
    path: '/races/events/:id/categories',
    summary: `Add a category, the ${limits.raceCategoriesMax}th at most; admins and owner only. Repeating the call with the same \`_id\` returns it.`,
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: NewCategorySchema,
    response: RaceCategorySchema,
  }),
  changeCategory: endpoint({
    method: 'PATCH',
    path: '/races/categories/:id',
    summary:
      'Change a category, or its place in the list; admins and owner only. Its rules stay (409 race_official) once one of its races is official.',
    auth: 'user',
    params: IdParamsSchema,
    body: CategoryPatchSchema,
    response: RaceCategorySchema,
  }),
  removeCategory: endpoint({
    method: 'DELETE',
    path: '/races/categories/:id',
    summary: 'Delete a category without entries; admins and owner only',
    auth: 'user',
    params: IdParamsSchema,
    response: RemovedSchema,
  }),
  addEntry: endpoint({
    method: 'POST',
    path: '/races/events/:id/entries',
    summary: `Enter an athlete or a relay, the ${limits.raceEntriesMax}th of the event at most; admins and owner only. \`user\` must be a member of the club. Repeating the call with the same \`_id\` returns it.`,
    auth: 'user',
    quota: 'raceSteps',
    params: IdParamsSchema,
    body: NewEntrySchema,
    response: RaceEntrySchema,
  }),
  changeEntry: endpoint({
    method: 'PATCH',
    path: '/races/entries/:id',
    summary:
      'Change or scratch an entry; admins and owner only. The log has changes of an entry whose race has been armed. Idempotent.',
    auth: 'user',
    params: IdParamsSchema,
    body: EntryPatchSchema,
    response: RaceEntrySchema,
  }),
  removeEntry: endpoint({
    method: 'DELETE',
    path: '/races/entries/:id',
    summary: 'Delete an entry that sits in no race; admins and owner only. Others are scratched.',
    auth: 'user',
    params: IdParamsSchema,
    response: RemovedSchema,
  }),
  weigh: endpoint({
    method: 'PUT',
    path: '/races/entries/:id/weighing',
    summary: 'Say whether an athlete passed the weigh-in; judges and admins only. No weight is stored.',
    auth: 'user',
    params: IdParamsSchema,
    body: z.strictObject({ weighed: z.enum(weighings) }),
    response: RaceEntrySchema,
  }),
};
