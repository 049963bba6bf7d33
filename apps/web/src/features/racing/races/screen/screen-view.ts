import type { NowRace, PublicRaceNow } from '@boathouse/contract/races/day';
import type { StartCommand } from '../live/start-sequence.ts';

/** A picture of the screen. */
type ScreenView =
  | { kind: 'call'; race: NowRace }
  | { kind: 'command'; race: NowRace; command: StartCommand }
  | { kind: 'halted'; race: NowRace }
  | { kind: 'water'; race: NowRace }
  | { kind: 'result'; race: NowRace }
  | { kind: 'next'; race: NowRace }
  | { kind: 'empty' };

/** Between races a screen alternates between pictures. */
export const turnMs = 15_000;

/** Returns the picture of a screen: the race under way, otherwise the last results and the next races in turn. */
export function screenViewOf(
  { race, next, last }: Pick<PublicRaceNow, 'race' | 'next' | 'last'>,
  command: StartCommand | null,
  serverMs: number,
): ScreenView {
  if (race !== null) {
    switch (race.state) {
      case 'falseStart':
      case 'stopped':
        return { kind: 'halted', race };
      case 'started':
      case 'running':
        return command === null ? { kind: 'water', race } : { kind: 'command', race, command };
      case 'finished':
        return { kind: 'water', race };
      default:
        return { kind: 'call', race };
    }
  }
  const pictures: ScreenView[] = [
    ...last.slice(0, 1).map((each): ScreenView => ({ kind: 'result', race: each })),
    ...next.slice(0, 1).map((each): ScreenView => ({ kind: 'next', race: each })),
    ...last.slice(1).map((each): ScreenView => ({ kind: 'result', race: each })),
  ];
  return pictures[Math.floor(serverMs / turnMs) % pictures.length] ?? { kind: 'empty' };
}
