import { clubRoles, isMember, type ClubRole } from '@boathouse/contract/clubs';
import type { JuniorNames, RacePiece, RaceRules } from '@boathouse/contract/races';
import type { RaceRound, RaceState } from '@boathouse/contract/races/race';
import type { EntryRefusal } from '@boathouse/contract/races/start-lists';
import { isFinal } from './day/rules.ts';

/** `isGuest`: has entered the code of one of the event's entries. */
type Access = { role: ClubRole | null; isJudge: boolean; isGuest: boolean; isPublished: boolean };

/** Admins and the owner of the club may do everything. */
export function mayManageRaces({ role }: Pick<Access, 'role'>): boolean {
  return role !== null && role >= clubRoles.admin;
}

/** Judges enter and confirm results; a judge who has left the club has no rights. */
export function mayJudge({ role, isJudge }: Pick<Access, 'role' | 'isJudge'>): boolean {
  return mayManageRaces({ role }) || (isJudge && isMember(role));
}

export function mayReadRaces(access: Access): boolean {
  return mayJudge(access) || (access.isPublished && (isMember(access.role) || access.isGuest));
}

/** Returns the piece as a workout's text: `2000m`, `4:00`. */
export function textOfPiece({ kind, amount }: RacePiece): string {
  if (kind === 'distance') return `${amount}m`;
  const [hours, minutes, seconds] = [Math.floor(amount / 3_600), Math.floor(amount / 60) % 60, amount % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

const roundWords: Record<RaceRound, string> = { flight: 'flight', heat: 'heat', final: 'final' };

/** `Women 2k, heat 3`; a final has no number. */
export function nameOfRace(category: string, round: RaceRound, number: number): string {
  return `${category}, ${roundWords[round]}${round === 'final' ? '' : ` ${number}`}`;
}

/** The lanes that a draw uses, from the lowest. */
export function openLanesOf({
  lanes,
  closedLanes,
}: {
  lanes: number;
  closedLanes: readonly number[];
}): number[] {
  return Array.from({ length: lanes }, (_, index) => index + 1).filter((lane) => !closedLanes.includes(lane));
}

type Athlete = { birthYear: number | null; sex: 'female' | 'male' | null; weighed: string };

/**
 * Returns the category's rules that an athlete breaks or may break, as texts. A year of birth gives the age on 31
 * December; on an earlier day the athlete may be a year younger.
 */
export function doubtsOf(athlete: Athlete, rules: RaceRules, day: string): string[] {
  const doubts: string[] = [];
  const { birthYear, sex, weighed } = athlete;
  const { ageFrom, ageTo } = rules;
  if (ageFrom !== null || ageTo !== null) {
    if (birthYear === null) doubts.push('The year of birth is missing.');
    else {
      const [older, younger] = agesOn(birthYear, rules.ageOn, day);
      const isTooYoung = ageFrom !== null && older < ageFrom;
      const isTooOld = ageTo !== null && younger > ageTo;
      const isUnsure = (ageFrom !== null && younger < ageFrom) || (ageTo !== null && older > ageTo);
      if (isTooYoung) doubts.push(`Too young: ${older} at most on the day that counts.`);
      else if (isTooOld) doubts.push(`Too old: ${younger} at least on the day that counts.`);
      else if (isUnsure) doubts.push(`${younger} or ${older} on the day that counts: check the birthday.`);
    }
  }
  const wanted = rules.sex === 'women' ? 'female' : rules.sex === 'men' ? 'male' : null;
  if (wanted !== null && sex !== null && sex !== wanted) doubts.push(`The category is for ${rules.sex}.`);
  if (rules.maxWeight !== null && weighed === 'failed') doubts.push('Did not pass the weigh-in.');
  return doubts;
}

/** The possible ages on the relevant day: the higher first. */
function agesOn(birthYear: number, ageOn: RaceRules['ageOn'], day: string): [number, number] {
  const { year, month, day: ofMonth } = Temporal.PlainDate.from(day);
  const age = year - birthYear;
  const counts = ageOn ?? { month, day: ofMonth };
  return counts.month === 12 && counts.day === 31 ? [age, age] : [age, age - 1];
}

/** Athletes are juniors up to this age in the year of the event (World Rowing: under 19). */
const juniorAgeMax = 18;

/** Returns why an entry can't change, from the states of the races in which it sits; null if it can. */
export function refusalOfChange(
  seats: readonly { state: RaceState }[],
  isOtherCategory: boolean,
): EntryRefusal | null {
  if (seats.some(isFinal)) return 'official';
  return isOtherCategory && seats.length > 0 ? 'seated' : null;
}

type NamedEntry = { name: string; birthYear: number | null };

/**
 * Returns the name on public pages: initials for juniors if the club chose so, and for members who are not visible to
 * everyone. An athlete without a year of birth is a junior in a category for juniors.
 */
export function publicNameOf(
  { name, birthYear }: NamedEntry,
  rules: Pick<RaceRules, 'ageTo'>,
  { juniorNames, day }: { juniorNames: JuniorNames; day: string },
  isHidden: boolean,
): string {
  const age = birthYear === null ? rules.ageTo : Number(day.slice(0, 4)) - birthYear;
  const isJunior = age !== null && age <= juniorAgeMax;
  return isHidden || (isJunior && juniorNames === 'initials') ? initialsOf(name) : name;
}

/** `Ada Lovelace-King` is `A. L.` */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .flatMap((word) => {
      const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word);
      return first === undefined ? [] : `${first.segment.toLocaleUpperCase()}.`;
    })
    .join(' ');
}

/** The time of the first race of a day without a timetable: 10:00 local time. */
export function firstStartOf({ day, timeZone }: { day: string; timeZone: string }): Date {
  const morning = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '10:00' });
  return new Date(morning.epochMilliseconds);
}
