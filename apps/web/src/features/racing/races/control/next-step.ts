import type { WholeRaceEvent } from '@boathouse/contract/races';
import type { Race } from '@boathouse/contract/races/race';

/** The one thing to do next with a race. */
export type NextStep =
  | { kind: 'publish' | 'call' | 'arm' | 'start' | 'finish' | 'provisional' | 'official' | 'prepare' }
  /** The start runs by the server's clock: only Stop can be pressed. */
  | { kind: 'wait' }
  /** The race is done. */
  | { kind: 'next'; race: string }
  | { kind: 'done' };

export const stepWords: Record<NextStep['kind'], string> = {
  publish: 'Publish the start list',
  call: 'Call the athletes',
  arm: 'Arm the race',
  start: 'Start',
  wait: 'Starting…',
  finish: 'End the race',
  provisional: 'Publish as provisional',
  official: 'Make it official',
  prepare: 'Prepare the next start',
  next: 'Next race',
  done: 'The day is done',
};

/** Returns the next step for a race; `races` are those of the day, in the order of the timetable. */
export function nextStepOf(race: Race, races: readonly Race[]): NextStep {
  switch (race.state) {
    case 'draft':
      return { kind: 'publish' };
    case 'published':
      return { kind: 'call' };
    case 'called':
      return { kind: 'arm' };
    case 'armed':
      return { kind: 'start' };
    case 'started':
      return { kind: 'wait' };
    case 'running':
      return { kind: 'finish' };
    case 'finished':
      return { kind: 'provisional' };
    case 'provisional':
      return { kind: 'official' };
    case 'falseStart':
    case 'stopped':
      return { kind: 'prepare' };
    case 'official':
    case 'void': {
      const next = raceToDo(races);
      return next === undefined ? { kind: 'done' } : { kind: 'next', race: next._id };
    }
  }
}

const isDone = ({ state }: Race) => state === 'official' || state === 'void';
const isUnderWay = ({ state }: Race) => !['draft', 'published', 'provisional'].includes(state);

/**
 * Returns the race to show: the one under way, otherwise the first to come, otherwise one whose result is provisional.
 */
export function raceToDo(races: readonly Race[]): Race | undefined {
  const open = races.filter((race) => !isDone(race));
  return open.find(isUnderWay) ?? open.find(({ state }) => state !== 'provisional') ?? open[0];
}

/** The holder of the control, as this page sees it. */
export type ControlHolder =
  | { kind: 'own' }
  | { kind: 'free' }
  | { kind: 'other'; userId: string; name: string; since: string };

export function holderOf(control: WholeRaceEvent['control'], device: string): ControlHolder {
  if (control === null) return { kind: 'free' };
  if (control.device === device) return { kind: 'own' };
  const { user, since } = control;
  return { kind: 'other', userId: user._id, name: user.displayName, since };
}
